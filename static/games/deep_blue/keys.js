/** What does a key do on the chart, and what do the buttons of the panel? One table of acts makes both; the sheet of keys comes from it. */
import { t, tn } from 'app/i18n.js';
import { typed } from 'app/names.js';
import { keysOf } from 'kit/acts.js';
import { cursor } from 'kit/cursor.js';
import { groupKeys } from 'kit/groups.js';
import { DIGITS, jump, next } from 'kit/keys.js';
import { placeOf, stocksOf } from './describe.js';
import { placeOfEvent } from './describe_events.js';
import { handOf } from './hand.js';
import { cellName, cellOfName, elementName, LAYERS, namesOf, placeName } from './names.js';
import { cancel, give, ordersOf } from './orders.js';
import { elementsAt, isUnit, ownAt, rectOf } from './position.js';
import { openStackHere } from './stack.js';

/** @import { Act, Cell, Key, Layer, Session, Stage } from './types' */

/** Where keys order: the cursor, else what is pointed at. @param {Session} session */
const place = ({ state }) => state.focus ?? state.hover;

/** Carries out what was aimed, at a cell. @param {Session} session @param {Cell} cell */
export function aimAt(session, cell) {
  const kind = session.state.aim?.kind ?? null;
  session.change({ aim: null });
  if (kind === 'rally') session.change({ rally: cell });
  else if (kind === 'run') void handOf(session).run(cell);
  else void handOf(session).act(cell, kind);
}

/** Begins an order that wants a place, or gives it at the cursor when asked again. @param {Session} session @param {string} kind */
export function aim(session, kind) {
  if (!session.canOrder() || !session.chosen().length) return session.deny(t('Select a unit first.'));
  const at = place(session);
  if (session.state.aim?.kind === kind && at) return aimAt(session, at);
  session.change({ aim: { kind } });
  session.say(t('Choose a place: click it, or move the cursor there and press Enter.'));
}

/** Orders something for what is selected, where anything is. @param {Session} session @param {(ids: number[]) => void} order */
function withChosen(session, order) {
  const ids = session.chosen().map(({ id }) => id);
  if (!session.canOrder() || !ids.length) session.deny(t('Select a unit first.'));
  else order(ids);
}

/** @param {Session} session */
function selfDestruct(session) {
  if (session.state.aim?.kind === 'self_destruct') {
    const ships = session.crew().map(({ id }) => id);
    const orders = give(session.state.orders, ships, { command: { type: 'self_destruct' } });
    session.order(orders, t('They will destroy themselves.'));
  } else {
    session.change({ aim: { kind: 'self_destruct' } });
    session.say(t('Destroy the selected ships with all aboard? Once more to confirm, Esc to leave it.'));
  }
}

/** Is any of those in hand so? @param {(one: import('./types').Element, session: Session) => boolean} is @returns {(session: Session) => boolean} */
const any = (is) => (session) => session.chosen().some((one) => is(one, session));

/** Whose work it is to give, to fetch and to mend: their buttons come first. What the rules allow says the server. */
const [GIVERS, FETCHERS] = [new Set(['carrier', 'cargo', 'base', 'island']), new Set(['carrier', 'cargo'])];

const isArmed = any(({ kind }, session) =>
  session.position().view.tables.kinds[kind].reach.some((/** @type {number} */ reach) => reach > 0),
);

