/**
 * What does a frame show? The view with its lists sorted, cells indexed and sight unpacked. Holds no rules; what is legal and what
 * will happen comes from the server.
 */

import { callAsIn } from './names.js';

/** @import { Building, Cell, Chart, DeepBlueView, Element, Layer, Memory, Position, Rect, Unit } from './types' */

/** Charts by terrain and what is built on it: what is painted of one is kept as long as it is the same object. @type {Map<string, Chart>} */
const charts = new Map();
/** A page shows one map, or two. */
const MOST_CHARTS = 4;

/** @param {DeepBlueView} view @returns {Chart} */
function chartOf({ terrain, elements, size: [width, height] }) {
  const rects = elements.flatMap((one) => (isUnit(one) ? [] : [one.rect]));
  const key = [terrain.join(), ...rects.map(String).sort()].join(' ');
  const known = charts.get(key);
  if (known) return known;
  const land = new Uint8Array(width * height);
  terrain.forEach((row, y) => {
    for (let x = 0; x < width; x += 1) land[y * width + x] = row[x] === '#' ? 1 : 0;
  });
  const built = new Uint8Array(width * height);
  for (const [x0, y0, x1, y1] of rects) {
    for (let y = y0; y <= y1; y += 1) built.fill(1, y * width + x0, y * width + x1 + 1);
  }
  const chart = { width, height, land, built };
  if (charts.size >= MOST_CHARTS) charts.delete(/** @type {string} */ (charts.keys().next().value));
  charts.set(key, chart);
  return chart;
}

/** Cells as the server packs them: a row each, a bit for each x, the highest first. @param {string[]} rows @param {Chart} chart */
export function unpacked(rows, { width, height }) {
  const cells = new Uint8Array(width * height);
  rows.forEach((digits, y) => {
    for (let x = 0; x < width; x += 1)
      cells[y * width + x] = (Number.parseInt(digits[x >> 2], 16) >> (3 - (x & 3))) & 1;
  });
  return cells;
}

/** @param {Element} element @returns {element is Unit} */
export function isUnit(element) {
  return 'pos' in element;
}

/** First and last cell of a unit or building. @param {Element | Memory} element @returns {Rect} */
export function rectOf(element) {
  if ('rect' in element) return element.rect;
  const [x, y] = element.pos;
  return [x, y, x, y];
}

/** The layer an element is on. @param {Element | Memory} element */
export function levelOf(element) {
  return 'pos' in element ? element.pos[2] : 1;
}

/**
 * The lists and indices of a view.
 * @param {DeepBlueView} view @param {number | null} [eyes] of the referee's view: the seat to look from; none: everything is seen
 * @returns {Position}
 */
export function positionOf(view, eyes = null) {
  callAsIn(view);
  const chart = chartOf(view);
  const isReferee = view.seat === null && view.vision !== null;
  const seat = view.seat ?? (isReferee ? eyes : null);
  const vision = isReferee ? (eyes === null ? null : view.vision[eyes]) : view.vision;
  const memory = isReferee ? (eyes === null ? [] : view.memory[eyes]) : (view.memory ?? []);
  const units = view.elements.filter(isUnit);
  const buildings = /** @type {Building[]} */ (view.elements.filter((one) => !isUnit(one)));
  const own = seat === null ? [] : view.elements.filter((one) => one.seat === seat);
  /** @type {(number | undefined)[][]} */
  const occupants = [[], [], []];
  for (const one of view.elements) {
    const [x0, y0, x1, y1] = rectOf(one);
    for (let y = y0; y <= y1; y += 1)
      for (let x = x0; x <= x1; x += 1) occupants[levelOf(one)][y * chart.width + x] = one.id;
  }
  return {
    view,
    chart,
    seat,
    elements: new Map(view.elements.map((one) => [one.id, one])),
    buildings,
    units,
    own,
    enemies: seat === null ? [] : units.filter((one) => one.seat !== seat),
    base: buildings.find((one) => one.kind === 'base' && one.seat === seat) ?? null,
    ghosts: memory.map((/** @type {Memory} */ one) => ({ ...one, age: view.round - one.round })),
    sight: vision ? vision.map((/** @type {string[]} */ rows) => unpacked(rows, chart)) : null,
    eyes: vision ? 'seat' : isReferee ? 'all' : 'nothing',
    occupants,
  };
}

