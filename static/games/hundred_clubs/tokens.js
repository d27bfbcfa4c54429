/**
 * What stands on the map? Flags of capitals, campaigns of the draft with their size, pins of birthplaces, and the ring of what one
 * of them reaches.
 */

import { glyph, seatLetter, seatMark, text } from 'board/marks.js';
import { faded, inkOn, mixed } from 'board/palette.js';
import { bubbleSize, draftColour, paintBubble } from 'kit/drafts.js';
import { boxOf, gridOf, middleOf } from './grid.js';
import { cellOf } from './position.js';

/** @import { View } from 'board/layers.js' */
/** @import { Chart } from './position.js' */
/** @import { Look } from 'kit/drafts.js' */
/** @typedef {CanvasRenderingContext2D} Ctx */

/** Pixels; a flag is a sign, not a picture. */
const TALLEST = 44;

/**
 * A flag whose foot stands in the cell.
 * @param {Ctx} ctx @param {View} view @param {Chart} chart @param {number} cell @param {number} seat
 * @param {{large: boolean, ghost?: boolean, raised?: boolean}} how ghost: only ordered; raised: something else stands in the cell
 */
export function paintFlag(ctx, view, chart, cell, seat, { large, ghost = false, raised = false }) {
  const grid = gridOf(view, chart);
  const { palette } = view;
  const [x, y] = middleOf(grid, chart, cell);
  const high = Math.max(large ? 18 : 13, Math.min(TALLEST, grid.size * (large ? 1.25 : 0.9)));
  // At the upper edge of the board it stands lower rather than be cut.
  const foot = Math.max(y + grid.size * (raised ? -0.3 : 0.34), y > 0 ? high + 3 : 0);
  const top = foot - high;
  const [left, wide, cloth] = [x - high * 0.26, high * 0.72, high * 0.5];
  ctx.save();
  ctx.lineJoin = 'round';
  ctx.lineCap = 'round';
  if (ghost) ctx.globalAlpha = 0.75;
  ctx.beginPath();
  ctx.moveTo(left, foot);
  ctx.lineTo(left, top);
  clothPath(ctx, left, top, wide, cloth);
  ctx.lineWidth = 4.5;
  ctx.strokeStyle = palette.dark ? '#05080f' : '#ffffff';
  ctx.stroke();
  ctx.beginPath();
  ctx.moveTo(left, foot);
  ctx.lineTo(left, top);
  ctx.lineWidth = 1.8;
  ctx.strokeStyle = palette.text;
  ctx.stroke();
  ctx.beginPath();
  clothPath(ctx, left, top, wide, cloth);
  ctx.fillStyle = palette.seats[seat];
  ctx.fill();
  ctx.lineWidth = 1.2;
  ctx.setLineDash(ghost ? [3, 2] : []);
  ctx.strokeStyle = mixed(palette.seats[seat], palette.dark ? '#ffffff' : '#000000', 0.55);
  ctx.stroke();
  ctx.restore();
  text(ctx, seatLetter(seat), left + wide * 0.5, top + cloth * 0.52, {
    font: `700 ${Math.max(8, Math.round(cloth * 0.86))}px ${palette.font}`,
    fill: inkOn(palette.seats[seat]),
  });
}

/** Adds a waving cloth to the path. @param {Ctx} ctx @param {number} left @param {number} top @param {number} wide @param {number} high */
function clothPath(ctx, left, top, wide, high) {
  ctx.moveTo(left, top);
  ctx.quadraticCurveTo(left + wide * 0.3, top - high * 0.14, left + wide * 0.55, top + high * 0.04);
  ctx.quadraticCurveTo(left + wide * 0.8, top + high * 0.2, left + wide, top + high * 0.06);
  ctx.lineTo(left + wide, top + high);
  ctx.quadraticCurveTo(left + wide * 0.8, top + high * 1.16, left + wide * 0.55, top + high);
  ctx.quadraticCurveTo(left + wide * 0.3, top + high * 0.84, left, top + high);
  ctx.closePath();
}

/** A dashed way from the capital to where it is ordered. @param {Ctx} ctx @param {View} view @param {Chart} chart @param {number} from @param {number} to */
export function paintRemoval(ctx, view, chart, from, to) {
  const grid = gridOf(view, chart);
  ctx.save();
  ctx.beginPath();
  ctx.moveTo(...middleOf(grid, chart, from));
  ctx.lineTo(...middleOf(grid, chart, to));
  ctx.setLineDash([5, 4]);
  ctx.lineWidth = 2;
  ctx.strokeStyle = view.palette.text;
  ctx.stroke();
  ctx.restore();
}

