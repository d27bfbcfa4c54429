/**
 * Where do routes, fleets and draft arrows run on the canvas, and how do they look? Layout and painters; what moves during playback
 * is in playback.js.
 */

import { lengthOf, pointAlong, shifted, trimmed } from 'board/lines.js';
import { arrow, badge, circle, edgeOf, glyph, path, seatShape, text, ticks } from 'board/marks.js';
import { faded, inkOn, mixed } from 'board/palette.js';
import { discRect, icon, noticeRect, radiusOf } from './planets.js';
import { lineFrom } from './position.js';

/** @typedef {CanvasRenderingContext2D} Ctx */
/** @typedef {import('board/layers.js').View} View */
/** @typedef {import('board/lines.js').Point} Point */
/** @typedef {import('./position.js').Position} Position */
/** @typedef {import('./types').Fleet} Fleet */
/** @typedef {import('./planets.js').Rect} Rect */
/** @typedef {{fleets: Fleet[], seat: number, units: number, left: number, x: number, y: number, angle: number, width: number, height: number}} Pill */

/** Traffic keeps to the right of its route, so that two directions never share a line. */
const LANE = 6;

/** The line from one planet's rim to another's on the canvas; straight where there is no route (teleport). @param {View} view @param {Position} position @param {number} from @param {number} to */
export function laneOf(view, position, from, to) {
  const { planets } = position;
  const way = position.graph.between(from, to);
  const points = way
    ? lineFrom(way.fact, from)
    : [
        [planets[from].x, planets[from].y],
        [planets[to].x, planets[to].y],
      ];
  const line = /** @type {Point[]} */ (points.map(([x, y]) => view.at(x, y)));
  const scale = view.camera.scale;
  return shifted(trimmed(line, radiusOf(planets[from], scale) + 7, radiusOf(planets[to], scale) + 9), way ? LANE : 0);
}

/** How far a fleet has come, 0 to 1. @param {{length: number, left: number}} fleet */
export function progress(fleet) {
  return fleet.length ? (fleet.length - fleet.left) / fleet.length : 1;
}

/** @param {Ctx} ctx @param {View} view @param {Position} position @param {{fog: boolean}} how */
export function paintRoutes(ctx, view, position, { fog }) {
  const { palette, camera } = view;
  const { planets } = position;
  const seen = mixed(palette.line, palette.muted, palette.dark ? 0.55 : 0.6);
  const unseen = mixed(palette.line, palette.muted, palette.dark ? 0.12 : 0.25);
  ctx.lineCap = 'butt';
  for (const route of position.routes) {
    const known = !fog || planets[route.a].seen === 'now' || planets[route.b].seen === 'now';
    const line = /** @type {Point[]} */ (route.line.map(([x, y]) => view.at(x, y)));
    ctx.strokeStyle = known ? seen : unseen;
    ctx.lineWidth = known ? 1.4 : 1.1;
    path(ctx, line);
    ctx.stroke();
    if (camera.scale < 0.3) continue;
    const inner = trimmed(line, radiusOf(planets[route.a], camera.scale), radiusOf(planets[route.b], camera.scale));
    ctx.lineWidth = 1.2;
    ticks(ctx, inner, route.length, camera.scale > 0.6 ? 4 : 3);
  }
}

/**
 * The place on a line, nearest to a part of its way, where something of that width covers nothing that is taken.
 * @param {Point[]} line @param {number} part @param {number} width @param {readonly Rect[]} taken
 */
function freeSpot(line, part, width, taken) {
  const total = lengthOf(line);
  const spots = [0, 0.14, -0.14, 0.26, -0.26, 0.36, -0.36].map((off) =>
    pointAlong(line, total * Math.max(0.1, Math.min(0.9, part + off))),
  );
  return spots.find((spot) => !crowd(boxOf({ ...spot, width, height: 18 }), taken)) ?? spots[0];
}

/**
 * A route lit up, with its rounds unless an aim says them.
 * @param {Ctx} ctx @param {View} view @param {Position} position @param {import('./position.js').Route} route
 * @param {{strong: boolean, taken: readonly Rect[]}} how
 */
export function paintRouteHint(ctx, view, position, route, { strong, taken }) {
  const { palette } = view;
  const line = /** @type {Point[]} */ (route.line.map(([x, y]) => view.at(x, y)));
  const scale = view.camera.scale;
  const inner = trimmed(
    line,
    radiusOf(position.planets[route.a], scale) + 7,
    radiusOf(position.planets[route.b], scale) + 7,
  );
  ctx.save();
  // The light lies under what is written on the chart, though the layer lies over it.
  for (const { x, y, width, height } of taken) {
    ctx.beginPath();
    ctx.rect(0, 0, view.width, view.height);
    ctx.rect(x, y, width, height);
    ctx.clip('evenodd');
  }
  ctx.strokeStyle = strong ? palette.lamp : faded(palette.text, 0.65);
  ctx.lineWidth = strong ? 2.2 : 1.8;
  path(ctx, inner);
  ctx.stroke();
  ctx.restore();
  if (strong) return;
  const middle = freeSpot(inner, 0.5, 18, taken);
  badge(ctx, String(route.length), middle.x, middle.y, {
    font: `600 11px ${palette.font}`,
    height: 17,
    fill: palette.panel,
    ink: palette.text,
    edge: palette.muted,
  });
}

