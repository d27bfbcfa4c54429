/** Where is it good to be born? The ground by what its cells give, in steps of light, where a birthplace may still stand. */
import { faded } from 'board/palette.js';
import { fillCells, gridOf } from './grid.js';
import { birthRefusal } from './inspect.js';
import { GIFTS } from './places.js';
import { placeOfCell } from './position.js';

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
