/** Where do the numbers of a beat stand? Over their place, or below it where there is no room; of a beat of several places each at its own. */
import { h, replace } from 'app/dom.js';
import { signed } from 'kit/describe.js';
import { numbersAt } from './beats.js';

/** @typedef {import('board/lines.js').Point} Point */
/** @typedef {import('./beats.js').Beat} Beat */

/** CSS pixels between a caption and numbers, and between these and their place, over what the board itself shows there (`overlay.css`). */
export const GAP = 8;
const OVER = 44;
/** So much of the board around a place is what the numbers are about. */
const CLEAR = 28;
/** Farther off than this they are tied to their place. */
const TIED = 12;
/** Numbers this far from an edge at the sides are not cut. */
const SIDE = 80;

/** @param {import('../types').Change} change */
const numberOf = ({ amount, name }) =>
  h('span', { class: amount < 0 ? 'bad' : 'good' }, h('b', null, signed(amount)), ' ', h('small', null, name));

/** @param {{el: HTMLElement, board: import('board/board.js').Board | undefined, telling: import('./beats.js').Telling}} how */
export function createNumbers({ el, board, telling }) {
  const made = () => h('div', { class: 'board-numbers', hidden: true });
  const element = h('div', null, made());
  /** @type {(Point | null)[]} */
  let places = [];
  /** @type {Beat | null} */
  let shown = null;
  const all = () => /** @type {HTMLElement[]} */ ([...element.children]);

  /** Pixels above a place that the board fills with signs of its own. @param {number} [scale] of the camera */
  const signsAt = (scale = board?.state.camera.scale ?? 1) => telling.over?.(scale, shown?.events ?? []) ?? OVER;
  const height = () => Math.max(...all().map((one) => one.offsetHeight));

  /** @param {HTMLElement} one @param {Point} at in pixels @param {{head: number, isLow: boolean}} caption */
  function put(one, [x, y], { head, isLow }) {
    const { clientWidth: width, clientHeight } = el;
    const over = signsAt();
    const high = over + one.offsetHeight;
    // Where there is no room above a place, under the caption or clear of what stands at the rim, they stand below it, and never on it; not
    // while the camera still makes room.
    const isBelow = !board?.moving?.() && y - high < (isLow ? CLEAR : head + GAP);
    const under = telling.under?.(board?.state.camera.scale ?? 1) ?? over;
    const foot = isBelow
      ? Math.min(clientHeight + over - GAP, y + under + high)
      : Math.max(head + GAP + high, Math.min(clientHeight - 60, y));
    const left = Math.max(SIDE, Math.min(width - SIDE, x));
    // A line leads from those that stand farther off than usual towards their place.
    const away = isBelow ? foot - high - y - under : y - foot;
    const tie = away > TIED ? Math.round(away) : 0;
    one.classList.toggle('below', isBelow);
    one.style.setProperty('--over', `${Math.round(over)}px`);
    one.style.setProperty('--tie', `${tie}px`);
    one.style.setProperty('--lean', `${Math.round(x - left)}px`);
    one.style.setProperty('left', `${left}px`);
    one.style.setProperty('top', `${foot}px`);
  }

  return {
    element,
    signsAt,
    height,

    /** @param {Beat | null} beat whose numbers are shown @param {boolean} [isTold] if it has any */
    show(beat, isTold = true) {
      shown = beat;
      const sets = beat && isTold ? numbersAt(beat) : [];
      places = sets.map(({ at }) => at);
      for (let more = all().length; more < sets.length; more += 1) element.append(made());
      for (const [i, one] of all().entries()) replace(one, ...(sets[i]?.numbers ?? []).map(numberOf));
    },

    /** Numbers follow the camera. @param {Point | null} middle of all places, in pixels @param {{head: number, isLow: boolean}} caption where it ends, and whether it stands at the foot */
    place(middle, caption) {
      for (const [i, one] of all().entries()) {
        const at = places[i];
        one.hidden = !middle || !one.childElementCount;
        if (middle) put(one, board && at ? board.screen(...at) : middle, caption);
      }
    },

    hide() {
      for (const one of all()) one.hidden = true;
    },
  };
}
