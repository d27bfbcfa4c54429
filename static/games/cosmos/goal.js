/** What wins a match of Cosmos, how far is it, and what should somebody know in the first steps? */
import { t } from 'app/i18n.js';

/** @param {import('../../types').Frame} frame */
export function goal({ view }) {
  const course = { round: view.round, last: view.rounds };
  if (!view.weapon) return t('The last one, or the best final weapon wins · round {round} of {last}', course);
  const params = { ...course, n: view.weapon.own, safe: view.safe };
  return t('Be the last, or charge the weapon: {n} of {safe} points · round {round} of {last}', params);
}

const SCOUT = () => t('A scout is under way: choose it, and send it to what lies in the dark.');

const HINTS = [
  () =>
    t('Give your planet a routine: Economy builds miners that pay, and bids for the final weapon. Then press Ready.'),
  () =>
    t('Miners pay from their 50th round on. Choose a ship, then right-click the chart, or tap it, to send it there.'),
  () =>
    t(
      'Each round the planet that bids most gains a point for the final weapon. A battleship bursts: it dies and hurts all around.',
    ),
];

/** Those of the first steps. @param {import('../../types').Frame} frame */
export function hint({ step, view }) {
  if (step >= HINTS.length) return null;
  const isScouting = step === 0 && view.own?.some((/** @type {{kind: string}} */ { kind }) => kind === 'scout');
  return { key: `step ${step + 1}`, text: [HINTS[step](), isScouting ? SCOUT() : ''].filter(Boolean).join(' ') };
}
