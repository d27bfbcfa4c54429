/** Where do ships head while they lie still? As they last moved, which no later view says: a reload brings it back, and a step before that forgets it. */
import { keep, kept } from 'app/entry.js';
import { headingOf } from 'kit/actors.js';

/** @import { Position } from './types' */

const EIGHTH = Math.PI / 4;

/** @param {{seat: number | null, isKept: boolean}} how isKept: with the page's entry in the history, for the view of that seat */
export function createHeadings({ seat, isKept }) {
  /** Radians, by unit. @type {Map<number, number>} */
  let headings = new Map();
  /** @type {number | null} */
  let last = null;

  /** @param {number} step */
  function recall(step) {
    const found = isKept ? kept('headings') : null;
    if (found?.seat === seat && found.step <= step) headings = new Map(found.all);
  }

  return {
    /** @param {number} id */
    of: (id) => headings.get(id) ?? 0,

    /**
     * The last step that each made, else its destination, else the middle of the map.
     * @param {Position} position @param {readonly any[]} events that led to it @param {number} step
     */
    steer(position, events, step) {
      if (last === null) recall(step);
      else if (step < last) headings.clear();
      last = step;
      for (const { type, id, path, segments } of events) {
        const [a, b] = type === 'move' ? (path ?? segments.at(-1)).slice(-2) : [];
        if (b) headings.set(id, headingOf(a, b));
      }
      const middle = [position.chart.width / 2, position.chart.height / 2];
      const there = [...position.units, ...position.ghosts];
      for (const unit of there) {
        if (headings.has(unit.id)) continue;
        const goal = ('destination' in unit && unit.destination) || middle;
        headings.set(unit.id, Math.round(headingOf(unit.pos, goal) / EIGHTH) * EIGHTH);
      }
      if (!isKept) return;
      const all = there.map(({ id }) => [id, headings.get(id)]);
      keep({ headings: { seat, step, all } });
    },
  };
}