/** Whether a cell lies on the map. @param {Position} position @param {number} x @param {number} y */
export function isOnMap({ chart }, x, y) {
  return x >= 0 && y >= 0 && x < chart.width && y < chart.height;
}

/** Whether a cell of the map is land. @param {Position} position @param {number} x @param {number} y */
export function isLand({ chart }, x, y) {
  return chart.land[y * chart.width + x] === 1;
}

/** Whether the audience sees a cell now: on a level, or (3) on any. @param {Position} position @param {number} x @param {number} y @param {Layer} layer */
export function sees({ sight, eyes, chart }, x, y, layer) {
  if (!sight) return eyes === 'all';
  const cell = y * chart.width + x;
  return layer === 3 ? sight.some((level) => level[cell] === 1) : sight[layer][cell] === 1;
}

/** Who is at a cell of a level. @param {Position} position @param {number} x @param {number} y @param {number} level @returns {Element | null} */
export function elementAt({ occupants, elements, chart }, x, y, level) {
  return elements.get(occupants[level][y * chart.width + x] ?? -1) ?? null;
}

/** An own element, as far as it is still there. @param {Position} position @param {number} id */
export function ownOf({ elements, seat }, id) {
  const one = elements.get(id);
  return one?.seat === seat ? one : undefined;
}

/** All that is at a cell, from the deepest up. @param {Position} position @param {number} x @param {number} y @returns {Element[]} */
export function elementsAt(position, x, y) {
  return [0, 1, 2].flatMap((level) => elementAt(position, x, y, level) ?? []);
}

/** What of the audience's own is at a cell: ships and planes before the building that they lie in or fly over. @param {Position} position @param {number} x @param {number} y @returns {Element[]} */
export function ownAt(position, x, y) {
  const own = elementsAt(position, x, y).filter((one) => position.own.includes(one));
  return [...own.filter(isUnit), ...own.filter((one) => !isUnit(one))];
}

/** What is remembered at a cell. @param {Position} position @param {number} x @param {number} y */
export function ghostsAt({ ghosts }, x, y) {
  return ghosts.filter(({ pos }) => pos[0] === x && pos[1] === y);
}

/** A unit that has left sight, as this round or the one before remembers it; whoever sees all has a memory for each seat. @param {number | null | undefined} id @param {Position} position @param {import('./types').Frame | null} [before] @returns {Memory | undefined} */
export function remembered(id, { view }, before) {
  const all = [view, before?.view].flatMap((one) => (one?.memory ?? []).flat());
  return all.find((/** @type {Memory} */ one) => one.id === id);
}

/** How much of something an element can hold. @param {Position} position @param {Element} element @param {'health' | 'fuel' | 'ammo' | 'metal'} what @returns {number | null} null: without end */
export function capacity({ view }, element, what) {
  const { limits } = /** @type {Unit} */ (element);
  if (limits && what !== 'metal') return limits[what];
  return view.tables.kinds[element.kind][what];
}

/** Planes of a formation that are alive. @param {Unit} unit */
export function planesOf({ planes, planes_total: total }) {
  return planes ? planes.reduce((sum, n) => sum + n, 0) : (total ?? 0);
}

/**
 * Strikes that an element could be told to make where an attack goes, as the tables have them; whether they may is the server's word.
 * @param {Position} position @param {Element} one @param {{target?: number, cell?: number[]}} attack @returns {string[]}
 */
export function strikesOf({ view, elements }, one, { target, cell }) {
  const level = cell?.[2] ?? 1;
  const power = /** @type {Unit} */ (one).attack ?? view.tables.kinds[one.kind].attack;
  const goal = elements.get(target ?? -1);
  if (level === 2) return ['fire'];
  return ['fire', 'torpedo'].filter((kind, i) => power[i] && (kind === 'fire' ? level === 1 : !goal || isUnit(goal)));
}
