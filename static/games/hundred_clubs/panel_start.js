/**
 * How does a match begin? The hidden bid with what it leaves, the queue of those who choose, and the birthplace that is thought of.
 */
import { h, list, replace, setText } from 'app/dom.js';
import { number, t } from 'app/i18n.js';
import { chips } from 'kit/lists.js';
import { choice, refusal, section, slider } from 'kit/parts.js';
import { badge, cellName, clubName, landmarkName, landmarkNote, terrainName } from './names.js';
import { setBid, setBirthplace } from './orders.js';
import { inTurn, remarked } from './phrases.js';
import { GIFTS, isWater, placeName, terrainKey } from './places.js';
import { cellOf } from './position.js';

/** @import { Session } from './session.js' */
/** @import { ClubView as View, Cell } from './types' */
/** @typedef {{name: string, at: Cell, given: number}} Spot a place worth a thought, and how much it gives */

/** Bids that one button gives. */
const QUICK = [0, 1, 3, 5, 8, 12];
/** Places that are offered by name. */
const SPOTS = 8;

/** @param {Session} session @returns {import('./panel.js').Part} */
export function createBid(session) {
  const { state } = session;
  const amount = slider({
    label: t('Your bid'),
    exactly: t('Your bid as a number'),
    marks: QUICK.map((value) => [value, number(value)]),
    onslide: (value) => session.draft(setBid(state.orders, value)),
  });
  const how = t('Whoever bids more chooses a birthplace earlier. The bids are hidden, and every club pays its own.');
  const left = h('p', { class: 'hc-left', role: 'status' });
  const refused = refusal();
  const part = section(t('Your bid'), {}, h('p', { class: 'kit-hint' }, how), amount.element, left, refused.element);
  return {
    element: part.element,
    show(view) {
      const { initial_saving: saving } = view.options;
      part.show({
        shown: view.phase === 'auction' && !!view.me,
        aside: t('Your money: {saving}', { saving }),
      });
      const given = state.orders.bid ?? view.auction?.my_bid ?? undefined;
      amount.show({
        value: given ?? 0,
        max: saving,
        exact: given ?? null,
        disabled: !session.canOrder('auction'),
      });
      setText(left, given === undefined ? t('No bid yet; without one you bid 0.') : leftText(state.forecast));
      refused.show(session.refusal('bid'));
    },
  };
}

/** What a bid leaves; a blank until the server has said it. @param {{left: number} | null} foreseen */
const leftText = (foreseen) => (foreseen ? t('Left for round 1: {left}', foreseen) : '\u00a0');

/** Landmarks and start cells of the map that may still be chosen, those first that give most. @param {View} view @param {string[] | undefined} legal @param {import('./places.js').Gift} [gift] @returns {Spot[]} */
export function spotsOf(view, legal, gift = 'members') {
  const named = (view.map.landmarks ?? []).map((landmark) => ({ name: landmarkName(landmark), at: landmark.at }));
  const starts = (view.map.starts ?? []).map((at, i) => ({ name: t('Start {n}', { n: i + 1 }), at }));
  return [...named, ...starts]
    .filter(({ at: [x, y] }) => !legal || legal[y]?.[x] === '1')
    .map((spot) => ({ ...spot, given: GIFTS[gift].of(view, spot.at) }))
    .sort((a, b) => b.given - a.given)
    .slice(0, SPOTS);
}

/**
 * Which places give what? A lens for the auction and the choice: by what they are compared, the best by name, and on the map what each gives.
 * @param {Session} session @returns {import('./panel.js').Part}
 */
