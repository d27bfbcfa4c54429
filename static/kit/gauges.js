/** How is a number worn by a piece of a board? On its disc, beside it, as strokes around it, as a bar below. All in screen pixels. */
import { badge } from 'board/marks.js';
import { faded } from 'board/palette.js';

/** @typedef {import('board/layers.js').View} View */

const TURN = Math.PI * 2;

/** A number on a disc, readable on any colour. @param {CanvasRenderingContext2D} ctx @param {View} view @param {string} words @param {number} x @param {number} y @param {number} radius @param {string} colour */
export function onDisc(ctx, view, words, x, y, radius, colour) {
  const size = Math.max(8.5, Math.min(radius * 0.78, (radius * 2.3) / words.length));
  if (radius < 8) return;
  ctx.font = `700 ${size}px ${view.palette.font}`;
  ctx.textAlign = 'center';
  ctx.textBaseline = 'middle';
  ctx.lineJoin = 'round';
  ctx.lineWidth = Math.max(2, size * 0.22);
  ctx.strokeStyle = colour === '#000000' ? 'rgba(255,255,255,0.55)' : 'rgba(4,6,14,0.75)';
  ctx.strokeText(words, x, y + size * 0.04);
  ctx.fillStyle = colour;
  ctx.fillText(words, x, y + size * 0.04);
}

/** A word at the upper right of a disc. @param {CanvasRenderingContext2D} ctx @param {View} view @param {string} words @param {number} x @param {number} y @param {number} radius */
export function beside(ctx, view, words, x, y, radius) {
  badge(ctx, words, x + radius * 0.8, y - radius * 0.8, {
    font: `700 ${Math.max(9, radius * 0.6)}px ${view.palette.font}`,
    height: Math.max(12, radius * 0.75),
    fill: view.palette.panel,
    ink: view.palette.text,
    edge: view.palette.muted,
  });
}

/** Eight strokes around a disc that fill one after another; thick or thin. @param {import('./sprites.js').Ctx} ctx @param {string} colour @param {number} x @param {number} y @param {number} radius @param {number} part @param {boolean} isThick */
export function strokesOf(ctx, colour, x, y, radius, part, isThick) {
  ctx.lineWidth = Math.max(1.5, radius * (isThick ? 0.15 : 0.08));
  for (let i = 0; i < 8; i += 1) {
    const from = -Math.PI / 2 + (i / 8) * TURN + 0.12;
    ctx.beginPath();
    ctx.arc(x, y, radius, from, from + TURN / 8 - 0.24);
    ctx.strokeStyle = faded(colour, part * 8 > i ? 0.95 : 0.22);
    ctx.stroke();
  }
}

/** What is left of something: a bar. @param {CanvasRenderingContext2D} ctx @param {View} view @param {number} x @param {number} y @param {number} radius @param {number} part */
export function leftOf(ctx, view, x, y, radius, part) {
  ctx.fillStyle = faded(view.palette.ink, 0.8);
  ctx.fillRect(x - radius, y, radius * 2, 3);
  ctx.fillStyle = part < 0.4 ? view.palette.bad : view.palette.good;
  ctx.fillRect(x - radius, y, radius * 2 * part, 3);
}
