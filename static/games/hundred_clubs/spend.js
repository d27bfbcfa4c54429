/**
 * How would the money that is left be spent well? A quiet button drafts what the server proposes, and undo takes it back. In the first two rounds of
 * somebody's first match it says what that wins, and for what; later one finds that out oneself: what all drafts lead to stands where it always does.
 */
import { h, setText } from 'app/dom.js';
import { t } from 'app/i18n.js';
import { firstMatchOf } from 'app/kept.js';
import { button } from 'kit/parts.js';
import { guardText, keptText, spendText } from './foreseen.js';
import { spendMore } from './orders.js';

/** So small a part of the money needs no reason to be kept. */
const FEW = 0.1;
/** Rounds of a first match in which the proposal says what it wins. */
const TAUGHT = 2;

/** Is this a round in which somebody sees how money is spent well? The browser remembers their first match, and a second one when it begins. @param {import('./session.js').Session} session */
function isTaught({ state: { frame } }) {
  if (!frame?.view.round || frame.view.round > TAUGHT) return false;
  const memory = firstMatchOf('hundred_clubs').read();
  return !!memory && !memory.second;
}

/** The proposal for war while land is open to enemies, else the one for land. @param {import('./session.js').Session} session @param {string} [kind] of the buttons @returns {import('kit/parts.js').Part<{shown: boolean}>} */
export function createSpend(session, kind = '') {
  const { state } = session;
  const suggest = createProposal(session, 'hc-suggest', {
    proposal: ({ spend, guard }) => (guard?.open ? guard : spend?.gain.about ? spend : null),
    words: () => t('Suggest'),
    isQuiet: true,
  });
  suggest.element.title = t('Drafts campaigns for the money that is left. Change them, or undo.');
  const attack = createProposal(session, kind, {
    proposal: ({ spend, guard }) => (spend?.gain.about && !guard?.open ? spend : null),
    words: (money, { spend }) => spendText(money, spend),
  });
  const defence = createProposal(session, kind, {
    proposal: ({ guard }) => (guard?.open ? guard : null),
    words: (money, { guard }) => (guard ? guardText(money, guard) : ''),
  });
  const kept = h('p', { class: 'muted hc-kept', hidden: true });
  const element = h('div', { class: 'hc-spends' }, suggest.element, defence.element, attack.element, kept);
  return {
    element,
    show({ shown }) {
      const isLoud = isTaught(session);
      suggest.show({ shown: shown && !isLoud });
      attack.show({ shown: shown && isLoud });
      defence.show({ shown: shown && isLoud });
      const { spend, money } = state.forecast ?? {};
      const left = spend?.left ?? 0;
      setText(kept, keptText(left));
      // A few coins are no question.
      kept.hidden = attack.element.hidden || left < FEW * (money?.saving ?? 0) || !defence.element.hidden;
      element.hidden = suggest.element.hidden && defence.element.hidden && attack.element.hidden;
    },
  };
}

/** @typedef {Partial<import('./types').RoundForecast>} Forecast */

/**
 * @param {import('./session.js').Session} session @param {string} kind
 * @param {{proposal: (forecast: Forecast) => {campaigns: import('./types').Campaign[], left: number} | null | undefined, words: (money: number, forecast: any) => string, isQuiet?: boolean}} of `isQuiet`: nothing is shown of it before it is pressed
 * @returns {import('kit/parts.js').Part<{shown: boolean}>}
 */
function createProposal(session, kind, { proposal, words, isQuiet = false }) {
  const { state } = session;
  const part = button({ text: '', class: `hc-spend ${kind}`.trim(), act: spend });
  for (const event of isQuiet ? [] : ['pointerenter', 'focus'])
    part.element.addEventListener(event, () => session.aim(wise()));
  for (const event of isQuiet ? [] : ['pointerleave', 'blur'])
    part.element.addEventListener(event, () => session.aim(null));

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
