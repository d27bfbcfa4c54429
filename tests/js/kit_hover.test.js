// Does a thing that comes to lie under a resting pointer keep quiet until the pointer is moved?
import assert from 'node:assert/strict';
import { test } from 'node:test';

const heard = {};
const before = globalThis.addEventListener;
globalThis.addEventListener = (name, act) => {
  heard[name] = act;
};
const { hover } = await import('kit/hover.js');
globalThis.addEventListener = before;

test('a pointer that rests points at nothing new; one that moves, and the focus, do', () => {
  const said = [];
  const one = /** @type {any} */ ({});
  hover(one, (is) => said.push(is));
  heard.pointerup({ clientX: 40, clientY: 50 });
  // What was pressed has gone, and this lies there now.
  one.onpointerenter({ clientX: 40, clientY: 50 });
  assert.deepEqual(said, []);
  one.onpointermove({ clientX: 41, clientY: 50 });
  one.onpointermove({ clientX: 42, clientY: 50 });
  assert.deepEqual(said, [true]);
  one.onpointerleave();
  one.onpointerenter({ clientX: 48, clientY: 50 });
  one.onblur();
  one.onfocus();
  assert.deepEqual(said, [true, false, true, false, true]);
});
