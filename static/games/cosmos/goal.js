/** What wins a match of Cosmos, how far is it, and what should somebody know in the first steps? */
import { sentences, t } from 'app/i18n.js';

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
    t(
      'Give your planet a routine: Economy builds miners that pay. Later Weapon bids for the final weapon. Then press Ready.',
    ),
  () => t('Miners pay from their 50th round on. Choose a ship, then press the chart to send it there.'),
  () =>
    t(
      'Each round the planet that bids most gains a point for the final weapon. A battleship bursts: it dies and hurts all around.',
    ),
];

/** After this part of the rounds somebody who bids nothing falls behind for good. */
const LATE = 0.4;

/** Is it late, and does no own planet bid by itself? @param {any} view */
const bidsNothing = ({ round, rounds, own = [] }) =>
  round > LATE * rounds &&
  own.some((/** @type {import('./types').Own} */ { kind }) => kind === 'planet') &&
  !own.some((/** @type {import('./types').Own} */ { standing }) =>
    standing?.reflexes?.some(({ type }) => type === 'auto_charge'),
  );

/** Those of the first steps, and of one who bids nothing when it is late. @param {import('../../types').Frame} frame */
export function hint({ step, view }) {
  if (bidsNothing(view))
    return {
      key: 'bids nothing',
      text: t('None of your planets bids for the final weapon. Give one the routine Weapon, or bid by hand.'),
    };
  if (step >= HINTS.length) return null;
  const isScouting = step === 0 && view.own?.some((/** @type {{kind: string}} */ { kind }) => kind === 'scout');
  return { key: `step ${step + 1}`, text: sentences([HINTS[step](), isScouting ? SCOUT() : '']) };
}
