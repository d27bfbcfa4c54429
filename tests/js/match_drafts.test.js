// Are drafts saved, sent again, taken back and replaced as the server and other tabs say?
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SEND_AGAIN_AFTER, same } from 'match/drafts.js';
import { A, B, remembered, setUp } from './paper_drafts.js';

test('changes are sent together, a moment after the last', async () => {
  const { drafts, sent, pass, timers } = setUp();
  drafts.begin(3);
  drafts.set(A);
  drafts.set(B);
  assert.equal(timers.size, 1);
  assert.equal(drafts.save, 'unsent');
  await pass();
  assert.deepEqual(
    sent.map(({ step, orders, ready }) => ({ step, orders, ready })),
    [{ step: 3, orders: B, ready: false }],
  );
  assert.equal(drafts.save, 'saving');
});

test('saved when the server says so, and not for an older sending', async () => {
  const { drafts, sent, pass, settle } = setUp();
  drafts.begin(0);
  drafts.set(A);
  await pass();
  drafts.set(B);
  sent[0].resolve();
  await settle();
  assert.equal(drafts.save, 'unsent');
  await pass();
  sent[1].resolve();
  await settle();
  assert.equal(drafts.save, 'saved');
});

test('a refusal names the place inside the orders and keeps the drafts', async () => {
  const { drafts, sent, pass, settle } = setUp();
  drafts.begin(0);
  drafts.set(A);
  await pass();
  sent[0].reject({ code: 'no_route', path: 'orders.moves[0].to', message: 'No route.' });
  await settle();
  assert.equal(drafts.save, 'refused');
  assert.deepEqual(drafts.problem, { code: 'no_route', path: 'moves[0].to', message: 'No route.' });
  assert.deepEqual(drafts.orders, A);
  drafts.set(B);
  assert.equal(drafts.problem, null);
});

test('without a connection the drafts wait and go out when it is back', async () => {
  const { drafts, sent, pass, settle } = setUp();
  drafts.begin(0);
  drafts.set(A);
  await pass();
  sent[0].reject({ code: 'offline', path: '', message: '' });
  await settle();
  assert.equal(drafts.save, 'offline');
  drafts.online();
  await settle();
  assert.equal(sent.length, 2);
  assert.deepEqual(sent[1].orders, A);
  sent[1].resolve();
  await settle();
  assert.equal(drafts.save, 'saved');
  drafts.online();
  assert.equal(sent.length, 2, 'what is saved is not sent again');
});

test('undo and redo go through the changes and are sent like any change', async () => {
  const { drafts, sent, pass } = setUp();
  drafts.begin(0);
  drafts.set(A);
  drafts.set(B);
  drafts.undo();
  assert.deepEqual(drafts.orders, A);
  assert.ok(drafts.canRedo);
  drafts.redo();
  assert.deepEqual(drafts.orders, B);
  drafts.undo();
  drafts.undo();
  assert.equal(drafts.canUndo, false);
  drafts.undo();
  assert.deepEqual(drafts.orders, { moves: [] });
  drafts.set(A);
  assert.equal(drafts.canRedo, false);
  drafts.clear();
  await pass();
  assert.deepEqual(sent.at(-1).orders, { moves: [] });
});

test('another tab replaces the drafts, and that can be undone', () => {
  const { drafts } = setUp();
  drafts.begin(0);
  drafts.receive({ step: 0, orders: A, ready: true });
  assert.deepEqual(drafts.orders, A);
  assert.equal(drafts.ready, true);
  assert.equal(drafts.save, 'saved');
  drafts.undo();
  assert.deepEqual(drafts.orders, { moves: [] });
});

