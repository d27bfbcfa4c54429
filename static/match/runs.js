/**
 * What are the frames of a run? How is a run decoded? The first view is complete, each later one is a difference, and the events are in columns: see
 * docs/protocol.md, *Runs of frames*. Pure. Views share the objects that did not change, so treat them as immutable.
 *
 * @typedef {import("../types").Frame} Frame
 * @typedef {import("../types").GameEvent} GameEvent
 * @typedef {import("../types").Run} Run
 */

const WHOLE = 0;
const OBJECT = 1;
const LIST = 2;

/** All frames of a run, each with the keys that are the same in all of them. @param {Run} run @param {object} constant @returns {Frame[]} */
export function framesOf(run, constant) {
  const events = rowsOf(run.events);
  let { view } = run;
  return events.map((told, at) => {
    if (at > 0) view = changed(view, run.changes[at - 1]);
    const step = run.first + at;
    return { step, view: { ...constant, ...view }, events: told, choices: null, final: step === run.final };
  });
}

/** The value after a change; a change of null leaves it as it was. @param {any} value @param {any} change @returns {any} */
export function changed(value, change) {
  if (change === null) return value;
  const [kind, ...parts] = change;
  if (kind === WHOLE) return parts[0];
  if (kind === OBJECT) return changedObject(value, parts[0], parts[1]);
  if (kind === LIST) return changedList(value, parts[0], parts[1]);
  return changedRows(value, parts[0], parts[1], parts[2]);
}

/** @param {any} before @param {Record<string, any>} changes @param {string[]} gone */
function changedObject(before, changes, gone) {
  const after = { ...before };
  for (const [key, change] of Object.entries(changes)) after[key] = changed(before[key], change);
  for (const key of gone) delete after[key];
  return after;
}

/** @param {any[]} before @param {number[]} places @param {any[]} changes */
function changedList(before, places, changes) {
  const after = before.slice();
  for (const [at, place] of places.entries()) after[place] = changed(before[place], changes[at]);
  return after;
}

/** @param {any[]} before @param {number[]} gone @param {[number, any][]} added @param {Record<string, [number[], any[]]>} columns */
function changedRows(before, gone, added, columns) {
  const away = new Set(gone);
  const rows = before.filter((_, place) => !away.has(place));
  const kept = rows.slice();
  for (const [key, [places, values]] of Object.entries(columns)) {
    for (const [at, place] of places.entries()) {
      if (rows[place] === kept[place]) rows[place] = { ...kept[place] };
      rows[place][key] = values[at];
    }
  }
  // In ascending order of places, so that each insertion is at its final place.
  for (const [place, row] of added) rows.splice(place, 0, row);
  return rows;
}

/** Converts columns to lists of objects. @param {Run["events"]} table @returns {GameEvent[][]} */
function rowsOf({ keys, columns, order }) {
  const read = keys.map(() => 0);
  return order.map((kinds) =>
    kinds.map((kind) => {
      const at = read[kind]++;
      return /** @type {GameEvent} */ (
        Object.fromEntries(keys[kind].map((key, place) => [key, columns[kind][place][at]]))
      );
    }),
  );
}
