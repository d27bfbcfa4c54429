/**
 * How does the campus look from above? Ground blended pixel by pixel, water with its banks, roads and bridges, and all that stands there, baked once
 * for a map and a theme; and the same out of sight, grey and dim.
 */
import { h } from 'app/dom.js';
import { channels, faded } from 'board/palette.js';
import { sheet } from 'kit/bake.js';
import { fractal, hash, noise, smoothstep } from 'kit/noise.js';
import { dulled } from 'kit/tone.js';
import { dormitory, house, playground, teaching, tree } from './buildings.js';

/** @import { Chart } from './position.js' */
/** @typedef {import('./buildings.js').Sheet} Sheet */
/** @typedef {import('./buildings.js').Box} Box */
/** @typedef {{seen: ImageBitmap, unseen: ImageBitmap}} Campus */

/** Pixels of a cell: as many as a sheet of this size allows. */
const [LARGEST, FINEST, COARSEST] = [1600, 36, 12];
/** Pixels of a cell of what is seen first. */
export const QUICK = COARSEST;
/** The ground is worked out with every second pixel. */
const SOFT = 2;
/** Sides of what is built as one. */
const LONGEST = 8;
/** Colour of the ground under each kind by night. @type {Record<string, string>} */
const GROUNDS = {
  grass: '#4C6A45',
  dormitory: '#6B655C',
  teaching: '#7A776D',
  playground: '#58744A',
  residential: '#66704E',
  road: '#3C4149',
  bridge_road: '#3C4149',
};
const PAPER = [246, 240, 226];
const SHALLOW = [66, 136, 150];
const DEEP = [20, 74, 112];
/** What the eye sees of it when nobody is there, by night and by day: grey, and light enough to plan on. */
const UNSEEN = [
  { saturation: 0.5, brightness: 0.98 },
  { saturation: 0.5, brightness: 0.76 },
];

/** Kind of ground at a cell, also beyond the edge. @param {string[]} kinds @param {Chart} chart @param {number} x @param {number} y */
const kindAt = (kinds, { width, height }, x, y) =>
  kinds[Math.max(0, Math.min(height - 1, y)) * width + Math.max(0, Math.min(width - 1, x))];

const isWet = (/** @type {string} */ kind) => kind === 'water' || kind === 'bridge';
const isPaved = (/** @type {string} */ kind) => kind === 'road' || kind === 'bridge_road';

/**
 * Ground and water, pixel by pixel: kinds run into each other along bent edges.
 * @param {string[]} kinds @param {Chart} chart @param {number} fine pixels of a cell @param {boolean} dark
 * @returns {Generator<unknown, OffscreenCanvas, unknown>}
 */
