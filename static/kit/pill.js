/** How does a group on its way look? A pill with the shape of its seat and a number, its tip in the direction of travel. */
import { lengthOf, pointAlong } from 'board/lines.js';
import { circle, edgeOf, seatShape, text } from 'board/marks.js';
import { inkOn } from 'board/palette.js';
import { boxesAlong } from './labels.js';

/** @typedef {CanvasRenderingContext2D} Ctx */
/** @typedef {import('board/palette.js').Palette} Palette */

/**
 * @typedef {object} Pill
 * @property {number} x middle, pixels
 * @property {number} y
 * @property {number} angle of travel, radians
 * @property {number} seat
 * @property {number} units
 * @property {number} [left] steps to go
 * @property {boolean} [isPile] several groups in one
 */

/** Where a pill may stand: along its way in parts of a step, and aside in pixels; dearer ones later. */
const SPOTS = /** @type {[number, number][]} */ ([
  [0, 0],
  [0.2, 0],
  [-0.2, 0],
  [0, 9],
  [0.4, 0],
  [-0.4, 0],
  [0, 18],
  [0.3, 12],
  [-0.3, 12],
  [0, -18],
  [0.4, 20],
  [-0.4, 20],
  [0, 28],
  [0, -30],
]);

/**
 * Room for a pill on its way: one that would cover another gives way, less than half a step along it or aside.
 * @param {ReturnType<typeof import('./labels.js').createPlacer>} placer @param {import('board/lines.js').Point[]} line on the canvas
 * @param {number} part of the way that it has come, 0 to 1 @param {number} steps in the whole way @param {{width: number, height: number}} size
 * @returns {{x: number, y: number, angle: number, box: import('./labels.js').Box}} its middle
 */
export function placePill(placer, line, part, steps, size) {
  const total = lengthOf(line);
  const spots = SPOTS.map(([by, aside]) => /** @type {[number, number]} */ ([total * (part + by / steps), aside]));
  const boxes = boxesAlong(line, spots, size);
  const box = placer.choose(boxes);
  const { angle } = pointAlong(line, spots[boxes.indexOf(box)][0]);
  return { x: box.x + box.width / 2, y: box.y + box.height / 2, angle, box };
}

/** @param {number} units @param {number} size of the letters @returns {{width: number, height: number}} */
export function pillSize(units, size) {
  return { width: String(units).length * size * 0.62 + size + 9, height: size + 6 };
}

/** @param {Ctx} ctx @param {Palette} palette @param {Pill} pill @param {number} size of the letters @param {boolean} [lit] */
export function paintPill(ctx, palette, { x, y, angle, seat, units, left = 0, isPile = false }, size, lit = false) {
  const { width, height } = pillSize(units, size);
  const colour = palette.seats[seat];
  const edge = edgeOf(palette, colour);
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  // The tip lies half under the pill and looks out in the direction of travel.
  const reach = Math.min(
    width / 2 / Math.max(0.01, Math.abs(cos)),
    height / 2 / Math.max(0.01, Math.abs(sin)),
    width / 2 + 2,
  );
  ctx.save();
  ctx.lineJoin = 'round';
  const outline = (/** @type {string} */ fill, /** @type {string} */ rim, /** @type {number} */ wide) => {
    ctx.lineWidth = 3 + wide;
    ctx.strokeStyle = palette.ink;
    ctx.stroke();
    ctx.fillStyle = fill;
    ctx.fill();
    ctx.lineWidth = wide;
    ctx.strokeStyle = rim;
    ctx.stroke();
  };
  ctx.beginPath();
  for (const [along, aside] of [
    [reach + 8, 0],
    [reach - 4, 6.5],
    [reach - 4, -6.5],
  ])
    ctx.lineTo(x + cos * along - sin * aside, y + sin * along + cos * aside);
  ctx.closePath();
  outline(edge, edge, 0.25);
  for (const offset of isPile ? [3, 0] : [0]) {
    ctx.beginPath();
    ctx.roundRect(x - width / 2 + offset, y - height / 2 - offset, width, height, height / 2);
    outline(colour, lit ? palette.text : edge, lit ? 2.5 : 1.25);
  }
  const ink = inkOn(colour);
  seatShape(ctx, seat, x - width / 2 + height / 2, y, size * 0.3);
  ctx.fillStyle = ink;
  ctx.fill();
  ctx.restore();
  text(ctx, String(units), x + height / 2 - 3, y + 0.5, { font: `700 ${size}px ${palette.font}`, fill: ink });
  if (left) paintLeft(ctx, palette, x, y + height / 2 + 4.5, left);
}

/** Steps left as dots under it, as a number from seven on. @param {Ctx} ctx @param {Palette} palette @param {number} x @param {number} y @param {number} left */
function paintLeft(ctx, palette, x, y, left) {
  if (left > 6)
    return text(ctx, `${left}•`, x, y + 2, { font: `10px ${palette.font}`, fill: palette.text, halo: palette.ink });
  for (const [radius, fill] of /** @type {[number, string][]} */ ([
    [2.6, palette.ink],
    [1.6, palette.text],
  ]))
    for (let i = 0; i < left; i += 1) {
      circle(ctx, x + (i - (left - 1) / 2) * 5, y, radius);
      ctx.fillStyle = fill;
      ctx.fill();
    }
}
