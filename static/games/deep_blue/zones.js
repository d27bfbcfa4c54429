/**
 * Where can what is selected go in this round, and where can it be shot at in the next? The server's two sets of cells on the chart: dots on a
 * wash where units can come, hatching where they would be in danger, and its border beyond. Computes no rule.
 */
import { faded, mixed } from 'board/palette.js';
import { outline } from 'kit/cells.js';
import { unpacked } from './position.js';

/** @import { Chart, Ctx, View, Zones } from './types' */

/** CSS pixels between the lines of the hatching. */
const GAP = 9;

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

/** @param {Ctx} ctx @param {View} view @param {Chart} chart @param {Zones} zones */
export function paintZones(ctx, view, chart, zones) {
  const { palette, camera } = view;
  const [reach, danger] = [unpacked(zones.reach, chart), unpacked(zones.danger, chart)];
  const [calm, hot] = [mixed(palette.good, palette.text, 0.15), mixed(palette.bad, palette.text, 0.1)];
  const inside = regionOf(view, chart, (cell) => reach[cell] === 1);
  ctx.save();
  ctx.fillStyle = faded(calm, palette.dark ? 0.13 : 0.2);
  ctx.fill(inside, 'evenodd');
  ctx.fillStyle = faded(calm, 0.8);
  const dot = Math.max(1, camera.scale * 0.06);
  for (let y = 0; y < chart.height; y += 1)
    for (let x = 0; x < chart.width; x += 1) {
      if (reach[y * chart.width + x] !== 1) continue;
      const [left, top] = view.at(x + 0.5, y + 0.5);
      ctx.fillRect(left - dot, top - dot, 2 * dot, 2 * dot);
    }
  // The danger matters where one can be; elsewhere its border is enough.
  const both = regionOf(view, chart, (cell) => reach[cell] === 1 && danger[cell] === 1);
  ctx.save();
  ctx.clip(both, 'evenodd');
  ctx.strokeStyle = faded(hot, 0.62);
  ctx.lineWidth = 1.5;
  ctx.beginPath();
  for (let sum = 0; sum < view.width + view.height; sum += GAP) {
    ctx.moveTo(sum, 0);
    ctx.lineTo(sum - view.height, view.height);
  }
  ctx.stroke();
  ctx.restore();
  ctx.lineWidth = 2;
  ctx.strokeStyle = faded(calm, 0.9);
  ctx.stroke(inside);
  ctx.setLineDash([9, 5]);
  ctx.lineWidth = 2;
  ctx.strokeStyle = faded(hot, 0.85);
  ctx.stroke(regionOf(view, chart, (cell) => danger[cell] === 1));
  ctx.restore();
}
