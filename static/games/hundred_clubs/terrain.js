/**
 * How does the campus lie under everything else? As the picture of it from above, once that is baked; until then in quiet paper tones, with a small
 * pattern for every kind of ground and fine lines where kinds meet.
 */
import { t } from 'app/i18n.js';
import { placesOf } from 'app/names.js';
import { text } from 'board/marks.js';
import { faded, mixed } from 'board/palette.js';
import { overlap } from 'kit/labels.js';
import { borderPath, boxOf, fillCells, gridOf, middleOf } from './grid.js';
import { landmarkName } from './names.js';
import { GIFTS } from './places.js';
import { cellOf } from './position.js';

/** @import { View } from 'board/layers.js' */
/** @import { Palette } from 'board/palette.js' */
/** @import { Chart } from './position.js' */
/** @typedef {CanvasRenderingContext2D} Ctx */
/** @typedef {{x: number, y: number, width: number, height: number}} Box */

/**
 * Ground and pattern by day and by night.
 * @typedef {object} Look
 * @property {[string, string]} day
 * @property {[string, string]} night
 * @property {(ctx: Ctx, box: Box) => void} [pattern] adds to the path; stroked once per kind
 */

/** Cells smaller than this have no pattern: it would be noise. */
const PATTERN_FROM = 9;
const LETTERS_FROM = 11;

/** Rows of bricks. @param {Ctx} ctx @param {Box} box */
function bricks(ctx, { x, y, width, height }) {
  for (let row = 0; row < 3; row += 1) {
    const [top, next] = [y + (height * row) / 3, y + (height * (row + 1)) / 3];
    ctx.moveTo(x, next);
    ctx.lineTo(x + width, next);
    const joint = x + width * (row % 2 ? 0.75 : 0.25);
    ctx.moveTo(joint, top);
    ctx.lineTo(joint, next);
  }
}

/** Two shelves of books. @param {Ctx} ctx @param {Box} box */
function books(ctx, { x, y, width, height }) {
  for (const shelf of [0.46, 0.92]) {
    const floor = y + height * shelf;
    ctx.moveTo(x + width * 0.12, floor);
    ctx.lineTo(x + width * 0.88, floor);
    for (const [place, tall] of [
      [0.2, 0.28],
      [0.34, 0.22],
      [0.48, 0.3],
      [0.62, 0.2],
      [0.76, 0.27],
    ]) {
      ctx.moveTo(x + width * place, floor);
      ctx.lineTo(x + width * place, floor - height * tall);
    }
  }
}

/** Lanes of a running track. @param {Ctx} ctx @param {Box} box */
function lanes(ctx, { x, y, width, height }) {
  for (const lane of [0.25, 0.5, 0.75]) {
    ctx.moveTo(x, y + height * lane);
    ctx.lineTo(x + width, y + height * lane);
  }
}

/** @param {Ctx} ctx @param {Box} box */
function waves(ctx, { x, y, width, height }) {
  for (const [left, level] of [
    [0.06, 0.32],
    [0.44, 0.7],
  ]) {
    const [start, wave] = [x + width * left, y + height * level];
    ctx.moveTo(start, wave);
    ctx.quadraticCurveTo(start + width * 0.12, wave - height * 0.16, start + width * 0.25, wave);
    ctx.quadraticCurveTo(start + width * 0.38, wave + height * 0.16, start + width * 0.5, wave);
  }
}

/** @param {Ctx} ctx @param {Box} box */
function planks(ctx, { x, y, width, height }) {
  for (const plank of [0.14, 0.38, 0.62, 0.86]) {
    ctx.moveTo(x + width * plank, y + height * 0.06);
    ctx.lineTo(x + width * plank, y + height * 0.94);
  }
}

/** The kerb of a road at a bridge. @param {Ctx} ctx @param {Box} box */
function kerb(ctx, { x, y, width, height }) {
  for (const [px, py] of [
    [0.3, 0.3],
    [0.7, 0.3],
    [0.3, 0.7],
    [0.7, 0.7],
  ]) {
    ctx.moveTo(x + width * (px - 0.07), y + height * py);
    ctx.lineTo(x + width * (px + 0.07), y + height * py);
  }
}

/** Blades of grass. @param {Ctx} ctx @param {Box} box */
function blades(ctx, { x, y, width, height }) {
  for (const [px, py] of [
    [0.24, 0.38],
    [0.66, 0.26],
    [0.46, 0.78],
    [0.84, 0.66],
  ]) {
    ctx.moveTo(x + width * px, y + height * py);
    ctx.lineTo(x + width * px, y + height * (py - 0.12));
  }
}

