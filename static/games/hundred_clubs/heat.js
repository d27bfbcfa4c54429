/**
 * How far does influence reach, and what would be won? Lenses over the map: influence of the draft, as the server foresees it, or of a
 * past round in classes of strength; the outlines of what is surely won, and the hatching of what is likely.
 */
import { text } from 'board/marks.js';
import { faded } from 'board/palette.js';
import { borderPath, fillCells, gridOf, hatchCells, middleOf, outlinePath } from './grid.js';
import { cellOf, isAccess } from './position.js';

/** @import { View } from 'board/layers.js' */
/** @import { Position } from './position.js' */
/** @import { RoundForecast as Plan } from './types' */
/** @import { Heat } from './session.js' */
/** @typedef {CanvasRenderingContext2D} Ctx */

/** What a lens shows: strength per cell, 1 where undefended land would break (or as strong as that). @typedef {{strength: number[], influence: number[], tone: 'own' | 'attack' | 'defence' | 'past' | 'members', from?: number}} Lens `from`: pixels of a cell from which on it has its number */

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
  own: ['#39414f', '#f4f7fb'],
  attack: ['#e03b2f', '#ff6b6b'],
  defence: ['#1f9d61', '#4cc38a'],
  past: ['#7a1fa2', '#dcb0ff'],
  members: ['#9a5b00', '#ffb84d'],
});
const THIN = 0.4;
/** Pixels of a cell from which on it has its number, and those of its letters at least. */
const [NUMBERS_FROM, LETTERS] = [36, 11];

/** What each cell gives: as strong as the richest that there is. @param {Position} position @returns {Lens} */
export function memberLens({ chart: { members } }) {
  const most = Math.max(1, ...members);
  // A number of the lens is a twentieth.
  return {
    influence: Array.from(members, (n) => 20 * n),
    strength: Array.from(members, (n) => (2 * n) / most),
    tone: 'members',
    from: 16,
  };
}

/** @param {Position} position @param {Plan} plan @param {Heat} heat @returns {Lens | null} */
export function planLens(position, plan, heat) {
  if (heat === 'off') return null;
  const { layers } = plan;
  const influence = layers.influence.flat();
  if (heat === 'attack') {
    const missing = layers.missing.flat();
    return {
      influence,
      strength: influence.map((value, cell) => {
        const more = missing[cell];
        return more === null ? 0 : value / (value + more);
      }),
      tone: 'attack',
    };
  }
  if (heat === 'defence')
    return { influence, strength: layers.defence.flat().map((percent) => percent / 100), tone: 'defence' };
  const allied = heat === 'allies' ? layers.allied.flat() : null;
  const all = allied ? influence.map((value, cell) => value + allied[cell]) : influence;
  const limit = Math.max(1, position.view.options.threshold);
  return { influence: all, strength: all.map((value) => value / limit), tone: 'own' };
}

/**
 * Adds what one campaign radiates, by the numbers of the view.
 * @param {number[]} influence @param {Position} position @param {{at: import('./types').Cell, size: number}} campaign
 */
function radiate(influence, { chart, view }, { at: [x, y], size }) {
  const reach = view.kernel20.length - 1;
  for (let dy = Math.max(-reach, -y); dy <= Math.min(reach, chart.height - 1 - y); dy += 1) {
    const row = view.kernel20[Math.abs(dy)];
    for (let dx = Math.max(-reach, -x); dx <= Math.min(reach, chart.width - 1 - x); dx += 1)
      influence[(y + dy) * chart.width + x + dx] += row[Math.abs(dx)] * size;
  }
}

/** What a club laid out in the round that led to a referee's view. @param {Position} position @param {number} seat @returns {Lens | null} */
export function pastLens(position, seat) {
  const { view, chart } = position;
  const campaigns = view.last_round?.campaigns[seat];
  if (!campaigns) return null;
  const influence = /** @type {number[]} */ (Array(chart.letters.length).fill(0));
  for (const campaign of campaigns) radiate(influence, position, campaign);
  const limit = Math.max(1, view.options.threshold);
  return { influence, strength: influence.map((value) => value / limit), tone: 'past' };
}

