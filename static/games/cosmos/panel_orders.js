/** What can those who are chosen be told? Parts of the panel for ships and planets; each acts through the session, as keys and hand do. */
import { h, replace, setText } from 'app/dom.js';
import { t } from 'app/i18n.js';
import { chips } from 'kit/lists.js';
import { button, choice, section, slider, stepper } from 'kit/parts.js';
import { DIRECTIONS, entityName, KINDS, ROUTINES, routineOf, SHIPS } from './names.js';
import { actionsOf, clearEntity, removeAction, setDefault, setStanding, standingOf } from './orders.js';

/** @import { Aim, Direction, Kind, Part, Reflex, Session, Shown } from './types' */

/** Where the eight ways stand around the middle. */
const ROSE = /** @type {(Direction | null)[]} */ ([
  'north_west',
  'north',
  'north_east',
  'west',
  null,
  'east',
  'south_west',
  'south',
  'south_east',
]);
const MOST_BUILT = 600;

/** @param {Session} session @returns {Part[]} */
export function createOrders(session) {
  return [
    createShips(session),
    createBurst(session),
    createBuild(session),
    createBids(session),
    createRoutines(session),
  ];
}

/** Where ships go. @param {Session} session @returns {Part} */
function createShips(session) {
  const { state } = session;
  const box = section(t('Ships'), {});
  const aims = /** @type {[Aim, string, string][]} */ ([
    ['go', t('Go to …'), 'G'],
    ['stay', t('Stay near …'), 'Y'],
    ['escort', t('Escort …'), 'E'],
    ['pursue', t('Pursue …'), 'Q'],
    ['analyse', t('Analyse …'), 'A'],
  ]);
  const aimed = aims.map(([aim, text, key]) => ({ aim, part: button({ text, key, act: () => session.aimAt(aim) }) }));
  const others = [
    button({ text: t('Explore'), key: 'X', act: () => session.move('explore') }),
    button({ text: t('Seek aether'), key: 'D', act: () => session.move('seek_aether') }),
    button({ text: t('Hold'), key: 'S', act: () => session.move('hold') }),
    button({
      text: t('Undo these'),
      key: '⌫',
      act: () => session.draft(session.chosen().reduce((orders, { id }) => clearEntity(orders, id), state.orders)),
    }),
  ];
  const hint = h('p', { class: 'kit-hint', role: 'status' });
  box.element.append(
    h(
      'div',
      { class: 'cosmos-buttons' },
      aimed.map(({ part }) => part.element),
      others.map(({ element }) => element),
    ),
    hint,
  );
  return {
    element: box.element,
    show() {
      const ships = session.ships();
      const scouts = ships.some(({ kind }) => kind === 'scout');
      box.show({ shown: session.canOrder() && ships.length > 0, aside: ships.length > 1 ? String(ships.length) : '' });
      for (const { aim, part } of aimed) part.show({ pressed: state.aim === aim, shown: aim !== 'analyse' || scouts });
      for (const part of others) part.show({});
      setText(
        hint,
        state.aim
          ? t('Choose a tile or a target on the chart; Escape cancels.')
          : t('Right click, or a tap on open space, sends them.'),
      );
    },
  };
}

