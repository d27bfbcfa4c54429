/**
 * Whose is what, and what is not seen? The wash and border of every club's land, the hatching of what is cut off, the veil over what
 * is not seen with the outline of what was, and a badge on every piece.
 */
import { seatMark, text } from 'board/marks.js';
import { faded, mixed, standingOut } from 'board/palette.js';
import { borderPath, boxOf, fillCells, gridOf, hatchCells, middleOf, outlinePath } from './grid.js';
import { piecesOf, UNSEEN } from './position.js';

/** @import { View } from 'board/layers.js' */
/** @import { Chart, Position, Piece } from './position.js' */
/** @import { Grid } from './grid.js' */
/** @typedef {CanvasRenderingContext2D} Ctx */

const WASH = 0.45;
/** Cells from this size on have a finer grid over what is not seen. */
const FINE_FROM = 22;
/** What lies over land out of sight, by day and by night: darker than what is seen, and what stands there can still be told. */
const VEIL = ['rgba(74,82,98,0.3)', 'rgba(7,12,22,0.48)'];
/** Dashes of a broken border, in pixels. */
const BROKEN = [4, 4];

/** The border's colour: the club's own, deepened where the paper would swallow it. @param {import('board/palette.js').Palette} palette @param {number} seat */
function borderColour(palette, seat) {
  return standingOut(
    palette,
    mixed(palette.seats[seat], palette.dark ? '#ffffff' : '#000000', palette.dark ? 0.12 : 0.16),
  );
}

/**
 * Wash, hatching and borders of all land that is seen.
 * @param {Ctx} ctx @param {View} view @param {Chart} chart @param {Int8Array} owner @param {Uint8Array} cut
 */
export function paintLand(ctx, view, chart, owner, cut) {
  const grid = gridOf(view, chart);
  /** @type {Map<number, number[]>} */
  const lands = new Map();
  for (const cell of grid.cells) {
    if (owner[cell] < 0) continue;
    const land = lands.get(owner[cell]);
    if (land) land.push(cell);
    else lands.set(owner[cell], [cell]);
  }
  const thick = grid.size < 10 ? 1 : 2;
  for (const [seat, cells] of lands) {
    const colour = view.palette.seats[seat];
    fillCells(ctx, grid, chart, cells, faded(colour, WASH));
    const loose = cells.filter((cell) => cut[cell]);
    if (loose.length) paintHatching(ctx, grid, chart, loose);
    const differs = (/** @type {number} */ cell, /** @type {number | null} */ other) =>
      other === null || owner[other] !== owner[cell];
    ctx.fillStyle = borderColour(view.palette, seat);
    borderPath(ctx, grid, chart, loose.length ? cells.filter((cell) => !cut[cell]) : cells, differs, thick);
    ctx.fill();
    if (loose.length) paintBrokenBorder(ctx, grid, chart, loose, differs, borderColour(view.palette, seat));
  }
}

/** @param {Ctx} ctx @param {Grid} grid @param {Chart} chart @param {number[]} cells @param {(cell: number, other: number | null) => boolean} differs @param {string} colour */
function paintBrokenBorder(ctx, grid, chart, cells, differs, colour) {
  ctx.save();
  ctx.lineWidth = 2;
  for (const [style, dash, offset] of /** @type {[string, number[], number][]} */ ([
    ['#ffffff', [], 0],
    [colour, BROKEN, 0],
  ])) {
    ctx.setLineDash(dash);
    ctx.lineDashOffset = offset;
    ctx.strokeStyle = style;
    outlinePath(ctx, grid, chart, cells, differs, 1);
    ctx.stroke();
  }
  ctx.restore();
}

/** Diagonal lines in black and white. @param {Ctx} ctx @param {Grid} grid @param {Chart} chart @param {number[]} cells */
function paintHatching(ctx, grid, chart, cells) {
  const how = { width: 1.4, step: Math.max(6, Math.min(10, grid.size / 2.5)) };
  hatchCells(ctx, grid, chart, cells, { ...how, style: 'rgba(0,0,0,0.62)' });
  hatchCells(ctx, grid, chart, cells, { ...how, style: 'rgba(255,255,255,0.7)', shift: 1.6 });
}

