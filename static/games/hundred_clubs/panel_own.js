/**
 * How does my club stand? Income, land, capital and what corruption takes; the order that moves the capital.
 */
import { h, replace, setText } from 'app/dom.js';
import { t } from 'app/i18n.js';
import { areaText, percentOf } from './describe.js';
import { capitalText } from './foreseen.js';
import { handOf } from './hand.js';
import { drawing } from './names.js';
import { setCapital } from './orders.js';
import { newCapital, placeName } from './places.js';

/** @typedef {import('./session.js').Session} Session */
/** @typedef {import('./types').ClubView} View */

/** @param {Session} session @returns {import('./panel.js').Part} */
export function createOwn(session) {
  const facts = h('dl', { class: 'hc-facts' });
  const where = h('p', { class: 'hc-where' });
  const move = h(
    'button',
    { type: 'button', class: 'hc-tool', onclick: aim },
    drawing('capital'),
    t('Move the capital'),
  );
  const back = h(
    'button',
    { type: 'button', class: 'hc-tool', onclick: stay },
    drawing('close'),
    t('Leave it where it is'),
  );
  const warning = h('p', { class: 'hc-warning', hidden: true });
  const element = h(
    'section',
    { class: 'hc-own' },
    h('h3', null, t('Your club')),
    facts,
    where,
    warning,
    h('div', { class: 'hc-tools' }, move, back),
  );

  function aim() {
    handOf(session).toggleCapital();
  }

  function stay() {
    session.draft(setCapital(session.state.orders, null));
  }

  /** @param {View} view */
  function showCapital(view) {
    const ordered = newCapital(view, session.state.orders);
    const present = view.me?.capital ?? null;
    const name = present
      ? placeName(view, present)
      : t('none: your land is cut off unless an ally’s capital supplies it');
    setText(
      where,
      ordered
        ? t('Capital: {from} → {to}', { from: present ? placeName(view, present) : '–', to: placeName(view, ordered) })
        : t('Capital: {place}', { place: name }),
    );
    where.classList.toggle('hc-missing', !present && !ordered);
    const refusal = session.refusal('capital');
    const words =
      refusal ||
      (ordered ? capitalText(session.state.plan) : session.state.placing ? t('Choose its cell on the map.') : '');
    warning.hidden = !words;
    setText(warning, words);
    const canOrder = session.canOrder('rounds');
    move.hidden = !canOrder;
    move.setAttribute('aria-pressed', String(session.state.placing));
    back.hidden = !canOrder || !ordered;
  }

  return {
    element,
    show(view) {
      const { me } = view;
      element.hidden = !me?.alive || view.auction !== null;
      if (!me || element.hidden) return;
      const entries = [
        [t('Saving'), String(me.saving)],
        [t('Income'), String(me.income)],
        [t('Land'), areaText(me.area)],
        [t('Peak income'), String(me.peak)],
        [t('Free influence'), String(me.capital_influence)],
        [t('Corruption'), t('{percent} %', { percent: percentOf(me.corruption_rate_ppm) })],
      ];
      replace(
        facts,
        entries.map(([name, value]) => h('div', null, h('dt', null, name), h('dd', null, value))),
      );
      showCapital(view);
    },
  };
}
