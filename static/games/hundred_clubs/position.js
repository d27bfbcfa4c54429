/**
 * What does a frame show, cell by cell? Joins the view with the facts of the map into flat arrays, cell `y * width + x`. Holds no
 * rules beyond who is whose ally; what orders lead to the server says.
 */

/** @import { ClubView as View, Cell, PlayerView, RefereePlayer } from './types' */

/**
 * What never changes about a map.
 * @typedef {object} Chart
 * @property {number} width
 * @property {number} height
 * @property {string} letters terrain letter of every cell
 * @property {number[]} atk
 * @property {number[]} def
 * @property {number[]} members
 */

/** A connected piece of a club's land. @typedef {{seat: number, cells: number[], badge: number}} Piece badge: the cell for its sign */

/**
 * @typedef {object} Position
 * @property {View} view
 * @property {Chart} chart
 * @property {Int8Array} owner seat, NOBODY or UNSEEN
 * @property {Uint8Array} cut 1 where the land has no supply line
 * @property {Int8Array} lastOwner seat or NOBODY as last seen where nothing is seen now, else UNSEEN
 * @property {number[]} lastRound the round of that sight, else 0
 * @property {Set<number>} allies my allies; of the referee and the public none
 * @property {{seat: number, cell: number}[]} capitals known ones, in the order of seats
 */

export const NOBODY = -1;
export const UNSEEN = -2;

/** @type {WeakMap<object, Chart>} */
const charts = new WeakMap();

/** @param {Pick<View, 'map' | 'terrain'>} view @returns {Chart} */
export function chartOf(view) {
  const known = charts.get(view.map);
  if (known) return known;
  const { width, height, rows } = view.map;
  const letters = rows.join('');
  const kinds = [...letters].map((letter) => view.terrain[letter]);
  const chart = {
    width,
    height,
    letters,
    atk: kinds.map(({ atk }) => atk),
    def: kinds.map(({ def }) => def),
    members: kinds.map(({ members }) => members),
  };
  for (const { at, atk, def, members } of view.map.overrides ?? []) {
    const cell = at[1] * width + at[0];
    chart.atk[cell] = atk ?? chart.atk[cell];
    chart.def[cell] = def ?? chart.def[cell];
    chart.members[cell] = members ?? chart.members[cell];
  }
  charts.set(view.map, chart);
  return chart;
}

/** @param {string} letter of `owners` */
const ownerOf = (letter) => (letter === '?' ? UNSEEN : letter === '.' ? NOBODY : Number(letter));

/** @param {string[]} rows */
const ownersOf = (rows) => Int8Array.from(rows.join(''), ownerOf);

/** @type {WeakMap<View, Position>} */
const positions = new WeakMap();

/** The position a view shows; the same one for the same view. @param {View} view @returns {Position} */
export function positionOf(view) {
  let position = positions.get(view);
  if (!position) positions.set(view, (position = readView(view)));
  return position;
}

/** @param {View} view @returns {Position} */
function readView(view) {
  const chart = chartOf(view);
  const cut = new Uint8Array(chart.letters.length);
  for (const at of view.cut_off) cut[cellOf(chart, at)] = 1;
  const mine = view.you === null ? [] : /** @type {PlayerView[]} */ (view.players);
  return {
    view,
    chart,
    owner: ownersOf(view.owners),
    cut,
    lastOwner: view.memory ? ownersOf(view.memory.owners) : new Int8Array(chart.letters.length).fill(UNSEEN),
    lastRound: view.memory?.rounds.flat() ?? [],
    allies: new Set(mine.filter(({ relation }) => relation === 'allied').map(({ seat }) => seat)),
    capitals: capitalsOf(view, chart),
  };
}

/** @param {View} view @param {Chart} chart */
function capitalsOf(view, chart) {
  const known = view.players.map(({ seat, capital }) => ({ seat, at: capital ?? null }));
  if (view.you !== null) known.push({ seat: view.you, at: view.me?.capital ?? null });
  return known
    .flatMap(({ seat, at }) => (at ? [{ seat, cell: cellOf(chart, at) }] : []))
    .sort((a, b) => a.seat - b.seat);
}

/** Do clubs begin at starts of the map, without bidding? @param {Record<string, any>} options */
export const beginsAtStarts = ({ starts }) => starts === 'drawn' || starts === 'fixed';

/**
 * Where clubs that have not been met may have begun: starts of the map where clubs begin there, as long as nobody has been seen there. The map
 * is known to all.
 * @param {Position} position @returns {number[]} cells
 */
export function startsOfOthers({ view, chart, owner, lastOwner }) {
  const unmet = /** @type {PlayerView[]} */ (view.players).some(({ relation }) => relation === 'undiscovered');
  if (view.you === null || view.phase !== 'rounds' || !beginsAtStarts(view.options) || !unmet) return [];
  const cells = (view.map.starts ?? []).map((at) => cellOf(chart, at));
  return cells.filter((cell) => owner[cell] === UNSEEN && lastOwner[cell] === UNSEEN);
}