test('whoever ordered here is told once that another tab replaced it; a tab that only looks on is not', async () => {
  let told = 0;
  const { drafts, sent, pass, settle } = setUp({ onReplaced: () => (told += 1) });
  drafts.begin(0);
  drafts.receive({ step: 0, orders: A, ready: false });
  drafts.receive({ step: 0, orders: B, ready: false });
  assert.equal(told, 0);
  drafts.set(A);
  await pass();
  sent[0].resolve();
  await settle();
  drafts.receive({ step: 0, orders: A, ready: false });
  assert.equal(told, 0, 'its own orders come back from the server');
  drafts.receive({ step: 0, orders: B, ready: false });
  drafts.receive({ step: 0, orders: { moves: [] }, ready: false });
  assert.equal(told, 1);
  drafts.set(A);
  drafts.begin(1);
  drafts.receive({ step: 1, orders: B, ready: false });
  assert.equal(told, 1, 'a step that is over is no loss');
});

test('two requests of one window that overlap are nobody else’s, in whatever order and words their orders come back', async () => {
  for (const words of [(orders) => orders, (orders) => ({ ...orders, bid: 0 })]) {
    let told = 0;
    const { drafts, sent, pass, settle } = setUp({ onReplaced: () => (told += 1) });
    const hear = (orders) => drafts.receive({ step: 1, orders: words(orders), ready: false });
    drafts.begin(1);
    drafts.set(A);
    await pass();
    drafts.set(B);
    await pass();
    sent[0].resolve();
    sent[1].resolve();
    await settle();
    hear(A);
    assert.deepEqual(drafts.orders, B, 'what was replaced here does not come back');
    hear(B);
    assert.deepEqual([drafts.orders, told, drafts.save], [B, 0, 'saved']);
    hear({ moves: ['other'] });
    assert.equal(told, 1, 'another window is still told of');
  }
});

test('one message that answers several requests is the last of them', async () => {
  let told = 0;
  const { drafts, sent, pass, settle } = setUp({ onReplaced: () => (told += 1) });
  drafts.begin(1);
  drafts.set(A);
  await pass();
  drafts.set(B);
  await pass();
  for (const one of sent) one.resolve();
  await settle();
  drafts.receive({ step: 1, orders: B, ready: false });
  drafts.receive({ step: 1, orders: A, ready: false });
  assert.deepEqual([drafts.orders, told], [A, 1]);
});

test('orders that come back in the words of the rules are the same orders: nobody replaced them, and one undo takes them back', async () => {
  let told = 0;
  const { drafts, sent, pass, settle } = setUp({ onReplaced: () => (told += 1) });
  drafts.begin(0);
  drafts.set(A);
  await pass();
  sent[0].resolve();
  await settle();
  drafts.receive({ step: 0, orders: { moves: ['a'], speed: 1 }, ready: false });
  assert.deepEqual(drafts.orders, A);
  assert.equal(told, 0);
  drafts.receive({ step: 0, orders: B, ready: false });
  assert.equal(told, 1, 'what comes next is somebody else’s');
  drafts.undo();
  drafts.undo();
  assert.deepEqual(drafts.orders, { moves: [] });
});

test('another tab does not replace what is not sent yet', async () => {
  const { drafts, pass } = setUp();
  drafts.begin(0);
  drafts.set(B);
  drafts.receive({ step: 0, orders: A, ready: false });
  assert.deepEqual(drafts.orders, B);
  await pass();
  drafts.receive({ step: 0, orders: A, ready: false });
  assert.deepEqual(drafts.orders, B);
});

test('stored orders of another step are not mine', () => {
  const { drafts } = setUp();
  drafts.begin(1);
  drafts.receive({ step: 0, orders: A, ready: true });
  assert.deepEqual(drafts.orders, { moves: [] });
  assert.equal(drafts.ready, false);
});

test('a new step begins empty, and late answers to the old one change nothing', async () => {
  const { drafts, sent, pass, settle } = setUp();
  drafts.begin(0);
  drafts.set(A);
  await pass();
  drafts.begin(1);
  sent[0].resolve();
  await settle();
  assert.equal(drafts.save, 'empty');
  assert.deepEqual(drafts.orders, { moves: [] });
  assert.equal(drafts.canUndo, false);
});

