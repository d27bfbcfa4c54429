/**
 * What becomes of a map of squares when somebody draws on it? Ground is painted, things are put, moved, changed and taken away, with all their
 * images if it is drawn with symmetry. A map is the game's own document; where it has what, its description says (`Grid` in
 * `games/core/drawing.py`). Pure: every function returns another map. What is right the server says.
 *
 * @typedef {import('./grid_symmetry.js').Cell} Cell
 * @typedef {import('./grid_symmetry.js').GridSymmetry} GridSymmetry
 * @typedef {import('./model.js').Field} Field
 * @typedef {{key: string, kinds: [any, string][], fill: any, limits: [number, number], width: string, height: string, square: boolean, scale?: [number, number] | null, up?: boolean}} Ground
 * @typedef {{value: any, label: string, sides: [number, number], fresh: Record<string, any>, seat: string}} Kind
 * @typedef {{key: string, one: string, many: string, help: string, fields: Field[], most: number, at: string | [string, string], id: string, name: string, letter: string, seats: boolean, area: string, widest: number, kinds: Kind[], kind: string, ground: any}} Things
 * @typedef {{ground: Ground, things: Things[], fields: Field[], symmetry: GridSymmetry, symmetry_key?: string, symmetries?: [GridSymmetry, any][]}} GridDrawing
 * @typedef {[x0: number, y0: number, x1: number, y1: number]} Area corners, included
 * @typedef {Record<string, any>} Chart a map
 * @typedef {{of: 'map'} | {of: 'thing', key: string, i: number}} GridTarget what is selected: the map, or which of a list
 */

import { rectangle } from './brush.js';
import { imagesOf, needsSquare } from './grid_symmetry.js';
import { isSameChart, put } from './model.js';

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
  const { kinds, scale, fill } = drawing.ground;
  const known = new Set(kinds.map(([kind]) => kind));
  const isKnown = (/** @type {any} */ kind) =>
    scale ? Number.isInteger(kind) && kind >= scale[0] && kind <= scale[1] : known.has(kind);
  return Array.from({ length: height }, (_, y) =>
    Array.from({ length: width }, (_, x) => {
      const kind = groundAt(drawing, chart, [x, y]);
      return isKnown(kind) ? kind : fill;
    }),
  );
}

/** The map with this ground. @param {GridDrawing} drawing @param {Chart} chart @param {any[][]} rows @returns {Chart} */
export function withGround({ ground }, chart, rows) {
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
          const area = areaOf(list, one);
          return !area || isInside([width, height], area);
        }),
      ]),
  );
  return withGround(drawing, { ...chart, ...kept }, rows);
}

/** The symmetry that a map says it has; `none` if it cannot have it, or says nothing that is known. @param {GridDrawing} drawing @param {Chart} chart @returns {GridSymmetry} */
export function symmetryOf(drawing, chart) {
  const [width, height] = sizeOf(drawing, chart);
  const said = drawing.symmetries?.find(([, value]) => value === chart?.[drawing.symmetry_key ?? '']);
  return said && (width === height || !needsSquare(said[0])) ? said[0] : 'none';
}

/**
 * The map as its own image: ground is that of the first of the squares that stand for each other, row by row, and what stands on one of them
 * stands on all, as the first of its list does. The map says then that it has this symmetry, if it says so at all. The same map if nothing changes.
 * @param {GridDrawing} drawing @param {Chart} chart @param {GridSymmetry} symmetry @returns {Chart}
 */
export function evened(drawing, chart, symmetry) {
  const size = sizeOf(drawing, chart);
  const made = withGround(drawing, chart, evenRows(groundOf(drawing, chart), symmetry));
  for (const list of drawing.things) made[list.key] = repeated(list, thingsIn(chart, list.key), symmetry, size);
  const said = drawing.symmetries?.find(([name]) => name === symmetry);
  const whole = said && drawing.symmetry_key ? { ...made, [drawing.symmetry_key]: said[1] } : made;
  return isSameChart(chart, whole) ? chart : whole;
}

