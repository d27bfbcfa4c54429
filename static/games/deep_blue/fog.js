/**
 * How does not knowing look on the chart? A veil that deepens with the distance from what is seen now, thinner where another layer is
 * seen and around what is remembered. The view holds nothing of what the veil lies over: it hides no drawing, it shows where eyes end.
 */
import { sheet } from 'kit/bake.js';
import { blurred, distancesTo, enlarged, fieldOver } from 'kit/field.js';
import { noiseTile, smoothstep } from 'kit/noise.js';
import { rectOf, sees } from './position.js';

/** @typedef {import('./position.js').Position} Position */

/** Pixels of a cell, samples of a cell. */
const [DENSITY, PER] = [8, 3];

/**
 * The veil of a position as a bitmap.
 * @param {Position} position @param {import('./types').Layer} layer whose sight counts; 3: any, the surface most
 * @param {boolean} dark
 * @returns {Generator<void, OffscreenCanvas>}
 */
export function* fogOf(position, layer, dark) {
  const { chart, ghosts, buildings, view } = position;
  const { width, height } = chart;
  const clear = fieldOver(width, height, PER);
  const known = fieldOver(width, height, PER);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const main = sees(position, x, y, layer === 3 ? 1 : layer);
      const bright = main ? 1 : sees(position, x, y, 3) ? (layer === 3 ? 0.5 : 0.35) : 0;
      for (let j = 0; j < PER; j += 1)
        clear.values.fill(bright, ((y * PER + j) * width + x) * PER, ((y * PER + j) * width + x + 1) * PER);
    }
  }
  yield;
  // What is remembered keeps a pale patch, paler with every round.
  const recalled = [
    ...ghosts.map((ghost) => ({ rect: rectOf(ghost), age: ghost.age })),
    ...buildings.flatMap((one) =>
      !one.visible && one.seen_round ? [{ rect: one.rect, age: view.round - one.seen_round }] : [],
    ),
  ];
  for (const {
    rect: [x0, y0, x1, y1],
    age,
  } of recalled) {
    const strength = 0.5 / (1 + age / 12);
    for (let j = Math.max(0, (y0 - 2) * PER); j < Math.min(known.height, (y1 + 3) * PER); j += 1) {
      for (let i = Math.max(0, (x0 - 2) * PER); i < Math.min(known.width, (x1 + 3) * PER); i += 1) {
        const [x, y] = [(i + 0.5) / PER, (j + 0.5) / PER];
        const away = Math.hypot(Math.max(x0 - x, 0, x - x1 - 1), Math.max(y0 - y, 0, y - y1 - 1));
        const at = j * known.width + i;
        known.values[at] = Math.max(known.values[at], strength * smoothstep(2, 0, away));
      }
    }
  }
  const away = distancesTo(clear, (value) => value > 0, 24);
  yield;
  const soft = blurred(blurred(clear, 1), 1);
  const rows = [soft, away, known].map((field) => enlarged(field, DENSITY));
  const [canvas, ctx] = sheet(width * DENSITY, height * DENSITY);
  const side = 256;
  const [billows, shreds] = [noiseTile(side, 64, 91, 5), noiseTile(side, 16, 97, 3)];
  const ground = dark ? [9, 15, 28, 20, 24, 32] : [196, 201, 208, 16, 16, 16];
  for (let y = 0; y < canvas.height; y += 1) {
    const [s, d, k] = rows.map((row) => row(y));
    const image = ctx.createImageData(canvas.width, 1);
    const { data } = image;
    for (let x = 0; x < canvas.width; x += 1) {
      const at = (y & 255) * side + (x & 255);
      const billow = billows[at] - 0.5;
      const seen = smoothstep(0.18, 0.82, s[x] + billow * 0.5 * (s[x] > 0.02 && s[x] < 0.98 ? 1 : 0));
      const depth =
        (dark ? 0.6 : 0.56) +
        (dark ? 0.3 : 0.24) * (1 - Math.exp(-d[x] / 6)) +
        billow * 0.14 +
        (shreds[at] - 0.5) * 0.07;
      data[x * 4] = ground[0] + (billow + 0.5) * ground[3];
      data[x * 4 + 1] = ground[1] + (billow + 0.5) * ground[4];
      data[x * 4 + 2] = ground[2] + (billow + 0.5) * ground[5];
      data[x * 4 + 3] = 255 * Math.max(0, Math.min(0.95, (1 - seen) * depth * (1 - k[x])));
    }
    ctx.putImageData(image, 0, y);
    if (y % 8 === 0) yield;
  }
  return canvas;
}
