/**
 * Which tactics can be played now, and which one is? Ten buttons with drawing, letter and cost, points as pips, the chosen tactic as
 * a chip. What is allowed comes from the view.
 */

import { assign, h, replace, s, setText } from 'app/dom.js';
import { t, tn } from 'app/i18n.js';
import { tacticLine } from './describe.js';
import { tacticKey } from './keys.js';
import { iconPath, seatName, TACTICS, tacticName, whyNot } from './names.js';
import { PARAMETERS, placeOf, setTactic } from './orders.js';

/** @typedef {import('./session.js').Session} Session */
/** @typedef {import('./types').TacticState} TacticState */

const PIPS = 12;

/** A drawing by its name. @param {string} name */
export function drawing(name) {
  return s('svg', { class: 'pc-icon', viewBox: '0 0 24 24', 'aria-hidden': 'true' }, s('path', { d: iconPath(name) }));
}

/** @param {Session} session */
export function createTacticBar(session) {
  const { state } = session;
  const points = h('span', { class: 'pc-points' });
  const chip = h('div', { class: 'pc-chip', hidden: true });
  const question = h('div', { class: 'pc-question', hidden: true });
  const buttons = new Map(
    Object.entries(TACTICS).map(([type, tactic]) => {
      const cost = h('span', { class: 'pc-cost', 'aria-hidden': 'true' });
      const price = h('span', { class: 'visually-hidden' });
      const button = h(
        'button',
        {
          type: 'button',
          class: 'pc-tactic',
          tabindex: '-1',
          dataset: { tactic: type },
          onclick: () => session.aimTactic(type),
        },
        drawing(type),
        h('span', { class: 'pc-name' }, tactic.name()),
        h('kbd', { 'aria-hidden': 'true' }, tactic.key),
        cost,
        price,
      );
      return [type, { button, cost, price }];
    }),
  );
  const bar = h(
    'div',
    { class: 'pc-bar', role: 'toolbar', 'aria-label': t('Tactics'), onkeydown: key },
    [...buttons.values()].map(({ button }) => button),
  );
  const element = h(
    'section',
    { class: 'pc-tactics', hidden: true },
    h('header', null, h('h3', null, t('Tactic')), points),
    bar,
    question,
    chip,
  );
  let focused = 0;

  /** @param {number} index @param {boolean} [now] */
  function rove(index, now = true) {
    const all = [...buttons.values()];
    focused = (index + all.length) % all.length;
    all.forEach(({ button }, i) => {
      button.tabIndex = i === focused ? 0 : -1;
    });
    if (now) all[focused].button.focus();
  }

  /** @param {KeyboardEvent} event */
  function key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const steps = /** @type {Record<string, number>} */ ({ ArrowRight: 1, ArrowLeft: -1, ArrowDown: 5, ArrowUp: -5 });
    if (steps[event.key]) rove(focused + steps[event.key]);
    else if (event.key === 'Home') rove(0);
    else if (event.key === 'End') rove(buttons.size - 1);
    else if (event.key === 'Escape' && state.aim) session.change({ aim: null });
    else if (!tacticKey(session, event.key.toUpperCase())) return;
    event.preventDefault();
  }

  /** @param {TacticState} tactic @param {import('./types').Own | null} you */
  function showButton(tactic, you) {
    const { button, cost, price } = buttons.get(tactic.type) ?? {};
    if (!button || !cost || !price) return;
    const rate = state.frame?.view.rules?.points_per_round ?? 0;
    const why = tactic.why_not ? whyNot(tactic.why_not, { have: you?.points ?? 0, cost: tactic.cost, rate }) : '';
    const chosen = state.orders.tactic?.type === tactic.type || state.aim?.type === tactic.type;
    setText(cost, String(tactic.cost));
    setText(price, `, ${t('costs {cost} points', { cost: tactic.cost })}`);
    assign(button, {
      'aria-pressed': String(chosen),
      'aria-disabled': tactic.allowed && session.canOrder() ? null : 'true',
      title: `${tacticName(tactic.type)}: ${TACTICS[tactic.type].meaning()}${why ? `\n${why}` : ''}`,
    });
    button.classList.toggle('pc-wrong', !!state.error && placeOf(state.error.path).tactic && chosen);
  }

  /** What the aimed tactic still wants to know. */
  function showQuestion() {
    const { aim, frame } = state;
    question.hidden = !aim;
    if (!aim || !frame) return;
    if (!PARAMETERS[aim.type].includes('seat')) {
      const from = aim.from === null ? t('Choose a planet on the chart.') : t('Choose where to on the chart.');
      const own =
        PARAMETERS[aim.type].includes('from') && aim.from === null ? t('Choose one of your planets to leave.') : from;
      replace(question, h('p', null, `${TACTICS[aim.type].meaning()} ${own}`));
      return;
    }
    const seats = session.seatTargets(aim.type);
    replace(
      question,
      h('p', null, TACTICS[aim.type].meaning()),
      seats.map((seat) =>
        h('button', { type: 'button', onclick: () => session.aimAtSeat(seat) }, seatName(seat, session.host.info)),
      ),
    );
  }

  function showChip() {
    const { orders, position } = state;
    chip.hidden = !orders.tactic;
    if (!orders.tactic || !position) return;
    const wrong = state.error !== null && placeOf(state.error.path).tactic;
    chip.classList.toggle('pc-wrong', wrong);
    replace(
      chip,
      drawing(orders.tactic.type),
      h(
        'span',
        null,
        tacticLine(orders.tactic, position, session.host.info),
        wrong && h('em', null, ` ${state.error?.message}`),
      ),
      session.canOrder() &&
        h(
          'button',
          {
            type: 'button',
            class: 'pc-remove',
            'aria-label': t('Take the tactic back'),
            onclick: () => session.draft(setTactic(state.orders, null)),
          },
          drawing('close'),
        ),
    );
  }

  function show() {
    const view = state.frame?.view;
    if (!view) return;
    element.hidden = !view.you || !view.tactics.length;
    for (const tactic of view.tactics) showButton(tactic, view.you);
    const have = view.you?.points ?? 0;
    replace(
      points,
      h(
        'span',
        { class: 'pc-pips', 'aria-hidden': 'true' },
        Array.from({ length: Math.min(PIPS, have) }, () => h('i', null)),
      ),
      tn('{n} point', '{n} points', have),
    );
    showQuestion();
    showChip();
  }

  rove(0, false);
  return { element, show, focus: () => rove(focused) };
}
