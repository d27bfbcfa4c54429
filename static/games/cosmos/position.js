/**
 * What does a frame show, with places on a chart? Joins the view's lists and turns its coordinates, whose y grows to the north, into tiles
 * of a map whose rows grow downwards. Holds no rules.
 */

import { isSame } from 'kit/heat.js';
import { callAsIn } from './names.js';

/** @import { Chart, Kind, Pos, Tables, Position, Shown, CosmosView } from './types' */

/** @type {WeakMap<object, Position>} */
const positions = new WeakMap();
/** @type {WeakMap<object, Chart>} */
const charts = new WeakMap();

/** What a stranger sees of the map. @type {Chart} */
const NOWHERE = { width: 32, height: 32, origin: [0, 0], values: new Float32Array(1024) };

let latest = NOWHERE;

/** @param {CosmosView} view @returns {Position} */
export function positionOf(view) {
  callAsIn(view);
  let position = positions.get(view);
  if (!position) positions.set(view, (position = read(view)));
  return position;
}

/** @param {CosmosView} view @returns {Position} */
function read(view) {
  const chart = view.map ? chartOf(view.map) : NOWHERE;
  const at = (/** @type {Pos} */ pos) => tileOf(chart, pos);
  /** @type {Shown[]} */
  const shown = [];
  const add = (/** @type {any} */ entity, /** @type {Partial<Shown>} */ more) => {
    const [x, y] = at(entity.pos);
    shown.push({ ...entity, x, y, sure: true, round: null, all: null, seen: 'seen', ...more });
  };
  for (const own of view.own ?? []) add(own, { seen: 'own', all: own });
  for (const one of view.foreign ?? [])
    add(one, { sure: 'sure' in one ? one.sure : true, all: 'cooldown' in one ? one : null });
  for (const ghost of view.ghosts ?? [])
    add(ghost, { seen: 'remembered', round: ghost.round, sure: ghost.kind !== 'battleship' });
  shown.sort((a, b) => a.id - b.id);
  return {
    view,
    chart,
    shown,
    byId: new Map(shown.map((entity) => [entity.id, entity])),
    blips: (view.blips ?? []).map(at),
    sensed: view.own?.length ? sensedBy(view.tables, view.own, chart) : null,
  };
}

/** @param {NonNullable<CosmosView['map']>} map @returns {Chart} */
function chartOf(map) {
  const key = map.aether ?? map.tiles ?? map;
  const known = charts.get(key);
  if (known) return known;
  const chart =
    map.aether && map.size && map.origin
      ? chartOfRows(map.aether, map.size, map.origin)
      : chartOfTiles(map.tiles ?? []);
  // Frames come one by one, each with its own rows; a chart that is as before stays the same, and so do the pictures made of it.
  const isOld = isSame(latest, chart) && String(latest.origin) === String(chart.origin);
  if (!isOld) latest = chart;
  charts.set(key, latest);
  return latest;
}

/** @param {(number | null)[][]} rows from the south @param {Pos} size @param {Pos} origin @returns {Chart} */
function chartOfRows(rows, [width, height], origin) {
  const values = new Float32Array(width * height);
  rows.forEach((row, y) => {
    row.forEach((value, x) => {
      values[(height - 1 - y) * width + x] = (value ?? 0) / 1000;
    });
  });
  return { width, height, origin, values };
}

/** Of a board whose size is not told: what is known of it, with a rim. @param {[number, number, number][]} tiles @returns {Chart} */
function chartOfTiles(tiles) {
  const [xs, ys] = [tiles.map(([x]) => x), tiles.map(([, y]) => y)];
  const [left, bottom] = [Math.min(...xs, 0) - 2, Math.min(...ys, 0) - 2];
  const [width, height] = [Math.max(...xs, 0) - left + 3, Math.max(...ys, 0) - bottom + 3];
  const chart = /** @type {Chart} */ ({
    width,
    height,
    origin: [left, bottom],
    values: new Float32Array(width * height),
  });
  for (const [x, y, value] of tiles) {
    const [column, row] = tileOf(chart, [x, y]);
    chart.values[row * width + column] = value / 1000;
  }
  return chart;
}

