/**
 * Which chat lines have I sent, and have they arrived? Sends a line once, even if asked several times, and finds out whether a line that was under way when the
 * connection was lost has arrived. Pure: no DOM, no socket.
 */

/** Error codes after which it is unknown whether the line arrived. */
const OPEN = new Set(['offline', 'no_answer']);

/** The text as the site stores it. @param {string} text */
export const folded = (text) => text.trim().replace(/\s+/g, ' ');

/**
 * @param {(place: string, text: string) => number} count number of lines with this text at this place; only my own if the author is known
 */
export function createSaying(count) {
  /** @type {Set<string>} */
  const underWay = new Set();
  /** @type {Map<string, { place: string, text: string, before: number }>} */
  const inDoubt = new Map();

  return {
    /**
     * Sends a line. Resolves with false if the same line is under way already. Rejects as `send` does.
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
    /** Lines in doubt that turn out to have arrived; each is returned once. */
    heard() {
      const found = [...inDoubt].filter(([, { place, text, before }]) => count(place, text) > before);
      for (const [key] of found) inDoubt.delete(key);
      return found.map(([, { place, text }]) => ({ place, text }));
    },
  };
}
