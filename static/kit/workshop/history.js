/** How is a step taken back? What was, what is and what would be again, as plain data that can be kept. Pure. */

/**
 * @template T
 * @typedef {{past: T[], now: T, future: T[], typing: boolean}} History `typing`: the last step was a letter of a name
 */

const MOST_STEPS = 50;

/** @template T @param {T} now @returns {History<T>} */
export const historyOf = (now) => ({ past: [], now, future: [], typing: false });

/** One step on. While somebody types all letters are one step. @template T @param {History<T>} history @param {T} now @param {boolean} [typing] @returns {History<T>} */
export function stepped(history, now, typing = false) {
  const past = typing && history.typing ? history.past : [...history.past, history.now].slice(-MOST_STEPS);
  return { past, now, future: [], typing };
}

/** One step back, if there is one. @template T @param {History<T>} history @returns {History<T>} */
export function undone({ past, now, future }) {
  if (!past.length) return { past, now, future, typing: false };
  return { past: past.slice(0, -1), now: past[past.length - 1], future: [now, ...future], typing: false };
}

/** The step that was taken back last, if there is one. @template T @param {History<T>} history @returns {History<T>} */
export function redone({ past, now, future }) {
  if (!future.length) return { past, now, future, typing: false };
  return { past: [...past, now], now: future[0], future: future.slice(1), typing: false };
}
