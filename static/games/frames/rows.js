/**
 * When do the rows of the table change their heights? They move there (table.css), and not while something on the table is pressed: what the
 * hand is on stays under it until it lets go.
 */

/** @param {HTMLElement} root what is pressed @param {HTMLElement} table whose rows they are */
export function createRows(root, table) {
  /** @type {Set<number>} */
  const presses = new Set();
  let wanted = '';

  function write() {
    if (!presses.size) table.style.setProperty('--rows', wanted);
  }
  /** @param {PointerEvent} event */
  const down = ({ pointerId }) => void presses.add(pointerId);
  /** The click of this press still finds what it was on. @param {PointerEvent} event */
  const up = ({ pointerId }) => presses.delete(pointerId) && setTimeout(write);
  root.addEventListener('pointerdown', down);
  for (const kind of /** @type {const} */ (['pointerup', 'pointercancel'])) window.addEventListener(kind, up);

  return {
    /** @param {string} tracks of the rows, as `spread.js` has them */
    set(tracks) {
      wanted = tracks;
      write();
    },

    /** What is measured where the rows will be, though they are still on their way. @template T @param {() => T} measure @returns {T} */
    settled(measure) {
      const moving = table.getAnimations().map((motion) => ({ motion, time: motion.currentTime }));
      for (const { motion } of moving) motion.currentTime = motion.effect?.getComputedTiming().endTime ?? null;
      const found = measure();
      for (const { motion, time } of moving) motion.currentTime = time;
      return found;
    },

    destroy() {
      for (const kind of /** @type {const} */ (['pointerup', 'pointercancel'])) window.removeEventListener(kind, up);
    },
  };
}