function* groundOf(kinds, chart, fine, dark) {
  const [canvas, ctx] = sheet(chart.width * fine, chart.height * fine);
  const image = ctx.createImageData(canvas.width, canvas.height);
  const { data } = image;
  const bank = [142, 130, 98];
  const { colours, wets, across } = bordered(kinds, chart, bank);
  // Plain numbers, no lists: this runs for every pixel of a page's first drawing.
  for (let py = 0; py < canvas.height; py += 1) {
    const y = py / fine;
    for (let px = 0; px < canvas.width; px += 1) {
      const x = px / fine;
      const broad = fractal(x * 1.1, y * 1.1, 3, 3);
      const wx = x + (noise(x * 1.7, y * 1.7, 8) - 0.5) * 0.4 - 0.5;
      const wy = y + (noise(x * 1.7, y * 1.7, 9) - 0.5) * 0.4 - 0.5;
      const i = Math.floor(wx);
      const j = Math.floor(wy);
      const u = smoothstep(0.3, 0.7, wx - i);
      const v = smoothstep(0.3, 0.7, wy - j);
      const at = (j + 1) * across + i + 1;
      const grain = (hash(px, py, 5) - 0.5) * 6 + (noise(x * 4, y * 22, 6) - 0.5) * 7;
      const relief = (noise(x * 2.2 + 0.16, y * 2.2 + 0.16, 31) - noise(x * 2.2 - 0.16, y * 2.2 - 0.16, 31)) * -0.5;
      const light = 0.7 + broad * 0.42 + relief;
      const wet = mixed(wets[at], wets[at + 1], wets[at + across], wets[at + across + 1], u, v);
      const shore = smoothstep(0.12, 0.46, wet) * 0.8;
      const isWater = wet > 0.46;
      const deep = isWater ? smoothstep(0.5, 1, wet) : 0;
      const ripple = isWater ? Math.sin(wet * 14 - noise(x, y, 4) * 6 + y * 1.5) * 0.5 + 0.5 : 0;
      const pixel = (py * canvas.width + px) * 4;
      for (let channel = 0; channel < 3; channel += 1) {
        const one = colours[channel];
        let value = mixed(one[at], one[at + 1], one[at + across], one[at + across + 1], u, v) * light + grain;
        value += (bank[channel] * (0.78 + broad * 0.3) - value) * shore;
        if (isWater) {
          const water = SHALLOW[channel] * (1 - deep) + DEEP[channel] * deep;
          const shaded = (water * (0.86 + broad * 0.2) + ripple * 8 * (1.2 - deep) + grain * 0.5) * 0.97;
          value += (shaded - value) * smoothstep(0.46, 0.52, wet);
        }
        // By day paper shines through.
        data[pixel + channel] = dark ? value : value * 0.86 + PAPER[channel] * 0.32;
      }
      data[pixel + 3] = 255;
    }
    if (py % 3 === 2) yield;
  }
  ctx.putImageData(image, 0, 0);
  return canvas;
}

/** Between four corners. @param {number} a @param {number} b @param {number} c @param {number} d @param {number} u @param {number} v */
const mixed = (a, b, c, d, u, v) => (a * (1 - u) + b * u) * (1 - v) + (c * (1 - u) + d * u) * v;

/**
 * Colours of the ground by channel, and where it is wet, by cell, with one cell more on each side.
 * @param {string[]} kinds @param {Chart} chart @param {number[]} bank the colour under water
 */
function bordered(kinds, chart, bank) {
  const known = new Map(Object.entries(GROUNDS).map(([kind, colour]) => [kind, channels(colour)]));
  const across = chart.width + 2;
  const colours = [0, 1, 2].map(() => new Float64Array(across * (chart.height + 2)));
  const wets = new Float64Array(across * (chart.height + 2));
  for (let at = 0; at < wets.length; at += 1) {
    const kind = kindAt(kinds, chart, (at % across) - 1, Math.floor(at / across) - 1);
    const colour = known.get(kind) ?? bank;
    for (const [channel, values] of colours.entries()) values[at] = colour[channel];
    wets[at] = isWet(kind) ? 1 : 0;
  }
  return { colours, wets, across };
}

/** Cells of one kind in boxes: what is built as one. @param {string[]} kinds @param {Chart} chart @param {string} kind @returns {Box[]} */
export function boxesOf(kinds, { width, height }, kind) {
  const used = new Set();
  const isFree = (/** @type {number} */ x, /** @type {number} */ y) =>
    x < width && y < height && kinds[y * width + x] === kind && !used.has(y * width + x);
  /** @type {Box[]} */
  const boxes = [];
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      if (!isFree(x, y)) continue;
      let [wide, high] = [1, 1];
      while (wide < LONGEST && isFree(x + wide, y)) wide += 1;
      const isRowFree = (/** @type {number} */ row) =>
        Array.from({ length: wide }, (_, i) => isFree(x + i, row)).every(Boolean);
      while (high < LONGEST && isRowFree(y + high)) high += 1;
      for (let j = 0; j < high; j += 1) for (let i = 0; i < wide; i += 1) used.add((y + j) * width + x + i);
      boxes.push({ x, y, width: wide, height: high });
    }
  }
  return boxes;
}

