/**
 * Where does the money go? A bar of the saving with its parts, the same as a sum in words, what is won for it, and what will be there next
 * round.
 */
import { h, replace, setText } from 'app/dom.js';
import { sentences, t } from 'app/i18n.js';
import { section } from 'kit/parts.js';
import { isOfThese, nextText, openText, wonText } from './foreseen.js';
import { campaignsOf } from './orders.js';

/** @typedef {import('./types').Money} Money */
/** @typedef {{kind: string, text: string, amount: number}} Share a part of the saving */

/** The parts of a saving that are not nothing; what is left is always told. @param {Money} money @returns {Share[]} */
export function sharesOf(money) {
  const sum = (/** @type {string} */ command) =>
    money.diplomacy.reduce((total, entry) => total + (entry.command === command ? (entry.price ?? 0) : 0), 0);
  const [tax, justification] = [sum('form_alliance'), sum('justify_war')];
  return [
    { kind: 'tax', text: t('alliance tax {n}', { n: tax }), amount: tax },
    { kind: 'justify', text: t('for war {n}', { n: justification }), amount: justification },
    { kind: 'campaigns', text: t('campaigns {n}', { n: money.campaigns }), amount: money.campaigns },
    { kind: 'left', text: t('left {n}', { n: money.left }), amount: money.left },
  ].filter(({ kind, amount }) => amount > 0 || kind === 'left');
}

/** @param {Share} share @param {number} i */
const term = ({ kind, text }, i) =>
  h(
    'span',
    { class: 'hc-term' },
    i ? ' + ' : ' = ',
    h('i', { class: `hc-key hc-of-${kind}`, 'aria-hidden': 'true' }),
    text,
  );

/** @param {import('./session.js').Session} session @returns {import('./panel.js').Part} */
export function createMoney({ state, hasDraft }) {
  const bar = h('div', { class: 'hc-bar', 'aria-hidden': 'true' });
  const sum = h('p', { class: 'hc-sum' });
  const [won, next, doubt] = [h('p', { class: 'hc-won' }), h('p'), h('p', { class: 'kit-hint' })];
  const part = section(t('Money'), { class: 'hc-money' }, bar, sum, won, next, doubt);
  return {
    element: part.element,
    show() {
      const { plan } = state;
      part.show({ shown: plan !== null && hasDraft() });
      if (!plan) return;
      const shares = sharesOf(plan.money);
      const share = (/** @type {Share} */ { kind, amount }) =>
        h('span', { class: `hc-share hc-of-${kind}`, style: { 'flex-grow': String(amount) } });
      replace(bar, shares.map(share));
      replace(sum, h('b', null, t('You have {saving}', { saving: plan.money.saving })), shares.map(term));
      // Without a campaign the part below says what to do.
      won.hidden = !campaignsOf(state.orders).length;
      // A blank keeps the room until the server has answered.
      setText(won, isOfThese(plan, state.orders) || plan === state.ahead ? wonText(plan.cells) : '\u00a0');
      setText(next, nextText(plan.money.next));
      const price = plan.money.uncertain ? t('One price is not known; it counts as nothing here.') : '';
      setText(doubt, sentences([openText(plan.guard), price]));
    },
  };
}
