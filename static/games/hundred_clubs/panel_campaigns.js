/**
 * Which campaigns are ordered, and in which order are they paid? A row per campaign: its place in the queue, its cell, its size, what
 * becomes of it, and war on whoever it cannot touch.
 */
import { assign, h, setText } from 'app/dom.js';
import { t, tn } from 'app/i18n.js';
import { queue } from 'kit/lists.js';
import { button, section, stepper } from 'kit/parts.js';
import { barredBy, isOfThese, remarkOf, uselessOf } from './foreseen.js';
import { handOf } from './hand.js';
import { cellName, clubMark, iconPath, terrainName } from './names.js';
import { campaignsOf, evenly, removeCampaign, totalSize, withoutCampaigns } from './orders.js';
import { placeName, terrainKey } from './places.js';
import { createSpend } from './spend.js';

/** @import { Session } from './session.js' */
/** @import { Campaign } from './types' */
/** @typedef {{key: string, index: number, campaign: Campaign}} Item */

/** Campaigns with keys by cell, so that a row survives when the order changes. @param {Campaign[]} campaigns @returns {Item[]} */
export function itemsOf(campaigns) {
  /** @type {Map<string, number>} */
  const seen = new Map();
  return campaigns.map((campaign, index) => {
    const name = cellName(campaign.at);
    const before = seen.get(name) ?? 0;
    seen.set(name, before + 1);
    return { key: before ? `${name} ${before}` : name, index, campaign };
  });
}

/** @param {Item} item @param {any} view */
const nameOf = ({ index, campaign }, view) =>
  t('campaign {n} on {cell}', { n: index + 1, cell: placeName(view, campaign.at) });

/** Places near each other may have one name: what is won there tells them apart. @param {string} place @param {number} n */
const wonAt = (place, n) => tn('+{n} cell · {place}', '+{n} cells · {place}', n, { place });

/** @param {Session} session @returns {import('./panel.js').Part} */
export function createCampaigns(session) {
  const { state } = session;
  const list = queue({
    label: t('Campaigns in the order in which they are paid'),
    key: (/** @type {Item} */ { key }) => key,
    name: (/** @type {Item} */ item) => nameOf(item, state.frame?.view),
    create: () => createRow(session),
    onmove: (from, to) => session.reorder(from, to),
    onremove: (index) => session.draft(removeCampaign(state.orders, index)),
    canChange: () => session.canOrder('rounds'),
  });
  const empty = h(
    'p',
    { class: 'kit-hint' },
    t(
      'Press your land on the map, or land near it that you want: a campaign attacks what is foreign around it and defends what is yours.',
    ),
  );
  const all = () => totalSize(state.orders) + session.affordable();
  const even = button({
    text: t('Share all money evenly'),
    act: () => session.draft(evenly(state.orders, all())),
  });
  const useless = () => (isOfThese(state.forecast, state.orders) ? uselessOf(state.forecast) : []);
  const back = button({
    text: '',
    act: () => session.draft(withoutCampaigns(state.orders, useless()), { selected: -1 }),
  });
  const wisely = createSpend(session);
  const part = section(
    t('Campaigns'),
    { class: 'hc-campaigns' },
    list.element,
    back.element,
    wisely.element,
    even.element,
    empty,
  );
  part.clears();
  return {
    element: part.element,
    show(view) {
      const campaigns = campaignsOf(state.orders);
      const aside = t('{n} of {limit}', { n: campaigns.length, limit: view.options.campaign_limit });
      part.show({ shown: session.hasDraft() && view.phase === 'rounds', aside });
      empty.hidden = campaigns.length > 0;
      // With a campaign in hand its size and its rest take the room of the panel's one screen.
      wisely.show({ shown: state.selected < 0 });
      const vain = useless().length;
      back.show({
        text: tn('Take back {n} campaign that wins nothing', 'Take back {n} campaigns that win nothing', vain),
        // The one in hand may still grow.
        shown: vain > 0 && state.selected < 0 && session.canOrder('rounds'),
      });
      const isEven = evenly(state.orders, all()) === state.orders;
      even.show({ shown: campaigns.length > 1 && session.canOrder('rounds'), disabled: isEven });
      list.show(itemsOf(campaigns));
    },
  };
}

/** A row that stays when its campaign changes size or place in the queue. @param {Session} session @returns {import('kit/parts.js').Part<Item>} */
function createRow(session) {
  const { state } = session;
  const hand = handOf(session);
  let index = 0;
  const cell = button({
    text: '',
    class: 'hc-place',
    act: () => session.select(state.selected === index ? -1 : index),
  });
  const size = stepper({ label: t('Size'), onset: (value) => hand.resize(index, value) });
  size.element.addEventListener('focusin', () => state.selected !== index && session.select(index));
  const remark = h('p', { class: 'hc-remark' });
  const earlier = button({ text: t('Earlier'), sign: iconPath('up'), act: () => session.reorder(index, index - 1) });
  const later = button({ text: t('Later'), sign: iconPath('down'), act: () => session.reorder(index, index + 1) });
  const rest = button({ text: '', act: () => hand.grow(index, session.affordable()) });
  const war = button({ text: '', act: () => hand.justify(barred()) });
  const barred = () => barredBy(state.plan?.campaigns[index], state.orders, state.frame?.view);
  const tools = h('div', { class: 'kit-actions' }, earlier.element, later.element, rest.element, war.element);
  const element = h('div', { class: 'hc-campaign' }, cell.element, size.element, remark, tools);
  return {
    element,
    show(item) {
      const { campaign } = item;
      index = item.index;
      const view = state.frame?.view;
      const isSelected = state.selected === index;
      const canOrder = session.canOrder('rounds');
      const fate = state.plan?.campaigns[index];
      const refusal = session.refusal(`campaigns[${index}]`);
      const facts = { n: index + 1, cell: placeName(view, campaign.at) };
      const ground = terrainName(terrainKey(view, campaign.at));
      cell.show({ text: fate?.gain.about ? wonAt(facts.cell, fate.gain.about) : facts.cell, pressed: isSelected });
      assign(cell.element, { title: `${facts.cell} · ${ground}` });
      size.show({
        value: campaign.size,
        min: 1,
        disabled: !canOrder,
        label: t('Size of campaign {n} on {cell}', facts),
      });
      element.classList.toggle('hc-void', !!refusal || fate?.funded === 0);
      setText(remark, refusal || remarkOf(fate));
      remark.hidden = !remark.textContent;
      remark.classList.toggle('kit-refused', !!(refusal || fate?.reason));
      const left = session.affordable();
      const seat = barred();
      tools.hidden = !canOrder || (!isSelected && seat === null);
      const last = campaignsOf(state.orders).length - 1;
      earlier.show({ shown: isSelected && last > 0, disabled: index === 0 });
      later.show({ shown: isSelected && last > 0, disabled: index === last });
      rest.show({ text: t('Put in the rest: +{n}', { n: left }), shown: isSelected && left > 0 });
      war.show({
        text: seat === null ? '' : t('War on {letter}', { letter: clubMark(seat) }),
        shown: seat !== null,
      });
    },
  };
}
