/**
 * Where and how is each unit drawn? Layers as depth: underwater cool and blurred, the surface crisp, the air with its shadow; one layer
 * alone shows the others small in the cell's corner, all together stand above each other on thin stems.
 */
import { seatShape } from 'board/marks.js';
import { faded, mixed } from 'board/palette.js';
import { hash } from 'kit/noise.js';
import { createSprites } from 'kit/sprites.js';
import { paintBuilding } from './buildings.js';
import { paintLook, paintWake, planesDrawn, reachOf } from './ships.js';

/** @typedef {import('board/layers.js').View} View */
/** @typedef {import('board/lines.js').Point} Point */
/** @typedef {import('./types').Layer} Layer */
/** @typedef {CanvasRenderingContext2D} Ctx */

/**
 * A unit as it is drawn at one moment.
 * @typedef {object} Drawn
 * @property {number} id
 * @property {string} kind
 * @property {number} seat
 * @property {number} x middle, in map units
 * @property {number} y
 * @property {number} level
 * @property {number} heading radians
 * @property {number} health part of what it can have
 * @property {number} planes alive, of formations
 * @property {number} wake strength, 0 to 1
 * @property {number} alpha
 * @property {number} [sunk] how far it has gone down, 0 to 1
 */

const INK = '#0A111E';
/** Ships are never drawn for smaller cells than this, or their shapes could not be told apart. */
const SMALLEST = 12.5;

export const sprites = createSprites(
  (ctx, look) => {
    if (look.kind.startsWith('wake:')) paintWake(ctx, look, hash);
    else if (/:\d+x/.test(look.kind)) paintBuilding(ctx, look);
    else paintLook(ctx, look);
  },
  { reach: (kind) => (kind.startsWith('wake:') ? reachOf(kind.slice(5)) * 2.9 : reachOf(kind) * 1.15 + 0.45) },
);

/** Pixels of a cell for the drawing of a unit. @param {number} scale */
export function unitSize(scale) {
  return Math.max(SMALLEST, scale * 0.98);
}

/**
 * Where something stands on the canvas: its middle in map units and its level, under the layer that is shown.
 * @param {View} view @param {number} x @param {number} y @param {number} level @param {Layer} layer @returns {Point}
 */
export function spotOf(view, x, y, level, layer) {
  const [sx, sy] = view.at(x, y);
  const { scale } = view.camera;
  if (layer === 3) return [sx, sy + (level === 0 ? 0.24 : level === 2 ? -0.44 : 0) * scale];
  if (layer === level) return [sx, sy];
  const [dx, dy] =
    level === 0 ? [-0.26, 0.28] : level === 2 ? [0.28, -0.28] : layer === 0 ? [0.26, -0.24] : [-0.26, 0.28];
  return [sx + dx * scale, sy + dy * scale];
}

/** The look of a unit without its place. @param {Drawn} unit */
const kindOf = (unit) => (unit.kind === 'formation' ? `formation:${planesDrawn(unit.planes)}` : unit.kind);

/**
 * Draws units from the deepest up.
 * @param {Ctx} ctx @param {View} view @param {readonly Drawn[]} units
 * @param {{layer: Layer, seat: number | null, selected: ReadonlySet<number>}} how
 */
