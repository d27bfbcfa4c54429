/**
 * Which orders does a line of text mean? Planet Conquer's verbs for the kit's command line. Knows words and shapes only; what is legal
 * the server says.
 */
import { listed, t } from 'app/i18n.js';
import { isCalled, nameIn, plain } from 'app/names.js';
import { amount, createCommands } from 'kit/verbs.js';
import { tacticName } from './names.js';
import { addMove, emptyOrders, leaving, PARAMETERS, removeLast, setTactic, setUnits, whole } from './orders.js';
import { positionOf } from './position.js';
import { endRoute, endRoutes, hasStanding, setRoute } from './standing.js';

/** @import { Orders, Planet, Position } from './types' */
/** @typedef {import('kit/verbs.js').Line<Position, Orders>} Line */
/** @typedef {import('kit/verbs.js').Verb<Position, Orders>} Verb */
/** How many of the units that are left @typedef {(rest: number) => number} Amount */

/** A planet by key, name or number, in any case. @param {string | undefined} word @param {Line} line @returns {Planet} */
function planet(word, { position: { planets, view } }) {
  if (!word) throw new Error(t('A planet is missing.'));
  const wanted = word.toLowerCase();
  const found =
    planets.find(({ key }) => key.toLowerCase() === wanted) ??
    planets.find(({ name, id }) => plain(name) === plain(word) || isCalled(nameIn(view.names?.planets, id), word)) ??
    (/^\d+$/.test(word) ? planets[Number(word)] : null);
  if (!found) throw new Error(t('There is no planet “{word}”.', { word }));
  return found;
}

/** What the draft leaves on a planet. @param {Orders} orders @param {Planet} from */
const rest = (orders, { id, units }) => Math.max(0, (units ?? 0) - leaving(orders, id));

/** @param {Line} line @param {Planet} from @param {Planet} to @param {Amount} [units] */
function move({ orders }, from, to, units = amount()) {
  return addMove(orders, { from: from.id, to: to.id, units: units(rest(orders, from)) });
}

/** @param {Line} line @param {Planet} from @param {Planet} to @param {Amount} [units] */
function set({ orders }, from, to, units = amount()) {
  const at = orders.moves.findIndex((other) => other.from === from.id && other.to === to.id);
  if (at < 0) throw new Error(t('No order goes from {from} to {to}.', { from: from.name, to: to.name }));
  return setUnits(orders, at, units(rest(setUnits(orders, at, 0), from)));
}

/** @param {Line} line @param {Planet | 'tactic'} from @param {Planet} [to] */
function cancel({ orders }, from, to) {
  if (from === 'tactic') return setTactic(orders, null);
  const moves = orders.moves.filter((other) => other.from !== from.id || (to && other.to !== to.id));
  if (moves.length === orders.moves.length) throw new Error(t('No order goes from there.'));
  return { ...orders, moves };
}

/** @param {Line} line @param {Planet} from @param {Planet} to @param {Amount} [units] */
function teleport({ orders }, from, to, units = amount()) {
  const without = setTactic(orders, null);
  return setTactic(without, { type: 'teleport', from: from.id, to: to.id, units: units(rest(without, from)) });
}

/** @param {Line} line */
function needStanding({ position: { view } }) {
  if (!hasStanding(view)) throw new Error(t('This table has no standing routes.'));
  return view;
}

/** @param {Line} line @param {Planet} from @param {Planet} to @param {number | 'above'} [amount] @param {number} [least] */
function route(line, from, to, amount, least) {
  const view = needStanding(line);
  if (amount === 'above' && least === undefined) throw new Error(t('Above how many?'));
  const units = typeof amount === 'number' ? amount : null;
  return setRoute(line.orders, view, { from: from.id, to: to.id, units, above: least ?? null });
}

/** @param {Line} line @param {Planet | 'all'} from @param {Planet} [to] */
function end(line, from, to) {
  const view = needStanding(line);
  return from === 'all' ? endRoutes(line.orders, view) : endRoute(line.orders, view, { from: from.id, to: to?.id });
}

