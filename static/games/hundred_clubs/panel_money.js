/**
 * Where does the money go? A bar of the saving with its parts, the same as a sum in words, and what will be there next round.
 */
import { h, replace } from 'app/dom.js';
import { t } from 'app/i18n.js';
import { nextText, wonText } from './foreseen.js';

/** @typedef {import('./session.js').Session} Session */
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

/** @param {Session} session @returns {import('./panel.js').Part} */
export function createMoney(session) {
  const bar = h('div', { class: 'hc-bar', 'aria-hidden': 'true' });
  const sum = h('p', { class: 'hc-sum' });
  const won = h('p', { class: 'hc-won' });
  const next = h('p', { class: 'hc-next' });
  const doubt = h('p', { class: 'hc-note', hidden: true });
  const element = h('section', { class: 'hc-money' }, h('h3', null, t('Money')), bar, sum, won, next, doubt);
  return {
    element,
    show() {
      const plan = session.state.plan;
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
      won.textContent = wonText(plan.cells);
      next.textContent = nextText(money.next);
      doubt.hidden = !money.uncertain;
      doubt.textContent = t('One price is not known; it counts as nothing here.');
    },
  };
}
