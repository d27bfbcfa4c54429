/** Where is there room for a unit, when others of one's own stay there or go there too? Computes no rule. */
import { apart, nearestTo } from 'kit/cells.js';
import { ordersOf } from './orders.js';
import { elementAt, isLand, isOnMap, isUnit, levelOf, ownOf, rectOf } from './position.js';

/** @import { Cell, Element, Orders, Position, Unit } from './types' */

/** Who finds no room beside a place waits at most so far from it. */
const WAITS = 4;

/** @param {readonly number[]} cell @param {number} level */
const keyOf = ([x, y], level) => `${x} ${y} ${level}`;

/**
 * Where units of one's own will be, those in hand aside: where they go by draft or course, else where they lie, also by a standing order that brings
 * them nowhere just now.
 * @param {Position} position @param {Orders} orders @param {readonly number[]} aside @returns {Set<string>}
 */
function promised({ own }, orders, aside) {
  const units = own.filter(isUnit).filter(({ id }) => !aside.includes(id));
  return new Set(
    units.map(({ id, pos, destination }) => {
      const { move } = ordersOf(orders, id);
      return keyOf((move === undefined ? destination : move) ?? pos, pos[2]);
    }),
  );
}

/** Whether there is water, or air, for a unit at a cell to which nobody else of one's own goes. @param {Position} position @param {Orders} orders @param {readonly Unit[]} crew who are in hand */
export function roomFor(position, orders, crew) {
  const ids = crew.map(({ id }) => id);
  const held = promised(position, orders, ids);
  return (/** @type {Cell} */ [x, y], /** @type {number} */ level) => {
    if (!isOnMap(position, x, y) || (level < 2 && isLand(position, x, y)) || held.has(keyOf([x, y], level)))
      return false;
    const there = elementAt(position, x, y, level);
    // Own units that stay are held already.
    return !there || !isUnit(there) || !!ownOf(position, there.id);
  };
}

/**
 * A cell for a unit beside an element, the nearest to it, one that nobody has to leave first; `isBeside`: whether there is one within the reach, or it
 * waits nearby. Planes fly to the place itself.
 * @param {Position} position @param {Orders} orders @param {Unit} unit @param {Element} target @param {number} [reach] @returns {{cell: Cell, isBeside: boolean}}
 */
export function berth(position, orders, unit, target, reach = 1) {
  const rect = rectOf(target);
  const level = levelOf(unit);
  if (level === 2 && reach === 1) return { cell: [rect[0], rect[1]], isBeside: true };
  const room = roomFor(position, orders, [unit]);
  const away = (/** @type {Cell} */ [x, y]) => apart([x, y, x, y], rectOf(unit));
  const waits = (/** @type {Cell} */ [x, y]) => {
    const there = elementAt(position, x, y, level);
    return there !== null && there.id !== unit.id;
  };
  const free = nearestTo(position.chart, rect, reach + WAITS, (cell) => {
    const far = apart([cell[0], cell[1], cell[0], cell[1]], rect);
    return far >= 1 && far <= reach + WAITS && room(cell, level);
  });
  const beyond = (/** @type {Cell} */ [x, y]) => Math.max(0, apart([x, y, x, y], rect) - reach);
  const [cell] = free.sort((a, b) => beyond(a) - beyond(b) || Number(waits(a)) - Number(waits(b)) || away(a) - away(b));
  return cell ? { cell, isBeside: beyond(cell) === 0 } : { cell: [rect[0], rect[1]], isBeside: false };
}

/** Where a way that closes in ends: its first cell, within reach of the target, to which nobody else goes, or one nearby. @param {Position} position @param {Orders} orders @param {Unit} unit @param {Element} target @param {number} reach @param {readonly Cell[]} onWay cells of the way in reach, the first first @returns {{cell: Cell, isBeside: boolean}} */
export function firingPlace(position, orders, unit, target, reach, onWay) {
  const room = roomFor(position, orders, [unit]);
  const level = levelOf(unit);
  const free = onWay.find((cell) => room(cell, level));
  if (free) return { cell: free, isBeside: true };
  const [x, y] = onWay[0];
  const rect = rectOf(target);
  const [near] = nearestTo(position.chart, [x, y, x, y], WAITS, (cell) => {
    const far = apart([cell[0], cell[1], cell[0], cell[1]], rect);
    return far >= 1 && far <= reach && room(cell, level);
  });
  return { cell: near ?? [x, y], isBeside: !!near };
}
