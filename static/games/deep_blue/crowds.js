/** Who lies here? Pieces of one seat in neighbouring cells cover each other where cells are small: a plate says their number, and opens the list of them. */
import { toScreen } from 'board/camera.js';
import { badge } from 'board/marks.js';

/** @typedef {{pos: readonly number[], seat: number}} Afloat */
/** @template {Afloat} [T=Afloat] @typedef {{x: number, y: number, seat: number, pieces: T[]}} Crowd the upper right cell of its pieces */

/** So few can be told apart. */
const FEWEST = 3;
/** Pixels of a cell from which on pieces lie apart. */
export const APART = 40;

/** Pixels right of and above the corner of that cell at which the middle of the plate is. */
const PLATE = /** @type {const} */ ([8, -4]);
/** Pixels from there that are the plate's. */
const REACH = 14;

/** @template {Afloat} T @param {readonly T[]} pieces @returns {Crowd<T>[]} */
export function crowdsOf(pieces) {
  /** @type {Map<string, T[]>} */
  const free = new Map();
  for (const one of pieces) {
    const key = `${one.seat} ${one.pos[0]} ${one.pos[1]}`;
    free.set(key, [...(free.get(key) ?? []), one]);
  }
  /** @type {Crowd<T>[]} */
  const crowds = [];
  for (const first of [...free.keys()]) {
    const cells = [first];
    /** @type {T[]} */
    const here = [];
    for (const cell of cells) {
      here.push(...(free.get(cell) ?? []));
      free.delete(cell);
      const [seat, x, y] = cell.split(' ').map(Number);
      for (let dy = -1; dy <= 1; dy += 1)
        for (let dx = -1; dx <= 1; dx += 1) {
          const next = `${seat} ${x + dx} ${y + dy}`;
          if (free.has(next) && !cells.includes(next)) cells.push(next);
        }
    }
    if (here.length < FEWEST) continue;
    const places = cells.map((cell) => cell.split(' ').map(Number));
    const [x, y] = [Math.max(...places.map((place) => place[1])), Math.min(...places.map((place) => place[2]))];
    crowds.push({ x, y, seat: places[0][0], pieces: here });
  }
  return crowds;
}

/** The crowd that lies in a cell, of any seat; null: none. @template {Afloat} T @param {readonly Crowd<T>[]} crowds @param {readonly number[]} cell @returns {Crowd<T> | null} */
export const crowdAt = (crowds, [x, y]) =>
  crowds.find(({ pieces }) => pieces.some(({ pos }) => pos[0] === x && pos[1] === y)) ?? null;

/** Plates that can be pressed, for the board; where pieces lie apart there are none. @param {readonly Crowd[]} crowds @returns {import('board/pieces.js').Piece[]} */
export const platesOf = (crowds) =>
  crowds.map((crowd) => ({
    id: `crowd:${crowd.seat}:${crowd.x}:${crowd.y}`,
    kind: 'crowd',
    place(camera, size) {
      if (camera.scale >= APART) return [-Infinity, -Infinity];
      const [left, top] = toScreen(camera, size, crowd.x + 1, crowd.y);
      return [left + PLATE[0], top + PLATE[1]];
    },
    radius: () => REACH,
    isSure: true,
    data: crowd,
  }));

/** The pieces of a crowd on the screen, with what is drawn around them. @param {(x: number, y: number) => readonly number[]} at world to screen @param {Crowd} crowd @returns {import('kit/labels.js').Box} */
export function spreadOf(at, { pieces }) {
  const corners = pieces.flatMap(({ pos: [x, y] }) => [at(x, y), at(x + 1, y + 1)]);
  const [xs, ys] = [0, 1].map((axis) => corners.map((corner) => corner[axis]));
  const [left, top] = [Math.min(...xs), Math.min(...ys) - 2 * REACH];
  return { x: left, y: top, width: Math.max(...xs) + 2 * REACH - left, height: Math.max(...ys) - top };
}

/** Where the number of a crowd stands, at most. @param {import('board/layers.js').View} view @param {Crowd} crowd @returns {import('kit/labels.js').Box} */
export function crowdBox({ at }, { x, y }) {
  const [left, top] = at(x + 1, y);
  return { x: left - 14, y: top - 14, width: 44, height: 20 };
}

/** @param {CanvasRenderingContext2D} ctx @param {import('board/layers.js').View} view @param {readonly Crowd[]} crowds */
export function paintCrowds(ctx, { at, camera, palette }, crowds) {
  if (camera.scale >= APART) return;
  for (const { x, y, seat, pieces } of crowds) {
    const [sx, sy] = at(x + 1, y);
    const how = { font: `700 11px ${palette.font}`, height: 16, fill: palette.panel, ink: palette.text };
    badge(ctx, `×${pieces.length}`, sx + PLATE[0], sy + PLATE[1], { ...how, edge: palette.seats[seat] });
  }
}
