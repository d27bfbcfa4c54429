/** Where does each unit of a group go, when the group is sent to a cell? It keeps its formation as far as there is water for it. Computes no rule. */
import { apart, nearestTo } from 'kit/cells.js';
import { roomFor } from './berths.js';
import { send } from './orders.js';
import { isLand, isOnMap, levelOf, rectOf } from './position.js';

/** @import { Abilities, Cell, Element, Orders, Position, Unit, Way } from './types' */

/** A unit that finds its place taken goes at most so far beside it. */
const WIDEST = 9;
/** A group that lies farther apart than so many cells is no formation: it gathers around the cell. */
const APART = 6;

/**
 * The cell of each unit of a group that is sent to a cell, by its id: the unit in the middle of the group goes there, the others lie around it
 * as they do now; no two of a layer have the same.
 * @param {Position} position @param {readonly Unit[]} crew @param {Cell} cell @param {(cell: Cell, level: number) => boolean} [isOpen] whether nobody else stays or goes there @returns {Map<number, Cell>}
 */
export function placesOf(position, crew, [x, y], isOpen = () => true) {
  const mean = (/** @type {0 | 1} */ axis) => crew.reduce((sum, { pos }) => sum + pos[axis], 0) / crew.length;
  const middle = [mean(0), mean(1)];
  const far = (/** @type {Unit} */ { pos }) => Math.abs(pos[0] - middle[0]) + Math.abs(pos[1] - middle[1]);
  const inOrder = [...crew].sort((a, b) => far(a) - far(b) || a.id - b.id);
  const lead = inOrder[0].pos;
  const isFormation = crew.every(
    ({ pos }) => Math.max(Math.abs(pos[0] - lead[0]), Math.abs(pos[1] - lead[1])) <= APART,
  );
  /** @type {Map<number, Cell>} */
  const places = new Map();
  const taken = new Set();
  for (const { id, pos } of inOrder) {
    const level = pos[2];
    const isFree = (/** @type {Cell} */ [column, row]) =>
      isOnMap(position, column, row) &&
      (level === 2 || !isLand(position, column, row)) &&
      !taken.has(`${column} ${row} ${level}`) &&
      isOpen([column, row], level);
    const wanted = /** @type {Cell} */ (isFormation ? [x + pos[0] - lead[0], y + pos[1] - lead[1]] : [x, y]);
    const place = isFree(wanted)
      ? wanted
      : (nearestTo(position.chart, [...wanted, ...wanted], WIDEST, isFree)[0] ?? /** @type {Cell} */ ([x, y]));
    taken.add(`${place[0]} ${place[1]} ${level}`);
    places.set(id, place);
  }
  return places;
}

/** Sends units to a cell, a group in its formation, each to water where nobody of one's own stays or goes. @param {Orders} orders @param {Position} position @param {Unit[]} crew @param {Cell} cell */
export function sailTo(orders, position, crew, cell) {
  const room = roomFor(position, orders, crew);
  // Land, and what lies there, is for the server to judge; only a friend's place is another one's.
  if (crew.length === 1 && !isHeld(position, room, crew[0], cell)) return send(orders, [crew[0].id], cell);
  return [...placesOf(position, crew, cell, room)].reduce((draft, [id, place]) => send(draft, [id], place), orders);
}

/** Is that water of the map, to which somebody else of one's own goes? @param {Position} position @param {(cell: Cell, level: number) => boolean} room @param {Unit} one @param {Cell} cell */
const isHeld = (position, room, one, [x, y]) =>
  isOnMap(position, x, y) && (levelOf(one) === 2 || !isLand(position, x, y)) && !room([x, y], levelOf(one));

/**
 * The way on which a unit closes in on a target that it cannot shoot at from where it is: to where its guns reach, and not on until it is
 * alongside. Null: there is no such way, or the target is in reach already.
 * @param {Abilities} able of the unit that goes, asked about the place of the target @param {Element} target @returns {Way | null}
 */
export function approach({ cell, fire }, target) {
  const reach = fire[levelOf(target)]?.radius;
  const way = cell?.way;
  if (!way || reach === undefined) return null;
  const end = way.path.findIndex(([x, y]) => apart([x, y, x, y], rectOf(target)) <= reach);
  if (end < 1) return null;
  const stops = [...way.stops.filter((stop) => stop < end), end];
  const isDry = way.fuel_ends !== null && way.fuel_ends <= end;
  return {
    ...way,
    path: way.path.slice(0, end + 1),
    stops,
    ...(isDry ? {} : { fuel_ends: null, rounds: stops.length }),
  };
}
