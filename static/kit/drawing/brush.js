/** Which squares does a stroke cover? By brush, line, rectangle and filling. Pure. */

/** @typedef {import('./grid_symmetry.js').Cell} Cell */

/** Sides of brushes, in squares. */
export const BRUSHES = [1, 2, 3, 5, 7];

/** A brush that is set down. @param {Cell} at @param {number} side @returns {Cell[]} */
export function dab([x, y], side) {
  const from = Math.floor((side - 1) / 2);
  return Array.from({ length: side * side }, (_, i) => [x - from + (i % side), y - from + Math.floor(i / side)]);
}

/** Squares from one to another, both included, each beside the one before. @param {Cell} from @param {Cell} to @returns {Cell[]} */
export function line([x0, y0], [x1, y1]) {
  const steps = Math.max(Math.abs(x1 - x0), Math.abs(y1 - y0), 1);
  return Array.from({ length: steps + 1 }, (_, i) => [
    Math.round(x0 + ((x1 - x0) * i) / steps),
    Math.round(y0 + ((y1 - y0) * i) / steps),
  ]);
}

/** A line as wide as the brush. @param {Cell} from @param {Cell} to @param {number} side @returns {Cell[]} */
export const stroke = (from, to, side) => line(from, to).flatMap((at) => dab(at, side));

/** @param {Cell} from a corner @param {Cell} to the opposite one @returns {Cell[]} */
export function rectangle([x0, y0], [x1, y1]) {
  const [left, top] = [Math.min(x0, x1), Math.min(y0, y1)];
  const [width, height] = [Math.abs(x1 - x0) + 1, Math.abs(y1 - y0) + 1];
  return Array.from({ length: width * height }, (_, i) => [left + (i % width), top + Math.floor(i / width)]);
}

/** The squares of one kind that hang together with one, side by side. @param {(at: Cell) => any} kindAt undefined: not on the map @param {Cell} from @returns {Cell[]} */
export function field(kindAt, from) {
  const kind = kindAt(from);
  if (kind === undefined) return [];
  const seen = new Set([from.join()]);
  const found = [from];
  for (const [x, y] of found) {
    for (const near of /** @type {Cell[]} */ ([
      [x + 1, y],
      [x - 1, y],
      [x, y + 1],
      [x, y - 1],
    ])) {
      if (seen.has(near.join()) || kindAt(near) !== kind) continue;
      seen.add(near.join());
      found.push(near);
    }
  }
  return found;
}
