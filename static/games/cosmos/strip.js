/**
 * What can be done with who is chosen, at its place? One sentence and one press each: routines for one's own, the way to take a planet of others.
 * For mouse and keys it stands beside who is chosen, for fingers it is a strip at the edge of the chart. And how the match stands, in the corner.
 */
import { h, setText } from 'app/dom.js';
import { sentences, t } from 'app/i18n.js';
import { plainName } from 'kit/describe.js';
import { chips } from 'kit/lists.js';
import { keepPresses } from 'kit/over.js';
import { button, SIGNS, signButton, stepper } from 'kit/parts.js';
import { isReader } from 'kit/reader.js';
import { createChoices, followed } from './advice.js';
import { bidRuleOf, bidsText, leftOf } from './bidding.js';
import { lackOf, lackText } from './building.js';
import { createClearing, lyingOver, meets } from './clear.js';
import { radiusOf } from './glyphs.js';
import { KINDS, ownerName, shipText } from './names.js';
import { actionsOf, removeAction } from './orders.js';
import { routinesOf } from './panel_orders.js';
import { homeOf, ownOf, tileOf } from './position.js';
import { createReplaced } from './replaced.js';
import { attackOn, attackText, takingOf, takingText } from './taking.js';
import { waitText } from './waits.js';
import { adviceOf } from './ways.js';

/** @import { Forecast, Session } from './types' */

/** Pixels between the strip and the edge of the board, or what is chosen. */
const AWAY = 12;
/** Pixels at the right edge that buttons of the camera take. */
const BUTTONS = 56;
/** Where the strip of a finger begins at the head of the chart, in pixels (kit_figures.css). */
const HEAD = 64;
/** Pixels around a planet that its name takes. */
const NAME = 18;
/** What lies over the chart beside the strip, and how much covering that counts. */
const [OTHERS, OVER_OTHERS] = ['.cosmos-standing:not([hidden]), .board-minimap:not(.board-minimap-idle)', 40];
/** Pixels around where somebody goes. */
const GOAL = 14;
/** Bids that show how high one has to bid. */
const LATELY = 5;

/** Fingers have a strip at the edge: beside who is chosen it would lie under the hand. */
const isFinger = () => !!globalThis.matchMedia?.('(pointer: coarse)').matches;

/** @param {import('./types').Action} action */
const keyOf = (action) => (action.do === 'build' ? `${action.kind} ${action.energy}` : '');

/** The usual ships that a planet can build now, as the server offers them. @param {Session} session @param {number} id */
function shipsToBuild({ state }, id) {
  const offered = /** @type {{orders: import('./types').Advice['orders']}[]} */ (state.frame?.choices ?? []);
  return offered.flatMap(({ orders }) => {
    const [entry] = orders?.direct ?? [];
    const [action] = entry?.id === id ? entry.actions : [];
    return action?.do === 'build' ? [{ orders, action }] : [];
  });
}

/** The same as chips, with what each costs. @param {Session} session @param {number} id */
const buildsOf = (session, id) =>
  shipsToBuild(session, id).map(({ action }) => ({
    key: keyOf(action),
    text: KINDS[action.kind].name(),
    small: String(action.energy),
    sign: KINDS[action.kind].icon,
    pressed: actionsOf(session.state.orders, id).some((one) => keyOf(one) === keyOf(action)),
  }));

/** What is foreseen of the attack on a planet: of the one that is ordered, else of the one that a press would order. @param {Session} session @param {number} id */
const expected = ({ state: { told, ahead } }, id) =>
  attackOn(/** @type {Forecast | null} */ (told)?.attacks, id) ?? (ahead?.about === id ? ahead.attack : null);

/** What a planet bids next. @param {Session} session @param {import('./types').Shown} planet */
const bidsOf = (session, planet) =>
  bidsText(
    { ...planet, energy: leftOf(session.state.orders, planet) },
    bidRuleOf(session, planet),
    session.state.forecast,
  );