/** Kerbs, lines and lamps of roads. @param {Sheet} on @param {string[]} kinds @param {Chart} chart */
function paintRoads({ ctx, cell, dark }, kinds, chart) {
  const paved = (/** @type {number} */ x, /** @type {number} */ y) =>
    isPaved(kindAt(kinds, chart, x, y)) || kindAt(kinds, chart, x, y) === 'bridge';
  ctx.save();
  kinds.forEach((kind, index) => {
    if (!isPaved(kind)) return;
    const [x, y] = [index % chart.width, Math.floor(index / chart.width)];
    const [n, e, s, w] = [paved(x, y - 1), paved(x + 1, y), paved(x, y + 1), paved(x - 1, y)];
    ctx.fillStyle = dark ? '#3C4149' : '#A9A79F';
    ctx.fillRect(x * cell, y * cell, cell + 0.5, cell + 0.5);
    const kerb = cell * 0.09;
    ctx.fillStyle = dark ? '#9A9484' : '#E9E3D2';
    if (!n) ctx.fillRect(x * cell, y * cell, cell, kerb);
    if (!s) ctx.fillRect(x * cell, (y + 1) * cell - kerb, cell, kerb);
    if (!w) ctx.fillRect(x * cell, y * cell, kerb, cell);
    if (!e) ctx.fillRect((x + 1) * cell - kerb, y * cell, kerb, cell);
    ctx.lineWidth = Math.max(1, cell * 0.05);
    ctx.strokeStyle = dark ? 'rgba(242,238,214,0.7)' : 'rgba(255,255,250,0.95)';
    ctx.setLineDash([cell * 0.32, cell * 0.26]);
    ctx.beginPath();
    if (!n && !s) {
      ctx.moveTo(x * cell, (y + 0.5) * cell);
      ctx.lineTo((x + 1) * cell, (y + 0.5) * cell);
    } else if (!w && !e) {
      ctx.moveTo((x + 0.5) * cell, y * cell);
      ctx.lineTo((x + 0.5) * cell, (y + 1) * cell);
    }
    ctx.stroke();
    ctx.setLineDash([]);
    if (!dark || n === s || (x + y) % 2) return;
    const [lx, ly] = [(x + 0.5) * cell, (n ? y + 0.93 : y + 0.07) * cell];
    const glow = ctx.createRadialGradient(lx, ly, 0, lx, ly, cell * 0.5);
    glow.addColorStop(0, 'rgba(255,236,190,0.42)');
    glow.addColorStop(1, 'rgba(255,236,190,0)');
    ctx.fillStyle = glow;
    ctx.fillRect(lx - cell / 2, ly - cell / 2, cell, cell);
  });
  ctx.restore();
}

/** Planks over the water, with rails. @param {Sheet} on @param {string[]} kinds @param {Chart} chart */
function paintBridges({ ctx, cell, dark }, kinds, chart) {
  kinds.forEach((kind, index) => {
    if (kind !== 'bridge') return;
    const [x, y] = [index % chart.width, Math.floor(index / chart.width)];
    const land = (/** @type {number} */ dx, /** @type {number} */ dy) =>
      kindAt(kinds, chart, x + dx, y + dy) !== 'water';
    const isAcross = land(-1, 0) || land(1, 0);
    const [left, top, edge] = [x * cell, y * cell, cell * 0.1];
    ctx.fillStyle = 'rgba(2,8,16,0.5)';
    ctx.fillRect(left + cell * 0.08, top + cell * 0.12, cell, cell);
    ctx.fillStyle = dark ? '#B59E78' : '#D8C29A';
    if (isAcross) ctx.fillRect(left, top + edge, cell + 0.5, cell - 2 * edge);
    else ctx.fillRect(left + edge, top, cell - 2 * edge, cell + 0.5);
    ctx.strokeStyle = faded('#4A3C29', 0.5);
    ctx.lineWidth = Math.max(0.7, cell * 0.03);
    ctx.beginPath();
    for (let plank = cell * 0.16; plank < cell; plank += cell * 0.17) {
      ctx.moveTo(isAcross ? left + plank : left + edge, isAcross ? top + edge : top + plank);
      ctx.lineTo(isAcross ? left + plank : left + cell - edge, isAcross ? top + cell - edge : top + plank);
    }
    ctx.stroke();
    ctx.fillStyle = '#E5D3AC';
    for (const side of [edge * 0.6, cell - edge * 1.6])
      if (isAcross) ctx.fillRect(left, top + side, cell + 0.5, edge);
      else ctx.fillRect(left + side, top, edge, cell + 0.5);
  });
}

