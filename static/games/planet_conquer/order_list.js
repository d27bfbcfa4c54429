/**
 * Which orders are given, and how is one changed? A row for each move, with its number, and for each standing route, with what it sends
 * every round; each can be taken back in one press. Tactics have their own part.
 */
import { h, list, setText } from 'app/dom.js';
import { listed, t } from 'app/i18n.js';
import { button, refusal, SIGNS, section, signButton, stepper } from 'kit/parts.js';
import { moveLine, tacticLine } from './describe.js';
import { emptiedWords, fateForecast, foreseen } from './forecast.js';
import { removeMove } from './orders.js';
import { threatsTo } from './outlook.js';
import { routeAmount } from './route_amount.js';
import { amountWords, fates, nextWords, planned, wayWords } from './standing.js';

/** @import { Move, Position, Session, Standing } from './types' */
/** @typedef {Standing & {fate: 'runs' | 'begins' | 'changes' | 'ends'}} Route */
/** What a row shows: brought up to date without being made anew, so that the focus stays. @template Facts @typedef {(facts: Facts) => void} Show */

/** @param {{from: number, to: number}} way */
const keyOf = ({ from, to }) => `${from}>${to}`;

/** @param {Session} session */
export function createOrderList(session) {
  const { state } = session;
  /** @type {WeakMap<Element, Show<any>>} */
  const shows = new WeakMap();
  const moves = h('ul', { class: 'pc-orders' });
  const routes = h('ul', { class: 'pc-orders' });
  const heading = h('h4', null, t('Every round'));
  const resigns = h('p', { class: 'kit-refused', role: 'alert' }, t('You give up with these orders.'));
  const stay = button({
    text: t('Stay in the match'),
    act: () => session.draft({ ...state.orders, resign: false }),
  });
  const next = h('p', { class: 'kit-hint' });
  const part = section(t('My orders'), { class: 'pc-list' }, next, moves, heading, routes, resigns, stay.element);
  part.clears();

  /** The row that was taken away by its own button: the focus goes on to that of the next one. @type {number | null} */
  let left = null;

  const orders = () => state.orders.moves;
  const indexOf = (/** @type {{from: number, to: number}} */ way) =>
    state.orders.moves.findIndex((move) => keyOf(move) === keyOf(way));

  /** What the next order would be, or how one is given where there is none yet. @param {boolean} isEmpty */
  function nextText(isEmpty) {
    const { sources, position, repeat } = state;
    if (!sources.length && state.orders.tactic && !state.orders.moves.length && position)
      return tacticLine(state.orders.tactic, position, session.host.info);
    if (!sources.length) return isEmpty ? t('None yet: choose a planet, then a target.') : '';
    const planets = listed(sources.map((id) => position?.planets[id].name ?? ''));
    if (repeat) return t('All growth of {planets}, every round: choose a target.', { planets });
    const units = sources.reduce((sum, id) => sum + session.portion(session.rest(id)), 0);
    return t('{units} units from {planets}: choose a target.', { units, planets });
  }

  /** @param {Move} move */
  function moveRow(move) {
    const words = h('span');
    const hint = h('small');
    const refused = refusal();
    const amount = stepper({ label: t('Units'), onset: (units) => session.setMove(indexOf(move), units) });
    const again = button({ text: '↻', label: t('Every round'), act: () => session.repeatMove(indexOf(move)) });
    const remove = signButton(SIGNS.close, t('Delete this order'), () => {
      left = indexOf(move);
      session.draft(removeMove(state.orders, left), { edited: null });
    });
    const row = h('li', null, words, h('div', null, amount.element, again.element, remove), hint, refused.element);
    shows.set(row, (/** @type {{move: Move, index: number, position: Position}} */ { move: now, index, position }) => {
      const wrong = session.refusal(`moves[${index}]`);
      const line = moveLine(now, position);
      setText(words, line);
      amount.show({
        value: now.units,
        min: 1,
        max: Math.max(1, session.mostOf(index)),
        disabled: !session.canOrder(),
        label: t('Units from {from} to {to}', {
          from: position.planets[now.from].name,
          to: position.planets[now.to].name,
        }),
      });
      again.show({ shown: session.mayRepeat() && session.canOrder(), title: t('Repeat this order every round') });
      remove.hidden = !session.canOrder();
      const empty = emptiedWords(state.forecast, position.view, position.planets[now.from]);
      const ends = fateForecast(foreseen(state.forecast, now, index), position.view, session.host.info);
      const isLast = orders().findLastIndex(({ from }) => from === now.from) === index;
      const open = isLast && threatsTo(state.forecast, now.from).filter(({ left }) => !left);
      const facts = { planet: position.planets[now.from].name };
      const risks = open
        ? open.map(({ from }) => t('{rival} could take {planet}', { ...facts, rival: position.planets[from].name }))
        : [];
      setText(hint, wrong ? '' : [ends, session.rest(now.from) === 0 && empty, ...risks].filter(Boolean).join(' · '));
      refused.show(wrong);
      row.classList.toggle('pc-pressed', state.edited === index);
    });
    return row;
  }

  /** @param {Route} first */
  function routeRow({ from, to }) {
    const way = { from, to };
    const words = h('span');
    const said = h('small');
    const refused = refusal();
    const amount = routeAmount(session, () => way);
    const end = button({
      text: t('End'),
      act: () => (session.routeOf(way) ? session.endRoute(way) : session.keepRoute(way)),
    });
    const row = h('li', null, words, h('div', null, ...amount.elements, end.element), said, refused.element);

    shows.set(row, (/** @type {{route: Route, index: number, position: Position}} */ { route, index, position }) => {
      const isOver = route.fate === 'ends';
      const may = session.canOrder() && !isOver;
      setText(words, wayWords(route, position));
      amount.show(may ? route : null);
      end.show({ text: isOver ? t('Keep') : t('End'), shown: session.canOrder() });
      const rest = session.rest(from);
      const when = session.isFirst(route) ? nextWords(route, rest, session.nextOn(from)) : '';
      setText(said, isOver ? t('ends now') : [amountWords(route, rest), when].filter(Boolean).join(' · '));
      refused.show(isOver ? '' : session.refusal(`standing[${index}]`));
      row.classList.toggle('pc-pressed', !!state.route && keyOf(state.route) === keyOf(way));
      row.classList.toggle('pc-over', isOver);
    });
    return row;
  }

  return {
    element: part.element,
    show() {
      const { position, orders } = state;
      if (!position || !session.hasDraft()) return part.show({ shown: false });
      const all = fates(orders, position.view);
      const names = planned(orders, position.view).map(keyOf);
      const isEmpty = !orders.moves.length && !all.length && !orders.resign && !orders.tactic;
      part.show({ shown: !isEmpty || session.canOrder() });
      setText(next, session.canOrder() ? nextText(isEmpty) : '');
      next.hidden = !next.textContent;
      const shown = orders.moves.map((move, index) => ({ move, index, position }));
      list(
        moves,
        shown,
        ({ move }) => keyOf(move),
        ({ move }) => moveRow(move),
        (row, facts) => shows.get(row)?.(facts),
      );
      list(
        routes,
        all.map((route) => ({ route, index: names.indexOf(keyOf(route)), position })),
        ({ route }) => keyOf(route),
        ({ route }) => routeRow(route),
        (row, facts) => shows.get(row)?.(facts),
      );
      if (left !== null) {
        const next = moves.children[Math.min(left, moves.children.length - 1)];
        /** @type {HTMLElement | null} */ (next?.querySelector(':scope > div > .kit-sign'))?.focus();
        left = null;
      }
      heading.hidden = !all.length;
      resigns.hidden = !orders.resign;
      stay.show({ shown: orders.resign && session.canOrder() });
    },
  };
}
