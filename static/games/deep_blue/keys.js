/** What does a key do on the chart? Layers, groups, the cursor over cells, every order. The sheet of keys comes from the same table. */
import { t, tn } from 'app/i18n.js';
import { arrows, DIGITS, next } from 'kit/keys.js';
import { placeOf, stocksOf } from './describe.js';
import { placeOfEvent } from './describe_events.js';
import { createHand } from './hand.js';
import { cellName, elementName, LAYERS } from './names.js';
import { cancel, give } from './orders.js';
import { elementsAt, isUnit, rectOf } from './position.js';

/** @typedef {import('./session.js').Session} Session */
/** @typedef {import('kit/mount.js').Stage} Stage */
/** @typedef {import('./types').Cell} Cell */

const LEAP = 5;
/** @type {WeakMap<Session, import('./hand.js').Hand>} */
const hands = new WeakMap();

/** The hand of a session: keys, pointer and panel share it. @param {Session} session */
export function handOf(session) {
  let hand = hands.get(session);
  if (!hand) hands.set(session, (hand = createHand(session)));
  return hand;
}

/** Where keys order: the cursor, else what is pointed at. @param {Session} session */
const place = ({ state }) => state.focus ?? state.hover;

/** What stands at the cursor, spoken. @param {Session} session @param {Cell} cell */
function tell(session, cell) {
  const position = session.position();
  const there = elementsAt(position, ...cell).map((one) => `${elementName(one)} ${stocksOf(one, position)}`);
  session.say([cellName(cell), ...there].join(', '));
}

/** @param {Session} session @param {[number, number]} direction @param {{shift: boolean}} how @param {Stage} stage */
function step(session, [dx, dy], { shift }, stage) {
  const { chart, base } = session.position();
  const [one] = session.chosen();
  const [x, y] =
    place(session) ??
    ((one ?? base) ? rectOf(/** @type {any} */ (one ?? base)) : [chart.width >> 1, chart.height >> 1]);
  const by = shift ? LEAP : 1;
  const keep = (/** @type {number} */ at, /** @type {number} */ size) => Math.max(0, Math.min(size - 1, at));
  const cell = /** @type {Cell} */ (
    session.state.focus ? [keep(x + dx * by, chart.width), keep(y + dy * by, chart.height)] : [x, y]
  );
  session.change({ focus: cell, hover: null });
  stage.board?.reveal(cell[0] + 0.5, cell[1] + 0.5);
  tell(session, cell);
}

/** @param {Session} session @param {boolean} isMenu @param {Stage} stage */
function enter(session, isMenu, stage) {
  const at = place(session);
  if (!at) return false;
  const { aim, selected } = session.state;
  const hand = handOf(session);
  const own = elementsAt(session.position(), ...at).filter((one) => one.seat === session.position().seat);
  if (isMenu) void hand.open(at, stage.board?.screen(at[0] + 1, at[1] + 0.5) ?? [0, 0]);
  else if (aim) aimAt(session, at);
  else if (!session.chosen().length || own.some(({ id }) => selected.includes(id))) {
    if (own.length) session.select([next(own, ({ id }) => selected.includes(id), 1)?.id ?? own[0].id]);
    else session.change({ inspected: elementsAt(session.position(), ...at)[0]?.id ?? null });
  } else void hand.act(at, null);
}

/** Carries out what was aimed, at a cell. @param {Session} session @param {Cell} cell */
export function aimAt(session, cell) {
  const kind = session.state.aim?.kind ?? null;
  const hand = handOf(session);
  session.change({ aim: null });
  if (kind === 'rally') session.change({ rally: cell });
  else if (kind === 'run') void hand.run(cell);
  else void hand.act(cell, kind);
}

/** Begins an order that wants a place, or gives it at the cursor when asked again. @param {Session} session @param {string} kind */
export function aim(session, kind) {
  if (!session.canOrder() || !session.chosen().length) return session.say(t('Select a unit first.'));
  const at = place(session);
  if (session.state.aim?.kind === kind && at) aimAt(session, at);
  else {
    session.change({ aim: { kind } });
    session.say(t('Choose a place: click it, or move the cursor there and press Enter.'));
  }
}

/** @param {Session} session */
export function selfDestruct(session) {
  const ships = session.crew().map(({ id }) => id);
  if (!session.canOrder() || !ships.length) return;
  if (session.state.aim?.kind !== 'self_destruct') {
    session.change({ aim: { kind: 'self_destruct' } });
    session.say(t('Destroy the selected ships with all aboard? Once more to confirm, Esc to leave it.'));
    return;
  }
  session.order(
    give(session.state.orders, ships, { command: { type: 'self_destruct' } }),
    t('They will destroy themselves.'),
  );
}

/** @param {Session} session */
export function halt(session) {
  const ids = session.crew().map(({ id }) => id);
  if (ids.length) session.order(give(session.state.orders, ids, { move: null }), t('They stop.'));
}

/** @param {Session} session */
export function takeBack(session) {
  const ids = session.chosen().map(({ id }) => id);
  if (ids.length && session.canOrder()) session.order(cancel(session.state.orders, ids), t('Orders taken back.'));
}

/** @param {Session} session @param {number} by @returns {boolean} false past the last: the key leaves the board */
export function nextIdle(session, by) {
  const idle = session.idle();
  const one = next(idle, ({ id }) => session.state.selected.includes(id), by);
  if (!one) return false;
  session.select([one.id]);
  session.look(rectOf(one));
  const left = tn('{n} unit without orders', '{n} units without orders', idle.length);
  session.say(`${elementName(one)}, ${placeOf(one)}, ${stocksOf(one, session.position())}. ${left}`);
  return true;
}

