/**
 * Where does the focus go when the focused element disappears? If a button is hidden or removed, the focus falls back to the document, and a person
 * at the keyboard would have to start again at the top of the page.
 */
import { byId, isShown } from 'app/dom.js';

/** The element that `land` focused, until the person moves the focus. @type {Element | null} */
let placed = null;

/** Is the focus on no visible element, or only where `land` has put it? */
export function isLost() {
  const at = document.activeElement;
  return at === null || at === document.body || at === placed || !isShown(at);
}

/** Nobody needs the focus where it is: it is lost, or at the board, over which something lies. */
export const isSpare = () => isLost() || document.activeElement === byId('board');

/** The board takes a focus that nobody has given to anything, so that its keys work at once; its rim shows with the first key. @param {() => void} focus */
export function startAtBoard(focus) {
  const at = document.activeElement;
  if ((at !== null && at !== document.body) || document.querySelector('dialog[open]')) return;
  const board = byId('board');
  board.dataset.quiet = '';
  const show = () => delete board.dataset.quiet;
  for (const type of ['keydown', 'blur']) board.addEventListener(type, show, { once: true });
  focus();
}

/** Focuses the result if it is shown, else the open tab. */
export function land() {
  const end = document.getElementById('end');
  const place = !end || end.hidden ? byId('tabs').querySelector('[aria-selected=true]') : end;
  if (!(place instanceof HTMLElement)) return;
  place.focus({ preventScroll: true });
  placed = place;
  place.addEventListener(
    'blur',
    () => {
      placed = null;
    },
    { once: true },
  );
}

/** Makes a change to the page; calls `land` if that loses the focus. @param {() => void} change */
export function keepFocus(change) {
  const at = document.activeElement;
  change();
  if (at !== null && at !== document.body && isLost() && placed !== document.activeElement) land();
}
