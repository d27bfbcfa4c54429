/** How does water look and move? The open sea around a chart, swell that scrolls against itself, and surf that comes and goes. */
import { faded } from 'board/palette.js';
import { sheet } from 'kit/bake.js';
import { noiseTile, smoothstep } from 'kit/noise.js';

/** @typedef {import('board/layers.js').View} View */
/** @typedef {import('./relief.js').Theme} Theme */
/** @typedef {import('./relief.js').Chart} Chart */
/** @typedef {import('./relief.js').Paint} Paint */
/** @typedef {import('./relief.js').Relief} Relief */
/** @typedef {CanvasRenderingContext2D} Ctx */

/** Two tiles of swell that scroll against each other: dark hollows and bright crests. @param {Theme} theme @returns {Generator<void, OffscreenCanvas[]>} */
export function* waterTiles({ swell: [hollow, crest] }) {
  const side = 256;
  /** @type {OffscreenCanvas[]} */
  const tiles = [];
  for (const [seed, grain, stretch] of [
    [81, 64, 1],
    [71, 32, 2],
  ]) {
    const noise = noiseTile(side, grain, seed, 3);
    const [canvas, ctx] = sheet(side);
    const image = ctx.createImageData(side, side);
    for (let y = 0; y < side; y += 1) {
      for (let x = 0; x < side; x += 1) {
        const value = noise[((y * stretch) & 255) * side + x];
        const ridge = 1 - Math.abs(value * 2 - 1);
        const at = (y * side + x) * 4;
        const strength = stretch === 1 ? smoothstep(0.35, 0.75, value) : smoothstep(0.7, 1, ridge);
        const colour = stretch === 1 ? hollow : crest;
        image.data.set([...colour, strength * 255], at);
      }
    }
    ctx.putImageData(image, 0, 0);
    tiles.push(canvas);
    yield;
  }
  return tiles;
}

/**
 * The open sea around a chart, as far as the board goes: no chart tells anything of it, so it only falls away from the shelf into the deep,
 * below the veil of what nobody sees. Its swell is that of the chart.
 * @param {Ctx} ctx @param {View} view @param {Chart} chart @param {Theme} theme
 */
export function paintOpenSea(ctx, view, { width, height }, theme) {
  const { scale } = view.camera;
  const [left, top] = view.at(0, 0);
  const [right, foot] = [left + width * scale, top + height * scale];
  if (left <= 0 && top <= 0 && right >= view.width && foot >= view.height) return;
  ctx.save();
  ctx.beginPath();
  ctx.rect(0, 0, view.width, view.height);
  ctx.rect(left, top, right - left, foot - top);
  ctx.clip('evenodd');
  const [x, y] = [(left + right) / 2, (top + foot) / 2];
  const near = Math.min(right - left, foot - top) / 2;
  const depth = ctx.createRadialGradient(x, y, near * 0.9, x, y, near + Math.max(view.width, view.height) / 2);
  const shades = theme.sea.slice(theme.dark ? 3 : 2, theme.dark ? 6 : 5);
  shades.forEach((colour, i) => {
    depth.addColorStop(i / (shades.length - 1), colour);
  });
  ctx.fillStyle = depth;
  ctx.fillRect(0, 0, view.width, view.height);
  // The stronger lines of the grid go on, as on a sheet of which the chart is a part.
  ctx.strokeStyle = theme.grid;
  ctx.lineWidth = 1.2;
  ctx.beginPath();
  const step = 4 * scale;
  for (let at = left - Math.ceil(left / step) * step; at < view.width; at += step) {
    ctx.moveTo(Math.round(at) + 0.5, 0);
    ctx.lineTo(Math.round(at) + 0.5, view.height);
  }
  for (let at = top - Math.ceil(top / step) * step; at < view.height; at += step) {
    ctx.moveTo(0, Math.round(at) + 0.5);
    ctx.lineTo(view.width, Math.round(at) + 0.5);
  }
  ctx.stroke();
  ctx.fillStyle = theme.beyond;
  ctx.fillRect(0, 0, view.width, view.height);
  // Light from the upper left, as on the land.
  const light = ctx.createLinearGradient(0, 0, view.width, view.height);
  light.addColorStop(0, faded(theme.dark ? '#BFE3F2' : '#FFFFFF', theme.dark ? 0.06 : 0.3));
  light.addColorStop(0.55, faded(theme.dark ? '#BFE3F2' : '#FFFFFF', 0));
  ctx.fillStyle = light;
  ctx.fillRect(0, 0, view.width, view.height);
  ctx.restore();
}

/** The moving part of the sea: surf on the chart, swell as far as the board goes. @param {Ctx} ctx @param {View} view @param {Chart} chart @param {Paint} paint @param {OffscreenCanvas[]} swell @param {Relief} relief @param {Theme} theme @param {number} time seconds */
export function paintWater(ctx, view, { width, height }, paint, swell, relief, theme, time) {
  const { scale } = view.camera;
  const [left, top] = view.at(0, 0);
  const zoom = Math.max(0.5, Math.min(1.4, scale / 26));
  ctx.save();
  const [hollows, crests] = theme.dark ? [0.3, 0.13] : [0.17, 0.16];
  const fills = [
    { alpha: hollows, matrix: [1.6, 0.5, -0.5, 1.6, -time * 9, time * 6] },
    { alpha: crests, matrix: [1.7, -0.55, 0.3, 0.8, time * 14, time * 5] },
  ];
  fills.forEach(({ alpha, matrix: [a, b, c, d, e, f] }, i) => {
    const pattern = /** @type {CanvasPattern} */ (ctx.createPattern(swell[i], 'repeat'));
    pattern.setTransform(new DOMMatrix([a * zoom, b * zoom, c * zoom, d * zoom, left + e * zoom, top + f * zoom]));
    ctx.globalAlpha = alpha;
    ctx.fillStyle = pattern;
    ctx.fillRect(0, 0, view.width, view.height);
  });
  ctx.save();
  ctx.translate(left, top);
  ctx.scale(scale, scale);
  ctx.globalAlpha = 1;
  ctx.globalCompositeOperation = 'destination-out';
  ctx.fill(relief.coast);
  ctx.restore();
  paint.surf.forEach((canvas, phase) => {
    const strength = Math.max(0, Math.cos((time * 0.2 - phase / 3) * 2 * Math.PI) * 0.5 + 0.5);
    if (strength < 0.05) return;
    ctx.globalAlpha = strength;
    ctx.drawImage(canvas, left, top, width * scale, height * scale);
  });
  ctx.restore();
}
