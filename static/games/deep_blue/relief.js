/**
 * How does a chart of land and water look? One height field made from a map of cells feeds everything: tint of the water, contours, relief
 * of sea and land, beach, surf. It is the same on every visit, in any theme, at any size. A game brings its colours.
 */

import { channels } from 'board/palette.js';
import { sheet } from 'kit/bake.js';
import { blurred, contours, distancesTo, enlarged, fieldOver, scattered, valueAt } from 'kit/field.js';
import { fractal, hash, noiseTile, seedOf, smoothstep } from 'kit/noise.js';

/** @typedef {import('board/layers.js').View} View */
/** @typedef {import('kit/field.js').Field} Field */
/** @typedef {CanvasRenderingContext2D} Ctx */

/**
 * Lines and depths of a map, for every theme.
 * @typedef {object} Relief
 * @property {Field} height above 0 land, up to 1.3; below 0 water, down to -1.2
 * @property {Path2D} coast
 * @property {Path2D[]} depths lines of equal depth, in tiles of TILE cells, row by row
 * @property {{x: number, y: number, metres: number}[]} soundings
 */
/** @typedef {OffscreenCanvas | ImageBitmap} Picture */
/** @typedef {{water: Picture, land: Picture, surf: Picture[]}} Paint */
/** A chart as it is drawn. @typedef {{relief: Relief, paint: Paint}} Drawing */

const TILE = 8;
/** Pixels of a side of the painted map, and of one cell at most. */
const [LONGEST, FINEST] = [1280, 40];
/** Pictures of the surf that fade into each other. */
const MOMENTS = 3;

/**
 * Colours of a chart.
 * @typedef {object} Theme
 * @property {boolean} dark
 * @property {string[]} sea from the shore to the deepest, `#rrggbb`
 * @property {string[]} land from the beach to the summit
 * @property {string} depth lines of equal depth
 * @property {string} coast
 * @property {string} shadow of the land on the water
 * @property {[number, number, number]} foam
 * @property {[[number, number, number], [number, number, number]]} swell hollows and crests
 * @property {string} grid
 * @property {string} sounding numbers in the water
 * @property {string} beyond veil over the sea around the chart
 * @property {string} [beneath] what shows where nothing is drawn yet, while the camera moves
 */
/** @typedef {{width: number, height: number, land: Uint8Array, built: Uint8Array}} Chart 1 for land, by `y * width + x`; `built`: what stands there needs firm ground all around */

/** Pixels per cell of what is painted once. @param {Chart} chart */
export function densityOf({ width, height }) {
  return Math.max(8, Math.min(FINEST, Math.floor(LONGEST / Math.max(width, height))));
}

/** Samples of the field along a cell. @param {Chart} chart */
const samplesOf = ({ width, height }) => (Math.max(width, height) > 56 ? 4 : 6);
/** The same for a first drawing, and its pixels: of a side of the map, and of one cell at least and at most. */
const ROUGH = { samples: 2, longest: 256, least: 4, most: 8 };

/** A first drawing of relief and paint: the same coasts and depths, of a few samples, without surf, in a fraction of the time. @param {Chart} chart @param {Theme} theme @returns {Generator<void, Drawing>} */
export function* roughOf(chart, theme) {
  const relief = yield* reliefOf(chart, ROUGH.samples);
  const density = Math.floor(ROUGH.longest / Math.max(chart.width, chart.height));
  const least = Math.max(ROUGH.least, Math.min(ROUGH.most, density));
  return { relief, paint: yield* paintOf(relief, chart, theme, least, 0) };
}

/** Relief and paint in full. Another theme has the same relief. @param {Chart} chart @param {Theme} theme @returns {Generator<void, Drawing>} */
export function* drawingOf(chart, theme) {
  const relief = reliefs.get(chart) ?? (yield* reliefOf(chart));
  reliefs.set(chart, relief);
  return { relief, paint: yield* paintOf(relief, chart, theme) };
}

/** @type {WeakMap<Chart, Relief>} */
const reliefs = new WeakMap();

