/**
 * What is due at the start, on a phone? At the foot of the map lie one's money and the bid with what it leaves, then the birthplace that is
 * thought of and what it is worth. On wide pages the panel stands beside the map and says the same.
 */
import { assign, h, setText } from 'app/dom.js';
import { t } from 'app/i18n.js';
import { NARROW } from 'kit/minimap.js';
import { slider } from 'kit/parts.js';
import { terrainName } from './names.js';
import { setBid } from './orders.js';
import { placeName, terrainKey } from './places.js';
import { cellOf, membersAround } from './position.js';

/** @import { Session } from './session.js' */

/** @param {Session} session @param {import('kit/mount.js').Stage} stage */
export function createStartBar(session, { el }) {
  const { state } = session;
  const [words, more] = [h('b'), h('span')];
  const bid = slider({
    label: t('Your bid'),
    exactly: t('Your bid as a number'),
    onslide: (value) => session.draft(setBid(state.orders, value)),
  });
  const element = h('div', { class: 'hcb-start kit-panel', hidden: true });

  /** @param {import('./types').ClubView} view */
  function showBid({ auction, options: { initial_saving: saving } }) {
    const given = state.orders.bid ?? auction?.my_bid ?? 0;
    setText(words, t('Your money: {saving}', { saving }));
    setText(more, t('Left for round 1: {left}', { left: saving - given }));
    bid.show({ value: given, max: saving, exact: given, disabled: !session.canOrder('auction') });
  }

  /** @param {import('./types').ClubView} view */
  function showBirth(view) {
    const at = state.orders.birthplace;
    const { position } = state;
    setText(words, at ? placeName(view, at) : t('Press your birthplace on the map'));
    const worth =
      at &&
      position &&
      t('{n} members within two cells', { n: membersAround(position.chart, cellOf(position.chart, at)) });
    const ground = at && terrainName(terrainKey(view, at));
    setText(more, worth ? `${ground} · ${worth}` : t('It becomes your land and your capital.'));
  }

  return {
    element,
    show() {
      const view = state.frame?.view;
      const isBid = view?.phase === 'auction' && session.hasDraft();
      const isBirth = view?.phase === 'birthplaces' && session.hasDraft();
      element.hidden = el.clientWidth >= NARROW || !(isBid || isBirth);
      // The panel has the same field: on wide pages there is only one.
      if (element.hidden) element.replaceChildren();
      if (element.hidden) return;
      if (!element.firstChild) element.append(words, more, bid.element);
      assign(bid.element, { hidden: !isBid });
      if (isBid) showBid(view);
      else showBirth(view);
    },
  };
}