/**
 * Dims cells and lays a fine grid over them.
 * @param {Ctx} ctx @param {View} view @param {Chart} chart @param {(cell: number) => boolean} isDim
 */
export function paintDimness(ctx, view, chart, isDim) {
  const { palette } = view;
  const grid = gridOf(view, chart);
  const cells = grid.cells.filter(isDim);
  fillCells(ctx, grid, chart, cells, VEIL[palette.dark ? 1 : 0]);
  ctx.beginPath();
  for (const cell of cells) {
    const { x, y, width, height } = boxOf(grid, chart, cell);
    ctx.rect(x + 0.5, y + 0.5, width, height);
    if (grid.size < FINE_FROM) continue;
    const [mx, my] = [Math.round(x + width / 2) + 0.5, Math.round(y + height / 2) + 0.5];
    ctx.moveTo(mx, y);
    ctx.lineTo(mx, y + height);
    ctx.moveTo(x, my);
    ctx.lineTo(x + width, my);
  }
  ctx.lineWidth = 1;
  ctx.strokeStyle = palette.dark ? 'rgba(147,167,196,0.1)' : 'rgba(60,70,85,0.1)';
  ctx.stroke();
}

/**
 * Thin outlines of the last known owners where nothing is seen now, with the round of that sight.
 * @param {Ctx} ctx @param {View} view @param {Position} position
 */
export function paintMemory(ctx, view, { chart, owner, lastOwner, lastRound }) {
  const { palette } = view;
  const grid = gridOf(view, chart);
  const known = lastOwner.map((whose, cell) => (owner[cell] === UNSEEN ? whose : UNSEEN));
  for (const piece of piecesOf(chart, known)) {
    const colour = palette.seats[piece.seat];
    outlinePath(ctx, grid, chart, piece.cells, (_, other) => other === null || known[other] !== piece.seat, 1.5);
    ctx.lineWidth = 1;
    ctx.strokeStyle = standingOut(palette, mixed(colour, palette.dark ? '#ffffff' : '#000000', 0.2));
    ctx.stroke();
    const [x, y] = middleOf(grid, chart, piece.badge);
    const radius = Math.max(5, Math.min(8, grid.size * 0.28));
    ctx.save();
    ctx.globalAlpha = 0.72;
    seatMark(ctx, palette, piece.seat, x - (grid.size < 16 ? 0 : radius * 0.9), y, radius);
    ctx.restore();
    if (grid.size < 16) continue;
    text(ctx, String(lastRound[piece.badge]), x + radius * 1.2, y, {
      font: `600 ${Math.round(radius * 1.5)}px ${palette.font}`,
      fill: palette.text,
      halo: faded(palette.ink, 0.7),
      align: 'left',
    });
  }
}

/**
 * A badge on every piece, unless something else stands there.
 * @param {Ctx} ctx @param {View} view @param {Chart} chart @param {Piece[]} pieces @param {Set<number>} taken cells with a flag or a campaign
 */
export function paintBadges(ctx, view, chart, pieces, taken) {
  const grid = gridOf(view, chart);
  for (const { seat, cells, badge } of pieces) {
    const cell = taken.has(badge) ? cells.find((other) => !taken.has(other)) : badge;
    if (cell === undefined) continue;
    const [x, y] = middleOf(grid, chart, cell);
    seatMark(ctx, view.palette, seat, x, y, Math.max(7, Math.min(cells.length > 12 ? 13 : 10, grid.size * 0.4)));
  }
}

/** The whole map in a few pixels: water, and whose land is whose. @param {Ctx} ctx @param {number} scale @param {Position} position @param {import('board/palette.js').Palette} palette */
export function paintSmall(ctx, scale, { chart, owner }, palette) {
  owner.forEach((whose, cell) => {
    const land = palette.dark ? '#2a3140' : '#d9d6cd';
    const bare = chart.atk[cell] ? land : palette.dark ? '#16486d' : '#9ccae6';
    ctx.fillStyle = whose >= 0 ? palette.seats[whose] : bare;
    // A hair wider than a cell, so that no seam shows.
    ctx.fillRect(cell % chart.width, Math.floor(cell / chart.width), 1 + 0.5 / scale, 1 + 0.5 / scale);
  });
}
