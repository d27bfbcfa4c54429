/** Where do ships head while they lie still? The last step that each made, else its destination, else the middle of the map. */
import { headingOf } from 'kit/actors.js';
import { createHeadings as createKept } from 'kit/headings.js';

/** @import { Position } from './types' */

const EIGHTH = Math.PI / 4;

/** @param {{seat: number | null, isKept: boolean}} how as in kit/headings.js */
export function createHeadings(how) {
  const headings = createKept(how);
  return {
    /** @param {number} id */
    of: (id) => headings.of(id) ?? 0,

    /** @param {Position} position @param {readonly any[]} events that led to it @param {number} step */
    steer(position, events, step) {
      const moved = events.flatMap(({ type, id, path, segments }) => {
        const [a, b] = type === 'move' ? (path ?? segments.at(-1)).slice(-2) : [];
        return b ? [/** @type {[number, number]} */ ([id, headingOf(a, b)])] : [];
      });
      const middle = [position.chart.width / 2, position.chart.height / 2];
      const there = [...position.units, ...position.ghosts];
      const units = new Map(there.map((unit) => [unit.id, unit]));
      headings.steer(step, moved, there, (id) => {
        const unit = units.get(id);
        const goal = (unit && 'destination' in unit && unit.destination) || middle;
        return unit && Math.round(headingOf(unit.pos, goal) / EIGHTH) * EIGHTH;
      });
    },
  };
}
