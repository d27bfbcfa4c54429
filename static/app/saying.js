/**
 * What have I said, and was it heard? Says a thing once, however often that is asked for, and finds out whether what was under way as the
 * line was lost had arrived. Pure: no DOM, no socket.
 */

/** Failures that leave open whether it was heard. */
const OPEN = new Set(['offline', 'no_answer']);

/** As the site keeps it. @param {string} text */
export const folded = (text) => text.trim().replace(/\s+/g, ' ');

/**
 * @param {(place: string, text: string) => number} count how many lines say just that there, of mine where that can be told
 */
export function createSaying(count) {
  /** @type {Set<string>} */
  const underWay = new Set();
  /** @type {Map<string, { place: string, text: string, before: number }>} */
  const inDoubt = new Map();

  return {
    /**
     * Says it; false if just that is under way already. Rejects as `send` does.
     * @param {string} place @param {string} text folded @param {() => Promise<unknown>} send
     */
    async say(place, text, send) {
      const key = `${place}/${text}`;
      if (underWay.has(key)) return false;
      underWay.add(key);
      const before = count(place, text);
      try {
        await send();
        inDoubt.delete(key);
        return true;
      } catch (error) {
        if (OPEN.has(/** @type {any} */ (error).code) && !inDoubt.has(key)) inDoubt.set(key, { place, text, before });
        throw error;
      } finally {
        underWay.delete(key);
      }
    },
    /** What was in doubt and turns out to have been said; each once. */
    heard() {
      const found = [...inDoubt].filter(([, { place, text, before }]) => count(place, text) > before);
      for (const [key] of found) inDoubt.delete(key);
      return found.map(([, { place, text }]) => ({ place, text }));
    },
  };
}
