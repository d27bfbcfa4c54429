/** What brought a seat its points, as far as it knows? */
import { join, t } from 'app/i18n.js';
import { killerOf } from './losses.js';

/** What brought the points. @type {[keyof import('./types').ScoreParts, () => string][]} */
export const SOURCES = [
  ['damage', () => t('Damage')],
  ['islands', () => t('Islands')],
  ['fuel', () => t('Fuel')],
  ['metal', () => t('Metal')],
];

/** Points of each source so far. @param {any} view @param {number} seat @returns {number[]} */
export const pointsOf = (view, seat) =>
  SOURCES.map(([key]) => Math.floor((view.score_parts?.[seat]?.[key] ?? 0) / (view.tables?.per_point?.[key] ?? 1)));

/** What brought the points of a round: “damage 80, islands 22”; '' if a view does not tell. @param {any} view @param {any} before @param {number} seat @param {number} gained */
export function gainedBy(view, before, seat, gained) {
  if (!view.score_parts?.[seat] || !before?.score_parts?.[seat]) return '';
  const was = pointsOf(before, seat);
  const found = pointsOf(view, seat).map((n, i) => n - was[i]);
  if (found.reduce((sum, n) => sum + n, 0) !== gained) return '';
  return join(found.flatMap((n, i) => (n > 0 ? [t('{name} {n}', { name: SOURCES[i][1]().toLowerCase(), n })] : [])));
}

/** Points of an island in a round. */
const ISLAND = 10;

/**
 * What of the enemy's points of a round a seat can tell by what it knows itself: the damage done to it, and islands that it knows to be the enemy's;
 * the rest comes from what it does not see.
 * @param {any} view @param {any} before @param {readonly any[]} events of the round @param {number} gained
 */
export function enemyGainedBy(view, before, events, gained) {
  if (!before || (view.seat ?? null) === null) return '';
  const now = new Map(view.elements.map((/** @type {any} */ one) => [one.id, one]));
  const isOwn = (/** @type {number | null} */ id) =>
    before.elements.some((/** @type {any} */ one) => one.id === id && one.seat === view.seat);
  const lost = before.elements
    .filter((/** @type {any} */ { seat }) => seat === view.seat)
    .map((/** @type {any} */ { id, health }) => {
      const one = now.get(id);
      if (one?.seat === view.seat) return one.struck ?? 0;
      if (one) return health;
      const end = events.find((/** @type {any} */ event) => event.type === 'destroyed' && event.id === id);
      const killer = end && killerOf(end, events);
      return killer === undefined || isOwn(killer) ? 0 : health;
    });
  const held = view.elements.filter((/** @type {any} */ { kind, seat }) => kind === 'island' && seat === 1 - view.seat);
  let left = gained;
  const parts = [
    lost.reduce((/** @type {number} */ sum, /** @type {number} */ n) => sum + n, 0),
    ISLAND * held.length,
  ].map((n) => {
    const part = Math.min(n, left);
    left -= part;
    return part;
  });
  const names = [
    (/** @type {number} */ n) => t('damage to you {n}', { n }),
    (/** @type {number} */ n) => t('islands {n}', { n }),
  ];
  return join([
    ...parts.flatMap((n, i) => (n > 0 ? [names[i](n)] : [])),
    ...(left > 0 ? [t('unseen {n}', { n: left })] : []),
  ]);
}