/** How a drawing outlives its page; its lines are found anew from the heights. @param {Chart} chart @param {Theme} theme @returns {import('kit/bake.js').Keeping<Drawing>} */
export const keepingOf = (chart, theme) => ({
  key: ['relief', chart.width, chart.land.join(''), chart.built.join(''), JSON.stringify(theme)].join(' '),
  close: ({ relief: { height }, paint: { water, land, surf } }) => ({
    heights: height.values,
    ...{ water, land },
    ...Object.fromEntries(surf.map((picture, phase) => [`surf ${phase}`, picture])),
  }),
  open: ({ heights, water, land, ...surf }) =>
    function* () {
      const field = { ...fieldOver(chart.width, chart.height, samplesOf(chart)), values: heights };
      const relief = yield* linesOf(chart, field);
      reliefs.set(chart, relief);
      return { relief, paint: { water, land, surf: Object.values(surf) } };
    },
});

/** Chance of a map: the same on every visit. @param {Chart} chart */
const chanceOf = ({ land }) => seedOf(land.join('')) % 997;

/** The field of heights and its lines. @param {Chart} chart @param {number} [per] samples along a cell @returns {Generator<void, Relief>} */
export function* reliefOf(chart, per = samplesOf(chart)) {
  const { width, height, land, built } = chart;
  const seed = chanceOf(chart);
  // Samples far apart cannot show small bumps.
  const most = per <= ROUGH.samples ? 2 : Infinity;
  const flat = fieldOver(width, height, per);
  for (let j = 0; j < flat.height; j += 1) {
    for (let i = 0; i < flat.width; i += 1) {
      const cell = Math.floor(j / per) * width + Math.floor(i / per);
      flat.values[j * flat.width + i] = land[cell] + built[cell];
    }
  }
  yield;
  // Rounded cells: three means make a bell. Bent a little, so that no coast is straight; a lone cell of land stays land.
  const reach = Math.round(per * 0.22);
  const soft = blurred(blurred(blurred(flat, reach), reach), reach);
  yield;
  const edge = { ...soft, values: new Float32Array(soft.values.length) };
  for (let j = 0; j < edge.height; j += 1) {
    for (let i = 0; i < edge.width; i += 1) {
      const [x, y] = [(i + 0.5) / per, (j + 0.5) / per];
      const bendX = (fractal(x * 0.6, y * 0.6, seed + 3, 2) - 0.5) * 0.95;
      const bendY = (fractal(x * 0.6 + 31, y * 0.6, seed + 5, 2) - 0.5) * 0.95;
      edge.values[j * edge.width + i] =
        valueAt(soft, x + bendX, y + bendY) - 0.44 + (fractal(x * 1.6, y * 1.6, seed, 4, most) - 0.5) * 0.42;
    }
    if (j % 4 === 0) yield;
  }
  const inland = distancesTo(edge, (value) => value <= 0, 30);
  yield;
  const offshore = distancesTo(edge, (value) => value > 0, 30);
  yield;
  const raw = { ...edge, values: new Float32Array(edge.values.length) };
  for (let j = 0; j < raw.height; j += 1) {
    for (let i = 0; i < raw.width; i += 1) {
      const at = j * raw.width + i;
      const [x, y] = [(i + 0.5) / per, (j + 0.5) / per];
      const away = inland.values[at] - offshore.values[at];
      const near = edge.values[at] * 1.15;
      const signed = near + (away - near) * smoothstep(0.15, 0.7, Math.abs(away));
      raw.values[at] =
        signed > 0
          ? (1 - Math.exp(-signed / 1.7)) * (0.3 + 1.05 * fractal(x * 0.55, y * 0.55, seed + 20, 4, most)) +
            0.34 * smoothstep(0.1, 1.1, signed) * (ridge(x * 0.85, y * 0.85, seed + 40, most) - 0.55)
          : -(1 - Math.exp(signed / 3.1)) * (0.6 + 0.8 * fractal(x * 0.19, y * 0.19, seed + 60, 4, most + 1)) +
            (fractal(x * 0.75, y * 0.75, seed + 80, 3, most) - 0.5) * 0.2 * smoothstep(0, 2.5, -signed);
    }
    if (j % 4 === 0) yield;
  }
  const field = blurred(raw, 1);
  yield;
  return yield* linesOf(chart, field);
}

