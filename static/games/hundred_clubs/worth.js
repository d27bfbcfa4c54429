/** What is land worth? Where it is good to be born, in steps of light, where a birthplace may still stand; and later what can be won and gives much. */
import { faded } from 'board/palette.js';
import { fillCells, gridOf, middleOf } from './grid.js';
import { birthRefusal } from './inspect.js';
import { GIFTS } from './places.js';
import { isAccess, placeOfCell } from './position.js';

/** @import { Position } from './position.js' */
/** @import { Gift } from './places.js' */

/** How strongly cells shine that give at least this part of the most there is. */
const STEPS = [
  { from: 0.85, light: 0.5 },
  { from: 0.7, light: 0.3 },
  { from: 0.55, light: 0.15 },
];

/** Cells by step; each cell counts once, in the highest it reaches. @param {Position} position @param {Gift} gift @returns {number[][]} */
export function worthOf(position, gift) {
  const { view, chart } = position;
  const given = chart.atk.map((atk, cell) => {
    const mayStand = atk > 0 && birthRefusal(position, cell) === null;
    return mayStand ? GIFTS[gift].of(view, placeOfCell(chart, cell)) : 0;
  });
  const most = Math.max(1, ...given);
  return STEPS.map(({ from }, i) =>
    [...given.keys()].filter(
      (cell) => given[cell] >= from * most && (i === 0 || given[cell] < STEPS[i - 1].from * most),
    ),
  );
}

/** The newest answer: it takes as long as a frame, and asks again only when a place is chosen. @type {{position: Position, gift: Gift, cells: number[][]} | null} */
let kept = null;

/** @param {CanvasRenderingContext2D} ctx @param {import('board/layers.js').View} view @param {Position} position @param {Gift} gift */
export function paintWorth(ctx, view, position, gift) {
  if (kept?.position !== position || kept.gift !== gift) kept = { position, gift, cells: worthOf(position, gift) };
  const grid = gridOf(view, position.chart);
  for (const [i, cells] of kept.cells.entries())
    fillCells(ctx, grid, position.chart, cells, faded(view.palette.lamp, STEPS[i].light));
}

/** Members from which on a cell has so many points of light, and the pixels of a cell from which on they are seen. */
const POINTS = [
  { from: 8, points: 3 },
  { from: 5, points: 2 },
];
const SEEN_FROM = 12;

/** Cells that campaigns of one's own could reach and that give much, with their points. @param {Position} position @returns {{cell: number, points: number}[]} */
export function richesOf(position) {
  const { chart, view, owner } = position;
  const reach = view.kernel20.length - 1;
  const near = new Set();
  for (const cell of owner.keys()) {
    if (!isAccess(position, cell)) continue;
    const [x, y] = placeOfCell(chart, cell);
    for (let ny = Math.max(0, y - reach); ny <= Math.min(chart.height - 1, y + reach); ny += 1)
      for (let nx = Math.max(0, x - reach); nx <= Math.min(chart.width - 1, x + reach); nx += 1)
        near.add(ny * chart.width + nx);
  }
  return [...near].flatMap((cell) => {
    if (isAccess(position, cell)) return [];
    const step = POINTS.find(({ from }) => chart.members[cell] >= from);
    return step ? [{ cell, points: step.points }] : [];
  });
}

/** @type {{position: Position, riches: ReturnType<typeof richesOf>} | null} */
let rich = null;

/** @param {Position} position */
function keptRiches(position) {
  if (rich?.position !== position) rich = { position, riches: richesOf(position) };
  return rich.riches;
}

/** Is there such land? @param {Position} position */
export const isRich = (position) => position.view.me !== null && keptRiches(position).length > 0;

/** Points of light at the foot of each such cell. @param {CanvasRenderingContext2D} ctx @param {import('board/layers.js').View} view @param {Position} position */
export function paintRiches(ctx, view, position) {
  const grid = gridOf(view, position.chart);
  if (grid.size < SEEN_FROM) return;
  const riches = keptRiches(position);
  const radius = Math.max(1.1, Math.min(2.4, grid.size * 0.055));
  for (const [style, wide] of /** @type {[string, number][]} */ ([
    [faded('#0B1220', 0.6), radius + 0.8],
    [faded('#FFE9B8', 0.85), radius],
  ])) {
    ctx.beginPath();
    for (const { cell, points } of riches) {
      const [x, y] = middleOf(grid, position.chart, cell);
      for (let i = 0; i < points; i += 1) {
        const at = x + (i - (points - 1) / 2) * radius * 3.4;
        ctx.moveTo(at + wide, y + grid.size * 0.32);
        ctx.arc(at, y + grid.size * 0.32, wide, 0, Math.PI * 2);
      }
    }
    ctx.fillStyle = style;
    ctx.fill();
  }
}
