/**
 * Whose is what, and what is not seen? The wash, pattern and border of every club's land, the hatching of what is cut off, the veil over what
 * is not seen with the outline of what was, and a badge on every piece.
 */
import { seatMark, text } from 'board/marks.js';
import { faded, mixed, standingOut } from 'board/palette.js';
import { sheet } from 'kit/bake.js';
import { fillCells, gridOf, hatchCells, middleOf, outlinePath } from './grid.js';
import { loopsOf, roundPath } from './loops.js';
import { patternPath } from './patterns.js';
import { piecesOf, startsOfOthers, UNSEEN } from './position.js';
import { paintPicture } from './terrain.js';

/** @import { View } from 'board/layers.js' */
/** @import { Chart, Position, Piece } from './position.js' */
/** @import { Grid } from './grid.js' */
/** @typedef {CanvasRenderingContext2D} Ctx */

/** The ground shows through in the middle; along the border the colour is full. */
const WASH = 0.29;
/** Land that is cut off has no light along its border. */
const LOOSE = 0.8;
/** How strong the pattern of a club is on its land. */
const PATTERN = 0.42;
/** Light along the inside of a border: parts of a cell, and how strong. */
const RIM = [
  [2.2, 0.1],
  [1.3, 0.13],
  [0.75, 0.16],
  [0.36, 0.22],
];
/** How round corners are, in parts of a cell. */
const ROUND = 0.3;
/** Pixels of the mask for a cell: edges of sight are soft, and still where they are. */
const MASK = 4;
/** What lies over land out of sight while there is no picture of it, by day and by night. */
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
  for (const [seat, cells] of lands) {
    const loose = cells.filter((cell) => cut[cell]);
    const firm = loose.length ? cells.filter((cell) => !cut[cell]) : cells;
    const colour = view.palette.seats[seat];
    paintBody(ctx, view, chart, grid, firm, seat);
    if (!loose.length) continue;
    fillCells(ctx, grid, chart, loose, faded(colour, LOOSE));
    paintHatching(ctx, grid, chart, loose);
    const differs = (/** @type {number} */ cell, /** @type {number | null} */ other) =>
      other === null || owner[other] !== owner[cell] || !cut[other];
    paintBrokenBorder(ctx, grid, chart, loose, differs, borderColour(view.palette, seat));
  }
}

/** Land as one body: a wash, the club's pattern, light along the inside of its border, and a firm line. @param {Ctx} ctx @param {View} view @param {Chart} chart @param {Grid} grid @param {number[]} cells @param {number} seat */
function paintBody(ctx, { palette, width, height }, chart, grid, cells, seat) {
  if (!cells.length) return;
  const { xs, ys, size } = grid;
  const colour = palette.seats[seat];
  const path = bodyPath(grid, chart, cells);
  const [columns, lines] = [
    cells.map((cell) => cell % chart.width),
    cells.map((cell) => Math.floor(cell / chart.width)),
  ];
  const [left, top] = [Math.max(0, xs[Math.min(...columns)]), Math.max(0, ys[Math.min(...lines)])];
  const [right, bottom] = [Math.min(width, xs[Math.max(...columns) + 1]), Math.min(height, ys[Math.max(...lines) + 1])];
  ctx.save();
  ctx.lineJoin = 'round';
  ctx.save();
  ctx.clip(path);
  ctx.fillStyle = faded(colour, palette.dark ? WASH : WASH * 1.2);
  ctx.fill(path);
  ctx.lineWidth = Math.max(1, Math.min(2, size * 0.05));
  ctx.strokeStyle = faded(mixed(colour, palette.dark ? '#ffffff' : '#000000', palette.dark ? 0.25 : 0.35), PATTERN);
  const box = { x: left, y: top, width: right - left, height: bottom - top };
  ctx.stroke(patternPath(seat, box, { x: xs[0], y: ys[0] }, size));
  for (const [wide, strength] of RIM) {
    ctx.lineWidth = wide * size;
    ctx.strokeStyle = faded(colour, palette.dark ? strength : strength * 1.2);
    ctx.stroke(path);
  }
  ctx.restore();
  for (const [style, line] of /** @type {[string, number][]} */ ([
    [faded(palette.dark ? '#0B1220' : '#FFFFFF', 0.85), Math.min(8, Math.max(3, size * 0.24))],
    [borderColour(palette, seat), Math.min(4, Math.max(1.5, size * 0.12))],
  ])) {
    ctx.lineWidth = line;
    ctx.strokeStyle = style;
    ctx.stroke(path);
  }
  ctx.restore();
}

