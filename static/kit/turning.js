/** When does a still give way to the next one by itself? Once it has been read, where nobody goes through them by hand. */
import { state as underWay } from 'app/rest.js';
import { readingOf } from './beats.js';

/** @typedef {import('./beats.js').Placed} Placed */

/** @param {() => unknown} turn to the next still */
export function createTurning(turn) {
  const busy = underWay('still');
  /** @type {Placed | null} */
  let waiting = null;
  let timer = 0;
  return {
    /** @param {Placed} beat */
    wait(beat) {
      if (waiting === beat) return;
      clearTimeout(timer);
      busy(true);
      waiting = beat;
      timer = setTimeout(turn, readingOf(beat.text ?? ''));
    },
    stop() {
      clearTimeout(timer);
      waiting = null;
      busy(false);
    },
  };
}
