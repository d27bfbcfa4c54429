/**
 * What becomes of a map when somebody draws on it? Places are put, moved, joined, marked, changed and taken away, with all their images if it is
 * drawn with symmetry. A map is the game's own document; where it has what, its description says (`games/core/drawing.py`). Pure: every
 * function returns another map. What is right the server says.
 *
 * @typedef {import('./symmetry.js').Point} Point
 * @typedef {import('./symmetry.js').Symmetry} Symmetry
 * @typedef {{key: string | number, kind: string, label: string, default: any, help: string, minimum: number | null, maximum: number | null, choices: [any, string][], by: Record<string, any>, only: any[]}} Field
 * @typedef {{key: string, one: string, many: string, most: number, fields: Field[], id: string, at: string, name: string, kind: string, letter: string}} Places
 * @typedef {{key: string, one: string, many: string, most: number, fields: Field[], per: number}} Ways
 * @typedef {{key: string, one: string, many: string, drops: string[], counts: string}} Marks
 * @typedef {{size: Point, step: number, places: Places, ways: Ways, marks: Marks, fields: Field[]}} Drawing
 * @typedef {Record<string, any>} Chart a map
 * @typedef {{of: 'map'} | {of: 'place', id: string} | {of: 'way', ends: [string, string]}} Target what is selected
 */
import { along, distance, images, NEAR, onto, rounded, within } from './symmetry.js';

/** @type {Target} */
export const THE_MAP = { of: 'map' };

/** The records of places; whatever else a map may hold there counts as nothing. @param {Drawing} drawing @param {Chart} chart @returns {any[]} */
export function placesIn({ places }, chart) {
  const held = chart?.[places.key];
  return Array.isArray(held) ? held.filter((one) => typeof one?.[places.id] === 'string') : [];
}

/** @param {Drawing} drawing @param {Chart} chart @returns {any[][]} */
export function waysIn({ ways }, chart) {
  const held = chart?.[ways.key];
  return Array.isArray(held) ? held.filter((one) => Array.isArray(one)) : [];
}

/** @param {Drawing} drawing @param {Chart} chart @returns {string[]} */
export const marksIn = ({ marks }, chart) => (Array.isArray(chart?.[marks.key]) ? chart[marks.key] : []);

/** Where a place lies; null: nowhere that could be drawn. @param {Drawing} drawing @param {any} place @returns {Point | null} */
export function pointOf({ places }, place) {
  const at = place?.[places.at];
  return Array.isArray(at) && at.length === 2 && at.every(Number.isFinite) ? [at[0], at[1]] : null;
}

/** @param {Drawing} drawing @param {Chart} chart @param {string} id */
export const placeCalled = (drawing, chart, id) =>
  placesIn(drawing, chart).find((one) => one[drawing.places.id] === id) ?? null;

/** @param {any[]} way @param {[string, string]} ends */
const joins = (way, [a, b]) => (way[0] === a && way[1] === b) || (way[0] === b && way[1] === a);

/** @param {Drawing} drawing @param {Chart} chart @param {[string, string]} ends */
export const wayBetween = (drawing, chart, ends) => waysIn(drawing, chart).find((way) => joins(way, ends)) ?? null;

/** The place nearest to a point, no farther than `most`. @param {Drawing} drawing @param {Chart} chart @param {Point} at @param {number} most @returns {string | null} */
export function nearest(drawing, chart, at, most) {
  let [found, far] = [/** @type {string | null} */ (null), most];
  for (const place of placesIn(drawing, chart)) {
    const point = pointOf(drawing, place);
    if (point && distance(point, at) <= far) [found, far] = [place[drawing.places.id], distance(point, at)];
  }
  return found;
}

