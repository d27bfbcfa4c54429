/**
 * Which part of the world is on the screen? Pure: cameras are values, and every function returns a new one.
 *
 * A camera is the world point in the middle of the board and the number of CSS pixels per world unit.
 */

/** @typedef {import('./lines.js').Point} Point */
/** @typedef {{x: number, y: number, scale: number}} Camera */
/** @typedef {{width: number, height: number}} Size in CSS pixels */
/** @typedef {{x: number, y: number, width: number, height: number}} Box in world units */
/** @typedef {{top: number, right: number, bottom: number, left: number}} Insets in CSS pixels */
/** @typedef {{widest: number, closest: number}} Limits smallest and largest scale */

/**
 * The camera that shows the whole world as large as the free area allows.
 * @param {Box} world @param {Size} size @param {Insets} insets parts of the board that something else covers
 * @returns {Camera}
 */
export function fit(world, size, insets) {
  const width = Math.max(1, size.width - insets.left - insets.right);
  const height = Math.max(1, size.height - insets.top - insets.bottom);
  const scale = Math.min(width / world.width, height / world.height);
  return {
    x: world.x + world.width / 2 - (insets.left - insets.right) / 2 / scale,
    y: world.y + world.height / 2 - (insets.top - insets.bottom) / 2 / scale,
    scale,
  };
}

/** @param {Camera} camera @param {Size} size @param {number} x @param {number} y @returns {Point} */
export function toScreen(camera, size, x, y) {
  return [(x - camera.x) * camera.scale + size.width / 2, (y - camera.y) * camera.scale + size.height / 2];
}

/** @param {Camera} camera @param {Size} size @param {number} x @param {number} y @returns {Point} */
export function toWorld(camera, size, x, y) {
  return [(x - size.width / 2) / camera.scale + camera.x, (y - size.height / 2) / camera.scale + camera.y];
}

/** The camera after the picture was dragged by (dx, dy) pixels. @param {Camera} camera @param {number} dx @param {number} dy @returns {Camera} */
export function panned(camera, dx, dy) {
  return { ...camera, x: camera.x - dx / camera.scale, y: camera.y - dy / camera.scale };
}

/**
 * Zoomed by `factor` so that the world point under the screen point stays where it is.
 * @param {Camera} camera @param {Size} size @param {Point} at @param {number} factor @param {Limits} limits
 * @returns {Camera}
 */
export function zoomedAt(camera, size, at, factor, limits) {
  const scale = Math.max(limits.widest, Math.min(limits.closest, camera.scale * factor));
  const [x, y] = toWorld(camera, size, at[0], at[1]);
  return { x: x - (at[0] - size.width / 2) / scale, y: y - (at[1] - size.height / 2) / scale, scale };
}

/**
 * What two fingers did: moved and spread from `before` to `after`.
 * @param {Camera} camera @param {Size} size @param {[Point, Point]} before @param {[Point, Point]} after @param {Limits} limits
 * @returns {Camera}
 */
export function pinched(camera, size, before, after, limits) {
  const middle = (/** @type {[Point, Point]} */ [a, b]) =>
    /** @type {Point} */ ([(a[0] + b[0]) / 2, (a[1] + b[1]) / 2]);
  const spread = (/** @type {[Point, Point]} */ [a, b]) => Math.max(1, Math.hypot(a[0] - b[0], a[1] - b[1]));
  const [from, to] = [middle(before), middle(after)];
  const moved = panned(camera, to[0] - from[0], to[1] - from[1]);
  return zoomedAt(moved, size, to, spread(after) / spread(before), limits);
}

/** How far one can pan beyond the edge of the world, as a share of the board's size. */
const BEYOND = 0.3;

/**
 * The nearest camera that shows as much of the world as the board has room for, apart from a margin, so that nobody can pan the world out of sight.
 * @param {Camera} camera @param {Box} world @param {Size} size @returns {Camera}
 */
