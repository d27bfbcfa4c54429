/**
 * How does a quantity look that every cell of a map has? A glowing veil baked from what is known of it: one field, bent by slow noise, on a
 * ramp of colours. Cells that nobody knows are hatched, cells out of sight dimmed.
 */
import { text } from 'board/marks.js';
import { channels, faded } from 'board/palette.js';
import { sheet } from './bake.js';
import { blurred, fieldOver, valueAt } from './field.js';
import { fractal, noise, smoothstep } from './noise.js';

/** @typedef {{width: number, height: number, values: Float32Array}} Heat row by row from 0 to 1; 0: nothing is known */
/** @typedef {readonly string[]} Ramp colours from little to much */
/** @typedef {ReturnType<typeof fieldOver>} Field */

const SHADES = 256;
/** Pixels of the picture per tile, on small boards and on large ones. */
const FINE = 12;
const COARSE = 8;
const LARGE = 2200;
/** The same for what is seen first: the same wisps, a ninth of the work. */
export const QUICK = 4;

/** Whether two say the same, so that nothing is made anew. @param {Heat} a @param {Heat} b */
export const isSame = (a, b) =>
  a.width === b.width && a.height === b.height && a.values.every((value, i) => value === b.values[i]);

/** @param {Ramp} colours @returns {Uint8ClampedArray} red, green, blue per shade */
function shadesOf(colours) {
  const stops = colours.map(channels);
  const ramp = new Uint8ClampedArray(SHADES * 3);
  for (let i = 0; i < SHADES; i += 1) {
    const at = (i / (SHADES - 1)) * (stops.length - 1);
    const low = Math.min(stops.length - 2, Math.floor(at));
    for (let part = 0; part < 3; part += 1)
      ramp[i * 3 + part] = stops[low][part] + (stops[low + 1][part] - stops[low][part]) * (at - low);
  }
  return ramp;
}

/** The ramp for a legend, in even steps. @param {Ramp} colours @param {number} count */
export function rampColours(colours, count) {
  const ramp = shadesOf(colours);
  return Array.from({ length: count }, (_, i) => {
    const at = Math.round((i / (count - 1)) * (SHADES - 1)) * 3;
    return `rgb(${ramp[at]},${ramp[at + 1]},${ramp[at + 2]})`;
  });
}

/** The quantity as a field, what is not known filled from what lies around, and how much is known. @param {Heat} heat */
function fieldsOf({ width, height, values }) {
  const known = fieldOver(width, height, 1);
  const dense = fieldOver(width, height, 1);
  values.forEach((value, i) => {
    known.values[i] = value > 0 ? 1 : 0;
    dense.values[i] = value;
  });
  const [share, sum] = [blurred(known, 2), blurred(dense, 2)];
  dense.values.forEach((value, i) => {
    if (!value && share.values[i] > 0) dense.values[i] = sum.values[i] / share.values[i];
  });
  return { known: blurred(known, 1), dense };
}

/** Tiles around one that has changed in which the veil, which looks beside every point, may have changed as well. */
const BESIDE = 2;
/** Less than this no shade tells. */
const NOTHING = 1e-4;
/** What veils were made of, so that the next one is made only where it differs. @type {WeakMap<OffscreenCanvas, {colours: Ramp, per: number, known: Field, dense: Field}>} */
const madeOf = new WeakMap();

/** Per tile whether its part of a veil is to be made; null: all of them. @param {{known: Field, dense: Field}} fields @param {ReturnType<typeof madeOf.get>} before @param {Heat} heat */
function changedOf({ known, dense }, before, { width, height }) {
  if (!before || before.known.values.length !== known.values.length) return null;
  const changed = new Uint8Array(width * height);
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      const i = y * width + x;
      const apart = Math.max(
        Math.abs(known.values[i] - before.known.values[i]),
        Math.abs(dense.values[i] - before.dense.values[i]),
      );
      if (apart < NOTHING) continue;
      for (let v = Math.max(0, y - BESIDE); v <= Math.min(height - 1, y + BESIDE); v += 1)
        changed.fill(1, v * width + Math.max(0, x - BESIDE), v * width + Math.min(width - 1, x + BESIDE) + 1);
    }
  return changed;
}

/**
 * The veil as a picture, transparent where nothing is known; drawn over the whole map.
 * @param {Heat} heat @param {Ramp} colours @param {number} [per] pixels of the picture per tile
 * @param {OffscreenCanvas | null} [earlier] a veil of the same map: only what has changed since is made anew
 */
