/** What can those who are chosen be told? Parts of the panel for routines, ships and bursts; each acts through the session, as keys and hand do. */
import { h, setText } from 'app/dom.js';
import { sentences, t } from 'app/i18n.js';
import { actButtons } from 'kit/acts.js';
import { chips } from 'kit/lists.js';
import { button, folded, section, slider } from 'kit/parts.js';
import { isShort } from './bidding.js';
import { aimAt, MOVES } from './keys.js';
import { entityName, KINDS, ROUTINES, routineOf, standingRules } from './names.js';
import { setDefault, standingOf } from './orders.js';
import { isInTime, isMeant, routineText } from './routines.js';

/** @import { Forecast, Kind, Part, Session, Shown } from './types' */

/** @param {Session} session @returns {Part[]} */
export const createOrders = (session) => [createRoutines(session), createShips(session), createBurst(session)];

/** What may be told to those who are chosen and means something now, and which of it some of them have. @param {Session} session */
export function routinesOf(session) {
  const chosen = session.chosen();
  const position = session.position();
  const { routines } = position.view.tables;
  const { usual } = /** @type {Partial<Forecast>} */ (session.state.told ?? {});
  const current = new Set(
    chosen.map((one) => routineOf(routines[one.kind], standingOf(session.state.orders, one.id) ?? one.all?.standing)),
  );
  return [...new Set(chosen.map(({ kind }) => kind))].flatMap((kind) =>
    Object.entries(routines[kind])
      .filter(([name, rules]) => current.has(name) || (isMeant(name, position, usual) && isInTime(rules, usual)))
      .map(([name, rules]) => ({
        key: name,
        ...words(name, rules),
        ...bidsNothing(rules, chosen),
        pressed: current.has(name),
      })),
  );
}

/** That a routine would bid nothing yet, since the planets have no more than what stays. @param {import('./types').Rules} rules @param {Shown[]} chosen */
function bidsNothing({ reflexes = [] }, chosen) {
  const rule = reflexes.find(({ type }) => type === 'auto_charge');
  return rule && chosen.every((planet) => isShort(planet, rule))
    ? { small: t('from {n} energy', { n: rule.keep + 1 }) }
    : {};
}

/** @param {string} name a routine's @param {import('./types').Rules} rules */
const words = (name, rules) => ({
  text: ROUTINES[name].name(),
  meaning: ROUTINES[name].meaning(),
  title: routineText(name, rules),
});

/** Named routines for those still to come; those for who is chosen stand at its place (strip.js). @param {Session} session @returns {Part} */
function createRoutines(session) {
  const { state } = session;
  const box = folded(t('New ships'));
  const later = chips({
    label: t('Routines for new ones'),
    onchoose(key) {
      const [kind, name] = /** @type {[Kind, string]} */ (key.split(' '));
      const routines = session.position().view.tables.routines[kind];
      const isSet = routineOf(routines, state.orders.defaults[kind]) === name;
      session.draft(setDefault(state.orders, kind, isSet ? null : standingRules(routines[name])));
    },
  });
  box.element.append(h('p', { class: 'kit-hint' }, t('Those that come from now on:')), later.element);
  return {
    element: box.element,
    show() {
      const chosen = session.chosen();
      if (!session.canOrder() || !chosen.length) return box.show({ shown: false });
      const position = session.position();
      const { tables, defaults } = position.view;
      const kinds = [...new Set(chosen.map(({ kind }) => kind))];
      // A planet's miners and scouts are still to come: theirs are set where the planet is chosen.
      const kindsToCome = kinds.includes('planet') ? /** @type {Kind[]} */ (Object.keys(KINDS)) : kinds;
      const toCome = kindsToCome.flatMap((kind) => {
        const given = state.orders.defaults[kind] ?? /** @type {any} */ (defaults)?.[kind];
        const set = routineOf(tables.routines[kind], given);
        return Object.entries(tables.routines[kind])
          .filter(([name]) => name === set || (kind !== 'planet' && isMeant(name, position)))
          .map(([name, rules]) => ({
            key: `${kind} ${name}`,
            ...words(name, rules),
            sign: KINDS[kind].icon,
            label: [ROUTINES[name].name(), KINDS[kind].name()].join(t(', ')),
            pressed: name === set,
          }));
      });
      later.show(toCome);
      box.show({ shown: toCome.length > 0 });
    },
  };
}

