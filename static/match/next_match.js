/**
 * Where does somebody go who is done here while other matches wait? To the most urgent one, by a button beside Ready; by key to the next and the
 * previous one at any time.
 */
import { byId, setText } from 'app/dom.js';
import { tn } from 'app/i18n.js';
import { elsewhere, neighbour, onWaiting } from 'app/waiting.js';

/** @param {() => boolean} isAwaited whether this match waits for the person */
export function createNextMatch(isAwaited) {
  const button = /** @type {HTMLAnchorElement} */ (byId('next-match'));
  onWaiting(show);

  function show() {
    const left = elsewhere();
    const next = neighbour(1);
    button.hidden = !next || isAwaited();
    if (!next) return;
    button.href = next.url;
    setText(button, tn('Next match: {n} left', 'Next match: {n} left', left.length));
    button.title = `${next.name} (Alt+J)`;
  }

  return {
    show,
    /** @param {1 | -1} by @returns {boolean} whether there was one */
    go(by) {
      const to = neighbour(by);
      if (to) location.assign(to.url);
      return to !== null;
    },
  };
}
