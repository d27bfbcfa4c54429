/**
 * What of a row lies beyond its edges? Where a row is scrolled, its end fades, and a button there says how many more there are and brings
 * them into view. Arrow keys go through the row by themselves (kit/roving.js), so the buttons are no stops of the Tab key.
 */
import { assign, h, loadStyle, setText } from 'app/dom.js';
import { tn } from 'app/i18n.js';
import { isMotionReduced } from 'app/motion.js';
import { oncePerFrame } from 'app/rest.js';

/** @typedef {{left: number, right: number}} Span in pixels */

/** An item of which no more than so many pixels are cut is seen whole. */
const CUT = 6;
/** Pixels that a button takes after a row (`beyond.css`). */
const BESIDE = 34;
/** Part of the row by which a press moves it. */
const PRESSED = 0.8;

/**
 * How many items are cut or lie outside of a row, before it and after it.
 * @param {Span} row @param {readonly Span[]} items @returns {{before: number, after: number}}
 */
export function countBeyond({ left, right }, items) {
  return {
    before: items.filter((one) => one.left < left - CUT).length,
    after: items.filter((one) => one.right > right + CUT).length,
  };
}

/**
 * @param {HTMLElement} host holds the rows and the buttons over them, and is not scrolled
 * @param {{element: HTMLElement, isBeside?: boolean}[]} rows of which the page's styles scroll one, or none; `isBeside`: the styles leave room after it, where the
 *   buttons stand one above the other, so that they cover nothing
 * @param {string} selector of the items
 * @returns {{show: () => void, destroy: () => void}} `show`: the items have changed
 */
export function sayBeyond(host, rows, selector) {
  loadStyle('kit/beyond.css');
  const side = (/** @type {'before' | 'after'} */ where) => {
    const words = h('b');
    const button = h(
      'button',
      { type: 'button', class: `kit-beyond ${where}`, tabindex: '-1', hidden: true, onclick: () => go(where) },
      words,
    );
    return { words, button };
  };
  const sides = { before: side('before'), after: side('after') };
  host.append(sides.before.button, sides.after.button);
  const scrolled = () =>
    rows.find(
      ({ element }) =>
        element.scrollWidth > element.clientWidth + 1 && getComputedStyle(element).overflowX !== 'visible',
    );

  /** @param {'before' | 'after'} where */
  function go(where) {
    const row = scrolled()?.element;
    if (!row) return;
    const way = getComputedStyle(row).direction === 'rtl' ? -1 : 1;
    row.scrollBy({
      left: row.clientWidth * PRESSED * (where === 'after' ? way : -way),
      behavior: isMotionReduced() ? 'auto' : 'smooth',
    });
  }

  const later = oncePerFrame(show);
  function show() {
    const { element: row, isBeside: wantsBeside = false } = scrolled() ?? {};
    const box = row?.getBoundingClientRect();
    const items = row && box ? [...row.querySelectorAll(selector)].map((one) => one.getBoundingClientRect()) : [];
    const counts = box
      ? countBeyond(
          box,
          items.filter(({ width }) => width > 0),
        )
      : { before: 0, after: 0 };
    const isTurned = !!row && getComputedStyle(row).direction === 'rtl';
    if (isTurned) [counts.before, counts.after] = [counts.after, counts.before];
    const names = /** @type {const} */ (['before', 'after']);
    for (const name of names) {
      const { button, words } = sides[name];
      const n = counts[name];
      button.hidden = !n;
      setText(words, `${n}`);
      if (!n || !box) continue;
      const base = (button.offsetParent ?? host).getBoundingClientRect();
      const label = tn('{n} more', '{n} more', n);
      assign(button, { 'aria-label': label, title: label });
      const isRight = (name === 'after') !== isTurned;
      // Where the styles leave too little room after the row, it stands over its end.
      const isBeside = wantsBeside && (isTurned ? box.left - base.left : base.right - box.right) >= BESIDE;
      const [top, height] = isBeside
        ? [box.top + (name === 'after' ? box.height / 2 : 0), box.height / 2]
        : [box.top, box.height];
      const style = { top: `${top - base.top}px`, height: `${height}px`, left: 'auto', right: 'auto' };
      if (isBeside)
        style[isTurned ? 'right' : 'left'] = `${isTurned ? base.right - box.left : box.right - base.left}px`;
      else if (isRight) style.right = `${base.right - box.right}px`;
      else style.left = `${box.left - base.left}px`;
      assign(button, { style });
      button.classList.toggle('to-right', isRight);
      button.classList.toggle('beside', isBeside);
    }
  }

  const sized = new ResizeObserver(later);
  for (const { element } of rows) {
    element.addEventListener('scroll', later, { passive: true });
    sized.observe(element);
  }
  return {
    show: later,
    destroy() {
      later.cancel();
      sized.disconnect();
    },
  };
}
