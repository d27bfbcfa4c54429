/** What is told in this step, and where in it are we? A row of beads, one for each beat in the shape of whose it was; a press goes there. */
import { h, list } from 'app/dom.js';
import { t } from 'app/i18n.js';
import { seatMark } from 'app/seat_mark.js';

/** @typedef {{by?: number | null, text: string}} Told whose it was, and its sentence */

/** So many beads have room in a row. */
const MOST = 14;

/** @param {(index: number) => void} go */
export function createBeads(go) {
  const row = h('div', { class: 'board-beads', role: 'group', 'aria-label': t('Events of the step') });
  /** @type {Told[]} */
  let beats = [];
  const shows = () => beats.length > 1 && beats.length <= MOST;
  return {
    element: row,
    shows,
    /** @param {Told[]} told @param {number} now which is told; -1: none */
    show(told, now) {
      beats = told;
      row.hidden = !shows();
      const shown = shows() ? beats.map((beat, index) => ({ ...beat, index })) : [];
      list(
        row,
        shown,
        ({ index, text }) => `${index} ${text}`,
        ({ by, index, text }) =>
          h(
            'button',
            { type: 'button', 'aria-label': text, title: text, onclick: () => go(index) },
            typeof by === 'number' ? seatMark(by) : h('i', { 'aria-hidden': 'true' }),
          ),
        (bead, { index }) => {
          if (index === now) bead.setAttribute('aria-current', 'step');
          else bead.removeAttribute('aria-current');
        },
      );
      // Where they have not all room the one that is told stays in sight.
      const bead = /** @type {HTMLElement | null} */ (row.querySelector('[aria-current]'));
      if (bead) row.scrollLeft = bead.offsetLeft - row.clientWidth / 2;
    },
  };
}
