import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createStore, isDue, isPlaying, isStoodIn } from 'match/store.js';

const INFO = { you: 0, static: { map: 'chart' }, seats: [], turns: 'round' };
const match = (audience = 0) => ({ type: 'match', match: 'm', audience, info: INFO });
const frame = (step, audience = 0) => ({
  type: 'frame',
  match: 'm',
  audience,
  step,
  view: { units: step },
  events: [],
  choices: null,
  final: false,
});
const status = (revision, fields = {}) => ({
  type: 'status',
  match: 'm',
  revision,
  status: 'running',
  step: 0,
  waiting: [0],
  seats: [{ seat: 0, ready: false }],
  ...fields,
});

function storeAt(step) {
  const store = createStore('m');
  store.apply(match());
  store.apply(frame(step));
  return store;
}

test('a frame gets the constant keys of the view back', () => {
  const { state } = storeAt(0);
  assert.deepEqual(state.frames.get(0).view, { map: 'chart', units: 0 });
  assert.equal(state.newest, 0);
});

test('messages of other matches and audiences change nothing', () => {
  const store = storeAt(0);
  assert.deepEqual(store.apply({ ...frame(1), match: 'other' }).changed, []);
  assert.deepEqual(store.apply(frame(1, 'public')).changed, []);
  assert.equal(store.state.newest, 0);
});

test('a gap is reported once and the frame after it is not taken', () => {
  const store = storeAt(3);
  assert.deepEqual(store.apply(frame(5)), { changed: [], gap: true });
  assert.deepEqual(store.apply(frame(6)), { changed: [], gap: false });
  assert.equal(store.state.newest, 3);
  assert.equal(store.state.frames.has(5), false);
});

test('after watching again the missing frames heal the gap', () => {
  const store = storeAt(3);
  store.apply(frame(5));
  store.apply(match());
  for (const step of [4, 5, 6]) assert.deepEqual(store.apply(frame(step)).changed, ['frame']);
  assert.equal(store.state.newest, 6);
});

test('after watching again the server may skip what is too old, but only once', () => {
  const store = storeAt(3);
  store.apply(match());
  assert.deepEqual(store.apply(frame(90)).changed, ['frame']);
  assert.equal(store.apply(frame(92)).gap, true);
});

test('an old frame is kept for the timeline and does not become the newest', () => {
  const store = storeAt(7);
  assert.deepEqual(store.apply(frame(2)).changed, ['past']);
  assert.equal(store.state.newest, 7);
  assert.equal(store.state.frames.get(2).view.units, 2);
});

test('a status of a lower revision is stale', () => {
  const store = storeAt(0);
  store.apply(status(5, { waiting: [] }));
  assert.deepEqual(store.apply(status(4)).changed, []);
  assert.deepEqual(store.state.status.waiting, []);
  assert.deepEqual(store.apply(status(5)).changed, ['status']);
});

test('another audience starts from nothing', () => {
  const store = storeAt(4);
  store.apply(status(5));
  store.apply(match('referee'));
  assert.equal(store.state.newest, null);
  assert.equal(store.state.frames.size, 0);
  assert.deepEqual(store.apply(status(5)).changed, ['status']);
});

test('stored orders of an earlier step come too late', () => {
  const store = storeAt(1);
  store.apply({ type: 'orders', match: 'm', step: 1, orders: { a: 1 }, ready: false });
  assert.deepEqual(store.apply({ type: 'orders', match: 'm', step: 0, orders: { a: 0 }, ready: true }).changed, []);
  assert.deepEqual(store.state.orders.orders, { a: 1 });
});

test('a line of chat is kept once and in order, whichever channel it comes from', () => {
  const line = (number, to, at, room = 'seats') => ({ number, to, at, room, text: `${room} ${to} ${number}` });
  const store = storeAt(0);
  assert.equal(store.state.chat, null);
  assert.deepEqual(store.apply({ type: 'chat', match: 'm', lines: [] }).changed, ['chat']);
  assert.deepEqual(store.apply({ type: 'chat', match: 'm', lines: [] }).changed, []);
  store.apply({ type: 'chat', match: 'm', lines: [line(1, [], 20)] });
  store.apply({
    type: 'chat',
    match: 'm',
    lines: [line(1, [0, 2], 10), line(1, [], 20), line(1, [], 30, 'spectators')],
  });
  assert.deepEqual(
    store.state.chat.map((entry) => entry.text),
    ['seats 0,2 1', 'seats  1', 'spectators  1'],
  );
  assert.deepEqual(store.apply({ type: 'chat', match: 'm', lines: [line(1, [0, 2], 10)] }).changed, []);
});

