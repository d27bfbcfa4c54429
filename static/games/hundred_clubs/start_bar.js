/**
 * What is due at the start, on a phone? At the foot of the map lie one's money and the bid with what it leaves, then the birthplace that is
 * thought of and what it is worth. On wide pages the panel stands beside the map and says the same.
 */
import { assign, h, setText } from 'app/dom.js';
import { t } from 'app/i18n.js';
import { NARROW } from 'kit/minimap.js';
import { button, slider } from 'kit/parts.js';
import { terrainName } from './names.js';
import { setBid, setBirthplace } from './orders.js';
import { spotsOf } from './panel_start.js';
import { placeName, terrainKey } from './places.js';
import { cellOf, membersAround } from './position.js';

/** @import { Session } from './session.js' */

/** Pixels around the bar. */
const EDGE = 8;

/** @param {Session} session @param {import('kit/mount.js').Stage} stage */
export function createStartBar(session, { el, board }) {
  const { state } = session;
  const [words, more] = [h('b'), h('span')];
  const bid = slider({
    label: t('Your bid'),
    exactly: t('Your bid as a number'),
    onslide: (value) => session.draft(setBid(state.orders, value)),
  });
  const best = button({ text: '', class: 'hcb-best', act: takeBest });
  const element = h('div', { class: 'hcb-start kit-panel', hidden: true });

  /** The named place that gives most of those that may still be chosen. */
  const bestSpot = () => {
    const { frame, gift } = state;
    return frame ? spotsOf(frame.view, frame.choices?.legal, gift)[0] : undefined;
  };
  function takeBest() {
    const spot = bestSpot();
    if (!spot || !state.position) return;
    session.draft(setBirthplace(state.orders, spot.at), { cursor: cellOf(state.position.chart, spot.at) });
  }

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
    const spot = at ? undefined : bestSpot();
    best.show({
      text: spot ? t('Take {place}', { place: spot.name }) : '',
      shown: !!spot && session.canOrder('birthplaces'),
    });
  }

  /** The foot of the board as it is without the bar, while the map is fitted above it; null: there is none. @type {number | null} */
  let foot = null;
  /** The map lies above the bar. */
  function makeRoom() {
    const { insets } = board.state;
    const bottom = element.hidden ? foot : element.offsetHeight + 2 * EDGE;
    if (!element.isConnected || bottom === null || bottom === insets.bottom) return;
    foot = element.hidden ? null : (foot ?? insets.bottom);
    board.set({ insets: { ...insets, bottom } });
  }

  // Its words may wrap, and its style sheet may come late.
  new ResizeObserver(makeRoom).observe(element);

  return {
    element,
    show() {
      show();
      makeRoom();
    },
  };

  function show() {
    const view = state.frame?.view;
    const isBid = view?.phase === 'auction' && session.hasDraft();
    const isBirth = view?.phase === 'birthplaces' && session.hasDraft();
    element.hidden = el.clientWidth >= NARROW || !(isBid || isBirth);
    // The panel has the same field: on wide pages there is only one.
    if (element.hidden) element.replaceChildren();
    if (element.hidden) return;
    if (!element.firstChild) element.append(words, more, bid.element, best.element);
    assign(bid.element, { hidden: !isBid });
    if (!isBirth) best.show({ shown: false });
    if (isBid) showBid(view);
    else showBirth(view);
  }
}