test('what was ordered for a step that is over is no order while none is due', async () => {
  const memory = remembered();
  const { drafts, sent, pass, settle, timers } = setUp({ memory });
  drafts.end();
  drafts.begin(3);
  drafts.set(A);
  await pass();
  drafts.set(B);
  drafts.end();
  assert.deepEqual([drafts.step, drafts.orders, drafts.save, drafts.canUndo], [null, { moves: [] }, 'empty', false]);
  assert.deepEqual([memory.tab.size, timers.size], [0, 0]);
  sent[0].resolve();
  await settle();
  assert.deepEqual([drafts.save, sent.length], ['empty', 1]);
  drafts.begin(5);
  assert.deepEqual([drafts.step, drafts.orders], [5, { moves: [] }]);
});

test('unsent drafts outlive a reload, saved ones come from the server', async () => {
  const memory = remembered();
  const before = setUp({ memory });
  before.drafts.begin(4);
  before.drafts.set(A);
  const after = setUp({ memory });
  after.drafts.begin(4);
  after.drafts.receive({ step: 4, orders: null, ready: false });
  assert.deepEqual(after.drafts.orders, A);
  await after.pass();
  after.sent[0].resolve();
  await after.settle();
  assert.equal(memory.tab.size, 0);
});

test('same compares JSON, not the order of keys', () => {
  assert.ok(same({ a: 1, b: [1, { c: null }] }, { b: [1, { c: null }], a: 1 }));
  assert.ok(!same({ a: 1 }, { a: 1, b: undefined }));
  assert.ok(!same([1, 2], { 0: 1, 1: 2 }));
  assert.ok(!same(null, {}));
});

test('what the site cannot store waits and is sent again, ready or not as it was, until it is stored', async () => {
  const { drafts, sent, pass, settle } = setUp();
  drafts.begin(3);
  drafts.set(A);
  const asked = drafts.setReady(true);
  sent[0].reject({ code: 'unavailable', path: '', message: 'The site cannot store this now.' });
  await assert.rejects(asked);
  assert.equal(drafts.save, 'waiting');
  assert.ok(drafts.isDirty);
  await pass(SEND_AGAIN_AFTER);
  assert.deepEqual([sent[1].orders, sent[1].ready], [A, true]);
  sent[1].reject({ code: 'unavailable', path: '', message: '' });
  await settle();
  await pass(SEND_AGAIN_AFTER);
  sent[2].resolve();
  await settle();
  assert.equal(drafts.save, 'saved');
  assert.equal(drafts.ready, true);
});

test('whoever leaves the page right after a change has sent it, once', async () => {
  const { drafts, sent, settle, timers } = setUp();
  drafts.begin(3);
  drafts.hurry();
  drafts.set(A);
  drafts.hurry();
  drafts.hurry();
  assert.deepEqual(
    sent.map(({ orders, ready }) => [orders, ready]),
    [[A, false]],
  );
  assert.equal(timers.size, 0);
  sent[0].resolve();
  await settle();
  drafts.hurry();
  assert.equal(sent.length, 1);
});

test('what gets no answer is sent again after a while, ready or not as it was', async () => {
  const { drafts, sent, pass, settle } = setUp();
  drafts.begin(3);
  drafts.set(A);
  const asked = drafts.setReady(true);
  sent[0].reject({ code: 'no_answer', path: '', message: '' });
  await assert.rejects(asked);
  assert.equal(drafts.save, 'waiting');
  await pass(SEND_AGAIN_AFTER);
  assert.deepEqual([sent[1].orders, sent[1].ready], [A, true]);
  sent[1].resolve();
  await settle();
  assert.equal(drafts.save, 'saved');
});

