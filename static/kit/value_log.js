/** What has somebody said so far, and when? The numbers that were seen of each, as far as their rounds were shown. Pure. */

/** @typedef {[round: number, value: number]} Said */

/** Nobody has said anything, which is 0. */
export function createValueLog() {
  /** @type {Map<number, Map<number, number>>} */
  const log = new Map();
  /** What one has said until a round, the newest first. @param {number} id @param {number} until @returns {Said[]} */
  const of = (id, until) => [...(log.get(id) ?? [])].filter(([round]) => round <= until).sort(([a], [b]) => b - a);
  return {
    of,
    /** Somebody is seen with a value; kept if it is another than before. @param {number} id @param {number} round @param {number} value */
    note(id, round, value) {
      if ((of(id, round)[0]?.[1] ?? 0) === value) return;
      if (!log.has(id)) log.set(id, new Map());
      log.get(id)?.set(round, value);
    },
  };
}
