/**
 * Where else does something lie that is drawn with symmetry? A symmetry is a list of ways to turn or mirror the map that bring it onto itself,
 * the first of which changes nothing. Pure.
 *
 * @typedef {[x: number, y: number]} Point
 * @typedef {'none' | 'mirror' | 'half' | 'three' | 'four'} Symmetry
 */

/** @type {Symmetry[]} */
export const SYMMETRIES = ['none', 'mirror', 'half', 'three', 'four'];
const TURNS = { half: 2, three: 3, four: 4 };

/** How far an image and what stands for it may be apart: points are whole numbers, and people draw by hand. */
export const NEAR = 8;
/** So near to its own image a new point is moved onto it: one place on the line or in the middle, not two beside it. */
const ONTO = 3 * NEAR;

/** @param {Point} one @param {Point} other */
export const distance = (one, other) => Math.hypot(one[0] - other[0], one[1] - other[1]);

/** @param {Symmetry} symmetry @param {Point} size of the map @returns {((at: Point) => Point)[]} */
export function images(symmetry, [width, height]) {
  const same = (/** @type {Point} */ at) => at;
  if (symmetry === 'none') return [same];
  if (symmetry === 'mirror') return [same, ([x, y]) => [width - x, y]];
  const n = TURNS[symmetry];
  return Array.from({ length: n }, (_, i) => {
    if (!i) return same;
    const [sin, cos] = [Math.sin((2 * Math.PI * i) / n), Math.cos((2 * Math.PI * i) / n)];
    return ([x, y]) => {
      const [dx, dy] = [x - width / 2, y - height / 2];
      return [width / 2 + dx * cos - dy * sin, height / 2 + dx * sin + dy * cos];
    };
  });
}

/** @param {Point[]} points @returns {Point} */
const mean = (points) => [
  points.reduce((sum, [x]) => sum + x, 0) / points.length,
  points.reduce((sum, [, y]) => sum + y, 0) / points.length,
];

/** The point in whole numbers on the map. @param {Point} at @param {Point} size @returns {Point} */
export const rounded = ([x, y], [width, height]) => [
  Math.max(0, Math.min(width, Math.round(x))),
  Math.max(0, Math.min(height, Math.round(y))),
];

/** The nearest point all of whose images are on the map. @param {Symmetry} symmetry @param {Point} size @param {Point} at @returns {Point} */
export function within(symmetry, size, at) {
  const [width, height] = size;
  if (symmetry !== 'three') return rounded(at, size);
  const middle = /** @type {Point} */ ([width / 2, height / 2]);
  const most = Math.min(width, height) / 2;
  const far = distance(at, middle);
  return far <= most
    ? at
    : [middle[0] + ((at[0] - middle[0]) * most) / far, middle[1] + ((at[1] - middle[1]) * most) / far];
}

/** The same point, or the one that is its own image if it lies beside that. @param {Symmetry} symmetry @param {Point} size @param {Point} at @returns {Point} */
export function onto(symmetry, size, at) {
  return mean(
    images(symmetry, size)
      .map((image) => image(at))
      .filter((image) => distance(image, at) <= ONTO),
  );
}

/** Where something moves that stays its own image where it is one. @param {Symmetry} symmetry @param {Point} size @param {Point} from @param {Point} to @returns {Point} */
export function along(symmetry, size, from, to) {
  const kept = images(symmetry, size).filter((image) => distance(image(from), from) <= NEAR);
  return mean(kept.map((image) => image(to)));
}