/** Goes to what needs the person next. @param {Session} session */
function nextNeed(session) {
  const lines = session.state.forecast?.attention ?? [];
  const line = next(lines, (/** @type {any} */ { id }) => session.state.selected.includes(id), 1) ?? lines[0];
  const one = line && session.position().elements.get(line.id);
  if (!one) return session.say(t('Nothing needs you.'));
  session.select([one.id]);
  session.look(rectOf(one));
}

/** Shows something of the chart or not. @param {Session} session @param {'sight' | 'fire' | 'labels'} what */
export const toggle = (session, what) =>
  session.change({ shown: { ...session.state.shown, [what]: !session.state.shown[what] } });

/** @param {Session} session */
export function goHome(session) {
  const { base } = session.position();
  if (base) session.look(rectOf(base));
}

/** @param {Session} session */
function lastEvent(session) {
  const at = session.state.frame?.events.map(placeOfEvent).findLast((one) => one !== null);
  if (at) session.look(at);
}

/** All own units of the selected kinds that the board shows. @param {Session} session @param {Stage} stage */
export function sameKind(session, stage) {
  const kinds = new Set(session.chosen().map(({ kind }) => kind));
  const alike = session.position().own.filter((one) => isUnit(one) && kinds.has(one.kind) && isShown(one, stage));
  if (alike.length) session.select(alike.map(({ id }) => id));
}

/** @param {import('./types').Unit} one @param {Stage} stage */
function isShown({ pos }, { board, el }) {
  const [x, y] = board?.screen(pos[0] + 0.5, pos[1] + 0.5) ?? [0, 0];
  return x >= 0 && y >= 0 && x <= el.clientWidth && y <= el.clientHeight;
}

/** @param {Session} session @param {string} digit */
export function recall(session, digit) {
  const ids = (session.state.groups[digit] ?? []).filter((id) => session.position().elements.has(id));
  if (ids.length) session.select(ids);
}

/** @param {Session} session @param {string} digit */
function group(session, digit) {
  session.change({ groups: { ...session.state.groups, [digit]: session.chosen().map(({ id }) => id) } });
  session.say(t('Group {n}: {count} units', { n: digit, count: session.chosen().length }));
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

/** @type {(letter: string, meaning: () => string, act: import('kit/keys.js').Key<Session>['act']) => import('kit/keys.js').Key<Session>} */
const letter = (on, meaning, act) => ({ on: [on], meaning, act });

/** @type {import('kit/keys.js').Key<Session>[]} */
export const KEYS = [
  arrows(() => t('Move the cursor; with Shift five cells'), step),
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
  {
    on: DIGITS,
    with: 'alt',
    shown: 'Alt+1 … 9',
    meaning: () => t('Select a group'),
    act: (session, { key }) => recall(session, key),
  },
  {
    on: DIGITS.slice(1),
    shown: 'Shift+1 … 9',
    meaning: () => t('Make the selection a group'),
    act: (session, { key, shift }) => (shift ? group(session, key) : false),
  },
  {
    on: DIGITS.slice(1, 5),
    shown: '1 2 3 4',
    meaning: () => t('Underwater, surface, air, all layers'),
    act(session, { key }) {
      session.change({ layer: /** @type {import('./types').Layer} */ (Number(key) - 1) });
      session.say(LAYERS[Number(key) - 1]());
    },
  },
  letter(
    'M',
    () => t('Sail to a place'),
    (session) => aim(session, 'move'),
  ),
  letter(
    'A',
    () => t('Attack a place, also where nobody is seen, on the layer shown'),
    (session) => aim(session, 'attack'),
  ),
  letter(
    'S',
    () => t('Supply'),
    (session) => aim(session, 'supply'),
  ),
  letter(
    'C',
    () => t('Collect'),
    (session) => aim(session, 'collect'),
  ),
  letter(
    'R',
    () => t('Repair at the base'),
    (session) => aim(session, 'repair'),
  ),
  letter(
    'P',
    () => t('Patrol, escort, supply or collect round after round'),
    (session) => aim(session, 'run'),
  ),
  letter(
    'W',
    () => t('Attack at will, round after round'),
    (session) =>
      handOf(session).stand(
        session.chosen().map(({ id }) => id),
        { type: 'attack_at_will' },
      ),
  ),
  letter(
    'O',
    () => t('End the standing order'),
    (session) =>
      handOf(session).stand(
        session.chosen().map(({ id }) => id),
        null,
      ),
  ),
  letter('H', () => t('Stop'), halt),
  letter('X', () => t('Self-destruct; asks once'), selfDestruct),
  { on: ['Delete', 'Backspace'], meaning: () => t('Take the orders of the selected units back'), act: takeBack },
  letter(
    'Q',
    () => t('Repeat last round’s orders'),
    (session) => void session.repeat(),
  ),
  letter(
    'K',
    () => t('All of the same kind on the screen'),
    (session, _, stage) => sameKind(session, stage),
  ),
  letter('I', () => t('Next that needs you'), nextNeed),
  letter('F', () => t('Your base'), goHome),
  letter('L', () => t('Last event'), lastEvent),
  letter(
    'G',
    () => t('Fire range'),
    (session) => toggle(session, 'fire'),
  ),
  letter(
    'V',
    () => t('Sight'),
    (session) => toggle(session, 'sight'),
  ),
  letter(
    'N',
    () => t('Names'),
    (session) => toggle(session, 'labels'),
  ),
  letter(
    'T',
    () => t('Play the last round again'),
    (_session, _, stage) => stage.replay(),
  ),
  { on: ['Escape'], shown: 'Esc', meaning: () => t('Cancel, clear the selection'), act: stepBack },
];
