/**
 * Which cells are these? Squares in rows and columns, one map unit each: distances, diamonds, outlines of sets, ways through them. Pure.
 *
 * A cell is `[x, y]`; it covers the map from (x, y) to (x + 1, y + 1). A rectangle is `[x0, y0, x1, y1]`, first and last cell.
 */

/** @typedef {import('board/lines.js').Point} Point */
/** @typedef {[number, number]} Cell */
/** @typedef {[number, number, number, number]} Rect */
/** @typedef {{width: number, height: number}} Grid */

/** The cell at a point of the map; null outside. @param {Grid} grid @param {number} x @param {number} y @returns {Cell | null} */
export function cellAt({ width, height }, x, y) {
  const cell = /** @type {Cell} */ ([Math.floor(x), Math.floor(y)]);
  return cell[0] >= 0 && cell[1] >= 0 && cell[0] < width && cell[1] < height ? cell : null;
}

/** Pieces of the cells of grids, for boards where every cell can be pointed at: of one cell it is the same object each time. @param {string} kind of the pieces */
export function cellPieces(kind) {
  /** @type {Map<number, {id: string, kind: string, data: Cell}>} */
  const pieces = new Map();
  let wide = 0;
  /** @param {Grid | null | undefined} grid @param {number} x @param {number} y */
  return (grid, x, y) => {
    const cell = grid ? cellAt(grid, x, y) : null;
    if (!grid || !cell) return null;
    if (grid.width !== wide) pieces.clear();
    wide = grid.width;
    const number = cell[1] * wide + cell[0];
    const piece = pieces.get(number) ?? { id: `${kind}:${number}`, kind, data: cell };
    pieces.set(number, piece);
    return piece;
  };
}

/** The middle of a cell. @param {readonly number[]} cell x, y, and what may follow @returns {Point} */
export function middleOf([x, y]) {
  return [x + 0.5, y + 0.5];
}

/** The middle of a rectangle of cells. @param {Rect} rect @returns {Point} */
export function centreOf([x0, y0, x1, y1]) {
  return [(x0 + x1 + 1) / 2, (y0 + y1 + 1) / 2];
}

/** Steps along rows and columns between two cells. @param {readonly number[]} a @param {readonly number[]} b */
export function planar(a, b) {
  return Math.abs(a[0] - b[0]) + Math.abs(a[1] - b[1]);
}

/** Steps from a cell to the nearest cell of a rectangle. @param {readonly number[]} cell @param {Rect} rect */
export function planarTo([x, y], [x0, y0, x1, y1]) {
  return Math.max(x0 - x, 0, x - x1) + Math.max(y0 - y, 0, y - y1);
}

/** Steps between the nearest cells of two rectangles. @param {Rect} a @param {Rect} b */
export function apart(a, b) {
  return Math.max(a[0] - b[2], b[0] - a[2], 0) + Math.max(a[1] - b[3], b[1] - a[3], 0);
}

/** Cells of a rectangle, row by row. @param {Rect} rect @returns {Generator<Cell>} */
export function* cellsOf([x0, y0, x1, y1]) {
  for (let y = y0; y <= y1; y += 1) for (let x = x0; x <= x1; x += 1) yield [x, y];
}

/** Cells of the grid at most `range` steps from a rectangle, row by row. @param {Grid} grid @param {Rect} rect @param {number} range @returns {Generator<Cell>} */
export function* diamond({ width, height }, rect, range) {
  const [x0, y0, x1, y1] = rect;
  for (let y = Math.max(0, y0 - range); y <= Math.min(height - 1, y1 + range); y += 1)
    for (let x = Math.max(0, x0 - range); x <= Math.min(width - 1, x1 + range); x += 1)
      if (planarTo([x, y], rect) <= range) yield [x, y];
}

/**
 * The cells nearest to a rectangle that fit, the nearest first.
 * @param {Grid} grid @param {Rect} rect @param {number} range at most so many steps away @param {(cell: Cell) => boolean} fits @returns {Cell[]}
 */
