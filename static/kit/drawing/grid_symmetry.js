/**
 * Where else is a square painted on a map that is drawn with symmetry? A symmetry is a list of ways to turn or mirror the map that bring its
 * squares onto squares, the first of which changes nothing. Pure.
 *
 * @typedef {[x: number, y: number]} Cell
 * @typedef {'none' | 'mirror' | 'flip' | 'half' | 'both' | 'diagonal' | 'quarter' | 'eight'} GridSymmetry
 */

/** @typedef {(at: Cell, right: number, low: number) => Cell} Way with the last column and row */
/** @type {Record<string, Way>} */
const WAYS = {
  same: (at) => at,
  mirror: ([x, y], right) => [right - x, y],
  flip: ([x, y], _, low) => [x, low - y],
  half: ([x, y], right, low) => [right - x, low - y],
  diagonal: ([x, y]) => [y, x],
  left: ([x, y], right) => [y, right - x],
  right: ([x, y], _, low) => [low - y, x],
  other: ([x, y], right, low) => [low - y, right - x],
};
/** @type {Record<GridSymmetry, string[]>} */
const GROUPS = {
  none: ['same'],
  mirror: ['same', 'mirror'],
  flip: ['same', 'flip'],
  half: ['same', 'half'],
  both: ['same', 'mirror', 'half', 'flip'],
  diagonal: ['same', 'diagonal'],
  quarter: ['same', 'right', 'half', 'left'],
  eight: ['same', 'right', 'half', 'left', 'diagonal', 'mirror', 'other', 'flip'],
};
const SQUARE = new Set(['diagonal', 'quarter', 'eight']);

/** Only a map that is as wide as it is high can be turned by a quarter. @param {GridSymmetry} symmetry */
export const needsSquare = (symmetry) => SQUARE.has(symmetry);

/** Those that a map of this size can have. @param {Cell} size @returns {GridSymmetry[]} */
export const symmetriesOf = ([width, height]) =>
  /** @type {GridSymmetry[]} */ (Object.keys(GROUPS)).filter((one) => width === height || !SQUARE.has(one));

/**
 * The squares that stand for each other, the one itself first, each once; `isWhole`: one for each way, in their order.
 * @param {GridSymmetry} symmetry @param {Cell} size @param {Cell} at @param {boolean} [isWhole] @returns {Cell[]}
 */
export function imagesOf(symmetry, [width, height], at, isWhole = false) {
  const all = GROUPS[symmetry].map((way) => WAYS[way](at, width - 1, height - 1));
  return isWhole ? all : [...new Map(all.map((image) => [image.join(), image])).values()];
}
