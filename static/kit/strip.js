/**
 * How is the second half of an order given by a finger? A strip at the foot of the board, above everything that scrolls: parts of what
 * there is, and the way to take the order back. Shown to fingers only; mouse and keys have the panel beside the board.
 */
import { h } from 'app/dom.js';
import { t } from 'app/i18n.js';
import { keepPresses } from 'kit/over.js';
import { button, SIGNS, signButton } from 'kit/parts.js';

/**
 * @param {HTMLElement} el the board's element
 * @param {{label: string, parts: number[], onpart: (percent: number) => void, onremove: () => void, more?: HTMLElement}} what `parts` in percent; `more`: a button for
 *   what else can be done there
 * @returns {{show: (percent: number | null) => void, destroy: () => void}} null: there is nothing to set
 */
export function amountStrip(el, { label, parts, onpart, onremove, more }) {
  const buttons = parts.map((percent) => button({ text: `${percent}%`, act: () => onpart(percent) }));
  const element = h(
    'div',
    { class: 'kit-panel kit-strip', role: 'group', 'aria-label': label, hidden: true },
    buttons.map((one) => one.element),
    more,
    signButton(SIGNS.close, t('Delete this order'), onremove),
  );
  keepPresses(element);
  el.append(element);
  return {
    show(percent) {
      element.hidden = percent === null;
      buttons.forEach((one, i) => {
        one.show({ pressed: parts[i] === percent });
      });
    },
    destroy: () => element.remove(),
  };
}