export function* heatOf(heat, colours, per = heat.width * heat.height > LARGE ? COARSE : FINE, earlier = null) {
  const { width, height } = heat;
  const { known, dense } = fieldsOf(heat);
  const ramp = shadesOf(colours);
  const [canvas, ctx] = sheet(width * per, height * per);
  const before = earlier ? madeOf.get(earlier) : undefined;
  const isUsable = before?.colours === colours && before.per === per;
  const changed = isUsable ? changedOf({ known, dense }, before, heat) : null;
  const image =
    changed && earlier
      ? /** @type {OffscreenCanvasRenderingContext2D} */ (earlier.getContext('2d')).getImageData(
          0,
          0,
          canvas.width,
          canvas.height,
        )
      : ctx.createImageData(canvas.width, canvas.height);
  for (let row = 0; row < canvas.height; row += 1) {
    const tiles = Math.floor(row / per) * width;
    for (let column = 0; column < canvas.width; column += 1) {
      if (changed && !changed[tiles + Math.floor(column / per)]) continue;
      const [x, y] = [column / per, row / per];
      // The veil burns in wisps: noise is looked up where other noise leads, twice, so that it runs in tongues and never in rings.
      const bendX = fractal(x * 0.32, y * 0.32, 11, 2) - 0.5;
      const bendY = fractal(x * 0.32, y * 0.32, 23, 2) - 0.5;
      const turnX = noise((x + bendX * 5) * 0.6, (y + bendY * 5) * 0.6, 41) - 0.5;
      const turnY = noise((x + bendX * 5) * 0.6, (y + bendY * 5) * 0.6, 53) - 0.5;
      const fold = fractal((x + turnX * 6) * 0.55, (y + turnY * 6) * 0.55, 37, 4);
      const wisp = smoothstep(0.28, 0.72, fold);
      const spark = smoothstep(0.62, 0.86, fold) * (0.5 + turnX);
      const value = valueAt(dense, x + turnX * 1.6, y + turnY * 1.6) * (0.74 + 0.42 * wisp + 0.3 * spark);
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
  madeOf.set(canvas, { colours, per, known, dense });
  return canvas;
}

/**
 * What is known and out of sight is dimmed: a picture of one pixel per tile, drawn smoothly over the whole map.
 * @param {Heat} heat @param {Uint8Array} sensed 1 where it is seen @param {string} ink
 */
export function* dimOf({ width, height, values }, sensed, ink) {
  const [canvas, ctx] = sheet(width, height);
  const image = ctx.createImageData(width, height);
  const [red, green, blue] = channels(ink);
  sensed.forEach((isSensed, i) => {
    image.data.set([red, green, blue, isSensed || !values[i] ? 0 : 158], i * 4);
  });
  yield;
  ctx.putImageData(image, 0, 0);
  return canvas;
}

/**
 * What nobody has seen: a thin veil of fog with wide quiet hatching over the ground that is painted already, and the rim of the map.
 * @param {CanvasRenderingContext2D} ctx @param {import('board/layers.js').View} view @param {{width: number, height: number}} grid
 */
export function paintUnknown(ctx, view, { width, height }) {
  const { palette, camera } = view;
  const [left, top] = view.at(0, 0);
  const [wide, high] = [width * camera.scale, height * camera.scale];
  ctx.save();
  ctx.beginPath();
  ctx.rect(left, top, wide, high);
  ctx.clip();
  ctx.globalAlpha = 0.3;
  ctx.fillStyle = palette.fog;
  ctx.fillRect(left, top, wide, high);
  ctx.strokeStyle = palette.muted;
  ctx.lineWidth = 1;
  ctx.globalAlpha = palette.dark ? 0.16 : 0.3;
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

/** Cells between two lines. */
const EVERY = 8;

/**
 * Fine lines every eight cells, coordinates at the rim; a row grows downwards, its coordinate upwards.
 * @param {CanvasRenderingContext2D} ctx @param {import('board/layers.js').View} view @param {{width: number, height: number}} grid
 * @param {readonly [number, number]} corner coordinates of the cell at the lower left
 */
export function paintCoordinates(ctx, view, { width, height }, [x0, y0]) {
  const { palette, camera } = view;
  const [left, top] = view.at(0, 0);
  const [right, bottom] = view.at(width, height);
  const step = camera.scale < 7 ? EVERY * 2 : EVERY;
  const first = (/** @type {number} */ from) => (step - (((from % step) + step) % step)) % step;
  const words = { font: `500 10px ${palette.font}`, fill: palette.muted, halo: palette.ink };
  ctx.lineWidth = 1;
  ctx.strokeStyle = faded(palette.text, palette.dark ? 0.07 : 0.09);
  ctx.beginPath();
  for (let cell = first(x0); cell < width; cell += step) {
    const x = Math.round(left + cell * camera.scale) + 0.5;
    ctx.moveTo(x, top);
    ctx.lineTo(x, bottom);
    text(ctx, String(x0 + cell), x + camera.scale / 2, Math.min(bottom - 8, view.height - 14), words);
  }
  for (let cell = first(y0); cell < height; cell += step) {
    const y = Math.round(bottom - cell * camera.scale) + 0.5;
    ctx.moveTo(left, y);
    ctx.lineTo(right, y);
    text(ctx, String(y0 + cell), Math.max(left + 14, 18), y - camera.scale / 2, words);
  }
  ctx.stroke();
}