/** Two roofs. @param {Ctx} ctx @param {Box} box */
function roofs(ctx, { x, y, width, height }) {
  for (const [left, foot] of [
    [0.08, 0.5],
    [0.48, 0.86],
  ]) {
    ctx.moveTo(x + width * left, y + height * foot);
    ctx.lineTo(x + width * (left + 0.22), y + height * (foot - 0.28));
    ctx.lineTo(x + width * (left + 0.44), y + height * foot);
  }
}

const LOOKS = /** @type {Record<string, Look>} */ ({
  dormitory: { day: ['#e8cba4', '#c79d6b'], night: ['#7a5a43', '#9c7656'], pattern: bricks },
  teaching: { day: ['#cfd6ea', '#98a4c9'], night: ['#46547a', '#6d7da3'], pattern: books },
  playground: { day: ['#e7bfae', '#f9e6de'], night: ['#7b4a42', '#a06a5e'], pattern: lanes },
  road: { day: ['#e6e2d8', '#e6e2d8'], night: ['#394153', '#394153'] },
  water: { day: ['#9ccae6', '#6aa5cb'], night: ['#16486d', '#3d7aa6'], pattern: waves },
  bridge: { day: ['#c8aa7a', '#8d6f42'], night: ['#7d6540', '#b0925f'], pattern: planks },
  bridge_road: { day: ['#dcd4c0', '#ac9f80'], night: ['#474e5e', '#7a8496'], pattern: kerb },
  grass: { day: ['#cfe0b0', '#93b16c'], night: ['#33553f', '#56815f'], pattern: blades },
  residential: { day: ['#e4d2c4', '#ba9880'], night: ['#57494e', '#806d72'], pattern: roofs },
});

/** Two colours of a kind of ground: itself and its pattern. @param {Palette} palette @param {string} key @returns {[string, string]} */
function groundOf(palette, key) {
  const look = LOOKS[key] ?? LOOKS.grass;
  return palette.dark ? look.night : look.day;
}

/**
 * @param {Ctx} ctx @param {import('./grid.js').Sheet} view @param {Chart} chart @param {Pick<import('./types').ClubView, 'terrain'>} facts
 * @param {import('./campus.js').Campus | null} campus
 */
export function paintTerrain(ctx, view, chart, { terrain }, campus) {
  const { palette } = view;
  ctx.fillStyle = palette.ink;
  ctx.fillRect(0, 0, view.width, view.height);
  const grid = gridOf(view, chart);
  if (campus) {
    paintBeyond(ctx, view, grid, campus.unseen);
    paintPicture(ctx, grid, campus.seen);
    return paintSeams(ctx, palette, chart, grid, false);
  }
  /** @type {Map<string, number[]>} */
  const kinds = new Map();
  for (const cell of grid.cells) {
    const letter = chart.letters[cell];
    const list = kinds.get(letter);
    if (list) list.push(cell);
    else kinds.set(letter, [cell]);
  }
  const fineness = Math.max(0.6, Math.min(1.4, grid.size / 18));
  for (const [letter, cells] of kinds) {
    const { key } = terrain[letter];
    const [ground, ink] = groundOf(palette, key);
    fillCells(ctx, grid, chart, cells, ground);
    const pattern = LOOKS[key]?.pattern;
    if (!pattern || grid.size < PATTERN_FROM) continue;
    ctx.beginPath();
    for (const cell of cells) pattern(ctx, boxOf(grid, chart, cell));
    ctx.strokeStyle = ink;
    ctx.lineWidth = fineness;
    ctx.lineCap = 'round';
    ctx.stroke();
  }
  paintSeams(ctx, palette, chart, grid, true);
}

/** How much of the ground is hidden at the edge of the map and far from it, and in how many cells. */
const BEYOND = { near: 0.58, far: 0.94, cells: 7 };

/** The town goes on around the map, mirrored at its edges, and is lost in the dark: nothing of it is played on. @param {Ctx} ctx @param {import('./grid.js').Sheet} view @param {import('./grid.js').Grid} grid @param {CanvasImageSource} picture */
function paintBeyond(ctx, { width, height, palette }, grid, picture) {
  const { xs, ys, size } = grid;
  const [left, top, right, bottom] = [xs[0], ys[0], xs[xs.length - 1], ys[ys.length - 1]];
  if (left <= 0 && top <= 0 && right >= width && bottom >= height) return;
  const mirrors = (/** @type {number} */ from, /** @type {number} */ to, /** @type {number} */ room) => [
    [1, 0],
    ...(from > 0 ? [[-1, 2 * from]] : []),
    ...(to < room ? [[-1, 2 * to]] : []),
  ];
  for (const [scaleX, x] of mirrors(left, right, width))
    for (const [scaleY, y] of mirrors(top, bottom, height)) {
      if (scaleX > 0 && scaleY > 0) continue;
      ctx.save();
      ctx.transform(scaleX, 0, 0, scaleY, x, y);
      paintPicture(ctx, grid, picture);
      ctx.restore();
    }
  const far = size * BEYOND.cells;
  for (const [from, to, box] of /** @type {[number[], number[], [number, number, number, number]][]} */ ([
    [
      [left, 0],
      [left - far, 0],
      [0, 0, left, height],
    ],
    [
      [right, 0],
      [right + far, 0],
      [right, 0, width - right, height],
    ],
    [
      [0, top],
      [0, top - far],
      [0, 0, width, top],
    ],
    [
      [0, bottom],
      [0, bottom + far],
      [0, bottom, width, height - bottom],
    ],
  ])) {
    if (box[2] <= 0 || box[3] <= 0) continue;
    const veil = ctx.createLinearGradient(from[0], from[1], to[0], to[1]);
    veil.addColorStop(0, faded(palette.ink, BEYOND.near));
    veil.addColorStop(1, faded(palette.ink, BEYOND.far));
    ctx.fillStyle = veil;
    ctx.fillRect(...box);
  }
  paintFrame(ctx, palette, grid);
}