test('orders are due when my seat is awaited or may change its mind, on the frame of the step', () => {
  const store = storeAt(0);
  assert.equal(isDue(store.state), false);
  store.apply(status(1));
  assert.equal(isDue(store.state), true);
  store.apply(status(2, { waiting: [1], seats: [{ seat: 0, ready: true }] }));
  assert.equal(isDue(store.state), true);
  store.apply(status(3, { waiting: [1], seats: [{ seat: 0, ready: false }] }));
  assert.equal(isDue(store.state), false);
  store.apply(status(4, { step: 1 }));
  assert.equal(isDue(store.state), false, 'the frame of step 1 is not here yet');
  store.apply(status(5, { status: 'paused' }));
  assert.equal(isDue(store.state), false);
});

test('nobody is asked who has given up, for whom a bot or a program plays, or who only watches', () => {
  const asked = (fields, audience = 0, program = '') => {
    const store = createStore('m');
    const begin = match(audience);
    const seats = [{ seat: 0, program }];
    for (const message of [{ ...begin, info: { ...INFO, seats } }, frame(0, audience), status(1, fields)])
      store.apply(message);
    return [isDue, isPlaying, isStoodIn].map((is) => is(store.state));
  };
  const mine = (fields) => ({ seats: [{ seat: 0, ready: true, resigned: false, autopilot: '', ...fields }] });
  assert.deepEqual(asked(mine({})), [true, true, false]);
  assert.deepEqual(asked(mine({ resigned: true })), [false, false, false]);
  assert.deepEqual(asked(mine({ autopilot: 'easy' })), [false, true, true]);
  assert.deepEqual(asked({ ...mine({ ready: false }), waiting: [1] }), [false, true, false], 'not asked now');
  assert.deepEqual(asked({ ...mine({ ready: false }), waiting: [1], out: [0] }), [false, false, false], 'knocked out');
  assert.deepEqual(asked({ ...mine({}), status: 'paused' }), [false, true, false]);
  for (const over of ['finished', 'aborted'])
    assert.deepEqual(asked({ ...mine({}), status: over }), [false, false, false]);
  assert.deepEqual(asked(mine({}), 0, 'Wanderer'), [false, false, false]);
  for (const audience of ['public', 1]) assert.deepEqual(asked(mine({}), audience), [false, false, false]);
});

test('only the newest frames are kept', () => {
  const store = storeAt(0);
  for (let step = 1; step <= 300; step += 1) store.apply(frame(step));
  assert.equal(store.state.newest, 300);
  assert.ok(store.state.frames.size <= 120);
  assert.ok(store.state.frames.has(300));
});

test('what the server answers for the seat is kept until another audience is watched', () => {
  const store = storeAt(0);
  const message = { type: 'preferences', match: 'm', preferences: { reactions: 'always_ask' } };
  assert.deepEqual(store.apply(message).changed, ['preferences']);
  assert.deepEqual(store.state.preferences, { reactions: 'always_ask' });
  assert.deepEqual(store.apply({ ...message, match: 'another' }).changed, []);
  store.apply(match('public'));
  assert.equal(store.state.preferences, null);
});

test('a site that was restored to an earlier step is followed', () => {
  const store = storeAt(6);
  const orders = (step) => ({ type: 'orders', match: 'm', step, orders: { note: step }, ready: true });
  const said = (text) => ({ type: 'chat', match: 'm', lines: [{ number: 1, room: 'table', to: [], text }] });
  for (const message of [status(40, { step: 6 }), orders(6), said('gone')]) store.apply(message);
  assert.equal(isDue(store.state), true);
  for (const message of [match(), status(20, { step: 3 }), orders(3), said('here'), frame(3)]) store.apply(message);
  const { state } = store;
  assert.deepEqual([state.status.revision, state.newest, [...state.frames.keys()]], [20, 3, [3]]);
  assert.deepEqual([state.orders.step, state.chat.map((line) => line.text)], [3, ['here']]);
  assert.equal(isDue(state), true);
  assert.deepEqual(store.apply(frame(4)).changed, ['frame']);
});

test('an older status that comes late on the same line is not taken', () => {
  const store = storeAt(2);
  store.apply(status(9, { step: 2 }));
  assert.deepEqual(store.apply(status(8, { step: 2 })).changed, []);
});

test('a match that people end has no frame for that: its newest one asks for nothing any more', () => {
  const store = storeAt(2);
  store.state.frames.get(2).choices = ['pass'];
  const over = status(2, { status: 'finished', step: 2, waiting: [] });
  assert.deepEqual(store.apply(status(1, { step: 2 })).changed, ['status']);
  assert.deepEqual(store.apply(over).changed, ['status', 'closed']);
  const { choices, final } = store.state.frames.get(2);
  assert.deepEqual([choices, final], [null, true]);
  assert.deepEqual(store.apply({ ...over, revision: 3 }).changed, ['status'], 'it is closed once');
});

test('whoever opens a match that people have ended finds its newest frame closed', () => {
  const store = createStore('m');
  store.apply(match());
  store.apply(status(2, { status: 'aborted', step: 2, waiting: [] }));
  store.apply(frame(1));
  assert.equal(store.state.frames.get(1).final, false, 'the last one is still to come');
  store.apply(frame(2));
  assert.equal(store.state.frames.get(2).final, true);
});
