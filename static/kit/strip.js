/**
 * How does a finger choose how much? A strip at the foot of the board, above everything that scrolls: parts of what there is, for what
 * its first words say, and a way out. Shown to fingers only; mouse and keys have the panel beside the board.
 */
import { assign, h, setText } from 'app/dom.js';
import { keepPresses } from 'kit/over.js';
import { button, SIGNS, signButton } from 'kit/parts.js';

/**
 * @param {HTMLElement} el the board's element
 * @param {{label: string, parts: number[], onpart: (percent: number) => void, every?: {label: string, sign: string, act: () => void}, onclose: () => void, more?: HTMLElement[]}} what
 *   `parts` in percent; `every`: a switch beside them; `more`: what else can be done there, shown and hidden by who gives it
 * @returns {{show: (facts: {words: string, percent: number | null, hasParts?: boolean, every?: boolean | null, close: string} | null) => void, destroy: () => void}}
 *   null: there is nothing to set; `every` null: no such switch now; `close`: what its last button does
 */
export function amountStrip(el, { label, parts, onpart, every, onclose, more = [] }) {
  const buttons = parts.map((percent) => button({ text: `${percent}%`, act: () => onpart(percent) }));
  const again = every && button({ text: every.sign, label: every.label, title: every.label, act: every.act });
  const lead = h('span', { class: 'kit-strip-words' });
  const out = signButton(SIGNS.close, '', onclose);
  const element = h(
    'div',
    { class: 'kit-panel kit-strip', role: 'group', 'aria-label': label, hidden: true },
    lead,
    buttons.map((one) => one.element),
    again?.element,
    more,
    out,
  );
  keepPresses(element);
  el.append(element);
  return {
    show(facts) {
      element.hidden = facts === null;
      if (!facts) return;
      const { words, percent, hasParts = true, every: isAgain = null, close } = facts;
      setText(lead, words);
      buttons.forEach((one, i) => {
        one.show({ pressed: parts[i] === percent, shown: hasParts });
      });
      again?.show({ pressed: isAgain ?? false, shown: isAgain !== null });
      assign(out, { 'aria-label': close, title: close });
    },
    destroy: () => element.remove(),
  };
}
