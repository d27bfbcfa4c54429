/**
 * How does it look when a club turns on another? Everything else goes dim, an arrow flies from the betrayer, and all that it takes from its
 * victim turns white at once, settles into the betrayer's pattern and counts up. One flash, no blinking; the last picture stays to be read.
 */
import { tn } from 'app/i18n.js';
import { even } from 'board/animate.js';
import { text } from 'board/marks.js';
import { faded } from 'board/palette.js';
import { gridOf, middleOf } from './grid.js';
import { cellOf, piecesOf } from './position.js';
import { bodyPath } from './territory.js';

/** @import { Track } from 'board/animate.js' */
/** @import { View } from 'board/layers.js' */
/** @import { Position, Chart } from './position.js' */
/** @typedef {CanvasRenderingContext2D} Ctx */
/** `from`: a cell of the betrayer's from which the arrow flies, null where none is seen; `cells`: what it takes from its victim. @typedef {{event: any, by: number, victim: number, cells: number[], from: number | null, to: number | null}} Betrayal */

/** Milliseconds: until all others are dim, of the arrow, from white to the pattern, and of the rest in which it can be read. */
export const BLOW = { dim: 300, arrow: 400, settle: 600, rest: 3000 };
const WHOLE = BLOW.dim + BLOW.arrow + BLOW.settle + BLOW.rest;
/** How dark the others are. */
const DIM = 0.62;

/** Which event of a round is a betrayal, and by whom of whom? @param {any} event @returns {[by: number, victim: number] | null} */
export function betrayers({ type, a, b, now, cause, by }) {
  if (type !== 'relation' || now !== 'at_war' || cause !== 'backstab' || by === null || by === undefined) return null;
  return [by, by === a ? b : a];
}

/** The first betrayal of a round, one's own or of oneself before others. @param {Position} before @param {readonly any[]} events @returns {Betrayal | null} */
export function betrayalOf({ chart, owner, capitals, view }, events) {
  const found = events.flatMap((event) => {
    const pair = betrayers(event);
    return pair ? [{ event, pair }] : [];
  });
  const own = found.find(({ pair }) => view.you !== null && pair.includes(view.you));
  const first = own ?? found[0];
  if (!first) return null;
  const [by, victim] = first.pair;
  const cells = events.flatMap(({ type, seat, was, at }) =>
    type === 'taken' && seat === by && was === victim ? [cellOf(chart, at)] : [],
  );
  const pieces = piecesOf(chart, owner);
  const heart = (/** @type {number} */ seat) =>
    capitals.find((one) => one.seat === seat)?.cell ?? pieces.find((piece) => piece.seat === seat)?.badge ?? null;
  return {
    event: first.event,
    by,
    victim,
    cells,
    from: heart(by),
    to: cells.length ? middleOfCells(chart, cells) : heart(victim),
  };
}

/** The cell of the largest connected part that lies nearest to its middle. @param {Chart} chart @param {number[]} cells */
function middleOfCells(chart, cells) {
  const owner = new Int8Array(chart.letters.length).fill(-1);
  for (const cell of cells) owner[cell] = 0;
  return piecesOf(chart, owner)[0].badge;
}

/** @param {Position} before @param {Betrayal} betrayal @returns {Track[]} */
export function betrayalTracks(before, betrayal) {
  const { event } = betrayal;
  const part = (/** @type {number} */ at, /** @type {(ctx: Ctx, view: View, time: number) => void} */ paint) => ({
    at,
    lasts: WHOLE - at,
    of: event,
    ease: even,
    paint: (/** @type {Ctx} */ ctx, /** @type {View} */ view, /** @type {number} */ k) =>
      paint(ctx, view, k * (WHOLE - at)),
  });
  return [
    part(0, (ctx, view, time) => paintDim(ctx, view, before, betrayal, Math.min(1, time / BLOW.dim))),
    part(BLOW.dim + BLOW.arrow, (ctx, view, time) =>
      paintBlow(ctx, view, before.chart, betrayal, Math.min(1, time / BLOW.settle)),
    ),
    part(BLOW.dim, (ctx, view, time) => paintArrow(ctx, view, before.chart, betrayal, Math.min(1, time / BLOW.arrow))),
  ];
}

/** The picture at its best, over a position after it. @param {Ctx} ctx @param {View} view @param {Position} before @param {Betrayal} betrayal */
export function paintBetrayal(ctx, view, before, betrayal) {
  for (const paint of [
    () => paintDim(ctx, view, before, betrayal, 1),
    () => paintBlow(ctx, view, before.chart, betrayal, 1),
    () => paintArrow(ctx, view, before.chart, betrayal, 1),
  ]) {
    ctx.save();
    paint();
    ctx.restore();
  }
}

