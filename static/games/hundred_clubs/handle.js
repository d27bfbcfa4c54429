/**
 * How large is the chosen campaign? A handle at its cell: what it wins, its size by stepper, field or slider, the money that is left, war on
 * whoever it cannot touch. On a phone it lies at the foot of the board, where a thumb is. The wheel over the cell does the same.
 */
import { assign, h, icon, setText } from 'app/dom.js';
import { t } from 'app/i18n.js';
import { NARROW } from 'kit/minimap.js';
import { barredBy, easiestPlace, gainText, remarkOf } from './foreseen.js';
import { clubMark } from './names.js';
import { campaignsOf } from './orders.js';
import { about } from './phrases.js';
import { placeName } from './places.js';
import { cellOf, isAccess } from './position.js';

/** @import { Session } from './session.js' */
/** @import { Hand } from './hand.js' */
/** @import { Stage } from 'kit/mount.js' */

/** Pixels between the campaign and its handle, and between the handle and the edge of the board. */
const AWAY = 26;
const EDGE = 8;
/** Pixels at the sides of a wide board where tools stand. */
const TOOLS = 60;

/** Whether a point lies in a box. @param {number} x @param {number} y @param {number} left @param {number} top @param {number} wide @param {number} high */
const isIn = (x, y, left, top, wide, high) => x >= left && x <= left + wide && y >= top && y <= top + high;

