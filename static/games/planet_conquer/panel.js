/**
 * What can be done now, and what will it do? The panel beside the board: tactic bar, amount, card of what is selected, totals.
 */

import { h, replace } from 'app/dom.js';
import { t } from 'app/i18n.js';
import { createAmount } from './amount.js';
import { createCard } from './card.js';
import { totalsChart } from './chart.js';
import { totalsForecast } from './forecast.js';
import { sessionOf } from './session.js';
import { loadStyle } from './style.js';
import { createTacticBar, drawing } from './tactic_bar.js';

/** @typedef {import('../../types').Host} Host */
/** @typedef {import('./session.js').Session} Session */

const SPEEDS = [0.5, 1, 2, 4];

/** @param {Session} session */
function createTotals(session) {
  const { state } = session;
  const chart = h('div', { class: 'pc-totals' });
  const fee = h('p', { class: 'pc-fee', hidden: true });
  return {
    element: h('section', { class: 'pc-outlook' }, h('h3', null, t('If nothing changes')), chart, fee),
    show() {
      const you = state.frame?.view.you;
      const totals = totalsForecast(state.forecast, state.frame?.view);
      const parent = chart.parentElement;
      if (parent) parent.hidden = totals.length < 2;
      if (totals.length < 2) return;
      const labels = [t('growth ½'), t('growth ¼'), t('no growth')];
      const steps = (state.forecast?.fee?.steps ?? []).map((level, i) => ({ level, label: labels[i] }));
      replace(chart, totalsChart(totals, steps));
      fee.hidden = !you?.fee.on;
      if (you?.fee.on)
        fee.textContent = t('Maintenance fee: your planets grow at {percent}%.', { percent: you.fee.quarters * 25 });
    },
  };
}

/** @param {Session} session */
function createTools(session) {
  const { state } = session;
  const overlay = h(
    'button',
    { type: 'button', class: 'pc-tool', onclick: () => session.change({ overlay: !state.overlay }) },
    drawing('forecast'),
    t('Growth'),
    h('kbd', { 'aria-hidden': 'true' }, 'V'),
  );
  const replay = h(
    'button',
    { type: 'button', class: 'pc-tool', title: t('Play the last round again'), onclick: () => session.ask('replay') },
    drawing('replay'),
    t('Replay'),
    h('kbd', { 'aria-hidden': 'true' }, 'R'),
  );
  const speed = h(
    'select',
    { class: 'pc-speed', 'aria-label': t('Playback speed'), onchange: () => session.setSpeed(Number(speed.value)) },
    SPEEDS.map((value) => h('option', { value: String(value), selected: value === state.speed }, `${value}×`)),
  );
  return {
    element: h('div', { class: 'pc-tools' }, overlay, replay, speed),
    show: () => overlay.setAttribute('aria-pressed', String(state.overlay)),
  };
}

/** @param {HTMLElement} el @param {Host} host @returns {import('../../types').Panel} */
export function mountPanel(el, host) {
  loadStyle();
  const session = sessionOf(host);
  const bar = createTacticBar(session);
  // What is handled stands first and keeps its place; the card, whose length changes with what is pointed at, comes after.
  const parts = [createAmount(session), bar, createCard(session), createTotals(session), createTools(session)];
  const root = h(
    'div',
    { class: 'pc-panel' },
    parts.map(({ element }) => element),
  );
  el.append(root);
  let waiting = 0;

  function show() {
    waiting = 0;
    for (const part of parts) part.show();
  }
  // Many changes come in one gesture; the panel is written once for all of them.
  const stop = session.listen(() => {
    waiting ||= requestAnimationFrame(show);
  });
  const withdraw = session.offer('bar', () => bar.focus());

  return {
    show: (frame) => session.show(frame),
    setDrafts: (orders, forecast) => session.setDrafts(orders, forecast),
    setLocked: (locked) => session.change({ locked }),
    setError: (error) => session.change({ error }),
    destroy() {
      stop();
      withdraw();
      cancelAnimationFrame(waiting);
      root.remove();
    },
  };
}
