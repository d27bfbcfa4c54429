/**
 * What does a frame show, with the map's facts at hand? Joins the view with the public map: places, routes, neighbours. Holds no
 * rules; what is legal and what will happen comes from the server.
 */
import { curve } from 'board/lines.js';

/** @typedef {import('./types').PlanetConquerView} View */
/** @typedef {import('./types').MapPlanet & import('./types').PlanetView & {x: number, y: number, room: number}} Planet room: distance to the nearest other planet */
/** @typedef {{index: number, a: number, b: number, rounds: number, line: import('board/lines.js').Point[]}} Route */
/** @typedef {{to: number, rounds: number, route: Route}} Way */
/** @typedef {{view: View, planets: Planet[], routes: Route[], ways: Way[][], home: number}} Position */

/** @typedef {{places: {x: number, y: number, room: number}[], routes: Route[], ways: Way[][]}} Chart */
/** @type {WeakMap<object, Chart>} */
const charts = new WeakMap();

/** @param {import('./types').StarMap} map @returns {Chart} */
function chartOf(map) {
  const known = charts.get(map);
  if (known) return known;
  const ids = new Map(map.planets.map((planet, id) => [planet.key, id]));
  const places = map.planets.map((planet, id) => {
    const others = map.planets.filter((_, other) => other !== id);
    const room = Math.min(...others.map(({ at }) => Math.hypot(at[0] - planet.at[0], at[1] - planet.at[1])));
    return { x: planet.at[0], y: planet.at[1], room };
  });
  /** @type {Way[][]} */
  const ways = map.planets.map(() => []);
  const routes = map.routes.map(([from, to, rounds, bend], index) => {
    const [a, b] = [ids.get(from) ?? 0, ids.get(to) ?? 0];
    const route = { index, a, b, rounds, line: curve(map.planets[a].at, map.planets[b].at, bend) };
    ways[a].push({ to: b, rounds, route });
    ways[b].push({ to: a, rounds, route });
    return route;
  });
  const chart = { places, routes, ways };
  charts.set(map, chart);
  return chart;
}

/** @param {View} view @returns {Position} */
export function positionOf(view) {
  const chart = chartOf(view.map);
  const planets = view.planets.map((planet, id) => ({ ...view.map.planets[id], ...planet, ...chart.places[id] }));
  const own = planets.filter((planet) => planet.owner === view.seat && view.seat !== null);
  const starts = new Set(view.map.starts ?? []);
  const home = own.find((planet) => starts.has(planet.key)) ?? own[0];
  return { view, planets, routes: chart.routes, ways: chart.ways, home: home?.id ?? -1 };
}

/** The way from one planet to a neighbour. @param {Position} position @param {number} from @param {number} to */
export function wayBetween(position, from, to) {
  return position.ways[from]?.find((way) => way.to === to) ?? null;
}

/** The route's line in the direction of travel. @param {Route} route @param {number} from */
export function lineFrom(route, from) {
  return route.a === from ? route.line : [...route.line].reverse();
}

/**
 * The quickest chain of planets from one to another, both included, and its rounds.
 * @param {Position} position @param {number} from @param {number} to
 * @returns {{stops: number[], rounds: number}}
 */
export function wayAlong(position, from, to) {
  const rounds = position.planets.map(() => Infinity);
  const before = position.planets.map(() => -1);
  const open = new Set([from]);
  rounds[from] = 0;
  while (open.size) {
    const next = [...open].reduce((best, id) => (rounds[id] < rounds[best] ? id : best));
    open.delete(next);
    if (next === to) break;
    for (const way of position.ways[next]) {
      if (rounds[next] + way.rounds >= rounds[way.to]) continue;
      rounds[way.to] = rounds[next] + way.rounds;
      before[way.to] = next;
      open.add(way.to);
    }
  }
  const stops = [to];
  while (before[stops[0]] >= 0) stops.unshift(before[stops[0]]);
  return { stops, rounds: rounds[to] };
}

/** The planet a word means: id, key or name, in any case. @param {Position} position @param {string} word */
export function findPlanet(position, word) {
  const wanted = word.toLowerCase();
  return (
    position.planets.find((planet) => planet.key.toLowerCase() === wanted) ??
    position.planets.find((planet) => planet.name.toLowerCase() === wanted) ??
    (/^\d+$/.test(word) ? (position.planets[Number(word)] ?? null) : null)
  );
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
