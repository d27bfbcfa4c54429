/** How do the ways of a map look? Lines between discs with a tick per step, lit when they are pointed at; lanes for what goes along them. */
import { shifted, trimmed } from 'board/lines.js';
import { badge, path, ticks } from 'board/marks.js';
import { faded, mixed } from 'board/palette.js';

/** @typedef {CanvasRenderingContext2D} Ctx */
/** @typedef {import('board/layers.js').View} View */
/** @typedef {import('board/lines.js').Point} Point */

/**
 * The free stretch of a line on the canvas.
 * @param {View} view @param {readonly Point[]} line of the world @param {[number, number]} gaps pixels that the discs at its ends take
 * @param {number} [aside] pixels to the right of travel: so two directions never share a line
 */
export function lane(view, line, [from, to], aside = 0) {
  const onCanvas = line.map(([x, y]) => view.at(x, y));
  return shifted(trimmed(onCanvas, from, to), aside);
}

/** @param {Ctx} ctx @param {View} view @param {Point[]} line on the canvas @param {number} length in steps @param {boolean} isSeen */
export function paintWay(ctx, { palette, camera }, line, length, isSeen) {
  const strength = isSeen ? (palette.dark ? 0.55 : 0.6) : palette.dark ? 0.12 : 0.25;
  const light = palette.dark ? '#8EBAEC' : '#1D4F91';
  // On paper a line needs more ink than light at night.
  const ink = palette.dark ? 0.45 : 0.85;
  ctx.lineCap = 'butt';
  path(ctx, line);
  if (isSeen)
    for (const [width, alpha] of [
      [7, 0.05],
      [3.2, 0.1],
    ]) {
      ctx.lineWidth = width;
      ctx.strokeStyle = faded(light, alpha);
      ctx.stroke();
    }
  ctx.strokeStyle = mixed(mixed(palette.line, palette.muted, strength), light, isSeen ? ink : ink / 3);
  ctx.lineWidth = (isSeen ? 1.3 : 1.1) * (palette.dark ? 1 : 1.4);
  if (!isSeen) ctx.setLineDash([2, 5]);
  ctx.stroke();
  ctx.setLineDash([]);
  if (camera.scale < 0.3) return;
  ctx.lineWidth = isSeen ? 1.6 : 1.2;
  ctx.strokeStyle = isSeen ? mixed(light, palette.text, 0.5) : mixed(palette.line, palette.muted, strength);
  ticks(ctx, line, length, camera.scale > 0.6 ? 4 : 3);
}

/**
 * A way lit up, with its length; it runs under what is written on the map, though its layer lies over it.
 * @param {Ctx} ctx @param {View} view @param {Point[]} line on the canvas @param {number} length in steps
 * @param {{taken: readonly import('kit/labels.js').Box[], placer: ReturnType<typeof import('kit/labels.js').createPlacer>}} where
 */
export function lightWay(ctx, view, line, length, { taken, placer }) {
  const { palette } = view;
  ctx.save();
  for (const { x, y, width, height } of taken) {
    ctx.beginPath();
    ctx.rect(0, 0, view.width, view.height);
    ctx.rect(x, y, width, height);
    ctx.clip('evenodd');
  }
  ctx.strokeStyle = faded(palette.text, 0.65);
  ctx.lineWidth = 1.8;
  path(ctx, line);
  ctx.stroke();
  ctx.restore();
  const { x, y, width, height } = placer.along(line, { width: 17, height: 17 });
  const how = { font: `600 11px ${palette.font}`, height: 17, fill: palette.panel };
  badge(ctx, String(length), x + width / 2, y + height / 2, { ...how, ink: palette.text, edge: palette.muted });
}
