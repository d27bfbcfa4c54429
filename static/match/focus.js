/**
 * Where is the keyboard when what it was on has gone? A button that is hidden or taken away leaves the focus nowhere, and whoever
 * does not use a pointer would begin again at the top of the page.
 */
import { byId } from 'app/dom.js';

/** Where it was put for want of anything better, as long as nobody has moved it. @type {Element | null} */
let placed = null;

/** Is it nowhere, or where only we have put it? */
export function isLost() {
  const at = document.activeElement;
  return at === null || at === document.body || at === placed || !at.checkVisibility();
}

/** Puts it on the result if that is shown, else on the tab that is open. */
export function land() {
  const end = byId('end');
  const place = end.hidden ? byId('tabs').querySelector('[aria-selected=true]') : end;
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

/** Does something to the page; if the focus goes with what that takes away, it lands. @param {() => void} change */
export function keepFocus(change) {
  const at = document.activeElement;
  change();
  if (at !== null && at !== document.body && isLost() && placed !== document.activeElement) land();
}
