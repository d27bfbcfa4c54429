/**
 * What would the money that is left win, what would it hold at war, and how is it spent so? A button with the server's proposal: pointing at it shows
 * what comes of it on the map, pressing it orders the campaigns, and undo takes them back. It stands in the panel, and at the foot of the map on a phone.
 */
import { h, setText } from 'app/dom.js';
import { button } from 'kit/parts.js';
import { guardText, keptText, spendText } from './foreseen.js';
import { spendMore } from './orders.js';

/** So small a part of the money needs no reason to be kept. */
const FEW = 0.1;

/** The proposal for war while land is open to enemies, else the one for land. @param {import('./session.js').Session} session @param {string} [kind] of the buttons @returns {import('kit/parts.js').Part<{shown: boolean}>} */
export function createSpend(session, kind = '') {
  const { state } = session;
  const attack = createProposal(session, kind, {
    proposal: ({ spend, guard }) => (spend?.gain.about && !guard?.open ? spend : null),
    words: (money, { spend }) => spendText(money, spend),
  });
  const defence = createProposal(session, kind, {
    proposal: ({ guard }) => (guard?.open ? guard : null),
    words: (money, { guard }) => (guard ? guardText(money, guard) : ''),
  });
  const kept = h('p', { class: 'muted hc-kept', hidden: true });
  const element = h('div', { class: 'hc-spends' }, defence.element, attack.element, kept);
  return {
    element,
    show(how) {
      attack.show(how);
      defence.show(how);
      const { spend, money } = state.forecast ?? {};
      const left = spend?.left ?? 0;
      setText(kept, keptText(left));
      // A few coins are no question.
      kept.hidden = attack.element.hidden || left < FEW * (money?.saving ?? 0) || !defence.element.hidden;
      element.hidden = attack.element.hidden && defence.element.hidden;
    },
  };
}

/** @typedef {Partial<import('./types').RoundForecast>} Forecast */

/**
 * @param {import('./session.js').Session} session @param {string} kind
 * @param {{proposal: (forecast: Forecast) => {campaigns: import('./types').Campaign[], left: number} | null | undefined, words: (money: number, forecast: any) => string}} of
 * @returns {import('kit/parts.js').Part<{shown: boolean}>}
 */
function createProposal(session, kind, { proposal, words }) {
  const { state } = session;
  const part = button({ text: '', class: `hc-spend ${kind}`.trim(), act: spend });
  for (const event of ['pointerenter', 'focus']) part.element.addEventListener(event, () => session.aim(wise()));
  for (const event of ['pointerleave', 'blur']) part.element.addEventListener(event, () => session.aim(null));

  /** Null: nothing is worth the money, or it is being asked. */
  function proposed() {
    const spending = state.forecast && proposal(state.forecast);
    return session.canOrder('rounds') && spending?.campaigns.length ? spending : null;
  }
  function wise() {
    const spending = proposed();
    return spending && spendMore(state.orders, spending.campaigns);
  }
  function spend() {
    const orders = wise();
    if (!orders) return;
    session.aim(null);
    session.draft(orders, { selected: -1 });
  }
  return {
    element: part.element,
    show({ shown }) {
      const spending = proposed();
      const money = spending ? Math.max(0, (state.forecast?.money?.left ?? 0) - spending.left) : 0;
      part.show({ text: spending ? words(money, state.forecast) : '', shown: shown && spending !== null });
    },
  };
}