/** @param {HTMLElement} el the board's element @param {Session} session @param {import('board/board.js').Board | null} board */
export function createStrip(el, session, board) {
  const { state } = session;
  const routines = chips({ label: t('Routines for the chosen'), onchoose: (name) => session.routine(name) });
  const says = h('span', { class: 'kit-strip-says' });
  const builds = chips({ label: t('Build a ship'), onchoose: (key) => press(key) });
  const take = button({
    text: t('Take it'),
    sign: KINDS.battleship.icon,
    key: 'K',
    class: 'kit-primary',
    act: () => void session.take(),
  });
  const amount = stepper({ label: t('Bid a round'), onset: session.bid });
  const on = button({ text: t('Bid on'), class: 'kit-primary', act: () => session.bidOn() });
  const lately = h('small');
  const bids = h(
    'div',
    { class: 'cosmos-bids' },
    h('span', null, t('Bid a round')),
    amount.element,
    on.element,
    lately,
  );
  const replaced = createReplaced(session);
  const noMore = button({ text: t('Wait no more'), act: () => about !== null && session.waitNoMore(about) });
  const back = button({ text: t('Ways to go on'), act: () => session.takeOut() });
  const element = h(
    'div',
    { class: 'kit-panel kit-strip', role: 'group', 'aria-label': t('What can be done here'), hidden: true },
    says,
    routines.element,
    noMore.element,
    take.element,
    bids,
    builds.element,
    replaced.element,
    back.element,
    signButton(SIGNS.close, t('Choose nobody'), () => session.putAway()),
  );
  const standing = createStanding(session);
  const choices = createChoices(session);
  keepPresses(element);
  el.append(standing.element, choices.element, element);
  // Tab goes to the next of one's own while the chart has the keyboard, so there is a key of its own to get here.
  const stopOffer = session.offer('routines', () =>
    (element.hidden ? choices.element : element).querySelector('button')?.focus(),
  );

  /** Where it lies, and how large it is: words of the chart keep off it. */
  let lies = '';
  /** Who the strip is about. @type {number | null} */
  let about = null;

  function refresh() {
    standing.show();
    choices.show();
    const [first, ...others] = state.position
      ? state.selected.flatMap((id) => session.position().byId.get(id) ?? [])
      : [];
    const isOne = first && others.every(({ kind, seen }) => kind === first.kind && seen === first.seen);
    const isOwn = first?.seen === 'own';
    const taking = first && !isOwn && !others.length ? takingOf(session, first) : null;
    element.hidden = !first || !session.canOrder() || !(isOne && (isOwn || taking));
    if (element.hidden) return clearHome();
    about = first.id;
    const offered = isOwn ? routinesOf(session) : [];
    routines.show(offered);
    const attack = taking && expected(session, first.id);
    const isVain = !!attack && attack.result !== 'captured';
    take.show({
      text: isVain ? t('Send it all the same') : t('Take it'),
      shown: !!taking?.by && !taking.isUnderWay,
    });
    // What is foreseen to fail is not what the page asks for.
    take.element.classList.toggle('kit-primary', !isVain);
    const waiting = isOwn && !others.length ? waitText(state, first) : '';
    noMore.show({ shown: !!waiting });
    setText(
      says,
      taking
        ? sentences([
            takingText(first, taking, ownerName(first.seat, session.position().view.seat, session.host.info), isVain),
            attackText(attack, first),
          ])
        : sentences([waiting, ownText(offered), ...(others.length ? [] : [waitsFor(first), bidsOf(session, first)])]),
    );
    builds.show(!others.length ? buildsOf(session, first.id) : []);
    replaced.show();
    showBids(isOwn && first.kind === 'planet' && !others.length ? first : null);
    // Under a finger the panel leads back to them: the strip has no room to spare.
    back.show({ shown: !isFinger() && adviceOf(session).length > 0 });
    place();
  }

  /** Under a finger the ways at the foot do not lie over one's planet. Below a mouse nothing that comes or goes moves the chart. */
  function clearHome() {
    const home = state.position && board && isFinger() && homeOf(session.position());
    if (!home || choices.element.hidden || choices.element.classList.contains('is-away')) return;
    const reach = radiusOf(home, board.state.camera.scale) * 1.3 + NAME;
    clearing?.show(home, reach, `ways ${state.frame?.step} ${choices.element.offsetHeight}`);
  }

  /** Orders the ship that was pressed, or takes it back. @param {string} key */
  function press(key) {
    const id = state.selected[0];
    const found = shipsToBuild(session, id).find((one) => keyOf(one.action) === key);
    if (!found) return;
    const isDrafted = actionsOf(state.orders, id).some((action) => keyOf(action) === key);
    if (isDrafted) session.draft(removeAction(state.orders, id, 'build'));
    else
      session.order(
        followed(state.orders, found),
        {},
        t('{name}: {text}.', { name: session.nameOf(id), text: shipText(found.action) }),
      );
  }

  /** What a planet bids, and how its bids went; null: there is no planet, or there are several, which would bid against each other. @param {import('./types').Shown | null} planet */
  function showBids(planet) {
    bids.hidden = !planet;
    if (!planet) return;
    const rule = bidRuleOf(session, planet);
    const last = (session.position().view.weapon?.history ?? []).filter(([, who]) => who === planet.id).slice(-LATELY);
    const now = rule?.mode === 'fixed' ? rule.energy : rule ? (last.at(-1)?.[2] ?? rule.start) : 0;
    amount.show({ value: now ?? 0, max: planet.energy });
    on.show({ shown: session.bidsEnd(planet) });
    const won = last.filter(([, , , result]) => result === 'won').length;
    setText(
      lately,
      sentences([
        last.length ? t('{won} of its last {n} bids won.', { won, n: last.length }) : '',
        t('The highest alone wins a point; equal ones give nobody a point.'),
      ]),
    );
  }

  /** What those do by themselves who are chosen. @param {ReturnType<typeof routinesOf>} offered */
  function ownText(offered) {
    const given = offered.filter(({ pressed }) => pressed);
    if (given.length)
      return sentences(given.map(({ text, meaning }) => t('{name}: {text}', { name: text, text: meaning })));
    return session.ships().length
      ? t('Press a place to go there, or choose what it does by itself:')
      : t('Routine: what is it to do by itself?');
  }

  /** Until when a planet that builds in turn builds nothing. @param {import('./types').Shown} planet */
  function waitsFor(planet) {
    const lack = lackOf(planet, /** @type {Forecast | null} */ (state.told));
    return lack ? t('Now {text}.', { text: lackText(lack) }) : '';
  }

  /** Where those are to be who are under way, on the board. @returns {[number, number][]} */
  function goals() {
    const { chart, byId } = session.position();
    const drafted = new Map(state.orders.standing.map((entry) => [entry.id, entry]));
    const ends = Object.values(/** @type {Forecast | null} */ (state.told)?.tracks ?? {}).map((track) => track.at(-1));
    const aims = ownOf(session.position()).map(({ id, all }) => {
      const movement = (drafted.get(id) ?? all?.standing)?.movement;
      return movement?.type === 'pursue' ? byId.get(movement.id)?.pos : movement?.to;
    });
    return [...ends, ...aims].flatMap((at) => {
      const [tx, ty] = at ? tileOf(chart, at) : [];
      return board && tx !== undefined && ty !== undefined ? [board.screen(tx + 0.5, ty + 0.5)] : [];
    });
  }

  /** Beside who is chosen, where there is room; for fingers at the foot of the chart, unless it would cover who is chosen there: then above it. */
  function place() {
    const first = session.state.position && about !== null && session.position().byId.get(about);
    if (!first || !board || element.hidden) return;
    element.classList.toggle('here', !isFinger());
    const [x, y] = board.screen(first.x + 0.5, first.y + 0.5);
    const room = radiusOf(first, board.state.camera.scale) * 1.5 + 2 * AWAY;
    const reach = radiusOf(first, board.state.camera.scale) * 1.45 + NAME;
    if (isFinger()) {
      const isLow = first.y * 2 > session.position().chart.height;
      placeForFinger({ left: x - reach, top: y - reach, right: x + reach, bottom: y + reach }, isLow);
      return clearing?.show(first, reach, `${first.id} ${element.offsetHeight}`);
    }
    const { offsetWidth: wide, offsetHeight: high } = element;
    const [most, lowest] = [el.clientWidth - wide - BUTTONS, el.clientHeight - high - AWAY];
    const into = (/** @type {number} */ at, /** @type {number} */ end) => Math.max(AWAY, Math.min(at, end));
    const others = lyingOver(el, OTHERS);
    // Below the line of the final weapon.
    const corner = Math.max(AWAY, ...others.filter(({ top }) => top <= AWAY).map(({ bottom }) => bottom + 4));
    // On the side where it covers the fewest, not who is chosen, and nobody of whom a hint or a way speaks.
    const named = new Set(adviceOf(session).flatMap(({ id, by }) => [id, by]));
    const discs = session.position().shown.map((one) => {
      const [cx, cy] = board.screen(one.x + 0.5, one.y + 0.5);
      const isPlanet = one.kind === 'planet';
      // With the name below it.
      const reach = radiusOf(one, board.state.camera.scale) + (isPlanet ? NAME : 0);
      // Who may come is looked at while one orders.
      const isFoe = one.seat !== null && one.seen !== 'own';
      const isNamed = named.has(one.id) || isFoe || (isPlanet && one.seat === null);
      return { cx, cy, reach, worth: one === first ? 9 : isNamed ? 6 : isPlanet ? 3 : 1 };
    });
    for (const [cx, cy] of goals()) discs.push({ cx, cy, reach: GOAL, worth: 6 });
    const spots = [
      [x + room, y - high / 2],
      [x - room - wide, y - high / 2],
      [x - wide / 2, y + room],
      [x - wide / 2, y - room - high],
      [most, AWAY],
      [AWAY, corner],
      [(el.clientWidth - wide) / 2, lowest],
      [most, corner],
      [most, lowest],
      [most, (el.clientHeight - high) / 2],
      [AWAY, (el.clientHeight - high) / 2],
      [x + room, corner],
      [x - room - wide, corner],
      [x + room, lowest],
      [x - room - wide, lowest],
    ].map(([left, top]) => {
      const [px, py] = [into(left, most), into(top, lowest)];
      const covered = discs.reduce((sum, { cx, cy, reach, worth }) => {
        const isIn = cx > px - reach && cx < px + wide + reach && cy > py - reach && cy < py + high + reach;
        return sum + (isIn ? worth : 0);
      }, 0);
      const box = { left: px, top: py, right: px + wide, bottom: py + high };
      return { px, py, covered: covered + others.filter((one) => meets(one, box)).length * OVER_OTHERS };
    });
    const { px, py } = spots.reduce((best, spot) => (spot.covered < best.covered ? spot : best));
    const put = `${px} ${py} ${wide} ${high}`;
    if (put !== lies) board.redraw(['hints']);
    lies = put;
    element.style.setProperty('--x', `${px}px`);
    element.style.setProperty('--y', `${py}px`);
  }

  /**
   * At the foot, or below the buttons at the head if only there it covers nothing of who is chosen. Where it does everywhere the chart moves: for who lies
   * far down it has room to move down only, since it does not leave the map.
   * @param {import('./clear.js').Edges} chosen @param {boolean} isLow
   */
  function placeForFinger(chosen, isLow) {
    const { offsetWidth: wide, offsetHeight: high } = element;
    const covers = (/** @type {number} */ top) =>
      meets({ left: 0, top, right: wide + AWAY, bottom: top + high }, chosen);
    const isAbove = covers(el.clientHeight - high - AWAY) && (isLow || !covers(HEAD));
    element.classList.toggle('above', isAbove);
  }
  /** Escape puts it away, also out of a field of the column or of itself. @param {KeyboardEvent} event */
  function onEscape(event) {
    const { target, key, defaultPrevented } = event;
    if (key !== 'Escape' || defaultPrevented || !state.selected.length || document.querySelector('dialog[open]'))
      return;
    const isHere = target instanceof Node && element.contains(target);
    if (state.aim || state.radius) session.change({ aim: null, radius: 0 });
    else session.select([]);
    if (isHere) el.focus({ preventScroll: true });
  }
  // Presses in it are no keys of the chart: they do not come up to the page.
  element.addEventListener('keydown', onEscape);
  document.addEventListener('keydown', onEscape);
  const clearing = board && createClearing(el, board);
  const stop = board?.watch({ camera: place });

  return {
    refresh,
    destroy() {
      stop?.();
      stopOffer();
      document.removeEventListener('keydown', onEscape);
      standing.element.remove();
      choices.element.remove();
      element.remove();
    },
  };
}

