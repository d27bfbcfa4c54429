/**
 * What does chance look like that is the same on every visit? Value noise from whole numbers alone: no state, no clock, no library.
 */

/** A number from 0 to 1 for a point of the grid. @param {number} x @param {number} y @param {number} seed whole numbers */
export function hash(x, y, seed) {
  let h = Math.imul(x, 374761393) ^ Math.imul(y, 668265263) ^ Math.imul(seed, 974711);
  h = Math.imul(h ^ (h >>> 13), 1274126177);
  return ((h ^ (h >>> 16)) >>> 0) / 4294967296;
}

/** A whole number for a text: a seed. @param {string} text */
export function seedOf(text) {
  let sum = 2166136261;
  for (let i = 0; i < text.length; i += 1) sum = Math.imul(sum ^ text.charCodeAt(i), 16777619);
  return sum >>> 8;
}

/** 0 up to `from`, 1 from `to` on, smooth between. @param {number} from @param {number} to @param {number} value */
export function smoothstep(from, to, value) {
  const k = Math.max(0, Math.min(1, (value - from) / (to - from)));
  return k * k * (3 - 2 * k);
}

/**
 * Smooth noise from 0 to 1.
 * @param {number} x @param {number} y @param {number} seed @param {number} [period] the pattern repeats after so many units; 0: never
 */
export function noise(x, y, seed, period = 0) {
  // Plain numbers, no lists: this runs millions of times for one map.
  let i = Math.floor(x);
  let j = Math.floor(y);
  const s = x - i;
  const t = y - j;
  const u = s * s * (3 - 2 * s);
  const v = t * t * (3 - 2 * t);
  let right = i + 1;
  let below = j + 1;
  if (period) {
    i = ((i % period) + period) % period;
    j = ((j % period) + period) % period;
    right = ((right % period) + period) % period;
    below = ((below % period) + period) % period;
  }
  const top = hash(i, j, seed) * (1 - u) + hash(right, j, seed) * u;
  return top * (1 - v) + (hash(i, below, seed) * (1 - u) + hash(right, below, seed) * u) * v;
}

/** Noise of several sizes, from 0 to 1. @param {number} x @param {number} y @param {number} seed @param {number} octaves @param {number} [most] so many of them are made: what lies too far apart to tell the finer ones has their mean */
export function fractal(x, y, seed, octaves, most = octaves) {
  let sum = 0;
  let part = 0.5;
  let whole = 0;
  for (let i = 0; i < octaves; i += 1) {
    sum += part * (i < most ? noise(x, y, seed + i) : 0.5);
    whole += part;
    part /= 2;
    x = x * 2.03 + 7.1;
    y = y * 2.03 + 3.7;
  }
  return sum / whole;
}

/** Squares that were asked for before: a first drawing and the whole one are made of the same. @type {Map<string, Float32Array>} */
const tiles = new Map();

/**
 * A square of noise that fits to itself on all sides, row by row; the same one every time, which nobody changes.
 * @param {number} side pixels @param {number} grain pixels of the largest bumps; divides `side` @param {number} seed @param {number} octaves
 */
export function noiseTile(side, grain, seed, octaves) {
  const key = [side, grain, seed, octaves].join();
  const known = tiles.get(key) ?? madeTile(side, grain, seed, octaves);
  tiles.set(key, known);
  return known;
}

/** Bumps of each size have their corners once, and a line its weights: what `noise` says of each pixel, for a tenth of its work. @param {number} side @param {number} grain @param {number} seed @param {number} octaves */
function madeTile(side, grain, seed, octaves) {
  const sums = new Float64Array(side * side);
  let part = 0.5;
  let whole = 0;
  for (let i = 0, size = grain; i < octaves && size >= 1; i += 1, size /= 2) {
    addBumps(sums, side, size, seed + i, part);
    whole += part;
    part /= 2;
  }
  return Float32Array.from(sums, (sum) => sum / whole);
}

/** @param {Float64Array} sums @param {number} side @param {number} size pixels of a bump @param {number} seed @param {number} part how much of them is added */
function addBumps(sums, side, size, seed, part) {
  const across = side / size;
  const corners = new Float64Array(across * across);
  for (let j = 0; j < across; j += 1) for (let i = 0; i < across; i += 1) corners[j * across + i] = hash(i, j, seed);
  const weights = new Float64Array(side);
  const lefts = new Int32Array(side);
  const rights = new Int32Array(side);
  for (let x = 0; x < side; x += 1) {
    const i = Math.floor(x / size);
    const s = x / size - i;
    weights[x] = s * s * (3 - 2 * s);
    lefts[x] = i;
    rights[x] = (i + 1) % across;
  }
  for (let y = 0; y < side; y += 1) {
    const v = weights[y];
    const above = lefts[y] * across;
    const below = rights[y] * across;
    for (let x = 0; x < side; x += 1) {
      const u = weights[x];
      const top = corners[above + lefts[x]] * (1 - u) + corners[above + rights[x]] * u;
      const foot = corners[below + lefts[x]] * (1 - u) + corners[below + rights[x]] * u;
      sums[y * side + x] += part * (top * (1 - v) + foot * v);
    }
  }
}

/** A number from 0 to 1 for a point of the grid in space. @param {number} x @param {number} y @param {number} z whole numbers */
function hash3(x, y, z) {
  let h = Math.imul(x, 374761393) + Math.imul(y, 668265263) + Math.imul(z, 1440662683);
  h = Math.imul(h ^ (h >>> 13), 1274126177);
  return ((h ^ (h >>> 16)) >>> 0) / 4294967296;
}

/** Smooth noise in space, from 0 to 1. @param {number} x @param {number} y @param {number} z */
export function noise3(x, y, z) {
  const i = Math.floor(x);
  const j = Math.floor(y);
  const k = Math.floor(z);
  let u = x - i;
  let v = y - j;
  let w = z - k;
  u = u * u * (3 - 2 * u);
  v = v * v * (3 - 2 * v);
  w = w * w * (3 - 2 * w);
  const a = hash3(i, j, k) * (1 - u) + hash3(i + 1, j, k) * u;
  const b = hash3(i, j + 1, k) * (1 - u) + hash3(i + 1, j + 1, k) * u;
  const c = hash3(i, j, k + 1) * (1 - u) + hash3(i + 1, j, k + 1) * u;
  const d = hash3(i, j + 1, k + 1) * (1 - u) + hash3(i + 1, j + 1, k + 1) * u;
  return (a * (1 - v) + b * v) * (1 - w) + (c * (1 - v) + d * v) * w;
}

/** Noise in space of several sizes, from 0 to 1. @param {number} x @param {number} y @param {number} z @param {number} octaves */
export function fractal3(x, y, z, octaves) {
  let sum = 0;
  let part = 0.5;
  let whole = 0;
  for (let i = 0; i < octaves; i += 1) {
    sum += part * noise3(x, y, z);
    whole += part;
    part /= 2;
    x *= 2.03;
    y *= 2.03;
    z *= 2.03;
  }
  return sum / whole;
}
