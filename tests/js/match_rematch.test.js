// Does the page of a match lead to its rematch once, and say when somebody else has taken the seat there?
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { Window } from 'happy-dom';

const window = new Window({ url: 'http://fogbound.test/' });
const requestAnimationFrame = setImmediate;
Object.assign(globalThis, { window, document: window.document, Node: window.Node, requestAnimationFrame });
window.document.getAnimations = () => [];
after(() => window.happyDOM.close());
const { actsOf, situation } = await import('match/end_acts.js');
const { createRematch } = await import('match/rematch.js');

const seatOf = (name, seat) => ({ seat, kind: 'person', name, bot: '' });
const INFO = { you: 0, yours: [0], kind: 'ordinary', seats: ['Ann', 'Bob', 'Cleo'].map(seatOf) };

test('when somebody else takes the seat, who waits is led to the table and who did not ask is told it is gone', () => {
  const heard = [];
  const wanted = [];
  const rematch = createRematch({
    match: 'm',
    now: () => 0,
    announce: (text) => heard.push(text),
    call: { wanted: (text) => wanted.push(text) },
    fail: assert.fail,
  });
  for (const [seats, words, lead, quiet] of [
    [[0, 1], 'Somebody else has taken a seat in the rematch. It begins at its table.', 'set', ['withdraw', 'lobby']],
    [[0, 1, 2], 'Everybody sits at the table of the rematch. It begins there.', 'set', ['withdraw', 'lobby']],
    [[1], 'Somebody else has taken the seat in the rematch.', 'lobby', []],
  ]) {
    const offer = { seats, until: 0, begun: false, full: true };
    const status = { status: 'finished', step: 0, seats: [], rematch: 'r', rematch_offer: offer };
    const shown = rematch.show(INFO, status);
    assert.deepEqual([shown.words, heard.at(-1), wanted.at(-1)], [words, words, '']);
    const acts = actsOf(situation(INFO, status, { match: 'm', bots: {} }, shown.stage));
    assert.deepEqual([acts.lead.key, acts.quiet.map(({ key }) => key)], [lead, quiet]);
  }
});

test('the page goes to a rematch once, when the websocket names it before the press is answered', async () => {
  const { fetch } = globalThis;
  /** @type {(value: any) => void} */
  let answer = () => {};
  globalThis.fetch = () =>
    new Promise((resolve) => {
      answer = resolve;
    });
  const went = [];
  const told = { match: 'm', now: Date.now, announce: () => {}, call: { wanted: () => {} }, fail: assert.fail };
  const rematch = createRematch({ ...told, go: (url) => went.push(url) });
  const pressed = rematch.press();
  rematch.show(INFO, {
    rematch: 'r',
    rematch_offer: { seats: [0, 1], until: 0, begun: true, full: true },
    seats: [],
  });
  answer(Response.json({ url: '/matches/r/' }));
  await pressed;
  globalThis.fetch = fetch;
  assert.deepEqual(went, ['/matches/r/']);
});
