import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';
import { t, tn, use } from 'app/i18n.js';
import { turningPoints } from 'match/curves.js';
import fallback, { choicesOf } from 'match/fallback.js';

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
