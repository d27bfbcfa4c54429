import assert from 'node:assert/strict';
import { test } from 'node:test';
import { shared } from 'kit/shares.js';

test('what one takes the others give, the largest first; the sum holds', () => {
  assert.deepEqual(shared([4, 2, 3, 1], 1, 5), [2, 5, 2, 1]);
  assert.deepEqual(shared([4, 2, 3, 1], 0, 0), [0, 2, 7, 1]);
  assert.deepEqual(shared([4, 2, 3, 1], 3, 10), [0, 0, 0, 10]);
  assert.deepEqual(shared([4, 2, 3, 1], 3, 99), [0, 0, 0, 10]);
  for (let i = 0; i < 4; i += 1)
    for (let n = 0; n <= 10; n += 1) {
      const next = shared([1, 2, 3, 4], i, n);
      assert.equal(
        next.reduce((sum, one) => sum + one, 0),
        10,
      );
      assert.equal(next[i], n);
      assert.ok(Math.min(...next) >= 0);
    }
});
