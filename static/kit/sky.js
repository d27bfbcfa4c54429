/**
 * What lies behind a chart of worlds? Nebulae and stars, worked out once for a theme: light on night, a wash and pin-pricks on paper. They belong to
 * the world and move with it.
 */
import { channels } from 'board/palette.js';
import { sheet } from './bake.js';
import { fractal, hash, smoothstep } from './noise.js';

/** @typedef {import('board/layers.js').View} View */

/** Pixels of a side of the nebulae, and how many pixels make the largest cloud. */
const [SIDE, CLOUD] = [128, 27];
/** Stars over the whole sky. */
const STARS = 1500;
const COLOURS = ['#BFD4FF', '#FFFFFF', '#FFE9DC', '#A8C4FF'];

/** Makes the clouds; yields wherever it may be interrupted. @param {{ink: string, dark: boolean}} palette @param {number} seed @param {{deep?: number, coarse?: number}} [how] deep: how much more they glow; coarse: how many pixels are one, for what is seen first @returns {Generator<unknown, ImageBitmap, unknown>} */
export function* nebulaOf({ ink, dark }, seed, { deep = 1, coarse = 1 } = {}) {
  const side = Math.round(SIDE / coarse);
  const [canvas, ctx] = sheet(side);
  const image = ctx.createImageData(side, side);
  const [r, g, b] = channels(ink);
  for (let j = 0; j < side; j += 1) {
    for (let i = 0; i < side; i += 1) {
      const [x, y] = [(i * coarse) / CLOUD, (j * coarse) / CLOUD];
      const warp = fractal(x + 4, y, seed, 3);
      // A band across the sky, and little away from it.
      const band = 0.35 + 0.65 * Math.exp(-((y - 2.3 + (x - 2.3) * 0.45) ** 2) / 1.3);
      // Where they glow much their picture would be seen to end.
      const rim = deep === 1 ? 1 : smoothstep(0, 0.16, Math.min(i, j, side - i, side - j) / side);
      const blue = smoothstep(0.36, 0.8, fractal(x + warp * 2.4, y + warp * 1.8, seed + 7, 4)) * band * deep * rim;
      const violet = smoothstep(0.48, 0.82, fractal(x * 1.3 + 9 + warp, y * 1.3, seed + 11, 4)) * band * deep * rim;
      const dust = smoothstep(0.5, 0.7, fractal(x * 2.2 + warp * 2, y * 2.2, seed + 21, 3)) * band;
      const colour = dark
        ? [
            r + blue * 26 + violet * 62 - dust * 5,
            g + blue * 56 + violet * 28 - dust * 8,
            b + blue * 84 + violet * 70 - dust * 10,
          ]
        : [r - 14 - blue * 96 - violet * 34, g - 6 - blue * 44 - violet * 70, b + 6 - blue * 2 - violet * 4 - dust * 6];
      image.data.set([...colour, 255], (j * side + i) * 4);
    }
    if (j % 3 === 2) yield;
  }
  ctx.putImageData(image, 0, 0);
  return canvas.transferToImageBitmap();
}

/**
 * @param {CanvasRenderingContext2D} ctx @param {View} view @param {ImageBitmap | null} nebula none yet: the plain ground
 * @param {{x: number, y: number, reach: number, seed: number}} where middle of the sky and half its side, world units
 */
export function paintSky(ctx, view, nebula, { x, y, reach, seed }) {
  const { palette, camera, width, height } = view;
  ctx.fillStyle = palette.ink;
  ctx.fillRect(0, 0, width, height);
  const [left, top] = view.at(x - reach, y - reach);
  const side = 2 * reach * camera.scale;
  if (nebula) {
    ctx.imageSmoothingQuality = 'high';
    ctx.drawImage(nebula, left, top, side, side);
  }
  ctx.save();
  for (let i = 0; i < STARS; i += 1) {
    const [sx, sy] = [left + hash(i, 1, seed) * side, top + hash(i, 2, seed) * side];
    if (sx < 0 || sy < 0 || sx > width || sy > height) continue;
    const bright = hash(i, 3, seed);
    const size = 0.5 + 1.1 * bright ** 4;
    ctx.globalAlpha = (palette.dark ? 0.75 : 0.4) * (0.25 + 0.75 * bright * bright);
    ctx.fillStyle = palette.dark ? COLOURS[i % 4] : palette.muted;
    if (bright < 0.965) ctx.fillRect(sx, sy, size, size);
    else paintBright(ctx, sx, sy, palette.dark ? 8 : 4);
  }
  ctx.restore();
}

/** A star with rays. @param {CanvasRenderingContext2D} ctx @param {number} x @param {number} y @param {number} ray */
function paintBright(ctx, x, y, ray) {
  ctx.beginPath();
  ctx.arc(x, y, 1.3, 0, Math.PI * 2);
  ctx.fill();
  ctx.globalAlpha *= 0.4;
  ctx.fillRect(x - ray, y - 0.25, ray * 2, 0.5);
  ctx.fillRect(x - 0.25, y - ray, 0.5, ray * 2);
  ctx.beginPath();
  ctx.arc(x, y, ray * 0.45, 0, Math.PI * 2);
  ctx.globalAlpha *= 0.35;
  ctx.fill();
}