/** All but the two clubs' land. @param {Ctx} ctx @param {View} view @param {Position} before @param {Betrayal} betrayal @param {number} k */
function paintDim(ctx, view, { chart, owner }, { by, victim }, k) {
  const grid = gridOf(view, chart);
  const theirs = [...owner.keys()].filter((cell) => owner[cell] === by || owner[cell] === victim);
  const path = new Path2D();
  path.rect(0, 0, view.width, view.height);
  if (theirs.length) path.addPath(bodyPath(grid, chart, theirs));
  ctx.fillStyle = faded('#0B1220', DIM * k);
  ctx.fill(path, 'evenodd');
}

/** From the betrayer to what it takes, with its head where it has come. @param {Ctx} ctx @param {View} view @param {Chart} chart @param {Betrayal} betrayal @param {number} k */
function paintArrow(ctx, view, chart, { from, to, cells }, k) {
  if (from === null || to === null || from === to) return;
  const grid = gridOf(view, chart);
  const [a, b] = [middleOf(grid, chart, from), middleOf(grid, chart, to)];
  const length = Math.hypot(b[0] - a[0], b[1] - a[1]);
  const thick = Math.max(6, Math.min(14, length * 0.05));
  const head = thick * 2.6;
  // It begins beside the flag, and ends before the number.
  const [start, end] = [
    Math.min(0.3, (thick * 2) / length),
    1 - Math.min(0.5, (head + largeness(view, grid, cells) * 0.7) / length),
  ];
  const bend = [(a[0] + b[0]) / 2 + (b[1] - a[1]) * 0.18, (a[1] + b[1]) / 2 - Math.abs(b[0] - a[0]) * 0.18];
  const at = (/** @type {number} */ u) =>
    /** @type {[number, number]} */ ([0, 1].map((i) => (1 - u) ** 2 * a[i] + 2 * u * (1 - u) * bend[i] + u * u * b[i]));
  const tip = start + (end - start) * k;
  const [x, y] = at(tip);
  const [px, py] = at(tip - 0.02);
  const angle = Math.atan2(y - py, x - px);
  const shaft = new Path2D();
  for (let i = 0; i <= 20; i += 1) shaft[i ? 'lineTo' : 'moveTo'](...at(start + ((tip - start) * i) / 20));
  const point = new Path2D();
  point.moveTo(x + Math.cos(angle) * head, y + Math.sin(angle) * head);
  for (const side of [2.3, -2.3])
    point.lineTo(x + Math.cos(angle + side) * head * 0.9, y + Math.sin(angle + side) * head * 0.9);
  point.closePath();
  ctx.lineJoin = 'round';
  for (const [style, more] of /** @type {[string, number][]} */ ([
    ['#0B1220', 5],
    ['#ffffff', 0],
  ])) {
    ctx.strokeStyle = style;
    ctx.fillStyle = style;
    ctx.lineWidth = thick + more;
    ctx.stroke(shaft);
    ctx.lineWidth = more || 1;
    ctx.stroke(point);
    ctx.fill(point);
  }
}

/** Pixels of the number: as the land that is taken has room for it. @param {View} view @param {import('./grid.js').Grid} grid @param {number[]} cells */
const largeness = (view, { size }, cells) =>
  Math.max(34, Math.min(104, Math.sqrt(cells.length) * size * 0.5, view.width * 0.2));

/** The area that is taken: white at first, its new pattern shows through; a white rim, and the number of cells counts up. @param {Ctx} ctx @param {View} view @param {Chart} chart @param {Betrayal} betrayal @param {number} k */
function paintBlow(ctx, view, chart, { cells, to }, k) {
  if (!cells.length || to === null) return;
  const grid = gridOf(view, chart);
  const path = bodyPath(grid, chart, cells);
  ctx.fillStyle = faded('#ffffff', 0.96 * (1 - k) + 0.1);
  ctx.fill(path);
  for (const [style, width] of /** @type {[string, number][]} */ ([
    ['#0B1220', Math.min(9, grid.size * 0.3)],
    ['#ffffff', Math.min(5, grid.size * 0.16)],
  ])) {
    ctx.lineWidth = width;
    ctx.strokeStyle = style;
    ctx.stroke(path);
  }
  const [x, y] = middleOf(grid, chart, to);
  const large = largeness(view, grid, cells);
  const n = Math.max(1, Math.round(cells.length * k));
  const inks = { fill: '#ffffff', halo: '#0B1220' };
  text(ctx, String(n), x, y - large * 0.1, { font: `800 ${Math.round(large)}px ${view.palette.font}`, ...inks });
  const words = tn('cell', 'cells', cells.length);
  text(ctx, words, x, y + large * 0.58, {
    font: `700 ${Math.round(Math.max(17, large * 0.26))}px ${view.palette.font}`,
    ...inks,
  });
}
