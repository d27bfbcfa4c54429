import assert from 'node:assert/strict';
import { test } from 'node:test';
import { arrows, DIGITS, jump, keyHandler, letGo, next, sheetOf, typedNumber } from 'kit/keys.js';

const pressed = (key, more = {}) => ({
  key,
  shiftKey: false,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  timeStamp: 0,
  ...more,
});

test('a key belongs to the first line that takes it', () => {
  const done = [];
  const table = [
    { on: ['Escape'], act: () => false },
    { on: ['Escape', 'Q'], act: (session, { key, shift }) => done.push([session, key, shift]) > 0 },
  ];
  const handle = keyHandler(table, 'session', null);
  assert.equal(handle(pressed('Escape')), true);
  assert.equal(handle(pressed('q', { shiftKey: true })), true);
  assert.equal(handle(pressed('x')), false, 'the page keeps what no line names');
  assert.deepEqual(done, [
    ['session', 'Escape', false],
    ['session', 'Q', true],
  ]);
});

test('a line without a modifier leaves keys with one to the browser', () => {
  const plain = [];
  const handle = keyHandler(
    [
      { on: ['1'], act: () => void plain.push('plain') },
      { on: ['1'], with: 'ctrl', act: () => void plain.push('ctrl') },
    ],
    null,
    null,
  );
  assert.equal(handle(pressed('1', { altKey: true })), false);
  handle(pressed('1', { metaKey: true }));
  handle(pressed('1'));
  assert.deepEqual(plain, ['ctrl', 'plain']);
});

test('J and a name lead to a place; afterwards keys mean what they mean otherwise', () => {
  const done = [];
  const session = { say: (words) => done.push(words) };
  const table = [
    ...jump(
      () => 'Go',
      () => ['A1', 'A12', 'O'],
      (_, name) => done.push(`at ${name}`),
    ),
    { on: [...DIGITS, 'A', 'D'], act: (_, { key }) => void done.push(`key ${key}`) },
  ];
  const type = (keys) => {
    done.length = 0;
    for (const key of keys) keyHandler(table, session, null)(pressed(key));
    return done.filter((words) => !words.startsWith('Type'));
  };
  assert.deepEqual(type('jo6'), ['at O', 'key 6'], 'nothing longer can be meant');
  assert.deepEqual(type('ja12d'), ['at A1', 'at A12', 'key D']);
  assert.deepEqual(type('ja1d'), ['at A1', 'key D'], 'a name that could go on has ended');
  assert.deepEqual(type('jad'), ['Nothing here is called AD.']);
  assert.deepEqual(type(['j', 'Escape', 'a']), ['key A']);
});

test('the sheet tells what the table says, in its words', () => {
  const table = [
    arrows(
      () => 'Move the cursor',
      () => true,
    ),
    { on: ['A', 'B'], meaning: () => 'Attack', act: () => true },
    { on: ['Z'], act: () => true },
  ];
  assert.deepEqual(sheetOf(table), [
    { key: '← ↑ → ↓', meaning: 'Move the cursor' },
    { key: 'A / B', meaning: 'Attack' },
  ]);
});

test('arrows say their direction', () => {
  const moves = [];
  const handle = keyHandler(
    [
      arrows(
        () => '',
        (_, direction) => void moves.push(direction),
      ),
    ],
    null,
    null,
  );
  for (const key of ['ArrowLeft', 'ArrowDown']) assert.equal(handle(pressed(key)), true);
  assert.deepEqual(moves, [
    [-1, 0],
    [0, 1],
  ]);
});

test('cycling begins at either end and leaves past the last', () => {
  const is = (wanted) => (entry) => entry === wanted;
  assert.equal(next(['a', 'b'], is('?'), 1), 'a');
  assert.equal(next(['a', 'b'], is('?'), -1), 'b');
  assert.equal(next(['a', 'b'], is('a'), 1), 'b');
  assert.equal(next(['a', 'b'], is('b'), 1), null);
  assert.equal(next([], is('a'), -1), null);
});

test('digits make one number while they follow each other about the same thing', () => {
  const typed = typedNumber(3);
  let nth = 0;
  const type = (key, time, ...about) => typed({ key, time, nth: (nth += 1) }, ...about);
  assert.equal(type('1', 0, 'x'), 1);
  assert.equal(type('2', 500, 'x'), 12);
  assert.equal(type('3', 900, 'y'), 3, 'something else begins anew');
  assert.equal(type('4', 9000, 'y'), 4, 'so does a pause');
  for (const key of ['5', '6', '7']) type(key, 9100, 'y');
  assert.equal(type('8', 9200, 'y'), 678);
  assert.equal(type('9', 9300, 'y', 'another match'), 9);
});

test('any other key ends a number, taken or not; one that only changes others does not', () => {
  const typed = typedNumber();
  const seen = [];
  const table = [
    { on: DIGITS, act: (_, pressed) => void seen.push(typed(pressed, 'one')) },
    { on: ['Enter'], act: () => true },
  ];
  const handle = keyHandler(table, null, null);
  for (const key of ['1', 'Enter', '2', 'ArrowLeft', '3', 'Shift', '4']) handle(pressed(key));
  assert.deepEqual(seen, [1, 2, 3, 34]);
});

test('a key of the row of digits is its digit, whatever Shift, Alt and layout make of it', () => {
  const seen = [];
  const table = [
    { on: ['1'], with: 'alt', act: (_, { key }) => void seen.push(`alt ${key}`) },
    { on: ['1'], act: (_, { key, shift }) => void seen.push(`${shift} ${key}`) },
  ];
  const handle = keyHandler(table, null, null);
  assert.ok(handle(pressed('!', { code: 'Digit1', shiftKey: true })));
  assert.ok(handle(pressed('¡', { code: 'Digit1', altKey: true })));
  assert.ok(handle(pressed('1', { code: 'Numpad1' })));
  assert.deepEqual(seen, ['true 1', 'alt 1', 'false 1']);
});

test('Escape lets go what is in hand, one thing at a time', () => {
  const session = {
    state: { aim: null, edited: 0, sources: [1, 2] },
    change: (part) => Object.assign(session.state, part),
  };
  const parts = ['aim', 'edited', 'sources'];
  assert.equal(letGo(session, parts), true);
  assert.deepEqual(session.state, { aim: null, edited: null, sources: [1, 2] });
  assert.equal(letGo(session, parts), true);
  assert.deepEqual(session.state.sources, []);
  assert.equal(letGo(session, parts), false);
});
