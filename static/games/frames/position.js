/**
 * What lies on the table? The view of one audience as the board needs it: who stands where, seen from whose side. Areas are named
 * "x,y" as in the orders; nothing here knows a rule.
 */

/** @typedef {{id: string, card: string}} Held */
/** @typedef {{id: string, ammo: number | null}} Arm */
/**
 * @typedef {object} Mech
 * @property {string} id
 * @property {number} seat
 * @property {string} model
 * @property {'board' | 'hangar' | 'gone'} where
 * @property {[number, number] | null} at
 * @property {number} hp
 * @property {number} max_hp
 * @property {number} hit
 * @property {number} evade
 * @property {{hit: number, evade: number}} now both as they count, by what lies open for the reader
 * @property {Arm[]} weapons
 * @property {{card: string | null, revealed: boolean} | null} pilot
 * @property {{id: string | null, card: string | null, revealed: boolean, charges: number | null}[]} gear
 * @property {Record<string, any>} facts what else the view says of it: states and their turns
 */
/** @typedef {Record<string, any>} Side a seat's part of the view */

/**
 * @typedef {object} Position
 * @property {any} view
 * @property {number | null} you
 * @property {number | null} reader that seat, if it is the reader's own; null: no sentence says "you"
 * @property {number} near the seat at the bottom of the board
 * @property {Side[]} sides by seat
 * @property {Map<string, Mech>} mechs of both seats, giants too, by id
 * @property {Record<string, any>} cards the catalogue
 */

const COLUMNS = 3;
const ROWS = 5;
export const EVENT_AREA = '1,2';

/** The view that is shown: a page shows one match, and its mechs and areas have the names of that match. @type {any} */
let shown = {};

export const shownView = () => shown;

/** Views of seats that the reader does not play: nobody in them is "you". @type {WeakSet<object>} */
const watched = new WeakSet();

/** The view of another's seat, or a copy of one, as the reader has it. @template View @param {View} view @param {boolean} isWatched @returns {View} */
export function asWatched(view, isWatched) {
  if (isWatched) watched.add(/** @type {any} */ (view));
  return view;
}

/** Whether the reader only watches the seat whose view it is. @param {object} view */
export const isWatched = (view) => watched.has(view);

/** @param {any} view @returns {Position} */
export function positionOf(view) {
  shown = view;
  const mechs = new Map();
  for (const side of view.seats ?? [])
    for (const mech of side.mechs) mechs.set(mech.id, { ...mech, seat: side.seat, facts: mech });
  const you = view.you ?? null;
  return {
    view,
    you,
    reader: watched.has(view) ? null : you,
    near: view.you ?? 0,
    sides: view.seats ?? [],
    mechs,
    cards: view.cards ?? {},
  };
}

/** @param {[number, number] | number[]} at */
export const keyOf = (at) => `${at[0]},${at[1]}`;

/** @param {string} key @returns {[number, number]} */
export const placeOf = (key) => /** @type {[number, number]} */ (key.split(',').map(Number));

/** All areas row by row as the seat at the bottom sees them. @param {number} near */
export function areasFrom(near) {
  const keys = Array.from({ length: COLUMNS * ROWS }, (_, i) => keyOf([i % COLUMNS, Math.floor(i / COLUMNS)]));
  return near === 1 ? keys.reverse() : keys;
}

/** The area next to this one on the screen, or none. @param {string} key @param {[number, number]} direction @param {number} near */
export function neighbour(key, [dx, dy], near) {
  const sign = near === 1 ? -1 : 1;
  const [x, y] = placeOf(key);
  const [toX, toY] = [x + dx * sign, y + dy * sign];
  return toX >= 0 && toX < COLUMNS && toY >= 0 && toY < ROWS ? keyOf([toX, toY]) : null;
}

/** The area of a seat's warship. @param {number} seat */
export const shipArea = (seat) => keyOf([1, seat === 0 ? ROWS - 1 : 0]);

/** Whose home row an area is in; null: nobody's. @param {string} key */
export function homeOf(key) {
  const y = placeOf(key)[1];
  return y === 0 ? 1 : y === ROWS - 1 ? 0 : null;
}

/** Mechs in an area, own first. @param {Position} position @param {string} key */
export function standing({ mechs, near }, key) {
  return [...mechs.values()]
    .filter(({ where, at }) => where === 'board' && at && keyOf(at) === key)
    .sort((a, b) => Number(b.seat === near) - Number(a.seat === near) || a.id.localeCompare(b.id));
}

/** Where a unit is: a mech, or a warship. @param {Position} position @param {string} unit @returns {string | null} */
export function areaOf({ mechs, sides }, unit) {
  const mech = mechs.get(unit);
  if (mech) return mech.where === 'board' && mech.at ? keyOf(mech.at) : null;
  const side = sides.find(({ ship }) => ship.id === unit);
  return side ? shipArea(side.seat) : null;
}

/** The seat of a unit, by its name. @param {string} unit */
export const seatOf = (unit) => Number(/\d/.exec(unit)?.[0] ?? 0);

/** Is it a warship, or what became of one? @param {string} unit */
export const isShip = (unit) => unit.startsWith('s');

/** The own side; null for who only watches. @param {Position} position @returns {Side | null} */
export const ownSide = ({ sides, you }) => (you === null ? null : (sides[you] ?? null));

/** Does this reader see the hands of both? @param {Position} position */
export const seesHands = ({ sides, you }) =>
  you === null && sides.length > 1 && sides.every(({ hand }) => hand.ship !== null);

/** What an own card is, wherever it lies. @param {Position} position @param {string} id @returns {string | null} its place in the catalogue */
export function heldCard(position, id) {
  for (const side of position.sides) {
    const inHand = [...(side.hand.ship ?? []), ...(side.hand.mech ?? [])];
    const onMechs = side.mechs.flatMap((/** @type {Mech} */ mech) => mech.gear);
    const found = [...inHand, ...onMechs].find((held) => held.id === id);
    if (found?.card) return found.card;
  }
  return null;
}

/** States of a mech or warship: an id of a sign, and a number where it has one. @param {Record<string, any>} unit @returns {{id: string, n: number | null}[]} */
export function statesOf(unit) {
  /** @type {{id: string, n: number | null}[]} */
  const found = [];
  for (const id of ['burn', 'disabled', 'em_locked', 'deploy_lock']) if (unit[id]) found.push({ id, n: unit[id] });
  if (unit.barrier?.points) found.push({ id: 'barrier', n: unit.barrier.points });
  for (const id of unit.buffs ?? []) if (id !== 'barrier') found.push({ id, n: null });
  if (unit.infected) found.push({ id: 'infected', n: unit.infected });
  if (unit.doomed) found.push({ id: 'doomed', n: null });
  const marks = Object.values(unit.tracer ?? {}).reduce((sum, n) => sum + n, 0);
  if (marks) found.push({ id: 'tracer', n: marks });
  if (unit.fresh) found.push({ id: 'fresh', n: null });
  if (unit.acted) found.push({ id: 'acted', n: null });
  return found;
}
