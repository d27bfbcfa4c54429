/**
 * How is a silhouette painted? A hull with parts on it, seen from above: filled in the seat's colour with a dark edge, lit from the top
 * left, or as a dashed ghost, or deep below the surface, cool and half seen. A game brings the shapes, in units, the front to the right.
 */
import { faded, mixed } from 'board/palette.js';
import { light } from 'kit/sprites.js';
import { drawBlurred } from 'kit/tone.js';

/** @typedef {CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D} Ctx */
/** @typedef {import('kit/sprites.js').Look} Look */
/** @typedef {'light' | 'mid' | 'dark'} Tone */
/**
 * @typedef {object} Shape
 * @property {number} length units
 * @property {number} beam
 * @property {Path2D} hull
 * @property {[Path2D, Tone][]} parts what stands on it
 * @property {Path2D} [lines] marks painted on it
 * @property {boolean} [flat] a dark flat top, as of a flight deck; its lines are dashed
 */

const INK = '#0A111E';
const TURN = Math.PI * 2;
/** Below so many pixels a unit the parts are left out: they would be dirt. */
const FINE = 8;

/** A path from SVG's path language, every number in hundredths of a unit. @param {string} text @returns {Path2D} */
export function inHundredths(text) {
  return new Path2D(text.replace(/-?\d+(\.\d+)?/g, (number) => String(Number(number) / 100)));
}

/**
 * A ship's hull from stern to bow.
 * @param {number} length @param {number} beam @param {number} shoulder where the bow begins to narrow, in parts of the length from the stern
 * @param {number} stern width of the stern in parts of the beam @returns {Path2D}
 */
export function hullOf(length, beam, shoulder, stern) {
  const [back, front, half] = [-length / 2, length / 2, beam / 2];
  const wide = back + length * shoulder;
  const path = new Path2D();
  path.moveTo(back, -half * stern);
  path.bezierCurveTo(back + length * 0.2, -half, wide - length * 0.2, -half, wide, -half);
  path.bezierCurveTo(front - length * 0.14, -half * 0.9, front - length * 0.05, -half * 0.3, front, 0);
  path.bezierCurveTo(front - length * 0.05, half * 0.3, front - length * 0.14, half * 0.9, wide, half);
  path.bezierCurveTo(wide - length * 0.2, half, back + length * 0.2, half, back, half * stern);
  path.quadraticCurveTo(back - length * 0.03, 0, back, -half * stern);
  return path;
}

/** @param {number} x @param {number} y @param {number} r @returns {Path2D} */
export function discAt(x, y, r) {
  const path = new Path2D();
  path.arc(x, y, r, 0, TURN);
  return path;
}

/** @param {number} x middle @param {number} y @param {number} width @param {number} height @param {number} [round] @returns {Path2D} */
export function blockAt(x, y, width, height, round = 0.02) {
  const path = new Path2D();
  path.roundRect(x - width / 2, y - height / 2, width, height, round);
  return path;
}

/** A gun turret on the middle line; barrels point forward, or back where `long` is below 0. @param {number} x @param {number} r @param {number} barrels @param {number} long @returns {Path2D} */
export function turretAt(x, r, barrels, long) {
  const path = new Path2D();
  for (let i = 0; i < barrels; i += 1)
    path.rect(Math.min(x, x + long), (i - (barrels - 1) / 2) * r * 0.75 - 0.014, Math.abs(long), 0.028);
  path.moveTo(x + r, 0);
  path.arc(x, 0, r, 0, TURN);
  return path;
}

/** @param {Ctx} ctx @param {Shape} shape @param {Look} look @param {string} rim @param {number} rimWidth units */
function paintBody(ctx, { length, hull, parts, lines, flat }, { colour, heading, size }, rim, rimWidth) {
  const tones = {
    light: mixed(colour, '#FFFFFF', 0.52),
    mid: mixed(colour, '#FFFFFF', 0.26),
    dark: mixed(colour, INK, 0.66),
  };
  const turned = (/** @type {() => void} */ draw) => {
    ctx.save();
    ctx.rotate(heading);
    ctx.scale(size, size);
    ctx.lineJoin = 'round';
    draw();
    ctx.restore();
  };
  turned(() => {
    ctx.strokeStyle = faded(INK, 0.9);
    ctx.lineWidth = Math.max(0.12, 2.2 / size);
    ctx.stroke(hull);
    ctx.fillStyle = mixed(colour, INK, flat ? 0.46 : 0.22);
    ctx.fill(hull);
    ctx.clip(hull);
    ctx.strokeStyle = mixed(colour, INK, 0.6);
    ctx.lineWidth = 0.11;
    ctx.stroke(hull);
    if (!lines) return;
    ctx.strokeStyle = faded('#FFFFFF', 0.75);
    ctx.lineWidth = 0.025;
    if (flat) ctx.setLineDash([0.1, 0.06]);
    ctx.stroke(lines);
  });
  // Shadows of what stands on it fall away from the light, whichever way it heads.
  const [cos, sin] = [Math.cos(heading), Math.sin(heading)];
  if (size > FINE)
    turned(() => {
      for (const [part, tone] of parts) {
        ctx.save();
        ctx.translate(0.035 * (cos + sin), 0.035 * (cos - sin));
        ctx.fillStyle = faded(INK, 0.5);
        ctx.fill(part);
        ctx.restore();
        ctx.strokeStyle = faded(INK, 0.9);
        ctx.lineWidth = 0.05;
        ctx.stroke(part);
        ctx.fillStyle = tones[tone];
        ctx.fill(part);
      }
    });
  light(ctx, length * size * 0.42, 0.62);
  turned(() => {
    ctx.strokeStyle = rim;
    ctx.lineWidth = Math.max(rimWidth, 1 / size);
    ctx.stroke(hull);
  });
}