/** A verb per tactic, with what it must be told. @returns {Verb[]} */
function tactics() {
  return Object.entries(PARAMETERS).map(([type, [asks]]) => {
    const says = type === 'eleminate' ? [type, 'eliminate'] : [type];
    if (type === 'teleport') return { says, takes: ['planet', 'planet', 'amount?'], act: teleport };
    /** @type {Verb['act']} */
    const act = ({ orders }, target) =>
      setTactic(orders, asks ? { type, [asks]: asks === 'seat' ? target : target.id } : { type });
    return { says, takes: asks ? [asks] : [], act };
  });
}

const onPlanets = () =>
  listed(
    Object.keys(PARAMETERS)
      .filter((type) => PARAMETERS[type].includes('planet'))
      .map((type) => `${type} (${tacticName(type)})`),
  );

/** @type {Verb[]} */
const VERBS = [
  {
    says: ['move', 'm', 'send'],
    takes: ['planet', 'planet', 'amount?'],
    help: [['move A0 B1 40', () => t('Send 40 units from A0 to B1. Also 50% or all; without a number, half.')]],
    act: move,
  },
  {
    says: ['set'],
    takes: ['planet', 'planet', 'amount?'],
    help: [['set A0 B1 25%', () => t('Change how many go from A0 to B1.')]],
    act: set,
  },
  {
    says: ['route', 'every'],
    takes: ['planet', 'planet', 'growth?', 'number?'],
    help: [
      ['route A0 B1', () => t('Every round all growth goes from A0 to B1, until you end it.')],
      ['route A0 B1 20', () => t('Every round 20 units go from A0 to B1.')],
      ['route A0 B1 above 80', () => t('Every round all that exceeds 80 goes from A0 to B1.')],
    ],
    act: route,
  },
  {
    says: ['end'],
    takes: ['routes', 'planet?'],
    help: [
      ['end A0 B1', () => t('End the standing route from A0 to B1; without B1 all from A0, “end all” every one.')],
    ],
    act: end,
  },
  {
    says: ['cancel', 'delete', 'remove'],
    takes: ['what', 'planet?'],
    help: [
      ['cancel A0 B1', () => t('Take the order from A0 to B1 back; without B1, all orders from A0.')],
      ['tactic terminator B1', () => t('Play a tactic on a planet: {names}.', { names: onPlanets() })],
      ['teleport A0 D3 60', () => t('Teleport 60 units from A0 to D3.')],
      ['swap B', () => t('Exchange everything with seat B.')],
      ['eleminate', () => t('Strike all enemies in your sight.')],
      ['cancel tactic', () => t('Take the tactic back.')],
    ],
    act: cancel,
  },
  ...tactics(),
  { says: ['none'], act: ({ orders }) => setTactic(orders, null) },
  { says: ['undo'], help: [['undo', () => t('Take the last order back.')]], act: ({ orders }) => removeLast(orders) },
  { says: ['clear'], help: [['clear', () => t('Take all orders back.')]], act: () => emptyOrders() },
  {
    says: ['resign'],
    help: [['resign', () => t('Give up with these orders; “stay” takes it back.')]],
    act: ({ orders }) => ({ ...orders, resign: true }),
  },
  { says: ['stay'], act: ({ orders }) => ({ ...orders, resign: false }) },
];

export const { parseCommand, commandHelp } = createCommands({
  verbs: VERBS,
  kinds: {
    planet,
    what: (word, line) => (word === 'tactic' ? word : planet(word, line)),
    routes: (word, line) => (word === 'all' ? word : planet(word, line)),
    growth(word) {
      if (word === 'above') return word;
      if (!/^[1-9]\d{0,6}$/.test(word ?? ''))
        throw new Error(t('“{word}” is no number and not “above”.', { word: word ?? '' }));
      return Number(word);
    },
  },
  whole,
  positionOf,
  namesOf: ({ planets }) => planets.map(({ name }) => name),
  example: 'move A0 B1 50%',
  samples({ planets, view }) {
    const own = planets.find(({ owner }) => owner === view.you) ?? planets[0];
    const [near, far] = planets.filter((one) => one !== own);
    return { A0: own?.name ?? '', B1: near?.name ?? '', D3: far?.name ?? '' };
  },
  lead: 'tactic',
});
