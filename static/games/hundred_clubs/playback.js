/**
 * How does a round look while it happens? Land that was taken turns over cell by cell, in the order of its distance from the front, so that a conquest
 * runs like a wave; what a betrayer takes turns at once (`betrayal.js`); what was lost, cut off or contested shows beside it. Makes tracks
 * for the board's timeline from a frame's events.
 */
import { t } from 'app/i18n.js';
import { text } from 'board/marks.js';
import { faded } from 'board/palette.js';
import { BLOW, betrayalOf, betrayalTracks } from './betrayal.js';
import { boxOf, fillCells, gridOf, middleOf } from './grid.js';
import { cellOf, NOBODY, neighbours } from './position.js';
import { paintFlag } from './tokens.js';

/** @import { Track } from 'board/animate.js' */
/** @import { Position, Chart } from './position.js' */

/** A cell that changes hands: `seat` null for land that becomes unowned; `wave` counts from the front, `event` tells of it. @typedef {{cell: number, seat: number | null, wave: number, event: any}} Flip */

/** Milliseconds: between waves, of one flip, the longest wait of the last wave, and of the quiet end. */
const BEAT = { wave: 150, flip: 320, most: 840, rest: 300 };
/** Cells of a wave turn one after the other, in so many steps: all land is painted anew with each. */
const STEPS = 3;

/**
 * What changes hands, with its distance from the land its taker had before.
 * @param {Position} before @param {readonly any[]} events @returns {Flip[]}
 */
export function flipsOf({ chart, owner }, events) {
  /** @type {Map<number, Map<number, any>>} */
  const taken = new Map();
  /** @type {Flip[]} */
  const flips = [];
  for (const event of events) {
    const { type, at, seat } = event;
    if (type === 'taken') {
      const cells = taken.get(seat) ?? new Map();
      taken.set(seat, cells.set(cellOf(chart, at), event));
    } else if (type === 'contested' || type === 'washed_away')
      flips.push({ cell: cellOf(chart, at), seat: null, wave: 1, event });
  }
  for (const [seat, cells] of taken) flips.push(...wavesOf(chart, owner, seat, cells));
  return flips;
}

/** @param {Chart} chart @param {Int8Array} owner @param {number} seat @param {Map<number, any>} cells with the event that tells of each @returns {Flip[]} */
function wavesOf(chart, owner, seat, cells) {
  const left = new Set(cells.keys());
  /** @type {Flip[]} */
  const flips = [];
  let front = [...left].filter((cell) => neighbours(chart, cell).some((next) => owner[next] === seat));
  for (let wave = 1; left.size; wave += 1) {
    // A piece whose front is out of sight, or on an ally's land, begins anywhere.
    if (!front.length) front = [[...left][0]];
    for (const cell of front) {
      left.delete(cell);
      flips.push({ cell, seat, wave, event: cells.get(cell) });
    }
    front = [...new Set(front.flatMap((cell) => neighbours(chart, cell)))].filter((cell) => left.has(cell));
  }
  return flips;
}

/** Land that changes hands: the board itself wears its new owner from then on. @typedef {Track & {flip: Flip, isBlow: boolean, stays: number}} Turn */

/** @param {Flip} flip @param {number} start @param {number} end @param {boolean} isBlow it turns at once, with all that a betrayer takes @returns {Turn} */
const turnTrack = (flip, start, end, isBlow) => ({
  at: start,
  lasts: end - start,
  of: flip.event,
  stays: isBlow ? BLOW.settle : BEAT.flip,
  flip,
  isBlow,
});

/** @param {Track[]} tracks @returns {Turn[]} */
export const turnsOf = (tracks) => /** @type {Turn[]} */ (tracks.filter((track) => 'flip' in track));

/** Whose every cell is at a time of the round: what has turned stays with its new owner. @param {Int8Array} before @param {Turn[]} turns @param {number} time */
export function ownersAt(before, turns, time) {
  const owner = before.slice();
  for (const { at, stays, isBlow, flip } of turns)
    if (time >= at + (isBlow ? 0 : stays)) owner[flip.cell] = flip.seat ?? NOBODY;
  return owner;
}

/** How long after the first of its wave a cell turns, as a part of the time between waves. @param {number} cell */
const late = (cell) => ((cell * 7) % STEPS) / STEPS;

/** What is turning now: each cell turns over like a card, dark at first, then bright in the new owner's colour. @param {CanvasRenderingContext2D} ctx @param {import('board/layers.js').View} view @param {Chart} chart @param {Turn[]} turns @param {number} time */
export function paintTurns(ctx, view, chart, turns, time) {
  const grid = gridOf(view, chart);
  for (const { at, stays, isBlow, flip } of turns) {
    const k = (time - at) / stays;
    if (isBlow || k < 0 || k >= 1) continue;
    const { x, y, width, height } = boxOf(grid, chart, flip.cell);
    // Seen from the edge half way: what was there goes, what comes has a bright rim that dies away.
    const wide = Math.max(0.06, Math.abs(Math.cos(Math.PI * k))) * width;
    const isBack = k >= 0.5;
    ctx.beginPath();
    ctx.roundRect(x + (width - wide) / 2, y, wide, height, Math.min(wide, grid.size) * 0.16);
    ctx.fillStyle = !isBack
      ? faded('#0B1220', 0.55 * k + 0.1)
      : faded(flip.seat === null ? view.palette.panel : view.palette.seats[flip.seat], 1.25 - 0.75 * k);
    ctx.fill();
    if (!isBack) continue;
    ctx.lineWidth = 2;
    ctx.strokeStyle = faded(view.palette.dark ? '#FFFFFF' : '#0B1220', 1.7 * (1 - k));
    ctx.stroke();
  }
}

