/**
 * Which orders does a line of text mean? Verbs for every order: the keyboard's and the screen reader's way. Units are named by their
 * name or number, places by cells such as C4 or the part of the sea. Knows words and shapes only: what is legal the server says.
 */
import { t } from 'app/i18n.js';
import { called, isCalled, middleOf } from 'app/names.js';
import { createCommands } from 'kit/verbs.js';
import { sailTo } from './formation.js';
import { keptOrders } from './last_orders.js';
import { cellOfName, kindName, LAYERS, namesOf, properName, UNIT_KINDS } from './names.js';
import { build, cancel, command, emptyOrders, give, rebuild, repeat, send, whole } from './orders.js';
import { elementsAt, isOnMap, ownOf, positionOf } from './position.js';

/** @import { Element, Line, Orders, Position, Standing } from './types' */

const LEVELS = ['under', 'surface', 'air'];
const LIMITS = ['fuel', 'ammo', 'metal'];

/** @param {string | undefined} word @param {Line} line */
function cell(word, { position }) {
  const found = cellOfName(word ?? '') ?? middleOf(position.view.names?.seas, word ?? '');
  if (!found || !isOnMap(position, ...found))
    throw new Error(t('“{word}” is no cell of the chart; write it as C4.', { word: word ?? '' }));
  return found;
}

/** Own elements: a number, a kind for all of it, `base`, `all`. @param {string | undefined} word @param {Line} line */
function own(word, { position }) {
  const wanted = word?.toLowerCase() ?? '';
  const found = position.own.filter(
    (one) =>
      String(one.id) === wanted ||
      isCalled(namesOf(one), wanted) ||
      one.kind === wanted ||
      kindName(one.kind) === wanted ||
      (wanted === 'all' && 'pos' in one),
  );
  if (!found.length)
    throw new Error(t('You have no unit “{word}”. Give its name, its number, its kind, or all.', { word: word ?? '' }));
  return found.map(({ id }) => id);
}

/** Units among elements; a building is left in, for the server to refuse. @param {Position} position @param {number[]} ids */
const crewOf = ({ elements }, ids) => ids.flatMap((id) => /** @type {any} */ (elements.get(id) ?? []));

/** Any element in view: a number, or the cell it is at. @param {string | undefined} word @param {Line} line */
function target(word, line) {
  const { elements, ghosts } = line.position;
  const id = Number(word);
  if (elements.has(id) || ghosts.some((ghost) => ghost.id === id)) return id;
  const named = [...elements.values(), ...ghosts].find((one) => isCalled(namesOf(one), word ?? ''));
  if (named) return named.id;
  const at = cellOfName(word ?? '');
  const [found] =
    at && isOnMap(line.position, ...at)
      ? elementsAt(line.position, ...at).sort((a, b) => Number('pos' in b) - Number('pos' in a))
      : [];
  if (!found) throw new Error(t('There is nothing known at “{word}”.', { word: word ?? '' }));
  return found.id;
}

/** Planes by type: 4/2/3/1. @param {string | undefined} word */
function planes(word) {
  const found = (word ?? '').split('/').map(Number);
  if (found.length !== 4 || found.some((n) => !Number.isInteger(n) || n < 0))
    throw new Error(t('Planes are four numbers such as 4/2/3/1: fighters, torpedoers, bombers, scouts.'));
  return found;
}

/** @param {string | undefined} word */
function ways(word) {
  const known = ['fire', 'torpedo', 'hold', ...LEVELS];
  const said = (word ?? '').toLowerCase();
  const at = LAYERS.findIndex((name) => name() === said);
  if (at >= 0 && at < 3) return LEVELS[at];
  if (!known.includes(said))
    throw new Error(t('“{word}” is none of: {words}.', { word: said, words: known.join(t(', ')) }));
  return said;
}

/** @param {Line} line @param {number[]} units @param {string} at @param {string[]} [how] */
function attack(line, units, at, how = []) {
  const strikes = how.includes('hold') ? [] : how.filter((one) => one === 'fire' || one === 'torpedo');
  const level = LEVELS.findIndex((one) => how.includes(one));
  const chosen = strikes.length || how.includes('hold') ? { strikes: /** @type {any} */ (strikes) } : {};
  const aimed = level >= 0 ? { cell: /** @type {any} */ ([...cell(at, line), level]) } : { target: target(at, line) };
  return command(
    line.orders,
    units.map((id) => [id, { type: 'attack', ...aimed, ...chosen }]),
  );
}

