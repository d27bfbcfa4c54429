/** What do units look like? A silhouette for every kind, one cell = one unit, bow to the right: told apart by shape first, by colour second. */
import { faded, mixed } from 'board/palette.js';
import { hash } from 'kit/noise.js';
import { light } from 'kit/sprites.js';
import { blockAt, discAt, hullOf, inHundredths, paintSilhouette, paintWake, turretAt } from './silhouettes.js';

/** @import { AnyCtx, Look, Shape } from './types' */

const INK = '#0A111E';
/** An aeroplane in a box of two units, nose to the right. */
const PLANE =
  'M100 0 80 13 34 15-6 95-34 95-16 15-66 10-84 42-100 42-94 0-100-42-84-42-66-10-16-15-34-95-6-95 34-15 80-13Z';
/** Where the planes of a formation fly, the leader first. */
const WING = /** @type {[number, number][]} */ ([
  [0.42, 0],
  [-0.02, -0.36],
  [-0.02, 0.36],
  [-0.44, -0.62],
  [-0.44, 0.62],
]);
const PAIR = /** @type {[number, number][]} */ ([
  [0.2, -0.25],
  [-0.2, 0.25],
]);

/** @param {number} x @param {number} y @param {number} size half its length */
function planeAt(x, y, size) {
  const path = new Path2D();
  path.addPath(inHundredths(PLANE), new DOMMatrix([size, 0, 0, size, x, y]));
  return path;
}

/** @type {Record<string, Shape>} */
const SHAPES = {
  submarine: {
    length: 1.3,
    beam: 0.26,
    hull: inHundredths(
      'M-65 0C-50-13 10-16 42-13 62-11 66 11 42 13 10 16-50 13-65 0ZM-63-19H-53V19H-63ZM28-22H36V22H28Z',
    ),
    parts: [
      [inHundredths('M-10 0C-6-8 24-8 30 0 24 8-6 8-10 0Z'), 'dark'],
      [discAt(0.16, 0, 0.03), 'light'],
    ],
    lines: inHundredths('M-50 0H-12M32 0H56'),
  },
  destroyer: {
    length: 1.1,
    beam: 0.3,
    // A dart: from a broad stern straight to the bow.
    hull: inHundredths('M-55-15-20-15Q20-13 55 0 20 13-20 15H-55Q-50 0-55-15Z'),
    parts: [
      [turretAt(0.22, 0.07, 1, 0.18), 'light'],
      [blockAt(-0.1, 0, 0.2, 0.17), 'light'],
      [discAt(-0.36, 0, 0.065), 'dark'],
    ],
  },
  cruiser: {
    length: 1.6,
    beam: 0.37,
    hull: hullOf(1.6, 0.37, 0.6, 0.72),
    parts: [
      [turretAt(0.42, 0.1, 2, 0.22), 'light'],
      [blockAt(0.06, 0, 0.3, 0.24), 'light'],
      [discAt(-0.22, 0, 0.08), 'dark'],
      [turretAt(-0.52, 0.1, 2, -0.2), 'light'],
    ],
  },
  battleship: {
    length: 1.9,
    beam: 0.6,
    hull: hullOf(1.9, 0.6, 0.56, 0.66),
    parts: [
      [turretAt(0.58, 0.15, 2, 0.28), 'light'],
      [turretAt(0.2, 0.15, 2, 0.26), 'light'],
      [blockAt(-0.16, 0, 0.26, 0.4, 0.05), 'light'],
      [blockAt(-0.14, 0, 0.12, 0.2), 'dark'],
      [turretAt(-0.56, 0.15, 2, -0.28), 'light'],
    ],
  },
  carrier: {
    length: 2,
    beam: 0.64,
    flat: true,
    hull: inHundredths('M-100-24-62-33H28L55-20 94-18Q100-16 100-8V10Q100 17 93 19L20 29H-92Q-100 28-100 20Z'),
    parts: [
      [blockAt(-0.04, 0.21, 0.42, 0.1, 0.03), 'light'],
      [discAt(0.02, 0.21, 0.04), 'dark'],
      [planeAt(-0.82, 0.1, 0.17), 'light'],
      [planeAt(-0.6, 0.1, 0.17), 'light'],
      [planeAt(-0.38, 0.1, 0.17), 'light'],
    ],
    lines: inHundredths('M-94-2 96-4M-90 3 34-28'),
  },
  cargo: {
    length: 1.45,
    beam: 0.46,
    // A box with a blunt bow and its bridge at the stern: open holds, one behind the other.
    hull: inHundredths('M-72-19Q-72-23-66-23H50Q66-22 72-8V8Q66 22 50 23H-66Q-72 23-72 19Z'),
    parts: [
      [blockAt(-0.57, 0, 0.2, 0.38), 'light'],
      [blockAt(-0.24, 0, 0.26, 0.3, 0.01), 'dark'],
      [blockAt(0.1, 0, 0.26, 0.3, 0.01), 'dark'],
      [blockAt(0.43, 0, 0.24, 0.28, 0.01), 'dark'],
    ],
  },
};

/** The look's kind of a unit: of a formation it tells how many planes are drawn. @param {string} kind @param {number} [planes] alive */
export function lookOf(kind, planes = 6) {
  if (kind !== 'formation') return kind;
  return `formation:${planes >= 9 ? 5 : planes >= 6 ? 4 : Math.max(1, Math.min(3, planes))}`;
}

/** From the middle of a look to the rim of its picture, in cells. @param {string} kind */
export function reachOf(kind) {
  if (kind.startsWith('wake:')) return SHAPES[kind.slice(5)].length * 1.55;
  if (kind.startsWith('formation')) return 1.15;
  return SHAPES[kind].length / 2 + 0.35;
}

/** @param {AnyCtx} ctx @param {Look} look @param {number} count */
function paintPlanes(ctx, { colour, heading, size, state }, count) {
  const path = inHundredths(PLANE);
  for (const [x, y] of count === 1 ? [[0, 0]] : count === 2 ? PAIR : WING.slice(0, count)) {
    ctx.save();
    ctx.rotate(heading);
    ctx.scale(size, size);
    ctx.translate(x, y);
    ctx.scale(0.27, 0.27);
    ctx.lineJoin = 'round';
    if (state === 'shadow') {
      ctx.fillStyle = faded('#02060E', 0.42);
      ctx.fill(path);
    } else if (state === 'ghost') {
      ctx.setLineDash([0.3, 0.2]);
      ctx.lineWidth = Math.max(0.13, 4 / size);
      ctx.strokeStyle = colour;
      ctx.stroke(path);
    } else {
      ctx.strokeStyle = INK;
      ctx.lineWidth = Math.max(0.34, 9 / size);
      ctx.stroke(path);
      ctx.fillStyle = mixed(colour, '#FFFFFF', state === 'own' ? 0.12 : 0.3);
      ctx.fill(path);
      ctx.fillStyle = faded(INK, 0.75);
      ctx.fillRect(0.2, -0.1, 0.35, 0.2);
    }
    ctx.restore();
  }
  if (state !== 'shadow' && state !== 'ghost') light(ctx, size * 0.6, 0.6);
}

/** Any look of a unit around the origin: `destroyer`, `formation:4`, `wake:cargo`, … @param {AnyCtx} ctx @param {Look} look */
export function paintUnit(ctx, look) {
  const [kind, detail] = look.kind.split(':');
  if (kind === 'formation') paintPlanes(ctx, look, Number(detail));
  else if (kind === 'wake') paintWake(ctx, SHAPES[detail], look, hash);
  else paintSilhouette(ctx, SHAPES[kind], look);
}
