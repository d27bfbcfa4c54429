/**
 * Which of my matches wait for me? A number at "My matches", in the tab and on the icon of an installed site; and the way from one to the next. The
 * account socket tells it to every page; the match that a page shows speaks for itself.
 *
 * @typedef {{ match: string, name: string, url: string, deadline: number | null }} Waiting
 */
import { h, replace } from 'app/dom.js';
import { t, tn } from 'app/i18n.js';
import { tellTab } from 'app/tab.js';

/** @type {Waiting[]} the most urgent first */
let waiting = [];
/** @type {Set<() => void>} */
const listeners = new Set();

/** @param {Waiting[]} told */
export function hearWaiting(told) {
  waiting = told;
  const others = elsewhere().length;
  tellTab({ waiting: others });
  const marks = document.querySelectorAll('[data-waiting]');
  for (const mark of marks) {
    /** @type {HTMLElement} */ (mark).hidden = !told.length;
    replace(
      mark,
      h('span', { 'aria-hidden': 'true' }, String(told.length)),
      h('span', { class: 'visually-hidden' }, tn('{n} match waits for you', '{n} matches wait for you', told.length)),
    );
  }
  const title = document.getElementById('front-title');
  if (title) title.textContent = frontTitle(told.length);
  // Where there is no icon that could carry a number nothing comes of it.
  const asked = told.length ? navigator.setAppBadge?.(told.length) : navigator.clearAppBadge?.();
  asked?.catch(() => {});
  for (const listener of listeners) listener();
}

/** @param {number} number */
const frontTitle = (number) =>
  number ? tn('{n} match waits for you', '{n} matches wait for you', number) : t('Nothing waits for you');

/** The waiting matches that this page does not show. */
export const elsewhere = () => waiting.filter(({ url }) => url !== location.pathname);

/**
 * The waiting match after this page's, or before it, in the order of their deadlines, round and round.
 * @param {1 | -1} by @returns {Waiting | null}
 */
export function neighbour(by) {
  const others = elsewhere();
  if (!others.length) return null;
  const here = waiting.findIndex(({ url }) => url === location.pathname);
  if (here < 0) return by > 0 ? others[0] : others[others.length - 1];
  return waiting[(here + by + waiting.length) % waiting.length];
}

/** @param {() => void} listener is called with every change */
export const onWaiting = (listener) => void listeners.add(listener);