/** The burst: tried out by radius, with what the server says of it, then drafted. @param {Session} session @returns {Part} */
function createBurst(session) {
  const { state } = session;
  const box = section(t('Burst'), {});
  const radius = slider({ label: t('Squared radius of the burst'), onslide: (value) => session.tryBurst(value) });
  const words = h('p', { class: 'kit-hint', role: 'status' });
  const fire = button({
    text: t('Draft the burst'),
    key: 'P',
    class: 'kit-primary',
    act: () =>
      void session.act(({ kind }) => (kind === 'battleship' ? { do: 'overload', radius: state.radius } : null)),
  });
  box.element.append(radius.element, words, fire.element);

  /** @param {Shown} ship */
  function outlook(ship) {
    if (!state.radius)
      return t('Try a radius: the chart shows who is hit and what becomes of them. The ship is gone whatever happens.');
    const least = state.ahead?.least_burst ?? state.forecast?.least_burst ?? 0;
    if (ship.energy < least) return t('No effect below {least} energy.', { least });
    const event = state.ahead?.events.find(
      (/** @type {any} */ { type, id }) => type === 'overloaded' && id === ship.id,
    );
    if (!state.ahead) return t('Asking …');
    const failed = state.ahead.events.find(
      (/** @type {any} */ { type, id }) => type === 'order_failed' && id === ship.id,
    );
    if (failed || !event) return t('It cannot burst in this step.');
    if (!event.hits.length) return t('Nobody is hit.');
    const count = (/** @type {string} */ result) =>
      event.hits.filter((/** @type {any} */ hit) => hit.result === result).length;
    return t('{n} hit: {captured} captured, {destroyed} destroyed, {hurt} hurt, {healed} healed.', {
      n: event.hits.length,
      captured: count('captured'),
      destroyed: count('destroyed'),
      hurt: count('hurt'),
      healed: count('healed'),
    });
  }

  return {
    element: box.element,
    show() {
      const ships = session.chosen().filter(({ kind }) => kind === 'battleship');
      box.show({ shown: session.canOrder() && ships.length > 0, aside: ships.length ? entityName(ships[0]) : '' });
      if (!ships.length) return;
      radius.show({ value: state.radius, min: 0, max: 9, text: state.radius ? String(state.radius) : t('none') });
      setText(words, outlook(ships[0]));
      fire.show({ disabled: !state.radius });
    },
  };
}

/** What planets build, and on which side. @param {Session} session @returns {Part} */
function createBuild(session) {
  const { state, change } = session;
  const box = section(t('Build'), {});
  const kind = choice({
    label: t('Kind of ship'),
    onchoose: (/** @type {Kind} */ value) => change({ build: { ...state.build, kind: value } }),
  });
  const energy = slider({
    label: t('Energy of the ship'),
    exactly: t('Energy of the ship'),
    marks: [
      [1, '1'],
      [21, '21'],
      [41, '41'],
      [63, '63'],
      [85, '85'],
    ],
    onslide: (value) => change({ build: { ...state.build, energy: value } }),
  });
  const words = h('p', { class: 'kit-hint' });
  const ways = ROSE.map((way) =>
    way
      ? button({
          text: DIRECTIONS[way].arrow,
          label: t('Build to the {direction}', { direction: DIRECTIONS[way].name() }),
          act: () =>
            void session.act(({ kind: who }) =>
              who === 'planet' ? { do: 'build', kind: state.build.kind, dir: way, energy: state.build.energy } : null,
            ),
        })
      : null,
  );
  box.element.append(
    kind.element,
    energy.element,
    words,
    h(
      'div',
      { class: 'cosmos-rose', role: 'group', 'aria-label': t('Side on which it is built') },
      ways.map((way) => way?.element ?? h('span')),
    ),
  );
  return {
    element: box.element,
    show() {
      const planets = session.chosen().filter(({ kind: who }) => who === 'planet');
      box.show({
        shown: session.canOrder() && planets.length > 0,
        aside: planets.length === 1 ? t('{n} energy there', { n: planets[0].energy }) : '',
      });
      if (!planets.length) return;
      const { build } = state;
      const { tables } = session.position().view;
      const most = Math.max(1, Math.min(MOST_BUILT, ...planets.map((planet) => planet.energy)));
      kind.show({
        value: build.kind,
        options: SHIPS.map((value) => ({ value, text: KINDS[value].name(), sign: KINDS[value].icon })),
      });
      energy.show({
        value: Math.min(build.energy, most),
        min: 1,
        max: most,
        exact: build.energy,
        text: String(build.energy),
      });
      const pays = tables.mining_steps.filter((step) => step <= build.energy).length;
      const short = build.energy > most ? t('More than there is.') : '';
      const paying =
        build.kind === 'miner'
          ? t('Pays {n} a round from its {delay}th round on.', { n: pays, delay: tables.mining_delay })
          : '';
      setText(words, [short, paying].filter(Boolean).join(' '));
    },
  };
}

