/**
 * How does a picture become dull or blurred in every browser? By blending and by shadows: Safari has no `filter` for what a canvas draws, and
 * would show what is only remembered as if it were seen.
 */
import { sheet } from './bake.js';

/** @typedef {CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D} Ctx */

/** How far off its shadow a shape is drawn, in pixels: outside of every canvas. */
const FAR = 20_000;

/**
 * The picture with less colour and less light, on a sheet of its own; what is transparent stays so.
 * @param {OffscreenCanvas} picture @param {{saturation: number, brightness: number}} how 0: none, 1: all that it has
 */
export function dulled(picture, { saturation, brightness }) {
  const { width, height } = picture;
  const [canvas, ctx] = sheet(width, height);
  ctx.drawImage(picture, 0, 0);
  ctx.globalCompositeOperation = 'saturation';
  ctx.globalAlpha = 1 - saturation;
  ctx.fillStyle = '#808080';
  ctx.fillRect(0, 0, width, height);
  ctx.globalAlpha = 1;
  ctx.globalCompositeOperation = 'multiply';
  const light = Math.round(brightness * 255);
  ctx.fillStyle = `rgb(${light}, ${light}, ${light})`;
  ctx.fillRect(0, 0, width, height);
  ctx.globalCompositeOperation = 'destination-in';
  ctx.drawImage(picture, 0, 0);
  ctx.globalCompositeOperation = 'source-over';
  return /** @type {const} */ ([canvas, ctx]);
}

/**
 * From now on only the blurred shadows of shapes are drawn, where the shapes would be; until the context is restored.
 * @param {Ctx} ctx @param {number} blur standard deviation, pixels of the canvas @param {string} colour
 */
export function drawBlurred(ctx, blur, colour) {
  const { a, b, c, d, e, f } = ctx.getTransform();
  ctx.setTransform(a, b, c, d, e - FAR, f);
  ctx.shadowOffsetX = FAR;
  ctx.shadowOffsetY = 0;
  // A shadow's blur is twice the deviation.
  ctx.shadowBlur = blur * 2;
  ctx.shadowColor = colour;
}