export function createSpots(session) {
  const { state } = session;
  const gifts = /** @type {import('./places.js').Gift[]} */ (Object.keys(GIFTS));
  const lens = choice({
    label: t('What places give'),
    visible: true,
    onchoose: (/** @type {import('./places.js').Gift} */ gift) => session.change({ gift }),
  });
  const spots = chips({ label: t('Places worth a thought'), onchoose: choose });
  const part = section(t('Places worth a thought'), {}, lens.element, spots.element);

  /** Who chooses now takes the place; before, it is looked at. @param {string} key */
  function choose(key) {
    const at = /** @type {Cell} */ (key.split(',').map(Number));
    const cursor = state.position && cellOf(state.position.chart, at);
    if (session.canOrder('birthplaces')) session.draft(setBirthplace(state.orders, at), { cursor });
    else session.change({ cursor, asked: true });
  }

  return {
    element: part.element,
    show(view) {
      const isBirth = view.phase === 'birthplaces';
      const found = isBirth || view.phase === 'auction' ? spotsOf(view, state.frame?.choices?.legal, state.gift) : [];
      part.show({ shown: found.length > 0 && !!view.me && (!isBirth || session.hasDraft()) });
      if (part.element.hidden) return;
      lens.show({
        value: state.gift,
        options: gifts.map((value) => ({ value, text: GIFTS[value].name() })),
      });
      const at = state.orders.birthplace;
      spots.show(
        found.map((spot) => ({
          key: cellName(spot.at),
          text: spot.name,
          small: GIFTS[state.gift].tell(spot.given),
          pressed: at !== undefined && cellName(at) === cellName(spot.at),
        })),
      );
    },
  };
}

/** The cell that is thought of, and what the server says of it. @param {View} view @param {Cell} at @param {any} foreseen */
function cardOf(view, at, foreseen) {
  const landmark = (view.map.landmarks ?? []).find((entry) => cellName(entry.at) === cellName(at));
  const water = t('Water: the birthplace is washed away at the end of round 1. What you take in that round remains.');
  return [
    landmark &&
      h(
        'p',
        null,
        h('b', null, landmarkName(landmark)),
        h('span', { class: 'kit-hint' }, ` ${landmarkNote(landmark)}`),
      ),
    h('p', null, !landmark && h('b', null, `${placeName(view, at)} `), terrainName(terrainKey(view, at))),
    foreseen && h('p', null, t('{members} members on the cell, {around} within two cells', foreseen)),
    foreseen?.water && h('p', { class: 'kit-note' }, water),
  ];
}

/** @param {Session} session @returns {import('./panel.js').Part} */
export function createBirth(session) {
  const { state } = session;
  const card = h('div', { class: 'hc-birth', role: 'status' });
  const refused = refusal();
  const part = section(t('Your birthplace'), {}, card, refused.element);
  const hint = t('Choose a cell on the map. It becomes your land and your capital.');

  return {
    element: part.element,
    show(view) {
      part.show({ shown: view.phase === 'birthplaces' && session.hasDraft() });
      if (part.element.hidden) return;
      const at = state.orders.birthplace;
      replace(card, at ? cardOf(view, at, state.forecast) : h('p', { class: 'kit-hint' }, hint));
      refused.show(session.refusal('birthplace'));
    },
  };
}

/** Who chooses when: those before, the one whose turn it is, those to come. @param {Session} session @returns {import('./panel.js').Part} */
export function createQueue({ host }) {
  const queue = h('ol', { class: 'hc-queue' });
  const chosen = h('p', { class: 'kit-hint' });
  const part = section(t('Order of choice'), {}, queue, chosen);
  return {
    element: part.element,
    show(view) {
      const order = view.auction?.order;
      part.show({ shown: view.phase === 'birthplaces' && !!order });
      if (!order || !view.auction) return;
      const now = order.indexOf(view.auction.next ?? -1);
      list(
        queue,
        order,
        (seat) => seat,
        (seat) => h('li', null, badge(seat), h('b', null, clubName(seat, host.info)), h('span', { class: 'hc-turn' })),
        (row, seat) => {
          const place = order.indexOf(seat);
          const isPast = now < 0 || place < now;
          row.classList.toggle('hc-now', place === now);
          const words = isPast ? t('has chosen') : place === now ? t('chooses now') : '';
          setText(/** @type {Element} */ (row.lastElementChild), words);
        },
      );
      const cells = view.auction.chosen;
      const names = cells.map((at) =>
        isWater(view, at) ? remarked(placeName(view, at), t('water')) : placeName(view, at),
      );
      setText(chosen, cells.length ? t('Chosen so far: {cells}', { cells: inTurn(names) }) : '');
    },
  };
}