/** Cells that light up once. @param {Chart} chart @param {number[]} cells @param {'bad' | 'text'} tone @param {number} at @returns {Track} */
function flash(chart, cells, tone, at) {
  return {
    at,
    lasts: 520,
    paint(ctx, view, k) {
      fillCells(ctx, gridOf(view, chart), chart, cells, faded(view.palette[tone], 0.6 * (1 - k)));
    },
  };
}

/** A flag that glides to its new place. @param {Chart} chart @param {number} seat @param {number} from @param {number} to @param {number} at @returns {Track} */
function march(chart, seat, from, to, at) {
  return {
    at,
    lasts: 380,
    paint(ctx, view, k) {
      const grid = gridOf(view, chart);
      const [[ax, ay], [bx, by]] = [middleOf(grid, chart, from), middleOf(grid, chart, to)];
      ctx.translate((bx - ax) * k, (by - ay) * k);
      paintFlag(ctx, view, chart, from, seat, { large: true, ghost: true });
    },
  };
}

/** A fallen capital: a cross over it. @param {Chart} chart @param {number} cell @param {number} at @returns {Track} */
function fall(chart, cell, at) {
  return {
    at,
    lasts: 520,
    paint(ctx, view, k) {
      const grid = gridOf(view, chart);
      const [x, y] = middleOf(grid, chart, cell);
      ctx.globalAlpha = 1 - k * k;
      text(ctx, '✕', x, y, {
        font: `700 ${Math.round(Math.max(16, grid.size) * (1 + k))}px ${view.palette.font}`,
        fill: view.palette.bad,
        halo: view.palette.panel,
      });
    },
  };
}

/** So long may a round of campaigns wait for what follows from it, and that for its end. */
const AFTER = 520;
/** What follows once all land has changed hands. */
const LATER = new Set(['cut_off', 'supplied', 'capital_moved', 'capital_lost', 'eliminated', 'sighted', 'over']);

/**
 * The course of the round that led from one position to the next.
 * @param {Position} before @param {readonly any[]} events @returns {import('kit/beats.js').Course}
 */
export function courseOf(before, events) {
  const { chart } = before;
  const flips = flipsOf(before, events);
  const last = Math.max(0, ...flips.map(({ wave }) => wave));
  const beat = Math.min(BEAT.wave, BEAT.most / Math.max(1, last));
  const betrayal = betrayalOf(before, events);
  const blown = new Set(betrayal?.cells);
  const blow = betrayal ? BLOW.dim + BLOW.arrow : 0;
  const waves = flips.length ? beat * last + BEAT.flip : 0;
  const flipped = Math.max(waves, betrayal ? blow + BLOW.settle : 0);
  const later = events.some(({ type }) => LATER.has(type)) ? AFTER : 0;
  const end = flipped + later + BEAT.rest;
  /** @type {Track[]} */
  const tracks = flips.map((flip) =>
    blown.has(flip.cell)
      ? turnTrack(flip, blow, end, true)
      : turnTrack(flip, beat * (flip.wave - 1 + late(flip.cell)), end, false),
  );
  if (betrayal) tracks.push(...betrayalTracks(before, betrayal));
  const spot = (/** @type {[number, number]} */ at) => cellOf(chart, at);
  for (const event of events) {
    const { type, from, at, cells, seat } = event;
    // Land is cut off by what was taken, and told with it.
    const when = type === 'cut_off' ? Math.max(0, flipped - 1) : LATER.has(type) ? flipped : 0;
    const add = (/** @type {Track} */ track) => tracks.push({ ...track, of: event });
    tracks.push({ at: when, lasts: 0, event });
    if (type === 'contested') add(flash(chart, [spot(at)], 'bad', when));
    else if (type === 'not_connected') add(flash(chart, (cells ?? [at]).map(spot), 'text', when));
    else if (type === 'cut_off') add(flash(chart, cells.map(spot), 'bad', when));
    else if (type === 'capital_moved' && from && at) add(march(chart, seat, spot(from), spot(at), when));
    else if (type === 'capital_lost' && from) add(fall(chart, spot(from), when));
  }
  // Even a quiet round takes its time, so that the eye knows that one has passed.
  tracks.push({ at: end, lasts: 0 });
  const phases = [{ name: t('Campaigns'), at: 0 }, ...(later ? [{ name: t('What follows'), at: flipped }] : [])];
  return { tracks, phases: phases.filter(({ at }, i) => phases[i + 1]?.at !== at), length: end };
}
