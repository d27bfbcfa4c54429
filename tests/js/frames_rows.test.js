// Do rows of the table keep still below a press, and are things measured where they will be?
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createRows } from 'games/frames/rows.js';

/** @param {import('node:test').TestContext} context */
function setUp(context) {
  globalThis.window = /** @type {any} */ (new EventTarget());
  context.mock.timers.enable({ apis: ['setTimeout'] });
  context.after(() => {
    delete globalThis.window;
  });
  const root = new EventTarget();
  const style = { setProperty: (name, text) => (style[name] = text) };
  const motion = { currentTime: 40, effect: { getComputedTiming: () => ({ endTime: 300 }) } };
  const table = { style, getAnimations: () => [motion] };
  const rows = createRows(/** @type {any} */ (root), /** @type {any} */ (table));
  const happen = (/** @type {EventTarget} */ target, /** @type {string} */ kind, pointerId = 1) => {
    target.dispatchEvent(Object.assign(new Event(kind), { pointerId }));
    context.mock.timers.tick(0);
  };
  return { rows, motion, at: () => style['--rows'], press: (id) => happen(root, 'pointerdown', id), happen };
}

test('rows wait until the last finger has let go, or was called off', (context) => {
  const { rows, at, press, happen } = setUp(context);
  rows.set('one');
  assert.equal(at(), 'one');
  press(1);
  press(2);
  rows.set('two');
  rows.set('three');
  assert.equal(at(), 'one');
  happen(window, 'pointerup', 1);
  assert.equal(at(), 'one');
  happen(window, 'pointercancel', 2);
  assert.equal(at(), 'three');
});

test('nothing is listened to any more once the table has gone', (context) => {
  const { rows, at, press, happen } = setUp(context);
  rows.set('one');
  press(1);
  rows.set('two');
  rows.destroy();
  happen(window, 'pointerup', 1);
  assert.equal(at(), 'one');
});

test('what is measured is where rows on their way will be, and they go on from where they are', (context) => {
  const { rows, motion } = setUp(context);
  assert.equal(
    rows.settled(() => motion.currentTime),
    300,
  );
  assert.equal(motion.currentTime, 40);
});
