/** How does my club stand? Income, land, capital and what corruption takes; the order that moves the capital. */
import { h, setText } from 'app/dom.js';
import { t } from 'app/i18n.js';
import { button, rows, section } from 'kit/parts.js';
import { areaText, percentOf } from './describe.js';
import { capitalText } from './foreseen.js';
import { handOf } from './hand.js';
import { iconPath } from './names.js';
import { setCapital } from './orders.js';
import { newCapital, placeName } from './places.js';

/** @typedef {import('./types').ClubView} View */

/** @param {View} view @param {import('./types').Cell | null} ordered */
function capitalLine(view, ordered) {
  const present = view.me?.capital ?? null;
  const from = present ? placeName(view, present) : '–';
  if (ordered) return t('Capital: {from} → {to}', { from, to: placeName(view, ordered) });
  const place = present ? from : t('none: your land is cut off unless an ally’s capital supplies it');
  return t('Capital: {place}', { place });
}

/** @param {import('./session.js').Session} session @returns {import('./panel.js').Part} */
export function createOwn(session) {
  const { state } = session;
  const facts = rows();
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
  const part = section(t('Your club'), { class: 'hc-own' }, facts.element, where, warning, tools);
  return {
    element: part.element,
    show(view) {
      const { me } = view;
      part.show({ shown: !!me?.alive && view.auction === null });
      if (!me) return;
      facts.show([
        [t('Saving'), me.saving],
        [t('Income'), me.income],
        [t('Land'), areaText(me.area)],
        [t('Peak income'), me.peak],
        [t('Free influence'), me.capital_influence],
        [t('Corruption'), t('{percent} %', { percent: percentOf(me.corruption_rate_ppm) })],
      ]);
      const ordered = newCapital(view, state.orders);
      setText(where, capitalLine(view, ordered));
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
