// Are pieces that lie close together counted, by seat and across cells?
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { crowdsOf } from 'kit/crowds.js';

const piece = (/** @type {number} */ x, /** @type {number} */ y, seat = 0) => ({ pos: [x, y, 1], seat });

test('pieces of neighbouring cells are one crowd, with the cell at its upper right', () => {
  const pieces = [piece(1, 3), piece(2, 2), piece(3, 2), piece(3, 2)];
  assert.deepEqual(crowdsOf(pieces), [{ x: 3, y: 2, seat: 0, count: 4 }]);
});

test('two are no crowd, nor are pieces of different seats or far from each other', () => {
  assert.deepEqual(crowdsOf([piece(1, 1), piece(1, 2)]), []);
  assert.deepEqual(crowdsOf([piece(1, 1), piece(1, 2), piece(2, 2, 1)]), []);
  assert.deepEqual(crowdsOf([piece(1, 1), piece(3, 1), piece(5, 1)]), []);
});
