/**
 * Has somebody written to me? A number at the letter of every page, as the account socket tells it, and a call for the page of a conversation.
 *
 * @typedef {{ unread: number, newest: number }} Told `unread`: conversations; `newest`: the id of the newest message, which grows with each
 */
import { h, replace } from 'app/dom.js';
import { tn } from 'app/i18n.js';

const MOST = 99;
/** @type {Set<() => void>} */
const listeners = new Set();

/** @param {Told} told */
export function hearMessages({ unread }) {
  for (const mark of document.querySelectorAll('[data-messages]')) {
    /** @type {HTMLElement} */ (mark).hidden = !unread;
    replace(
      mark,
      h('span', { 'aria-hidden': 'true' }, unread > MOST ? `${MOST}+` : String(unread)),
      h(
        'span',
        { class: 'visually-hidden' },
        tn('New messages in {n} conversation', 'New messages in {n} conversations', unread),
      ),
    );
    const letter = mark.closest('a.letter');
    // The name of the link says it, for its number is not read aloud.
    if (letter)
      letter.setAttribute(
        'aria-label',
        unread ? (mark.lastElementChild?.textContent ?? '') : /** @type {HTMLElement} */ (letter).title,
      );
  }
  for (const listener of listeners) listener();
}

/** @param {() => void} listener is called when messages may have come or gone */
export const onMessages = (listener) => void listeners.add(listener);
