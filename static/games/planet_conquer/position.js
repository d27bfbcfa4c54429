/**
 * What does a frame show, with the map's facts at hand? Joins the view with the public map: places, routes, neighbours. Holds no
 * rules; what is legal and what will happen comes from the server.
 */

import { called } from 'app/names.js';
import { curve } from 'board/lines.js';
import { createGraph } from './graph.js';

/** @import { PlanetConquerView, Position, StarMap } from './types' */
/** @typedef {{places: {x: number, y: number, room: number}[]} & Pick<Position, 'routes' | 'graph'>} Chart */

/** How far a route that the map draws straight leaves the line between its planets, in parts of its length. */
const ARC = 0.035;

/** @type {WeakMap<object, Chart>} */
const charts = new WeakMap();

/** @param {StarMap} map @returns {Chart} */
function chartOf(map) {
  const known = charts.get(map);
  if (known) return known;
  const ids = new Map(map.planets.map((planet, id) => [planet.key, id]));
  const places = map.planets.map((planet, id) => {
    const others = map.planets.filter((_, other) => other !== id);
    const room = Math.min(...others.map(({ at }) => Math.hypot(at[0] - planet.at[0], at[1] - planet.at[1])));
    return { x: planet.at[0], y: planet.at[1], room };
  });
  const routes = map.routes.map(([from, to, length, bend], index) => {
    const [a, b] = [ids.get(from) ?? 0, ids.get(to) ?? 0];
    return { index, a, b, length, line: curve(map.planets[a].at, map.planets[b].at, bend || (index % 2 ? ARC : -ARC)) };
  });
  const edges = routes.map((route) => ({ ...route, fact: route }));
  const chart = { places, routes, graph: createGraph(places.length, edges) };
  charts.set(map, chart);
  return chart;
}

/** @param {PlanetConquerView} view @returns {Position} */
export function positionOf(view) {
  const { places, routes, graph } = chartOf(view.map);
  const planets = view.planets.map((planet, id) => {
    const { name, key } = view.map.planets[id];
    const words = called(view.names?.planets, id) || name || key;
    return { ...view.map.planets[id], ...planet, ...places[id], name: words };
  });
  const own = planets.filter((planet) => planet.owner === view.seat && view.seat !== null);
  const starts = new Set(view.map.starts ?? []);
  const home = own.find((planet) => starts.has(planet.key)) ?? own[0];
  return { view, planets, routes, graph, home: home?.id ?? -1 };
}

/** Whether the seat holds the planet now. @param {Position} position @param {number} id */
export function isOwn(position, id) {
  const planet = position.planets[id];
  return position.view.seat !== null && planet?.owner === position.view.seat && planet.seen === 'now';
}

/** @param {Position} position */
export function ownPlanets(position) {
  return position.planets.filter((planet) => isOwn(position, planet.id));
}
