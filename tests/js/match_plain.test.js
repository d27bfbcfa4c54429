import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';
import { use } from 'app/i18n.js';
import { choicesOf, grouped, plainGame } from 'match/fallback.js';
import { holds, merged, without } from 'match/order_parts.js';
import { changingFirst, columns } from 'match/plain.js';
import { createPlainWords } from 'match/plain_words.js';

afterEach(() => use({}));

const SILENT = { keys: {}, values: {}, events: {}, seats: [], orders: [] };
const SPOKEN = {
  keys: { units: 'Units', owner: 'Owner', at: 'Place', round: 'Round', kind: 'Kind', walk: 'Walk', aim: 'Aim at' },
  values: { fast_boat: 'fast boat', north: 'the north' },
  events: { sunk: '%(owner)s lost a %(kind)s at %(at)s.' },
  seats: ['owner'],
  orders: ['walk', 'aim'],
};
const INFO = /** @type {any} */ ({
  kind: 'ordinary',
  static: { size: [3, 3] },
  seats: [
    { seat: 0, name: 'Lena', kind: 'person', bot: '' },
    { seat: 1, name: 'Mo', kind: 'person', bot: '' },
  ],
});
const FRAME = /** @type {any} */ ({
  step: 0,
  view: { round: 1, score_parts: [{ damage: 0 }], units: [{ owner: 0, kind: 'fast_boat', at: [0, 1] }, { owner: 1 }] },
  events: [],
  choices: [{ label: 'Rock', orders: { hand: 'rock' } }, { orders: 1 }, null],
  final: false,
});
const RAW = /[{}"[\]]|\w_\w|undefined|null|NaN|true|false/;
const game = plainGame(SPOKEN);
const silent = plainGame(SILENT);

test('values are said in words, seats by their names, and nothing is raw', () => {
  const words = createPlainWords(SPOKEN);
  const say = (/** @type {any} */ value, key = '') => words.say(value, key, INFO);
  assert.deepEqual(
    [
      say(null),
      say(true),
      say(false),
      say(1, 'owner'),
      say(1),
      say(0.123456),
      say('fast_boat'),
      say('slow_boat'),
      say(''),
    ],
    ['–', 'yes', 'no', 'Mo', '1', '0.12', 'fast boat', 'slow boat', '–'],
  );
  assert.equal(say([0, 1], 'owner'), 'Lena, Mo');
  assert.equal(
    say([
      [0, 1],
      [2, 3],
    ]),
    '0, 1; 2, 3',
  );
  assert.equal(
    say({ owner: 0, at: [1, 2], cargo: { max_load: 3, loaded: null } }),
    'Owner Lena · Place (1, 2) · Cargo (Max load 3)',
  );
  assert.equal(say({ 0: 5, 1: 7 }, 'owner'), 'Lena 5 · Mo 7');
  assert.equal(say({ text: 'From %(place)s', data: { place: 'here' } }), 'From here', 'a phrase is a sentence');
  assert.equal(say(Array.from({ length: 100 }, (_, n) => n)).endsWith('and 40 more'), true);
  assert.doesNotMatch(say([{ deep: [{ deeper: [null, { deepest_of_all: true }] }] }]).replace(/yes/, ''), RAW);
});

test('what a game has words for is told, what it has none for is not; if it has none at all everything is told in spaced words', () => {
  assert.deepEqual(
    game.describe(FRAME, INFO).map(({ heading }) => heading),
    ['Round', 'Units'],
  );
  assert.deepEqual(game.describe(FRAME, INFO)[1].lines, ['Owner Lena · Kind fast boat · Place (0, 1)', 'Owner Mo']);
  const told = silent.describe(FRAME, INFO);
  assert.deepEqual(
    told.map(({ heading }) => heading),
    ['Round', 'Score parts', 'Units'],
  );
  assert.doesNotMatch(
    JSON.stringify(told.map(({ heading, lines }) => [heading, ...lines].join(' '))).slice(2, -2),
    /_|\{/,
  );
});

test('what never changes comes last, and what says nothing nowhere', () => {
  const keys = changingFirst({ size: [3, 3], units: [1], empty: [], gone: null }, { size: [3, 3] });
  assert.deepEqual(keys, { changing: ['units'], fixed: ['size'] });
  assert.deepEqual(
    columns([
      { id: 1, load: null, at: [0, 1] },
      { id: 2, load: [], fuel: 5 },
    ]),
    ['id', 'at', 'fuel'],
  );
});

test('an event is a sentence, or the log leaves it out', () => {
  const tell = (/** @type {any} */ event) => game.describeEvent(event, FRAME, INFO);
  assert.equal(tell({ type: 'sunk', owner: 1, kind: 'fast_boat', at: [2, 2] }), 'Mo lost a fast boat at 2, 2.');
  assert.equal(tell({ type: 'sunk', owner: 1 }), 'Mo lost a – at –.');
  assert.equal(tell({ type: 'fuel_changed', unit: 3 }), null);
});

test('choices that add are laid on the draft, named one by one and taken back one by one', () => {
  const move = { label: 'Move 1', adds: true, orders: { units: { 1: { to: [0, 2] } } } };
  const build = { label: 'Build', adds: true, orders: { queue: [{ kind: 'boat' }] } };
  const frame = { ...FRAME, choices: [move, build, { label: 'Wait', orders: {} }] };
  const draft = game.parseCommand('build', game.parseCommand('move 1', {}, frame, INFO), frame, INFO);
  assert.deepEqual(draft, { units: { 1: { to: [0, 2] } }, queue: [{ kind: 'boat' }] });
  const named = game.describeOrders(draft, frame, INFO);
  assert.deepEqual(
    named.map(({ text }) => text),
    ['Move 1', 'Build'],
  );
  assert.deepEqual(game.removeOrder(draft, named[0].path), { queue: [{ kind: 'boat' }] });
  assert.deepEqual(game.removeOrder(draft, named[1].path), { units: { 1: { to: [0, 2] } } });
  assert.deepEqual(game.parseCommand('wait', draft, frame, INFO), {});
});

test('orders that the server has filled in are still called by their choices, and what no choice says in words', () => {
  const explore = { label: 'Explore', adds: true, orders: { defaults: { scout: { reflexes: [{ type: 'look' }] } } } };
  const go = { label: 'Go north', adds: true, orders: { moves: [{ id: 1, to: [0, 2] }] } };
  const back = { label: 'Go back', adds: true, orders: { moves: [{ id: 1, to: [2, 0] }] } };
  const pass = { label: 'Pass', orders: { type: 'pass' } };
  const frame = { ...FRAME, choices: [explore, go, back, pass] };
  const stored = { defaults: { scout: { reflexes: [{ type: 'look', energy: 1 }] } }, moves: [], resign: false };
  const named = (/** @type {any} */ orders) => game.describeOrders(orders, frame, INFO).map(({ text }) => text);
  assert.deepEqual(named(stored), ['Explore']);
  assert.deepEqual(named({ ...stored, moves: [{ id: 1, to: [0, 2], cautious: false }] }), ['Explore', 'Go north']);
  assert.deepEqual(named({ type: 'pass', target: null }), ['Pass']);
  assert.deepEqual(named({ defaults: {}, moves: [], resign: false }), [], 'nothing but defaults is no order');
  const lines = game.describeOrders({ ...stored, walk: 2, aim: [1, 2] }, frame, INFO);
  assert.deepEqual(
    lines.map(({ text }) => text),
    ['Explore', 'Walk: 2', 'Aim at: 1, 2'],
  );
  assert.deepEqual(named(game.removeOrder({ ...stored, walk: 2 }, lines[1].path)), ['Explore']);
  assert.deepEqual(named(game.removeOrder(stored, lines[0].path)), []);
});

test('drafts are merged by key and list', () => {
  assert.deepEqual(merged({ a: { b: 1, c: 2 }, l: [1] }, { a: { b: 3 }, l: [2] }), { a: { b: 3, c: 2 }, l: [1, 2] });
  assert.ok(holds({ a: { b: 1, c: 2 }, l: [1, 2] }, { a: { b: 1 }, l: [2] }));
  assert.ok(!holds({ a: { b: 1 } }, { a: { b: 2 } }));
  assert.deepEqual(without({ a: { b: { to: 1 }, c: 2 }, l: [1] }, { a: { b: { to: 1 } }, l: [1] }), { a: { c: 2 } });
  assert.deepEqual(without({ a: 1 }, { a: 1 }), {});
});

test('its choices are commands, and so are fields with their values; anything else is refused in words', () => {
  assert.deepEqual(
    choicesOf(FRAME).map(({ label }) => label),
    ['Rock'],
  );
  const read = (/** @type {string} */ text, orders = {}) => game.parseCommand(text, orders, FRAME, INFO);
  assert.deepEqual(read('rock'), { hand: 'rock' });
  assert.deepEqual(read('walk -1, aim at 2 3'), { walk: -1, aim: [2, 3] });
  assert.deepEqual(read('Walk yes', { aim: 1 }), { aim: 1, walk: true });
  assert.deepEqual(read('aim none，walk the north'), { aim: null, walk: 'north' });
  assert.deepEqual(read('{"hand": "paper"}'), { hand: 'paper' }, 'who makes a game may type what it takes');
  assert.throws(() => read('scissors'), /The fields: Walk and Aim at\./);
  assert.throws(() => silent.parseCommand('scissors', {}, FRAME, INFO), /one of the choices\.$/);
  assert.deepEqual(game.describeOrders({ hand: 'rock' }, FRAME, INFO), [{ text: 'Rock', path: '' }]);
  assert.deepEqual(game.describeOrders({}, FRAME, INFO), []);
  for (const { command, meaning } of [...game.commandHelp(), ...silent.commandHelp()])
    assert.doesNotMatch(command + meaning, RAW);
});

test('many choices are folded by what they have in common', () => {
  const cells = Array.from({ length: 40 }, (_, cell) => ({
    label: `Throw at ${cell}`,
    text: 'Throw at %(cell)s',
    data: { cell },
    orders: { cell },
  }));
  const plans = [1, 2].map((n) => ({ label: `Plan ${n}`, group: 'long_plan', orders: { n } }));
  const wait = { label: 'Wait', orders: {} };
  const groups = grouped([wait, ...cells, ...plans], (group) => group.replace('_', ' '));
  assert.deepEqual(
    groups.map(({ title, choices }) => [title, choices.length]),
    [
      ['', 1],
      ['Throw at …', 40],
      ['long plan', 2],
    ],
  );
  assert.deepEqual(
    grouped([wait, ...plans], String),
    [{ title: '', choices: [wait, ...plans] }],
    'few stay as they are',
  );
});
