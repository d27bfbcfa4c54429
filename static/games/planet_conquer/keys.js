/**
 * What does a key do on the board? Every action of the hand has one: Tab and arrows move the focus, Enter sends, digits set how much,
 * letters play tactics.
 */
import { t, tn } from 'app/i18n.js';
import { nameIn, typed } from 'app/names.js';
import { arrows, jump, letGo, next } from 'kit/keys.js';
import { planetState } from './describe.js';
import { EVERY, PARTS, shareOf } from './grip.js';
import { TACTICS } from './names.js';
import { removeLast } from './orders.js';
import { isOwn, ownPlanets } from './position.js';

/** @import { Planet, Position, Session, Stage } from './types' */

/** @param {Session} session @param {number} id @param {Stage} stage */
function focus(session, id, { board }) {
  const { position, sources } = session.state;
  if (!position) return;
  session.change({ focus: id });
  session.inspect({ kind: 'planet', id });
  const planet = position.planets[id];
  board.reveal(planet.x, planet.y);
  const way = sources.map((from) => position.graph.between(from, id)).find(Boolean);
  const words = [
    t('{name}: {text}', {
      name: planet.name,
      text: planetState(planet, position, session.host.info, session.state.forecast),
    }),
  ];
  if (way) words.push(tn('{n} round away', '{n} rounds away', way.length));
  session.say(words.join('. '));
}

/** The next own planet; past the last one the key leaves the board. @param {Session} session @param {number} by @param {Stage} stage */
function nextOwn(session, by, stage) {
  const { position, aim, sources, focus: at } = session.state;
  if (!position || aim) return false;
  const last = sources.at(-1) ?? at;
  const found = next(ownPlanets(position), ({ id }) => id === last, by);
  if (!found) {
    session.change({ focus: null, sources: [] });
    return false;
  }
  session.choose([found.id]);
  focus(session, found.id, stage);
}

/** @param {Session} session @param {[number, number]} direction @param {Stage} stage */
function step(session, direction, stage) {
  const { position, sources, focus: at } = session.state;
  if (!position) return false;
  const from = at ?? sources[0] ?? Math.max(0, position.home);
  const found = at === null ? position.planets[from] : position.graph.towards(position.planets, from, direction);
  if (found) focus(session, found.id, stage);
}

/** The next planet that a route leads to, one after the other: arrows alone pass by what lies between two directions. @param {Session} session @param {number} by @param {Stage} stage */
function nextNeighbour(session, by, stage) {
  const { position, sources, focus: at } = session.state;
  if (!position) return false;
  const from = sources.at(-1) ?? at ?? position.home;
  const ways = position.graph.ways[from] ?? [];
  if (!ways.length) return false;
  const place = ways.findIndex(({ to }) => to === at);
  const first = by > 0 ? 0 : ways.length - 1;
  focus(session, ways[place < 0 ? first : (place + by + ways.length) % ways.length].to, stage);
}

/** What is typed after J for a planet: its key, or its name. @param {Position | null} position @param {Planet} planet */
const typedNames = (position, { id, key, name }) => [
  key.toUpperCase(),
  typed(nameIn(position?.view.names?.planets, id) ?? [name, name]),
];

/** To the planet with that key or name; one of one's own is chosen where none is. @param {Session} session @param {string} said @param {Stage} stage */
function goTo(session, said, stage) {
  const { position, sources, aim } = session.state;
  const of = (/** @type {number} */ i) => position?.planets.find((planet) => typedNames(position, planet)[i] === said);
  const found = of(0) ?? of(1);
  if (!position || !found) return;
  if (!sources.length && !aim && isOwn(position, found.id)) session.choose([found.id]);
  focus(session, found.id, stage);
}

/** @param {Session} session @param {boolean} add */
function enter(session, add) {
  const { position, focus: at, aim, sources } = session.state;
  if (!position || at === null) return false;
  if (aim) session.aimAt(at);
  else if (add && isOwn(position, at)) session.choose([at], true);
  else if (sources.length && !sources.includes(at)) {
    // With keys one goes on sending from the same planets, so the focus returns there; a hand begins anew.
    if (session.send(sources, at)) session.change({ sources, focus: sources[sources.length - 1] });
  } else if (isOwn(position, at)) session.choose([at]);
}

/** @param {Session} session */
function cancel(session) {
  if (letGo(session, ['aim', 'detour', 'edited', 'route', 'sources'])) return;
  if (!session.state.inspected) return false;
  session.inspect(null);
}

