/**
 * Where can what is selected go in this round, and where can it be shot at in the next? The server's two sets of cells on the chart: a wash
 * within a firm border where units can come, and the dashed border of danger. Hatched is only where a way ends in it, so that the sea stays in sight. Computes no rule.
 */
import { faded, mixed } from 'board/palette.js';
import { outline } from 'kit/cells.js';
import { unpacked } from './position.js';

/** @import { Chart, Ctx, View, Zones } from './types' */

/** CSS pixels between the lines of the hatching. */
const GAP = 7;

/** @param {View} view @param {Chart} chart @param {(cell: number) => boolean} isIn */
function regionOf(view, chart, isIn) {
  const path = new Path2D();
  for (const loop of outline(chart, (x, y) => isIn(y * chart.width + x))) {
    loop.forEach(([x, y], i) => {
      const at = view.at(x, y);
      if (i) path.lineTo(...at);
      else path.moveTo(...at);
    });
    path.closePath();
  }
  return path;
}

/** Lines of danger across a part of the chart. @param {Ctx} ctx @param {View} view @param {Path2D} region @param {string} colour */
function hatch(ctx, view, region, colour) {
  ctx.save();
  ctx.clip(region, 'evenodd');
  ctx.strokeStyle = colour;
  ctx.lineWidth = 1.5;
  ctx.beginPath();
  for (let sum = 0; sum < view.width + view.height; sum += GAP) {
    ctx.moveTo(sum, 0);
    ctx.lineTo(sum - view.height, view.height);
  }
  ctx.stroke();
  ctx.restore();
}

/**
 * Cells that are looked at more closely: where the ways of this round end, ordered or shown by the pointer.
 * @param {readonly import('./types').DrawnPath[]} paths @param {Chart} chart @returns {Set<number>}
 */
export function endsOf(paths, chart) {
  const ends = paths.filter(({ form, cells }) => (form === 'draft' || form === 'aim') && cells.length > 1);
  return new Set(
    ends.map(({ cells, marks }) => {
      const [x, y] = cells[Math.min(marks[0] ?? cells.length - 1, cells.length - 1)];
      return y * chart.width + x;
    }),
  );
}

/**
 * @param {Ctx} ctx @param {View} view @param {Chart} chart @param {Zones} zones
 * @param {{ends: Set<number>, isAll: boolean, wings: boolean}} how danger is hatched at the ends of ways alone, or everywhere for who asks; `wings`: the border of what planes reach, too
 */
export function paintZones(ctx, view, chart, zones, { ends, isAll, wings }) {
  const { palette } = view;
  const [reach, danger] = [unpacked(zones.reach, chart), unpacked(zones.danger, chart)];
  const [calm, hot] = [mixed(palette.good, palette.text, 0.15), mixed(palette.bad, palette.text, 0.1)];
  const inside = regionOf(view, chart, (cell) => reach[cell] === 1);
  ctx.save();
  ctx.fillStyle = faded(calm, palette.dark ? 0.1 : 0.16);
  ctx.fill(inside, 'evenodd');
  const met = regionOf(view, chart, (cell) => danger[cell] === 1 && (ends.has(cell) || (isAll && reach[cell] === 1)));
  ctx.fillStyle = faded(hot, 0.22);
  if (!isAll) ctx.fill(met, 'evenodd');
  hatch(ctx, view, met, faded(hot, isAll ? 0.62 : 0.95));
  ctx.lineWidth = 2;
  ctx.strokeStyle = faded(calm, 0.9);
  ctx.stroke(inside);
  ctx.setLineDash([9, 5]);
  ctx.lineWidth = 2;
  ctx.strokeStyle = faded(hot, 0.85);
  ctx.stroke(regionOf(view, chart, (cell) => danger[cell] === 1));
  if (wings && zones.wings) {
    const air = unpacked(zones.wings, chart);
    ctx.setLineDash([2, 5]);
    ctx.stroke(regionOf(view, chart, (cell) => air[cell] === 1));
  }
  ctx.restore();
}