/** Heights of the lines of equal depth; a first drawing has every second one. */
const DEPTHS = [-0.14, -0.28, -0.42, -0.56, -0.7, -0.84, -0.98];

/** Coast, depths and soundings of a field of heights. @param {Chart} chart @param {Field} field @returns {Generator<void, Relief>} */
function* linesOf(chart, field) {
  const { width, height } = chart;
  const coast = new Path2D();
  for (const loop of contours(field, 0)) trace(coast, loop);
  yield;
  const across = Math.ceil(width / TILE);
  const depths = Array.from({ length: across * Math.ceil(height / TILE) }, () => new Path2D());
  for (const level of field.per <= ROUGH.samples ? DEPTHS.filter((_, i) => i % 2 === 0) : DEPTHS) {
    for (const loop of contours(field, level)) {
      for (let i = 0; i < loop.length; i += 1) {
        const [a, b] = [loop[i], loop[(i + 1) % loop.length]];
        const onRim =
          (a[0] === b[0] && (a[0] <= 0.2 || a[0] >= width - 0.2)) ||
          (a[1] === b[1] && (a[1] <= 0.2 || a[1] >= height - 0.2));
        if (onRim) continue;
        const tile = Math.min(depths.length - 1, Math.floor(a[1] / TILE) * across + Math.floor(a[0] / TILE));
        depths[tile].moveTo(...a);
        depths[tile].lineTo(...b);
      }
    }
    yield;
  }
  const seed = chanceOf(chart);
  const soundings = scattered(width, height, 4.2, seed).flatMap(([x, y]) => {
    const depth = -valueAt(field, x, y);
    return depth > 0.16 && hash(Math.round(x * 9), Math.round(y * 9), seed) < 0.55
      ? [{ x, y, metres: Math.round(depth * depth * 190 + 4) }]
      : [];
  });
  return { height: field, coast, depths, soundings };
}

/** Sharp crests and round valleys, from 0 to 1. @param {number} x @param {number} y @param {number} seed @param {number} most octaves */
function ridge(x, y, seed, most) {
  return 1 - Math.abs(2 * fractal(x, y, seed, 4, most) - 1) * 1.6;
}

/** @param {Path2D} path @param {import('board/lines.js').Point[]} loop */
function trace(path, loop) {
  path.moveTo(...loop[0]);
  for (const point of loop) path.lineTo(...point);
  path.closePath();
}

/** A colour for every step between the first and the last. @param {string[]} colours @param {number} steps @param {(k: number) => number} shape */
function ramp(colours, steps, shape) {
  const stops = colours.map(channels);
  const table = new Float32Array(steps * 3);
  for (let i = 0; i < steps; i += 1) {
    const k = Math.max(0, Math.min(0.9999, shape(i / (steps - 1)))) * (stops.length - 1);
    const [from, part] = [Math.floor(k), k - Math.floor(k)];
    for (let n = 0; n < 3; n += 1) table[i * 3 + n] = stops[from][n] + (stops[from + 1][n] - stops[from][n]) * part;
  }
  return table;
}