/** Limits as pairs: fuel 50 ammo 0. @param {Line} line @param {number[]} units @param {number} to @param {string[]} [words] */
function supply(line, units, to, words = []) {
  const limits = /** @type {Record<string, number | null>} */ ({ fuel: null, ammo: null, metal: null });
  for (let i = 0; i < words.length; i += 2) {
    if (!LIMITS.includes(words[i]) || !/^\d+$/.test(words[i + 1] ?? ''))
      throw new Error(t('Amounts are written as fuel 50 ammo 10 metal 0.'));
    limits[words[i]] = Number(words[i + 1]);
  }
  return command(
    line.orders,
    units.map((id) => [id, { type: 'supply', target: to, ...limits }]),
  );
}

/** A kind, then planes and a rally point as they come. @param {Line} line @param {string} kind @param {string[]} more */
function produce(line, kind, more) {
  const wanted = UNIT_KINDS.find((one) => one === kind || kindName(one) === kind);
  if (!wanted) throw new Error(t('A base builds: {kinds}.', { kinds: UNIT_KINDS.map(kindName).join(t(', ')) }));
  const composition = more.find((one) => one.includes('/'));
  const rally = more.find((one) => !one.includes('/'));
  return build(line.orders, {
    kind: wanted,
    ...(composition ? { planes: planes(composition) } : {}),
    ...(rally ? { rally: cell(rally, line) } : {}),
  });
}

/** Where a product of the draft sails to. @param {Line} line @param {number} n @param {any} to */
function rallyTo({ orders }, n, to) {
  const product = orders.production?.[n - 1];
  if (!product) throw new Error(t('No such product is ordered.'));
  return rebuild(orders, n - 1, { ...product, rally: to });
}

/** @param {Line} line @param {number[]} units @param {Standing | null} standing */
const stand = ({ orders }, units, standing) => give(orders, units, { standing, move: undefined });

