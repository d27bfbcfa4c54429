/**
 * How far was everything scrolled that scrolls within a page: lists, panes, rows of filters? Back and a reload bring it back, also where a
 * script fills the place later. The window itself is the browser's.
 */
import { keep, kept } from 'app/entry.js';
import { state } from 'app/rest.js';

/** Milliseconds without a movement after which it is kept: browsers refuse to be told each of them. */
const CALM = 200;
/** Milliseconds within which a page is filled; whoever scrolls before has said where they want to be. */
const FILLED = 10_000;
/** As far from the top as it goes: who reads the newest lines reads the newest again. */
const END = 1e9;
const HANDS = ['wheel', 'touchmove', 'pointerdown', 'keydown'];

/** By selector: from the left, from the top. @type {Map<string, [number, number]>} */
const places = new Map(Object.entries(kept('scrolled') ?? {}));
const busy = state('scroll');
let calm = 0;

/** A selector that finds the same element in the page as it is loaded next. @param {Element} element */
export function selectorOf(element) {
  /** @type {string[]} */
  const steps = [];
  for (let at = element; at.parentElement; at = at.parentElement) {
    if (at.id) return [`#${CSS.escape(at.id)}`, ...steps].join(' > ');
    const before = [...at.parentElement.children].filter((one) => one.localName === at.localName);
    steps.unshift(`${at.localName}:nth-of-type(${before.indexOf(at) + 1})`);
  }
  return [':root', ...steps].join(' > ');
}

function write() {
  clearTimeout(calm);
  calm = 0;
  keep({ scrolled: Object.fromEntries(places) });
  busy(false);
}

/** Goes back to where things were, as soon as they are there. */
function restore() {
  const waiting = new Map(places);
  function look() {
    for (const [selector, [left, top]] of waiting) {
      const element = document.querySelector(selector);
      element?.scrollTo({ left, top, behavior: 'instant' });
      // What is to stay at its end may still grow.
      if (element && Math.abs(element.scrollLeft - left) < 2 && Math.abs(element.scrollTop - top) < 2)
        waiting.delete(selector);
    }
    if (!waiting.size) stop();
  }
  const filling = new MutationObserver(look);
  function stop() {
    filling.disconnect();
    for (const hand of HANDS) removeEventListener(hand, stop, true);
  }
  filling.observe(document.body, { subtree: true, childList: true, attributeFilter: ['hidden', 'open', 'data-sheet'] });
  for (const hand of HANDS) addEventListener(hand, stop, { capture: true, passive: true });
  setTimeout(stop, FILLED);
  look();
}

/** From now on. */
export function keepScrolled() {
  if (places.size) restore();
  document.addEventListener(
    'scroll',
    ({ target }) => {
      if (!(target instanceof Element)) return;
      const { scrollLeft: left, scrollTop: top, scrollHeight, clientHeight } = target;
      const isAtEnd = top > 0 && scrollHeight - clientHeight - top < 2;
      if (left || top) places.set(selectorOf(target), [left, isAtEnd ? END : top]);
      else places.delete(selectorOf(target));
      busy(true);
      clearTimeout(calm);
      calm = setTimeout(write, CALM);
    },
    { capture: true, passive: true },
  );
  addEventListener('pagehide', () => calm && write());
}