/** Pixels of the mark at the corner of a bubble, and of the disc of a campaign at most. */
const [MARK, DISC] = [8, 12];
/** Pixels of a cell from which on a campaign has a disc of its own, with its bubble below. */
const DISC_FROM = 26;
/** A megaphone, in 24 parts. */
const MEGAPHONE = 'M4 10v4h4l9 5V5L8 10H4M8 14l2 6h3l-2-5M20 9.5v5';

/** Where a campaign's disc and bubble stand. @param {View} view @param {Chart} chart @param {number} cell @param {string[]} lines */
function campaignAt(view, chart, cell, lines) {
  const grid = gridOf(view, chart);
  const [x, y] = middleOf(grid, chart, cell);
  const { width, height } = bubbleSize(view.palette, lines);
  const radius = grid.size < DISC_FROM ? 0 : Math.min(DISC, grid.size * 0.42);
  // At the foot of the map it stands above its disc.
  const isLow = y + radius + height + 6 > grid.ys[grid.ys.length - 1];
  const away = radius ? radius + height / 2 + 4 : 0;
  return { x, y, radius, box: { x: x - width / 2, y: y + (isLow ? -away : away) - height / 2, width, height } };
}

/** What a campaign covers: its bubble, its disc, and the mark of its club at the corner. @param {View} view @param {Chart} chart @param {number} cell @param {string[]} lines @returns {import('kit/labels.js').Box[]} */
export function campaignBoxes(view, chart, cell, lines) {
  const { x, y, radius, box } = campaignAt(view, chart, cell, lines);
  const [left, top] = radius ? [x - radius, y - radius + 2] : [box.x - 2, box.y - 2];
  const mark = { x: left - MARK, y: top - MARK, width: 2 * MARK, height: 2 * MARK };
  const disc = { x: x - radius, y: y - radius, width: 2 * radius, height: 2 * radius };
  return radius ? [box, disc, mark] : [box, mark];
}

/**
 * A campaign: a disc with a megaphone at its cell, and the kit's bubble of a draft with its size, what is not paid of it, and under it what it wins; where
 * cells are small the bubble alone, over its cell. At its corner whose it is, for a draft's colour is near that of a seat.
 * @param {Ctx} ctx @param {View} view @param {Chart} chart @param {number} cell @param {string[]} lines @param {{look: Look, march: number, seat: number | null}} how
 */
export function paintCampaign(ctx, view, chart, cell, lines, { look, march, seat }) {
  const { palette } = view;
  const { x, y, radius, box } = campaignAt(view, chart, cell, lines);
  if (radius) paintDisc(ctx, palette, [x, y, radius], look, march);
  paintBubble(ctx, palette, box, lines, look);
  if (!radius && look !== 'locked') paintFrame(ctx, palette, box, look, march);
  if (seat === null) return;
  const corner = /** @type {[number, number]} */ (radius ? [x - radius, y - radius + 2] : [box.x - 2, box.y - 2]);
  seatMark(ctx, palette, seat, ...corner, radius ? MARK - 1 : MARK);
}

/** @param {Ctx} ctx @param {import('board/palette.js').Palette} palette @param {[x: number, y: number, radius: number]} disc @param {Look} look @param {number} march */
function paintDisc(ctx, palette, [x, y, radius], look, march) {
  const colour = draftColour(palette, look);
  const isFilled = look === 'edited' || look === 'wrong';
  ctx.save();
  ctx.beginPath();
  ctx.arc(x, y, radius, 0, Math.PI * 2);
  ctx.fillStyle = isFilled ? colour : faded(palette.ink, 0.94);
  ctx.fill();
  if (look !== 'locked') {
    ctx.setLineDash([5, 3.5]);
    ctx.lineDashOffset = -march;
  }
  ctx.lineWidth = 2;
  ctx.strokeStyle = colour;
  ctx.beginPath();
  ctx.arc(x, y, radius + 2, 0, Math.PI * 2);
  ctx.stroke();
  ctx.restore();
  glyph(ctx, MEGAPHONE, x, y, radius * 1.35, isFilled ? inkOn(colour) : colour);
}

/** @param {Ctx} ctx @param {import('board/palette.js').Palette} palette @param {import('kit/labels.js').Box} box @param {Look} look @param {number} march */
function paintFrame(ctx, palette, box, look, march) {
  ctx.save();
  ctx.beginPath();
  ctx.roundRect(box.x - 3, box.y - 3, box.width + 6, box.height + 6, 11);
  ctx.setLineDash([5, 4]);
  ctx.lineDashOffset = -march;
  ctx.lineWidth = 1.75;
  ctx.strokeStyle = draftColour(palette, look);
  ctx.stroke();
  ctx.restore();
}

