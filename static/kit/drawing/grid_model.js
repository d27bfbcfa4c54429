/**
 * What becomes of a map of squares when somebody draws on it? Ground is painted, things are put, moved, changed and taken away, with all their
 * images if it is drawn with symmetry. A map is the game's own document; where it has what, its description says (`Grid` in
 * `games/core/drawing.py`). Pure: every function returns another map. What is right the server says.
 *
 * @typedef {import('./grid_symmetry.js').Cell} Cell
 * @typedef {import('./grid_symmetry.js').GridSymmetry} GridSymmetry
 * @typedef {import('./model.js').Field} Field
 * @typedef {{key: string, kinds: [any, string][], fill: any, limits: [number, number], width: string, height: string}} Ground
 * @typedef {{key: string, one: string, many: string, help: string, fields: Field[], most: number, at: string, id: string, name: string, letter: string, seats: boolean}} Things
 * @typedef {{ground: Ground, things: Things[], fields: Field[]}} GridDrawing
 * @typedef {Record<string, any>} Chart a map
 * @typedef {{of: 'map'} | {of: 'thing', key: string, i: number}} GridTarget what is selected: the map, or which of a list
 */

import { imagesOf } from './grid_symmetry.js';
import { put } from './model.js';

/** The rows of ground; whatever else a map may hold there counts as nothing. @param {GridDrawing} drawing @param {Chart} chart @returns {any[]} */
const rowsIn = ({ ground }, chart) => (Array.isArray(chart?.[ground.key]) ? chart[ground.key] : []);

/** Width and height, as the map says, or else as its rows are. @param {GridDrawing} drawing @param {Chart} chart @returns {Cell} */
export function sizeOf(drawing, chart) {
  const { ground } = drawing;
  const rows = rowsIn(drawing, chart);
  const side = (/** @type {any} */ said, /** @type {number} */ seen) =>
    Math.max(1, Math.min(ground.limits[1], Number.isInteger(said) ? said : seen));
  return [side(chart?.[ground.width], rows[0]?.length ?? 1), side(chart?.[ground.height], rows.length)];
}

/** @param {Cell} size @param {Cell} at */
export const isOn = ([width, height], [x, y]) => x >= 0 && y >= 0 && x < width && y < height;

/** What kind of ground a square is; undefined: none that is known. @param {GridDrawing} drawing @param {Chart} chart @param {Cell} at */
export const groundAt = (drawing, chart, [x, y]) => rowsIn(drawing, chart)[y]?.[x];

/** The ground as a list of kinds by row, `fill` where there is none. @param {GridDrawing} drawing @param {Chart} chart @returns {any[][]} */
export function groundOf(drawing, chart) {
  const [width, height] = sizeOf(drawing, chart);
  const known = new Set(drawing.ground.kinds.map(([kind]) => kind));
  return Array.from({ length: height }, (_, y) =>
    Array.from({ length: width }, (_, x) => {
      const kind = groundAt(drawing, chart, [x, y]);
      return known.has(kind) ? kind : drawing.ground.fill;
    }),
  );
}

/** The map with this ground. @param {GridDrawing} drawing @param {Chart} chart @param {any[][]} rows @returns {Chart} */
function withGround({ ground }, chart, rows) {
  const isText = typeof ground.fill === 'string';
  return {
    ...chart,
    [ground.width]: rows[0].length,
    [ground.height]: rows.length,
    [ground.key]: isText ? rows.map((row) => row.join('')) : rows,
  };
}

/** Paints squares and their images; the same map if nothing changes. @param {GridDrawing} drawing @param {Chart} chart @param {Cell[]} cells @param {any} kind @param {GridSymmetry} symmetry @returns {Chart} */
export function painted(drawing, chart, cells, kind, symmetry) {
  const size = sizeOf(drawing, chart);
  const rows = groundOf(drawing, chart);
  let isOther = false;
  for (const cell of cells) {
    if (!isOn(size, cell)) continue;
    for (const [x, y] of imagesOf(symmetry, size, cell)) {
      isOther ||= rows[y][x] !== kind;
      rows[y][x] = kind;
    }
  }
  return isOther ? withGround(drawing, chart, rows) : chart;
}