/** The place itself and those that stand for its images, each once. @param {Drawing} drawing @param {Chart} chart @param {string} id @param {Symmetry} symmetry @returns {string[]} */
export function withImages(drawing, chart, id, symmetry) {
  const at = pointOf(drawing, placeCalled(drawing, chart, id));
  if (!at) return [id];
  const found = images(symmetry, drawing.size).map((image) => nearest(drawing, chart, image(at), NEAR));
  return [...new Set([id, ...found.filter((one) => one !== null)])];
}

/** The pair itself and its images, each once. @param {Drawing} drawing @param {Chart} chart @param {[string, string]} ends @param {Symmetry} symmetry @returns {[string, string][]} */
function pairs(drawing, chart, ends, symmetry) {
  const points = ends.map((id) => pointOf(drawing, placeCalled(drawing, chart, id)));
  /** @type {[string, string][]} */
  const found = [ends];
  for (const image of images(symmetry, drawing.size)) {
    const [a, b] = points.map((at) => at && nearest(drawing, chart, image(at), NEAR));
    if (a && b && a !== b && !found.some((pair) => joins(pair, [a, b]))) found.push([a, b]);
  }
  return found;
}

/** The value at keys joined by points. @param {any} record @param {string | number} key */
export const valueAt = (record, key) =>
  typeof key === 'number' ? record?.[key] : key.split('.').reduce((value, part) => value?.[part], record);

/** The record with another value there; undefined takes it away. @param {any} record @param {string | number} key @param {any} value @returns {any} */
export function put(record, key, value) {
  if (typeof key === 'number')
    return Array.from({ length: Math.max(record.length, key + 1) }, (_, i) =>
      i === key ? (value ?? 0) : (record[i] ?? 0),
    );
  const [first, ...rest] = key.split('.');
  if (rest.length) return { ...record, [first]: put(record?.[first] ?? {}, rest.join('.'), value) };
  const { [first]: _, ...others } = record;
  return value === undefined ? others : { ...record, [first]: value };
}

/** What a field has without a value of its own. @param {Field} field @param {any} record @param {string} kind field that defaults depend on */
export const usual = (field, record, kind) => field.by[record?.[kind]] ?? field.default;

/** A name for a new place that none has. @param {Drawing} drawing @param {Set<string>} taken */
function freeId({ places }, taken) {
  let n = 1;
  while (taken.has(`${places.letter}${n}`)) n += 1;
  return `${places.letter}${n}`;
}

/** Puts a place there, with its images; none where one is already. @param {Drawing} drawing @param {Chart} chart @param {Point} at @param {Symmetry} symmetry @param {any} kind @returns {{chart: Chart, id: string | null}} */
export function added(drawing, chart, at, symmetry, kind) {
  const { places, size } = drawing;
  const point = onto(symmetry, size, within(symmetry, size, at));
  const held = [...placesIn(drawing, chart)];
  const taken = new Set(held.map((one) => one[places.id]));
  /** @type {string | null} */
  let first = null;
  for (const image of images(symmetry, size)) {
    const there = rounded(image(point), size);
    const isTaken = held.some((one) => distance(pointOf(drawing, one) ?? [-99, -99], there) <= NEAR);
    if (isTaken || held.length >= places.most) continue;
    const id = freeId(drawing, taken);
    taken.add(id);
    first ??= id;
    held.push({ [places.id]: id, [places.kind]: kind, [places.at]: there });
  }
  return { chart: first ? { ...chart, [places.key]: held } : chart, id: first };
}

/** Moves a place, and its images with it. @param {Drawing} drawing @param {Chart} chart @param {string} id @param {Point} to @param {Symmetry} symmetry @returns {Chart} */
export function moved(drawing, chart, id, to, symmetry) {
  const { places, size } = drawing;
  const from = pointOf(drawing, placeCalled(drawing, chart, id));
  if (!from) return changedPlaces(drawing, chart, [id], (one) => ({ ...one, [places.at]: rounded(to, size) }));
  const goal = along(symmetry, size, from, within(symmetry, size, to));
  /** @type {Map<string, Point>} */
  const goals = new Map([[id, rounded(goal, size)]]);
  for (const image of images(symmetry, size)) {
    const other = nearest(drawing, chart, image(from), NEAR);
    if (other && !goals.has(other)) goals.set(other, rounded(image(goal), size));
  }
  return changedPlaces(drawing, chart, [...goals.keys()], (one) => ({
    ...one,
    [places.at]: goals.get(one[places.id]),
  }));
}