/** The tile of a position. @param {Chart} chart @param {Pos} pos @returns {[number, number]} */
export function tileOf({ origin, height }, [x, y]) {
  return [x - origin[0], height - 1 - (y - origin[1])];
}

/** The position of a tile. @param {Chart} chart @param {readonly number[]} tile @returns {Pos} */
export function posOf({ origin, height }, [x, y]) {
  return [x + origin[0], height - 1 - y + origin[1]];
}

/** Density of a tile; 0: not known. @param {Chart} chart @param {number} x @param {number} y */
export function densityAt({ width, height, values }, x, y) {
  return x < 0 || y < 0 || x >= width || y >= height ? 0 : values[y * width + x];
}

/** Tiles within the sense radius of each entity. @param {Tables} tables @param {{kind: Kind, pos: Pos}[]} entities @param {Chart} chart */
function sensedBy(tables, entities, chart) {
  const { width, height } = chart;
  const sensed = new Uint8Array(width * height);
  for (const { kind, pos } of entities) {
    const radius = tables.kinds[kind].sense;
    const reach = Math.floor(Math.sqrt(radius));
    const [cx, cy] = tileOf(chart, pos);
    for (let y = Math.max(0, cy - reach); y <= Math.min(height - 1, cy + reach); y += 1)
      for (let x = Math.max(0, cx - reach); x <= Math.min(width - 1, cx + reach); x += 1)
        if ((x - cx) ** 2 + (y - cy) ** 2 <= radius) sensed[y * width + x] = 1;
  }
  return sensed;
}

/** Who stands on a tile, what is seen before what is remembered. @param {Position} position @param {readonly number[]} tile */
export function entityAt({ shown }, [x, y]) {
  const here = shown.filter((entity) => entity.x === x && entity.y === y);
  return here.find(({ seen }) => seen !== 'remembered') ?? here[0] ?? null;
}

/** @param {Position} position @returns {Shown[]} */
export function ownOf({ shown }) {
  return shown.filter(({ seen }) => seen === 'own');
}

/** The first of one's own planets. @param {Position} position @returns {Shown | undefined} */
export function homeOf(position) {
  return ownOf(position).find(({ kind }) => kind === 'planet');
}

/** Squared distance, as the rules measure. @param {Pos} a @param {Pos} b */
export function d2(a, b) {
  return (a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2;
}

/** The age of a miner in rounds; null of what is no miner of one's own. @param {Shown} entity @param {CosmosView} view */
export function ageOf(entity, view) {
  return entity.kind === 'miner' && entity.all ? view.round - entity.all.born : null;
}

/**
 * What one entity senses of a position, as chapter 4.5 has it: kinds that it cannot tell are shown as it sees them. null: it is not known
 * well enough who it is.
 * @param {Position} position @param {Shown} eyes @returns {Position | null}
 */
export function throughEyesOf(position, eyes) {
  if (eyes.seen === 'remembered') return null;
  const { view, chart, shown } = position;
  const { sense, detect, true_sight: isTrue } = view.tables.kinds[eyes.kind];
  const far = (/** @type {Shown} */ { pos }) => d2(pos, eyes.pos);
  const present = shown.filter(({ seen }) => seen !== 'remembered');
  const sensed = present
    .filter((one) => far(one) <= sense)
    .map((one) =>
      one === eyes || isTrue || one.kind !== 'miner'
        ? one
        : { ...one, kind: /** @type {Kind} */ ('battleship'), sure: false, all: null },
    );
  return {
    ...position,
    shown: sensed,
    byId: new Map(sensed.map((one) => [one.id, one])),
    blips: present.filter((one) => far(one) > sense && far(one) <= detect).map(({ x, y }) => [x, y]),
    sensed: sensedBy(view.tables, [eyes], chart),
  };
}
