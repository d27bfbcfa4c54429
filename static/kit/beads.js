/** What is told in this step, and where in it are we? A row of beads, one for each beat in the shape of whose it was; a press goes there. */
import { h } from 'app/dom.js';
import { t } from 'app/i18n.js';
import { seatMark } from 'app/seat_mark.js';
import { each } from 'kit/lists.js';

/** @typedef {{by?: number | null, text: string}} Told whose it was, and its sentence */

/** So many beads have room in a row. */
const MOST = 14;

/** @param {(index: number) => void} go */
export function createBeads(go) {
  const row = each(
    h('div', { class: 'board-beads', role: 'group', 'aria-label': t('Events of the step') }),
    (/** @type {Told & {index: number, isNow: boolean}} */ { index, text }) => `${index} ${text}`,
    ({ by, index, text }) => {
      const bead = h(
        'button',
        { type: 'button', 'aria-label': text, title: text, onclick: () => go(index) },
        typeof by === 'number' ? seatMark(by) : h('i', { 'aria-hidden': 'true' }),
      );
      return {
        element: bead,
        show({ isNow }) {
          if (isNow) bead.setAttribute('aria-current', 'step');
          else bead.removeAttribute('aria-current');
        },
      };
    },
  );
  /** @type {Told[]} */
  let beats = [];
  const shows = () => beats.length > 1 && beats.length <= MOST;
  return {
    element: row.element,
    shows,
    /** @param {Told[]} told @param {number} now which is told; -1: none */
    show(told, now) {
      beats = told;
      row.element.hidden = !shows();
      row.show(shows() ? beats.map((beat, index) => ({ ...beat, index, isNow: index === now })) : []);
    },
  };
}
