/** What wins a match of Planet Conquer, how far is it, and what should somebody know in the first rounds? */
import { t } from 'app/i18n.js';
import { whole } from './orders.js';

/** @param {import('../../types').Frame} frame */
export function goal({ view }) {
  const course = { round: view.round, last: view.max_round };
  if (!view.you) return t('Most planets win · round {round} of {last}', course);
  const params = { ...course, n: view.you.planets, all: view.map.planets.length };
  return t('Most planets win: {n} of {all} · round {round} of {last}', params);
}

const HINTS = [
  () =>
    t(
      'Drag from your planet to a neighbour to send units, then press Ready. Planets with a question mark you cannot see yet.',
    ),
  () => t('Those you leave behind defend the planet and let it grow. The bubble on an arrow says how a battle ends.'),
  () =>
    t('Each round brings a point, and points buy tactics, one a round. Nobody sees yours before the round is played.'),
];

const STANDING = () =>
  t('An order can go on every round: press ↻ beside it, or before you give it. It flows until you end it.');

const SENT = () =>
  t('All seats move at once: press Ready. Before that you may send units from here to other neighbours too.');

/** Those of the first rounds; in the very first another once units are sent. @param {import('../../types').Frame} frame @param {Partial<import('./types').Orders>} [orders] */
export function hint({ view }, orders) {
  if (view.round === 1 && whole(orders).moves.length) return { key: 'round 1 sent', text: SENT() };
  const isFourth = view.round === HINTS.length + 1 && Array.isArray(view.standing);
  const text = isFourth ? STANDING() : HINTS[view.round - 1]?.();
  return text ? { key: `round ${view.round}`, text } : null;
}