/** @param {Session} session @param {Hand} hand @param {Stage} stage */
export function createHandle(session, hand, { el, board }) {
  const { state } = session;
  const words = h('span', { class: 'hcb-words' });
  const price = h('p', { class: 'hcb-price' });
  const size = h('input', {
    type: 'number',
    min: '1',
    inputmode: 'numeric',
    'aria-label': t('Size of the campaign'),
    onchange: () => hand.resize(state.selected, Math.floor(Number(size.value)) || 1),
  });
  const range = h('input', {
    type: 'range',
    min: '1',
    'aria-label': t('Slide its size'),
    oninput: () => hand.resize(state.selected, Number(range.value)),
  });
  const button = (/** @type {string} */ sign, /** @type {string} */ label, /** @type {() => void} */ act) =>
    h('button', { type: 'button', 'aria-label': label, title: label, onclick: act }, icon(sign));
  const rest = h('button', {
    type: 'button',
    class: 'hcb-rest',
    title: t('All money that no campaign asks for goes into this one'),
    onclick: () => hand.grow(state.selected, session.affordable()),
  });
  /** Where land is easiest to win, by the server's word, for a campaign that wins nothing where it is. */
  const better = () => {
    const campaign = campaignsOf(state.orders)[state.selected];
    const best = easiestPlace(state.plan);
    const wins = state.plan?.campaigns[state.selected]?.gain.about;
    const isFar = best && campaign && (best.at[0] !== campaign.at[0] || best.at[1] !== campaign.at[1]);
    return isFar && wins === 0 && best.size <= campaign.size + session.affordable() ? best : null;
  };
  const away = h('button', { type: 'button', class: 'hcb-war', onclick: moveThere });

  function moveThere() {
    const best = better();
    if (!best || !state.position) return;
    hand.move(state.selected, cellOf(state.position.chart, best.at));
  }

  const war = h('button', { type: 'button', class: 'hcb-war', onclick: () => hand.justify(barred()) });
  const barred = () => barredBy(state.plan?.campaigns[state.selected], state.orders);
  const element = h(
    'div',
    { class: 'hcb-handle', role: 'group', 'aria-label': t('Chosen campaign'), hidden: true },
    words,
    button('trash-2', t('Take the campaign away'), () => hand.remove(state.selected)),
    button('check', t('Done'), () => session.select(-1)),
    button('minus', t('Smaller'), () => hand.grow(state.selected, -1)),
    size,
    button('plus', t('Larger'), () => hand.grow(state.selected, 1)),
    rest,
    range,
    price,
    away,
    war,
  );

  /** Below, above or beside the campaign, where it covers least of what is won and of the land on which campaigns stand; at the foot of a narrow board. @param {import('./types').Cell} at */
  function stand([x, y]) {
    const isNarrow = el.clientWidth < NARROW;
    element.classList.toggle('hcb-at-foot', isNarrow);
    if (isNarrow) return assign(element, { style: { transform: '' } });
    const [cx, cy] = board.screen(x + 0.5, y + 0.5);
    const { offsetWidth: wide, offsetHeight: high } = element;
    const away = AWAY + board.state.camera.scale / 2;
    const within = (/** @type {number} */ value, /** @type {number} */ least, /** @type {number} */ most) =>
      Math.max(least, Math.min(most, value));
    const across = (/** @type {number} */ left) => within(left, TOOLS, el.clientWidth - wide - TOOLS);
    const down = (/** @type {number} */ top) => within(top, EDGE, el.clientHeight - high - EDGE);
    const spots = [
      [across(cx - wide / 2), down(cy + away)],
      [across(cx - wide / 2), down(cy - away - high)],
      [across(cx + away), down(cy - high / 2)],
      [across(cx - away - wide), down(cy - high / 2)],
    ];
    const costs = spots.map(
      ([left, top]) => covered(left, top, wide, high) + (isIn(cx, cy, left, top, wide, high) ? 1000 : 0),
    );
    const [left, top] = spots[costs.indexOf(Math.min(...costs))];
    return assign(element, { style: { transform: `translate(${Math.round(left)}px, ${Math.round(top)}px)` } });
  }

  /** How many cells of one's own and of allies' land, and of what the draft wins, lie in a box, pixels. @param {number} left @param {number} top @param {number} wide @param {number} high */
  function covered(left, top, wide, high) {
    const { position, plan } = state;
    if (!position) return 0;
    const { width } = position.chart;
    const won = new Set([...(plan?.sure ?? []), ...(plan?.likely ?? [])].map((at) => cellOf(position.chart, at)));
    let n = 0;
    for (const cell of position.owner.keys()) {
      if (!won.has(cell) && !isAccess(position, cell)) continue;
      const [x, y] = board.screen((cell % width) + 0.5, Math.floor(cell / width) + 0.5);
      if (isIn(x, y, left, top, wide, high)) n += 1;
    }
    return n;
  }

  return {
    element,
    show() {
      const campaign = campaignsOf(state.orders)[state.selected];
      element.hidden = !campaign || !session.canOrder('rounds');
      if (!campaign) return;
      if (document.activeElement !== size || size.value === '') size.value = String(campaign.size);
      const { plan, selected } = state;
      const left = session.affordable();
      assign(range, { max: campaign.size + left, disabled: campaign.size + left < 2 });
      range.value = String(campaign.size);
      rest.hidden = left === 0;
      setText(rest, t('Put in the rest: +{n}', { n: left }));
      const seat = barred();
      war.hidden = seat === null;
      setText(war, seat === null ? '' : t('War on {letter}', { letter: clubMark(seat) }));
      const place = better();
      away.hidden = place === null || seat !== null;
      const name = place && state.frame ? placeName(state.frame.view, place.at) : '';
      setText(away, t('Move it to {place}: land is easiest to win there', { place: name }));
      const fate = plan?.campaigns[selected];
      const remark = remarkOf(fate);
      const said = remark ? about(t('Campaign {n}', { n: selected + 1 }), remark) : gainText(selected, fate);
      setText(words, said);
      const { campaign_price: unit = 1, saving = 0 } = state.frame?.choices ?? {};
      const facts = { n: campaign.size * unit, all: saving };
      setText(
        price,
        hand.isLeast(campaign)
          ? t('Costs {n} of your {all} money: the least that wins land here.', facts)
          : t('Costs {n} of your {all} money.', facts),
      );
      stand(campaign.at);
    },
  };
}
