/**
 * How does the aether look? A glowing veil baked from the densities that are known: one field, bent by slow noise, on a ramp that reads
 * the same without colour. Unknown tiles are hatched, tiles out of sight dimmed.
 */
import { channels } from 'board/palette.js';
import { sheet } from 'kit/bake.js';
import { blurred, fieldOver, valueAt } from 'kit/field.js';
import { fractal, noise, smoothstep } from 'kit/noise.js';

/** @import { Chart } from './types' */

/** From thin to dense; lightness rises evenly in the dark theme and falls in the light one. */
const RAMPS = {
  dark: ['#07060F', '#170B33', '#3A0F5C', '#66176B', '#972766', '#C63F4F', '#E8652F', '#F99A1C', '#F8CF4A'],
  light: ['#F4F1EA', '#F5E6CC', '#F6D3A0', '#F0B578', '#E08F62', '#C4675E', '#9C4A66', '#6F3569', '#43265E'],
};
const SHADES = 256;
/** Pixels of the picture per tile, on small boards and on large ones. */
const FINE = 12;
const COARSE = 8;
const LARGE = 2200;

/** @param {boolean} isDark @returns {Uint8ClampedArray} red, green, blue per shade */
function rampOf(isDark) {
  const stops = RAMPS[isDark ? 'dark' : 'light'].map(channels);
  const ramp = new Uint8ClampedArray(SHADES * 3);
  for (let i = 0; i < SHADES; i += 1) {
    const at = (i / (SHADES - 1)) * (stops.length - 1);
    const low = Math.min(stops.length - 2, Math.floor(at));
    for (let part = 0; part < 3; part += 1)
      ramp[i * 3 + part] = stops[low][part] + (stops[low + 1][part] - stops[low][part]) * (at - low);
  }
  return ramp;
}

/** The ramp for a legend: `count` colours from thin to dense. @param {boolean} isDark @param {number} count */
export function rampColours(isDark, count) {
  const ramp = rampOf(isDark);
  return Array.from({ length: count }, (_, i) => {
    const at = Math.round((i / (count - 1)) * (SHADES - 1)) * 3;
    return `rgb(${ramp[at]},${ramp[at + 1]},${ramp[at + 2]})`;
  });
}

/** Densities as a field, those that are not known filled from what lies around, and how much is known. @param {Chart} chart */
function fieldsOf({ width, height, aether }) {
  const known = fieldOver(width, height, 1);
  const dense = fieldOver(width, height, 1);
  aether.forEach((value, i) => {
    known.values[i] = value > 0 ? 1 : 0;
    dense.values[i] = value;
  });
  const [share, sum] = [blurred(known, 2), blurred(dense, 2)];
  dense.values.forEach((value, i) => {
    if (!value && share.values[i] > 0) dense.values[i] = sum.values[i] / share.values[i];
  });
  return { known: blurred(known, 1), dense };
}

/**
 * The veil of a chart as a picture, transparent where nothing is known; drawn over the whole map.
 * @param {Chart} chart @param {boolean} isDark
 */
export function* veilOf(chart, isDark) {
  const { width, height } = chart;
  const per = width * height > LARGE ? COARSE : FINE;
  const { known, dense } = fieldsOf(chart);
  const ramp = rampOf(isDark);
  const [canvas, ctx] = sheet(width * per, height * per);
  const image = ctx.createImageData(canvas.width, canvas.height);
  for (let row = 0; row < canvas.height; row += 1) {
    for (let column = 0; column < canvas.width; column += 1) {
      const [x, y] = [column / per, row / per];
      // The veil hangs in folds: where it is looked up is bent, twice, and bright threads run along the folds.
      const bendX = noise(x * 0.45, y * 0.45, 11) - 0.5;
      const bendY = noise(x * 0.45, y * 0.45, 23) - 0.5;
      const [u, v] = [x + bendX * 1.5, y + bendY * 1.5];
      const fold = fractal(u * 0.9 + bendX * 3, v * 0.9 + bendY * 3, 37, 3);
      const thread = 1 - Math.min(1, Math.abs(fold - 0.5) * 9);
      const value = valueAt(dense, u, v) * (0.82 + 0.26 * fold) + thread * thread * 0.11;
      const shade = Math.max(0, Math.min(SHADES - 1, Math.round((value * 1.08 - 0.06) * SHADES))) * 3;
      const at = (row * canvas.width + column) * 4;
      image.data[at] = ramp[shade];
      image.data[at + 1] = ramp[shade + 1];
      image.data[at + 2] = ramp[shade + 2];
      image.data[at + 3] = 255 * smoothstep(0.18, 0.62, valueAt(known, x, y) + (fold - 0.5) * 0.22);
    }
    if (row % 4 === 3) yield;
  }
  ctx.putImageData(image, 0, 0);
  return canvas;
}

/**
 * What lies out of sight is dimmed: a picture of one pixel per tile, drawn smoothly over the whole map.
 * @param {Chart} chart @param {Uint8Array} sensed @param {string} ink
 */
export function* dimOf({ width, height }, sensed, ink) {
  const [canvas, ctx] = sheet(width, height);
  const image = ctx.createImageData(width, height);
  const [red, green, blue] = channels(ink);
  sensed.forEach((isSensed, i) => {
    image.data.set([red, green, blue, isSensed ? 0 : 150], i * 4);
  });
  yield;
  ctx.putImageData(image, 0, 0);
  return canvas;
}

/**
 * The ground of what nobody has seen: wide quiet hatching.
 * @param {CanvasRenderingContext2D} ctx @param {import('board/layers.js').View} view @param {Chart} chart
 */
export function paintUnknown(ctx, view, { width, height }) {
  const { palette, camera } = view;
  const [left, top] = view.at(0, 0);
  const [wide, high] = [width * camera.scale, height * camera.scale];
  ctx.save();
  ctx.fillStyle = palette.ink;
  ctx.fillRect(0, 0, view.width, view.height);
  ctx.beginPath();
  ctx.rect(left, top, wide, high);
  ctx.clip();
  ctx.fillStyle = palette.fog;
  ctx.fillRect(left, top, wide, high);
  ctx.strokeStyle = palette.line;
  ctx.lineWidth = 1;
  ctx.globalAlpha = palette.dark ? 0.55 : 0.7;
  ctx.beginPath();
  const [x0, x1] = [Math.max(0, left), Math.min(view.width, left + wide)];
  const [y0, y1] = [Math.max(0, top), Math.min(view.height, top + high)];
  // Lines hang on the map, so that they do not swim while it is moved.
  const shift = (((left + top) % 14) + 14) % 14;
  for (let at = Math.floor((x0 + y0) / 14) * 14 + shift; at <= x1 + y1 + 14; at += 14) {
    ctx.moveTo(at - y0, y0);
    ctx.lineTo(at - y1, y1);
  }
  ctx.stroke();
  ctx.restore();
  ctx.strokeStyle = palette.muted;
  ctx.lineWidth = 1;
  ctx.strokeRect(left - 0.5, top - 0.5, wide + 1, high + 1);
}
