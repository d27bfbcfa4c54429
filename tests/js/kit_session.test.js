import assert from 'node:assert/strict';
import { mock, test } from 'node:test';
import { createSession, shared, without } from 'kit/session.js';

const whole = (orders) => ({ moves: orders?.moves ?? [] });

function hostWith(more = {}) {
  const host = {
    seat: 0,
    readonly: false,
    drafted: [],
    stored: null,
    undone: 0,
    getOrders: () => host.stored,
    setOrders: (orders) => host.drafted.push(orders),
    undo: () => {
      host.undone += 1;
    },
    announce: () => {},
    ...more,
  };
  return host;
}

function sessionWith(host, more = {}) {
  return createSession(host, { whole, positionOf: (view) => ({ view }), own: () => ({ picked: [] }), ...more });
}

const frame = (step, more = {}) => ({ step, view: { round: step }, events: [], choices: {}, final: false, ...more });

test('a frame shows its position, and the draft that the page keeps for it', () => {
  const host = hostWith({ getOrders: () => ({ moves: [1] }) });
  const session = sessionWith(host);
  session.show(frame(3));
  assert.deepEqual(session.state.position, { view: { round: 3 } });
  assert.deepEqual(session.state.orders, { moves: [1] });
  assert.equal(session.canOrder(), true);
});

test('an earlier step has no draft, and nothing can be ordered there', () => {
  const session = sessionWith(hostWith({ getOrders: () => ({ moves: [1] }) }));
  session.show(frame(3));
  session.show(frame(2));
  assert.deepEqual(session.state.orders, { moves: [] });
  assert.equal(session.canOrder(), false);
  session.setDrafts({ moves: [1] }, null);
  assert.deepEqual(session.state.orders, { moves: [] }, 'not even when the page hands its draft on');
  session.show(frame(3));
  assert.equal(session.canOrder(), true);
});

test('nothing can be ordered at the end, by whoever only watches, while locked, or where nothing is asked', () => {
  const final = sessionWith(hostWith());
  final.show(frame(1, { final: true }));
  const watcher = sessionWith(hostWith({ seat: null, readonly: true }));
  watcher.show(frame(1));
  const unasked = sessionWith(hostWith());
  unasked.show(frame(1, { choices: null }));
  const locked = sessionWith(hostWith());
  locked.show(frame(1));
  locked.setLocked(true);
  for (const session of [final, watcher, unasked, locked]) assert.equal(session.canOrder(), false);
  assert.equal(locked.hasDraft(), true, 'a locked draft is still one’s own');
});

test('a draft goes to the page and forgets what was foreseen for the one before', () => {
  const host = hostWith();
  const session = sessionWith(host);
  session.show(frame(1));
  session.setDrafts({ moves: [] }, { total: 7 });
  session.draft({ moves: [2] }, { picked: [2] });
  assert.deepEqual(host.drafted, [{ moves: [2] }]);
  assert.equal(session.state.forecast, null);
  assert.deepEqual(session.state.picked, [2]);
  session.undo();
  assert.equal(host.undone, 1);
});

test('whoever comes back from an earlier step finds the forecast of the draft again', () => {
  const host = hostWith();
  const session = sessionWith(host);
  const now = frame(2);
  session.show(now);
  const drafted = host.getOrders();
  session.setDrafts(drafted, { total: 7 });
  session.show(frame(1));
  assert.equal(session.state.forecast, null);
  session.show(now);
  assert.deepEqual(session.state.forecast, { total: 7 });
  host.getOrders = () => ({ moves: [3] });
  session.show(frame(1));
  session.show(now);
  assert.equal(session.state.forecast, null, 'of another draft nothing is known yet');
});

test('a refusal belongs to the part of the draft that it names', () => {
  const session = sessionWith(hostWith());
  session.show(frame(1));
  session.setError({ path: 'orders.moves[1].units', message: 'Too many.' });
  assert.equal(session.refusal('moves[1]'), 'Too many.');
  assert.equal(session.refusal('moves'), 'Too many.');
  for (const other of ['moves[11]', 'moves[0]', 'tactic', 'mov']) assert.equal(session.refusal(other), '', other);
  session.setError(null);
  assert.equal(session.refusal('moves[1]'), '');
});

test('listeners hear of the parts they named, and of nothing once they stop', () => {
  const session = sessionWith(hostWith());
  const heard = [];
  const stop = session.listen((changed) => heard.push(changed), ['picked']);
  session.change({ locked: true });
  session.change({ picked: [1] });
  stop();
  session.change({ picked: [2] });
  assert.deepEqual(heard, [['picked']]);
});

