/** Where do pieces head while they lie still? As they last moved, which no later view says: a reload brings it back, and a step before that forgets it. */
import { keep, kept } from 'app/entry.js';

/** @param {{seat: number | null, isKept: boolean}} how isKept: with the page's entry in the history, for the view of that seat */
export function createHeadings({ seat, isKept }) {
  /** Radians, by piece. @type {Map<number, number>} */
  let headings = new Map();
  /** @type {number | null} */
  let last = null;

  /** @param {number} step */
  function recall(step) {
    const found = isKept ? kept('headings') : null;
    if (found?.seat === seat && found.step <= step) headings = new Map(found.all);
  }

  return {
    /** Radians; undefined: nobody has said where it heads. @param {number} id */
    of: (id) => headings.get(id),

    /**
     * @param {number} step that is shown now
     * @param {readonly (readonly [id: number, heading: number])[]} moved in the step that led to it
     * @param {readonly {id: number}[]} there who is there
     * @param {(id: number) => number | undefined} [otherwise] where somebody heads who has not been seen to move
     */
    steer(step, moved, there, otherwise = () => undefined) {
      if (last === null) recall(step);
      else if (step < last) headings.clear();
      last = step;
      for (const [id, heading] of moved) headings.set(id, heading);
      for (const { id } of there) {
        const guess = headings.has(id) ? undefined : otherwise(id);
        if (guess !== undefined) headings.set(id, guess);
      }
      if (!isKept) return;
      const all = there.flatMap(({ id }) => (headings.has(id) ? [[id, headings.get(id)]] : []));
      keep({ headings: { seat, step, all } });
    },
  };
}
