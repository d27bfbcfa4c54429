/**
 * Which campaigns are ordered, and in which order are they paid? A row per campaign: its place in the queue, its cell, its size, and
 * what becomes of it. The order is changed by dragging the handle, by its arrow keys, or by buttons.
 */
import { assign, h, list, setText } from 'app/dom.js';
import { t } from 'app/i18n.js';
import { seatLetter } from 'board/marks.js';
import { barredBy, remarkOf } from './foreseen.js';
import { handOf } from './hand.js';
import { cellName, drawing, terrainName } from './names.js';
import { campaignsOf, removeCampaign, resizeCampaign } from './orders.js';
import { terrainKey } from './places.js';

/** @typedef {import('./session.js').Session} Session */
/** @typedef {import('./types').Campaign} Campaign */
/** @typedef {import('./types').ClubView} View */
/** @typedef {{key: string, index: number, campaign: Campaign, view: View}} Item */

/** Campaigns with keys by cell, so that a row survives when the order changes. @param {Campaign[]} campaigns @param {View} view @returns {Item[]} */
export function itemsOf(campaigns, view) {
  /** @type {Map<string, number>} */
  const seen = new Map();
  return campaigns.map((campaign, index) => {
    const name = cellName(campaign.at);
    const before = seen.get(name) ?? 0;
    seen.set(name, before + 1);
    return { key: before ? `${name} ${before}` : name, index, campaign, view };
  });
}

/** @param {Session} session @returns {import('./panel.js').Part} */
export function createCampaigns(session) {
  const count = h('span', { class: 'hc-count' });
  const rows = h('ol', { class: 'hc-campaigns' });
  const empty = h('p', { class: 'hc-note' });
  const element = h(
    'section',
    { class: 'hc-orders' },
    h('header', null, h('h3', null, t('Campaigns')), count),
    rows,
    empty,
  );
  /** @type {WeakMap<Element, ReturnType<typeof createRow>>} */
  const rowOf = new WeakMap();

  return {
    element,
    show(view) {
      const campaigns = campaignsOf(session.state.orders);
      element.hidden = !session.hasDraft() || view.phase !== 'rounds';
      if (element.hidden) return;
      setText(count, t('{n} of {limit}', { n: campaigns.length, limit: view.options.campaign_limit }));
      empty.hidden = campaigns.length > 0;
      setText(
        empty,
        t(
          'Choose a cell of your land on the map: a campaign there attacks what is foreign around it and defends what is yours.',
        ),
      );
      keepFocus(rows, () =>
        list(
          rows,
          itemsOf(campaigns, view),
          ({ key }) => key,
          () => {
            const row = createRow(session);
            rowOf.set(row.element, row);
            return row.element;
          },
          (row, item) => rowOf.get(row)?.show(item),
        ),
      );
    },
  };
}

/**
 * A row that is put elsewhere loses its focus and gets it back; of a row that is gone, the next one gets it.
 * @param {HTMLElement} rows @param {() => void} write
 */
function keepFocus(rows, write) {
  const focused = /** @type {HTMLElement | null} */ (document.activeElement);
  const place = [...rows.children].findIndex((row) => row.contains(focused));
  write();
  if (!focused || place < 0 || document.activeElement === focused) return;
  const row = rows.children[Math.min(place, rows.children.length - 1)];
  const next = rows.contains(focused) ? focused : row?.querySelector(`.${focused.classList[0]}`);
  /** @type {HTMLElement | null | undefined} */ (next)?.focus();
}