/** @type {Act[]} */
export const ACTS = [
  { key: 'M', text: () => t('Sail'), fits: any(isUnit), meaning: () => t('Sail to a place'), aim: 'move' },
  {
    key: 'A',
    text: () => t('Attack'),
    fits: isArmed,
    meaning: () => t('Attack a place, also where nobody is seen, on the layer shown'),
    aim: 'attack',
  },
  {
    key: 'S',
    text: () => t('Supply'),
    fits: any(({ kind }) => GIVERS.has(kind)),
    meaning: () => t('Supply who is there'),
    aim: 'supply',
  },
  {
    key: 'C',
    text: () => t('Collect'),
    fits: any(({ kind }) => FETCHERS.has(kind)),
    meaning: () => t('Collect from what is there'),
    aim: 'collect',
  },
  {
    key: 'R',
    text: () => t('Repair'),
    fits: any(({ kind }) => kind === 'base'),
    meaning: () => t('Repair at the base'),
    aim: 'repair',
  },
  {
    key: 'P',
    text: () => t('Patrol, escort, run'),
    fits: any(isUnit),
    meaning: () => t('Patrol, escort, supply or collect round after round'),
    aim: 'run',
  },
  {
    key: 'W',
    text: () => t('At will'),
    fits: () => false,
    meaning: () => t('Attack at will, round after round'),
    act: (session) => withChosen(session, (ids) => void handOf(session).fireAtWill(ids)),
  },
  {
    key: 'O',
    text: () => t('End standing'),
    fits: any((one) => isUnit(one) && !!one.standing),
    meaning: () => t('End the standing order'),
    act: (session) => withChosen(session, (ids) => handOf(session).stand(session.members(ids), null)),
  },
  {
    key: 'H',
    text: () => t('Stop'),
    fits: any((one, { state }) => isUnit(one) && !!(one.destination || ordersOf(state.orders, one.id).move)),
    meaning: () => t('Stop and stay'),
    act: (session) =>
      withChosen(session, () => {
        const ids = session.crew().map(({ id }) => id);
        session.order(give(session.state.orders, ids, { move: null }), t('They stop.'));
      }),
  },
  {
    key: 'X',
    text: () => t('Self-destruct'),
    fits: () => false,
    meaning: () => t('Self-destruct; asks once'),
    asks: ({ state }) => (state.aim?.kind === 'self_destruct' ? t('Really destroy?') : null),
    act: (session) => withChosen(session, () => selfDestruct(session)),
  },
  {
    key: 'Z',
    text: () => t('Take back'),
    fits: any((one, { state }) => Object.keys(ordersOf(state.orders, one.id)).length > 0),
    meaning: () => t('Take the orders of the selected units back'),
    act: (session) =>
      withChosen(session, (ids) => session.order(cancel(session.state.orders, ids), t('Orders taken back.'))),
  },
];

/** What goes through the fleet or the chart. @type {Act[]} */
const LOOKS = [
  { key: 'Q', text: () => '', meaning: () => t('Repeat last round’s orders'), act: (session) => void session.repeat() },
  { key: 'I', text: () => '', meaning: () => t('Next that needs you'), act: nextNeed },
  { key: 'F', text: () => '', meaning: () => t('Your base'), act: goHome },
  { key: 'L', text: () => '', meaning: () => t('Last event'), act: lastEvent },
  { key: 'G', text: () => '', meaning: () => t('Fire range'), act: (session) => toggle(session, 'fire') },
  { key: 'V', text: () => '', meaning: () => t('Sight'), act: (session) => toggle(session, 'sight') },
  { key: 'N', text: () => '', meaning: () => t('Names'), act: (session) => toggle(session, 'labels') },
];

/** @param {Session} session @param {boolean} isMenu @param {Stage} stage */
function enter(session, isMenu, stage) {
  const at = place(session);
  if (!at) return false;
  const { aim: aimed, selected } = session.state;
  const own = ownAt(session.position(), ...at);
  if (isMenu) void handOf(session).open(at, stage.board?.screen(at[0] + 1, at[1] + 0.5) ?? [0, 0]);
  else if (aimed) aimAt(session, at);
  else if (own.some(({ id }) => selected.includes(id)) && session.canOrder() && handOf(session).targetsAt(at).length)
    enter(session, true, stage);
  else if (session.chosen().length && !own.some(({ id }) => selected.includes(id))) void handOf(session).act(at, null);
  else if (own.length) session.select([(next(own, ({ id }) => selected.includes(id), 1) ?? own[0]).id]);
  else session.change({ inspected: elementsAt(session.position(), ...at)[0]?.id ?? null });
}

/** @param {Session} session @param {number} by @returns {boolean} false past the last: the key leaves the board */
export function nextIdle(session, by) {
  const idle = session.idle();
  const one = next(idle, ({ id }) => session.state.selected.includes(id), by);
  if (!one) return false;
  session.select([one.id]);
  session.look(rectOf(one));
  const left = tn('{n} unit without orders', '{n} units without orders', idle.length);
  const found = [elementName(one), placeOf(one), stocksOf(one, session.position())].join(t(', '));
  session.say(`${t('{text}.', { text: found })} ${left}`);
  return true;
}

/** @param {Session} session */
function nextNeed(session) {
  const lines = session.needs();
  const line = next(lines, ({ id }) => session.state.selected.includes(id), 1) ?? lines[0];
  if (line) session.showUnit(line.id);
  else session.say(t('Nothing needs you.'));
}

/** Shows something of the chart or not. @param {Session} session @param {'zones' | 'wings' | 'sight' | 'fire' | 'labels'} what */
export const toggle = (session, what) =>
  session.change({ shown: { ...session.state.shown, [what]: !session.state.shown[what] } });