/** @param {View} view @param {number} units @returns {{width: number, height: number, size: number}} */
function pillSize({ camera }, units) {
  const size = camera.scale > 0.55 ? 11.5 : 10;
  return { width: String(units).length * size * 0.62 + size + 9, height: size + 6, size };
}

/** @type {WeakMap<readonly Fleet[], {key: string, pills: Pill[]}>} */
const laidOut = new WeakMap();

/** `computeLayout`, remembered for the camera it was last asked for: pointing asks often. @param {View} view @param {Position} position @param {readonly Fleet[]} fleets */
export function layOut(view, position, fleets) {
  const { camera } = view;
  const key = [camera.x, camera.y, camera.scale, view.width, view.height].join();
  const known = laidOut.get(fleets);
  if (known?.key === key) return known.pills;
  const pills = computeLayout(view, position, fleets);
  laidOut.set(fleets, { key, pills });
  return pills;
}

/**
 * Where fleets stand: those of one seat at one place share a pill; one that would cover another or a planet gives way, less than half
 * a round along its route or a little aside.
 * @param {View} view @param {Position} position @param {readonly Fleet[]} fleets
 * @returns {Pill[]}
 */
function computeLayout(view, position, fleets) {
  /** @type {Map<string, Fleet[]>} */
  const groups = new Map();
  for (const fleet of fleets) {
    if (fleet.kind !== 'route') continue;
    const key = `${fleet.from}>${fleet.to}:${fleet.length - fleet.left}/${fleet.length}:${fleet.seat}`;
    groups.set(key, [...(groups.get(key) ?? []), fleet]);
  }
  /** @type {Pill[]} */
  const pills = [];
  const taken = position.planets.map((planet) => discRect(view, planet, planet.seen === 'before' ? 6 : -2));
  for (const { planet } of position.view.announcements)
    if (planet !== null) taken.push(noticeRect(view, position.planets[planet]));
  for (const group of groups.values()) {
    const [first] = group;
    const units = group.reduce((sum, fleet) => sum + fleet.units, 0);
    const line = laneOf(view, position, first.from, first.to);
    const total = lengthOf(line);
    const size = pillSize(view, units);
    const step = total / first.length;
    const wanted = total * progress(first);
    const spots = SPOTS.map(([along, aside]) => {
      const { x, y, angle } = pointAlong(line, wanted + along * step);
      return { x: x - Math.sin(angle) * aside, y: y + Math.cos(angle) * aside, angle, ...size };
    });
    const best = spots
      .map((spot, i) => ({ spot, cost: i + 0.4 * crowd(boxOf(spot), taken) }))
      .reduce((a, b) => (b.cost < a.cost ? b : a)).spot;
    taken.push(boxOf(best));
    pills.push({ fleets: group, seat: first.seat, units, left: first.left, ...best });
  }
  return pills;
}

/** Where a pill may stand: along its way in parts of a round, and aside in pixels; dearer ones later. */
const SPOTS = /** @type {[number, number][]} */ ([
  [0, 0],
  [0.2, 0],
  [-0.2, 0],
  [0, 9],
  [0.4, 0],
  [-0.4, 0],
  [0, 18],
  [0.3, 12],
  [-0.3, 12],
  [0, -18],
  [0.4, 20],
  [-0.4, 20],
  [0, 28],
  [0, -30],
]);

/** How many square pixels of a box are taken already. @param {Rect} box @param {readonly Rect[]} taken */
function crowd(box, taken) {
  let sum = 0;
  for (const other of taken) {
    const width = Math.min(box.x + box.width, other.x + other.width) - Math.max(box.x, other.x);
    const height = Math.min(box.y + box.height, other.y + other.height) - Math.max(box.y, other.y);
    if (width > 0 && height > 0) sum += width * height;
  }
  return sum;
}

/** @param {{x: number, y: number, width: number, height: number}} pill centre and size @returns {Rect} */
export function boxOf({ x, y, width, height }) {
  return { x: x - width / 2 - 1, y: y - height / 2 - 1, width: width + 2, height: height + 2 };
}

