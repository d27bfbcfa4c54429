// Which key ends a step, wherever the focus is?
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Window } from 'happy-dom';
import { listenToKeys } from 'match/keys.js';

test('Enter ends no step, nor does Space on what has a meaning of its own', (context) => {
  const window = new Window();
  const { document } = window;
  document.body.innerHTML = '<div id="board" tabindex="0"></div><button id="ready">Ready</button><input>';
  Object.assign(globalThis, { window, document });
  context.after(() => {
    for (const name of ['window', 'document']) delete globalThis[name];
    return window.happyDOM.close();
  });
  let ended = 0;
  const nothing = () => {};
  listenToKeys({
    edit: nothing,
    ready: () => (ended += 1),
    help: nothing,
    command: nothing,
    timeline: () => false,
    other: () => false,
  });
  const press = (selector, key) => {
    const event = new window.KeyboardEvent('keydown', { key, bubbles: true, cancelable: true });
    document.querySelector(selector).dispatchEvent(event);
    return event.defaultPrevented;
  };
  // The button that has the focus is pressed by the browser: nobody takes the key from it.
  for (const selector of ['#board', 'body', 'input', '#ready']) assert.equal(press(selector, 'Enter'), false, selector);
  for (const selector of ['#ready', 'input']) press(selector, ' ');
  assert.equal(ended, 0);
  press('#board', ' ');
  assert.equal(ended, 1);
});
