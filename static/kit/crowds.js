/** How many lie here? Pieces of one seat in neighbouring cells cover each other where cells are small: a plate says their number. */
import { badge } from 'board/marks.js';

/** @typedef {{x: number, y: number, seat: number, count: number}} Crowd the upper right cell of its pieces */

/** So few can be told apart. */
const FEWEST = 3;
/** Pixels of a cell from which on pieces lie apart. */
const APART = 40;

/** @param {readonly {pos: readonly number[], seat: number}[]} pieces @returns {Crowd[]} */
export function crowdsOf(pieces) {
  /** @type {Map<string, number>} */
  const free = new Map();
  for (const { pos, seat } of pieces) {
    const key = `${seat} ${pos[0]} ${pos[1]}`;
    free.set(key, (free.get(key) ?? 0) + 1);
  }
  /** @type {Crowd[]} */
  const crowds = [];
  for (const first of [...free.keys()]) {
    const cells = [first];
    let count = 0;
    for (const cell of cells) {
      count += free.get(cell) ?? 0;
      free.delete(cell);
      const [seat, x, y] = cell.split(' ').map(Number);
      for (let dy = -1; dy <= 1; dy += 1)
        for (let dx = -1; dx <= 1; dx += 1) {
          const next = `${seat} ${x + dx} ${y + dy}`;
          if (free.has(next) && !cells.includes(next)) cells.push(next);
        }
    }
    if (count < FEWEST) continue;
    const places = cells.map((cell) => cell.split(' ').map(Number));
    const [x, y] = [Math.max(...places.map((place) => place[1])), Math.min(...places.map((place) => place[2]))];
    crowds.push({ x, y, seat: places[0][0], count });
  }
  return crowds;
}

/** Where the number of a crowd stands, at most. @param {import('board/layers.js').View} view @param {Crowd} crowd @returns {import('./labels.js').Box} */
export function crowdBox({ at }, { x, y }) {
  const [left, top] = at(x + 1, y);
  return { x: left - 14, y: top - 14, width: 44, height: 20 };
}

/** @param {CanvasRenderingContext2D} ctx @param {import('board/layers.js').View} view @param {readonly Crowd[]} crowds */
export function paintCrowds(ctx, { at, camera, palette }, crowds) {
  if (camera.scale >= APART) return;
  for (const { x, y, seat, count } of crowds) {
    const [sx, sy] = at(x + 1, y);
    const how = { font: `700 11px ${palette.font}`, height: 16, fill: palette.panel, ink: palette.text };
    badge(ctx, `×${count}`, sx + 8, sy - 4, { ...how, edge: palette.seats[seat] });
  }
}