/** Bids for the final weapon, once and from now on. @param {Session} session @returns {Part} */
function createBids(session) {
  const { state } = session;
  const box = section(t('Bid'), {});
  const planets = () => session.chosen().filter(({ kind }) => kind === 'planet');
  /** @param {Shown} planet @returns {Reflex[]} */
  const reflexes = (planet) => standingOf(state.orders, planet.id)?.reflexes ?? planet.all?.standing.reflexes ?? [];
  const once = stepper({
    label: t('Bid in the next round'),
    onset: (energy) =>
      energy
        ? void session.act(({ kind }) => (kind === 'planet' ? { do: 'charge', energy } : null))
        : session.draft(planets().reduce((orders, { id }) => removeAction(orders, id, 'charge'), state.orders)),
  });
  const each = stepper({
    label: t('Bid in every round'),
    onset(energy) {
      const orders = planets().reduce((draft, planet) => {
        const others = reflexes(planet).filter(({ type }) => type !== 'auto_charge');
        return setStanding(draft, planet.id, {
          reflexes: energy ? [...others, { type: 'auto_charge', mode: 'fixed', energy }] : others,
        });
      }, state.orders);
      session.draft(orders);
    },
  });
  box.element.append(
    h('div', { class: 'cosmos-pair' }, h('span', null, t('Next round')), once.element),
    h('div', { class: 'cosmos-pair' }, h('span', null, t('Every round')), each.element),
    h(
      'p',
      { class: 'kit-hint' },
      t('The highest bid of a round wins a point and is lost; half of every other one comes back.'),
    ),
  );
  const stop = session.offer('bid', () => once.element.querySelector('input')?.focus());
  return {
    element: box.element,
    show() {
      const chosen = planets();
      box.show({ shown: session.canOrder() && chosen.length > 0 });
      const [first] = chosen;
      if (!first) return;
      const bid = actionsOf(state.orders, first.id).find((action) => action.do === 'charge');
      const fixed = reflexes(first).find(({ type, mode }) => type === 'auto_charge' && mode === 'fixed');
      once.show({ value: bid?.do === 'charge' ? bid.energy : 0, max: first.energy });
      each.show({ value: fixed?.energy ?? 0, max: first.energy });
    },
    destroy: stop,
  };
}

/** Named routines for who is chosen, and for those still to come. @param {Session} session @returns {Part} */
function createRoutines(session) {
  const { state } = session;
  const box = section(t('Routines'), {});
  const now = chips({ label: t('Routines for the chosen'), onchoose: (name) => session.routine(name) });
  const later = chips({
    label: t('Routines for new ones'),
    onchoose(key) {
      const [kind, name] = /** @type {[Kind, string]} */ (key.split(' '));
      const rules = {
        movement: { type: 'hold' },
        reflexes: [],
        ...session.position().view.tables.routines[kind][name],
      };
      const isSet = routineOf(session.position().view.tables.routines[kind], state.orders.defaults[kind]) === name;
      session.draft(setDefault(state.orders, kind, isSet ? null : rules));
    },
  });
  const heading = h('p', { class: 'kit-hint' });
  const meaning = h('ul', { class: 'kit-lines' });
  box.element.append(now.element, meaning, heading, later.element);
  return {
    element: box.element,
    show() {
      const chosen = session.chosen();
      box.show({ shown: session.canOrder() && chosen.length > 0 });
      if (!chosen.length) return;
      const { tables, defaults } = session.position().view;
      const kinds = [...new Set(chosen.map(({ kind }) => kind))];
      const current = (/** @type {Shown} */ entity) =>
        routineOf(tables.routines[entity.kind], standingOf(state.orders, entity.id) ?? entity.all?.standing);
      const names = kinds.flatMap((kind) => Object.keys(tables.routines[kind]));
      now.show(
        names.map((name) => ({
          key: name,
          text: ROUTINES[name].name(),
          title: ROUTINES[name].meaning(),
          pressed: chosen.some((entity) => current(entity) === name),
        })),
      );
      replace(meaning, ...names.map((name) => h('li', null, `${ROUTINES[name].name()}: ${ROUTINES[name].meaning()}`)));
      setText(heading, t('Those built from now on:'));
      later.show(
        kinds.flatMap((kind) => {
          const known = /** @type {any} */ (defaults)?.[kind];
          const set = routineOf(tables.routines[kind], state.orders.defaults[kind] ?? known);
          return Object.keys(tables.routines[kind]).map((name) => ({
            key: `${kind} ${name}`,
            text: ROUTINES[name].name(),
            small: KINDS[kind].name(),
            pressed: set === name,
          }));
        }),
      );
    },
  };
}
