/**
 * Where does the camera stand by itself? Over the whole campus where a wide board shows it large enough; else over the own land and what a campaign on it
 * reaches, and of more land than fits over the part that meets others.
 */
import { framed } from 'board/camera.js';
import { NARROW } from 'kit/minimap.js';
import { isAccess, placeOfCell } from './position.js';

/** @import { Camera, Insets, Size } from 'board/camera.js' */
/** @import { Position } from './position.js' */

/** Pixels of a cell from which on a wide board shows all of the campus. */
const WHOLE_FROM = 20;
/** Pixels of a cell when the own land is brought into view, the part of a board that the map fills then, and the fewest rows that are seen. */
const LARGEST = 48;
const FILLED = 0.8;
const FEWEST = 14;

/** @param {Position} position */
const ownPlaces = (position) =>
  [...position.owner.keys()]
    .filter((cell) => isAccess(position, cell))
    .map((cell) => placeOfCell(position.chart, cell));

/** Own land that campaigns of others in sight could reach; none where no other is in sight. @param {Position} position @returns {import('./types').Cell[]} */
export function frontOf(position) {
  const { chart, owner, view } = position;
  const reach = view.kernel20.length - 1;
  const others = [...owner.keys()]
    .filter((cell) => owner[cell] >= 0 && !isAccess(position, cell))
    .map((cell) => placeOfCell(chart, cell));
  return ownPlaces(position).filter(([x, y]) =>
    others.some(([ox, oy]) => Math.abs(ox - x) <= reach && Math.abs(oy - y) <= reach),
  );
}

/** The part of the campus from the first of these places to the last, and what is in reach. @param {import('./types').Cell[]} places @param {Position} position */
function around(places, { chart, view }) {
  const reach = view.kernel20.length;
  const [xs, ys] = [places.map(([x]) => x), places.map(([, y]) => y)];
  return {
    left: Math.max(0, Math.min(...xs) - reach),
    top: Math.max(0, Math.min(...ys) - reach),
    right: Math.min(chart.width, Math.max(...xs) + reach + 1),
    bottom: Math.min(chart.height, Math.max(...ys) + reach + 1),
  };
}

/** @param {Position} position @param {Size} size of the board @param {Insets} insets @returns {Camera | null} null: all of the campus */
export function homeOf(position, { width, height }, insets) {
  const { chart } = position;
  const free = { width: width - insets.left - insets.right, height: height - insets.top - insets.bottom };
  const places = ownPlaces(position);
  if (!places.length) return null;
  if (width >= NARROW && Math.min(free.width / chart.width, free.height / chart.height) >= WHOLE_FROM) return null;
  const scaleFor = (/** @type {ReturnType<typeof around>} */ { left, top, right, bottom }) =>
    Math.min(free.width / (right - left), free.height / (bottom - top));
  const filling = Math.min((width * FILLED) / chart.width, height / FEWEST);
  const all = around(places, position);
  const front = scaleFor(all) < filling ? frontOf(position) : [];
  const shown = front.length ? around(front, position) : all;
  const scale = Math.min(Math.max(scaleFor(shown), filling), LARGEST);
  const middle = { x: (shown.left + shown.right) / 2, y: (shown.top + shown.bottom) / 2, scale };
  const world = { x: 0, y: 0, width: chart.width, height: chart.height };
  return framed(middle, world, { width, height }, insets);
}

/** Is most of the front, or without one of the own land, in a part of the world? @param {Position} position @param {import('board/camera.js').Box} box in cells */
export function isInView(position, { x, y, width, height }) {
  const front = frontOf(position);
  const places = front.length ? front : ownPlaces(position);
  const seen = places.filter(
    ([cx, cy]) => cx + 0.5 > x && cy + 0.5 > y && cx + 0.5 < x + width && cy + 0.5 < y + height,
  );
  return 2 * seen.length >= places.length;
}