export function nearestTo(grid, rect, range, fits) {
  return [...diamond(grid, rect, range)].filter(fits).sort((a, b) => planarTo(a, rect) - planarTo(b, rect));
}

/**
 * The eight-cornered shape of a range around a rectangle, in map units: what a diamond of cells looks like with straight sides.
 * @param {Rect} rect @param {number} range @returns {Point[]}
 */
export function diamondShape([x0, y0, x1, y1], range) {
  const [left, top, right, bottom] = [x0, y0, x1 + 1, y1 + 1];
  return [
    [left + 0.5, top - range],
    [right - 0.5, top - range],
    [right + range, top + 0.5],
    [right + range, bottom - 0.5],
    [right - 0.5, bottom + range],
    [left + 0.5, bottom + range],
    [left - range, bottom - 0.5],
    [left - range, top + 0.5],
  ];
}

/**
 * The border of a set of cells as closed loops of corners, in map units; straight stretches are one step. Holes are loops too.
 * @param {Grid} grid @param {(x: number, y: number) => boolean} isIn asked for cells of the grid only
 * @returns {Point[][]}
 */
export function outline({ width, height }, isIn) {
  const has = (/** @type {number} */ x, /** @type {number} */ y) =>
    x >= 0 && y >= 0 && x < width && y < height && isIn(x, y);
  /** Steps along the border with the set on the right hand: corner to the corners that follow. @type {Map<number, number[]>} */
  const steps = new Map();
  const stride = width + 1;
  const add = (/** @type {number} */ from, /** @type {number} */ to) =>
    steps.set(from, [...(steps.get(from) ?? []), to]);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      if (!has(x, y)) continue;
      const corner = y * stride + x;
      if (!has(x, y - 1)) add(corner, corner + 1);
      if (!has(x + 1, y)) add(corner + 1, corner + stride + 1);
      if (!has(x, y + 1)) add(corner + stride + 1, corner + stride);
      if (!has(x - 1, y)) add(corner + stride, corner);
    }
  }
  /** @type {Point[][]} */
  const loops = [];
  for (const start of [...steps.keys()]) {
    while (steps.get(start)?.length) {
      /** @type {number[]} */
      const corners = [];
      let at = start;
      let before = 0;
      do {
        const ways = /** @type {number[]} */ (steps.get(at));
        // Where two cells touch at a corner only, turn right: each keeps a border of its own.
        const right = before === 1 ? stride : before === stride ? -1 : before === -1 ? -stride : 1;
        const next = ways.find((way) => way - at === right) ?? ways[0];
        ways.splice(ways.indexOf(next), 1);
        if (next - at !== before || !corners.length) corners.push(at);
        before = next - at;
        at = next;
      } while (at !== start);
      loops.push(corners.map((corner) => [corner % stride, Math.floor(corner / stride)]));
    }
  }
  return loops;
}

/**
 * A shortest way over neighbouring cells, both ends included; null: there is none.
 * @param {Grid} grid @param {Cell} from @param {Cell} to @param {(x: number, y: number) => boolean} isOpen
 * @returns {Cell[] | null}
 */
export function wayThrough({ width, height }, from, to, isOpen) {
  const before = new Int32Array(width * height).fill(-1);
  const [start, end] = [from[1] * width + from[0], to[1] * width + to[0]];
  before[start] = start;
  const queue = [start];
  for (let i = 0; i < queue.length && before[end] < 0; i += 1) {
    const [x, y] = [queue[i] % width, Math.floor(queue[i] / width)];
    for (const [dx, dy] of [
      [1, 0],
      [0, 1],
      [-1, 0],
      [0, -1],
    ]) {
      const [a, b] = [x + dx, y + dy];
      if (a < 0 || b < 0 || a >= width || b >= height || before[b * width + a] >= 0 || !isOpen(a, b)) continue;
      before[b * width + a] = queue[i];
      queue.push(b * width + a);
    }
  }
  if (before[end] < 0) return null;
  /** @type {Cell[]} */
  const way = [];
  for (let at = end; ; at = before[at]) {
    way.unshift([at % width, Math.floor(at / width)]);
    if (at === start) return way;
  }
}