/** @param {Session} session */
function takeBack(session) {
  if (!session.canOrder()) return;
  session.draft(removeLast(session.state.orders), { edited: null });
  session.say(t('The last order is taken back.'));
}

/** How much the drag that is under way sends, else the next order. @param {Session} session @param {string} digit @param {Stage} stage */
function part(session, digit, { board }) {
  const share = shareOf(digit);
  if (!share || (share.repeat && !session.mayRepeat())) return false;
  if (board.state.drag) session.setGrip(share);
  else session.setAmount(share);
  if (share.repeat) session.say(t('every round from now on'));
  else session.say(t('{percent} percent', { percent: (share.fraction ?? 0) * 100 }));
}

/** A standing route from the chosen planet to the focused one, or its end. @param {Session} session */
function toggleRoute(session) {
  const { focus: to, sources, route } = session.state;
  const from = sources.at(-1);
  const way = from === undefined || to === null || from === to ? route : { from, to };
  if (!way || !session.mayRepeat() || !session.canOrder()) return false;
  if (session.routeOf(way)) return session.endRoute(way);
  session.change({ grip: { repeat: true } });
  if (session.send([way.from], way.to)) session.change({ sources: [way.from], focus: way.from });
  session.change({ grip: null });
}

/** @param {Session} session @param {Stage} stage */
function centreHome({ state: { position } }, { board }) {
  const home = position?.planets[position.home];
  if (home) board.centre(home.x, home.y);
}

/** @type {import('kit/keys.js').Key<Session>[]} */
export const KEYS = [
  ...jump(
    () => t('To the planet with that name'),
    ({ state: { position } }) =>
      position?.planets.flatMap((planet) => typedNames(position, planet)).filter(Boolean) ?? [],
    goTo,
  ),
  {
    on: ['Tab'],
    shown: 'Tab / Shift+Tab',
    meaning: () => t('Next or previous planet of yours'),
    act: (session, { shift }, stage) => nextOwn(session, shift ? -1 : 1, stage),
  },
  arrows(
    () => t('Neighbour in that direction'),
    (session, direction, _, stage) => step(session, direction, stage),
  ),
  {
    on: ['N'],
    shown: 'N / Shift+N',
    meaning: () => t('Next or previous planet that a route leads to'),
    act: (session, { shift }, stage) => nextNeighbour(session, shift ? -1 : 1, stage),
  },
  {
    on: ['Enter'],
    meaning: () => t('Send to the focused planet, or choose it'),
    act: (session, { shift }) => (shift ? false : enter(session, false)),
  },
  {
    on: ['Enter'],
    shown: 'Shift+Enter',
    meaning: () => t('Add the focused planet to the senders'),
    act: (session, { shift }) => (shift ? enter(session, true) : false),
  },
  {
    on: PARTS.map((_, i) => String(i + 1)),
    shown: '1 … 4',
    meaning: () => t('The next order, or the drag under way, sends 25 %, 50 %, 75 %, 100 %'),
    act: (session, { key }, stage) => part(session, key, stage),
  },
  {
    on: [EVERY.key],
    meaning: () => t('The next order goes on every round'),
    act: (session, { key }, stage) => part(session, key, stage),
  },
  {
    on: ['S'],
    meaning: () => t('Standing route from the chosen planet to the focused one; again: its end'),
    act: toggleRoute,
  },
  { on: ['Backspace', 'Delete'], shown: 'Backspace', meaning: () => t('Take the last order back'), act: takeBack },
  { on: ['T'], meaning: () => t('Tactic bar'), act: (session) => session.ask('bar') },
  ...Object.entries(TACTICS).map(([type, { key, name }]) => ({
    on: [key],
    meaning: name,
    act: (/** @type {Session} */ session) => session.aimTactic(type),
  })),
  {
    on: ['V'],
    meaning: () => t('Growth forecast over the planets'),
    act: (session) => session.change({ overlay: !session.state.overlay }),
  },
  { on: ['C'], meaning: () => t('Centre home'), act: (session, _, stage) => centreHome(session, stage) },
  { on: ['R'], meaning: () => t('Play the last round again'), act: (_, __, stage) => stage.replay() },
  { on: [], shown: '+ / −', meaning: () => t('Zoom'), act: () => false },
  { on: ['Escape'], shown: 'Esc', meaning: () => t('Cancel'), act: cancel },
];