/** A row that stays when its campaign changes size or place in the queue. @param {Session} session */
function createRow(session) {
  let index = 0;
  let size = 1;
  /** @type {number | null} */
  let barred = null;
  const number = h('span', { class: 'hc-number' });
  const grip = h('button', { type: 'button', class: 'hc-grip', onkeydown: key }, drawing('grip'), number);
  const ground = h('span', { class: 'hc-ground' });
  const cell = h('b');
  const place = h(
    'button',
    { type: 'button', class: 'hc-place', onclick: () => session.select(session.state.selected === index ? -1 : index) },
    cell,
    ground,
  );
  const field = h('input', {
    type: 'number',
    min: '1',
    inputmode: 'numeric',
    class: 'hc-size',
    onchange: typed,
    onfocus: () => session.select(index),
  });
  const less = step('minus', -1);
  const more = step('plus', 1);
  const remove = h(
    'button',
    { type: 'button', class: 'hc-remove', onclick: () => session.draft(removeCampaign(session.state.orders, index)) },
    drawing('close'),
  );
  const fate = h('p', { class: 'hc-fate', hidden: true });
  const earlier = tool('up', t('Earlier'), () => session.reorder(index, index - 1));
  const later = tool('down', t('Later'), () => session.reorder(index, index + 1));
  const rest = h('button', { type: 'button', class: 'hc-tool', onclick: spendRest });
  const war = h('button', { type: 'button', class: 'hc-tool', onclick: justify });
  const tools = h('div', { class: 'hc-tools' }, earlier, later, rest, war);
  const element = h(
    'li',
    { class: 'hc-campaign' },
    grip,
    place,
    h('div', { class: 'hc-stepper' }, less, field, more),
    remove,
    fate,
    tools,
  );
  dragRow(grip, element, {
    canDrag: () => session.canOrder('rounds'),
    drop: (to) => session.reorder(index, to),
  });

  /** @param {string} sign @param {number} by */
  function step(sign, by) {
    return h(
      'button',
      {
        type: 'button',
        class: 'hc-step',
        onclick: (/** @type {MouseEvent} */ event) => resize(size + by * (event.shiftKey ? 10 : 1)),
      },
      drawing(sign),
    );
  }

  /** @param {string} sign @param {string} text @param {() => void} act */
  function tool(sign, text, act) {
    return h('button', { type: 'button', class: 'hc-tool', onclick: act }, drawing(sign), text);
  }

  /** @param {number} to */
  function resize(to) {
    session.draft(resizeCampaign(session.state.orders, index, Math.max(1, to)));
    session.select(index);
  }

  function typed() {
    const wanted = Math.floor(Number(field.value));
    if (wanted >= 1) resize(wanted);
    else field.value = String(size);
  }

  /** More by all the money that the draft leaves. */
  function spendRest() {
    resize(size + session.affordable());
  }

  /** Asks for war on the club that the campaign cannot touch. */
  function justify() {
    handOf(session).justify(barred);
  }

  /** @param {KeyboardEvent} event */
  function key(event) {
    const by = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    session.reorder(index, index + by);
  }

  /** @param {Item} item */
  function showWords({ campaign, view }) {
    const name = cellName(campaign.at);
    setText(number, String(index + 1));
    setText(cell, name);
    setText(ground, terrainName(terrainKey(view, campaign.at)));
    const facts = { n: index + 1, cell: name };
    assign(grip, {
      'aria-label': t('Campaign {n} on {cell}: place in the queue; arrow keys pay it earlier or later', facts),
    });
    assign(field, { 'aria-label': t('Size of campaign {n} on {cell}', facts) });
    assign(less, { 'aria-label': t('Smaller: campaign {n} on {cell}', facts), title: t('One less; ten with Shift') });
    assign(more, { 'aria-label': t('Larger: campaign {n} on {cell}', facts), title: t('One more; ten with Shift') });
    assign(remove, { 'aria-label': t('Take back: campaign {n} on {cell}', facts), title: t('Take back') });
  }

  return {
    element,
    /** @param {Item} item */
    show(item) {
      index = item.index;
      size = item.campaign.size;
      const isSelected = session.state.selected === index;
      const canOrder = session.canOrder('rounds');
      const plan = session.state.plan;
      const refusal = session.refusal(`campaigns[${index}]`);
      const doom = plan?.campaigns[index];
      const words = refusal || remarkOf(doom);
      showWords(item);
      if (document.activeElement !== field) field.value = String(size);
      element.classList.toggle('hc-selected', isSelected);
      element.classList.toggle('hc-void', !!refusal || doom?.funded === 0);
      assign(place, { 'aria-pressed': String(isSelected) });
      fate.hidden = !words;
      fate.classList.toggle('hc-advice', !refusal && !doom?.reason);
      setText(fate, words);
      for (const part of [grip, less, field, more, remove]) part.disabled = !canOrder;
      const left = session.affordable();
      tools.hidden = !isSelected || !canOrder;
      assign(earlier, { disabled: index === 0 });
      assign(later, { disabled: index === campaignsOf(session.state.orders).length - 1 });
      rest.hidden = left < 1;
      setText(rest, t('+{n}, the rest', { n: left }));
      barred = barredBy(doom, session.state.orders);
      war.hidden = barred === null;
      setText(war, barred === null ? '' : t('War on {letter}', { letter: seatLetter(barred) }));
    },
  };
}

/**
 * Lets a row be dragged by its handle; the draft changes once, where it is let go.
 * @param {HTMLElement} grip @param {HTMLElement} row @param {{canDrag: () => boolean, drop: (to: number) => void}} act
 */
function dragRow(grip, row, { canDrag, drop }) {
  let from = 0;
  /** @type {number | null} */
  let to = null;

  grip.addEventListener('pointerdown', (event) => {
    if (!canDrag()) return;
    grip.setPointerCapture(event.pointerId);
    from = event.clientY;
    to = null;
  });
  grip.addEventListener('pointermove', (event) => {
    if (!grip.hasPointerCapture(event.pointerId)) return;
    const by = event.clientY - from;
    if (to === null && Math.abs(by) < 6) return;
    row.classList.add('hc-dragged');
    row.style.setProperty('transform', `translateY(${by}px)`);
    to = placeUnder(row, event.clientY);
  });
  for (const kind of ['pointerup', 'pointercancel']) {
    grip.addEventListener(kind, () => {
      row.classList.remove('hc-dragged');
      row.style.removeProperty('transform');
      if (to !== null && kind === 'pointerup') drop(to);
      to = null;
    });
  }
}

/** Place among its brothers that a row has at a height of the window. @param {HTMLElement} row @param {number} y */
function placeUnder(row, y) {
  const others = [...(row.parentElement?.children ?? [])].filter((other) => other !== row);
  return others.filter((other) => {
    const box = other.getBoundingClientRect();
    return y > box.top + box.height / 2;
  }).length;
}