/** The hull blurred into a shadow or a glow. @param {Ctx} ctx @param {Shape} shape @param {Look} look @param {{blur: number, colour: string, alpha: number, dx?: number, dy?: number}} how in pixels */
function paintShade(ctx, { hull }, { heading, size }, { blur, colour, alpha, dx = 0, dy = 0 }) {
  ctx.save();
  drawBlurred(ctx, blur, colour);
  ctx.globalAlpha = alpha;
  ctx.translate(dx, dy);
  ctx.rotate(heading);
  ctx.scale(size, size);
  ctx.fillStyle = colour;
  ctx.fill(hull);
  ctx.restore();
}

/**
 * Paints a look of a shape around the origin. States: `ghost`; else any of the words `own` (a wider rim in the own colour) and `deep`.
 * @param {Ctx} ctx @param {Shape} shape @param {Look} look
 */
export function paintSilhouette(ctx, shape, look) {
  const { colour, size, heading, state } = look;
  if (state === 'ghost') {
    ctx.rotate(heading);
    ctx.scale(size, size);
    ctx.fillStyle = faded(colour, 0.16);
    ctx.fill(shape.hull);
    ctx.strokeStyle = colour;
    ctx.lineWidth = Math.max(0.045, 1.3 / size);
    ctx.setLineDash([0.11, 0.07]);
    ctx.stroke(shape.hull);
    ctx.setLineDash([]);
    ctx.globalAlpha = 0.45;
    ctx.lineWidth = 0.025;
    for (const [part] of shape.parts) ctx.stroke(part);
    return;
  }
  const isOwn = state.includes('own');
  if (state.includes('deep')) {
    paintShade(ctx, shape, look, { blur: size * 0.2, colour: '#02060F', alpha: 0.75, dx: size * 0.12, dy: size * 0.2 });
    paintShade(ctx, shape, look, { blur: size * 0.2, colour: '#8FE4F2', alpha: 0.55 });
    ctx.globalAlpha = 0.82;
    paintBody(ctx, shape, { ...look, colour: mixed(colour, '#9BE3F5', 0.42) }, mixed(colour, '#E9FDFF', 0.55), 0.04);
    return;
  }
  paintBody(
    ctx,
    shape,
    look,
    isOwn ? mixed(colour, '#FFF6DC', 0.3) : mixed(colour, '#FFFFFF', 0.6),
    isOwn ? 0.055 : 0.03,
  );
  // Shadow and glow go below what was painted.
  ctx.globalCompositeOperation = 'destination-over';
  paintShade(ctx, shape, look, { blur: Math.max(1, size * 0.05), colour: '#DDF3F6', alpha: 0.4 });
  paintShade(ctx, shape, look, {
    blur: Math.max(1.5, size * 0.13),
    colour: '#020812',
    alpha: 0.85,
    dx: size * 0.1,
    dy: size * 0.16,
  });
}

/** Foam behind something that has made way on water: two arms from the bow, a trail behind the stern. @param {Ctx} ctx @param {Shape} shape @param {Look} look @param {(x: number, y: number, seed: number) => number} chance */
export function paintWake(ctx, { length, beam }, { heading, size }, chance) {
  ctx.rotate(heading);
  ctx.scale(size, size);
  for (let i = 0; i < 260; i += 1) {
    const [along, aside] = [chance(i, 1, 7), chance(i, 2, 7) - 0.5];
    const arm = i % 3;
    const [x, y] = arm
      ? [
          length * 0.44 - along * length * 1.35,
          (arm === 1 ? 1 : -1) * (beam * 0.2 + along * length * 0.24 + Math.abs(aside) * 0.14 * along),
        ]
      : [-length * 0.46 - along * length * 1.05, aside * beam * (0.75 + along * 0.9)];
    ctx.fillStyle = `rgba(222,243,247,${(arm ? 0.62 : 0.72) * (1 - along)})`;
    ctx.beginPath();
    const slant = arm === 1 ? -0.2 : arm === 2 ? 0.2 : 0;
    ctx.ellipse(x, y, 0.035 + 0.065 * chance(i, 3, 7), 0.016 + 0.016 * chance(i, 4, 7), slant, 0, TURN);
    ctx.fill();
  }
}
