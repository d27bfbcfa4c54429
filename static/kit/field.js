/**
 * How high is the ground everywhere? A field is a grid of numbers over a map; from one field come tints, relief, contours and
 * coasts, so that they agree. Pure.
 */
import { hash } from './noise.js';

/**
 * Numbers at evenly spaced points: sample (i, j) lies at ((i + 0.5) / per, (j + 0.5) / per) in map units.
 * @typedef {{width: number, height: number, per: number, values: Float32Array}} Field
 */
/** @typedef {import('board/lines.js').Point} Point */

/** An empty field over a map. @param {number} wide map units @param {number} high @param {number} per samples per unit @returns {Field} */
export function fieldOver(wide, high, per) {
  const [width, height] = [Math.round(wide * per), Math.round(high * per)];
  return { width, height, per, values: new Float32Array(width * height) };
}

/** The value at a point of the map, between the samples around it. @param {Field} field @param {number} x @param {number} y */
export function valueAt({ width, height, per, values }, x, y) {
  const [u, v] = [
    Math.max(0, Math.min(width - 1.001, x * per - 0.5)),
    Math.max(0, Math.min(height - 1.001, y * per - 0.5)),
  ];
  const [i, j] = [Math.floor(u), Math.floor(v)];
  const [a, b] = [u - i, v - j];
  const at = j * width + i;
  const top = values[at] * (1 - a) + values[at + 1] * a;
  return top * (1 - b) + (values[at + width] * (1 - a) + values[at + width + 1] * a) * b;
}

/** Every value replaced by the mean of its square of `2 * reach + 1` samples; the rim continues outwards. @param {Field} field @param {number} reach @returns {Field} */
export function blurred(field, reach) {
  const { width, height } = field;
  const lines = (
    /** @type {Float32Array} */ from,
    /** @type {number} */ count,
    /** @type {number} */ length,
    /** @type {number} */ step,
    /** @type {number} */ stride,
  ) => {
    const to = new Float32Array(from.length);
    for (let line = 0; line < count; line += 1) {
      const start = line * stride;
      const read = (/** @type {number} */ i) => from[start + Math.max(0, Math.min(length - 1, i)) * step];
      let sum = 0;
      for (let i = -reach; i <= reach; i += 1) sum += read(i);
      for (let i = 0; i < length; i += 1) {
        to[start + i * step] = sum / (2 * reach + 1);
        sum += read(i + reach + 1) - read(i - reach);
      }
    }
    return to;
  };
  const rows = lines(field.values, height, width, 1, width);
  return { ...field, values: lines(rows, width, height, width, 1) };
}

/**
 * How far every sample is from the nearest one that is marked, in map units; `most` where none is.
 * @param {Field} field @param {(value: number) => boolean} marked @param {number} most @returns {Field}
 */
export function distancesTo(field, marked, most) {
  const { width, height, per, values } = field;
  const far = (most * per) ** 2;
  const squares = Float32Array.from(values, (value) => (marked(value) ? 0 : far));
  const longest = Math.max(width, height);
  const [line, spots, bounds] = [new Float32Array(longest), new Int32Array(longest), new Float32Array(longest + 1)];
  // The lower hull of parabolas (Felzenszwalb and Huttenlocher), first along columns, then along rows.
  const sweep = (/** @type {number} */ start, /** @type {number} */ step, /** @type {number} */ length) => {
    let k = 0;
    for (let i = 0; i < length; i += 1) line[i] = squares[start + i * step];
    spots[0] = 0;
    bounds[0] = -Infinity;
    bounds[1] = Infinity;
    for (let i = 1; i < length; i += 1) {
      const meets = () => (line[i] + i * i - (line[spots[k]] + spots[k] * spots[k])) / (2 * (i - spots[k]));
      let cut = meets();
      while (cut <= bounds[k]) {
        k -= 1;
        cut = meets();
      }
      k += 1;
      spots[k] = i;
      bounds[k] = cut;
      bounds[k + 1] = Infinity;
    }
    k = 0;
    for (let i = 0; i < length; i += 1) {
      while (bounds[k + 1] < i) k += 1;
      squares[start + i * step] = (i - spots[k]) ** 2 + line[spots[k]];
    }
  };
  for (let x = 0; x < width; x += 1) sweep(x, width, height);
  for (let y = 0; y < height; y += 1) sweep(y * width, 1, width);
  return { ...field, values: squares.map((square) => Math.min(most, Math.sqrt(square) / per)) };
}

/**
 * The field at the density of a bitmap, smooth where samples are coarse (cubic B-spline). Rows are made when they are asked for, top
 * to bottom; each is a fresh array.
 * @param {Field} field @param {number} density pixels per map unit
 * @returns {(y: number) => Float32Array} row of pixels `y`
 */
