/**
 * How does a match begin? The hidden bid with what it leaves, the queue of those who choose, and the birthplace that is thought of.
 */
import { h, list, replace, setText } from 'app/dom.js';
import { t } from 'app/i18n.js';
import { badge, cellName, clubName, landmarkName, landmarkNote, terrainName } from './names.js';
import { setBid, setBirthplace } from './orders.js';
import { inTurn, remarked } from './phrases.js';
import { isWater, membersAt, terrainKey } from './places.js';
import { cellOf } from './position.js';

/** @typedef {import('./session.js').Session} Session */
/** @typedef {import('./types').ClubView} View */
/** @typedef {import('./types').Cell} Cell */
/** @typedef {{name: string, at: Cell, members: number}} Spot a place worth a thought */

/** Bids that one button gives. */
const QUICK = [0, 1, 3, 5, 8, 12];
/** Places that are offered by name. */
const SPOTS = 8;

/** @param {Session} session @returns {import('./panel.js').Part} */
export function createBid(session) {
  const slider = h('input', {
    type: 'range',
    min: '0',
    step: '1',
    'aria-label': t('Your bid'),
    oninput: () => bid(Number(slider.value)),
  });
  const field = h('input', {
    type: 'number',
    min: '0',
    inputmode: 'numeric',
    class: 'hc-size',
    'aria-label': t('Your bid as a number'),
    onchange: typed,
  });
  const quick = h('div', { class: 'hc-quick' });
  const left = h('p', { class: 'hc-left', role: 'status' });
  const refusal = h('p', { class: 'hc-refused', hidden: true });
  const element = h(
    'section',
    { class: 'hc-bid' },
    h('h3', null, t('Your bid')),
    h(
      'p',
      { class: 'hc-note' },
      t('Whoever bids more chooses a birthplace earlier. The bids are hidden, and every club pays its own.'),
    ),
    h('div', { class: 'hc-slide' }, slider, field),
    quick,
    left,
    refusal,
  );

  /** @param {number} amount */
  function bid(amount) {
    session.draft(setBid(session.state.orders, amount));
  }

  function typed() {
    const amount = Math.floor(Number(field.value));
    if (field.value !== '' && amount >= 0) bid(Math.min(amount, Number(slider.max)));
  }

  /** @param {number} most @param {number | undefined} given */
  function showQuick(most, given) {
    list(
      quick,
      QUICK.filter((amount) => amount <= most),
      (amount) => amount,
      (amount) =>
        h(
          'button',
          {
            type: 'button',
            class: 'hc-tool',
            'aria-label': t('Bid {bid}', { bid: amount }),
            onclick: () => bid(amount),
          },
          String(amount),
        ),
      (button, amount) => {
        button.setAttribute('aria-pressed', String(amount === given));
        /** @type {HTMLButtonElement} */ (button).disabled = !session.canOrder('auction');
      },
    );
  }

  return {
    element,
    show(view) {
      element.hidden = view.phase !== 'auction' || !view.me;
      if (element.hidden) return;
      const saving = view.options.initial_saving;
      const given = session.state.orders.bid ?? view.auction?.my_bid ?? undefined;
      const canOrder = session.canOrder('auction');
      slider.max = field.max = String(saving);
      slider.value = String(given ?? 0);
      if (document.activeElement !== field) field.value = given === undefined ? '' : String(given);
      slider.disabled = field.disabled = !canOrder;
      showQuick(saving, given);
      setText(left, given === undefined ? t('No bid yet; without one you bid 0.') : leftText(session.state.forecast));
      const words = session.refusal('bid');
      refusal.hidden = !words;
      setText(refusal, words);
    },
  };
}

/** What a bid leaves; a blank until the server has said it. @param {{left: number} | null} foreseen */
const leftText = (foreseen) => (foreseen ? t('Left for round 1: {left}', foreseen) : '\u00a0');

/** Landmarks and start cells of the map that may still be chosen, richest first. @param {View} view @param {string[] | undefined} legal @returns {Spot[]} */
export function spotsOf(view, legal) {
  const named = (view.map.landmarks ?? []).map((landmark) => ({ name: landmarkName(landmark), at: landmark.at }));
  const starts = (view.map.starts ?? []).map((at, i) => ({ name: t('Start {n}', { n: i + 1 }), at }));
  return [...named, ...starts]
    .filter(({ at: [x, y] }) => !legal || legal[y]?.[x] === '1')
    .map((spot) => ({ ...spot, members: membersAt(view, spot.at) }))
    .sort((a, b) => b.members - a.members)
    .slice(0, SPOTS);
}