/** Water, land and surf as bitmaps. @param {Relief} relief @param {Chart} chart @param {Theme} theme @param {number} [density] pixels along a cell @param {number} [moments] of the surf @returns {Generator<void, Paint>} */
export function* paintOf(relief, chart, theme, density = densityOf(chart), moments = MOMENTS) {
  const { height } = relief;
  const [wide, high] = [chart.width * density, chart.height * density];
  const { dark } = theme;
  const steps = 512;
  // The depths lie in faint terraces, as on a chart.
  const sea = ramp(theme.sea, steps, (k) => {
    const t = k ** 0.72;
    const band = Math.floor(t * 9);
    return t * 0.35 + ((band + smoothstep(0, 1, t * 9 - band)) / 9) * 0.65;
  });
  const land = ramp(theme.land, steps, (k) => (k < 0.09 ? k / 0.54 : 0.166 + (k - 0.09) * 0.95));
  const side = 256;
  const [rough, grain] = [noiseTile(side, 32, 41, 4), noiseTile(side, 4, 77, 2)];
  const [water, waterCtx] = sheet(wide, high);
  const [ground, groundCtx] = sheet(wide, high);
  const half = Math.ceil(density / 2);
  const surf = Array.from({ length: moments }, () => sheet(chart.width * half, chart.height * half));
  const row = enlarged(height, density);
  let [above, here, below] = [row(0), row(0), row(0)];
  const strip = 8;
  const slope = density * 0.9;
  for (let top = 0; top < high; top += strip) {
    const rows = Math.min(strip, high - top);
    const [seaPart, landPart] = [waterCtx.createImageData(wide, rows), groundCtx.createImageData(wide, rows)];
    const [s, l] = [seaPart.data, landPart.data];
    for (let y = top; y < top + rows; y += 1) {
      above = here;
      here = below;
      below = row(Math.min(high - 1, y + 1));
      for (let x = 0; x < wide; x += 1) {
        const h = here[x];
        const at = ((y - top) * wide + x) * 4;
        const fall = (here[Math.min(wide - 1, x + 1)] - here[Math.max(0, x - 1)] + below[x] - above[x]) * slope;
        const noise = rough[(y & 255) * side + (x & 255)] - 0.5;
        const speck = (grain[(y & 255) * side + (x & 255)] - 0.5) * (dark ? 5 : 6);
        if (h < 0.1) {
          const index = 3 * Math.min(steps - 1, Math.max(0, Math.floor((-h / 1.15 + noise * 0.012) * (steps - 1))));
          const shade = 1 + Math.max(-0.3, Math.min(0.3, fall * 0.2)) + noise * 0.05;
          s[at] = sea[index] * shade + speck;
          s[at + 1] = sea[index + 1] * shade + speck;
          s[at + 2] = sea[index + 2] * shade + speck;
          s[at + 3] = 255;
        }
        if (h > -0.12) {
          const index =
            3 *
            Math.min(steps - 1, Math.max(0, Math.floor((h / 1.25 + noise * 0.12 * Math.min(1, h * 6)) * (steps - 1))));
          const shade = Math.max(0.38, Math.min(1.5, (dark ? 0.9 : 1) + fall * (dark ? 0.62 : 0.42) + noise * 0.4));
          l[at] = land[index] * shade + speck;
          l[at + 1] = land[index + 1] * shade + speck;
          l[at + 2] = land[index + 2] * shade * 0.97 + speck + (1 - shade) * 14;
          l[at + 3] = 255;
        }
      }
    }
    waterCtx.putImageData(seaPart, 0, top);
    groundCtx.putImageData(landPart, 0, top);
    yield;
  }
  const sheets = surf.map(([, ctx]) => ctx);
  if (moments) yield* paintSurf(relief, sheets, half, theme.foam);
  return { water, land: ground, surf: surf.map(([canvas]) => canvas) };
}

/** Moments of the surf, to be faded into each other. @param {Relief} relief @param {OffscreenCanvasRenderingContext2D[]} sheets @param {number} density @param {number[]} foam @returns {Generator<void, void>} */
function* paintSurf({ height }, sheets, density, foam) {
  const { width: wide, height: high } = sheets[0].canvas;
  const row = enlarged(height, density);
  const side = 256;
  const lumps = noiseTile(side, 16, 51, 3);
  for (let y = 0; y < high; y += 1) {
    const heights = row(y);
    const lines = sheets.map((ctx) => ctx.createImageData(wide, 1));
    for (let x = 0; x < wide; x += 1) {
      const depth = -heights[x];
      if (depth < -0.01 || depth > 0.3) continue;
      const lump = lumps[(y & 255) * side + (x & 255)];
      lines.forEach(({ data }, phase) => {
        const wave = Math.sin(depth * 62 + lump * 4 - (phase * 2 * Math.PI) / sheets.length);
        const crest =
          smoothstep(0.55, 1, wave) *
          smoothstep(0.26, 0.03, depth) *
          0.6 *
          smoothstep(0.25, 0.6, lumps[((y + 85 * phase) & 255) * side + (x & 255)]);
        const swash = smoothstep(0.045, 0, depth) * 0.75;
        [data[x * 4], data[x * 4 + 1], data[x * 4 + 2]] = foam;
        data[x * 4 + 3] = 240 * Math.min(1, crest + swash);
      });
    }
    sheets.forEach((ctx, phase) => {
      ctx.putImageData(lines[phase], 0, y);
    });
    if (y % 6 === 0) yield;
  }
}

