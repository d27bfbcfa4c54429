/**
 * What becomes of the draft when something is ordered, changed or taken away? Pure: every function returns new orders and leaves the
 * old ones alone. Holds no rules: whether orders are legal, and what they lead to, the server says.
 */

/** @import { Cell, Command, Orders, Product, UnitOrders } from './types' */

/** @returns {Orders} */
export const emptyOrders = () => ({});

/** Orders in the server's form: nothing that is empty, giving up alone. @param {any} [orders] @returns {Orders} */
export function whole(orders) {
  if (orders?.resign) return { resign: true };
  const units = Object.entries(orders?.units ?? {}).filter(([, given]) => Object.keys(given).length > 0);
  return {
    ...(units.length ? { units: Object.fromEntries(units) } : {}),
    ...(orders?.production?.length ? { production: orders.production } : {}),
  };
}

/** Whether there is nothing in it. @param {Orders} orders */
export const isEmpty = (orders) => Object.keys(whole(orders)).length === 0;

/** What an element is ordered to do. @param {Orders} orders @param {number} id @returns {UnitOrders} */
export const ordersOf = (orders, id) => orders.units?.[id] ?? {};

/** The units that have orders, by id. @param {Orders} orders */
export const ordered = (orders) => Object.keys(orders.units ?? {}).map(Number);

/** Changes parts of what elements are ordered; a part that is undefined is taken away. @param {Orders} orders @param {number[]} ids @param {UnitOrders} part @returns {Orders} */
export function give(orders, ids, part) {
  const { resign: _, ...kept } = orders;
  const units = { ...kept.units };
  for (const id of ids) {
    const given = Object.entries({ ...units[id], ...part }).filter(([, value]) => value !== undefined);
    units[id] = Object.fromEntries(given);
  }
  return whole({ ...kept, units });
}

/** Sends elements to a cell; null: they stop. @param {Orders} orders @param {number[]} ids @param {Cell | null} cell */
export const send = (orders, ids, cell) => give(orders, ids, { move: cell });

/** Gives commands, each to its element. @param {Orders} orders @param {[id: number, command: Command][]} commands */
export const command = (orders, commands) =>
  commands.reduce((draft, [id, given]) => give(draft, [id], { command: given }), orders);

/** Of several that may fire at a target those who are not ordered to, and whether the others are enough. @param {readonly import('./types').Joint[] | undefined} lines what the server says of them @param {Orders} orders @param {number} target */
export function beyond(lines, orders, target) {
  const line = lines?.find((one) => one.target === target);
  const isOrdered = (/** @type {number} */ id) => {
    const given = ordersOf(orders, id).command;
    return given?.type === 'attack' && given.target === target;
  };
  const enough = line?.enough.units ?? [];
  return {
    free: (line?.units ?? []).filter((id) => !enough.includes(id) && !isOrdered(id)),
    isDone: !line || enough.every(isOrdered),
  };
}

/**
 * Whom of several that may fire at a target a press leaves free, since the others are expected to do it. Nobody, once those are ordered to: who presses
 * again means all.
 * @param {readonly import('./types').Joint[] | undefined} lines @param {Orders} orders @param {number} target @returns {number[]}
 */
export function spared(lines, orders, target) {
  const { free, isDone } = beyond(lines, orders, target);
  return isDone ? [] : free;
}

/** Changes fields of the command that an element has; without one nothing happens. @param {Orders} orders @param {number} id @param {object} part */
export function adjust(orders, id, part) {
  const { command: given } = ordersOf(orders, id);
  return given ? give(orders, [id], { command: /** @type {Command} */ ({ ...given, ...part }) }) : orders;
}

/** Takes back all that elements are ordered. @param {Orders} orders @param {number[]} ids */
export function cancel(orders, ids) {
  const units = Object.entries(orders.units ?? {}).filter(([id]) => !ids.includes(Number(id)));
  return whole({ ...orders, units: Object.fromEntries(units) });
}

/** Asks the yard for one more. @param {Orders} orders @param {Product} product */
export function build(orders, product) {
  const { resign: _, ...kept } = orders;
  return whole({ ...kept, production: [...(kept.production ?? []), product] });
}

/** Puts another product, or none, in the place of one. @param {Orders} orders @param {number} index @param {Product | null} product */
export const rebuild = (orders, index, product) =>
  whole({
    ...orders,
    production: (orders.production ?? []).flatMap((one, i) => (i === index ? (product ?? []) : one)),
  });

/** Puts a product elsewhere in the row. @param {Orders} orders @param {number} from @param {number} to */
export function reorder(orders, from, to) {
  const production = [...(orders.production ?? [])];
  production.splice(to, 0, ...production.splice(from, 1));
  return whole({ ...orders, production });
}

/**
 * The place in the orders that a path of the server names.
 * @param {string} path `units.4711.command.strikes[1]`, `production[2].rally`, `production`, `resign`
 * @returns {{id: number | null, part: keyof UnitOrders | null, product: number | null}}
 */
export function placeOf(path) {
  const unit = /^units\.(\d+)(?:\.(\w+))?/.exec(path);
  const product = /^production\[(\d+)\]/.exec(path);
  return {
    id: unit ? Number(unit[1]) : null,
    part: /** @type {keyof UnitOrders | null} */ (unit?.[2] ?? null),
    product: product ? Number(product[1]) : null,
  };
}

/** The orders without the part at a path. @param {Orders} orders @param {string} path @returns {Orders} */
export function removeOrder(orders, path) {
  const { id, part, product } = placeOf(path);
  if (id !== null) return part ? give(orders, [id], { [part]: undefined }) : cancel(orders, [id]);
  if (product !== null) return rebuild(orders, product, null);
  // Of too many products, or too dear ones, the last goes.
  if (path === 'production') return rebuild(orders, (orders.production?.length ?? 0) - 1, null);
  return path === 'resign' ? emptyOrders() : orders;
}

/** The orders without the parts at these paths. @param {Orders} orders @param {string[]} paths */
export const without = (orders, paths) =>
  // From the last product to the first, so that places stay what they were.
  [...paths].sort((a, b) => (placeOf(b).product ?? -1) - (placeOf(a).product ?? -1)).reduce(removeOrder, orders);

/** What an element was ordered that it can do once more by what is seen of it: nobody sails to where it lies, nor fires without ammo. @param {any} one @param {UnitOrders} given @returns {UnitOrders} */
function onceMore({ pos, ammo }, { move, command, ...rest }) {
  const isThere = move && pos && move[0] === pos[0] && move[1] === pos[1];
  const isEmptyGun = command?.type === 'attack' && ammo === 0;
  return { ...rest, ...(move !== undefined && !isThere && { move }), ...(command && !isEmptyGun && { command }) };
}

/**
 * The draft with the orders of an earlier round beside it: of elements that are still there and have no orders yet. What is no longer
 * legal, or comes to nothing, the server tells (`again.js`).
 * @param {Orders} orders @param {Orders} earlier @param {(id: number) => any} ownOf the own element of a number, as far as it is still there
 */
export function repeat(orders, earlier, ownOf) {
  const again = ordered(earlier).filter((id) => ownOf(id) && !orders.units?.[id]);
  const draft = again.reduce((sum, id) => give(sum, [id], onceMore(ownOf(id), ordersOf(earlier, id))), orders);
  return orders.production?.length ? draft : whole({ ...draft, production: earlier.production });
}
