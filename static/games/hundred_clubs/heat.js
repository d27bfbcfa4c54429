/**
 * How far does influence reach, and what would break? Lenses over the map: influence of the draft or of a past round in classes of
 * strength, and the outlines of what would be taken if nobody answers.
 */
import { text } from 'board/marks.js';
import { faded, mixed } from 'board/palette.js';
import { borderPath, fillCells, gridOf, middleOf, outlinePath } from './grid.js';
import { radiate } from './plan.js';
import { cellOf, isAccess } from './position.js';

/** @typedef {import('board/layers.js').View} View */
/** @typedef {import('./position.js').Position} Position */
/** @typedef {import('./plan.js').Plan} Plan */
/** @typedef {import('./session.js').Heat} Heat */
/** @typedef {CanvasRenderingContext2D} Ctx */

/** What a lens shows: strength per cell, 1 where undefended land would break (or as strong as that). @typedef {{strength: Float64Array, influence: Float64Array, tone: 'own' | 'attack' | 'defence' | 'past'}} Lens */

/** Upper ends of the classes of strength and how strongly each is laid on. */
const CLASSES = /** @type {[number, number][]} */ ([
  [0.12, 0.05],
  [0.3, 0.1],
  [0.55, 0.16],
  [1, 0.23],
  [2, 0.33],
  [Infinity, 0.44],
]);
/** By day and by night: clear enough to lie over paper and over fog. */
const TONES = /** @type {Record<string, [string, string]>} */ ({
  own: ['#f08c00', '#ffb84d'],
  attack: ['#e03b2f', '#ff6b6b'],
  defence: ['#1f9d61', '#4cc38a'],
  past: ['#7a1fa2', '#dcb0ff'],
});
const THIN = 0.4;
const NUMBERS_FROM = 34;

/**
 * Influence of allies' capitals, as far as their taxes of the last round tell it.
 * @param {Position} position @param {readonly any[]} events of the frame @param {Float64Array} onto
 */
function addAllies({ view, chart, allies, capitals }, events, onto) {
  for (const { seat, cell } of capitals) {
    const taxes = allies.has(seat) ? events.find((event) => event.type === 'taxes' && event.seat === seat) : null;
    if (!taxes) continue;
    const size = Math.floor((view.options.capital_influence_pct * taxes.income) / 100);
    radiate(onto, chart, view.kernel20, cell, size);
  }
}

/**
 * @param {Position} position @param {Plan} plan @param {Heat} heat @param {readonly any[]} events of the frame
 * @returns {Lens | null}
 */
export function planLens(position, plan, heat, events) {
  const { chart, view } = position;
  const limit = Math.max(1, 20 * view.options.threshold);
  const { influence } = plan.grids;
  if (heat === 'off') return null;
  if (heat === 'attack')
    return {
      influence,
      strength: influence.map((value, cell) => (plan.grids.attackable[cell] ? (value * chart.atk[cell]) / limit : 0)),
      tone: 'attack',
    };
  if (heat === 'defence')
    return {
      influence,
      strength: influence.map((value, cell) =>
        isAccess(position, cell) && !position.cut[cell] ? (value * chart.def[cell]) / limit : 0,
      ),
      tone: 'defence',
    };
  const all = influence.slice();
  if (heat === 'allies') addAllies(position, events, all);
  return { influence: all, strength: all.map((value) => (value * 20) / limit), tone: 'own' };
}

/** What a club laid out in the round that led to a referee's view. @param {Position} position @param {number} seat @returns {Lens | null} */
export function pastLens({ view, chart }, seat) {
  const campaigns = view.last_round?.campaigns[seat];
  if (!campaigns) return null;
  const influence = new Float64Array(chart.letters.length);
  for (const { at, size } of campaigns) radiate(influence, chart, view.kernel20, cellOf(chart, at), size);
  const limit = Math.max(1, view.options.threshold);
  return { influence, strength: influence.map((value) => value / limit), tone: 'past' };
}

/** @param {Ctx} ctx @param {View} view @param {Position} position @param {Lens} lens */
export function paintLens(ctx, view, position, { strength, influence, tone }) {
  const { chart } = position;
  const grid = gridOf(view, chart);
  const { palette } = view;
  const colour = TONES[tone][palette.dark ? 1 : 0];
  /** @type {number[][]} */
  const classes = CLASSES.map(() => []);
  for (const cell of grid.cells) {
    if (strength[cell] > 0) classes[CLASSES.findIndex(([end]) => strength[cell] <= end)].push(cell);
  }
  classes.forEach((cells, i) => {
    // Over land that wears a club's colour it is laid on thinly, or neither could be told.
    const owned = tone === 'own' ? cells.filter((cell) => isAccess(position, cell)) : [];
    const others = owned.length ? cells.filter((cell) => !isAccess(position, cell)) : cells;
    fillCells(ctx, grid, chart, others, faded(colour, CLASSES[i][1]));
    fillCells(ctx, grid, chart, owned, faded(colour, CLASSES[i][1] * THIN));
  });
  if (grid.size < NUMBERS_FROM) return;
  const font = `500 ${Math.round(grid.size * 0.24)}px ${palette.font}`;
  for (const cell of grid.cells) {
    if (!influence[cell] || !strength[cell]) continue;
    const [x, y] = middleOf(grid, chart, cell);
    text(ctx, figure(influence[cell]), x, y + grid.size * 0.34, { font, fill: faded(palette.text, 0.8) });
  }
}

/** Influence as people read it: twentieths become a decimal. @param {number} twentieths */
export const figure = (twentieths) => String(Math.round(twentieths * 5) / 100);

/**
 * Outlines of what would be taken: solid where connected, dotted where broken but not connected.
 * @param {Ctx} ctx @param {View} view @param {Position} position @param {Plan} plan
 */
export function paintConquests(ctx, view, { chart, view: facts }, { grids }) {
  const { palette } = view;
  const grid = gridOf(view, chart);
  const colour = palette.seats[facts.you ?? 0];
  const cells = grid.cells.filter((cell) => grids.taken[cell]);
  const loose = grid.cells.filter((cell) => grids.broken[cell] && !grids.taken[cell]);
  const outside = (/** @type {Uint8Array} */ flags) => (/** @type {number} */ _, /** @type {number | null} */ other) =>
    other === null || !flags[other];
  fillCells(ctx, grid, chart, cells, faded(colour, 0.2));
  const edge = mixed(colour, palette.dark ? '#ffffff' : '#000000', 0.35);
  ctx.fillStyle = edge;
  borderPath(ctx, grid, chart, cells, outside(grids.taken), grid.size < 12 ? 1.5 : 2);
  ctx.fill();
  ctx.save();
  ctx.strokeStyle = edge;
  ctx.lineWidth = 2;
  ctx.lineCap = 'round';
  ctx.setLineDash([0.1, 4.5]);
  outlinePath(ctx, grid, chart, loose, (_, other) => other === null || !grids.broken[other] || !!grids.taken[other], 2);
  ctx.stroke();
  ctx.restore();
}