/** The map with another side: cropped, or larger, at the right and below. @param {GridDrawing} drawing @param {Chart} chart @param {Cell} size @returns {Chart} */
export function resized(drawing, chart, size) {
  const { ground, things } = drawing;
  const [width, height] = size.map((side) => Math.max(ground.limits[0], Math.min(ground.limits[1], side)));
  const old = groundOf(drawing, chart);
  const rows = Array.from({ length: height }, (_, y) =>
    Array.from({ length: width }, (_, x) => old[y]?.[x] ?? ground.fill),
  );
  const kept = Object.fromEntries(
    things
      .filter(({ key }) => Array.isArray(chart[key]))
      .map((list) => [
        list.key,
        chart[list.key].filter((/** @type {any} */ one) => {
          const at = cellOf(list, one);
          return !at || isOn([width, height], at);
        }),
      ]),
  );
  return withGround(drawing, { ...chart, ...kept }, rows);
}

// Things

/** @param {GridDrawing} drawing @param {string} key @returns {Things} */
export const listCalled = ({ things }, key) => /** @type {Things} */ (things.find((one) => one.key === key));

/** Where a thing stands; null: nowhere that could be drawn. @param {Things} list @param {any} one @returns {Cell | null} */
export function cellOf({ at }, one) {
  const cell = at ? one?.[at] : one;
  return Array.isArray(cell) && cell.length === 2 && cell.every(Number.isInteger) ? [cell[0], cell[1]] : null;
}

/** @param {Things} list @param {any} one @param {Cell} cell */
const placed = ({ at }, one, cell) => (at ? { ...one, [at]: cell } : cell);

/** Everything of a list. @param {Chart} chart @param {string} key @returns {any[]} */
export const thingsIn = (chart, key) => (Array.isArray(chart?.[key]) ? chart[key] : []);

/** @param {Chart} chart @param {GridTarget} target @returns {any} undefined: there is none */
export const recordOf = (chart, target) => (target.of === 'map' ? chart : thingsIn(chart, target.key)[target.i]);

/** What stands on a square, of one list or of all. @param {GridDrawing} drawing @param {Chart} chart @param {Cell} at @param {string} [key] @returns {GridTarget[]} */
export function standingAt(drawing, chart, at, key) {
  return drawing.things
    .filter((list) => key === undefined || list.key === key)
    .flatMap((list) =>
      thingsIn(chart, list.key).flatMap((one, i) =>
        cellOf(list, one)?.join() === at.join() ? [{ of: /** @type {'thing'} */ ('thing'), key: list.key, i }] : [],
      ),
    );
}

/** The thing itself and those of its list that stand at its images, by their numbers. @param {GridDrawing} drawing @param {Chart} chart @param {{key: string, i: number}} target @param {GridSymmetry} symmetry @returns {number[]} */
function withImages(drawing, chart, { key, i }, symmetry) {
  const at = cellOf(listCalled(drawing, key), thingsIn(chart, key)[i]);
  if (!at) return [i];
  const images = imagesOf(symmetry, sizeOf(drawing, chart), at);
  const found = images.flatMap((image) => standingAt(drawing, chart, image, key));
  return [...new Set([i, ...found.map((one) => /** @type {any} */ (one).i)])];
}

/** Puts a thing there with its images, where none of its list is; `name` of a new one by its number. @param {GridDrawing} drawing @param {Chart} chart @param {string} key @param {Cell} at @param {GridSymmetry} symmetry @param {(n: number) => string} name @returns {{chart: Chart, target: GridTarget | null}} */
export function added(drawing, chart, key, at, symmetry, name) {
  const list = listCalled(drawing, key);
  const size = sizeOf(drawing, chart);
  const held = [...thingsIn(chart, key)];
  /** @type {GridTarget | null} */
  let target = null;
  for (const image of isOn(size, at) ? imagesOf(symmetry, size, at) : []) {
    if (held.length >= list.most || standingAt(drawing, { ...chart, [key]: held }, image, key).length) continue;
    target ??= { of: 'thing', key, i: held.length };
    /** @type {any} */
    const one = {};
    if (list.id) one[list.id] = freeId(list, held);
    if (list.name) one[list.name] = freeName(list, held, name);
    held.push(placed(list, one, image));
  }
  return { chart: target ? { ...chart, [key]: held } : chart, target };
}

