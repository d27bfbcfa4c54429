// Does the server hear that somebody is ready, once, and of nothing that has changed since?
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SEND_AGAIN_AFTER } from 'match/drafts.js';
import { A, B, remembered, setUp } from './paper_drafts.js';

test('ready sends what is unsent with it', async () => {
  const { drafts, sent, settle } = setUp();
  drafts.begin(0);
  drafts.set(A);
  const done = drafts.setReady(true);
  assert.deepEqual({ orders: sent[0].orders, ready: sent[0].ready }, { orders: A, ready: true });
  sent[0].resolve();
  await done;
  await settle();
  assert.equal(drafts.ready, true);
  assert.equal(drafts.save, 'saved');
});

test('ready without any order says only that; so does taking it back', async () => {
  const { drafts, sent } = setUp();
  drafts.begin(0);
  const done = drafts.setReady(true);
  assert.equal(sent[0].only, true);
  sent[0].resolve();
  await done;
  assert.equal(drafts.ready, true);
  const undone = drafts.setReady(false);
  assert.equal(sent[1].ready, false);
  sent[1].resolve();
  await undone;
  assert.equal(drafts.ready, false);
});

test('a refused ready is told to whoever pressed it', async () => {
  const { drafts, sent } = setUp();
  drafts.begin(0);
  drafts.set(A);
  const done = drafts.setReady(true);
  sent[0].reject({ code: 'too_late', path: '', message: 'Too late.' });
  await assert.rejects(done, (error) => error.code === 'too_late');
  assert.equal(drafts.ready, false);
  assert.equal(drafts.save, 'refused');
});

test('ready that was lost with the line is said again when it is back', async () => {
  const { drafts, sent, settle } = setUp();
  drafts.begin(3);
  drafts.set(A);
  const asked = drafts.setReady(true);
  sent[0].reject({ code: 'offline', path: '', message: '' });
  await assert.rejects(asked);
  drafts.online();
  await settle();
  assert.deepEqual([sent[1].orders, sent[1].ready], [A, true]);
  sent[1].resolve();
  await settle();
  assert.equal(drafts.ready, true);
});

test('whoever changes the orders or takes ready back after that is not called ready', async () => {
  for (const regret of [(drafts) => drafts.set(B), (drafts) => drafts.setReady(false).catch(() => undefined)]) {
    const { drafts, sent, settle } = setUp();
    drafts.begin(3);
    drafts.set(A);
    drafts.setReady(true).catch(() => undefined);
    sent[0].reject({ code: 'offline', path: '', message: '' });
    await settle();
    regret(drafts);
    if (drafts.save === 'offline') drafts.online();
    else drafts.flush(false);
    assert.equal(sent.at(-1).ready, false);
  }
});

/** Ready or not after all, said with nothing unsent and lost with the line. */
async function lostReady(value) {
  const set = setUp();
  const { drafts, sent } = set;
  drafts.begin(3);
  drafts.receive({ step: 3, orders: A, ready: !value });
  const asked = drafts.setReady(value);
  sent[0].reject({ code: 'offline', path: '', message: '' });
  await assert.rejects(asked);
  assert.equal(drafts.unheard, value);
  return set;
}

test('ready with nothing unsent, or taken back, is said again once when the line is back', async () => {
  for (const value of [true, false]) {
    const { drafts, sent, settle } = await lostReady(value);
    drafts.online();
    assert.equal(sent.length, 1);
    drafts.receive({ step: 3, orders: A, ready: !value });
    drafts.receive({ step: 3, orders: A, ready: !value });
    assert.deepEqual(
      sent.slice(1).map(({ step, only, ready }) => [step, only, ready]),
      [[3, true, value]],
    );
    sent[1].resolve();
    await settle();
    assert.deepEqual([drafts.ready, drafts.unheard], [value, null]);
  }
});