/** @param {Session} session @returns {import('./panel.js').Part} */
export function createBirth(session) {
  const card = h('div', { class: 'hc-birth', role: 'status' });
  const refusal = h('p', { class: 'hc-refused', hidden: true });
  const spots = h('ul', { class: 'hc-spots' });
  const offered = h('div', null, h('h4', null, t('Places worth a thought')), spots);
  const element = h('section', { class: 'hc-birthplace' }, h('h3', null, t('Your birthplace')), card, refusal, offered);

  /** @param {View} view */
  function showCard(view) {
    const { orders, forecast: foreseen } = session.state;
    const at = orders.birthplace;
    if (!at)
      return replace(
        card,
        h('p', { class: 'hc-note' }, t('Choose a cell on the map. It becomes your land and your capital.')),
      );
    const landmark = (view.map.landmarks ?? []).find((entry) => cellName(entry.at) === cellName(at));
    replace(
      card,
      landmark &&
        h(
          'p',
          null,
          h('b', null, landmarkName(landmark)),
          h('span', { class: 'hc-note' }, ` ${landmarkNote(landmark)}`),
        ),
      h('p', null, h('b', null, cellName(at)), ` ${terrainName(terrainKey(view, at))}`),
      foreseen && h('p', null, t('{members} members on the cell, {around} within two cells', foreseen)),
      foreseen?.water &&
        h(
          'p',
          { class: 'hc-warning' },
          t('Water: the birthplace is washed away at the end of round 1. What you take in that round remains.'),
        ),
    );
  }

  /** @param {View} view @param {string[] | undefined} legal */
  function showSpots(view, legal) {
    const found = spotsOf(view, legal);
    offered.hidden = !found.length;
    const at = session.state.orders.birthplace;
    list(
      spots,
      found,
      ({ at: cell }) => cellName(cell),
      (spot) =>
        h(
          'li',
          null,
          h(
            'button',
            { type: 'button', class: 'hc-spot', onclick: () => choose(spot.at) },
            h('span', null, spot.name),
            h('span', { class: 'hc-members' }, t('{cell} · {n} members', { cell: cellName(spot.at), n: spot.members })),
          ),
        ),
      (row, spot) => {
        const button = /** @type {HTMLButtonElement} */ (row.firstElementChild);
        button.setAttribute('aria-pressed', String(at !== undefined && cellName(at) === cellName(spot.at)));
        button.disabled = !session.canOrder('birthplaces');
      },
    );
  }

  /** @param {Cell} at */
  function choose(at) {
    session.draft(setBirthplace(session.state.orders, at));
    if (session.state.position) session.change({ cursor: cellOf(session.state.position.chart, at) });
  }

  return {
    element,
    show(view) {
      element.hidden = view.phase !== 'birthplaces' || !session.hasDraft();
      if (element.hidden) return;
      showCard(view);
      showSpots(view, session.state.frame?.choices?.legal);
      const words = session.refusal('birthplace');
      refusal.hidden = !words;
      setText(refusal, words);
    },
  };
}

/** Who chooses when: those before, the one whose turn it is, those to come. @param {Session} session @returns {import('./panel.js').Part} */
export function createQueue(session) {
  const queue = h('ol', { class: 'hc-queue' });
  const chosen = h('p', { class: 'hc-note' });
  const element = h('section', null, h('h3', null, t('Order of choice')), queue, chosen);
  return {
    element,
    show(view) {
      const order = view.auction?.order;
      element.hidden = view.phase !== 'birthplaces' || !order;
      if (!order || !view.auction) return;
      const now = order.indexOf(view.auction.next ?? -1);
      list(
        queue,
        order,
        (seat) => seat,
        (seat) =>
          h('li', null, badge(seat), h('b', null, clubName(seat, session.host.info)), h('span', { class: 'hc-turn' })),
        (row, seat) => {
          const place = order.indexOf(seat);
          row.classList.toggle('hc-now', place === now);
          row.classList.toggle('hc-past', now < 0 || place < now);
          const words = now < 0 || place < now ? t('has chosen') : place === now ? t('chooses now') : '';
          setText(/** @type {Element} */ (row.lastElementChild), words);
        },
      );
      const cells = view.auction.chosen;
      chosen.hidden = !cells.length;
      setText(
        chosen,
        t('Chosen so far: {cells}', {
          cells: inTurn(cells.map((at) => (isWater(view, at) ? remarked(cellName(at), t('water')) : cellName(at)))),
        }),
      );
    },
  };
}