export const { parseCommand, commandHelp } = createCommands({
  whole,
  positionOf: (view) => positionOf(view),
  namesOf: ({ view, elements, ghosts }) => [
    ...[...elements.values(), ...ghosts].flatMap((one) => namesOf(one) ?? []),
    ...Object.values(view.names?.seas?.named ?? {}).flat(),
  ],
  example: 'move 471 C4',
  samples({ view, own, elements }) {
    const [first, second] = own.filter((one) => 'pos' in one);
    const foreign = [...elements.values()].find((one) => one.seat !== view.seat && 'pos' in one);
    const source = [...elements.values()].find(({ kind }) => kind === 'mine' || kind === 'oilfield');
    const [here, there] = Object.keys(view.names?.seas?.named ?? {});
    const unit = (/** @type {Element | undefined} */ one, /** @type {number} */ id) =>
      one ? properName(one) : called(view.names?.units, id);
    return {
      471: unit(first, 471),
      472: unit(second, 472),
      903: unit(foreign, 903),
      C4: called(view.names?.seas, here),
      H9: called(view.names?.seas, there),
      D9: source ? properName(source) : '',
    };
  },
  kinds: { cell, own, target, planes, ways, text: (word) => word?.toLowerCase() ?? '' },
  verbs: [
    {
      says: ['move', 'm', 'sail'],
      takes: ['own', 'cell'],
      act: ({ orders, position }, units, to) => sailTo(orders, position, crewOf(position, units), to),
      help: [['move 471 C4', () => t('Unit 471 sails to C4; a kind or all means several.')]],
    },
    {
      says: ['stop', 'halt', 'h'],
      takes: ['own'],
      act: ({ orders }, units) => send(orders, units, null),
      help: [['stop 471', () => t('It stops where it is.')]],
    },
    {
      says: ['attack', 'a', 'fire'],
      takes: ['own', 'word', 'ways*?'],
      act: attack,
      help: [
        [
          'attack 471 903 torpedo fire',
          () => t('Attack a unit or building, with these strikes in this order; “hold” fires nothing.'),
        ],
        ['attack 471 C4 under', () => t('Fire at a cell where nobody is seen: under, surface or air.')],
      ],
    },
    {
      says: ['supply', 's'],
      takes: ['own', 'target', 'text*?'],
      act: supply,
      help: [
        ['supply 471 472 fuel 50', () => t('Supply another unit or building; amounts are the most that is given.')],
      ],
    },
    {
      says: ['collect', 'c'],
      takes: ['own', 'target'],
      act: ({ orders }, units, from) =>
        command(
          orders,
          units.map((/** @type {number} */ id) => [id, { type: 'collect', target: from }]),
        ),
      help: [['collect 471 D9', () => t('Collect from the mine, oilfield or island at D9.')]],
    },
    {
      says: ['repair', 'r'],
      takes: ['target', 'planes?'],
      act({ orders, position }, to, composition) {
        if (!position.base) throw new Error(t('You have no base.'));
        return command(orders, [[position.base.id, { type: 'repair', target: to, planes: composition ?? null }]]);
      },
      help: [['repair 471', () => t('The base repairs a unit; a formation may be refitted: repair 471 4/2/3/1.')]],
    },
    {
      says: ['explode', 'self-destruct', 'x'],
      takes: ['own'],
      act: ({ orders }, units) =>
        command(
          orders,
          units.map((/** @type {number} */ id) => [id, { type: 'self_destruct' }]),
        ),
      help: [['explode 471', () => t('The ship destroys itself and what is beside it.')]],
    },
    {
      says: ['patrol'],
      takes: ['own', 'cell*'],
      act: (line, units, cells) => stand(line, units, { type: 'patrol', cells }),
      help: [['patrol 471 C4 H9', () => t('Sail between these cells, round after round.')]],
    },
    {
      says: ['escort'],
      takes: ['own', 'target'],
      act: (line, units, unit) => stand(line, units, { type: 'escort', unit }),
      help: [['escort 471 472', () => t('Stay beside another unit, round after round.')]],
    },
    {
      says: ['supplyrun'],
      takes: ['own', 'target?'],
      act: (line, units, unit = null) => stand(line, units, { type: 'supply_run', unit }),
      help: [
        [
          'supplyrun 471 472',
          () => t('Bring supplies from the base, round after round; without a target to whoever needs them.'),
        ],
      ],
    },
    {
      says: ['collectrun'],
      takes: ['own', 'target'],
      act: (line, units, from) => stand(line, units, { type: 'collect_run', target: from }),
      help: [['collectrun 471 D9', () => t('Bring metal or fuel from there to the base, round after round.')]],
    },
    {
      says: ['atwill'],
      takes: ['own'],
      act: (line, units) => stand(line, units, { type: 'attack_at_will' }),
      help: [['atwill 471', () => t('Attack what comes into reach, round after round.')]],
    },
    {
      says: ['end'],
      takes: ['own'],
      act: (line, units) => stand(line, units, null),
      help: [['end 471', () => t('End the standing order.')]],
    },
    {
      says: ['build', 'b'],
      takes: ['text', 'text*?'],
      act: produce,
      help: [
        ['build cruiser', () => t('Put one into the queue.')],
        ['build formation 4/2/3/1 C4', () => t('A formation of these planes, bound for C4.')],
      ],
    },
    {
      says: ['rally'],
      takes: ['number', 'cell'],
      act: rallyTo,
      help: [['rally 1 C4', () => t('The first product of this draft sails to C4.')]],
    },
    {
      says: ['unbuild'],
      takes: ['number'],
      act: ({ orders }, n) => rebuild(orders, n - 1, null),
      help: [['unbuild 1', () => t('Take the first product of this draft back.')]],
    },
    {
      says: ['cancel', 'delete'],
      takes: ['own'],
      act: ({ orders }, units) => cancel(orders, units),
      help: [['cancel 471', () => t('Take back what it is ordered in this round.')]],
    },
    {
      says: ['repeat', 'again'],
      act({ orders, frame, position }) {
        const earlier = keptOrders(frame.step - 1);
        if (!earlier) throw new Error(t('No orders of the last round are known.'));
        return repeat(orders, earlier, (id) => ownOf(position, id));
      },
      help: [['repeat', () => t('Give last round’s orders again.')]],
    },
    { says: ['clear'], act: () => emptyOrders(), help: [['clear', () => t('Take all orders back.')]] },
    {
      says: ['resign'],
      act: () => ({ resign: true }),
      help: [['resign', () => t('Give up with these orders; “stay” takes it back.')]],
    },
    { says: ['stay'], act: ({ orders }) => (orders.resign ? emptyOrders() : orders) },
  ],
});
