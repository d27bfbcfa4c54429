/** Why can nothing be done there? A sentence at the place that was pressed, for a moment. */
import { h, loadStyle } from 'app/dom.js';

/** Milliseconds that a sentence stays, and longer by so many for each letter. */
const [STAYS, LETTER] = [1800, 45];
/** Pixels between the sentence and the place, and the edges of the board. */
const AWAY = 14;

/**
 * Shows sentences at the place of the board that was pressed last; with keys, at its foot.
 * @param {HTMLElement} el the board's element
 */
export function createWhy(el) {
  loadStyle('kit/overlay.css');
  /** @type {[number, number] | null} */
  let place = null;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  // Spoken by the page's own live region. No paragraph: those of a match are as wide as their words (css/match.css), this one wraps within the board.
  const element = h('div', { class: 'board-why', 'aria-hidden': 'true', hidden: true });
  el.append(element);

  function hide() {
    clearTimeout(timer);
    element.hidden = true;
  }
  /** @param {PointerEvent} event */
  function press(event) {
    const { left, top } = el.getBoundingClientRect();
    place = [event.clientX - left, event.clientY - top];
    if (event.type === 'pointerdown') hide();
  }
  function key() {
    place = null;
    hide();
  }
  el.addEventListener('pointerdown', press, true);
  el.addEventListener('pointerup', press, true);
  el.addEventListener('keydown', key, true);

  return {
    /** What was refused in one position says nothing of the next. */
    hide,
    /** @param {string} text */
    show(text) {
      hide();
      element.textContent = text;
      element.hidden = false;
      const { clientWidth: width, clientHeight: height } = el;
      const { offsetWidth: wide, offsetHeight: high } = element;
      const [x, y] = place ?? [width / 2, height];
      const above = y - AWAY - high;
      element.style.left = `${Math.max(AWAY, Math.min(width - wide - AWAY, x - wide / 2))}px`;
      element.style.top = `${Math.max(AWAY, above < AWAY ? Math.min(y + AWAY, height - high - AWAY) : above)}px`;
      timer = setTimeout(hide, STAYS + LETTER * text.length);
    },
    destroy() {
      hide();
      el.removeEventListener('pointerdown', press, true);
      el.removeEventListener('pointerup', press, true);
      el.removeEventListener('keydown', key, true);
      element.remove();
    },
  };
}
