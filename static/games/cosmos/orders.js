/**
 * What becomes of the draft when something is ordered, changed or taken back? Pure: every function returns new orders and leaves the old
 * ones alone. Whether orders are legal, and what they lead to, the server says.
 */

/** @import { Action, Kind, Orders, Reflex, Rules, Shown } from './types' */

/** Orders with all their fields; nothing is the empty draft. @param {any} [orders] @returns {Orders} */
export function whole(orders) {
  return {
    direct: orders?.direct ?? [],
    standing: orders?.standing ?? [],
    defaults: orders?.defaults ?? {},
    resign: orders?.resign ?? false,
  };
}

/** Is nothing ordered? @param {Orders} orders */
export function isEmpty(orders) {
  const { direct, standing, defaults, resign } = orders;
  return !resign && !direct.length && !standing.length && !Object.keys(defaults).length;
}

/** Of these actions an entity does one a turn: a later one replaces an earlier one. */
const TIRING = new Set(['move', 'build', 'overload', 'analyse']);

/** What is drafted for an entity at once. @param {Orders} orders @param {number} id @returns {Action[]} */
export function actionsOf(orders, id) {
  return orders.direct.find((entry) => entry.id === id)?.actions ?? [];
}

/** The standing orders drafted for an entity; null: those it has go on. @param {Orders} orders @param {number} id @returns {Rules | null} */
export function standingOf(orders, id) {
  return orders.standing.find((entry) => entry.id === id) ?? null;
}

/** @template {{id: number}} Entry @param {Entry[]} entries @param {Entry | null} entry @param {number} id */
function replaced(entries, entry, id) {
  const others = entries.filter((other) => other.id !== id);
  return (entry ? [...others, entry] : others).sort((a, b) => a.id - b.id);
}

/** @param {Orders} orders @param {number} id @param {Action[]} actions @param {number} [rounds] how long they are tried; none: for one step */
function withActions(orders, id, actions, rounds) {
  const before = orders.direct.find((entry) => entry.id === id);
  const lasts = rounds ?? before?.valid_for;
  const entry = actions.length ? { id, actions, ...(lasts ? { valid_for: lasts } : {}) } : null;
  return { ...orders, direct: replaced(orders.direct, entry, id) };
}

/** Adds an action, in place of one that excludes it or does the same. @param {Orders} orders @param {number} id @param {Action} action @param {number} [rounds] */
export function addAction(orders, id, action, rounds) {
  const others = actionsOf(orders, id).filter(
    (other) => other.do !== action.do && !(TIRING.has(other.do) && TIRING.has(action.do)),
  );
  // What comes after a burst is dropped with the ship.
  const actions =
    action.do === 'overload' ? [...others, action] : [...others.filter(({ do: what }) => what !== 'overload'), action];
  return withActions(orders, id, actions, rounds);
}

/** @param {Orders} orders @param {number} id @param {string} what */
export function removeAction(orders, id, what) {
  return withActions(
    orders,
    id,
    actionsOf(orders, id).filter(({ do: kind }) => kind !== what),
  );
}

/**
 * Sets standing orders of an entity: what `rules` leaves out stays as it is drafted. null: the draft of them is taken back.
 * @param {Orders} orders @param {number} id @param {Rules | null} rules
 */
export function setStanding(orders, id, rules) {
  const before = orders.standing.find((entry) => entry.id === id);
  return { ...orders, standing: replaced(orders.standing, rules && { ...before, ...rules, id }, id) };
}

/** What an entity does by itself: as drafted, else as it stands. @param {Orders} orders @param {Pick<Shown, 'id' | 'all'>} entity @returns {Reflex[]} */
export function reflexesOf(orders, { id, all }) {
  return standingOf(orders, id)?.reflexes ?? all?.standing.reflexes ?? [];
}

/** Sets the one reflex of a type that an entity has; null: it has none. @param {Orders} orders @param {Pick<Shown, 'id' | 'all'>} entity @param {string} type @param {Record<string, any> | null} fields */
export function setReflex(orders, entity, type, fields) {
  const others = reflexesOf(orders, entity).filter((reflex) => reflex.type !== type);
  return setStanding(orders, entity.id, { reflexes: fields ? [...others, { type, ...fields }] : others });
}

/** Standing orders for those of a kind that are still to come; null: those of now. @param {Orders} orders @param {Kind} kind @param {Rules | null} rules */
export function setDefault(orders, kind, rules) {
  const { [kind]: _, ...others } = orders.defaults;
  return { ...orders, defaults: rules ? { ...others, [kind]: rules } : others };
}

/** Everything drafted for an entity is taken back. @param {Orders} orders @param {number} id */
export function clearEntity(orders, id) {
  return setStanding(withActions(orders, id, []), id, null);
}

/** The draft without the part at a path: `direct[0].actions[1]`, `standing[0]`, `defaults.miner` or `resign`. @param {any} given @param {string} path */
export function removeOrder(given, path) {
  const orders = whole(given);
  const direct = /^direct\[(\d+)\]\.actions\[(\d+)\]$/.exec(path);
  const standing = /^standing\[(\d+)\]$/.exec(path);
  if (direct) {
    const { id, actions } = orders.direct[Number(direct[1])];
    return withActions(
      orders,
      id,
      actions.filter((_, i) => i !== Number(direct[2])),
    );
  }
  if (standing) return setStanding(orders, orders.standing[Number(standing[1])].id, null);
  if (path.startsWith('defaults.'))
    return setDefault(orders, /** @type {Kind} */ (path.slice('defaults.'.length)), null);
  return { ...orders, resign: false };
}