/** The edge of the map as on a paper one: a band in two tones, cell by cell. @param {Ctx} ctx @param {Palette} palette @param {import('./grid.js').Grid} grid */
function paintFrame(ctx, palette, { xs, ys, size }) {
  const band = Math.max(3, Math.min(7, size * 0.16));
  const [left, top, right, bottom] = [xs[0], ys[0], xs[xs.length - 1], ys[ys.length - 1]];
  ctx.fillStyle = palette.dark ? '#0B1220' : '#FFFFFF';
  for (const box of frameOf(left, top, right, bottom, band)) ctx.fillRect(...box);
  ctx.fillStyle = faded(palette.dark ? '#9FB0C6' : '#5A6675', 0.75);
  for (let x = 0; x + 1 < xs.length; x += 2)
    for (const y of [top - band, bottom]) ctx.fillRect(xs[x], y, xs[x + 1] - xs[x], band);
  for (let y = 0; y + 1 < ys.length; y += 2)
    for (const x of [left - band, right]) ctx.fillRect(x, ys[y], band, ys[y + 1] - ys[y]);
}

/** Four sides around a box. @param {number} left @param {number} top @param {number} right @param {number} bottom @param {number} band @returns {[number, number, number, number][]} */
const frameOf = (left, top, right, bottom, band) => [
  [left - band, top - band, right - left + 2 * band, band],
  [left - band, bottom, right - left + 2 * band, band],
  [left - band, top, band, bottom - top],
  [right, top, band, bottom - top],
];

/** The whole map in one picture. @param {Ctx} ctx @param {import('./grid.js').Grid} grid @param {CanvasImageSource} picture */
export function paintPicture(ctx, { xs, ys }, picture) {
  ctx.imageSmoothingQuality = 'high';
  ctx.drawImage(picture, xs[0], ys[0], xs[xs.length - 1] - xs[0], ys[ys.length - 1] - ys[0]);
}

/** A faint line around every cell, a firmer one where the ground changes. @param {Ctx} ctx @param {Palette} palette @param {Chart} chart @param {import('./grid.js').Grid} grid @param {boolean} isPlain there is no picture that shows where it does */
function paintSeams(ctx, palette, chart, grid, isPlain) {
  const { letters } = chart;
  const tone = mixed(palette.text, palette.ink, 0.25);
  borderPath(ctx, grid, chart, grid.cells, (cell, other) => other === cell + 1 || other === cell + chart.width, 1);
  ctx.fillStyle = faded(isPlain ? tone : '#0A1220', isPlain ? 0.05 : 0.14);
  ctx.fill();
  if (!isPlain) return;
  borderPath(
    ctx,
    grid,
    chart,
    grid.cells,
    (cell, other) =>
      other === null || ((other === cell + 1 || other === cell + chart.width) && letters[other] !== letters[cell]),
    1,
  );
  ctx.fillStyle = faded(tone, palette.dark ? 0.16 : 0.2);
  ctx.fill();
}

/** Terrain letters and names of places, on demand. @param {Ctx} ctx @param {View} view @param {Chart} chart */
export function paintLetters(ctx, view, chart) {
  const grid = gridOf(view, chart);
  if (grid.size < LETTERS_FROM) return;
  const { palette } = view;
  const font = `600 ${Math.round(grid.size * 0.5)}px ${palette.font}`;
  for (const cell of grid.cells) {
    const [x, y] = middleOf(grid, chart, cell);
    text(ctx, chart.letters[cell], x, y, { font, fill: faded(palette.text, 0.75), halo: faded(palette.panel, 0.5) });
  }
}

/** How much of the map a name may cover from side to side. */
const WIDEST = 0.55;
/** Where a name may stand beside its place, in heights of a line: below, above, else not at all. */
const LABEL_ROWS = [1.15, -1.15];

/** Places that are offered before the others. */
const BEST = 3;

