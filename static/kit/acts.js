/**
 * What can be done with what is selected? One table makes keys and buttons. An act that wants a place waits for it as the session's
 * `aim`: the next click, Enter or the same key again gives the place.
 */
import { h } from 'app/dom.js';
import { button } from 'kit/parts.js';

/**
 * @template Session
 * @typedef {object} Act
 * @property {string} key
 * @property {() => string} text on the button
 * @property {() => string} meaning in the sheet of keys
 * @property {string} [aim] it wants a place; its word in the session's `aim`
 * @property {(session: Session) => void} [act] what it does at once, where it wants no place
 * @property {(session: Session) => string | null} [asks] what the button says instead, while it asks whether it is meant
 */

/** The lines for the sheet and the handler of keys. @template Session @param {Act<Session>[]} acts @param {(session: Session, aim: string) => void} aimAt @returns {import('kit/keys.js').Key<Session>[]} */
export const keysOf = (acts, aimAt) =>
  acts.map(({ key, meaning, aim, act }) => ({
    on: [key],
    meaning,
    act: (session) => (aim ? aimAt(session, aim) : act?.(session)),
  }));

/**
 * A button for each act, and what to do next while one waits for its place.
 * @template {{state: any}} Session
 * @param {Session} session @param {Act<Session>[]} acts @param {{label: string, hint: string, aimAt: (session: Session, aim: string) => void}} how
 * @returns {import('kit/parts.js').Part<boolean>} shown or not
 */
export function actButtons(session, acts, { label, hint, aimAt }) {
  const buttons = acts.map(({ key, text, meaning, aim, act }) =>
    button({ text: text(), key, title: meaning(), act: () => (aim ? aimAt(session, aim) : act?.(session)) }),
  );
  const next = h('p', { class: 'kit-hint', role: 'status' }, hint);
  const all = buttons.map(({ element }) => element);
  const element = h('div', { class: 'kit-acts', role: 'group', 'aria-label': label }, all, next);
  return {
    element,
    show(isShown) {
      element.hidden = !isShown;
      const aimed = session.state.aim?.kind;
      next.hidden = !acts.some(({ aim }) => aim && aim === aimed);
      acts.forEach(({ text, aim, asks }, i) => {
        buttons[i].show({ text: asks?.(session) ?? text(), ...(aim ? { pressed: aim === aimed } : {}) });
      });
    },
  };
}