/** How large is the pin in a cell, and where? @param {View} view @param {Chart} chart @param {number} cell */
function pinAt(view, chart, cell) {
  const grid = gridOf(view, chart);
  const [x, y] = middleOf(grid, chart, cell);
  const radius = Math.max(8, Math.min(14, grid.size * 0.5));
  return { x, y, radius, head: y - radius * 1.7 };
}

/** What the pin in a cell covers. @param {View} view @param {Chart} chart @param {number} cell */
export function pinBox(view, chart, cell) {
  const { x, y, radius, head } = pinAt(view, chart, cell);
  return { x: x - radius, y: head - radius, width: 2 * radius, height: y - head + radius };
}

/**
 * A pin in a cell that is chosen as a birthplace.
 * @param {Ctx} ctx @param {View} view @param {Chart} chart @param {number} cell @param {{colour: string, words: string}} how words: what stands in its head
 */
export function paintPin(ctx, view, chart, cell, { colour, words }) {
  const { x, y, radius, head } = pinAt(view, chart, cell);
  ctx.save();
  ctx.beginPath();
  ctx.moveTo(x, y);
  ctx.quadraticCurveTo(x - radius * 1.1, head + radius * 0.9, x - radius, head);
  ctx.arc(x, head, radius, Math.PI, 0);
  ctx.quadraticCurveTo(x + radius * 1.1, head + radius * 0.9, x, y);
  ctx.closePath();
  ctx.fillStyle = colour;
  ctx.fill();
  ctx.lineWidth = 1.5;
  ctx.strokeStyle = view.palette.panel;
  ctx.stroke();
  ctx.restore();
  text(ctx, words, x, head, { font: `700 ${Math.round(radius * 1.1)}px ${view.palette.font}`, fill: inkOn(colour) });
}

/** The square that a campaign or a capital reaches. @param {Ctx} ctx @param {View} view @param {Chart} chart @param {number} cell @param {number} reach @param {string} colour */
export function paintReach(ctx, view, chart, cell, reach, colour) {
  const grid = gridOf(view, chart);
  const [x, y] = [cell % chart.width, Math.floor(cell / chart.width)];
  const [left, top] = [grid.xs[Math.max(0, x - reach)], grid.ys[Math.max(0, y - reach)]];
  const right = grid.xs[Math.min(chart.width, x + reach + 1)];
  const bottom = grid.ys[Math.min(chart.height, y + reach + 1)];
  ctx.save();
  ctx.beginPath();
  ctx.roundRect(left + 1, top + 1, right - left - 2, bottom - top - 2, 6);
  for (const [style, width] of /** @type {[string, number][]} */ ([
    [view.palette.ink, 3.5],
    [colour, 1.75],
  ])) {
    ctx.strokeStyle = style;
    ctx.lineWidth = width;
    ctx.setLineDash([7, 5]);
    ctx.stroke();
  }
  ctx.restore();
}

/** A cell's outline in two tones, seen on any ground. @param {Ctx} ctx @param {View} view @param {Chart} chart @param {number} cell @param {{inner: string, outer: string, width: number}} how */
export function paintCellRing(ctx, view, chart, cell, { inner, outer, width }) {
  const box = boxOf(gridOf(view, chart), chart, cell);
  ctx.save();
  for (const [style, thick] of /** @type {[string, number][]} */ ([
    [outer, width + 2.5],
    [inner, width],
  ])) {
    ctx.beginPath();
    ctx.roundRect(box.x, box.y, box.width, box.height, 3);
    ctx.strokeStyle = style;
    ctx.lineWidth = thick;
    ctx.stroke();
  }
  ctx.restore();
}

/** Cells of campaigns and capitals in a draft, where no badge should stand. @param {import('./position.js').Position} position @param {import('./types').ClubOrders} orders @returns {Set<number>} */
export function occupied({ chart, capitals }, orders) {
  return new Set([
    ...capitals.map(({ cell }) => cell),
    ...(orders.campaigns ?? []).map(({ at }) => cellOf(chart, at)),
    ...(orders.capital ? [cellOf(chart, orders.capital)] : []),
  ]);
}

/** Cells over which flags and campaigns lie: their own, and of a flag the one above, into which it flies. @param {import('./position.js').Position} position @param {import('./types').ClubOrders} orders @returns {Set<number>} */
export function standing(position, orders) {
  const { chart, capitals } = position;
  const found = occupied(position, orders);
  for (const { cell } of capitals) found.add(cell - chart.width);
  if (orders.capital) found.add(cellOf(chart, orders.capital) - chart.width);
  return found;
}
