/** What does the end of a round bring my club, and where is its capital? Income and land stand with its name (`panel_clubs.js`). */
import { h, setText } from 'app/dom.js';
import { t } from 'app/i18n.js';
import { throughOf } from 'kit/describe.js';
import { button, section } from 'kit/parts.js';
import { percentOf } from './describe.js';
import { capitalText } from './foreseen.js';
import { handOf } from './hand.js';
import { iconPath } from './names.js';
import { setCapital } from './orders.js';
import { newCapital, placeName } from './places.js';

/** @typedef {import('./types').ClubView} View */

/** @param {View} view @param {import('./types').Cell | null} ordered @param {boolean} isMine the reader's */
function capitalLine(view, ordered, isMine) {
  const present = view.me?.capital ?? null;
  const from = present ? placeName(view, present) : '–';
  if (ordered) return t('Capital: {from} → {to}', { from, to: placeName(view, ordered) });
  const none = () =>
    isMine
      ? t('none: your land is cut off unless an ally’s capital supplies it')
      : t('none: its land is cut off unless an ally’s capital supplies it');
  const place = present ? from : none();
  return t('Capital: {place}', { place });
}

/** What the end of a round takes and brings, in a sentence. @param {View} view @param {boolean} [isMine] whether the club is the reader's */
export function taxText({ me, options, round }, isMine = true) {
  if (!me) return '';
  const { base, per_round: more } = options.capital_wage;
  const facts = {
    percent: t('{percent} %', { percent: percentOf(me.corruption_rate_ppm) }),
    income: me.income,
    wage: base + more * round,
  };
  if (!isMine)
    return me.capital
      ? t('Taxes: {percent} of what is left over is lost; land brings {income}, the capital {wage}.', facts)
      : t(
          'Taxes: {percent} of what is left over is lost; land brings {income}, and there is no capital to bring more.',
          facts,
        );
  return me.capital
    ? t('Taxes: {percent} of what is left over is lost; your land brings {income}, your capital {wage}.', facts)
    : t(
        'Taxes: {percent} of what is left over is lost; your land brings {income}, and there is no capital to bring more.',
        facts,
      );
}

/** @param {import('./session.js').Session} session @returns {import('./panel.js').Part} */
export function createOwn(session) {
  const { state } = session;
  const taxes = h('p', { class: 'kit-hint' });
  const where = h('p');
  const warning = h('p', { class: 'kit-note' });
  const move = button({
    text: t('Move the capital'),
    sign: iconPath('capital'),
    key: 'C',
    act: () => handOf(session).toggleCapital(),
  });
  const back = button({
    text: t('Leave it where it is'),
    act: () => session.draft(setCapital(state.orders, null)),
  });
  const tools = h('div', { class: 'kit-actions' }, move.element, back.element);
  const part = section(
    t('Your club'),
    { class: 'hc-own' },
    taxes,
    h('div', { class: 'hc-capital' }, where, tools),
    warning,
  );
  return {
    element: part.element,
    show(view) {
      const { me } = view;
      const through = throughOf(view, session.host.info);
      part.show({ shown: !!me?.alive && view.phase === 'rounds', name: through?.name ?? t('Your club') });
      if (!me) return;
      setText(taxes, taxText(view, !through));
      const ordered = newCapital(view, state.orders);
      setText(where, capitalLine(view, ordered, !through));
      where.classList.toggle('kit-refused', !me.capital && !ordered);
      const foreseen = ordered ? capitalText(state.plan) : state.placing ? t('Choose its cell on the map.') : '';
      const words = session.refusal('capital') || foreseen;
      warning.hidden = !words;
      setText(warning, words);
      move.show({ pressed: state.placing, shown: session.canOrder('rounds') });
      back.show({ shown: session.canOrder('rounds') && ordered !== null });
    },
  };
}
