/** How is a card read at arm's length? Large over the table, with its words explained; any press puts it back. */
import { h, replace } from 'app/dom.js';
import { t } from 'app/i18n.js';
import { cardElement } from './card.js';
import { isShip, seatOf } from './position.js';
import { cardName } from './words.js';

/** @param {HTMLElement} el @param {import('./session.js').Session} session */
export function createZoom(el, session) {
  const { state } = session;
  const close = () => session.change({ read: { ...state.read, zoom: false } });
  const card = h('div');
  const back = h('button', { type: 'button', class: 'button', onclick: close }, t('Close'));
  const element = h('div', { class: 'fr-zoom', role: 'dialog', hidden: true, onclick: close }, card, back);
  /** What had the focus before. @type {Element | null} */
  let before = null;
  el.append(element);

  /** Which card is read: one of the catalogue, or that of a unit. */
  function idNow() {
    const { position, read } = state;
    if (!read?.zoom || !position) return null;
    if (read.card) return read.card;
    if (!read.unit) return null;
    if (isShip(read.unit)) return position.sides[seatOf(read.unit)].ship.card;
    return position.mechs.get(read.unit)?.model ?? null;
  }
  return {
    refresh() {
      const { position } = state;
      const id = idNow();
      const wasHidden = element.hidden;
      element.hidden = id === null;
      if (id === null || !position) {
        if (!wasHidden && before instanceof HTMLElement && before.isConnected) before.focus();
        return;
      }
      const own = position.sides[position.near]?.captain;
      replace(card, cardElement(position, id, { size: 'reading', skills: own?.card === id ? own?.skills : undefined }));
      if (!wasHidden) return;
      element.setAttribute('aria-label', cardName(position, id));
      before = document.activeElement;
      back.focus({ preventScroll: true });
      session.say(card.innerText.split(/\n+/).join(t('; ')));
    },
    destroy: () => element.remove(),
  };
}
