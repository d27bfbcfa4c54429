/** How is a card read at arm's length? Large over the table, with its words explained; any press puts it back. */
import { h, replace } from 'app/dom.js';
import { t } from 'app/i18n.js';
import { cardElement } from './card.js';
import { isShip, seatOf } from './position.js';

/** @param {HTMLElement} el @param {import('./session.js').Session} session */
export function createZoom(el, session) {
  const { state } = session;
  const close = () => session.change({ read: { ...state.read, zoom: false } });
  const card = h('div');
  const element = h(
    'div',
    { class: 'fr-zoom', hidden: true, onclick: close },
    card,
    h('button', { type: 'button', class: 'button', onclick: close }, t('Close')),
  );
  el.append(element);
  return {
    refresh() {
      const { position, read } = state;
      const wasHidden = element.hidden;
      element.hidden = !read?.zoom || !position;
      if (element.hidden || !position || !read) return;
      const unit = read.unit ? position.sides[seatOf(read.unit)] : null;
      const id =
        read.card ?? (read.unit && isShip(read.unit) ? unit?.ship.card : position.mechs.get(read.unit ?? '')?.model);
      if (!id) return void (element.hidden = true);
      const own = position.sides[position.near]?.captain;
      replace(card, cardElement(position, id, { size: 'reading', skills: own?.card === id ? own?.skills : undefined }));
      if (wasHidden) session.say(card.textContent ?? '');
    },
    destroy: () => element.remove(),
  };
}