/**
 * How near the final weapon is, as a tug of war: one's own points from one side, the most that anybody else can have from the other, and between
 * them the rounds that are left.
 * @param {Session} session
 */
function createStanding(session) {
  const { state } = session;
  const [own, others] = [h('i'), h('i')];
  const words = h('span');
  const element = h(
    'div',
    { class: 'kit-panel cosmos-standing', hidden: true, 'data-over-board': '' },
    h('div', { class: 'cosmos-tug', 'aria-hidden': 'true' }, own, others),
    words,
  );
  return {
    element,
    show() {
      const { view } = state.position ? session.position() : { view: null };
      element.hidden = !view?.weapon;
      if (!view?.weapon) return;
      const n = view.weapon.own;
      const rest = Math.max(0, Math.min(view.round, view.rounds + 1) - 1 - n);
      own.style.width = `${(100 * n) / view.rounds}%`;
      others.style.width = `${(100 * rest) / view.rounds}%`;
      own.className = `seat-${view.seat}`;
      const facts = { n, others: rest, safe: view.safe };
      const { info } = session.host;
      setText(
        words,
        isReader(view.seat, info)
          ? t('Final weapon: you {n}, {safe} wins; nobody else can have more than {others}', facts)
          : t('Final weapon: {name} {n}, {safe} wins; nobody else can have more than {others}', {
              ...facts,
              name: plainName(view.seat, info),
            }),
      );
    },
  };
}
