/** What wins a match of Planet Conquer, how far is it, and what should somebody know in the first rounds? */
import { t, tn } from 'app/i18n.js';
import { adviceText } from './forecast.js';
import { whole } from './orders.js';
import { positionOf } from './position.js';

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

/** Later the panel alone says which tactic would pay: a hint takes the room of the round in numbers. */
const LAST_OF_TACTICS = 5;

const STANDING = () =>
  t('An order can go on every round: press ↻ beside it, or before you give it. It flows until you end it.');

const SENT = () =>
  t('All seats move at once: press Ready. Before that you may send units from here to other neighbours too.');

/** What later rounds come to, the most pressing first; each is said once, in the first two matches. @param {import('./types').PlanetConquerView} view @param {import('./types').Foreseen | null | undefined} forecast */
function situationOf(view, forecast) {
  const { advice = null } = forecast ?? {};
  if (advice && view.round <= LAST_OF_TACTICS) {
    const tactic = adviceText(advice, positionOf(view).planets);
    const text = tn(
      'A tactic would pay. {tactic}. It costs {n} point: press it under Tactic.',
      'A tactic would pay. {tactic}. It costs {n} points: press it under Tactic.',
      advice.cost,
      { tactic },
    );
    return { key: `tactic ${advice.type}`, text, again: true };
  }
  const { on = false, quarters = 4, base_line: line = 0 } = view.you?.fee ?? {};
  if (!on || quarters === 4) return null;
  const facts = { percent: quarters * 25, line: line ?? 0 };
  return {
    key: 'fee',
    text: t(
      'So many units cost a fee: from {line} on your planets grow less, now at {percent}%. Do not hoard them, attack.',
      facts,
    ),
    again: true,
  };
}

/**
 * Those of the first rounds, in the very first another once units are sent; then what a round comes to.
 * @param {import('../../types').Frame} frame @param {Partial<import('./types').Orders>} [orders] @param {import('./types').Foreseen | null} [forecast]
 */
export function hint({ view }, orders, forecast) {
  if (view.round === 1 && whole(orders).moves.length) return { key: 'round 1 sent', text: SENT() };
  if (view.round > HINTS.length + 1) return situationOf(view, forecast);
  // The first tactic that would pay is the best lesson in them.
  if (view.round === HINTS.length && forecast?.advice) return situationOf(view, forecast);
  const isFourth = view.round === HINTS.length + 1 && Array.isArray(view.standing);
  const text = isFourth ? STANDING() : HINTS[view.round - 1]?.();
  return text ? { key: `round ${view.round}`, text } : null;
}