/** The map with other ground everywhere; of squares that stand for each other the first says what all are. @param {GridDrawing} drawing @param {Chart} chart @param {(at: Cell) => any} kindAt @param {GridSymmetry} symmetry @returns {Chart} */
export function filled(drawing, chart, kindAt, symmetry) {
  const rows = groundOf(drawing, chart).map((row, y) => row.map((_, x) => kindAt([x, y])));
  return withGround(drawing, chart, evenRows(rows, symmetry));
}

/** Rows in which each square is as the first of those that stand for each other, row by row. @param {any[][]} rows @param {GridSymmetry} symmetry @returns {any[][]} */
function evenRows(rows, symmetry) {
  /** @type {any[][]} */
  const made = rows.map(() => []);
  for (const [y, row] of rows.entries()) {
    for (const [x, kind] of row.entries()) {
      if (made[y][x] !== undefined) continue;
      for (const [u, v] of imagesOf(symmetry, [row.length, rows.length], [x, y])) made[v][u] = kind;
    }
  }
  return made;
}

/** What stands on a map that becomes its own image. @param {Things} list @param {any[]} held @param {GridSymmetry} symmetry @param {Cell} size */
function repeated(list, held, symmetry, size) {
  /** @type {any[]} */
  const all = [];
  const taken = new Set();
  const seatOf = (/** @type {any} */ one) => one?.[kindOf(list, one)?.seat ?? ''] ?? Infinity;
  // Those of the first seat come first, so that whoever has several things keeps them.
  for (const one of held.toSorted((a, b) => (seatOf(a) < seatOf(b) ? -1 : Number(seatOf(a) > seatOf(b))))) {
    const area = areaOf(list, one);
    if (!area || !isInside(size, area) || taken.has(area.join())) continue;
    const seat = kindOf(list, one)?.seat;
    for (const [n, image] of imagesOfArea(symmetry, size, area).entries()) {
      if (taken.has(image.join())) continue;
      taken.add(image.join());
      const copy = placed(list, one, image);
      all.push(seat ? { ...copy, [seat]: n } : copy);
    }
  }
  return all;
}

// Things

/** @param {GridDrawing} drawing @param {string} key @returns {Things} */
export const listCalled = ({ things }, key) => /** @type {Things} */ (things.find((one) => one.key === key));

/** Of which kind one of a list is; undefined: of none that is known. @param {Things} list @param {any} one @returns {Kind | undefined} */
export const kindOf = (list, one) =>
  list.kinds.find(({ value, seat }) =>
    list.kind ? one?.[list.kind] === value : !seat || (one?.[seat] ?? null) !== null,
  );

/** What squares a thing has; null: none that could be drawn. @param {Things} list @param {any} one @returns {Area | null} */
export function areaOf({ at, area }, one) {
  const pair = Array.isArray(at) ? at.map((key) => one?.[key]) : at ? one?.[at] : one;
  const held = area ? one?.[area] : pair;
  if (!Array.isArray(held) || !held.every(Number.isInteger)) return null;
  if (!area) return held.length === 2 ? [held[0], held[1], held[0], held[1]] : null;
  return held.length === 4 && held[0] <= held[2] && held[1] <= held[3] ? /** @type {Area} */ ([...held]) : null;
}

/** @param {Cell} size @param {Area} area */
export const isInside = (size, [x0, y0, x1, y1]) => isOn(size, [x0, y0]) && isOn(size, [x1, y1]);

/** @param {Area} one @param {Area} other */
const overlap = (one, other) => one[0] <= other[2] && other[0] <= one[2] && one[1] <= other[3] && other[1] <= one[3];