/** @param {Drawing} drawing @param {Chart} chart @param {string[]} ids @param {(place: any) => any} change @returns {Chart} */
function changedPlaces({ places }, chart, ids, change) {
  const held = Array.isArray(chart[places.key]) ? chart[places.key] : [];
  return {
    ...chart,
    [places.key]: held.map((/** @type {any} */ one) => (ids.includes(one?.[places.id]) ? change(one) : one)),
  };
}

/** Takes a place away, its images, and every way that ends there. @param {Drawing} drawing @param {Chart} chart @param {string} id @param {Symmetry} symmetry @returns {Chart} */
export function removed(drawing, chart, id, symmetry) {
  const { places, ways } = drawing;
  const gone = withImages(drawing, chart, id, symmetry);
  const kept = chart[places.key].filter((/** @type {any} */ one) => !gone.includes(one?.[places.id]));
  const left = waysIn(drawing, chart).filter((way) => !gone.includes(way[0]) && !gone.includes(way[1]));
  const cleared = { ...chart, [places.key]: kept, [ways.key]: left };
  const marks = marksIn(drawing, chart);
  return marks.some((one) => gone.includes(one))
    ? marked(
        drawing,
        cleared,
        marks.filter((one) => !gone.includes(one)),
      )
    : cleared;
}

/** Joins two places, and their images; ways that are there stay as they are. @param {Drawing} drawing @param {Chart} chart @param {[string, string]} ends @param {Symmetry} symmetry @returns {Chart} */
export function joined(drawing, chart, ends, symmetry) {
  const { ways } = drawing;
  if (ends[0] === ends[1]) return chart;
  const held = [...waysIn(drawing, chart)];
  for (const pair of pairs(drawing, chart, ends, symmetry)) {
    if (held.some((way) => joins(way, pair)) || held.length >= ways.most) continue;
    held.push([
      ...pair,
      ...ways.fields.map((field, i) => (i || !ways.per ? field.default : lengthOf(drawing, chart, pair, field))),
    ]);
  }
  return { ...chart, [ways.key]: held };
}

/** What the first field of a new way is: its length in steps of `per`. @param {Drawing} drawing @param {Chart} chart @param {[string, string]} pair @param {Field} field */
function lengthOf(drawing, chart, pair, field) {
  const [a, b] = pair.map((id) => pointOf(drawing, placeCalled(drawing, chart, id)));
  if (!a || !b) return field.default;
  return Math.max(field.minimum ?? 1, Math.min(field.maximum ?? 99, Math.round(distance(a, b) / drawing.ways.per)));
}

/** Takes a way away, and its images. @param {Drawing} drawing @param {Chart} chart @param {[string, string]} ends @param {Symmetry} symmetry @returns {Chart} */
export function parted(drawing, chart, ends, symmetry) {
  const gone = pairs(drawing, chart, ends, symmetry);
  return {
    ...chart,
    [drawing.ways.key]: waysIn(drawing, chart).filter((way) => !gone.some((pair) => joins(way, pair))),
  };
}

/** The map with these marks and no others. @param {Drawing} drawing @param {Chart} chart @param {string[]} ids @returns {Chart} */
function marked({ marks, fields }, chart, ids) {
  const others = Object.fromEntries(Object.entries(chart).filter(([key]) => !marks.drops.includes(key)));
  const changed = { ...others, [marks.key]: ids };
  const counts = fields.find(({ key }) => key === marks.counts);
  if (!counts) return changed;
  const n = Math.max(counts.minimum ?? 0, Math.min(counts.maximum ?? 99, ids.length));
  return put(changed, marks.counts, n);
}

