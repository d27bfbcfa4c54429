/** What brought a seat its points, as far as it knows? */
import { join, t } from 'app/i18n.js';

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

/**
 * What brought the enemy its points of a round, as far as the seat was told by the engine; the rest comes from what it does not see.
 * @param {any} view @param {any} before @param {number} gained
 */
export function enemyGainedBy(view, before, gained) {
  if (!view.enemy_parts || !before?.enemy_parts) return '';
  const [damage, islands] = ['damage', 'islands'].map((key) => view.enemy_parts[key] - before.enemy_parts[key]);
  const rest = gained - damage - islands;
  return join([
    ...(damage > 0 ? [t('damage to you {n}', { n: damage })] : []),
    ...(islands > 0 ? [t('islands {n}', { n: islands })] : []),
    ...(rest > 0 ? [t('unseen {n}', { n: rest })] : []),
  ]);
}