test('what a game keeps is fitted to a new frame, a new step, a foreign draft and a lock', () => {
  const session = sessionWith(hostWith(), {
    onFrame: (state, next) => ({ picked: state.picked.filter((id) => id <= next.view.round) }),
    onStep: () => ({ aim: null }),
    onDraft: (state) => ({ picked: state.orders.moves }),
    onLock: () => ({ picked: [] }),
  });
  session.change({ picked: [1, 5], aim: 'there' });
  session.show(frame(2));
  assert.deepEqual(session.state.picked, [1]);
  assert.equal(session.state.aim, null);
  session.setDrafts({ moves: [4] }, null);
  assert.deepEqual(session.state.picked, [4]);
  session.setLocked(true);
  assert.deepEqual(session.state.picked, []);
});

test('the server is asked about an aim once it rests, and an answer to an older aim is dropped', async () => {
  mock.timers.enable({ apis: ['setTimeout'] });
  const asked = [];
  const answers = [];
  const host = hostWith({
    forecast: (orders) => {
      asked.push(orders);
      return new Promise((answer) => answers.push(answer));
    },
  });
  const session = sessionWith(host);
  session.show(frame(1));
  session.askAhead({ moves: [1] });
  session.askAhead({ moves: [2] }, (answer) => answer.total);
  mock.timers.tick(200);
  assert.deepEqual(asked, [{ moves: [2] }], 'a pointer that moves on asks nothing');
  session.askAhead({ moves: [3] });
  answers[0]({ total: 9 });
  await Promise.resolve();
  assert.equal(session.state.ahead, null);
  mock.timers.tick(200);
  answers[1]({ total: 10 });
  await new Promise((go) => setImmediate(go));
  assert.deepEqual(session.state.ahead, { total: 10 });
  session.askAhead(null);
  assert.equal(session.state.ahead, null);
  mock.timers.reset();
});

test('board and panel of one host share a session', () => {
  const sessionOf = shared((host) => sessionWith(host));
  const [one, other] = [hostWith(), hostWith()];
  assert.equal(sessionOf(one), sessionOf(one));
  assert.notEqual(sessionOf(one), sessionOf(other));
});

test('orders lose what stands at a path: a place of a list, a whole field, or nothing', () => {
  const empty = { moves: [], tactic: null };
  const orders = { moves: ['a', 'b'], tactic: 'x' };
  assert.deepEqual(without(orders, 'moves[0]', empty), { moves: ['b'], tactic: 'x' });
  assert.deepEqual(without(orders, 'orders.moves[1].units', empty), { moves: ['a'], tactic: 'x' });
  assert.deepEqual(without(orders, 'tactic', empty), { moves: ['a', 'b'], tactic: null });
  assert.equal(without(orders, 'nothing', empty), orders);
  assert.equal(without(orders, '', empty), orders);
});

test('what was told of a draft stays until the next forecast, and not into the next step', () => {
  const host = hostWith();
  const session = sessionWith(host);
  session.show(frame(1));
  session.setDrafts({ moves: [1] }, { first: true });
  session.draft({ moves: [1, 2] });
  session.setDrafts({ moves: [1, 2] }, null);
  assert.equal(session.state.forecast, null);
  assert.deepEqual(session.state.told, { first: true });
  session.setDrafts({ moves: [1, 2] }, { second: true });
  assert.deepEqual(session.state.told, { second: true });
  session.show(frame(2));
  assert.equal(session.state.told, null);
});

test('on a page where nobody orders, the draft of the step that the page speaks about is shown, and nothing can be ordered', () => {
  let advised = 3;
  const host = hostWith({ readonly: true, advised: () => advised, getOrders: () => ({ moves: [1] }) });
  const session = sessionWith(host);
  session.show(frame(3));
  assert.deepEqual(session.state.orders, { moves: [1] });
  assert.equal(session.canOrder(), false);
  session.setDrafts({ moves: [2] }, { lost: 1 });
  assert.deepEqual(session.state.orders, { moves: [2] });
  assert.deepEqual(session.state.told, { lost: 1 });
  session.show(frame(2));
  assert.deepEqual(session.state.orders, { moves: [] }, 'another step is not spoken about');
  session.show(frame(3));
  advised = null;
  session.setDrafts({ moves: [] }, null);
  assert.deepEqual([session.state.orders, session.state.told], [{ moves: [] }, null], 'it is taken off again');
});
