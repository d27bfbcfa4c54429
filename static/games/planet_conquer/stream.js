/** How does an order look that goes on by itself? Small angles that drift slowly along its lane: a stream. */
import { lengthOf, pointAlong } from 'board/lines.js';
import { faded } from 'board/palette.js';

/** @import { Ctx, Point, View } from './types' */

/** Pixels between two angles, and how fast they drift. */
const [STEP, SPEED] = [17, 9];

/**
 * @param {Ctx} ctx @param {View} view @param {Point[]} line @param {{fate: 'runs' | 'begins' | 'changes' | 'ends', seat: number, lit: boolean, seconds: number}} how
 *   fate: what the draft does to it; seconds: a clock that runs while there is motion
 */
export function paintStream(ctx, { palette }, line, { fate, seat, lit, seconds }) {
  const total = lengthOf(line);
  const colour = fate === 'runs' ? palette.seats[seat] : fate === 'ends' ? palette.muted : palette.lamp;
  const start = fate === 'ends' ? 0 : (seconds * SPEED) % STEP;
  const reach = lit ? 5.5 : 4;
  ctx.save();
  ctx.lineCap = 'round';
  ctx.lineJoin = 'round';
  ctx.beginPath();
  for (let along = start + 4; along < total - 2; along += STEP) {
    const { x, y, angle } = pointAlong(line, along);
    const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
    // What ends is drawn as strokes across: nothing flows there any more.
    const back = fate === 'ends' ? 0 : -reach;
    ctx.moveTo(x + back * cos - reach * sin, y + back * sin + reach * cos);
    if (fate !== 'ends') ctx.lineTo(x, y);
    ctx.lineTo(x + back * cos + reach * sin, y + back * sin - reach * cos);
  }
  for (const [style, width] of /** @type {[string, number][]} */ ([
    [faded(palette.ink, 0.85), lit ? 6 : 4.5],
    [colour, lit ? 3 : 2],
  ])) {
    ctx.strokeStyle = style;
    ctx.lineWidth = width;
    ctx.stroke();
  }
  ctx.restore();
}
