/**
 * How large is the chosen campaign? A handle at its cell: what it wins, its size by stepper, field or slider, the money that is left, war on
 * whoever it cannot touch. Its buttons stay where they are while its words change. The wheel over the cell does the same.
 */
import { assign, h, icon, setText } from 'app/dom.js';
import { t, tn } from 'app/i18n.js';
import { clearPlace, roomOn, wayClear } from './clear.js';
import { barredBy, elsewhereFor, priceText, saidOf } from './foreseen.js';
import { clubMark } from './names.js';
import { campaignsOf, sameCell } from './orders.js';
import { placeName } from './places.js';
import { cellOf, placeOfCell } from './position.js';
import { quietPlace } from './quiet.js';

/** @import { Session } from './session.js' */
/** @import { Hand } from './hand.js' */
/** @import { Stage } from 'kit/mount.js' */

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
  /** What the server says of the chosen campaign, in the forecast of this very draft. */
  const fateNow = () => (state.forecast ?? state.ahead)?.campaigns?.[state.selected];
  const better = () => elsewhereFor(fateNow(), campaignsOf(state.orders)[state.selected] ?? { at: [-1, -1] });
  const away = h('button', { type: 'button', class: 'hcb-war', onclick: moveThere });

  function moveThere() {
    const best = better();
    if (!best || !state.position) return;
    hand.move(state.selected, cellOf(state.position.chart, best.at), best.size);
  }

  const war = h('button', { type: 'button', class: 'hcb-war', onclick: () => hand.justify(barred()) });
  const barred = () => barredBy(state.plan?.campaigns[state.selected], state.orders, state.frame?.view);
  const element = h(
    'div',
    { class: 'hcb-handle', role: 'group', 'aria-label': t('Chosen campaign'), hidden: true },
    h('div', { class: 'hcb-said' }, words, price, away, war),
    h(
      'div',
      { class: 'hcb-controls' },
      h('div', null, range, rest),
      h(
        'div',
        null,
        button('trash-2', t('Take the campaign away'), () => hand.remove(state.selected)),
        button('minus', t('Smaller'), () => hand.grow(state.selected, -1)),
        size,
        button('plus', t('Larger'), () => hand.grow(state.selected, 1)),
        button('check', t('Done'), () => session.select(-1)),
      ),
    ),
  );
  const quiet = quietPlace(el, element);

  /** What the cell under the pointer asks of the chosen campaign, in words; '' if it is no cell that a little more would win. @param {number | null} cell */
  function moreFor(cell) {
    const { position, plan, frame } = state;
    if (cell === null || !position || !frame) return '';
    const [x, y] = placeOfCell(position.chart, cell);
    const more = plan?.campaigns[state.selected]?.growth.find(([gx, gy]) => gx === x && gy === y)?.[2];
    if (!more) return '';
    const members = position.chart.members[cell];
    const facts = { more, place: placeName(frame.view, [x, y]) };
    return tn(
      '{more} more in this campaign wins {place} ({n} member).',
      '{more} more in this campaign wins {place} ({n} members).',
      members,
      facts,
    );
  }

  /** The campaign beside which the handle stands, and the view of the map in which it does. */
  let stood = '';

  /**
   * Near the campaign, over no land that it wins or aims at if that can be; at foot or top of a narrow board. There it stays until another
   * campaign is chosen or the map is moved: its buttons never run away from a hand.
   * @param {import('./types').Cell} at
   */
  function stand(at) {
    const { position } = state;
    if (!position) return;
    const { x, y, scale } = board.state.camera;
    const here = [at, x, y, scale, el.clientWidth, el.clientHeight].join(' ');
    if (here === stood) return;
    quiet.leave();
    stood = here;
    const room = roomOn(el);
    element.classList.toggle('hcb-low', room.isLow);
    element.classList.toggle('hcb-slim', !room.isNarrow);
    const [left, top, height] = clearPlace(
      cellOf(position.chart, at),
      element,
      { ...state, position },
      { el, board },
      room,
    );
    const isAtTop = room.isNarrow && top < el.clientHeight / 2 - height / 2;
    element.classList.toggle('hcb-at-top', isAtTop);
    const [fixed, edge] = isAtTop ? ['top', top] : ['bottom', el.clientHeight - top - height];
    assign(element, { style: { left: `${left}px`, top: 'auto', bottom: 'auto', [fixed]: `${edge}px` } });
    // A narrow board has no place beside the land: there it is the map that gives way.
    if (!room.isNarrow || board.moving()) return;
    const cell = cellOf(position.chart, at);
    const by = wayClear(cell, { top, height }, { ...state, position }, { el, board });
    if (by) board.visit({ x, y: y - by / scale, scale });
  }

  return {
    element,
    show() {
      const campaign = campaignsOf(state.orders)[state.selected];
      const isShown = !!campaign && session.canOrder('rounds');
      if (!isShown && !element.hidden) quiet.leave();
      element.hidden = !isShown;
      if (!isShown) {
        stood = '';
        return;
      }
      if (document.activeElement !== size || size.value === '') size.value = String(campaign.size);
      const { plan, selected } = state;
      const left = session.affordable();
      assign(range, { max: campaign.size + left, disabled: campaign.size + left < 2 });
      range.value = String(campaign.size);
      // It keeps its room: the slider is not to grow under a finger.
      rest.classList.toggle('hcb-spent', left === 0);
      setText(rest, t('Put in the rest: +{n}', { n: left }));
      const seat = barred();
      war.hidden = seat === null;
      setText(war, seat === null ? '' : t('War on {letter}', { letter: clubMark(seat) }));
      const place = better();
      away.hidden = place === null || seat !== null;
      const name = place && state.frame ? placeName(state.frame.view, place.at) : '';
      const choices = state.frame?.choices ?? {};
      const sum = (place?.size ?? 0) * (choices.campaign_price ?? 1);
      setText(away, t('Move it to {place}: {n} money wins a cell there', { place: name, n: sum }));
      const fate = plan?.campaigns[selected];
      setText(words, saidOf(selected, fate));
      const [x, y] = campaign.at;
      const { capital, capital_influence: influence } = state.frame?.view.me ?? {};
      const free = capital && sameCell(capital, campaign.at) ? influence : 0;
      const known = { fate: fateNow(), more: plan?.easiest[y]?.[x], isLeast: hand.isLeast(campaign), free };
      setText(price, moreFor(state.hover) || priceText(campaign, choices, known));
      stand(campaign.at);
    },
  };
}
