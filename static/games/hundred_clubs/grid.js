/**
 * Where do cells lie on the screen? One world unit is one cell; edges are rounded to whole pixels, so that neighbours meet without
 * a seam and lines are crisp.
 */

/** What a painter of the map needs of a view. @typedef {Omit<import('board/layers.js').View, 'state'>} Sheet */
/** @typedef {import('./position.js').Chart} Chart */
/** @typedef {CanvasRenderingContext2D} Ctx */

/**
 * @typedef {object} Grid
 * @property {number[]} xs left edge of every column and the right edge of the last one
 * @property {number[]} ys
 * @property {number} size of a cell in pixels, not rounded
 * @property {number[]} cells those that show, in the order of rows
 */

/** A side of a cell: step to the neighbour there. @typedef {{dx: number, dy: number}} Side */
const SIDES = /** @type {Side[]} */ ([
  { dx: 0, dy: -1 },
  { dx: 1, dy: 0 },
  { dx: 0, dy: 1 },
  { dx: -1, dy: 0 },
]);

/** A painter and its helpers ask for the same one many times. @type {WeakMap<Sheet, Grid>} */
const grids = new WeakMap();

/** @param {Sheet} view of one painting @param {Chart} chart @returns {Grid} */
export function gridOf(view, chart) {
  let grid = grids.get(view);
  if (!grid) grids.set(view, (grid = layOut(view, chart)));
  return grid;
}

/** @param {Sheet} view @param {Chart} chart @returns {Grid} */
function layOut(view, chart) {
  const size = view.camera.scale;
  const [left, top] = view.at(0, 0);
  const xs = Array.from({ length: chart.width + 1 }, (_, x) => Math.round(left + x * size));
  const ys = Array.from({ length: chart.height + 1 }, (_, y) => Math.round(top + y * size));
  const [x0, x1] = shown(left, size, view.width, chart.width);
  const [y0, y1] = shown(top, size, view.height, chart.height);
  const cells = [];
  for (let y = y0; y < y1; y += 1) for (let x = x0; x < x1; x += 1) cells.push(y * chart.width + x);
  return { xs, ys, size, cells };
}

/** @param {number} start @param {number} size @param {number} room @param {number} count */
function shown(start, size, room, count) {
  return [Math.max(0, Math.floor(-start / size)), Math.min(count, Math.ceil((room - start) / size))];
}

/** @param {Grid} grid @param {Chart} chart @param {number} cell */
export function boxOf({ xs, ys }, { width }, cell) {
  const [x, y] = [cell % width, Math.floor(cell / width)];
  return { x: xs[x], y: ys[y], width: xs[x + 1] - xs[x], height: ys[y + 1] - ys[y] };
}

/** @param {Grid} grid @param {Chart} chart @param {number} cell @returns {[number, number]} */
export function middleOf(grid, chart, cell) {
  const box = boxOf(grid, chart, cell);
  return [box.x + box.width / 2, box.y + box.height / 2];
}

/** Fills whole cells. @param {Ctx} ctx @param {Grid} grid @param {Chart} chart @param {Iterable<number>} cells @param {string | CanvasPattern} style */
export function fillCells(ctx, grid, chart, cells, style) {
  ctx.beginPath();
  for (const cell of cells) {
    const box = boxOf(grid, chart, cell);
    ctx.rect(box.x, box.y, box.width, box.height);
  }
  ctx.fillStyle = style;
  ctx.fill();
}

/**
 * Hatches whole cells: strokes that rise to the right. Those of all cells belong to one family, so that they run on from cell to cell.
 * @param {Ctx} ctx @param {Grid} grid @param {Chart} chart @param {Iterable<number>} cells
 * @param {{style: string, width?: number, step?: number, shift?: number}} how pixels
 */
