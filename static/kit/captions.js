/** Where does the sentence of a beat stand? Over the board; in a place of its own, if a board has one; in the page's, while a board asks for orders. */
import { h, setText } from 'app/dom.js';

/** A sentence of more letters is written smaller. */
const LONG = 64;

/** @param {HTMLElement | undefined} own @param {HTMLElement | null | undefined} aside of the page, used only by boards with a place of their own */
export function createCaption(own, aside) {
  const count = h('small');
  const sentence = h('b');
  const element = h('div', { class: 'board-caption', 'aria-hidden': 'true', hidden: true }, count, sentence);
  return {
    element,
    /** @param {string} text @param {string} [place] which of how many it is @param {boolean} [isGreat] */
    say(text, place = '', isGreat = false) {
      setText(count, place);
      setText(sentence, text);
      element.classList.toggle('great', isGreat);
      element.classList.toggle('long', text.length > LONG);
    },
    /** @param {boolean} isAside the board asks for orders meanwhile */
    seat(isAside) {
      const parent = own && ((isAside && aside) || own);
      if (parent && element.parentElement !== parent) parent.prepend(element);
    },
  };
}
