// What does the page tell about the goal while a match is played, and once it is over?
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Window } from 'happy-dom';

test('the goal is told until the match is over: then the result stands there', async (context) => {
  const window = new Window();
  const { document } = window;
  const real = globalThis.document;
  Object.assign(globalThis, { document });
  context.after(() => {
    Object.assign(globalThis, { document: real });
    return window.happyDOM.close();
  });
  document.body.innerHTML = '<p id="goal"></p><div id="first-hint"></div>';
  const { createFirstMatch } = await import('match/first_match.js');
  const game = /** @type {any} */ ({ goal: ({ step }) => `win by step ${step}` });
  const first = createFirstMatch({ game, match: 'm1', id: 'toy' });
  const goalOf = (/** @type {boolean} */ final, status = 'running') => {
    const state = /** @type {any} */ ({ info: { seats: [] }, status: { status, seats: [] } });
    first.show(state, /** @type {any} */ ({ step: 4, view: {}, final }), {}, null);
    return document.getElementById('goal')?.textContent;
  };
  assert.equal(goalOf(false), 'win by step 4');
  assert.equal(goalOf(true), '');
  assert.equal(goalOf(false, 'finished'), '');
});
