/** How is a place of the campus called, and what is it worth? Words and numbers for one cell. */
import { t } from 'app/i18n.js';
import { cellName, terrainName } from './names.js';
import { sameCell } from './orders.js';
import { cellOf, chartOf, isOnBoard, membersAround } from './position.js';

/** @import { ClubView as View, Cell } from './types' */

/** Key of the terrain at a cell on the board. @param {View} view @param {Cell} at */
export const terrainKey = (view, at) => view.terrain[view.map.rows[at[1]][at[0]]].key;

/** “15,8 (dormitory)”. @param {View} view @param {Cell} at */
export function placeName(view, at) {
  if (!isOnBoard(chartOf(view), at[0], at[1])) return cellName(at);
  return t('{cell} ({terrain})', { cell: cellName(at), terrain: terrainName(terrainKey(view, at)) });
}

/** The cell to which a draft moves the capital; null if it stays. @param {View} view @param {import('./types').ClubOrders | null | undefined} orders */
export function newCapital(view, orders) {
  const at = orders?.capital ?? null;
  const present = view.me?.capital;
  return at && !(present && sameCell(at, present)) ? at : null;
}

/** Members within two cells. @param {View} view @param {Cell} at */
export const membersAt = (view, at) => membersAround(chartOf(view), cellOf(chartOf(view), at));

/** Whether a cell can never be taken. @param {View} view @param {Cell} at */
export const isWater = (view, at) => chartOf(view).atk[cellOf(chartOf(view), at)] === 0;