/** Trees in groves, where there is grass. @param {Sheet} on @param {string[]} kinds @param {Chart} chart */
function paintTrees(on, kinds, chart) {
  kinds.forEach((kind, index) => {
    if (kind !== 'grass') return;
    const [x, y] = [index % chart.width, Math.floor(index / chart.width)];
    for (let i = 0; i < 4; i += 1) {
      const [px, py] = [x + 0.15 + 0.7 * hash(index, i, 50), y + 0.15 + 0.7 * hash(index, i, 51)];
      if (fractal(px * 0.6, py * 0.6, 61, 3) > 0.5) tree(on, px, py, 0.16 + 0.2 * hash(index, i, 52), index + i);
    }
  });
}

/**
 * Makes the pictures of a campus; yields wherever it may be interrupted.
 * @param {Chart} chart @param {Record<string, import('./types').Terrain>} terrain @param {boolean} dark @param {number} [finest] pixels of a cell at most
 * @returns {Generator<unknown, Campus, unknown>}
 */
export function* campusOf(chart, terrain, dark, finest = FINEST) {
  const kinds = [...chart.letters].map((letter) => terrain[letter].key);
  const cell = Math.max(COARSEST, Math.min(finest, Math.floor(LARGEST / Math.max(chart.width, chart.height))));
  const ground = yield* groundOf(kinds, chart, cell / SOFT, dark);
  const [canvas, ctx] = sheet(chart.width * cell, chart.height * cell);
  ctx.imageSmoothingQuality = 'high';
  ctx.drawImage(ground, 0, 0, canvas.width, canvas.height);
  const on = { ctx, cell, dark };
  paintRoads(on, kinds, chart);
  yield;
  paintBridges(on, kinds, chart);
  paintTrees(on, kinds, chart);
  yield;
  for (const [kind, build] of /** @type {[string, typeof dormitory][]} */ ([
    ['dormitory', dormitory],
    ['teaching', teaching],
    ['playground', playground],
  ]))
    for (const box of boxesOf(kinds, chart, kind)) {
      build(on, box, box.y * chart.width + box.x);
      yield;
    }
  for (const [index, kind] of kinds.entries()) {
    if (kind !== 'residential') continue;
    house(on, index % chart.width, Math.floor(index / chart.width), 40);
    if (index % 8 === 0) yield;
  }
  const [grey, pale] = dulled(canvas, UNSEEN[dark ? 0 : 1]);
  if (dark) lighten(ctx, canvas);
  pale.fillStyle = dark ? 'rgba(16,22,38,0.32)' : 'rgba(150,166,200,0.37)';
  pale.fillRect(0, 0, canvas.width, canvas.height);
  yield;
  return { seen: canvas.transferToImageBitmap(), unseen: grey.transferToImageBitmap() };
}

/** By night what is seen lies in light: it is what one plays on. */
const LIT = 'rgb(255,240,214)';
const LIGHT = 0.3;

/** @param {Sheet['ctx']} ctx @param {OffscreenCanvas} canvas */
function lighten(ctx, canvas) {
  ctx.save();
  ctx.globalCompositeOperation = 'soft-light';
  ctx.globalAlpha = LIGHT;
  ctx.fillStyle = LIT;
  ctx.fillRect(0, 0, canvas.width, canvas.height);
  ctx.restore();
}

/** Pixels of a piece of ground in a legend. */
const PIECE = 32;

/** A piece of one kind of ground, as the map shows it, for a legend. @param {string} letter @param {Record<string, import('./types').Terrain>} terrain @param {boolean} dark */
export function pieceOf(letter, terrain, dark) {
  const chart = /** @type {Chart} */ ({ width: 2, height: 2, letters: letter.repeat(4) });
  const making = campusOf(chart, terrain, dark, PIECE / 2);
  let made = making.next();
  while (!made.done) made = making.next();
  const canvas = h('canvas', { class: 'hcb-piece', width: PIECE, height: PIECE });
  canvas.getContext('2d')?.drawImage(made.value.seen, 0, 0, PIECE, PIECE);
  return canvas;
}
