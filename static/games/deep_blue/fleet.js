/**
 * Where and how is each unit drawn? Layers as depth: underwater cool and blurred, the surface crisp, the air with its shadow; one layer
 * alone shows the others small in the cell's corner, all together stand above each other on thin stems.
 */
import { seatShape } from 'board/marks.js';
import { faded, mixed } from 'board/palette.js';
import { createSprites } from 'kit/sprites.js';
import { lookOf, paintUnit, reachOf } from './ships.js';

/** @import { Ctx, Drawn, Layer, Look, Point, View } from './types' */

const INK = '#0A111E';
/** Ships are never drawn for smaller cells than this, or their shapes could not be told apart. */
const SMALLEST = 13;
/** Below so many pixels a cell a unit carries its seat's shape only. */
const ROOMY = 15;
/** How far from the middle of a cell other layers are shown, in cells: in the stack by level; aside by level, for the layer shown. */
const LIFT = [0.24, 0, -0.44];
const ASIDE = /** @type {Point[]} */ ([
  [-0.26, 0.28],
  [-0.26, 0.28],
  [0.28, -0.28],
]);

/** Pictures of units, and `mark:SEAT`, the pennant of a seat. */
export const sprites = createSprites(
  (ctx, look) => (look.kind.startsWith('mark:') ? paintMark(ctx, look) : paintUnit(ctx, look)),
  {
    reach: (kind) => (kind.startsWith('mark:') ? 1.8 : reachOf(kind)),
    spare: 5,
  },
);

/** @param {any} ctx @param {Look} look */
function paintMark(ctx, { kind, colour, size }) {
  seatShape(ctx, Number(kind.slice(5)), 0, 0, size);
  ctx.lineWidth = 2.4;
  ctx.strokeStyle = INK;
  ctx.stroke();
  ctx.fillStyle = mixed(colour, '#FFFFFF', 0.2);
  ctx.fill();
}

/** Pixels of a cell for the drawing of a unit. @param {number} scale */
export function unitSize(scale) {
  return Math.max(SMALLEST, scale * 1.04);
}

/**
 * Where something stands on the canvas: its middle in map units and its level, under the layer that is shown.
 * @param {Pick<View, 'at' | 'camera'>} view @param {number} x @param {number} y @param {number} level @param {Layer} layer @returns {Point}
 */
export function spotOf(view, x, y, level, layer) {
  const [sx, sy] = view.at(x, y);
  const { scale } = view.camera;
  if (layer === 3) return [sx, sy + LIFT[level] * scale];
  if (layer === level) return [sx, sy];
  const [dx, dy] = level === 1 && layer === 0 ? ASIDE[2] : ASIDE[level];
  return [sx + dx * scale, sy + dy * scale];
}

/**
 * Draws units from the deepest up.
 * @param {Ctx} ctx @param {View} view @param {readonly Drawn[]} units
 * @param {{layer: Layer, seat: number | null, selected: ReadonlySet<number>, fluid: boolean, plain: boolean}} how fluid: the scale changes from frame to
 *   frame; plain: wakes and shadows are left out, since the machine is slow
 */
