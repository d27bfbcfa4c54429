/**
 * What can be done with who is chosen? One sentence and one row of buttons, always in the same order: bids and ships of a planet, the way to take one of
 * others, routines. For mouse and keys it stands at the foot of the chart, where the ways to go on stand when nobody is chosen; for fingers it is a strip
 * at the edge. And how the match stands, in the corner.
 */
import { h, setText } from 'app/dom.js';
import { sentences, t } from 'app/i18n.js';
import { plainName } from 'kit/describe.js';
import { chips } from 'kit/lists.js';
import { keepPresses } from 'kit/over.js';
import { button, SIGNS, signButton, stepper } from 'kit/parts.js';
import { isReader } from 'kit/reader.js';
import { createChoices, followed } from './advice.js';
import { bidRuleOf, bidsText, latelyText, leftOf } from './bidding.js';
import { lackOf, lackText, offOf, readyIn, restText } from './building.js';
import { createClearing, meets } from './clear.js';
import { radiusOf } from './glyphs.js';
import { mostOfOthers } from './goal.js';
import { entityName, KINDS, ownerName, roundsText, SHIPS, shipText } from './names.js';
import { actionsOf, reflexesOf, removeAction } from './orders.js';
import { routinesOf } from './panel_orders.js';
import { homeOf } from './position.js';
import { createReplaced } from './replaced.js';
import { attackOn, attackText, hasFreeSide, takingOf, takingText, unspent } from './taking.js';
import { waitText } from './waits.js';
import { adviceOf } from './ways.js';

/** @import { Forecast, Session } from './types' */

/** Pixels between the strip and the edge of the board. */
const AWAY = 12;
/** Where the strip of a finger begins at the head of the chart, in pixels (kit_figures.css). */
const HEAD = 64;
/** Pixels around a planet that its name takes. */
const NAME = 18;
/** Bids that show how high one has to bid. */
const LATELY = 5;

/** Fingers have a strip of their own. */
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

/**
 * One chip for each kind, so that none moves when another cannot be paid; with what each costs. @param {Session} session @param {import('./types').Shown} planet
 */
