/** What wins a match of Deep Blue, how far is it, and what should somebody know in the first rounds? */
import { t } from 'app/i18n.js';
import { ordered } from './orders.js';

/** @param {import('../../types').Frame} frame */
export function goal({ view }) {
  const [a, b] = view.scores;
  const params = { a, b, round: view.round, last: view.round_limit };
  if (view.seat === null) return t('Destroy the enemy base, or lead: {a} to {b} · round {round} of {last}', params);
  const [own, enemy] = view.seat === 0 ? [a, b] : [b, a];
  return t('Destroy the enemy base, or lead: you {own}, enemy {enemy} · round {round} of {last}', {
    ...params,
    own,
    enemy,
  });
}

const HINTS = [
  () => t('Choose a ship, then where it goes: it keeps its course until you change it. Then press Ready.'),
  () => t('Cargo ships bring metal and fuel home, and the base builds from it: press the base to see its yard.'),
  () =>
    t(
      'Choose a ship, then press an enemy or an island in reach: it fires. Damage is points, and each island brings 10 a round.',
    ),
];

const SENT = () =>
  t('Give the others their courses too, singly or together. Then press Ready: both fleets sail at the same time.');

/** Those of the first rounds; in the very first another once somebody is ordered. @param {import('../../types').Frame} frame @param {import('./types').Orders} [orders] */
export function hint({ view }, orders = {}) {
  if (view.round === 1 && ordered(orders).length) return { key: 'round 1 ordered', text: SENT() };
  const text = HINTS[view.round - 1]?.();
  return text ? { key: `round ${view.round}`, text } : null;
}
