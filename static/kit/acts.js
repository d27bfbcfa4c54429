/**
 * What can be done with what is selected? One table makes keys and buttons. An act that wants a place waits for it as the session's
 * `aim`: the next click, Enter or the same key again gives the place.
 */
import { h } from 'app/dom.js';
import { t } from 'app/i18n.js';
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
 * @property {(session: Session) => boolean} [fits] whether it is of use to what is selected; what is not waits behind “More orders”. Without it, always
 */

/** The lines for the sheet and the handler of keys. @template Session @param {Act<Session>[]} acts @param {(session: Session, aim: string) => void} aimAt @returns {import('kit/keys.js').Key<Session>[]} */
export const keysOf = (acts, aimAt) =>
  acts.map(({ key, meaning, aim, act }) => ({
    on: [key],
    meaning,
    act: (session) => (aim ? aimAt(session, aim) : act?.(session)),
  }));

/**
 * A button for each act that fits what is selected, the rest behind one more, and what to do next while one waits for its place.
 * @template {{state: any}} Session
 * @param {Session} session @param {Act<Session>[]} acts @param {{label: string, hint: string, aimAt: (session: Session, aim: string) => void}} how
 * @returns {import('kit/parts.js').Part<boolean>} shown or not
 */
export function actButtons(session, acts, { label, hint, aimAt }) {
  const row = () =>
    acts.map(({ key, text, meaning, aim, act }) =>
      button({ text: text(), key, title: meaning(), act: () => (aim ? aimAt(session, aim) : act?.(session)) }),
    );
  const [buttons, others] = [row(), acts.some(({ fits }) => fits) ? row() : []];
  const next = h('p', { class: 'kit-hint', role: 'status' }, hint);
  const rest = h(
    'div',
    { class: 'kit-acts', hidden: true },
    others.map(({ element }) => element),
  );
  const more = button({
    text: t('More orders'),
    act: () => {
      rest.hidden = !rest.hidden;
      more.element.setAttribute('aria-expanded', String(!rest.hidden));
    },
  });
  more.element.setAttribute('aria-expanded', 'false');
  const all = buttons.map(({ element }) => element);
  const opening = others.length ? [more.element, rest] : [];
  const element = h('div', { class: 'kit-acts', role: 'group', 'aria-label': label }, all, opening, next);
  return {
    element,
    show(isShown) {
      element.hidden = !isShown;
      const aimed = session.state.aim?.kind;
      next.hidden = !acts.some(({ aim }) => aim && aim === aimed);
      acts.forEach(({ text, aim, asks, fits = () => true }, i) => {
        const words = { text: asks?.(session) ?? text(), ...(aim ? { pressed: aim === aimed } : {}) };
        const isOfUse = fits(session);
        buttons[i].show({ ...words, shown: isOfUse });
        others[i]?.show({ ...words, shown: !isOfUse });
      });
    },
  };
}
