import assert from 'node:assert/strict';
import { test } from 'node:test';
import { A, B, setUp } from './paper_drafts.js';
import { openPaperPage } from './paper_page.js';

const page = openPaperPage();
const elements = new Map();
page.getElementById = (id) => {
  if (!elements.has(id)) elements.set(id, page.createElement('button'));
  return elements.get(id);
};
const { createAct } = await import('match/act.js');

/** The buttons below a board, with drafts whose server answers when told. */
function openAct(game = {}) {
  elements.clear();
  const line = setUp();
  const failed = [];
  const act = createAct({
    game,
    state: { newest: 0, frames: new Map([[0, {}]]), info: {} },
    drafts: line.drafts,
    canSend: () => true,
    edit: () => undefined,
    onReady: () => undefined,
    onBusy: () => undefined,
    onDone: () => undefined,
    fail: (error) => failed.push(error),
  });
  return { ...line, act, failed };
}

const told = (sent) => sent.map(({ step, orders, ready }) => ({ step, orders, ready }));

test('an answer given while the Ready of the step before is unanswered goes out with its own Ready', async () => {
  const { drafts, sent, settle, act } = openAct();
  drafts.begin(0);
  drafts.set(A);
  act.submit();
  await settle();
  drafts.begin(1);
  drafts.set(B);
  act.submit();
  await settle();
  assert.deepEqual(told(sent), [{ step: 0, orders: A, ready: true }]);
  sent[0].resolve();
  await settle();
  assert.deepEqual(told(sent).slice(1), [{ step: 1, orders: B, ready: true }]);
});

test('a second answer in the same step follows the first', async () => {
  const { drafts, sent, settle, act } = openAct();
  drafts.begin(0);
  drafts.set(A);
  act.submit();
  await settle();
  drafts.set(B);
  act.submit();
  sent[0].resolve();
  await settle();
  assert.deepEqual(told(sent).slice(1), [{ step: 0, orders: B, ready: true }]);
});

test('an answer that was given for a step that is over is not given in the next', async () => {
  const { drafts, sent, settle, act } = openAct();
  drafts.begin(0);
  drafts.set(A);
  act.submit();
  act.submit();
  await settle();
  drafts.begin(1);
  sent[0].resolve();
  await settle();
  assert.equal(sent.length, 1);
  assert.equal(drafts.ready, false);
});

test('what is ready and saved is not sent again', async () => {
  const { drafts, sent, settle, act } = openAct();
  drafts.begin(0);
  drafts.set(A);
  act.submit();
  sent[0].resolve();
  await settle();
  act.submit();
  await settle();
  assert.equal(sent.length, 1);
});

test('where the earlier word is refused, the later one is sent all the same', async () => {
  const { drafts, sent, settle, act, failed } = openAct();
  drafts.begin(0);
  act.toggle();
  drafts.set(A);
  act.submit();
  sent[0].reject({ code: 'unavailable', path: '', message: 'not now' });
  await settle();
  assert.equal(failed.length, 1);
  assert.deepEqual(told(sent).slice(1), [{ step: 0, orders: A, ready: true }]);
});

test('Ready without a line is taken back by a second press, and said once when the line is back', async () => {
  const OFFLINE = { code: 'offline', path: '', message: '' };
  const { drafts, sent, settle, act, failed } = openAct();
  drafts.begin(0);
  drafts.set(A);
  act.toggle();
  sent[0].reject(OFFLINE);
  await settle();
  assert.deepEqual([drafts.unheard, drafts.ready, failed.length], [true, false, 0]);
  act.toggle();
  await settle();
  assert.deepEqual([drafts.unheard, sent.length], [null, 1]);
  act.toggle();
  sent[1].reject(OFFLINE);
  await settle();
  drafts.online();
  assert.deepEqual(told(sent).slice(2), [{ step: 0, orders: A, ready: true }]);
  sent[2].resolve();
  await settle();
  assert.deepEqual([drafts.ready, drafts.unheard], [true, null]);
});

test('beside Ready stands what the drafts lead to, and the answer before until the next has come', () => {
  const { drafts, act } = openAct({
    describeOrders: () => [1, 2],
    foretell: ({ cells }, orders) => (cells && orders === A ? `+${cells} cells` : ''),
  });
  const said = () => elements.get('save').textContent.replace(/ · .*/, '');
  drafts.begin(0);
  drafts.set(A);
  act.show(true, false);
  assert.equal(said(), '2 orders');
  act.show(true, false, { cells: 7 });
  assert.equal(said(), '+7 cells');
  act.show(true, false, null);
  assert.equal(said(), '+7 cells', 'no flicker while the server reckons');
  drafts.set(B);
  act.show(true, false, null);
  assert.equal(said(), '2 orders', 'where the game lets it stand beside these orders');
  drafts.set(A);
  act.show(true, false, { cells: 0 });
  assert.equal(said(), '2 orders', 'a game that has nothing to say');
  drafts.begin(1);
  act.show(true, false, null);
  assert.equal(said(), '2 orders', 'another step has no answer yet');
});

test('Ready does not shine while something is chosen first, and gives way to a button on the board that Space presses then', async () => {
  const { drafts, sent, settle, act } = openAct({ describeOrders: () => [] });
  const [box, ready] = [page.getElementById('act'), page.getElementById('ready')];
  drafts.begin(0);
  act.show(true, false);
  const looks = () => [box.dataset.due, box.dataset.twin === 'true', ready.classes.includes('primary')];
  assert.deepEqual(looks(), ['ready', false, true]);
  act.place({ act: 'choice', isTwin: true, hint: { key: 'k', text: 'Press Deploy.' } });
  assert.deepEqual(looks(), ['choice', true, false]);
  assert.equal(act.hint().text, 'Press Deploy.');
  let pressed = 0;
  act.place({ act: 'board', press: () => pressed++ });
  assert.deepEqual(looks(), ['board', false, false]);
  await act.toggle('key');
  assert.deepEqual([pressed, sent.length], [1, 0]);
  // In words Ready is Ready, wherever the button stands.
  void act.toggle('word');
  await settle();
  assert.equal(sent.length, 1);
  // Nobody is asked any more.
  act.show(false, true);
  assert.deepEqual([...looks(), act.hint()], ['ready', false, false, null]);
});