/** Areas that stand for each other, the one itself first, each once; `isWhole`: one for each way. @param {GridSymmetry} symmetry @param {Cell} size @param {Area} area @param {boolean} [isWhole] @returns {Area[]} */
function imagesOfArea(symmetry, size, [x0, y0, x1, y1], isWhole = false) {
  const [ones, others] = [imagesOf(symmetry, size, [x0, y0], true), imagesOf(symmetry, size, [x1, y1], true)];
  const all = ones.map(
    ([ax, ay], i) =>
      /** @type {Area} */ ([
        Math.min(ax, others[i][0]),
        Math.min(ay, others[i][1]),
        Math.max(ax, others[i][0]),
        Math.max(ay, others[i][1]),
      ]),
  );
  return isWhole ? all : [...new Map(all.map((image) => [image.join(), image])).values()];
}

/** @param {Things} list @param {any} one @param {Area} squares */
function placed({ at, area }, one, squares) {
  if (area) return { ...one, [area]: squares };
  if (Array.isArray(at)) return { ...one, [at[0]]: squares[0], [at[1]]: squares[1] };
  return at ? { ...one, [at]: squares.slice(0, 2) } : squares.slice(0, 2);
}

/** The map with ground below what stands there, where its list asks for some. @param {GridDrawing} drawing @param {Chart} chart @param {Things} list @param {Area[]} areas @returns {Chart} */
function founded(drawing, chart, { ground }, areas) {
  if (ground === null || ground === undefined) return chart;
  const cells = areas.flatMap(([x0, y0, x1, y1]) => rectangle([x0, y0], [x1, y1]));
  return painted(drawing, chart, cells, ground, 'none');
}

/** Everything of a list. @param {Chart} chart @param {string} key @returns {any[]} */
export const thingsIn = (chart, key) => (Array.isArray(chart?.[key]) ? chart[key] : []);

/** @param {Chart} chart @param {GridTarget} target @returns {any} undefined: there is none */
export const recordOf = (chart, target) => (target.of === 'map' ? chart : thingsIn(chart, target.key)[target.i]);

/** What stands on a square, of one list or of all. @param {GridDrawing} drawing @param {Chart} chart @param {Cell} at @param {string} [key] @returns {GridTarget[]} */
export function standingAt(drawing, chart, [x, y], key) {
  return drawing.things
    .filter((list) => key === undefined || list.key === key)
    .flatMap((list) =>
      thingsIn(chart, list.key).flatMap((one, i) => {
        const area = areaOf(list, one);
        return area && overlap(area, [x, y, x, y]) ? [{ of: /** @type {'thing'} */ ('thing'), key: list.key, i }] : [];
      }),
    );
}

/** Which of a list has just these squares. @param {Things} list @param {any[]} held @param {Area} area */
const numberAt = (list, held, area) => held.findIndex((one) => areaOf(list, one)?.join() === area.join());

/** The thing itself and those of its list that stand at its images, by their numbers. @param {GridDrawing} drawing @param {Chart} chart @param {{key: string, i: number}} target @param {GridSymmetry} symmetry @returns {number[]} */
function withImages(drawing, chart, { key, i }, symmetry) {
  const list = listCalled(drawing, key);
  const held = thingsIn(chart, key);
  const area = areaOf(list, held[i]);
  if (!area) return [i];
  const images = imagesOfArea(symmetry, sizeOf(drawing, chart), area);
  return [...new Set([i, ...images.map((image) => numberAt(list, held, image)).filter((one) => one >= 0)])];
}

/**
 * Puts a thing there with its images, where nothing of its list is; its middle lies at the square. `name` of a new one by its number.
 * @param {GridDrawing} drawing @param {Chart} chart @param {{key: string, kind: any}} what a list, and a kind of it @param {Cell} at
 * @param {GridSymmetry} symmetry @param {(n: number) => string} name @returns {{chart: Chart, target: GridTarget | null}}
 */