/** @param {Things} list @param {any[]} held */
function freeId({ id, letter }, held) {
  const taken = new Set(held.map((one) => one?.[id]));
  let n = 1;
  while (taken.has(`${letter}${n}`)) n += 1;
  return `${letter}${n}`;
}

/** @param {Things} list @param {any[]} held @param {(n: number) => string} name */
function freeName({ name: field }, held, name) {
  const taken = new Set(held.map((one) => one?.[field]));
  let n = 1;
  while (taken.has(name(n))) n += 1;
  return name(n);
}

/** Moves a thing, and its images with it; nothing, if one of its list is there. @param {GridDrawing} drawing @param {Chart} chart @param {{key: string, i: number}} target @param {Cell} to @param {GridSymmetry} symmetry @returns {Chart} */
export function moved(drawing, chart, target, to, symmetry) {
  const list = listCalled(drawing, target.key);
  const size = sizeOf(drawing, chart);
  const held = thingsIn(chart, target.key);
  const from = cellOf(list, held[target.i]);
  if (!isOn(size, to) || from?.join() === to.join()) return chart;
  /** @type {Map<number, Cell>} */
  const goals = new Map([[target.i, to]]);
  if (from) {
    const [before, after] = [imagesOf(symmetry, size, from, true), imagesOf(symmetry, size, to, true)];
    before.forEach((image, n) => {
      const [other] = standingAt(drawing, chart, image, target.key);
      if (other?.of === 'thing' && !goals.has(other.i)) goals.set(other.i, after[n]);
    });
  }
  const all = held.map((one, i) => (goals.get(i) ?? cellOf(list, one))?.join() ?? `${i}`);
  if (new Set(all).size < new Set(held.map((one, i) => cellOf(list, one)?.join() ?? `${i}`)).size) return chart;
  return {
    ...chart,
    [target.key]: held.map((one, i) => {
      const goal = goals.get(i);
      return goal ? placed(list, one, goal) : one;
    }),
  };
}

/** Takes a thing away, and its images. @param {GridDrawing} drawing @param {Chart} chart @param {{key: string, i: number}} target @param {GridSymmetry} symmetry @returns {Chart} */
export function removed(drawing, chart, target, symmetry) {
  const gone = withImages(drawing, chart, target, symmetry);
  return { ...chart, [target.key]: thingsIn(chart, target.key).filter((_, i) => !gone.includes(i)) };
}

/**
 * Gives a field of what is selected another value, and its images the same; undefined: the usual one. Words are one thing's alone.
 * @param {GridDrawing} drawing @param {Chart} chart @param {GridTarget} target @param {Field} field @param {any} value @param {GridSymmetry} symmetry @returns {Chart}
 */
export function withValue(drawing, chart, target, field, value, symmetry) {
  const { ground } = drawing;
  if (target.of === 'map') {
    const [width, height] = sizeOf(drawing, chart);
    const side = Number.isInteger(value) ? value : field.default;
    if (field.key === ground.width) return resized(drawing, chart, [side, height]);
    if (field.key === ground.height) return resized(drawing, chart, [width, side]);
    return put(chart, field.key, value);
  }
  const isOfOne = field.kind === 'text' || field.kind === 'lines';
  const all = isOfOne ? [target.i] : withImages(drawing, chart, target, symmetry);
  const held = thingsIn(chart, target.key);
  return { ...chart, [target.key]: held.map((one, i) => (all.includes(i) ? put(one, field.key, value) : one)) };
}

/** Of what a fault is, by its path: `starts[1]`, `landmarks[0].name`, `rows[3]`. @param {GridDrawing} drawing @param {Chart} chart @param {string} path @returns {{target: GridTarget, field: string}} */
export function targetOf(drawing, chart, path) {
  const [key, number, ...rest] = path.split(/[.[\]]+/).filter(Boolean);
  const i = Number(number);
  const isThing = drawing.things.some((one) => one.key === key) && number !== undefined;
  if (isThing && i < thingsIn(chart, key).length) return { target: { of: 'thing', key, i }, field: rest.join('.') };
  return { target: { of: 'map' }, field: [key, number, ...rest].filter((one) => one !== undefined).join('.') };
}
