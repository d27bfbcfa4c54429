/** Is giving up in the draft? It must not be overlooked: said aloud, with the way back. */
import { h } from 'app/dom.js';
import { t } from 'app/i18n.js';
import { setResign } from './orders.js';

/** @param {import('./session.js').Session} session @returns {import('./panel.js').Part} */
export function createResign(session) {
  const stay = h(
    'button',
    { type: 'button', class: 'hc-tool', onclick: () => session.draft(setResign(session.state.orders, false)) },
    t('Stay in the match'),
  );
  const element = h(
    'section',
    { class: 'hc-resign', role: 'alert' },
    h('p', { class: 'hc-refused' }, t('You give up with these orders: your land will belong to nobody.')),
    stay,
  );
  return {
    element,
    show() {
      element.hidden = !session.state.orders.resign;
      stay.hidden = session.state.locked;
    },
  };
}