test('ready without an order that was lost is said again, whatever the rules order by themselves', async () => {
  for (const byRules of [null, { tax: 1 }]) {
    const { drafts, sent, settle } = setUp({ emptyOrders: () => ({}) });
    drafts.begin(3);
    const cleared = drafts.flush(false);
    drafts.receive({ step: 3, orders: byRules, ready: false });
    sent[0].resolve();
    await cleared;
    drafts.setReady(true).catch(() => undefined);
    sent[1].reject({ code: 'offline', path: '', message: '' });
    await settle();
    assert.deepEqual([drafts.isNothing, drafts.unheard], [true, true]);
    drafts.receive({ step: 3, orders: byRules, ready: false });
    assert.deepEqual(
      sent.slice(2).map(({ step, only, ready }) => [step, only, ready]),
      [[3, true, true]],
    );
  }
});

test('orders to which the rules added stay as given on a new watch, and a lost ready is said again', async () => {
  const { drafts, sent, settle } = setUp();
  const more = { ...A, tax: 1 };
  drafts.begin(3);
  drafts.set(A);
  const saved = drafts.flush(false);
  drafts.receive({ step: 3, orders: more, ready: false });
  sent[0].resolve();
  await saved;
  drafts.setReady(true).catch(() => undefined);
  sent[1].reject({ code: 'offline', path: '', message: '' });
  await settle();
  drafts.receive({ step: 3, orders: more, ready: false });
  assert.deepEqual([drafts.orders, drafts.save], [A, 'saved']);
  assert.equal(sent[2]?.ready, true);
});

test('a lost ready is not said again where the server had heard it, has other orders, or another step is due', async () => {
  for (const [message, orders] of [
    [{ step: 3, orders: A, ready: true }, A],
    [{ step: 3, orders: B, ready: false }, B],
    [{ step: 4, orders: null, ready: false }, { moves: [] }],
  ]) {
    const { drafts, sent } = await lostReady(true);
    drafts.begin(message.step);
    drafts.receive(message);
    assert.deepEqual([drafts.orders, drafts.ready, drafts.unheard], [orders, message.ready, null]);
    assert.equal(sent.length, 1);
  }
});

test('whoever changes the orders after a ready that was lost is not called ready', async () => {
  const { drafts, sent, settle } = await lostReady(true);
  drafts.set(B);
  assert.equal(drafts.unheard, null);
  drafts.flush(false).catch(() => undefined);
  sent[1].reject({ code: 'offline', path: '', message: '' });
  await settle();
  drafts.online();
  drafts.receive({ step: 3, orders: A, ready: false });
  assert.deepEqual(
    sent.slice(2).map(({ orders, ready }) => [orders, ready]),
    [[B, false]],
  );
});

test('a ready that is refused is not said again by itself', async () => {
  const { drafts, sent } = setUp();
  drafts.begin(3);
  const asked = drafts.setReady(true);
  sent[0].reject({ code: 'wrong_step', path: '', message: '' });
  await assert.rejects(asked);
  drafts.receive({ step: 3, orders: null, ready: false });
  assert.equal(sent.length, 1);
});

test('a ready that the server does not have is said again', async () => {
  const { drafts, sent, pass, settle } = setUp();
  drafts.begin(3);
  drafts.set(A);
  drafts.setReady(true).catch(() => undefined);
  sent[0].reject({ code: 'no_answer', path: '', message: '' });
  await settle();
  drafts.receive({ step: 3, orders: A, ready: false });
  assert.equal(drafts.save, 'waiting');
  await pass(SEND_AGAIN_AFTER);
  assert.equal(sent[1].ready, true);
});

test('after a reload the drafts that were stored as ready stay ready', () => {
  const { drafts, timers } = setUp({ memory: remembered(new Map([[4, { orders: A, ready: false }]])) });
  drafts.begin(4);
  drafts.receive({ step: 4, orders: A, ready: true });
  assert.deepEqual([drafts.save, drafts.ready, timers.size], ['saved', true, 0]);
});