/** @param {Ctx} ctx @param {View} view @param {{x: number, y: number, angle: number, seat: number, units: number, left: number, fleets?: Fleet[]}} pill @param {{lit?: boolean, own?: boolean}} [how] */
export function paintFleet(ctx, view, pill, { lit = false, own = false } = {}) {
  const { palette } = view;
  const { width, height, size } = pillSize(view, pill.units);
  const colour = palette.seats[pill.seat];
  const { x, y, angle } = pill;
  ctx.save();
  // The tip lies half under the pill and looks out in the direction of travel.
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const reach = Math.min(
    width / 2 / Math.max(0.01, Math.abs(cos)),
    height / 2 / Math.max(0.01, Math.abs(sin)),
    width / 2 + 2,
  );
  const point = (/** @type {number} */ along, /** @type {number} */ aside) =>
    ctx.lineTo(x + cos * along - sin * aside, y + sin * along + cos * aside);
  ctx.beginPath();
  point(reach + 8, 0);
  point(reach - 4, 6.5);
  point(reach - 4, -6.5);
  ctx.closePath();
  ctx.lineJoin = 'round';
  ctx.lineWidth = 3;
  ctx.strokeStyle = palette.ink;
  ctx.stroke();
  ctx.fillStyle = own ? palette.lamp : edgeOf(palette, colour);
  ctx.fill();
  const several = (pill.fleets?.length ?? 1) > 1;
  for (const offset of several ? [3, 0] : [0]) {
    ctx.beginPath();
    ctx.roundRect(x - width / 2 + offset, y - height / 2 - offset, width, height, height / 2);
    ctx.lineWidth = 3;
    ctx.strokeStyle = palette.ink;
    ctx.stroke();
    ctx.fillStyle = colour;
    ctx.fill();
    ctx.lineWidth = lit ? 2.5 : 1.25;
    ctx.strokeStyle = own || lit ? palette.lamp : edgeOf(palette, colour);
    ctx.stroke();
  }
  const ink = inkOn(colour);
  seatShape(ctx, pill.seat, x - width / 2 + height / 2, y, size * 0.3);
  ctx.fillStyle = ink;
  ctx.fill();
  ctx.restore();
  text(ctx, String(pill.units), x + height / 2 - 3, y + 0.5, { font: `700 ${size}px ${palette.font}`, fill: ink });
  if (view.camera.scale > 0.5 && pill.left > 0) paintLeft(ctx, view, pill, height);
}

/** Rounds left as dots under a fleet, as a number from seven on. @param {Ctx} ctx @param {View} view @param {{x: number, y: number, left: number}} pill @param {number} height */
function paintLeft(ctx, { palette }, { x, y, left }, height) {
  const row = y + height / 2 + 4.5;
  if (left > 6) {
    text(ctx, `${left}•`, x, row + 2, { font: `10px ${palette.font}`, fill: palette.text, halo: palette.ink });
    return;
  }
  for (let i = 0; i < left; i += 1) {
    circle(ctx, x + (i - (left - 1) / 2) * 5, row, 2.6);
    ctx.fillStyle = palette.ink;
    ctx.fill();
    circle(ctx, x + (i - (left - 1) / 2) * 5, row, 1.6);
    ctx.fillStyle = palette.text;
    ctx.fill();
  }
}

/**
 * A draft arrow with its number, and what the server says will come of it.
 * @param {Ctx} ctx @param {View} view @param {Position} position @param {{from: number, to: number, units: number}} move
 * @param {{state: 'draft' | 'edited' | 'wrong' | 'locked' | 'aim', taken: readonly Rect[], dashed?: boolean, outcome?: {text: string, good: boolean} | null}} how
 */
export function paintDraft(ctx, view, position, move, { state, taken, dashed = false, outcome = null }) {
  const { palette } = view;
  const line = laneOf(view, position, move.from, move.to);
  const colour = state === 'wrong' ? palette.bad : state === 'locked' ? palette.muted : palette.lamp;
  arrow(ctx, line, {
    colour,
    width: state === 'edited' ? 3.5 : 2.5,
    dash: dashed || state === 'aim' ? [7, 5] : [],
    halo: palette.ink,
  });
  const spot = draftSpot(line, taken);
  const filled = state === 'edited' || state === 'wrong';
  const mark = state === 'wrong' ? ' !' : outcome ? ` ${outcome.text}` : '';
  const edge = outcome && !outcome.good ? palette.bad : colour;
  badge(ctx, `${move.units}${mark}`, spot.x, spot.y, {
    font: `700 12px ${palette.font}`,
    height: 19,
    fill: filled ? colour : palette.ink,
    ink: filled ? inkOn(colour) : colour,
    edge,
  });
}

/** Where the number of a draft stands on its arrow. @param {Point[]} line @param {readonly Rect[]} taken */
export function draftSpot(line, taken) {
  return freeSpot(line, 0.42, 40, taken);
}

/** The tactic of the draft at its planet. @param {Ctx} ctx @param {View} view @param {import('./position.js').Planet} planet @param {string} type @param {boolean} wrong */
export function paintTacticDraft(ctx, view, planet, type, wrong) {
  const { palette } = view;
  const [x, y] = view.at(planet.x, planet.y);
  const radius = radiusOf(planet, view.camera.scale);
  const colour = wrong ? palette.bad : palette.lamp;
  ctx.save();
  circle(ctx, x, y, radius + 9);
  ctx.setLineDash([5, 4]);
  ctx.lineWidth = 2;
  ctx.strokeStyle = colour;
  ctx.stroke();
  ctx.restore();
  const [sx, sy] = [x - (radius + 9) * 0.72, y - (radius + 9) * 0.72];
  circle(ctx, sx, sy, 11);
  ctx.fillStyle = colour;
  ctx.fill();
  glyph(ctx, icon(type), sx, sy, 14, inkOn(colour));
}
