/**
 * Which tactics can be played now, and which one is? Ten buttons with drawing, letter and cost, the chosen tactic as a chip. What is
 * allowed comes from the view.
 */
import { assign, h, list, setText } from 'app/dom.js';
import { t, tn } from 'app/i18n.js';
import { chips } from 'kit/lists.js';
import { drawing, refusal, section, toolbar } from 'kit/parts.js';
import { tacticLine } from './describe.js';
import { iconPath, seatName, TACTICS, tacticName, whyNot } from './names.js';
import { PARAMETERS, setTactic } from './orders.js';

/** @typedef {import('./session.js').Session} Session */
/** @typedef {import('./types').TacticState} TacticState */

const PIPS = 12;
const COLUMNS = 5;

/** @param {Session} session */
export function createTacticBar(session) {
  const { state, host } = session;
  const buttons = new Map(
    Object.entries(TACTICS).map(([type, tactic]) => {
      const cost = h('span', { class: 'pc-cost', 'aria-hidden': 'true' });
      const price = h('span', { class: 'visually-hidden' });
      const act = { onclick: () => session.aimTactic(type), dataset: { tactic: type } };
      const button = h(
        'button',
        { type: 'button', class: 'kit-button pc-tactic', ...act },
        drawing(iconPath(type)),
        h('span', { class: 'pc-name' }, tactic.name()),
        h('kbd', { 'aria-hidden': 'true' }, tactic.key),
        cost,
        price,
      );
      return [type, { button, cost, price }];
    }),
  );
  const bar = toolbar(
    { label: t('Tactics'), columns: COLUMNS, class: 'pc-bar', key },
    [...buttons.values()].map(({ button }) => button),
  );
  const pips = h('span', { class: 'pc-pips', 'aria-hidden': 'true' });
  const points = h('span');
  const question = h('p');
  const seats = chips({ label: t('Seats'), onchoose: (seat) => session.aimAtSeat(seat) });
  const chosen = chips({
    label: t('Tactic'),
    onchoose: (type) => session.aimTactic(type),
    onremove: () => session.draft(setTactic(state.orders, null)),
  });
  chosen.element.classList.add('pc-chosen');
  const refused = refusal();
  const part = section(
    t('Tactic'),
    { class: 'pc-tactics' },
    bar.element,
    question,
    seats.element,
    chosen.element,
    refused.element,
  );
  part.aside.append(pips, points);
  const withdraw = session.offer('bar', bar.focus);

  /** @param {KeyboardEvent} event */
  function key(event) {
    const found = Object.entries(TACTICS).find(([, tactic]) => tactic.key === event.key.toUpperCase());
    if (found) session.aimTactic(found[0]);
    else if (event.key === 'Escape' && state.aim) session.change({ aim: null });
    else return false;
    return true;
  }

  /** @param {TacticState} tactic @param {import('./types').PlanetConquerView} view */
  function showButton(tactic, { you, rules }) {
    const shown = buttons.get(tactic.type);
    if (!shown) return;
    const facts = { have: you?.points ?? 0, cost: tactic.cost, rate: rules?.points_per_round ?? 0 };
    const why = tactic.why_not ? `\n${whyNot(tactic.why_not, facts)}` : '';
    setText(shown.cost, String(tactic.cost));
    setText(shown.price, `, ${t('costs {cost} points', { cost: tactic.cost })}`);
    assign(shown.button, {
      'aria-pressed': String(state.orders.tactic?.type === tactic.type || state.aim?.type === tactic.type),
      'aria-disabled': tactic.allowed && session.canOrder() ? null : 'true',
      title: `${tacticName(tactic.type)}: ${TACTICS[tactic.type].meaning()}${why}`,
    });
  }

  /** What the aimed tactic still wants to know. */
  function showQuestion() {
    const { aim } = state;
    question.hidden = !aim;
    const asks = aim ? PARAMETERS[aim.type] : [];
    const ids = aim && asks.includes('seat') ? session.seatTargets(aim.type) : [];
    seats.element.hidden = !ids.length;
    seats.show(ids.map((seat) => ({ key: seat, text: seatName(seat, host.info) })));
    if (!aim) return;
    const target = aim.from === null ? t('Choose a planet on the chart.') : t('Choose where to on the chart.');
    const from = asks.includes('from') && aim.from === null ? t('Choose one of your planets to leave.') : target;
    setText(question, `${TACTICS[aim.type].meaning()} ${asks.includes('seat') ? '' : from}`);
  }

  return {
    element: part.element,
    show() {
      const { frame, position, orders } = state;
      const view = frame?.view;
      if (!view || !position) return;
      const { tactic } = orders;
      const have = view.you?.points ?? 0;
      part.element.hidden = !view.you || !view.tactics.length;
      for (const one of view.tactics) showButton(one, view);
      const dots = Array.from({ length: Math.min(PIPS, have) }, (_, i) => i);
      list(
        pips,
        dots,
        (i) => i,
        () => h('i'),
      );
      setText(points, tn('{n} point', '{n} points', have));
      showQuestion();
      const sign = iconPath(tactic?.type ?? '');
      const text = tactic ? tacticLine(tactic, position, host.info) : '';
      chosen.element.hidden = !tactic;
      chosen.show(tactic ? [{ key: tactic.type, text, sign, disabled: !session.canOrder() }] : []);
      refused.show(session.refusal('tactic'));
    },
    destroy: withdraw,
  };
}
