/**
 * How does a card get from one place to another? It flies there from a pile, a hand or a warship, is turned over large in the middle of the table
 * with all that it does, and goes on to what it acts on; drawn cards come one by one into the hand. Where nothing moves it does nothing.
 */
import { h } from 'app/dom.js';
import { brief } from './briefs.js';
import { backElement, cardElement } from './card.js';

/** @typedef {import('./position.js').Position} Position */
/** @typedef {{left: number, top: number, width: number, height: number}} Box */

/** Milliseconds at ordinary speed: on the way, to read all rules, to read a card that stays in the hand, and the same of each of several. */
const [FLY, READ, SEEN, SEEN_OF_MANY] = [300, 1500, 900, 520];
/** So many drawn cards are shown one by one; the others are there at once. */
const MOST = 4;
const EASE = 'cubic-bezier(.2,.7,.2,1)';

/** What lets a card of this width begin at a box, or end there. @param {Box} box @param {number} width @param {Box} base */
export const atBox = (box, width, base) => {
  const scale = Math.min(1, box.width / width);
  const [x, y] = [box.left - base.left + (box.width - width * scale) / 2, box.top - base.top];
  return `translate(${Math.round(x)}px, ${Math.round(y)}px) scale(${scale.toFixed(3)})`;
};

/**
 * @param {{root: HTMLElement, felt: HTMLElement, wait: (milliseconds: number) => Promise<void>, speed: () => number, isStill: () => boolean}} parts
 *   `root` holds table and hand, `felt` the table; `isStill`: nothing moves, or it is skipped
 */
export function createFlights({ root, felt, wait, speed, isStill }) {
  /** @param {HTMLElement} element @param {Keyframe[]} frames @param {number} [milliseconds] */
  async function move(element, frames, milliseconds = FLY) {
    if (isStill()) return;
    element.animate(frames, { duration: milliseconds / speed(), easing: EASE, fill: 'forwards' });
    await wait(milliseconds);
  }

  /** Where a card lies large: in the middle of the table, whole on the page. @param {HTMLElement} element @returns {Box} */
  function middle(element) {
    const [base, table] = [root.getBoundingClientRect(), felt.getBoundingClientRect()];
    const { offsetWidth: width, offsetHeight: height } = element;
    const top = Math.max(base.top + 4, Math.min(table.top + (table.height - height) / 2, base.bottom - height - 4));
    return { left: table.left + (table.width - width) / 2, top, width, height };
  }

  /** @param {HTMLElement | null} card @param {string} kind */
  const flying = (card, kind) =>
    h('div', { class: `fr-flight ${kind}`, 'aria-hidden': 'true' }, h('div', { class: 'fr-flight-turn' }, card));

  return {
    /**
     * A card is turned over for all to read, and goes where it acts.
     * @param {Position} position @param {string} card @param {{from: Element | null, to: Element | null, note?: string | null, isBack?: boolean}} how
     *   `note`: who turned it over; `isBack`: it comes with its back up
     */
    async show(position, card, { from, to, note = null, isBack = false }) {
      const element = flying(cardElement(position, card, { size: 'hand', note }), 'large');
      const turning = /** @type {HTMLElement} */ (element.firstElementChild);
      if (isBack) turning.append(backElement(position.cards[card]?.kind === 'mech_card' ? 'mech' : 'ship', 'reading'));
      root.append(element);
      root.classList.add('turns-over');
      const base = root.getBoundingClientRect();
      const { offsetWidth: width } = element;
      const there = atBox(middle(element), width, base);
      element.style.transform = there;
      const start = from?.getBoundingClientRect();
      const comes = start?.width ? atBox(start, width, base) : `${there} scale(.4)`;
      if (isBack) void move(turning, [{ transform: 'rotateY(180deg)' }, { transform: 'none' }]);
      await move(element, [{ transform: comes, opacity: 0.5 }, { transform: there }]);
      await wait(READ);
      const end = to?.getBoundingClientRect();
      const goes = end?.width ? atBox(spotIn(end), width, base) : `${there} scale(.6)`;
      root.classList.remove('turns-over');
      await move(element, [{ transform: there }, { transform: goes, opacity: 0 }]);
      element.remove();
    },

    /**
     * Cards that are in the hand now came there one by one.
     * @param {Position} position @param {{id: string, card: string}[]} held @param {Element | null} pile where they come from
     */
    async draw(position, held, pile) {
      const shown = held.slice(0, MOST).flatMap((one) => {
        const place = root.querySelector(`.fr-hold[data-token="card:${one.id}"]`);
        return place instanceof HTMLElement ? [{ ...one, place }] : [];
      });
      if (isStill()) return;
      for (const { place } of shown) place.classList.add('comes');
      for (const { card, place } of shown) {
        if (isStill()) break;
        const element = flying(cardElement(position, card, { size: 'hand', text: brief(position, card) }), 'drawn');
        root.append(element);
        const base = root.getBoundingClientRect();
        const { offsetWidth: width } = element;
        const large = middle(element);
        const there = atBox(large, width, base);
        element.style.transform = there;
        const start = pile?.getBoundingClientRect();
        const comes = start?.width ? atBox(start, width, base) : `${there} scale(.3)`;
        place.scrollIntoView?.({ block: 'nearest', inline: 'nearest' });
        const goes = atBox(place.getBoundingClientRect(), width, base);
        await move(element, [{ transform: comes, opacity: 0.4 }, { transform: there }]);
        await wait(shown.length > 1 ? SEEN_OF_MANY : SEEN);
        await move(element, [{ transform: there }, { transform: goes }]);
        place.classList.remove('comes');
        element.remove();
      }
      for (const { place } of shown) place.classList.remove('comes');
      // It was scrolled to them: now it is read from its beginning again, where those stand who come out.
      for (const one of root.querySelectorAll('.fr-strip, .fr-cards')) one.scrollLeft = 0;
    },

    clear() {
      root.classList.remove('turns-over');
      for (const element of root.querySelectorAll('.fr-flight')) element.remove();
      for (const place of root.querySelectorAll('.fr-hold.comes')) place.classList.remove('comes');
    },
  };
}

/** A small place in the middle of a box. @param {Box} box @returns {Box} */
const spotIn = ({ left, top, width, height }) => ({
  left: left + width / 2 - 20,
  top: top + height / 2 - 20,
  width: 40,
  height: 40,
});