/** Where ships go. @param {Session} session @returns {Part} */
function createShips(session) {
  const { state } = session;
  const box = section(t('Ships'), {});
  const hint = t('Choose a tile or a target on the chart; Escape cancels.');
  const moves = actButtons(session, MOVES, { label: t('Orders for ships'), hint, aimAt });
  const undo = button({ text: t('Undo these'), key: '⌫', act: () => void session.clear() });
  const how = h('p', { class: 'kit-hint' }, t('Right click, or a tap on open space, sends them.'));
  box.element.append(moves.element, undo.element, how);
  return {
    element: box.element,
    show() {
      const ships = session.ships();
      box.show({ shown: session.canOrder() && ships.length > 0, aside: ships.length > 1 ? String(ships.length) : '' });
      moves.show(true);
      how.hidden = state.aim !== null;
      undo.show({ shown: ships.some(({ id }) => session.isOrdered(id)) });
    },
  };
}

/** What would come of the burst that is tried. @param {Session} session @param {Shown} ship */
function expectation({ state }, ship) {
  if (!state.radius)
    return t('Try a radius: the chart shows who is hit and what becomes of them. The ship is gone whatever happens.');
  const ahead = /** @type {Forecast | null} */ (state.ahead);
  const least = (ahead ?? state.told)?.least_burst ?? 0;
  if (ship.energy < least) return t('No effect below {least} energy.', { least });
  if (!ahead) return t('Asking …');
  const told = (/** @type {string} */ wanted) => ahead.events.find(({ type, id }) => type === wanted && id === ship.id);
  const burst = told('overloaded');
  if (!burst || told('order_failed')) return t('It cannot burst in this step.');
  if (!burst.hits.length) return t('Nobody is hit.');
  const count = (/** @type {string} */ result) =>
    burst.hits.filter((/** @type {any} */ hit) => hit.result === result).length;
  return sentences([
    t('{n} hit: {captured} captured, {destroyed} destroyed, {hurt} hurt, {healed} healed.', {
      n: burst.hits.length,
      captured: count('captured'),
      destroyed: count('destroyed'),
      hurt: count('hurt'),
      healed: count('healed'),
    }),
    t('The ship of {n} energy is spent.', { n: ship.energy }),
  ]);
}

/** The burst: tried out by radius, with what the server says of it, then drafted. @param {Session} session @returns {Part} */
function createBurst(session) {
  const { state } = session;
  const box = section(t('Burst'), {});
  const radius = slider({ label: t('Squared radius of the burst'), onslide: (value) => session.tryBurst(value) });
  const words = h('p', { class: 'kit-hint', role: 'status' });
  const fire = button({ text: t('Draft the burst'), key: 'P', class: 'kit-primary', act: session.fire });
  words.id = 'cosmos-burst-words';
  fire.element.setAttribute('aria-describedby', words.id);
  box.element.append(radius.element, words, fire.element);
  return {
    element: box.element,
    show() {
      const [ship] = session.chosen().filter(({ kind }) => kind === 'battleship');
      box.show({ shown: session.canOrder() && !!ship, aside: ship ? entityName(ship) : '' });
      if (!ship) return;
      radius.show({ value: state.radius, min: 0, max: 9, text: state.radius ? String(state.radius) : t('none') });
      setText(words, expectation(session, ship));
      fire.show({ blocked: !state.radius, title: state.radius ? '' : t('Choose how far the burst reaches first.') });
    },
  };
}
