/** How does the paper of a chart look? Fine lines at even distances, range rings around its middle. */
import { circle } from 'board/marks.js';
import { faded, mixed } from 'board/palette.js';

/**
 * @param {CanvasRenderingContext2D} ctx @param {import('board/layers.js').View} view
 * @param {{step: number, middle: import('board/lines.js').Point, rings: number[]}} how world units
 */
export function paintGraticule(ctx, view, { step, middle, rings }) {
  const { palette, camera, width, height } = view;
  const [left, top] = [camera.x - width / 2 / camera.scale, camera.y - height / 2 / camera.scale];
  const [right, bottom] = [camera.x + width / 2 / camera.scale, camera.y + height / 2 / camera.scale];
  ctx.lineWidth = 1;
  ctx.strokeStyle = faded(palette.line, palette.dark ? 0.5 : 0.55);
  ctx.beginPath();
  for (let x = Math.ceil(left / step) * step; x <= right; x += step) {
    const [sx] = view.at(x, 0);
    ctx.moveTo(Math.round(sx) + 0.5, 0);
    ctx.lineTo(Math.round(sx) + 0.5, height);
  }
  for (let y = Math.ceil(top / step) * step; y <= bottom; y += step) {
    const [, sy] = view.at(0, y);
    ctx.moveTo(0, Math.round(sy) + 0.5);
    ctx.lineTo(width, Math.round(sy) + 0.5);
  }
  ctx.stroke();
  ctx.strokeStyle = faded(mixed(palette.line, palette.muted, 0.3), palette.dark ? 0.4 : 0.45);
  ctx.setLineDash([1, 6]);
  const [x, y] = view.at(...middle);
  for (const ring of rings) {
    circle(ctx, x, y, ring * camera.scale);
    ctx.stroke();
  }
  ctx.setLineDash([]);
}