export function hatchCells(
  ctx,
  grid,
  chart,
  cells,
  { style, width: thick = 1, step = Math.max(4, grid.size / 3), shift = 0 },
) {
  ctx.save();
  ctx.beginPath();
  for (const cell of cells) {
    const { x, y, width, height } = boxOf(grid, chart, cell);
    const first = Math.ceil((x + y - shift) / step) * step + shift;
    for (let sum = first; sum < x + y + width + height; sum += step) {
      const [left, right] = [Math.max(x, sum - y - height), Math.min(x + width, sum - y)];
      ctx.moveTo(left, sum - left);
      ctx.lineTo(right, sum - right);
    }
  }
  ctx.strokeStyle = style;
  ctx.lineWidth = thick;
  ctx.stroke();
  ctx.restore();
}

/**
 * The sides of cells beyond which another kind begins, as a path of strips inside the cells; corners closed.
 * @param {Ctx} ctx @param {Grid} grid @param {Chart} chart @param {Iterable<number>} cells
 * @param {(cell: number, other: number | null) => boolean} differs other: the neighbour, null beyond the board
 * @param {number} thick pixels
 */
export function borderPath(ctx, grid, chart, cells, differs, thick) {
  ctx.beginPath();
  for (const cell of cells) {
    const [x, y] = [cell % chart.width, Math.floor(cell / chart.width)];
    const other = (/** @type {number} */ dx, /** @type {number} */ dy) =>
      x + dx < 0 || y + dy < 0 || x + dx >= chart.width || y + dy >= chart.height ? null : cell + dy * chart.width + dx;
    const box = boxOf(grid, chart, cell);
    const [right, bottom] = [box.x + box.width - thick, box.y + box.height - thick];
    const [n, e, s, w] = SIDES.map(({ dx, dy }) => differs(cell, other(dx, dy)));
    if (n) ctx.rect(box.x, box.y, box.width, thick);
    if (s) ctx.rect(box.x, bottom, box.width, thick);
    if (w) ctx.rect(box.x, box.y, thick, box.height);
    if (e) ctx.rect(right, box.y, thick, box.height);
    if (!n && !w && differs(cell, other(-1, -1))) ctx.rect(box.x, box.y, thick, thick);
    if (!n && !e && differs(cell, other(1, -1))) ctx.rect(right, box.y, thick, thick);
    if (!s && !w && differs(cell, other(-1, 1))) ctx.rect(box.x, bottom, thick, thick);
    if (!s && !e && differs(cell, other(1, 1))) ctx.rect(right, bottom, thick, thick);
  }
}

/**
 * The same sides as lines that can be dashed, `inset` pixels inside the cells.
 * @param {Ctx} ctx @param {Grid} grid @param {Chart} chart @param {Iterable<number>} cells
 * @param {(cell: number, other: number | null) => boolean} differs @param {number} inset
 */
export function outlinePath(ctx, grid, chart, cells, differs, inset) {
  ctx.beginPath();
  for (const cell of cells) {
    const [x, y] = [cell % chart.width, Math.floor(cell / chart.width)];
    const box = boxOf(grid, chart, cell);
    const [left, top] = [box.x + inset, box.y + inset];
    const [right, bottom] = [box.x + box.width - inset, box.y + box.height - inset];
    if (differs(cell, y > 0 ? cell - chart.width : null)) line(ctx, left, top, right, top);
    if (differs(cell, x < chart.width - 1 ? cell + 1 : null)) line(ctx, right, top, right, bottom);
    if (differs(cell, y < chart.height - 1 ? cell + chart.width : null)) line(ctx, right, bottom, left, bottom);
    if (differs(cell, x > 0 ? cell - 1 : null)) line(ctx, left, bottom, left, top);
  }
}

/** @param {Ctx} ctx @param {number} x0 @param {number} y0 @param {number} x1 @param {number} y1 */
function line(ctx, x0, y0, x1, y1) {
  ctx.moveTo(x0, y0);
  ctx.lineTo(x1, y1);
}