/** Whether one cell is left where the others can have begun, and was somebody's: as many starts as clubs. @param {Position} position */
export const isKnownWhere = (position) =>
  position.view.map.starts?.length === position.view.clubs && startsOfOthers(position).length === 1;

/** @param {Chart} chart @param {Cell | number[]} at */
export const cellOf = (chart, at) => at[1] * chart.width + at[0];

/** @param {Chart} chart @param {number} cell @returns {Cell} */
export const placeOfCell = (chart, cell) => [cell % chart.width, Math.floor(cell / chart.width)];

/** @param {Chart} chart @param {number} x @param {number} y */
export const isOnBoard = (chart, x, y) => x >= 0 && y >= 0 && x < chart.width && y < chart.height;

/** The four neighbours of a cell that lie on the board. @param {Chart} chart @param {number} cell @returns {number[]} */
export function neighbours({ width, letters }, cell) {
  const x = cell % width;
  const found = [];
  if (cell >= width) found.push(cell - width);
  if (x > 0) found.push(cell - 1);
  if (x < width - 1) found.push(cell + 1);
  if (cell + width < letters.length) found.push(cell + width);
  return found;
}

/** Cells within a Manhattan distance, in the order of rows. @param {Chart} chart @param {number} cell @param {number} reach @returns {number[]} */
export function around(chart, cell, reach) {
  const [x, y] = placeOfCell(chart, cell);
  const found = [];
  for (let dy = -reach; dy <= reach; dy += 1) {
    const rest = reach - Math.abs(dy);
    for (let dx = -rest; dx <= rest; dx += 1) {
      if (isOnBoard(chart, x + dx, y + dy)) found.push(cell + dy * chart.width + dx);
    }
  }
  return found;
}

/** Sum of the members within two cells. @param {Chart} chart @param {number} cell */
export const membersAround = (chart, cell) =>
  around(chart, cell, 2).reduce((sum, near) => sum + chart.members[near], 0);

/** How many steps apart two cells are. @param {Chart} chart @param {number} a @param {number} b */
export function distanceOf(chart, a, b) {
  const [[ax, ay], [bx, by]] = [placeOfCell(chart, a), placeOfCell(chart, b)];
  return Math.abs(ax - bx) + Math.abs(ay - by);
}

/** Land of mine or of an ally: where campaigns may stand. @param {Position} position @param {number} cell */
export function isAccess({ view, owner, allies }, cell) {
  return owner[cell] >= 0 && (owner[cell] === view.you || allies.has(owner[cell]));
}

/**
 * The connected pieces of all land that has an owner in a list of owners, largest first within a seat.
 * @param {Chart} chart @param {Int8Array} owner @returns {Piece[]}
 */
export function piecesOf(chart, owner) {
  const seen = new Uint8Array(owner.length);
  /** @type {Piece[]} */
  const pieces = [];
  for (let first = 0; first < owner.length; first += 1) {
    if (owner[first] < 0 || seen[first]) continue;
    const cells = [first];
    seen[first] = 1;
    for (let i = 0; i < cells.length; i += 1) {
      for (const next of neighbours(chart, cells[i])) {
        if (seen[next] || owner[next] !== owner[first]) continue;
        seen[next] = 1;
        cells.push(next);
      }
    }
    pieces.push({ seat: owner[first], cells, badge: heartOf(chart, cells) });
  }
  return pieces.sort((a, b) => a.seat - b.seat || b.cells.length - a.cells.length);
}

/** The cell of a piece that lies nearest to its middle. @param {Chart} chart @param {number[]} cells */
function heartOf(chart, cells) {
  const places = cells.map((cell) => placeOfCell(chart, cell));
  const mx = places.reduce((sum, [x]) => sum + x, 0) / cells.length;
  const my = places.reduce((sum, [, y]) => sum + y, 0) / cells.length;
  let best = 0;
  let least = Infinity;
  places.forEach(([x, y], i) => {
    const away = (x - mx) ** 2 + (y - my) ** 2;
    if (away < least) [best, least] = [i, away];
  });
  return cells[best];
}

/**
 * The cells a seat sees, from owners that are all known (the referee's view): within `sight` of its own and its allies' land.
 * @param {Position} position @param {number} seat @returns {Uint8Array} 1: seen
 */
export function sightOf({ view, chart, owner }, seat) {
  const player = /** @type {RefereePlayer | undefined} */ (view.players.find((other) => other.seat === seat));
  const seen = new Uint8Array(owner.length);
  owner.forEach((whose, cell) => {
    if (whose < 0 || (whose !== seat && player?.relations[whose] !== 'allied')) return;
    for (const near of around(chart, cell, view.options.sight)) seen[near] = 1;
  });
  return seen;
}
