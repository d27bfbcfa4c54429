/** Which orders does a line of text mean? The table of verbs of kit/verbs.js: the keyboard's and the screen reader's way to every order. */
import { listed, t } from 'app/i18n.js';
import { called, isCalled } from 'app/names.js';
import { createCommands, oneOf } from 'kit/verbs.js';
import { DIRECTIONS, KINDS, namesOf, ROUTINES, SHIPS, standingRules } from './names.js';
import { addAction, clearEntity, setDefault, setReflex, setStanding, whole } from './orders.js';
import { ownOf, positionOf } from './position.js';
import { ordersTo, rulesToTake, sendingOf } from './taking.js';

/** @import { Action, Kind, Line, Orders, Position, Rules, Shown } from './types' */

/** Ways by their first letters: n, ne. @type {Record<string, string>} */
const SHORT = Object.fromEntries(
  Object.keys(DIRECTIONS).map((way) => [way.replace(/(\w)[a-z]+(?:_(\w).*)?/, '$1$2'), way]),
);

/** Own entities that a word means: a number, a kind (`miners`), `all`. @param {string | undefined} word @param {Line} line */
function own(word, { position }) {
  const mine = ownOf(position);
  const said = (word ?? '').toLowerCase();
  const found = mine.filter(
    ({ id, kind }) =>
      said === 'all' || String(id) === said || said === kind || said === `${kind}s` || isCalled(namesOf(id), said),
  );
  if (!found.length)
    throw new Error(t('You have no “{word}”. Give a name, a number, a kind such as scouts, or all.', { word: said }));
  return found;
}

const ways = oneOf(Object.keys(DIRECTIONS));

const kinds = /** @type {Record<string, import('kit/verbs.js').Kind<Position, Orders>>} */ ({
  own,
  planets(word, line) {
    const found = own(word, line).filter(({ kind }) => kind === 'planet');
    if (!found.length) throw new Error(t('Only planets can do this.'));
    return found;
  },
  entity(word, { position }) {
    const found = position.byId.get(Number(word)) ?? position.shown.find(({ id }) => isCalled(namesOf(id), word ?? ''));
    if (!found) throw new Error(t('There is no entity “{word}” in sight.', { word: word ?? '' }));
    return found;
  },
  place(word, { position }) {
    const there = position.shown.find(({ id }) => isCalled(namesOf(id), word ?? ''));
    if (there) return there.pos;
    const found = /^(-?\d+):(-?\d+)$/.exec(word ?? '');
    if (!found) throw new Error(t('A place is missing; write it as 12:-5, east and north.'));
    return [Number(found[1]), Number(found[2])];
  },
  ship: oneOf(SHIPS),
  kind: oneOf(Object.keys(KINDS)),
  way: (word, line) => ways(SHORT[(word ?? '').toLowerCase()] ?? word, line),
  routine: oneOf(Object.keys(ROUTINES)),
});

/** @param {(entity: Shown) => Action} actionOf @returns {(line: Line, mine: Shown[]) => Orders} */
const each =
  (actionOf) =>
  ({ orders }, mine) =>
    mine.reduce((draft, entity) => addAction(draft, entity.id, actionOf(entity)), orders);

/** @param {Line} line @param {Shown[]} mine @param {Rules} rules */
const stand = ({ orders }, mine, rules) => mine.reduce((draft, { id }) => setStanding(draft, id, rules), orders);

/** @param {Line} line @param {string} name @param {Kind} kind */
function rulesOf({ position }, name, kind) {
  const routine = position.view.tables.routines[kind][name];
  if (!routine) throw new Error(t('A {kind} has no such routine.', { kind: KINDS[kind].name() }));
  return standingRules(routine);
}

/** A movement that wants no place. @param {string} word @param {string} example @param {() => string} help @param {{type: string, within?: number}} movement @returns {import('kit/verbs.js').Verb<Position, Orders>} */
const goes = (word, example, help, movement) => ({
  says: [word],
  takes: ['own'],
  help: [[example, help]],
  act: (line, mine) => stand(line, mine, { movement }),
});