function buildsOf(session, planet) {
  const offered = shipsToBuild(session, planet.id);
  const usual = /** @type {Forecast | null} */ (session.state.told)?.usual ?? {};
  return SHIPS.map((kind) => {
    const { action } = offered.find((one) => one.action.kind === kind) ?? {};
    const off = action ? null : offOf(planet, kind, hasFreeSide(session.position(), planet), usual);
    return {
      key: action ? keyOf(action) : kind,
      text: KINDS[kind].name(),
      small: off ? off.small : String(action?.energy),
      sign: KINDS[kind].icon,
      disabled: !action,
      title: off?.title,
      pressed: !!action && actionsOf(session.state.orders, planet.id).some((one) => keyOf(one) === keyOf(action)),
    };
  });
}

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
  const who = h('strong', { class: 'cosmos-who' });
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
  const bids = h(
    'div',
    { class: 'cosmos-bids', title: t('The highest alone wins a point; equal ones give nobody a point.') },
    h('span', { 'aria-hidden': 'true' }, t('Bid')),
    amount.element,
  );
  const replaced = createReplaced(session);
  const noMore = button({ text: t('Wait no more'), act: () => about !== null && session.waitNoMore(about) });
  const back = button({ text: t('Ways to go on'), act: () => session.takeOut() });
  const element = h(
    'div',
    { class: 'kit-panel kit-strip', role: 'group', 'aria-label': t('What can be done here'), hidden: true },
    who,
    says,
    replaced.element,
    h(
      'div',
      { class: 'cosmos-acts' },
      take.element,
      bids,
      builds.element,
      routines.element,
      on.element,
      noMore.element,
    ),
    back.element,
    signButton(SIGNS.close, t('Choose nobody'), () => session.putAway()),
  );
  const standing = createStanding(session);
  const choices = createChoices(session, () => clearGoal());
  keepPresses(element);
  el.append(standing.element, choices.element, element);
  // Tab goes to the next of one's own while the chart has the keyboard, so there is a key of its own to get here.
  const stopOffer = session.offer('routines', () =>
    (element.hidden ? choices.element : element).querySelector('button')?.focus(),
  );

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
    if (element.hidden) return clearGoal();
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
    setText(who, others.length ? t('{n} chosen', { n: others.length + 1 }) : nameText(first));
    noMore.show({ shown: !!waiting });
    setText(
      says,
      taking
        ? sentences([
            takingText(first, taking, ownerName(first.seat, session.position().view.seat, session.host.info), isVain),
            attackText(attack, first),
          ])
        : sentences([
            waiting,
            others.length ? '' : restOf(first),
            ownText(offered),
            ...(others.length ? [] : [waitsFor(first), bidsOf(session, first), lately(first)]),
          ]),
    );
    builds.show(isOwn && first.kind === 'planet' && !others.length ? buildsOf(session, first) : []);
    replaced.show();
    showBids(isOwn && first.kind === 'planet' && !others.length ? first : null);
    // Under a finger the panel leads back to them: the strip has no room to spare.
    back.show({ shown: !isFinger() && adviceOf(session).length > 0 });
    place();
  }

  /** What the open way is about is never below what says so; where no way is told of it is one's planet under a finger. */
  function clearGoal() {
    if (!state.position || !board || choices.element.hidden || choices.element.classList.contains('is-away')) return;
    const position = session.position();
    const goal = position.byId.get(choices.about() ?? 0) ?? (isFinger() ? homeOf(position) : null);
    if (!goal) return;
    const reach = radiusOf(goal, board.state.camera.scale) * 1.3 + NAME;
    clearing?.show(goal, reach, `ways ${goal.id} ${state.frame?.step} ${choices.element.offsetHeight}`);
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

  /** How the last bids of a planet went. @param {import('./types').Shown} planet */
  const lately = (planet) =>
    latelyText((session.position().view.weapon?.history ?? []).filter(([, who]) => who === planet.id));

  /** @param {import('./types').Shown} planet */
  const bidsLately = (planet) =>
    (session.position().view.weapon?.history ?? []).filter(([, who]) => who === planet.id).slice(-LATELY);

  /** What a planet bids; null: there is no planet, or there are several, which would bid against each other. @param {import('./types').Shown | null} planet */
  function showBids(planet) {
    bids.hidden = !planet;
    on.show({ shown: !!planet && session.bidsEnd(planet) });
    if (!planet) return;
    const rule = bidRuleOf(session, planet);
    const last = bidsLately(planet);
    const now = rule?.mode === 'fixed' ? rule.energy : rule ? (last.at(-1)?.[2] ?? rule.start) : 0;
    amount.show({ value: now ?? 0, max: planet.energy });
  }

  /** What those do by themselves who are chosen. @param {ReturnType<typeof routinesOf>} offered */
  function ownText(offered) {
    const given = offered.filter(({ pressed }) => pressed);
    if (given.length)
      return sentences(given.map(({ text, meaning }) => t('{name}: {text}', { name: text, text: meaning })));
    if (session.ships().length) return t('Press a place to go there, or choose what it does by itself:');
    return sentences([
      offered.length ? t('Routine: what is it to do by itself?') : '',
      isFinger() ? '' : t('Drag from it to a planet of others: a battleship goes there.'),
    ]);
  }

  /** Who is chosen, and what it has: before the draft and after it. @param {import('./types').Shown} one */
  function nameText(one) {
    const left = unspent(state.orders, one);
    const facts = { name: entityName(one), n: one.energy, left };
    return left === one.energy
      ? t('{name} · {n} energy', facts)
      : t('{name} · {n} energy, {left} left after the order', facts);
  }

  /** Until when a new ship stays where it is, and a planet builds nothing that builds by no routine. @param {import('./types').Shown} one */
  function restOf(one) {
    if (one.kind === 'planet')
      return reflexesOf(state.orders, one).some(({ type }) => type === 'auto_build') ? '' : restText(one);
    const rounds = readyIn(one);
    return rounds === null || rounds <= session.position().view.stride
      ? ''
      : t('It cannot move yet: ready in {rounds}.', { rounds: roundsText(rounds) });
  }

  /** Until when a planet that builds in turn builds nothing. @param {import('./types').Shown} planet */
  function waitsFor(planet) {
    const lack = lackOf(planet, /** @type {Forecast | null} */ (state.told));
    return lack ? t('Now {text}.', { text: lackText(lack) }) : '';
  }

  /** For mouse and keys at the foot, always; for fingers as well, unless it would cover who is chosen there: then above it. */
  function place() {
    const first = session.state.position && about !== null && session.position().byId.get(about);
    if (!first || !board || element.hidden) return;
    const isDocked = !isFinger();
    element.classList.toggle('kit-dock', isDocked);
    if (isDocked) return;
    const [x, y] = board.screen(first.x + 0.5, first.y + 0.5);
    const reach = radiusOf(first, board.state.camera.scale) * 1.45 + NAME;
    const isLow = first.y * 2 > session.position().chart.height;
    placeForFinger({ left: x - reach, top: y - reach, right: x + reach, bottom: y + reach }, isLow);
    clearing?.show(first, reach, `${first.id} ${element.offsetHeight}`);
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
  const [words, spoken] = [h('span', { 'aria-hidden': 'true' }), h('span', { class: 'visually-hidden' })];
  const prices = h('span', { class: 'cosmos-prices' });
  const element = h(
    'div',
    { class: 'kit-panel cosmos-standing', hidden: true, 'data-over-board': '' },
    h('div', { class: 'cosmos-tug', 'aria-hidden': 'true' }, own, others),
    words,
    spoken,
    prices,
  );
  return {
    element,
    show() {
      const { view } = state.position ? session.position() : { view: null };
      element.hidden = !view?.weapon;
      if (!view?.weapon) return;
      const n = view.weapon.own;
      const rest = mostOfOthers(view);
      own.style.width = `${(100 * n) / view.rounds}%`;
      others.style.width = `${(100 * rest) / view.rounds}%`;
      own.className = `seat-${view.seat}`;
      const { info } = session.host;
      const name = isReader(view.seat, info) ? t('You') : plainName(view.seat, info);
      const facts = { name, n, others: rest, safe: view.safe };
      setText(
        words,
        view.outcome
          ? t('{n} of {safe} · the best other {others}', facts)
          : view.seats === 2
            ? t('{name} {n} of {safe} · rival at most {others}, hidden', facts)
            : t('{name} {n} of {safe} · others at most {others}, hidden', facts),
      );
      const last = view.outcome ? '' : latelyText(view.weapon.history ?? []);
      setText(prices, last);
      prices.hidden = !last;
      setText(
        spoken,
        isReader(view.seat, info)
          ? t('Final weapon: you {n}, {safe} wins; nobody else can have more than {others}', facts)
          : t('Final weapon: {name} {n}, {safe} wins; nobody else can have more than {others}', facts),
      );
    },
  };
}
