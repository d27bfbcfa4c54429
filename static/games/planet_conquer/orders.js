/**
 * What becomes of the draft when something is added, changed or taken away? Pure: every function returns new orders and leaves
 * the old ones alone. Holds no rules: whether orders are legal, and what they lead to, the server says.
 */
import { without } from 'kit/session.js';
import { share } from 'kit/verbs.js';

/** @import { Move, Orders, Tactic } from './types' */

/** What a tactic must be told, in the order in which it is asked. */
export const PARAMETERS = /** @type {Record<string, ('planet' | 'from' | 'to' | 'units' | 'seat')[]>} */ ({
  terminator: ['planet'],
  defend: ['planet'],
  attack: ['planet'],
  fast: ['planet'],
  teleport: ['from', 'to', 'units'],
  halt: ['planet'],
  boost: ['planet'],
  eleminate: [],
  swap: ['seat'],
  god: ['planet'],
});

/** Orders with all their fields; null is empty. @param {Partial<Orders> | null | undefined} orders @returns {Orders} */
export function whole(orders) {
  return {
    moves: orders?.moves ?? [],
    tactic: orders?.tactic ?? null,
    resign: orders?.resign ?? false,
    // A table without standing routes knows no such field.
    ...(orders?.standing && { standing: orders.standing }),
  };
}

export const emptyOrders = () => whole(null);

/** Units that the draft sends from a planet, by moves and teleport. @param {Orders} orders @param {number} planet */
export function leaving(orders, planet) {
  const jump = orders.tactic?.type === 'teleport' ? [orders.tactic] : [];
  return [...orders.moves, ...jump].reduce((sum, { from, units = 0 }) => sum + (from === planet ? units : 0), 0);
}

/** A new move, or more units on the one along the same way. @param {Orders} orders @param {Move} move @returns {Orders} */
export function addMove(orders, move) {
  const at = orders.moves.findIndex((other) => other.from === move.from && other.to === move.to);
  if (at < 0) return { ...orders, moves: [...orders.moves, move] };
  return setUnits(orders, at, orders.moves[at].units + move.units);
}

/** @param {Orders} orders @param {number} index @param {number} units 0 takes the move away @returns {Orders} */
export function setUnits(orders, index, units) {
  if (units < 1) return removeMove(orders, index);
  return { ...orders, moves: orders.moves.map((move, i) => (i === index ? { ...move, units } : move)) };
}

/** @param {Orders} orders @param {number} index @returns {Orders} */
export function removeMove(orders, index) {
  return { ...orders, moves: orders.moves.filter((_, i) => i !== index) };
}

/** @param {Orders} orders @param {Tactic | null} tactic @returns {Orders} */
export function setTactic(orders, tactic) {
  return { ...orders, tactic };
}

/** The draft without what was added last: the tactic stands after the moves and standing routes. @param {Orders} orders @returns {Orders} */
export function removeLast(orders) {
  if (orders.resign) return { ...orders, resign: false };
  if (orders.tactic) return setTactic(orders, null);
  if (orders.standing && !orders.moves.length) return whole({ ...orders, standing: null });
  return removeMove(orders, orders.moves.length - 1);
}

/**
 * Sends a part of what is left on each source, or an exact number from each, to one target.
 * @param {Orders} orders @param {{id: number, units: number | null}[]} sources garrisons @param {number} target
 * @param {{fraction: number, exact: number | null}} amount
 * @returns {Orders}
 */
export function sendFrom(orders, sources, target, { fraction, exact }) {
  return sources.reduce((draft, source) => {
    const rest = Math.max(0, (source.units ?? 0) - leaving(draft, source.id));
    const units = exact === null ? share(rest, fraction) : Math.min(exact, rest);
    return units > 0 ? addMove(draft, { from: source.id, to: target, units }) : draft;
  }, orders);
}

/** The place in the orders that a path of the server names. @param {string} path @returns {{move: number | null, tactic: boolean}} */
export function placeOf(path) {
  const move = /(?:^|\.)moves\[(\d+)\]/.exec(path);
  return { move: move ? Number(move[1]) : null, tactic: /(?:^|\.)tactic(?:\.|$)/.test(path) };
}

/** The orders without the part at a path (`moves[2]`, `tactic`, `resign`). @param {Orders} orders @param {string} path */
export const removeOrder = (orders, path) =>
  /(?:^|\.)standing/.test(path) ? whole({ ...orders, standing: null }) : without(orders, path, emptyOrders());