/** The map without relief: shown until that is painted. @param {Ctx} ctx @param {View} view @param {Chart} chart @param {Theme} theme */
export function paintPlain(ctx, view, { width, height, land }, theme) {
  const { scale } = view.camera;
  const [left, top] = view.at(0, 0);
  ctx.fillStyle = theme.sea[4];
  ctx.fillRect(left, top, width * scale, height * scale);
  ctx.fillStyle = theme.land[2];
  ctx.beginPath();
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1)
      if (land[y * width + x]) ctx.rect(left + x * scale, top + y * scale, scale + 0.5, scale + 0.5);
  ctx.fill();
}

/** Chart with relief, contours, grid and soundings. @param {Ctx} ctx @param {View} view @param {Chart} chart @param {Relief} relief @param {Paint} paint @param {Theme} theme */
export function paintChart(ctx, view, chart, relief, paint, theme) {
  const { width, height } = chart;
  const { scale } = view.camera;
  const [left, top] = view.at(0, 0);
  const [wide, high] = [width * scale, height * scale];
  ctx.save();
  ctx.beginPath();
  ctx.rect(left, top, wide, high);
  ctx.clip();
  ctx.imageSmoothingQuality = scale < densityOf(chart) * 0.6 ? 'medium' : 'low';
  ctx.drawImage(paint.water, left, top, wide, high);
  ctx.save();
  ctx.translate(left, top);
  ctx.scale(scale, scale);
  ctx.lineWidth = 1 / scale;
  ctx.strokeStyle = theme.depth;
  const across = Math.ceil(width / TILE);
  relief.depths.forEach((path, tile) => {
    const [x, y] = [left + (tile % across) * TILE * scale, top + Math.floor(tile / across) * TILE * scale];
    const span = (TILE + 1) * scale;
    if (x < view.width && y < view.height && x + span > 0 && y + span > 0) ctx.stroke(path);
  });
  ctx.restore();
  paintGrid(ctx, view, chart, theme.grid);
  if (scale > 11) {
    ctx.font = `italic ${Math.max(8, Math.min(13, scale * 0.36))}px Georgia, serif`;
    ctx.textAlign = 'center';
    ctx.fillStyle = theme.sounding;
    for (const { x, y, metres } of relief.soundings) {
      const [sx, sy] = view.at(x, y);
      if (sx > -20 && sy > -20 && sx < view.width + 20 && sy < view.height + 20) ctx.fillText(String(metres), sx, sy);
    }
  }
  ctx.save();
  ctx.translate(left, top);
  ctx.scale(scale, scale);
  // The land's shadow on the water, then the land, cut crisply by its coast at any zoom.
  ctx.save();
  ctx.translate(0.1, 0.14);
  ctx.fillStyle = theme.shadow;
  ctx.fill(relief.coast);
  ctx.restore();
  ctx.save();
  ctx.clip(relief.coast);
  ctx.drawImage(paint.land, 0, 0, width, height);
  ctx.restore();
  ctx.lineWidth = 1.2 / scale;
  ctx.strokeStyle = theme.coast;
  ctx.stroke(relief.coast);
  ctx.restore();
  ctx.restore();
}

/** Lines between cells; every fourth is the stronger one. @param {Ctx} ctx @param {View} view @param {Chart} chart @param {string} colour */
function paintGrid(ctx, view, { width, height }, colour) {
  const { scale } = view.camera;
  const [left, top] = view.at(0, 0);
  ctx.strokeStyle = colour;
  for (const [step, wide] of scale < 9
    ? [[4, 1]]
    : [
        [1, 0.7],
        [4, 1.2],
      ]) {
    ctx.lineWidth = wide;
    ctx.beginPath();
    for (let x = 0; x <= width; x += step) {
      const sx = Math.round(left + x * scale) + 0.5;
      ctx.moveTo(sx, top);
      ctx.lineTo(sx, top + height * scale);
    }
    for (let y = 0; y <= height; y += step) {
      const sy = Math.round(top + y * scale) + 0.5;
      ctx.moveTo(left, sy);
      ctx.lineTo(left + width * scale, sy);
    }
    ctx.stroke();
  }
}
