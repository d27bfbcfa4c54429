/**
 * Which tactics can be played now, and which one is? A button with drawing, letter and cost for each that this table has, the chosen tactic
 * as a chip. What is allowed comes from the view.
 */
import { h, list, setText } from 'app/dom.js';
import { sentences, t, tn } from 'app/i18n.js';
import { keptAt } from 'app/kept.js';
import { press } from 'board/keyboard.js';
import { hover } from 'kit/hover.js';
import { chips } from 'kit/lists.js';
import { button, refusal, section, toolbar } from 'kit/parts.js';
import { tacticLine } from './describe.js';
import { adviceText } from './forecast.js';
import { iconPath, isAtTable, seatName, TACTICS, tacticName, whyNot } from './names.js';
import { PARAMETERS, setTactic } from './orders.js';

/** @import { PlanetConquerView, Session } from './types' */

const PIPS = 12;
/** Milliseconds after which a finger has been resting. */
const HELD = 500;
/** Has this person put proposals away? "off"; in every match, until they are asked for again. */
const PROPOSALS = keptAt('planet_conquer.proposals');

/** @param {Session} session */
export function createTacticBar(session) {
  const { state, host } = session;
  const buttons = Object.entries(TACTICS).map(([type, { name, key }]) => ({
    type,
    ...button({ text: name(), sign: iconPath(type), key, class: 'pc-tactic', act: (event) => play(type, event) }),
  }));
  /** The tactic that is pointed at, has the focus, or lies under a finger: what it does is read before it is in hand. @type {string | null} */
  let told = null;
  /** When a finger came down. */
  let down = 0;
  for (const { type, element } of buttons) {
    element.addEventListener('pointerdown', ({ timeStamp }) => {
      down = timeStamp;
    });
    hover(element, (is) => {
      if (is) told = type;
      else if (told === type) told = null;
      showQuestion();
    });
  }

  /** A finger that rests on one only reads. @param {string} type @param {MouseEvent} event */
  function play(type, event) {
    const isFinger = /** @type {PointerEvent} */ (event).pointerType === 'touch';
    if (isFinger && event.timeStamp - down >= HELD) return;
    session.aimTactic(type);
    // On a phone the sheet that this stands in lies over the chart.
    if (state.aim && !PARAMETERS[type].includes('seat'))
      bar.element.dispatchEvent(new Event('asksboard', { bubbles: true }));
  }
  const bar = toolbar(
    { label: t('Tactics'), columns: 5, class: 'pc-bar', key },
    buttons.map(({ element }) => element),
  );
  /** The one that would pay, as the server says. */
  const pays = button({ text: '', class: 'pc-advice', act: () => playAdvised() });
  let isAdvised = PROPOSALS.read() !== 'off';
  const advising = button({
    text: '',
    class: 'pc-advising',
    act: () => {
      isAdvised = !isAdvised;
      PROPOSALS.write(isAdvised ? null : 'off');
      session.say(isAdvised ? t('Proposals are shown again.') : t('No tactic is proposed any more.'));
      showAdvice();
    },
  });
  const pips = h('span', { class: 'pc-pips', 'aria-hidden': 'true' });
  const points = h('span');
  const question = h('p', { class: 'pc-told' });
  const seats = chips({ label: t('Seats'), onchoose: (seat) => session.aimAtSeat(seat) });
  const chosen = chips({
    label: t('Tactic'),
    onchoose: (type) => session.aimTactic(type),
    onremove: () => session.draft(setTactic(state.orders, null)),
  });
  chosen.element.classList.add('pc-chosen');
  const refused = refusal();
  const shown = [bar, { element: question }, seats, chosen, refused, pays, advising].map(({ element }) => element);
  const part = section(t('Tactic'), { class: 'pc-tactics' }, ...shown);
  part.aside.append(pips, points);

  /** @param {KeyboardEvent} event */
  function key(event) {
    const tactics = Object.entries(TACTICS).map(([type, one]) => [one.key, () => session.aimTactic(type)]);
    return press(event, {
      ...Object.fromEntries(tactics),
      Escape: () => state.aim !== null && session.change({ aim: null }),
    });
  }

  /** @param {PlanetConquerView} view */
  function showButtons({ you, rules, tactics }) {
    const have = you?.points ?? 0;
    const price = tactics.find(({ type }) => type === state.orders.tactic?.type)?.cost ?? 0;
    for (const { type, show } of buttons) {
      const known = tactics.find((tactic) => tactic.type === type);
      const { cost = 0, allowed = false, why_not: why = null } = known ?? {};
      const facts = { have, cost, rate: rules?.points_per_round ?? 0 };
      show({
        shown: !!known && isAtTable(known),
        pressed: state.orders.tactic?.type === type || state.aim?.type === type,
        blocked: !allowed || !session.canOrder(),
        price: [String(cost), t('costs {cost} points', { cost })],
        title: `${t('{name}: {text}', { name: tacticName(type), text: TACTICS[type].meaning() })}${why ? `\n${whyNot(why, facts)}` : ''}`,
      });
    }
    bar.refresh();
    const dots = Array.from({ length: Math.min(PIPS, have) }, (_, i) => i);
    list(
      pips,
      dots,
      Number,
      () => h('i'),
      (dot, i) => dot.classList.toggle('pc-spent', i >= dots.length - price),
    );
    setText(
      points,
      price
        ? t('{left} of {n} points', { left: Math.max(0, have - price), n: have })
        : tn('{n} point', '{n} points', have),
    );
  }

  const advised = () => (session.canOrder() && !state.orders.tactic && !state.aim && state.forecast?.advice) || null;

  function playAdvised() {
    const advice = advised();
    if (!advice || !state.position) return;
    const { type, planet } = advice;
    session.draft(setTactic(state.orders, { type, planet }));
    session.inspect({ kind: 'planet', id: planet });
    const facts = { tactic: tacticName(type), planet: state.position.planets[planet].name };
    session.say(t('{tactic} on {planet} is in your orders.', facts));
  }

  function showAdvice() {
    const advice = advised();
    const price = advice ? tn('costs {n} point', 'costs {n} points', advice.cost) : '';
    advising.show({
      shown: isAdvised ? advice !== null : session.canOrder(),
      text: isAdvised ? t('Propose no tactics') : t('Propose tactics'),
    });
    pays.show({
      shown: advice !== null && isAdvised,
      text: advice ? adviceText(advice, state.position?.planets ?? []) : '',
      title: advice ? TACTICS[advice.type].meaning() : '',
      ...(advice && { price: [price, price] }),
    });
  }

  /** @param {import('./types').TacticState} tactic */
  function whyOf({ cost, why_not: why }) {
    /** @type {PlanetConquerView | undefined} */
    const view = state.frame?.view;
    const rate = view?.rules?.points_per_round ?? 0;
    return whyNot(String(why), { have: view?.you?.points ?? 0, cost, rate });
  }

  /** What the tactic that is pointed at does, with its price. */
  function meaning() {
    const known = state.frame?.view.tactics.find((/** @type {any} */ one) => one.type === told);
    if (!known) return t('Point at a tactic, or rest a finger on it, to read what it does.');
    const facts = { name: tacticName(known.type), text: TACTICS[known.type].meaning() };
    const line = tn('{name}, {n} point: {text}', '{name}, {n} points: {text}', known.cost, facts);
    return sentences([line, known.why_not && known.why_not !== 'not_pending' && whyOf(known)]);
  }

  /** What the aimed tactic still wants to know, why one is denied, or what the one does that is pointed at. */
  function showQuestion() {
    const { aim } = state;
    const denied = state.frame?.view.tactics.find((/** @type {any} */ one) => one.type === state.denied);
    const isRefused = !aim && !!denied && (told === null || told === denied.type);
    question.classList.toggle('kit-refused', isRefused);
    const asks = aim ? PARAMETERS[aim.type] : [];
    const ids = aim && asks.includes('seat') ? session.seatTargets(aim.type) : [];
    seats.element.hidden = !ids.length;
    seats.show(ids.map((seat) => ({ key: seat, text: seatName(seat, host.info) })));
    // What is forbidden says why where it was pressed: no finger ever sees a title.
    if (isRefused) return setText(question, `${tacticName(denied.type)}: ${whyOf(denied)}`);
    if (!aim || (told !== null && told !== aim.type)) return setText(question, meaning());
    const target = aim.from === null ? t('Choose a planet on the chart.') : t('Choose where to on the chart.');
    const from = asks.includes('from') && aim.from === null ? t('Choose one of your planets to leave.') : target;
    setText(question, sentences([TACTICS[aim.type].meaning(), !asks.includes('seat') && from]));
  }

  return {
    element: part.element,
    show() {
      const { frame, position, orders } = state;
      const { tactic } = orders;
      if (!frame || !position) return;
      // Whoever is out, or has come to the end, has nothing left to play.
      const isAsked = !host.readonly && !frame.final && frame.choices !== null;
      part.element.hidden = !isAsked || !frame.view.you || !frame.view.tactics.some(isAtTable);
      showButtons(frame.view);
      showAdvice();
      showQuestion();
      chosen.element.hidden = !tactic;
      const text = tactic ? tacticLine(tactic, position, host.info) : '';
      const sign = tactic ? iconPath(tactic.type) : '';
      chosen.show(tactic ? [{ key: tactic.type, text, sign, disabled: !session.canOrder() }] : []);
      refused.show(session.refusal('tactic'));
    },
    destroy: session.offer('bar', bar.focus),
  };
}
