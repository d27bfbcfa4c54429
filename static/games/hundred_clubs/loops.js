/** How does a field of cells look as one body? Its border as closed loops with round corners, inside the cells' grid. Pure but for the path. */

/** @typedef {import('board/lines.js').Point} Point */

/**
 * The corners of the border, loop by loop, with the inside to the right of travel; holes are loops too. In cells.
 * @param {Iterable<number>} cells @param {number} width of the map @returns {Point[][]}
 */
export function loopsOf(cells, width) {
  const inside = new Set(cells);
  /** Where sides begin that lead on to another corner. @type {Map<number, number[]>} */
  const sides = new Map();
  const span = width + 1;
  const add = (/** @type {number} */ from, /** @type {number} */ to) => {
    const there = sides.get(from);
    if (there) there.push(to);
    else sides.set(from, [to]);
  };
  for (const cell of inside) {
    const [x, y] = [cell % width, Math.floor(cell / width)];
    const [corner, below] = [y * span + x, (y + 1) * span + x];
    if (!inside.has(cell - width)) add(corner, corner + 1);
    if (x === width - 1 || !inside.has(cell + 1)) add(corner + 1, below + 1);
    if (!inside.has(cell + width)) add(below + 1, below);
    if (x === 0 || !inside.has(cell - 1)) add(below, corner);
  }
  /** @type {Point[][]} */
  const loops = [];
  for (const [first, ends] of sides)
    while (ends.length) {
      /** @type {number[]} */
      const way = [first];
      for (let at = next(sides, first, null, span); at !== first; ) {
        const before = way[way.length - 1];
        way.push(at);
        at = next(sides, at, at - before, span);
      }
      const isCorner = (/** @type {number} */ at, /** @type {number} */ i) =>
        at - way[(i + way.length - 1) % way.length] !== way[(i + 1) % way.length] - at;
      loops.push(way.filter(isCorner).map((at) => [at % span, Math.floor(at / span)]));
    }
  return loops;
}

/** Takes the side on from a corner; where two fields touch at it the one that turns right, so that they stay two. @param {Map<number, number[]>} sides @param {number} at @param {number | null} step that led here @param {number} span */
function next(sides, at, step, span) {
  const ends = /** @type {number[]} */ (sides.get(at));
  if (ends.length > 1 && step !== null) {
    const right = step === 1 ? span : step === span ? -1 : step === -1 ? -span : 1;
    const index = ends.indexOf(at + right);
    if (index >= 0) return ends.splice(index, 1)[0];
  }
  return /** @type {number} */ (ends.pop());
}

/**
 * Loops as a path on the canvas.
 * @param {Point[][]} loops @param {(x: number, y: number) => Point} at where a corner is @param {number} round pixels of a corner's radius
 */
export function roundPath(loops, at, round) {
  const path = new Path2D();
  for (const loop of loops) {
    const corners = loop.map(([x, y]) => at(x, y));
    const last = corners[corners.length - 1];
    path.moveTo((last[0] + corners[0][0]) / 2, (last[1] + corners[0][1]) / 2);
    corners.forEach(([x, y], i) => {
      const [nx, ny] = corners[(i + 1) % corners.length];
      path.arcTo(x, y, nx, ny, round);
      path.lineTo((x + nx) / 2, (y + ny) / 2);
    });
    path.closePath();
  }
  return path;
}