/** Places by what they give. @param {{at: import('./types').Cell, words: string}[]} places @param {import('./types').ClubView} shown @param {import('./places.js').Gift} gift */
function withGift(places, shown, gift) {
  const { of, brief } = GIFTS[gift];
  return places
    .map(({ at, words }) => ({ at, value: of(shown, at), words }))
    .sort((a, b) => b.value - a.value)
    .map(({ at, value, words }, i) => ({ at, words, given: brief(value), isBest: i < BEST }));
}

/**
 * Names of places and of starts, where they do not run into each other or into what stands on the map; before the first round those that may
 * still be chosen, with what they give, the richest first, which so have room before the others, and a rim.
 * @param {Ctx} ctx @param {View} view @param {Chart} chart @param {import('./types').ClubView} shown
 * @param {{standing: Box[], gift: import('./places.js').Gift | null, areas: boolean, isTaken?: (at: import('./types').Cell) => boolean}} how `areas`: the
 *   parts of the campus as well
 */
export function paintLandmarks(ctx, view, chart, shown, { standing, gift, areas, isTaken = () => false }) {
  const {
    map: { landmarks = [], starts = [] },
    names,
  } = shown;
  const grid = gridOf(view, chart);
  const { palette } = view;
  const size = Math.max(9.5, Math.min(12.5, grid.size * 0.5));
  const high = size * 1.55;
  const font = `500 ${size}px ${palette.font}`;
  ctx.font = font;
  const ends = [view.at(0, 0)[0], view.at(chart.width, 0)[0]];
  const named = [
    ...landmarks.map((landmark) => ({ at: landmark.at, words: landmarkName(landmark) })),
    ...starts.map((at, i) => ({ at, words: t('Start {n}', { n: i + 1 }) })),
  ];
  /** @type {{at: import('./types').Cell, words: string, given?: string, isBest?: boolean}[]} */
  const free = gift ? named.filter(({ at }) => !isTaken(at)) : named;
  const places = gift ? withGift(free, shown, gift) : free;
  const spots = places.map(({ at, words, given, isBest = false }) => {
    const [x, y] = middleOf(grid, chart, cellOf(chart, at));
    const whole = given ? `${words} · ${given}` : words;
    // A name that would bury half of the map gives way to what the place gives.
    const isLong = given && ctx.measureText(whole).width > (ends[1] - ends[0]) * WIDEST;
    return { x, y, words: isLong ? given : whole, isBest, dot: { x: x - 4, y: y - 4, width: 8, height: 8 } };
  });
  const taken = [...spots.map(({ dot }) => dot), ...standing];
  /** Where a name begins that stands about there: on the map, and on the board. @param {number} middle @param {number} wide */
  const start = (middle, wide) =>
    Math.max(4, ends[0], Math.min(view.width - wide - 4, ends[1] - wide, middle - wide / 2));
  for (const { x, y, words, dot, isBest } of spots) {
    const wide = ctx.measureText(words).width + 10;
    const left = start(x, wide);
    const boxes = LABEL_ROWS.map((row) => ({ x: left, y: y + row * high - high / 2, width: wide, height: high }));
    const box = boxes.find((wanted) => !taken.some((other) => other !== dot && overlap(other, wanted)));
    if (box) {
      taken.push(box);
      paintLabel(ctx, palette, box, words, font);
      if (isBest) {
        ctx.strokeStyle = palette.lamp;
        ctx.lineWidth = 1.5;
        ctx.stroke();
      }
    }
    ctx.beginPath();
    ctx.arc(x, y, 3, 0, Math.PI * 2);
    ctx.fillStyle = palette.text;
    ctx.fill();
    ctx.lineWidth = 1.5;
    ctx.strokeStyle = palette.panel;
    ctx.stroke();
  }
  const known = new Set(places.map(({ words }) => words));
  for (const { name, x, y } of names && areas ? placesOf(names.places) : []) {
    if (known.has(name)) continue;
    const [width, [middle, top]] = [ctx.measureText(name).width + 10, view.at(x, y)];
    if (middle - width / 2 < 4 || middle + width / 2 > view.width - 4) continue;
    const box = { x: start(middle, width), y: top - high / 2, width, height: high };
    if (taken.some((other) => overlap(other, box))) continue;
    taken.push(box);
    paintLabel(ctx, palette, box, name, font);
  }
}

/** @param {Ctx} ctx @param {Palette} palette @param {Box} box @param {string} words @param {string} font */
function paintLabel(ctx, palette, { x, y, width, height }, words, font) {
  ctx.beginPath();
  ctx.roundRect(x, y, width, height, height * 0.3);
  ctx.fillStyle = faded(palette.panel, 0.82);
  ctx.fill();
  text(ctx, words, x + width / 2, y + height / 2 + 0.5, { font, fill: palette.text });
}
