// When has a rival no planet left, as far as somebody knows?
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { beatenBy } from 'games/cosmos/beaten.js';

const planet = (id, seat) => ({ id, kind: 'planet', seat });
const after = (/** @type {any[]} */ shown, alive = [0, 1, 2]) =>
  /** @type {any} */ ({ view: { seat: 0, alive }, shown });
const captured = { type: 'captured', kind: 'planet', old_seat: 1, new_seat: 0 };

test('a rival is beaten whose last known planet one has taken, until one of his is known again or he is out', () => {
  assert.deepEqual(beatenBy([captured], after([planet(1, 0), planet(2, 2)]), []), [1]);
  assert.deepEqual(beatenBy([captured], after([planet(1, 0), planet(3, 1)]), []), [], 'he has another one');
  assert.deepEqual(beatenBy([], after([planet(1, 0)]), []), [], 'who was never met is not beaten');
  assert.deepEqual(beatenBy([], after([planet(1, 0)]), [1]), [1], 'it stays so');
  assert.deepEqual(beatenBy([], after([planet(3, 1)]), [1]), [], 'he has come back');
  assert.deepEqual(beatenBy([], after([planet(1, 0)], [0, 2]), [1]), [], 'he is out');
  assert.deepEqual(beatenBy([{ ...captured, old_seat: null }], after([planet(1, 0)]), []), [], 'it was nobody’s');
});
