/** How is a place of the campus called, and what is it worth? Words and numbers for one cell. */
import { join, t, tn } from 'app/i18n.js';
import { placeIn } from 'app/names.js';
import { cellName, terrainName } from './names.js';
import { sameCell } from './orders.js';
import { around, cellOf, chartOf, isOnBoard, membersAround } from './position.js';

/** @import { ClubView as View, Cell } from './types' */

/** Key of the terrain at a cell on the board. @param {View} view @param {Cell} at */
export const terrainKey = (view, at) => view.terrain[view.map.rows[at[1]][at[0]]].key;

/** The place of the campus in which a cell lies; without names “15,8 (dormitory)”. @param {View} view @param {Cell} at */
export function placeName(view, at) {
  const name = placeIn(view.names?.places, at[0], at[1]);
  if (name) return name;
  if (!isOnBoard(chartOf(view), at[0], at[1])) return cellName(at);
  return t('{cell} ({terrain})', { cell: cellName(at), terrain: terrainName(terrainKey(view, at)) });
}

/** A place with the coordinates that stand beside the pointer and that commands take: “Library (15,8)”. @param {View} view @param {Cell} at */
export function spotName(view, at) {
  const name = placeIn(view.names?.places, at[0], at[1]);
  return name ? t('{place} ({cell})', { place: name, cell: cellName(at) }) : cellName(at);
}

/** Places that a sentence names; the others it counts. */
const NAMED = 3;

/** Where cells lie: the places with most of them; null where the map has no names. @param {View} view @param {Cell[]} cells */
export function placesOf(view, cells) {
  const book = view.names?.places;
  if (!book) return null;
  /** @type {Map<string, number>} */
  const counts = new Map();
  for (const at of cells) counts.set(placeName(view, at), (counts.get(placeName(view, at)) ?? 0) + 1);
  const names = [...counts].sort(([, a], [, b]) => b - a).map(([name]) => name);
  // One more name is as short as “1 more place”.
  if (names.length <= NAMED + 1) return join(names);
  const more = names.length - NAMED;
  return join([...names.slice(0, NAMED), tn('{n} more place', '{n} more places', more)]);
}

/** The cell to which a draft moves the capital; null if it stays. @param {View} view @param {import('./types').ClubOrders | null | undefined} orders */
export function newCapital(view, orders) {
  const at = orders?.capital ?? null;
  const present = view.me?.capital;
  return at && !(present && sameCell(at, present)) ? at : null;
}

/** Members within two cells. @param {View} view @param {Cell} at */
export const membersAt = (view, at) => membersAround(chartOf(view), cellOf(chartOf(view), at));

/** Ten times the mean of what cells within two steps have, water left out. @param {View} view @param {Cell} at @param {'atk' | 'def'} what */
function meanAt(view, at, what) {
  const chart = chartOf(view);
  const land = around(chart, cellOf(chart, at), 2).filter((cell) => chart.atk[cell] > 0);
  return Math.round((10 * land.reduce((sum, cell) => sum + chart[what][cell], 0)) / Math.max(1, land.length));
}

/** @typedef {'members' | 'atk' | 'def'} Gift what a place gives whoever begins there */

/** What places give: its name, how much there is at a place (whole numbers, more is better), and how that reads beside a name and on the map. */
export const GIFTS =
  /** @type {Record<Gift, {name: () => string, of: (view: View, at: Cell) => number, tell: (value: number) => string, brief: (value: number) => string}>} */ ({
    members: {
      name: () => t('Members'),
      of: membersAt,
      tell: (n) => t('{n} members near', { n }),
      brief: String,
    },
    atk: {
      name: () => t('Attack'),
      of: (view, at) => meanAt(view, at, 'atk'),
      tell: (value) => t('attack ×{factor} around', { factor: value / 10 }),
      brief: (value) => `×${value / 10}`,
    },
    def: {
      name: () => t('Defence'),
      of: (view, at) => meanAt(view, at, 'def'),
      tell: (value) => t('defence ×{factor} around', { factor: value / 10 }),
      brief: (value) => `×${value / 10}`,
    },
  });

/** Whether a cell can never be taken. @param {View} view @param {Cell} at */
export const isWater = (view, at) => chartOf(view).atk[cellOf(chartOf(view), at)] === 0;
