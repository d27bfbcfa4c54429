/** What was ordered without a line: it goes out once when the line is back, also after the browser was ended, or the person hears that it did not. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { A, remembered, setUp } from './paper_drafts.js';

const OFFLINE = { code: 'offline', path: '', message: '' };

test('what was ordered without a line goes out once when it is back, ready as it was', async () => {
  const memory = remembered();
  const { drafts, sent, settle } = setUp({ memory });
  drafts.begin(3);
  drafts.set(A);
  drafts.setReady(true).catch(() => undefined);
  sent[0].reject(OFFLINE);
  await settle();
  assert.deepEqual([drafts.save, memory.waits], ['offline', { step: 3, orders: A, ready: true }]);
  drafts.receive({ step: 3, orders: null, ready: false });
  drafts.online();
  drafts.online();
  assert.deepEqual([sent.length, sent[1].orders, sent[1].ready], [2, A, true]);
  sent[1].resolve();
  await settle();
  assert.deepEqual([drafts.save, drafts.ready, memory.waits, memory.tab.size], ['saved', true, null, 0]);
});

test('it goes out as well when the browser was ended meanwhile', async () => {
  const memory = remembered();
  memory.waits = { step: 3, orders: A, ready: true };
  const { drafts, sent, pass, settle } = setUp({ memory });
  drafts.begin(3);
  drafts.receive({ step: 3, orders: null, ready: false });
  await pass();
  assert.deepEqual([sent.length, sent[0].orders, sent[0].ready], [1, A, true]);
  sent[0].resolve();
  await settle();
  assert.deepEqual([drafts.ready, memory.waits], [true, null]);
});

test('Ready alone waits too', async () => {
  const memory = remembered();
  const before = setUp({ memory });
  before.drafts.begin(3);
  before.drafts.setReady(true).catch(() => undefined);
  before.sent[0].reject(OFFLINE);
  await before.settle();
  const { drafts, sent, settle } = setUp({ memory });
  drafts.begin(3);
  drafts.receive({ step: 3, orders: null, ready: false });
  assert.deepEqual([sent.length, sent[0].only, sent[0].ready], [1, true, true]);
  sent[0].resolve();
  await settle();
  assert.deepEqual([drafts.ready, memory.waits, memory.tab.size], [true, null, 0]);
});

test('orders of a step that ended without them are not given, and that is said', async () => {
  const lost = [];
  const onLost = (step) => lost.push(step);
  const memory = remembered();
  const open = setUp({ memory, onLost });
  open.drafts.begin(3);
  open.drafts.set(A);
  open.drafts.setReady(true).catch(() => undefined);
  open.sent[0].reject(OFFLINE);
  await open.settle();
  open.drafts.begin(4);
  open.drafts.online();
  assert.deepEqual([lost, open.sent.length, open.drafts.orders, memory.waits], [[3], 1, { moves: [] }, null]);

  memory.waits = { step: 4, orders: A, ready: true };
  const later = setUp({ memory, onLost });
  later.drafts.begin(6);
  assert.deepEqual([lost, later.sent.length, memory.waits], [[3, 4], 0, null]);
});
