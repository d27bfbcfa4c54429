/**
 * How many units are sent? A slider from 1 to 100 percent with marks and a field for an exact number; of the arrow that is being
 * edited, or of what is sent next. Shows what the server says will come of it.
 */

import { h, replace } from 'app/dom.js';
import { t } from 'app/i18n.js';
import { moveLine } from './describe.js';
import { foreseen, moveForecast } from './forecast.js';
import { placeOf, removeMove, share } from './orders.js';
import { drawing } from './tactic_bar.js';

/** @typedef {import('./session.js').Session} Session */

const MARKS = [25, 50, 75, 100];

/** @param {Session} session */
export function createAmount(session) {
  const { state } = session;
  const slider = h('input', {
    type: 'range',
    min: '1',
    max: '100',
    step: '1',
    'aria-label': t('Part of the units to send'),
    oninput: slide,
  });
  const exact = h('input', {
    type: 'number',
    min: '1',
    inputmode: 'numeric',
    class: 'pc-exact',
    'aria-label': t('Exact number of units'),
    title: t('Exact number of units'),
    onchange: type,
  });
  const percent = h('output', { class: 'pc-percent' });
  const marks = MARKS.map((mark) =>
    h(
      'button',
      { type: 'button', class: 'pc-mark', onclick: () => session.setAmount({ fraction: mark / 100 }) },
      `${mark}%`,
    ),
  );
  const title = h('h3', null, t('Send'));
  const what = h('div', { class: 'pc-what' });
  const element = h(
    'section',
    { class: 'pc-amount' },
    h('header', null, title, percent),
    h('div', { class: 'pc-slide' }, slider, exact),
    h('div', { class: 'pc-marks' }, marks),
    what,
  );

  function slide() {
    session.setAmount({ fraction: Number(slider.value) / 100 });
  }

  function type() {
    const units = Math.floor(Number(exact.value));
    session.setAmount(units >= 1 ? { exact: units } : { fraction: state.fraction });
  }

  function showMove() {
    const { edited, orders, position } = state;
    const move = edited === null ? null : orders.moves[edited];
    if (!move || edited === null || !position) return false;
    const wrong = state.error && placeOf(state.error.path).move === edited ? state.error.message : '';
    replace(
      what,
      h('p', { class: wrong ? 'pc-wrong' : '' }, moveLine(move, position)),
      h(
        'p',
        { class: wrong ? 'pc-refused' : 'pc-forecast' },
        wrong || moveForecast(foreseen(state.forecast, move, edited), position.view) || '\u00a0',
      ),
      h(
        'button',
        {
          type: 'button',
          class: 'pc-remove',
          'aria-label': t('Delete this order'),
          onclick: () => session.draft(removeMove(state.orders, edited), { edited: null }),
        },
        drawing('close'),
      ),
    );
    const most = session.rest(move.from) + move.units;
    exact.max = String(most);
    if (document.activeElement !== exact) exact.value = String(move.units);
    exact.placeholder = '';
    const part = Math.max(1, Math.min(100, Math.round((100 * move.units) / Math.max(1, most))));
    slider.value = String(part);
    percent.textContent = t('{units} of {most}', { units: move.units, most });
    return true;
  }

  function showNext() {
    const { sources, position, fraction } = state;
    if (!position) return;
    const rests = sources.map((id) => session.rest(id));
    const units = rests.reduce(
      (sum, rest) => sum + (state.exact === null ? share(rest, fraction) : Math.min(state.exact, rest)),
      0,
    );
    slider.value = String(Math.round(fraction * 100));
    if (document.activeElement !== exact) exact.value = state.exact === null ? '' : String(state.exact);
    // What the part comes to, where an exact number may be written instead.
    exact.placeholder = sources.length ? String(units) : '';
    exact.removeAttribute('max');
    percent.textContent =
      state.exact === null
        ? t('{percent}%', { percent: Math.round(fraction * 100) })
        : t('exactly {n}', { n: state.exact });
    const names = sources.map((id) => position.planets[id].key).join(', ');
    replace(
      what,
      h(
        'p',
        { class: 'pc-hint' },
        sources.length
          ? t('{units} units from {planets}: choose a target.', { units, planets: names })
          : t('Choose one of your planets, then a target.'),
      ),
      state.error && placeOf(state.error.path).move !== null && h('p', { class: 'pc-refused' }, state.error.message),
      state.detour && detour(position, state.detour),
    );
  }

  /** @param {import('./position.js').Position} position @param {{from: number, to: number}} way */
  function detour({ planets }, way) {
    return h(
      'div',
      { class: 'pc-detour' },
      h('p', null, t('No route leads from {from} to {to}.', { from: planets[way.from].key, to: planets[way.to].key })),
      h('button', { type: 'button', onclick: () => session.sendAlong() }, t('Send along the way')),
    );
  }

  return {
    element,
    show() {
      element.hidden = !session.canOrder();
      element.classList.toggle('pc-editing', state.edited !== null);
      if (!showMove()) showNext();
    },
  };
}