/** @param {Session} session */
function goHome(session) {
  const { base } = session.position();
  if (base) session.showUnit(base.id);
}

/** @param {Session} session */
function lastEvent(session) {
  const at = session.state.frame?.events.map(placeOfEvent).findLast((one) => one !== null);
  if (at) session.look(at);
}

/** All own units of the selected kinds that the board shows. @param {Session} session @param {Stage} stage */
export function sameKind(session, { board, el }) {
  const kinds = new Set(session.chosen().map(({ kind }) => kind));
  const alike = session.position().own.filter((one) => {
    const [x, y] = isUnit(one) && board ? board.screen(one.pos[0] + 0.5, one.pos[1] + 0.5) : [-1, -1];
    return kinds.has(one.kind) && x >= 0 && y >= 0 && x <= el.clientWidth && y <= el.clientHeight;
  });
  if (alike.length) session.select(alike.map(({ id }) => id));
}

/** @param {Session} session */
function stepBack(session) {
  const { menu, aim: aimed, selected, focus } = session.state;
  if (menu) session.change({ menu: null });
  else if (aimed) session.change({ aim: null });
  else if (selected.length) session.select([]);
  else if (focus) session.change({ focus: null });
  else return false;
}

/** What is at a cell, spoken. @param {Session} session @param {Cell} cell */
function tell(session, cell) {
  const position = session.position();
  const there = elementsAt(position, ...cell).map((one) => `${elementName(one)} ${stocksOf(one, position)}`);
  const [name, waters] = [cellName(cell), placeName(cell)];
  return [name, ...(waters === name ? [] : [waters]), ...there].join(t(', '));
}

/** What can be typed after J: cells, and the names of all that is in sight. @param {Session} session */
function allCells({ position }) {
  const { width, height } = position().chart;
  const cells = Array.from({ length: width * height }, (_, i) => cellName([i % width, Math.floor(i / width)]));
  return [
    ...cells,
    ...position()
      .view.elements.map((one) => typed(namesOf(one)))
      .filter(Boolean),
  ];
}

/** @param {Session} session @param {string} name @param {Stage} stage */
function goTo(session, name, stage) {
  const called = session.position().view.elements.find((one) => typed(namesOf(one)) === name);
  const cell = called ? /** @type {Cell} */ (rectOf(called).slice(0, 2)) : cellOfName(name);
  if (!cell) return;
  session.change({ focus: cell, hover: null });
  stage.board?.reveal(cell[0] + 0.5, cell[1] + 0.5);
  session.say(tell(session, cell));
}

/** @type {Key[]} */
export const KEYS = [
  ...jump(() => t('To the cell, ship or island with that name'), allCells, goTo),
  cursor({
    size: (session) => session.position().chart,
    start(session) {
      const { base, chart } = session.position();
      const one = session.chosen()[0] ?? base;
      return session.state.hover ?? (one ? [rectOf(one)[0], rectOf(one)[1]] : [chart.width >> 1, chart.height >> 1]);
    },
    tell,
  }),
  {
    on: ['Enter'],
    meaning: () => t('Select at the cursor, or order what fits the place; with Shift all that can be ordered there'),
    act: (session, { shift }, stage) => enter(session, shift, stage),
  },
  {
    on: ['Tab'],
    shown: 'Tab / Shift+Tab',
    meaning: () => t('Next or previous unit without orders'),
    act: (session, { shift }) => nextIdle(session, shift ? -1 : 1),
  },
  ...groupKeys(),
  {
    on: DIGITS.slice(1, 5),
    shown: '1 2 3 4',
    meaning: () => t('Underwater, surface, air, all layers'),
    act(session, { key }) {
      session.change({ layer: /** @type {Layer} */ (Number(key) - 1) });
      session.say(LAYERS[Number(key) - 1]());
    },
  },
  ...keysOf(ACTS, aim),
  ...keysOf(LOOKS, aim),
  {
    on: ['B'],
    meaning: () => t('Who lies here, close together: a list to choose from'),
    act: (session, _pressed, stage) => openStackHere(session, stage),
  },
  {
    on: ['K'],
    meaning: () => t('All of the same kind on the screen'),
    act: (session, _pressed, stage) => sameKind(session, stage),
  },
  { on: ['T'], meaning: () => t('Play the last round again'), act: (_session, _pressed, stage) => stage.replay() },
  { on: ['Escape'], shown: 'Esc', meaning: () => t('Cancel, clear the selection'), act: stepBack },
];