export function paintFleet(ctx, view, units, { layer, seat, selected, fluid, plain }) {
  const { palette, camera } = view;
  const margin = camera.scale * 2 + 20;
  const shown = units
    .map((unit) => ({ unit, at: spotOf(view, unit.x, unit.y, unit.level, layer) }))
    .filter(({ at: [x, y] }) => x > -margin && y > -margin && x < view.width + margin && y < view.height + margin)
    .sort((a, b) => a.unit.level - b.unit.level || a.unit.y - b.unit.y);
  if (layer === 3) paintStems(ctx, view, shown);
  const size = unitSize(camera.scale);
  ctx.imageSmoothingEnabled = !(fluid && plain);
  for (const { unit, at } of shown) {
    const isAside = layer !== 3 && layer !== unit.level;
    const isDeep = unit.level === 0 && layer !== 0;
    const look = {
      kind: lookOf(unit.kind, unit.planes),
      colour: palette.seats[unit.seat],
      heading: unit.heading,
      size: isAside ? size * 0.5 : size,
      state: `${isDeep ? 'deep ' : ''}${seat === unit.seat ? 'own' : 'whole'}`,
    };
    ctx.globalAlpha = unit.alpha * (isAside ? 0.6 : 1);
    if (unit.level === 1 && unit.wake > 0.05 && !isAside && !plain) {
      ctx.globalAlpha *= unit.wake;
      sprites.draw(ctx, { ...look, kind: `wake:${unit.kind}`, colour: '', state: '' }, ...at, fluid);
      ctx.globalAlpha = unit.alpha;
    }
    if (unit.level === 2 && !isAside && !plain) {
      const [x, y] = view.at(unit.x, unit.y);
      const shadow = { ...look, colour: '', state: 'shadow' };
      sprites.draw(ctx, shadow, x + camera.scale * 0.3, y + camera.scale * 0.4, fluid);
    }
    if (unit.sunk) paintSinking(ctx, look, at, unit.sunk);
    else sprites.draw(ctx, look, ...at, fluid);
    if (!isAside && !unit.sunk) paintTag(ctx, view, unit, at, size, selected.has(unit.id), fluid);
    ctx.globalAlpha = 1;
  }
}

/** @param {Ctx} ctx @param {Look} look @param {Point} at @param {number} sunk */
function paintSinking(ctx, look, at, sunk) {
  ctx.save();
  ctx.globalAlpha *= 1 - sunk;
  ctx.translate(...at);
  ctx.rotate(sunk * 0.5);
  ctx.scale(1 - sunk * 0.25, 1 - sunk * 0.45);
  sprites.draw(ctx, look, 0, 0, true);
  ctx.restore();
}

/** Thin lines that join what stands at the same place in different layers. @param {Ctx} ctx @param {View} view @param {readonly {unit: Drawn, at: Point}[]} shown */
function paintStems(ctx, view, shown) {
  ctx.lineWidth = 1;
  ctx.strokeStyle = view.palette.dark ? 'rgba(214,232,244,0.5)' : 'rgba(20,44,66,0.5)';
  ctx.beginPath();
  for (const { unit, at } of shown) {
    if (unit.level === 1) continue;
    const [x, y] = view.at(unit.x, unit.y);
    ctx.moveTo(x - 2, y);
    ctx.lineTo(x + 2, y);
    ctx.moveTo(x, y);
    ctx.lineTo(...at);
  }
  ctx.stroke();
}

/** The seat's shape below a unit, and its health where it matters. @param {Ctx} ctx @param {View} view @param {Drawn} unit @param {Point} at @param {number} size @param {boolean} isSelected @param {boolean} fluid */
function paintTag(ctx, view, { seat, health, level, lost = 0 }, [x, y], size, isSelected, fluid) {
  const { palette, camera } = view;
  const isSmall = camera.scale < ROOMY;
  const radius = isSmall ? 2.4 : Math.min(4.5, size * 0.14);
  const wide = isSmall ? 12 : Math.round(size * 0.72);
  const [left, top] = [Math.round(x - wide / 2), Math.round(y + (level === 2 ? 0.52 : 0.36) * size)];
  const shows = isSelected || health < 0.995 || lost > 0;
  if (shows) {
    const high = (isSmall ? 2 : 3) + (lost > 0 ? 2 : 0);
    ctx.fillStyle = faded(INK, 0.9);
    ctx.fillRect(left - 1, top - 1, wide + 2, high + 2);
    ctx.fillStyle = health > 0.5 ? palette.good : health > 0.25 ? '#E8B04A' : palette.bad;
    const whole = Math.max(1, Math.round(wide * health));
    ctx.fillRect(left, top, whole, high);
    // What this blow took is white, then drains.
    ctx.fillStyle = '#FFFFFF';
    if (lost > 0) ctx.fillRect(left + whole, top, Math.min(wide - whole, Math.round(wide * lost)), high);
  }
  const look = { kind: `mark:${seat}`, colour: palette.seats[seat], heading: 0, state: '', size: radius };
  sprites.draw(ctx, look, left - (shows ? radius + 1 : -radius), top + (shows ? 1.5 : 0), fluid);
}
