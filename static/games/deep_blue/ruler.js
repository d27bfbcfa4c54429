/** Which column and row is this? Names along the edges of a map of cells, in sight wherever the camera is. */
import { faded } from 'board/palette.js';

/** @typedef {import('board/layers.js').View} View */

const BAND = 15;

/** Where it stands on the canvas: the band of columns and the band of rows. @param {View} view @param {{width: number, height: number}} grid */
function bandsOf({ width, height, camera, at }, grid) {
  const [left, top] = at(0, 0);
  const [x, y] = [Math.max(0, left - BAND), Math.max(0, top - BAND)];
  const [right, bottom] = [
    Math.min(width, left + grid.width * camera.scale),
    Math.min(height, top + grid.height * camera.scale),
  ];
  return [
    { x, y, width: right - x, height: BAND },
    { x, y: y + BAND, width: BAND, height: bottom - y - BAND },
  ];
}

/** Where words belong: on the part of the chart that is in sight, not on the sea beside it. @param {View} view @param {{width: number, height: number}} chart @returns {import('kit/labels.js').Box} */
export function roomOf(view, chart) {
  const [left, top] = view.at(0, 0);
  const [right, foot] = view.at(chart.width, chart.height);
  return { x: left, y: top, width: right - left, height: foot - top };
}

/** Words keep off it. @param {View} view @param {{width: number, height: number}} grid @param {import('kit/plates.js').Placer} placer */
export function placeRuler(view, grid, placer) {
  for (const band of bandsOf(view, grid)) placer.plate(band, 2);
}

/** @param {CanvasRenderingContext2D} ctx @param {View} view @param {{width: number, height: number}} grid @param {{column: (x: number) => string, row: (y: number) => string}} names */
export function paintRuler(ctx, view, grid, { column, row }) {
  const { palette, camera } = view;
  const { scale } = camera;
  const step = scale > 26 ? 1 : scale > 13 ? 2 : scale > 7 ? 5 : 10;
  const [left, top] = view.at(0, 0);
  const bands = bandsOf(view, grid);
  const [{ x: x0, y: y0, width: wide }, { height: high }] = bands;
  const [right, bottom] = [x0 + wide, y0 + BAND + high];
  ctx.fillStyle = faded(palette.panel, 0.9);
  for (const { x, y, width, height } of bands) ctx.fillRect(x, y, width, height);
  ctx.font = `600 10px ${palette.font}`;
  ctx.textAlign = 'center';
  ctx.textBaseline = 'middle';
  for (const isRow of [false, true]) {
    const [from, to, length] = isRow ? [y0 + BAND, bottom, grid.height] : [x0 + BAND, right, grid.width];
    const origin = isRow ? top : left;
    for (let i = Math.max(0, Math.floor((from - origin) / scale)); i < length && origin + i * scale < to; i += 1) {
      const at = origin + i * scale;
      const [a, b] = [Math.max(from, at), Math.min(to, at + scale)];
      if (i % 2 === 0) {
        ctx.fillStyle = faded(palette.muted, 0.55);
        if (isRow) ctx.fillRect(x0 + BAND - 3, a, 3, b - a);
        else ctx.fillRect(a, y0 + BAND - 3, b - a, 3);
      }
      // Fives and tens are the ones that people look for.
      if ((step > 2 ? i + 1 : i) % step || b - a < scale * 0.6) continue;
      ctx.fillStyle = palette.muted;
      if (isRow) ctx.fillText(row(i), x0 + 6, at + scale / 2);
      else ctx.fillText(column(i), at + scale / 2, y0 + 6);
    }
  }
}
