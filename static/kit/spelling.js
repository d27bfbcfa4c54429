/**
 * When does a board show all its words? While U is held down; for fingers, between two presses of a button. Else it shows those that have room
 * by themselves, of what is pointed at, and of what is chosen.
 */
import { t } from 'app/i18n.js';
import { meanings } from 'board/keyboard.js';
import { boardButton } from 'kit/over.js';
import { drawing } from 'kit/parts.js';

const KEY = 'U';
/** A label with its string. */
const LABEL = 'M12.6 3H4v8.6l9.4 9.4 8.6-8.6ZM8 8h.01';

/** The line of it in a table of keys. @type {import('kit/keys.js').Key<import('./session.js').AnySession>} */
export const SPELLING = {
  on: [KEY],
  meaning: () => t('While held: all names and numbers'),
  act(session) {
    if (!session.state.spelled) session.change({ spelled: true });
  },
};

/** Ends it where the key is let go, and gives fingers the button. @param {HTMLElement} el the board's element @param {import('./session.js').AnySession} session @param {boolean} hasButton @returns {() => void} */
export function listenToSpelling(el, session, hasButton) {
  /** It was the button: no key ends it. */
  let isKept = false;
  const end = () => session.state.spelled && !isKept && session.change({ spelled: false });
  /** @param {KeyboardEvent} event */
  const up = (event) => meanings(event).some(({ key }) => key === KEY) && end();
  const { ownerDocument: page } = el;
  page.addEventListener('keyup', up);
  el.addEventListener('blur', end);
  window.addEventListener('blur', end);
  const keep = () => {
    isKept = !session.state.spelled;
    session.change({ spelled: isKept });
  };
  const button = boardButton(drawing(LABEL), t('All names and numbers'), keep, {
    'aria-pressed': 'false',
    hidden: !matchMedia('(pointer: coarse)').matches,
  });
  if (hasButton) el.querySelector('.board-camera')?.prepend(button);
  const stop = session.listen(() => button.setAttribute('aria-pressed', String(session.state.spelled)), ['spelled']);
  return () => {
    stop();
    page.removeEventListener('keyup', up);
    el.removeEventListener('blur', end);
    window.removeEventListener('blur', end);
    button.remove();
  };
}
