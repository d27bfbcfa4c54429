/** Where is the widest part of a map that is unknown, as far as it is in view? A word stands there, so that dark ground says what it is. */
import { t } from 'app/i18n.js';
import { text } from 'board/marks.js';

/** @typedef {import('board/layers.js').View} View */
/** @typedef {import('./cells.js').Grid} Grid */

/** Cells from the middle of a place to what is known, below which it is too narrow for a word. */
const LEAST = 2.5;
/** Pixels of the letters, at least and at most, and their part of the room. */
const SIZE = { least: 13, most: 26, part: 0.3 };
const DIAGONAL = Math.SQRT2;

/**
 * The cell that is farthest from any that is not open, and from the edges of the box.
 * @param {Grid} grid @param {(x: number, y: number) => boolean} isOpen @param {readonly number[]} box first column and row, and those after the last
 * @returns {{x: number, y: number, away: number} | null} `away`: cells, so many are open around its middle; null: none is open
 */
export function roomiest({ width, height }, isOpen, [left, top, right, bottom]) {
  // Whole cells only: of others a part is out of view.
  const [x0, y0] = [Math.max(0, Math.ceil(left)), Math.max(0, Math.ceil(top))];
  const [x1, y1] = [Math.min(width, Math.floor(right)), Math.min(height, Math.floor(bottom))];
  const [wide, high] = [x1 - x0, y1 - y0];
  if (wide <= 0 || high <= 0) return null;
  // Distances grow from what is known and from the edges: once down, once up.
  const away = new Float32Array((wide + 2) * (high + 2));
  const row = wide + 2;
  for (let y = 0; y < high; y += 1)
    for (let x = 0; x < wide; x += 1) {
      const at = (y + 1) * row + x + 1;
      away[at] = isOpen(x0 + x, y0 + y)
        ? Math.min(away[at - 1] + 1, away[at - row] + 1, away[at - row - 1] + DIAGONAL, away[at - row + 1] + DIAGONAL)
        : 0;
    }
  let best = null;
  for (let y = high - 1; y >= 0; y -= 1)
    for (let x = wide - 1; x >= 0; x -= 1) {
      const at = (y + 1) * row + x + 1;
      away[at] = Math.min(
        away[at],
        away[at + 1] + 1,
        away[at + row] + 1,
        away[at + row + 1] + DIAGONAL,
        away[at + row - 1] + DIAGONAL,
      );
      if (away[at] > (best?.away ?? 0)) best = { x: x0 + x, y: y0 + y, away: away[at] };
    }
  return best;
}

/**
 * Writes that a part of the map is unknown, where there is room in view; words that come later keep off it.
 * @param {CanvasRenderingContext2D} ctx @param {View} view @param {Grid} grid @param {(x: number, y: number) => boolean} isOpen
 * @param {{placer: {plate: (box: import('./labels.js').Box) => void}, over: readonly import('./labels.js').Box[], words?: string}} how `over`: what lies over the board, in its pixels
 */
export function writeUnknown(ctx, view, grid, isOpen, { placer, over, words = t('unknown') }) {
  const { width, height, camera, palette } = view;
  const isClear = (/** @type {number} */ column, /** @type {number} */ row) => {
    const [x, y] = view.at(column, row);
    return over.every(
      (box) => x > box.x + box.width || x + camera.scale < box.x || y > box.y + box.height || y + camera.scale < box.y,
    );
  };
  const [left, top] = view.at(0, 0).map((pixels) => -pixels / camera.scale);
  const open = (/** @type {number} */ x, /** @type {number} */ y) => isOpen(x, y) && isClear(x, y);
  const place = roomiest(grid, open, [left, top, left + width / camera.scale, top + height / camera.scale]);
  const room = place ? (place.away - 0.5) * camera.scale : 0;
  const size = Math.round(Math.max(SIZE.least, Math.min(SIZE.most, room * SIZE.part)));
  ctx.font = `600 ${size}px ${palette.font}`;
  const wide = ctx.measureText(words).width;
  if (!place || place.away < LEAST || room < wide / 2 + size) return;
  const [cx, cy] = view.at(place.x + 0.5, place.y + 0.5);
  text(ctx, words, cx, cy, { font: ctx.font, fill: palette.muted, halo: palette.ink });
  placer.plate({ x: cx - wide / 2, y: cy - size / 2, width: wide, height: size });
}
