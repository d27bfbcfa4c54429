/**
 * Where does the money go? A bar of the saving with its parts, the same as a sum in words, and what will be there next round.
 */
import { h, replace } from 'app/dom.js';
import { t, tn } from 'app/i18n.js';

/** @typedef {import('./desk.js').Desk} Desk */
/** @typedef {import('./types').Money} Money */
/** @typedef {{kind: string, text: string, amount: number}} Share a part of the saving */

/** The parts of a saving that are not nothing; what is left is always told. @param {Money} money @returns {Share[]} */
export function sharesOf(money) {
  const sum = (/** @type {string} */ command) =>
    money.diplomacy.reduce((total, entry) => total + (entry.command === command ? (entry.price ?? 0) : 0), 0);
  const [tax, justification] = [sum('form_alliance'), sum('justify_war')];
  return [
    { kind: 'tax', text: t('alliance tax {n}', { n: tax }), amount: tax },
    { kind: 'justify', text: t('justification {n}', { n: justification }), amount: justification },
    { kind: 'campaigns', text: t('campaigns {n}', { n: money.campaigns }), amount: money.campaigns },
    { kind: 'left', text: t('left {n}', { n: money.left }), amount: money.left },
  ].filter(({ kind, amount }) => amount > 0 || kind === 'left');
}

/** Saving of the next round, as a range if conquests are foreseen. @param {Money} money @param {number} taken cells */
export function nextText(money, taken) {
  if (!taken) return t('Next round: {low}', { low: money.next_low });
  return tn(
    'Next round: {low}, or {high} if the outlined cell is taken',
    'Next round: {low}, or {high} if all {n} outlined cells are taken',
    taken,
    { low: money.next_low, high: money.next_high },
  );
}

/** @param {Desk} desk @returns {import('./desk.js').Part} */
export function createMoney(desk) {
  const bar = h('div', { class: 'hc-bar', 'aria-hidden': 'true' });
  const sum = h('p', { class: 'hc-sum' });
  const next = h('p', { class: 'hc-next' });
  const doubt = h('p', { class: 'hc-note', hidden: true });
  const element = h('section', { class: 'hc-money' }, h('h3', null, t('Money')), bar, sum, next, doubt);
  return {
    element,
    show() {
      const plan = desk.plan();
      element.hidden = !plan;
      if (!plan) return;
      const { money } = plan;
      const shares = sharesOf(money);
      replace(
        bar,
        shares.map(({ kind, amount }) =>
          h('span', { class: `hc-share hc-of-${kind}`, style: { 'flex-grow': String(amount) } }),
        ),
      );
      replace(
        sum,
        h('b', null, t('Saving {saving}', { saving: money.saving })),
        shares.map(({ kind, text }, i) =>
          h(
            'span',
            { class: 'hc-term' },
            i ? ' + ' : ' = ',
            h('i', { class: `hc-key hc-of-${kind}`, 'aria-hidden': 'true' }),
            text,
          ),
        ),
      );
      next.textContent = nextText(money, plan.taken.length);
      doubt.hidden = !money.uncertain;
      doubt.textContent = t('One price is not known; it counts as nothing here.');
    },
  };
}