/** @type {import('kit/verbs.js').Verb<Position, Orders>[]} */
const verbs = [
  {
    says: ['build'],
    takes: ['planets', 'ship', 'number', 'way'],
    help: [
      [
        '22871 build miner 41 east',
        () => t('The planet builds a ship of that energy on the tile beside it. Ways: n, ne, e, se, s, sw, w, nw.'),
      ],
    ],
    act: (line, mine, kind, energy, dir) => each(() => ({ do: 'build', kind, energy, dir }))(line, mine),
  },
  {
    says: ['bid', 'charge'],
    takes: ['planets', 'number'],
    help: [['22871 bid 9', () => t('The planet bids for a point of the final weapon, once.')]],
    act: (line, mine, energy) => each(() => ({ do: 'charge', energy }))(line, mine),
  },
  {
    says: ['bids'],
    takes: ['planets', 'number'],
    help: [['planets bids 3', () => t('From now on they bid so much each round; 0 ends it.')]],
    act: (line, mine, energy) =>
      mine.reduce(
        (/** @type {Orders} */ draft, /** @type {Shown} */ one) =>
          setReflex(draft, one, 'auto_charge', energy ? { mode: 'fixed', energy } : null),
        line.orders,
      ),
  },
  {
    says: ['step'],
    takes: ['own', 'way'],
    help: [['scouts step ne', () => t('One step.')]],
    act: (line, mine, dir) => each(() => ({ do: 'move', dir }))(line, mine),
  },
  {
    says: ['burst', 'overload'],
    takes: ['own', 'number'],
    help: [['51870 burst 4', () => t('The battleship bursts; the number is the squared radius, 0 to 9.')]],
    act: (line, mine, radius) => each(() => ({ do: 'overload', radius }))(line, mine),
  },
  {
    says: ['analyse'],
    takes: ['own', 'entity'],
    help: [['40113 analyse 51871', () => t('The scout takes a foreign miner apart.')]],
    act: (line, mine, target) => each(() => ({ do: 'analyse', id: target.id }))(line, mine),
  },
  {
    says: ['radio'],
    takes: ['own', 'number'],
    help: [['40113 radio 7', () => t('What everybody who senses it reads.')]],
    act: (line, mine, value) => each(() => ({ do: 'radio', value }))(line, mine),
  },
  {
    says: ['go'],
    takes: ['own', 'place'],
    help: [['scouts go -90:70', () => t('They go there, by the cheapest way that is known.')]],
    act: (line, mine, to) => stand(line, mine, { movement: { type: 'move_to', to, path: 'cheap' } }),
  },
  {
    says: ['patrol'],
    takes: ['own', 'place*'],
    help: [['51870 patrol -90:70 -80:70', () => t('They go from place to place, two to eight.')]],
    act: (line, mine, points) => stand(line, mine, { movement: { type: 'patrol', points } }),
  },
  {
    says: ['stay'],
    takes: ['own', 'place?'],
    help: [['battleships stay -90:70', () => t('They stay near a place; without one, near their home.')]],
    act: (line, mine, center) =>
      stand(line, mine, { movement: { type: 'stay_near', within: 9, ...(center ? { center } : {}) } }),
  },
  {
    says: ['escort'],
    takes: ['own', 'entity'],
    help: [['51870 escort 40113', () => t('They follow one of your own.')]],
    act: (line, mine, ward) => stand(line, mine, { movement: { type: 'escort', id: ward.id } }),
  },
  {
    says: ['pursue'],
    takes: ['own', 'entity'],
    help: [['51870 pursue 60233', () => t('They go after somebody else’s.')]],
    act: (line, mine, target) => stand(line, mine, { movement: { type: 'pursue', id: target.id } }),
  },
  {
    says: ['take'],
    takes: ['own', 'entity', 'number?'],
    help: [
      [
        '22871 take 51871',
        () => t('A planet sends a battleship that takes another one; a ship goes and bursts there.'),
      ],
    ],
    act(line, mine, goal, energy) {
      const hand = { state: { told: line.forecast, orders: line.orders }, position: () => line.position };
      return mine.reduce((/** @type {Orders} */ orders, /** @type {Shown} */ one) => {
        if (one.kind !== 'planet') return setStanding(orders, one.id, rulesToTake(goal.id));
        const sending = sendingOf({ ...hand, state: { ...hand.state, orders } }, one, goal);
        if (typeof sending === 'string') throw new Error(sending);
        return ordersTo(orders, goal, energy ? { ...sending, price: energy } : sending);
      }, line.orders);
    },
  },
  goes('explore', 'scouts explore', () => t('They look for what is unknown.'), { type: 'explore' }),
  goes('seek', 'miners seek', () => t('They go to the densest aether near them.'), { type: 'seek_aether', within: 40 }),
  goes('hold', 'all hold', () => t('They stay where they are; reflexes go on.'), { type: 'hold' }),
  {
    says: ['follow'],
    takes: ['own', 'routine'],
    help: [
      [
        'planets follow economy',
        () =>
          t('A named routine: {names}.', {
            names: listed(Object.entries(ROUTINES).map(([id, { name }]) => `${id} (${name()})`)),
          }),
      ],
    ],
    act: (line, mine, name) =>
      mine.reduce(
        (/** @type {Orders} */ draft, /** @type {any} */ { id, kind }) =>
          setStanding(draft, id, rulesOf(line, name, kind)),
        line.orders,
      ),
  },
  {
    says: ['every'],
    takes: ['kind', 'routine'],
    help: [['every scout hunter', () => t('All of a kind that come from now on follow the routine.')]],
    act: (line, kind, name) => setDefault(line.orders, kind, rulesOf(line, name, kind)),
  },
  {
    says: ['cancel'],
    takes: ['own'],
    help: [['cancel 40113', () => t('What is drafted for it is taken back.')]],
    act: ({ orders }, mine) =>
      mine.reduce((/** @type {Orders} */ draft, /** @type {any} */ { id }) => clearEntity(draft, id), orders),
  },
  { says: ['clear'], help: [['clear', () => t('Take all orders back.')]], act: () => whole() },
  {
    says: ['resign'],
    help: [['resign', () => t('Give up with these orders; “remain” takes it back.')]],
    act: ({ orders }) => ({ ...orders, resign: true }),
  },
  { says: ['remain'], act: ({ orders }) => ({ ...orders, resign: false }) },
];

export const { parseCommand, commandHelp } = createCommands({
  whole,
  positionOf,
  example: 'scouts explore',
  samples(position) {
    const { view, shown } = position;
    const mine = ownOf(position);
    const foreign = shown.find((one) => !mine.some(({ id }) => id === one.id));
    const name = (/** @type {{id: number} | undefined} */ one, /** @type {number} */ id) =>
      called(view.names?.entities, one?.id ?? id);
    const of = (/** @type {Kind} */ kind) => mine.find((one) => one.kind === kind);
    return {
      22871: name(of('planet'), 22871),
      51870: name(of('battleship'), 51870),
      40113: name(of('scout'), 40113),
      51871: name(foreign, 51871),
      60233: name(foreign, 60233),
      '-90:70': name(of('planet'), 22871),
      '-80:70': name(foreign ?? of('miner'), 51871),
    };
  },
  kinds,
  verbs,
  subjects: ['own', 'planets'],
});
