/**
 * How does not knowing look on a map of cells? A veil that deepens with the distance from what is seen, thinner where there is half a
 * view and around what is remembered. Bitmaps; what it lies over is not in the view at all: it hides nothing, it shows where eyes end.
 */
import { sheet } from 'kit/bake.js';
import { blurred, distancesTo, enlarged, fieldOver } from 'kit/field.js';
import { noiseTile, smoothstep } from 'kit/noise.js';

/** @typedef {import('kit/cells.js').Rect} Rect */

/** Pixels of a cell, of a cell in a first drawing, samples of a cell. */
const [DENSITY, ROUGH, PER] = [8, 2, 3];
/** How far from a remembered thing its pale patch reaches, in cells. */
const PATCH = 2;

/**
 * @param {{width: number, height: number}} grid
 * @param {(x: number, y: number) => number} clear how well a cell is seen: 0 not at all, 1 wholly
 * @param {readonly {rect: Rect, strength: number}[]} remembered what thins the veil around it
 * @param {boolean} dark
 * @param {boolean} [isRough] a first drawing, in a fraction of the time
 * @returns {Generator<void, OffscreenCanvas>}
 */
export function* fogPicture({ width, height }, clear, remembered, dark, isRough = false) {
  const density = isRough ? ROUGH : DENSITY;
  const per = isRough ? 1 : PER;
  const seen = fieldOver(width, height, per);
  const known = fieldOver(width, height, per);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const value = clear(x, y);
      for (let j = y * per; j < (y + 1) * per; j += 1)
        seen.values.fill(value, (j * width + x) * per, (j * width + x + 1) * per);
    }
  }
  yield;
  for (const { rect, strength } of remembered) patch(known, rect, strength);
  const away = distancesTo(seen, (value) => value > 0, 24);
  yield;
  // A sample a cell is soft enough when it is enlarged.
  const soft = isRough ? seen : blurred(blurred(seen, 1), 1);
  const rows = [soft, away, known].map((field) => enlarged(field, density));
  const [canvas, ctx] = sheet(width * density, height * density);
  const side = 256;
  // Billows are as wide in either drawing.
  const wide = DENSITY / density;
  const billows = noiseTile(side, 64, 91, 5);
  yield;
  const shreds = noiseTile(side, 16, 97, 3);
  yield;
  const ground = dark ? [7, 11, 21, 26, 30, 38] : [194, 199, 206, 20, 20, 19];
  const [least, more] = dark ? [0.6, 0.3] : [0.54, 0.28];
  for (let y = 0; y < canvas.height; y += 1) {
    const [clearness, distance, memory] = rows.map((row) => row(y));
    const image = ctx.createImageData(canvas.width, 1);
    const { data } = image;
    for (let x = 0; x < canvas.width; x += 1) {
      const at = ((y * wide) & 255) * side + ((x * wide) & 255);
      const billow = billows[at] - 0.5;
      const bent = clearness[x] > 0.02 && clearness[x] < 0.98 ? billow * 0.6 : 0;
      const open = smoothstep(0.16, 0.84, clearness[x] + bent);
      const depth = least + more * (1 - Math.exp(-distance[x] / 5)) + billow * 0.26 + (shreds[at] - 0.5) * 0.1;
      const tone = billow + 0.5 + (shreds[at] - 0.5) * 0.4;
      data[x * 4] = ground[0] + tone * ground[3];
      data[x * 4 + 1] = ground[1] + tone * ground[4];
      data[x * 4 + 2] = ground[2] + tone * ground[5];
      data[x * 4 + 3] = 255 * Math.max(0, Math.min(0.94, (1 - open) * depth * (1 - memory[x])));
    }
    ctx.putImageData(image, 0, y);
    if (y % 4 === 0) yield;
  }
  return canvas;
}

/** Marks a pale patch around a rectangle. @param {import('kit/field.js').Field} known @param {Rect} rect @param {number} strength */
function patch(known, [x0, y0, x1, y1], strength) {
  const { per } = known;
  for (let j = Math.max(0, (y0 - PATCH) * per); j < Math.min(known.height, (y1 + 1 + PATCH) * per); j += 1) {
    for (let i = Math.max(0, (x0 - PATCH) * per); i < Math.min(known.width, (x1 + 1 + PATCH) * per); i += 1) {
      const [x, y] = [(i + 0.5) / per, (j + 0.5) / per];
      const away = Math.hypot(Math.max(x0 - x, 0, x - x1 - 1), Math.max(y0 - y, 0, y - y1 - 1));
      const at = j * known.width + i;
      known.values[at] = Math.max(known.values[at], strength * smoothstep(PATCH, 0, away));
    }
  }
}