export function kept({ x, y, scale }, world, size) {
  /** @param {number} at @param {number} from @param {number} length of the world @param {number} shown */
  const within = (at, from, length, shown) => {
    const play = Math.max(0, length - shown) / 2 + BEYOND * Math.min(shown, length);
    return Math.max(from + length / 2 - play, Math.min(from + length / 2 + play, at));
  };
  return {
    x: within(x, world.x, world.width, size.width / scale),
    y: within(y, world.y, world.height, size.height / scale),
    scale,
  };
}

/**
 * The nearest camera that shows no more beside the world than it must: a world that is smaller than the free area stands in its middle.
 * @param {Camera} camera @param {Box} world @param {Size} size @param {Insets} insets parts of the board that something else covers @returns {Camera}
 */
export function framed({ x, y, scale }, world, size, insets) {
  /** @param {number} at @param {number} from @param {number} length of the world @param {number} shown pixels @param {number} before covered @param {number} after covered */
  const within = (at, from, length, shown, before, after) => {
    const aside = (after - before) / 2 / scale;
    const play = Math.max(0, length - (shown - before - after) / scale) / 2;
    return Math.max(from + length / 2 - play, Math.min(from + length / 2 + play, at - aside)) + aside;
  };
  return {
    x: within(x, world.x, world.width, size.width, insets.left, insets.right),
    y: within(y, world.y, world.height, size.height, insets.top, insets.bottom),
    scale,
  };
}

/**
 * The camera with which somebody begins: all of the world, nearer where a world unit has too few pixels to be read, moved as little as is needed
 * for a disc to be clear of what lies over the board.
 * @param {Camera} whole that shows all @param {Box} world @param {Size} size @param {Insets} insets
 * @param {{disc: {x: number, y: number, radius: number}, free: Box, least: number}} how `disc` in world units; `free`: the part of the board where
 *   nothing lies over it, CSS pixels; `least`: pixels of a world unit
 * @returns {Camera} `whole` itself if nothing is to be done
 */
export function begun(whole, world, size, insets, { disc: { x, y, radius }, free, least }) {
  const room = Math.min(free.width, free.height) / 2 / radius;
  const scale = Math.max(whole.scale, Math.min(least, room));
  const base = scale === whole.scale ? whole : framed({ x, y, scale }, world, size, insets);
  /** How far a stretch must move to lie in another: of what is longer, the middle. @param {number} from @param {number} to @param {number} first @param {number} length */
  const off = (from, to, first, length) =>
    to - from > length
      ? first + length / 2 - (from + to) / 2
      : Math.max(first - from, 0) + Math.min(first + length - to, 0);
  // There is nothing to see outside of the world.
  const [left, top] = toScreen(base, size, Math.max(x - radius, world.x), Math.max(y - radius, world.y));
  const [right, bottom] = toScreen(
    base,
    size,
    Math.min(x + radius, world.x + world.width),
    Math.min(y + radius, world.y + world.height),
  );
  const [dx, dy] = [off(left, right, free.x, free.width), off(top, bottom, free.y, free.height)];
  return dx || dy ? panned(base, dx, dy) : base;
}

/** The smallest part of the world that holds these discs. @param {readonly (readonly [x: number, y: number, radius: number])[]} discs @returns {Box} */
export function boxAround(discs) {
  const [left, top] = [0, 1].map((axis) => Math.min(...discs.map((disc) => disc[axis] - disc[2])));
  const [right, bottom] = [0, 1].map((axis) => Math.max(...discs.map((disc) => disc[axis] + disc[2])));
  return { x: left, y: top, width: right - left, height: bottom - top };
}

/** Between two cameras, k from 0 to 1; zooms evenly. @param {Camera} a @param {Camera} b @param {number} k @returns {Camera} */
export function between(a, b, k) {
  return { x: a.x + (b.x - a.x) * k, y: a.y + (b.y - a.y) * k, scale: a.scale * (b.scale / a.scale) ** k };
}

/** Limits of the zoom, from the scale that fits the world. @param {number} fitted @param {number | null} [closest] @returns {Limits} */
export function limitsFor(fitted, closest = null) {
  return { widest: fitted * 0.7, closest: Math.max(fitted, closest ?? Math.max(fitted * 4, 2.5)) };
}
