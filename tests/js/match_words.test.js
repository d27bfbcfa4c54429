import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';
import { join, t, tn, use } from 'app/i18n.js';
import { turningPoints } from 'match/curves.js';
import { reasonText } from 'match/end.js';
import fallback, { choicesOf, holds, merged, without } from 'match/fallback.js';
import { columns, lines } from 'match/plain.js';

afterEach(() => use({}));

test('without a catalog the page speaks English', () => {
  assert.equal(t('Waiting for {names}', { names: 'Bob' }), 'Waiting for Bob');
  assert.equal(t('%(n)s of %(all)s', { n: 1, all: 2 }), '1 of 2');
  assert.equal(tn('{n} step', '{n} steps', 1), '1 step');
  assert.equal(tn('{n} step', '{n} steps', 5), '5 steps');
});

test('the catalog has the words of the language, with as many forms as it needs', () => {
  use({ Ready: '就绪', '{n} step': ['{n} 步'], Empty: '' });
  assert.equal(t('Ready'), '就绪');
  assert.equal(tn('{n} step', '{n} steps', 1), '1 步');
  assert.equal(tn('{n} step', '{n} steps', 5), '5 步');
  assert.equal(t('Empty'), 'Empty', 'what is not translated yet stays English');
});

test('a parameter that is missing stays visible, and values are not read as patterns', () => {
  assert.equal(t('{a} {b}', { a: '{b}' }), '{b} {b}');
});

test('a name from right to left takes nothing along that stands beside it', () => {
  assert.equal(t('{a}: {b}', { a: 'אבג', b: 'Bob' }), '\u2068אבג\u2069: Bob');
  assert.equal(tn('{n} of {a}', '', 1, { a: 'علي 2' }), '1 of \u2068علي 2\u2069');
  assert.equal(join(['Bob', 'אבג']), 'Bob and \u2068אבג\u2069');
  for (const other of ['Боб', '鲍勃', 'Ζωή', 'बॉब', '밥', '👑']) assert.equal(t('{a}!', { a: other }), `${other}!`);
});

test('turning points are the largest swings of the first series, in order of time', () => {
  const units = [
    [50, 50],
    [50, 50],
    [50, 50],
    [90, 10],
    [90, 10],
    [90, 10],
    [88, 12],
    [88, 12],
    [88, 12],
    [30, 70],
  ];
  const found = turningPoints({ units, other: [[1, 1]] });
  assert.deepEqual(
    found.map(({ step, seat }) => [step, seat]),
    [
      [3, 0],
      [6, 0],
      [9, 0],
    ],
  );
  assert.ok(found[0].change > 0.39 && found[2].change < -0.57);
});

test('swings next to each other are one turning point', () => {
  const found = turningPoints({
    units: [
      [50, 50],
      [60, 40],
      [80, 20],
      [81, 19],
      [82, 18],
    ],
  });
  assert.deepEqual(
    found.map(({ step }) => step),
    [2],
  );
});

test('a match without scores or without change has no turning point', () => {
  assert.deepEqual(turningPoints({}), []);
  assert.deepEqual(turningPoints({ units: [] }), []);
  assert.deepEqual(
    turningPoints({
      units: [
        [0, 0],
        [0, 0],
        [5, 5],
      ],
    }),
    [],
  );
});

const FRAME = {
  step: 0,
  view: { round: 1, board: { a: 1, b: ['long enough to take a line of its own', 'and another line that is long'] } },
  events: [],
  choices: [{ label: 'Rock', orders: { hand: 'rock' } }, { orders: 1 }, null],
  final: false,
};

test('a game without a module is described as a nested list', () => {
  assert.deepEqual(fallback.describe(FRAME, {}), [
    { heading: 'round', lines: ['1'] },
    {
      heading: 'board',
      lines: ['a: 1', 'b', '· 0: long enough to take a line of its own', '· 1: and another line that is long'],
    },
  ]);
});

test('what never changes comes last, and things of one kind take a line each', () => {
  const view = {
    size: [3, 3],
    units: [
      { id: 1, load: null, at: [0, 1] },
      { id: 2, load: [], at: [2, 2], fuel: 5 },
    ],
  };
  const frame = { ...FRAME, view };
  assert.deepEqual(
    fallback.describe(frame, { static: { size: [3, 3] } }).map(({ heading }) => heading),
    ['units', 'size'],
  );
  assert.deepEqual(lines(view.units.concat(view.units)), [
    'id 1 · at [0,1]',
    'id 2 · at [2,2] · fuel 5',
    'id 1 · at [0,1]',
    'id 2 · at [2,2] · fuel 5',
  ]);
  assert.deepEqual(columns(view.units), ['id', 'at', 'fuel']);
});

test('numbers side by side take one line, however many they are', () => {
  const wide = Array.from({ length: 90 }, (_, x) => (x % 3 ? x : null));
  const told = wide.map((x) => x ?? '–').join(' ');
  assert.deepEqual(lines({ map: [wide, wide], fog: wide }), ['map', `· 0: ${told}`, `· 1: ${told}`, `fog: ${told}`]);
  const rows = ['~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~', '..~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~'];
  assert.deepEqual(lines(rows), [`0: ${rows[0]}`, `1: ${rows[1]}`], 'not so texts, which may be long');
});