/** @param {Ctx} ctx @param {View} view @param {Position} position @param {Lens} lens */
export function paintLens(ctx, view, position, { strength, tone }) {
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
}

/** How much there is at each cell, over all that lies on the land. @param {Ctx} ctx @param {View} view @param {Position} position @param {Lens} lens @param {Set<number>} taken cells where something stands: no number there */
export function paintNumbers(ctx, view, { chart }, { strength, influence, from = NUMBERS_FROM }, taken) {
  const grid = gridOf(view, chart);
  const { palette } = view;
  if (grid.size < from) return;
  const font = `500 ${Math.max(LETTERS, Math.round(grid.size * 0.24))}px ${palette.font}`;
  for (const cell of grid.cells) {
    if (!influence[cell] || !strength[cell] || taken.has(cell)) continue;
    const [x, y] = middleOf(grid, chart, cell);
    text(ctx, String(Math.round(influence[cell] / 20)), x, y + grid.size * 0.32, {
      font,
      fill: palette.text,
      halo: palette.ink,
    });
  }
}

/** Influence as people read it: twentieths become a decimal. @param {number} twentieths */
export const figure = (twentieths) => String(Math.round(twentieths * 5) / 100);

/**
 * What would be won: outlined and filled where it is sure, hatched with a dashed edge where it is likely, dotted where it would break and
 * is not connected. Around it is the own colour: that of drafts is near a seat's.
 * @param {Ctx} ctx @param {View} view @param {Position} position @param {Plan} plan @param {number} march pixels that dashes have gone
 */
export function paintConquests(ctx, view, { chart, view: known }, plan, march) {
  const { palette } = view;
  const grid = gridOf(view, chart);
  const edge = palette.lamp;
  const own = palette.seats[known.you ?? -1] ?? palette.ink;
  const [sure, likely, loose] = [plan.sure, plan.likely, plan.broken].map(
    (cells) => new Set(cells.map((at) => cellOf(chart, at))),
  );
  if (!sure.size && !likely.size && !loose.size) return;
  const outside = (/** @type {Set<number>[]} */ ...sets) => {
    return (/** @type {number} */ _, /** @type {number | null} */ other) =>
      other === null || !sets.some((set) => set.has(other));
  };
  fillCells(ctx, grid, chart, sure, faded(edge, 0.3));
  const thick = grid.size < 12 ? 1.5 : 2;
  // The other tone below: also on land of a rival in the colour of drafts they are seen.
  for (const [style, more] of /** @type {[string, number][]} */ ([
    [own, 3.5],
    [palette.ink, 1.5],
    [edge, 0],
  ])) {
    if (style !== own) hatchCells(ctx, grid, chart, likely, { style, width: 1 + more });
    ctx.fillStyle = style;
    borderPath(ctx, grid, chart, sure, outside(sure), thick + more);
    ctx.fill();
  }
  ctx.save();
  ctx.lineCap = 'round';
  for (const [cells, dash, beyond] of /** @type {[Set<number>, number[], Set<number>[]][]} */ ([
    [likely, [5, 4], [likely, sure]],
    [loose, [0.1, 4.5], [loose, likely, sure]],
  ])) {
    outlinePath(ctx, grid, chart, cells, outside(...beyond), 2);
    // A dark line below keeps the dashes readable on any ground.
    for (const [style, width, pattern] of /** @type {[string, number, number[]][]} */ ([
      [own, cells === likely ? 6.5 : 0, []],
      [palette.ink, 3.5, []],
      [edge, 2, dash],
    ])) {
      if (!width) continue;
      ctx.strokeStyle = style;
      ctx.lineWidth = width;
      ctx.setLineDash(pattern);
      ctx.lineDashOffset = -march;
      ctx.stroke();
    }
  }
  ctx.restore();
}