/** The border of cells with round corners. @param {Grid} grid @param {Chart} chart @param {Iterable<number>} cells */
export const bodyPath = ({ xs, ys, size }, chart, cells) =>
  roundPath(loopsOf(cells, chart.width), (x, y) => [xs[x], ys[y]], size * ROUND);

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
 * Out of sight: the picture of the campus without light, soft at its edges, under fine hatching; plain dimness until that picture is made.
 * @param {Ctx} ctx @param {View} view @param {Chart} chart @param {(cell: number) => boolean} isDim @param {CanvasImageSource | null} picture
 */
export function paintDimness(ctx, view, chart, isDim, picture) {
  const grid = gridOf(view, chart);
  if (!picture) return fillCells(ctx, grid, chart, grid.cells.filter(isDim), VEIL[view.palette.dark ? 1 : 0]);
  const [mask, small] = sheet(chart.width * MASK, chart.height * MASK);
  for (let cell = 0; cell < chart.width * chart.height; cell += 1)
    if (isDim(cell)) small.fillRect((cell % chart.width) * MASK, Math.floor(cell / chart.width) * MASK, MASK, MASK);
  const [veil, on] = sheet(view.width, view.height);
  const paper = /** @type {Ctx} */ (/** @type {unknown} */ (on));
  paintPicture(paper, grid, picture);
  on.strokeStyle = view.palette.dark ? 'rgba(147,167,196,0.1)' : 'rgba(40,50,70,0.16)';
  on.beginPath();
  for (let x = -view.height; x < view.width; x += 7) {
    on.moveTo(x, view.height);
    on.lineTo(x + view.height, 0);
  }
  on.stroke();
  on.globalCompositeOperation = 'destination-in';
  paintPicture(paper, grid, mask);
  ctx.drawImage(veil, 0, 0);
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

/** Where badges stood last, by club: one that still lies on its land stays there, or it would wander like a piece. @type {WeakMap<Chart, Map<number, Set<number>>>} */
const stood = new WeakMap();

/**
 * A badge on every piece; where its club's flag flies that says whose it is.
 * @param {Ctx} ctx @param {View} view @param {Chart} chart @param {Piece[]} pieces @param {Set<number>} taken cells with a flag or a campaign @param {Set<number>} flags
 */
export function paintBadges(ctx, view, chart, pieces, taken, flags) {
  const grid = gridOf(view, chart);
  const before = stood.get(chart) ?? new Map();
  /** @type {Map<number, Set<number>>} */
  const now = new Map();
  for (const { seat, cells, badge } of pieces) {
    if (cells.some((cell) => flags.has(cell))) continue;
    const own = new Set(cells);
    const places = [...(before.get(seat) ?? []), badge, ...cells];
    const cell = places.find((place) => own.has(place) && !taken.has(place));
    if (cell === undefined) continue;
    now.set(seat, (now.get(seat) ?? new Set()).add(cell));
    const [x, y] = middleOf(grid, chart, cell);
    seatMark(ctx, view.palette, seat, x, y, Math.max(7, Math.min(cells.length > 12 ? 13 : 10, grid.size * 0.4)));
  }
  stood.set(chart, now);
}

/** The whole map in a few pixels: water, and whose land is whose. @param {Ctx} ctx @param {number} scale @param {Position} position @param {import('board/palette.js').Palette} palette */
export function paintSmall(ctx, scale, position, palette) {
  const { chart, owner } = position;
  owner.forEach((whose, cell) => {
    const land = palette.dark ? '#2a3140' : '#d9d6cd';
    const bare = chart.atk[cell] ? land : palette.dark ? '#16486d' : '#9ccae6';
    ctx.fillStyle = whose >= 0 ? palette.seats[whose] : bare;
    // A hair wider than a cell, so that no seam shows.
    ctx.fillRect(cell % chart.width, Math.floor(cell / chart.width), 1 + 0.5 / scale, 1 + 0.5 / scale);
  });
  ctx.fillStyle = palette.text;
  ctx.font = `700 ${13 / scale}px ${palette.font}`;
  ctx.textAlign = 'center';
  ctx.textBaseline = 'middle';
  for (const cell of startsOfOthers(position))
    ctx.fillText('?', (cell % chart.width) + 0.5, Math.floor(cell / chart.width) + 0.5);
}