export function added(drawing, chart, { key, kind }, [x, y], symmetry, name) {
  const list = listCalled(drawing, key);
  const size = sizeOf(drawing, chart);
  const held = [...thingsIn(chart, key)];
  const made = list.kinds.find(({ value }) => value === kind);
  const [wide, high] = made?.sides ?? [1, 1];
  const [left, top] = [x - Math.floor((wide - 1) / 2), y - Math.floor((high - 1) / 2)];
  /** @type {Area} */
  const area = [left, top, left + wide - 1, top + high - 1];
  /** @type {GridTarget | null} */
  let target = null;
  /** @type {Area[]} */
  const put = [];
  const images = isInside(size, area) ? imagesOfArea(symmetry, size, area) : [];
  for (const [n, image] of images.entries()) {
    const isTaken = held.some((one) => {
      const other = areaOf(list, one);
      return other && overlap(other, image);
    });
    if (isTaken || held.length >= list.most) continue;
    target ??= { of: 'thing', key, i: held.length };
    /** @type {any} */
    const one = made ? { ...(list.kind && { [list.kind]: kind }), ...made.fresh } : {};
    if (made?.seat) one[made.seat] = drawing.symmetry_key ? n : freeSeat(list, made, held);
    if (list.id) one[list.id] = freeId(list, held);
    if (list.name) one[list.name] = freeName(list, held, name);
    held.push(placed(list, one, image));
    put.push(image);
  }
  return { chart: target ? founded(drawing, { ...chart, [key]: held }, list, put) : chart, target };
}

/** The first seat that none of a kind has. @param {Things} list @param {Kind} kind @param {any[]} held */
function freeSeat(list, { value, seat }, held) {
  const taken = new Set(held.filter((one) => one?.[list.kind] === value).map((one) => one[seat]));
  let n = 0;
  while (taken.has(n)) n += 1;
  return n;
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

/** Moves a thing so many squares, and its images with it; nothing, if one of its list is there. @param {GridDrawing} drawing @param {Chart} chart @param {{key: string, i: number}} target @param {Cell} by @param {GridSymmetry} symmetry @returns {Chart} */
export function moved(drawing, chart, target, [dx, dy], symmetry) {
  const from = areaOf(listCalled(drawing, target.key), thingsIn(chart, target.key)[target.i]);
  if (!from || (dx === 0 && dy === 0)) return chart;
  return reshaped(drawing, chart, target, [from[0] + dx, from[1] + dy, from[2] + dx, from[3] + dy], symmetry);
}

/** Gives a thing other squares, and its images theirs. @param {GridDrawing} drawing @param {Chart} chart @param {{key: string, i: number}} target @param {Area} to @param {GridSymmetry} symmetry @returns {Chart} */
export function reshaped(drawing, chart, target, to, symmetry) {
  const list = listCalled(drawing, target.key);
  const size = sizeOf(drawing, chart);
  const held = thingsIn(chart, target.key);
  const from = areaOf(list, held[target.i]);
  if (!from || !isInside(size, to)) return chart;
  /** @type {Map<number, Area>} */
  const goals = new Map([[target.i, to]]);
  const [before, after] = [imagesOfArea(symmetry, size, from, true), imagesOfArea(symmetry, size, to, true)];
  before.forEach((image, n) => {
    const other = numberAt(list, held, image);
    if (other >= 0 && !goals.has(other)) goals.set(other, after[n]);
  });
  const areas = held.map((one, i) => goals.get(i) ?? areaOf(list, one));
  for (const [i, goal] of goals) if (areas.some((other, j) => j !== i && other && overlap(other, goal))) return chart;
  const made = held.map((one, i) => {
    const goal = goals.get(i);
    return goal ? placed(list, one, goal) : one;
  });
  return founded(drawing, { ...chart, [target.key]: made }, list, [...goals.values()]);
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
    const isSquare = ground.square || (drawing.symmetry_key && needsSquare(symmetry));
    /** @param {Cell} size */
    const sized = (size) => {
      const made = resized(drawing, chart, size);
      return drawing.symmetry_key ? evened(drawing, made, symmetry) : made;
    };
    if (field.key === ground.width) return sized([side, isSquare ? side : height]);
    if (field.key === ground.height) return sized([isSquare ? side : width, side]);
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