test('a sending that gets no answer does not take back the ready of a newer one', async () => {
  const { drafts, sent, pass, settle, timers } = setUp();
  drafts.begin(3);
  drafts.set(A);
  await pass();
  const asked = drafts.setReady(true);
  sent[0].reject({ code: 'no_answer', path: '', message: '' });
  await settle();
  sent[1].resolve();
  await asked;
  assert.equal(timers.size, 0);
  assert.deepEqual([drafts.save, drafts.ready], ['saved', true]);
});

test('what the server turns out to have is saved and not sent again', async () => {
  const memory = remembered();
  for (const code of ['no_answer', 'offline', 'unavailable']) {
    const { drafts, sent, pass, settle, timers } = setUp({ memory });
    drafts.begin(3);
    drafts.set(A);
    await pass();
    drafts.receive({ step: 3, orders: A, ready: false });
    assert.equal(drafts.save, 'saving', 'the answer is still to come');
    sent[0].reject({ code, path: '', message: '' });
    await settle();
    drafts.receive({ step: 3, orders: B, ready: false });
    assert.notEqual(drafts.save, 'saved');
    drafts.receive({ step: 3, orders: A, ready: false });
    assert.equal(drafts.save, 'saved');
    assert.equal(timers.size, 0);
    assert.equal(memory.tab.size, 0);
    drafts.online();
    assert.equal(sent.length, 1);
  }
});

test('what waits is forgotten with its step', async () => {
  const { drafts, sent, pass, settle, timers } = setUp();
  drafts.begin(3);
  drafts.set(A);
  await pass();
  sent[0].reject({ code: 'unavailable', path: '', message: '' });
  await settle();
  drafts.begin(4);
  assert.equal(timers.size, 0);
  assert.equal(drafts.save, 'empty');
});

test('orders that are taken back until none is left leave nothing behind, where the game has no orders of nothing', async () => {
  const { drafts, sent, settle } = setUp({ emptyOrders: () => ({}) });
  drafts.begin(3);
  drafts.set(A);
  drafts.flush(false);
  drafts.receive({ step: 3, orders: A, ready: false });
  sent[0].resolve();
  await settle();
  drafts.undo();
  assert.ok(drafts.isNothing);
  drafts.flush(false);
  assert.deepEqual([sent[1].only, sent[1].clear], [true, true]);
  sent[1].resolve();
  await settle();
  drafts.receive({ step: 3, orders: { type: 'end_turn' }, ready: false });
  assert.deepEqual([drafts.orders, drafts.save, drafts.problem], [{}, 'empty', null]);
  // A watch that begins anew tells the same once more.
  drafts.receive({ step: 3, orders: { type: 'end_turn' }, ready: false });
  assert.deepEqual([drafts.orders, drafts.save], [{}, 'empty']);
  // Another window of the same seat has ordered something.
  drafts.receive({ step: 3, orders: B, ready: false });
  assert.deepEqual([drafts.orders, drafts.save], [B, 'saved']);
});

test('what the rules add to orders is not taken for what was ordered, whichever of answer and message comes first', async () => {
  for (const isTold of [true, false]) {
    const { drafts, sent, settle } = setUp({ emptyOrders: () => ({}) });
    const whole = { campaigns: [], diplomacy: { 1: 'backstab', 2: 'keep' } };
    drafts.begin(3);
    drafts.set({ diplomacy: { 1: 'backstab' } });
    drafts.flush(false);
    if (isTold) drafts.receive({ step: 3, orders: whole, ready: false });
    sent[0].resolve();
    await settle();
    if (!isTold) drafts.receive({ step: 3, orders: whole, ready: false });
    assert.deepEqual([drafts.orders, drafts.save], [{ diplomacy: { 1: 'backstab' } }, 'saved']);
    // Another window adds a campaign: that is shown.
    drafts.receive({ step: 3, orders: { ...whole, campaigns: ['a'] }, ready: false });
    assert.deepEqual(drafts.orders.campaigns, ['a']);
  }
});
