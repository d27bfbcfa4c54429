/** What does the server advise, and how is it shown and followed? What is worth doing, its price and its odds are the engine's; here are only buttons. */
import { h, setText } from 'app/dom.js';
import { phrase, t } from 'app/i18n.js';
import { each } from 'kit/lists.js';
import { button, section } from 'kit/parts.js';
import { addAction, setDefault, setStanding } from './orders.js';

/** @import { Advice, Forecast, Kind, Orders, Part, Session } from './types' */

/** In few words, for the place on the chart and for the button. @type {Record<Advice['kind'], () => string>} */
const DEEDS = {
  hold: () => t('Spend nothing'),
  take: () => t('Take it'),
  storm: () => t('Attack it'),
  save: () => t('Save for it'),
  bid: () => t('Bid so'),
  mine: () => t('Build the miner'),
  stop: () => t('Build no more'),
  hunt: () => t('Hunt it'),
  strike: () => t('Burst there'),
  guard: () => t('Guard'),
  trace: () => t('Look there'),
  seek: () => t('Look there'),
  look: () => t('Build the scout'),
};

/** @param {Advice} entry */
export const deedOf = ({ kind }) => DEEDS[kind]();

/** What is worth doing besides the draft, the best first; nothing for who cannot order, or is to find it. @param {Session} session @returns {Advice[]} */
export function adviceOf(session) {
  const told = /** @type {Forecast | null} */ (session.state.told);
  return session.canOrder() && session.host.info.kind !== 'lesson' ? (told?.advice ?? []) : [];
}

/** The draft with what an entry orders. @param {Orders} orders @param {Pick<Advice, 'orders'>} entry */
export function followed(orders, { orders: more }) {
  let draft = orders;
  for (const { id, actions, valid_for: lasts } of more?.direct ?? [])
    for (const action of actions) draft = addAction(draft, id, action, lasts);
  for (const { id, ...rules } of more?.standing ?? []) draft = setStanding(draft, id, rules);
  for (const [kind, rules] of Object.entries(more?.defaults ?? {}))
    draft = setDefault(draft, /** @type {Kind} */ (kind), rules);
  return draft;
}

/** One entry: what, for how much, with which odds, and the press that orders it. @param {(entry: Advice) => void} act @param {string} [kind] of the button */
export function adviceLine(act, kind = '') {
  const [says, price, odds] = [h('span'), h('small'), h('small')];
  /** @type {Advice | null} */
  let shown = null;
  const deed = button({ text: '', class: kind, act: () => shown && act(shown) });
  const element = h('div', { class: 'cosmos-advice' }, says, price, odds, deed.element);
  return {
    element,
    /** @param {Advice | null} entry */
    show(entry) {
      element.hidden = !entry;
      shown = entry;
      if (!entry) return;
      setText(says, t('{text}.', { text: phrase(entry.says) }));
      setText(price, t('Price: {price}', { price: phrase(entry.price) }));
      setText(odds, t('Odds: {odds}', { odds: phrase(entry.odds) }));
      deed.show({ text: deedOf(entry), shown: !!entry.orders });
    },
  };
}

/** What is worth doing now, in the panel. @param {Session} session @returns {Part} */
export function createAdvice(session) {
  const box = section(t('Worth doing'), {});
  const lines = each(
    h('div', { class: 'cosmos-advices' }),
    (/** @type {Advice} */ { kind, id, by }) => `${kind} ${id} ${by}`,
    () => adviceLine((entry) => session.follow(entry)),
  );
  const none = h('p', { class: 'kit-hint' });
  box.element.append(lines.element, none);
  return {
    element: box.element,
    show() {
      const found = adviceOf(session);
      box.show({ shown: session.canOrder() && !!session.state.told && session.host.info.kind !== 'lesson' });
      lines.show(found);
      none.hidden = found.length > 0;
      setText(
        none,
        t('Nothing else is worth an order now: Go on until, beside Ready, plays on until something happens.'),
      );
    },
  };
}