test('choices that add are laid on the draft, named one by one and taken back one by one', () => {
  const move = { label: 'Move 1', adds: true, orders: { units: { 1: { to: [0, 2] } } } };
  const build = { label: 'Build', adds: true, orders: { queue: [{ kind: 'boat' }] } };
  const frame = { ...FRAME, choices: [move, build, { label: 'Wait', orders: {} }] };
  const draft = fallback.parseCommand('build', fallback.parseCommand('move 1', {}, frame, {}), frame, {});
  assert.deepEqual(draft, { units: { 1: { to: [0, 2] } }, queue: [{ kind: 'boat' }] });
  const named = fallback.describeOrders(draft, frame, {});
  assert.deepEqual(
    named.map(({ text }) => text),
    ['Move 1', 'Build'],
  );
  assert.deepEqual(fallback.removeOrder(draft, named[0].path), { queue: [{ kind: 'boat' }] });
  assert.deepEqual(fallback.removeOrder(draft, named[1].path), { units: { 1: { to: [0, 2] } } });
  assert.deepEqual(fallback.parseCommand('wait', draft, frame, {}), {});
});

test('orders that the server has filled in are still called by their choices', () => {
  const explore = { label: 'Explore', adds: true, orders: { defaults: { scout: { reflexes: [{ type: 'look' }] } } } };
  const go = { label: 'Go north', adds: true, orders: { moves: [{ id: 1, to: [0, 2] }] } };
  const back = { label: 'Go back', adds: true, orders: { moves: [{ id: 1, to: [2, 0] }] } };
  const pass = { label: 'Pass', orders: { type: 'pass' } };
  const frame = { ...FRAME, choices: [explore, go, back, pass] };
  const stored = { defaults: { scout: { reflexes: [{ type: 'look', energy: 1 }] } }, moves: [], resign: false };
  const named = (/** @type {any} */ orders) => fallback.describeOrders(orders, frame, {}).map(({ text }) => text);
  assert.deepEqual(named(stored), ['Explore']);
  assert.deepEqual(named({ ...stored, moves: [{ id: 1, to: [0, 2], cautious: false }] }), ['Explore', 'Go north']);
  assert.deepEqual(named({ type: 'pass', target: null }), ['Pass']);
  assert.deepEqual(named({ defaults: {}, moves: [], resign: false }), [], 'nothing but defaults is no order');
  assert.deepEqual(
    named({ ...stored, extra: 5 }),
    [JSON.stringify({ ...stored, extra: 5 })],
    'what no choice says is shown',
  );
  const [line] = fallback.describeOrders(stored, frame, {});
  assert.deepEqual(named(fallback.removeOrder(stored, line.path)), []);
});

test('drafts are merged by key and list', () => {
  assert.deepEqual(merged({ a: { b: 1, c: 2 }, l: [1] }, { a: { b: 3 }, l: [2] }), { a: { b: 3, c: 2 }, l: [1, 2] });
  assert.ok(holds({ a: { b: 1, c: 2 }, l: [1, 2] }, { a: { b: 1 }, l: [2] }));
  assert.ok(!holds({ a: { b: 1 } }, { a: { b: 2 } }));
  assert.deepEqual(without({ a: { b: { to: 1 }, c: 2 }, l: [1] }, { a: { b: { to: 1 } }, l: [1] }), { a: { c: 2 } });
  assert.deepEqual(without({ a: 1 }, { a: 1 }), {});
});

test('its choices are commands, and so is JSON; anything else is refused in words', () => {
  assert.deepEqual(
    choicesOf(FRAME).map(({ label }) => label),
    ['Rock'],
  );
  assert.deepEqual(fallback.parseCommand('rock', {}, FRAME, {}), { hand: 'rock' });
  assert.deepEqual(fallback.parseCommand('{"hand": "paper"}', {}, FRAME, {}), { hand: 'paper' });
  assert.throws(() => fallback.parseCommand('scissors', {}, FRAME, {}), /JSON/);
  assert.deepEqual(fallback.describeOrders({ hand: 'rock' }, FRAME, {}), [{ text: 'Rock', path: '' }]);
  assert.deepEqual(fallback.describeOrders({}, FRAME, {}), []);
});

test('why a match ended is said in the sentence that the page has for it', () => {
  const info = { reasons: { draw: '各方都相同。' } };
  assert.equal(reasonText(info, { status: 'finished', outcome: { reason: 'draw', places: [1, 1] } }), '各方都相同。');
  assert.equal(reasonText(info, { status: 'finished', outcome: { reason: 'sunk_moon', places: [1, 2] } }), 'sunk moon');
  assert.equal(reasonText(info, { status: 'aborted', outcome: null }), 'It counts for nobody.');
});