/** Marks a place and its images, or no longer. @param {Drawing} drawing @param {Chart} chart @param {string} id @param {boolean} isOn @param {Symmetry} symmetry @returns {Chart} */
export function withMark(drawing, chart, id, isOn, symmetry) {
  const ids = withImages(drawing, chart, id, symmetry);
  const others = marksIn(drawing, chart).filter((one) => !ids.includes(one));
  const held = marksIn(drawing, chart);
  return marked(drawing, chart, isOn ? [...held, ...ids.filter((one) => !held.includes(one))] : others);
}

/**
 * Gives a field of what is selected another value, and its images the same; undefined: the usual one. A name is one place's alone.
 * @param {Drawing} drawing @param {Chart} chart @param {Target} target @param {Field} field @param {any} value @param {Symmetry} symmetry @returns {Chart}
 */
export function withValue(drawing, chart, target, field, value, symmetry) {
  const { places, ways } = drawing;
  if (target.of === 'map') return put(chart, field.key, value);
  if (target.of === 'way') {
    const all = pairs(drawing, chart, target.ends, symmetry);
    const held = waysIn(drawing, chart).map((way) =>
      all.some((pair) => joins(way, pair)) ? put(way, field.key, value ?? field.default) : way,
    );
    return { ...chart, [ways.key]: held };
  }
  const ids = field.key === places.name ? [target.id] : withImages(drawing, chart, target.id, symmetry);
  return changedPlaces(drawing, chart, ids, (one) => {
    const changed = put(one, field.key, value);
    if (field.key !== places.kind) return changed;
    // Another kind has other usual numbers: those of the old kind go.
    return places.fields
      .filter(({ by }) => Object.keys(by).length)
      .reduce((record, { key }) => put(record, key, undefined), changed);
  });
}

/** Of what a fault is, by its path: `towns[3].size`, `roads[1][2]`, `seats.max`. @param {Drawing} drawing @param {Chart} chart @param {string} path @returns {{target: Target, field: string}} */
export function targetOf({ places, ways }, chart, path) {
  const [key, ...rest] = path.split(/[.[\]]+/).filter(Boolean);
  const record = rest.length && Array.isArray(chart?.[key]) ? chart[key][Number(rest[0])] : null;
  if (key === places.key && typeof record?.[places.id] === 'string')
    return { target: { of: 'place', id: record[places.id] }, field: rest.slice(1).join('.') };
  if (key === ways.key && Array.isArray(record) && record.length > 1)
    return { target: { of: 'way', ends: [record[0], record[1]] }, field: rest.slice(1).join('.') };
  return { target: THE_MAP, field: [key, ...rest].filter(Boolean).join('.') };
}

/** Whether the map has what is selected. @param {Drawing} drawing @param {Chart} chart @param {Target} target */
export function isThere(drawing, chart, target) {
  if (target.of === 'place') return placeCalled(drawing, chart, target.id) !== null;
  return target.of === 'map' || wayBetween(drawing, chart, target.ends) !== null;
}

/** @param {any} value @returns {any} the same with keys in order */
const ordered = (value) =>
  Array.isArray(value)
    ? value.map(ordered)
    : value && typeof value === 'object'
      ? Object.fromEntries(
          Object.keys(value)
            .sort()
            .map((key) => [key, ordered(value[key])]),
        )
      : value;

/** Do two maps say the same, whatever they are called? @param {Chart} one @param {Chart} other */
export const isSameChart = (one, other) =>
  JSON.stringify(ordered({ ...one, name: '' })) === JSON.stringify(ordered({ ...other, name: '' }));

/** @param {Target} one @param {Target} other */
export function isSameTarget(one, other) {
  if (one.of === 'way' && other.of === 'way') return [...one.ends].sort().join() === [...other.ends].sort().join();
  return JSON.stringify(one) === JSON.stringify(other);
}
