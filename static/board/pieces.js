/**
 * What is under the pointer, and what lies in that direction? Pieces are discs and lines in world units; pure.
 */
import { toScreen } from './camera.js';
import { distance, distanceToLine, isInside } from './lines.js';

/** @typedef {import('./lines.js').Point} Point */
/** @typedef {import('./camera.js').Camera} Camera */
/** @typedef {import('./camera.js').Size} Size */

/**
 * Something that can be pointed at.
 * @typedef {object} Piece
 * @property {string} id unique on the board
 * @property {string} kind the game's word
 * @property {number} [x] of a disc, world units
 * @property {number} [y]
 * @property {(camera: Camera, size: Size) => Point} [place] of a disc that is only known on the screen (instead of x and y)
 * @property {(scale: number) => number} [radius] of a disc, screen pixels at that scale
 * @property {Point[]} [line] of a line, world units
 * @property {(camera: Camera, size: Size) => Point[]} [track] of a line that is only known on the screen (instead of `line`)
 * @property {boolean} [below] others lie on it: whichever of them is at the point is meant
 * @property {boolean} [faint] answers to hovering only; a tap goes through it
 * @property {boolean} [isSure] a finger on it means it, however small the ground's cells are
 * @property {any} [data] whatever the game wants back
 */

/** A finger needs 44 pixels, a mouse less. */
const REACH = { touch: 22, mouse: 6 };
/** Cells as wide as this can be told apart by eye. */
const LEGIBLE = 7;
/** What lies below counts as good as at its rim, wherever in it the point is. */
const BELOW = 0.01;
/** Two discs whose middles are both this near a finger cannot be told apart. */
const CLOSE = 26;

/** @param {Piece} piece @returns {piece is Piece & {radius: (scale: number) => number}} */
function isDisc(piece) {
  return piece.radius !== undefined;
}

/** @param {Piece} piece @param {Camera} camera @param {Size} size @returns {Point} */
function placeOf(piece, camera, size) {
  return piece.place ? piece.place(camera, size) : toScreen(camera, size, piece.x ?? 0, piece.y ?? 0);
}

/** @param {Piece} piece @param {Camera} camera @param {Size} size @returns {Point[]} */
function lineOf(piece, camera, size) {
  if (piece.track) return piece.track(camera, size);
  return (piece.line ?? []).map(([x, y]) => toScreen(camera, size, x, y));
}

/**
 * The piece at a screen point: the disc that contains it, else the nearest disc or line within reach; discs win ties, and what is faint gives
 * way to all that is not: an order beside a route is pressed, though the route is nearer.
 * @param {readonly Piece[]} pieces @param {Camera} camera @param {Size} size @param {Point} at @param {boolean} [touch]
 * @returns {Piece | null}
 */
export function pieceAt(pieces, camera, size, at, touch = false) {
  const reach = touch ? REACH.touch : REACH.mouse;
  /** @type {Piece | null} */
  let best = null;
  let nearest = Infinity;
  for (const piece of pieces) {
    let gap;
    if (isDisc(piece)) {
      const away = distance(placeOf(piece, camera, size), at);
      const radius = piece.radius(camera.scale);
      if (away > Math.max(radius, reach) && away > radius + REACH.mouse) continue;
      // Inside a disc the middle decides, so that of two that overlap the nearer one is meant.
      gap = away <= radius ? away / radius - 1 : away - radius;
      if (piece.below && gap < 0) gap *= BELOW;
    } else {
      const away = distanceToLine(lineOf(piece, camera, size), at);
      if (away > reach) continue;
      gap = away + 0.5;
    }
    if (piece.faint) gap += 2 * reach;
    if (gap < nearest) [best, nearest] = [piece, gap];
  }
  return best;
}

/**
 * Whether a finger at this point could mean several discs: the board then comes closer instead of guessing.
 * @param {readonly Piece[]} pieces @param {Camera} camera @param {Size} size @param {Point} at
 */
export function isAmbiguous(pieces, camera, size, at) {
  const near = pieces.filter(isDisc).filter((piece) => distance(placeOf(piece, camera, size), at) < CLOSE);
  const hit = near.some(
    (piece) => distance(placeOf(piece, camera, size), at) <= Math.min(8, piece.radius(camera.scale)),
  );
  return near.length > 1 && !hit;
}

/**
 * Whether a finger at this point could mean several cells of the ground, or several pieces on them. A piece that stands alone is meant, and
 * about a place (`isRough`) it is enough that cells can be told apart by eye.
 * @param {{size: number, isRough?: () => boolean}} ground @param {readonly Piece[]} pieces @param {Piece | null} found what lies at the point
 * @param {Camera} camera @param {Size} screen @param {Point} at
 */
export function isUnclear(ground, pieces, found, camera, screen, at) {
  const wide = ground.size * camera.scale;
  if (!found || found.isSure || wide >= REACH.touch) return false;
  if (isDisc(found)) return isAmbiguous(pieces, camera, screen, at);
  return !(wide >= LEGIBLE && ground.isRough?.());
}

/**
 * Discs whose middle lies inside a shape on the screen.
 * @param {readonly Piece[]} pieces @param {Camera} camera @param {Size} size @param {Point[]} shape
 */
export function piecesInside(pieces, camera, size, shape) {
  return pieces.filter((piece) => isDisc(piece) && isInside(shape, placeOf(piece, camera, size)));
}

/**
 * The candidate that lies most nearly in a direction: near ones first, none that is more than 75 degrees off.
 * @template {{x: number, y: number}} T
 * @param {{x: number, y: number}} from @param {readonly T[]} candidates @param {number} dx @param {number} dy
 * @returns {T | null}
 */
export function towards(from, candidates, dx, dy) {
  /** @type {T | null} */
  let best = null;
  let least = Infinity;
  for (const candidate of candidates) {
    const [x, y] = [candidate.x - from.x, candidate.y - from.y];
    const away = Math.hypot(x, y);
    if (away === 0) continue;
    const cosine = (x * dx + y * dy) / (away * Math.hypot(dx, dy));
    if (cosine < Math.cos((75 * Math.PI) / 180)) continue;
    const cost = away * (1 + 3 * (1 - cosine));
    if (cost < least) [best, least] = [candidate, cost];
  }
  return best;
}