export function enlarged({ width, height, per, values }, density) {
  const wide = Math.round((width / per) * density);
  const weights = (/** @type {number} */ t) => {
    const [a, b, c] = [(1 - t) ** 3 / 6, (3 * t ** 3 - 6 * t * t + 4) / 6, t ** 3 / 6];
    return [a, b, 1 - a - b - c, c];
  };
  const clamp = (/** @type {number} */ i, /** @type {number} */ length) => (i < 0 ? 0 : i >= length ? length - 1 : i);
  const columns = Array.from({ length: wide }, (_, x) => {
    const at = ((x + 0.5) / density) * per - 0.5;
    const i = Math.floor(at);
    return { from: [-1, 0, 1, 2].map((step) => clamp(i + step, width)), by: weights(at - i) };
  });
  const [f0, f1, f2, f3] = [0, 1, 2, 3].map((k) => Int32Array.from(columns, ({ from }) => from[k]));
  const [b0, b1, b2, b3] = [0, 1, 2, 3].map((k) => Float32Array.from(columns, ({ by }) => by[k]));
  /** Sample rows that were already widened. @type {Map<number, Float32Array>} */
  const widened = new Map();
  const widen = (/** @type {number} */ j) => {
    let row = widened.get(j);
    if (row) return row;
    row = new Float32Array(wide);
    const start = j * width;
    for (let x = 0; x < wide; x += 1)
      row[x] =
        values[start + f0[x]] * b0[x] +
        values[start + f1[x]] * b1[x] +
        values[start + f2[x]] * b2[x] +
        values[start + f3[x]] * b3[x];
    widened.delete(j - 6);
    widened.set(j, row);
    return row;
  };
  return (y) => {
    const at = ((y + 0.5) / density) * per - 0.5;
    const j = Math.floor(at);
    const [a, b, c, d] = weights(at - j);
    const [r0, r1, r2, r3] = [-1, 0, 1, 2].map((step) => widen(clamp(j + step, height)));
    const row = new Float32Array(wide);
    for (let x = 0; x < wide; x += 1) row[x] = r0[x] * a + r1[x] * b + r2[x] * c + r3[x] * d;
    return row;
  };
}

/**
 * Where lines enter and leave a square whose corners (top left, top right, bottom right, bottom left: bits 0 to 3) are high or low. Sides
 * are counted from the top clockwise. Each line keeps the higher ground on the same hand, so that loops join without a search; in a saddle
 * it turns to the nearer way out.
 */
const CROSSINGS = Array.from({ length: 16 }, (_, code) => {
  const high = (/** @type {number} */ corner) => ((code >> (corner % 4)) & 1) === 1;
  return [0, 1, 2, 3].flatMap((side) => {
    if (!high(side) || high(side + 1)) return [];
    const turn = [1, 2, 3].find((step) => !high(side + step) && high(side + step + 1));
    return turn === undefined ? [] : [[side, (side + turn) % 4]];
  });
});

/**
 * Lines of equal value, in map units: closed loops around what is higher, also along the rim of the field.
 * @param {Field} field @param {number} level @returns {Point[][]}
 */
export function contours({ width, height, per, values }, level) {
  // One sample more on every side, below the level, closes the loops.
  const read = (/** @type {number} */ i, /** @type {number} */ j) =>
    (i < 0 || j < 0 || i >= width || j >= height ? level - 1 : values[j * width + i]) - level;
  const across = width + 2;
  const high = new Uint8Array(across * (height + 2));
  for (let j = 0; j < height; j += 1)
    for (let i = 0; i < width; i += 1) high[(j + 1) * across + i + 1] = values[j * width + i] > level ? 1 : 0;
  const stride = across * 2;
  /** Edge to edge; the edge to the right of a sample is even, the one below it odd. @type {Map<number, number>} */
  const next = new Map();
  for (let j = 0; j <= height; j += 1) {
    for (let i = 0; i <= width; i += 1) {
      const at = j * across + i;
      const code = high[at] | (high[at + 1] << 1) | (high[at + across + 1] << 2) | (high[at + across] << 3);
      if (code === 0 || code === 15) continue;
      const top = j * stride + i * 2;
      const sides = [top, top + 3, top + stride, top + 1];
      for (const [enter, leave] of CROSSINGS[code]) next.set(sides[enter], sides[leave]);
    }
  }
  /** @param {number} edge @returns {Point} */
  const place = (edge) => {
    const j = Math.floor(edge / stride) - 1;
    const i = ((edge % stride) >> 1) - 1;
    const down = edge & 1;
    const [from, to] = [read(i, j), down ? read(i, j + 1) : read(i + 1, j)];
    const k = from / (from - to);
    const limit = (/** @type {number} */ v, /** @type {number} */ most) => Math.max(0, Math.min(most, v)) / per;
    return [limit(i + 0.5 + (down ? 0 : k), width), limit(j + 0.5 + (down ? k : 0), height)];
  };
  /** @type {Point[][]} */
  const loops = [];
  for (const start of [...next.keys()]) {
    if (!next.has(start)) continue;
    /** @type {Point[]} */
    const loop = [];
    for (let edge = start; ; ) {
      loop.push(place(edge));
      const following = next.get(edge);
      next.delete(edge);
      if (following === undefined || following === start) break;
      edge = following;
    }
    if (loop.length > 2) loops.push(loop);
  }
  return loops;
}

/** Points spread over a map as by hand, at least `gap` apart, the same on every visit. @param {number} wide @param {number} high @param {number} gap @param {number} seed @returns {Point[]} */
export function scattered(wide, high, gap, seed) {
  /** @type {Point[]} */
  const found = [];
  for (let j = 0; j * gap < high; j += 1) {
    for (let i = 0; i * gap < wide; i += 1) {
      const x = (i + 0.25 + 0.5 * hash(i, j, seed)) * gap;
      const y = (j + 0.25 + 0.5 * hash(i, j, seed + 1)) * gap;
      if (x < wide && y < high) found.push([x, y]);
    }
  }
  return found;
}
