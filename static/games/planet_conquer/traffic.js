/**
 * Where do routes and fleets run on the canvas, and how do they look? What moves during playback is in playback.js, what stands where
 * in layout.js.
 */
import { shifted, trimmed } from 'board/lines.js';
import { badge, path, ticks } from 'board/marks.js';
import { faded, mixed } from 'board/palette.js';
import { paintPill } from 'kit/pill.js';
import { radiusOf } from './planets.js';
import { lineFrom } from './position.js';

/** @typedef {CanvasRenderingContext2D} Ctx */
/** @typedef {import('board/layers.js').View} View */
/** @typedef {import('board/lines.js').Point} Point */
/** @typedef {import('./position.js').Position} Position */

/** Traffic keeps to the right of its route, so that two directions never share a line. */
const LANE = 6;

/** The line from one planet's rim to another's on the canvas; straight where there is no route (teleport). @param {View} view @param {Position} position @param {number} from @param {number} to */
export function laneOf(view, { planets, graph }, from, to) {
  const way = graph.between(from, to);
  const straight = [planets[from], planets[to]].map(({ x, y }) => [x, y]);
  const points = way ? lineFrom(way.fact, from) : straight;
  const line = /** @type {Point[]} */ (points.map(([x, y]) => view.at(x, y)));
  const { scale } = view.camera;
  return shifted(trimmed(line, radiusOf(planets[from], scale) + 7, radiusOf(planets[to], scale) + 9), way ? LANE : 0);
}

/** A route between the rims of its planets. @param {View} view @param {Position} position @param {import('./position.js').Route} route @param {number} gap */
export function routeLine(view, { planets }, route, gap) {
  const line = /** @type {Point[]} */ (route.line.map(([x, y]) => view.at(x, y)));
  const { scale } = view.camera;
  return trimmed(line, radiusOf(planets[route.a], scale) + gap, radiusOf(planets[route.b], scale) + gap);
}

/** How far a fleet has come, 0 to 1. @param {{length: number, left: number}} fleet */
export function progress(fleet) {
  return fleet.length ? (fleet.length - fleet.left) / fleet.length : 1;
}

/** @param {Ctx} ctx @param {View} view @param {Position} position */
export function paintRoutes(ctx, view, position) {
  const { palette, camera } = view;
  const isSeen = (/** @type {number} */ id) => position.planets[id].seen === 'now';
  ctx.lineCap = 'butt';
  for (const route of position.routes) {
    const known = !position.view.fog || isSeen(route.a) || isSeen(route.b);
    const strength = known ? (palette.dark ? 0.55 : 0.6) : palette.dark ? 0.12 : 0.25;
    ctx.strokeStyle = mixed(palette.line, palette.muted, strength);
    ctx.lineWidth = known ? 1.4 : 1.1;
    const line = routeLine(view, position, route, 0);
    path(ctx, line);
    ctx.stroke();
    if (camera.scale < 0.3) continue;
    ctx.lineWidth = 1.2;
    ticks(ctx, line, route.length, camera.scale > 0.6 ? 4 : 3);
  }
}

/** A route lit up, under what is written on the chart though the layer lies over it. @param {Ctx} ctx @param {View} view @param {Point[]} line @param {readonly import('kit/labels.js').Box[]} taken */
export function paintLight(ctx, view, line, taken) {
  ctx.save();
  for (const { x, y, width, height } of taken) {
    ctx.beginPath();
    ctx.rect(0, 0, view.width, view.height);
    ctx.rect(x, y, width, height);
    ctx.clip('evenodd');
  }
  ctx.strokeStyle = faded(view.palette.text, 0.65);
  ctx.lineWidth = 1.8;
  path(ctx, line);
  ctx.stroke();
  ctx.restore();
}

/** How long a route is, in rounds. @param {Ctx} ctx @param {View} view @param {number} rounds @param {import('kit/labels.js').Box} box */
export function paintLength(ctx, { palette }, rounds, { x, y, width, height }) {
  const how = { font: `600 11px ${palette.font}`, height: 17, fill: palette.panel };
  badge(ctx, String(rounds), x + width / 2, y + height / 2, { ...how, ink: palette.text, edge: palette.muted });
}

/** Size of the letters on fleets. @param {View} view */
export const pillLetters = ({ camera }) => (camera.scale > 0.55 ? 11.5 : 10);

/** @param {Ctx} ctx @param {View} view @param {import('kit/pill.js').Pill} pill @param {boolean} [lit] */
export function paintFleet(ctx, view, pill, lit = false) {
  const left = view.camera.scale > 0.5 ? pill.left : 0;
  paintPill(ctx, view.palette, { ...pill, left }, pillLetters(view), lit);
}
