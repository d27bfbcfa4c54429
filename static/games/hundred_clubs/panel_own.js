/**
 * How does my club stand? Income, land, capital and what corruption takes; the order that moves the capital.
 */
import { h, replace, setText } from 'app/dom.js';
import { t } from 'app/i18n.js';
import { areaText, percentOf } from './describe.js';
import { drawing } from './names.js';
import { setCapital } from './orders.js';
import { newCapital, placeName } from './places.js';
import { cellOf, isOnBoard, positionOf } from './position.js';

/** @typedef {import('./desk.js').Desk} Desk */
/** @typedef {import('./types').ClubView} View */
/** @typedef {import('./types').Cell} Cell */

/**
 * What is to be said of a capital that is ordered there; '' if nothing.
 * @param {View} view @param {Cell} at @param {import('./plan.js').Plan | null} plan
 */
export function capitalWarning(view, at, plan) {
  const { chart, owner } = positionOf(view);
  if (!plan || !isOnBoard(chart, at[0], at[1])) return '';
  const cell = cellOf(chart, at);
  if (plan.grids.access[cell])
    return owner[cell] === view.you ? '' : t('An ally’s land: the capital is lost when the alliance ends.');
  if (plan.grids.taken[cell]) return t('Only if the cell is taken this round; else the capital is lost.');
  return t('Neither your land nor an ally’s: the capital would be lost.');
}

/** @param {Desk} desk @returns {import('./desk.js').Part} */
export function createOwn(desk) {
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
    desk.host.select(desk.state.placing ? null : { kind: 'capital' });
  }

  function stay() {
    desk.draft(setCapital(desk.state.orders, null));
  }

  /** @param {View} view */
  function showCapital(view) {
    const ordered = newCapital(view, desk.orders());
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
    const refusal = desk.refusal('capital');
    const words =
      refusal ||
      (ordered
        ? capitalWarning(view, ordered, desk.plan())
        : desk.state.placing
          ? t('Choose its cell on the map.')
          : '');
    warning.hidden = !words;
    setText(warning, words);
    const canOrder = desk.canOrder('rounds');
    move.hidden = !canOrder;
    move.setAttribute('aria-pressed', String(desk.state.placing));
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
