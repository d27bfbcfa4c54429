/**
 * Where do routes and fleets run on the canvas? What moves during playback is in playback.js, what stands where in layout.js.
 */
import { paintCraft, paintPill } from './pill.js';
import { radiusOf } from './planets.js';
import { lane } from './ways.js';

/** @import { Point, Position, Route, View } from './types' */

/** Traffic keeps to the right of its route, so many pixels. */
const ASIDE = 6;

/** The line from one planet's rim to another's on the canvas; straight where there is no route (teleport). @param {View} view @param {Position} position @param {number} from @param {number} to */
export function laneOf(view, { planets, graph }, from, to) {
  const way = graph.between(from, to);
  const ends = [planets[from], planets[to]];
  const straight = ends.map(({ x, y }) => /** @type {Point} */ ([x, y]));
  const [first, last] = ends.map((planet) => radiusOf(planet, view.camera.scale));
  const line = way ? [...way.fact.line] : straight;
  if (way && way.fact.a !== from) line.reverse();
  return lane(view, line, [first + 7, last + 9], way ? ASIDE : 0);
}

/** A route between the rims of its planets. @param {View} view @param {Position} position @param {Route} route @param {number} gap */
export function routeLine(view, { planets }, { a, b, line }, gap) {
  const [first, last] = [planets[a], planets[b]].map((planet) => radiusOf(planet, view.camera.scale) + gap);
  return lane(view, line, [first, last]);
}

/** How far a fleet has come, 0 to 1. @param {{length: number, left: number}} fleet */
export function progress(fleet) {
  return fleet.length ? (fleet.length - fleet.left) / fleet.length : 1;
}

/** Size of the letters on fleets. @param {View} view */
export const pillLetters = ({ camera }) => (camera.scale > 0.55 ? 11.5 : 10);

/**
 * Fleets, with no number under the craft of another one.
 * @template {import('./pill.js').Pill} P
 * @param {CanvasRenderingContext2D} ctx @param {View} view @param {readonly P[]} pills @param {(pill: P) => boolean} [isLit]
 */
export function paintFleets(ctx, view, pills, isLit = () => false) {
  const [size, isNear] = [pillLetters(view), view.camera.scale > 0.5];
  for (const pill of pills) paintCraft(ctx, view.palette, pill, size);
  for (const pill of pills) paintPill(ctx, view.palette, { ...pill, left: isNear ? pill.left : 0 }, size, isLit(pill));
}
