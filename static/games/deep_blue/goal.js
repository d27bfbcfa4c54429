/** What wins a match of Deep Blue, how far is it, and what should somebody know in the first rounds? */
import { t } from 'app/i18n.js';

/** @param {import('../../types').Frame} frame */
export function goal({ view }) {
  const params = { a: view.scores[0], b: view.scores[1], round: view.round, last: view.round_limit };
  return t('Destroy the enemy base, or lead: {a} to {b} · round {round} of {last}', params);
}

export const hints = [
  () => t('Choose a ship, then where it goes: it keeps its course until you change it. Then press Ready.'),
  () => t('Cargo ships bring metal and fuel home, and the base builds from it: press the base to see its yard.'),
  () =>
    t('Islands bring 10 points each round to whoever holds them. A unit has one command a round besides its course.'),
];
