/**
 * Where do lines run, and how far along them is a point? Pure geometry on polylines in any unit; draws nothing.
 *
 * A point is `[x, y]`, a line a list of at least two points.
 */

/** @typedef {[number, number]} Point */

const CURVE_PIECES = 24;

/**
 * The straight line from a to b, or an arc that leaves it by `bend` times its length (positive: to the left of travel on a
 * screen whose y grows downwards).
 * @param {Point} a @param {Point} b @param {number} [bend]
 * @returns {Point[]}
 */
export function curve(a, b, bend = 0) {
  if (!bend) return [a, b];
  const [dx, dy] = [b[0] - a[0], b[1] - a[1]];
  // A quadratic curve reaches half way to its control point, hence the factor two.
  const control = [(a[0] + b[0]) / 2 + dy * bend * 2, (a[1] + b[1]) / 2 - dx * bend * 2];
  /** @type {Point[]} */
  const points = [];
  for (let i = 0; i <= CURVE_PIECES; i += 1) {
    const k = i / CURVE_PIECES;
    const [p, q, r] = [(1 - k) * (1 - k), 2 * k * (1 - k), k * k];
    points.push([p * a[0] + q * control[0] + r * b[0], p * a[1] + q * control[1] + r * b[1]]);
  }
  return points;
}

/** @param {Point} a @param {Point} b */
export function distance(a, b) {
  return Math.hypot(b[0] - a[0], b[1] - a[1]);
}

/** @param {Point[]} line */
export function lengthOf(line) {
  let sum = 0;
  for (let i = 1; i < line.length; i += 1) sum += distance(line[i - 1], line[i]);
  return sum;
}

/**
 * The point a length of `along` from the start, and the direction of travel there in radians. Clamped to the line's ends.
 * @param {Point[]} line @param {number} along
 * @returns {{x: number, y: number, angle: number}}
 */
export function pointAlong(line, along) {
  let rest = Math.max(0, along);
  for (let i = 1; i < line.length; i += 1) {
    const [a, b] = [line[i - 1], line[i]];
    const piece = distance(a, b);
    const last = i === line.length - 1;
    if (rest <= piece || last) {
      const k = piece === 0 ? 0 : Math.min(1, rest / piece);
      return { x: a[0] + (b[0] - a[0]) * k, y: a[1] + (b[1] - a[1]) * k, angle: Math.atan2(b[1] - a[1], b[0] - a[0]) };
    }
    rest -= piece;
  }
  return { x: line[0][0], y: line[0][1], angle: 0 };
}

/**
 * The line without its first `head` and last `tail` units of length. A line that would vanish shrinks to its middle.
 * @param {Point[]} line @param {number} head @param {number} tail
 * @returns {Point[]}
 */
export function trimmed(line, head, tail) {
  const total = lengthOf(line);
  let [from, to] = [head, total - tail];
  if (to - from < 1) [from, to] = [total / 2 - 0.5, total / 2 + 0.5];
  const [start, end] = [pointAlong(line, from), pointAlong(line, to)];
  /** @type {Point[]} */
  const points = [[start.x, start.y]];
  let walked = 0;
  for (let i = 1; i < line.length - 1; i += 1) {
    walked += distance(line[i - 1], line[i]);
    if (walked > from && walked < to) points.push(line[i]);
  }
  points.push([end.x, end.y]);
  return points;
}

/**
 * The line moved sideways by `by`, to the right of travel on a screen.
 * @param {Point[]} line @param {number} by
 * @returns {Point[]}
 */
export function shifted(line, by) {
  return line.map((point, i) => {
    const before = line[Math.max(0, i - 1)];
    const after = line[Math.min(line.length - 1, i + 1)];
    const length = distance(before, after) || 1;
    return [point[0] - ((after[1] - before[1]) / length) * by, point[1] + ((after[0] - before[0]) / length) * by];
  });
}

/**
 * How far a point lies from the nearest place of a line.
 * @param {Point[]} line @param {Point} point
 */
export function distanceToLine(line, point) {
  let best = Infinity;
  for (let i = 1; i < line.length; i += 1) {
    const [a, b] = [line[i - 1], line[i]];
    const [dx, dy] = [b[0] - a[0], b[1] - a[1]];
    const square = dx * dx + dy * dy;
    const k = square === 0 ? 0 : Math.max(0, Math.min(1, ((point[0] - a[0]) * dx + (point[1] - a[1]) * dy) / square));
    best = Math.min(best, distance([a[0] + dx * k, a[1] + dy * k], point));
  }
  return best;
}

/**
 * Whether a point lies inside a closed shape given by its corners.
 * @param {Point[]} shape @param {Point} point
 */
export function isInside(shape, point) {
  let inside = false;
  for (let i = 0, j = shape.length - 1; i < shape.length; j = i, i += 1) {
    const [a, b] = [shape[i], shape[j]];
    const crosses = a[1] > point[1] !== b[1] > point[1];
    if (crosses && point[0] < ((b[0] - a[0]) * (point[1] - a[1])) / (b[1] - a[1]) + a[0]) inside = !inside;
  }
  return inside;
}