export function paintFleet(ctx, view, units, { layer, seat, selected }) {
  const { width, height, camera } = view;
  const margin = camera.scale * 2 + 20;
  const shown = units.filter(({ x, y }) => {
    const [sx, sy] = view.at(x, y);
    return sx > -margin && sy > -margin && sx < width + margin && sy < height + margin;
  });
  const sorted = shown.sort((a, b) => a.level - b.level || a.y - b.y);
  if (layer === 3) paintStems(ctx, view, sorted);
  const size = unitSize(camera.scale);
  for (const unit of sorted) {
    const [x, y] = spotOf(view, unit.x, unit.y, unit.level, layer);
    const isAside = layer !== 3 && layer !== unit.level;
    const own = seat === unit.seat;
    const colour = view.palette.seats[unit.seat];
    const look = {
      kind: kindOf(unit),
      colour,
      heading: unit.heading,
      size: isAside ? size * 0.5 : size,
      state: own ? 'own' : 'whole',
    };
    ctx.globalAlpha = unit.alpha * (isAside ? 0.6 : 1);
    if (unit.level === 0 && layer !== 0) look.state = own ? 'deep own' : 'deep';
    if (unit.level === 1 && unit.wake > 0.05 && !isAside) {
      ctx.globalAlpha *= unit.wake;
      sprites.draw(ctx, { ...look, kind: `wake:${unit.kind}`, colour: '', state: '' }, x, y);
      ctx.globalAlpha = unit.alpha;
    }
    if (unit.level === 2 && !isAside)
      sprites.draw(ctx, { ...look, colour: '', state: 'shadow' }, ...shadowSpot(view, unit));
    if (unit.sunk) {
      ctx.save();
      ctx.globalAlpha *= 1 - unit.sunk;
      ctx.translate(x, y);
      ctx.rotate(unit.sunk * 0.5);
      ctx.scale(1 - unit.sunk * 0.25, 1 - unit.sunk * 0.45);
      sprites.draw(ctx, look, 0, 0);
      ctx.restore();
    } else sprites.draw(ctx, look, x, y);
    ctx.globalAlpha = 1;
    if (!isAside && !unit.sunk) paintTag(ctx, view, unit, x, y, size, selected.has(unit.id));
  }
}

/** Planes cast their shadow down and to the right. @param {View} view @param {Drawn} unit @returns {Point} */
function shadowSpot(view, { x, y }) {
  const [sx, sy] = view.at(x, y);
  return [sx + view.camera.scale * 0.3, sy + view.camera.scale * 0.4];
}

/** Thin lines that join what stands at the same place in different layers. @param {Ctx} ctx @param {View} view @param {readonly Drawn[]} units */
function paintStems(ctx, view, units) {
  ctx.lineWidth = 1;
  ctx.strokeStyle = view.palette.dark ? 'rgba(214,232,244,0.5)' : 'rgba(20,44,66,0.5)';
  ctx.beginPath();
  for (const { x, y, level } of units) {
    if (level === 1) continue;
    const [foot, head] = [view.at(x, y), spotOf(view, x, y, level, 3)];
    ctx.moveTo(foot[0] - 2, foot[1]);
    ctx.lineTo(foot[0] + 2, foot[1]);
    ctx.moveTo(...foot);
    ctx.lineTo(...head);
  }
  ctx.stroke();
}

/** Pennant with the seat's shape, and health where it matters. @param {Ctx} ctx @param {View} view @param {Drawn} unit @param {number} x @param {number} y @param {number} size @param {boolean} isSelected */
function paintTag(ctx, view, { seat, health, level, alpha }, x, y, size, isSelected) {
  const small = view.camera.scale < 15;
  const colour = mixed(view.palette.seats[seat], '#FFFFFF', 0.2);
  const r = small ? 2.4 : Math.min(4.5, size * 0.14);
  const shows = isSelected || health < 0.995;
  const wide = small ? 12 : size * 0.72;
  const [left, top] = [x - wide / 2, y + (level === 2 ? 0.52 : 0.36) * size];
  ctx.globalAlpha = alpha;
  if (shows) {
    const high = small ? 2 : 3;
    ctx.fillStyle = faded(INK, 0.9);
    ctx.fillRect(left - 1, top - 1, wide + 2, high + 2);
    ctx.fillStyle = health > 0.5 ? view.palette.good : health > 0.25 ? '#E8B04A' : view.palette.bad;
    ctx.fillRect(left, top, wide * Math.max(0.04, health), high);
  }
  ctx.lineWidth = 2.4;
  ctx.strokeStyle = INK;
  seatShape(ctx, seat, left - (shows ? r + 1 : -r), top + (shows ? 1.5 : 0), r);
  ctx.stroke();
  ctx.fillStyle = colour;
  ctx.fill();
  ctx.globalAlpha = 1;
}
