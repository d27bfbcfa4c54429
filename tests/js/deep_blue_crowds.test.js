// Are pieces that lie close together counted, by seat and across cells?
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { crowdAt, crowdsOf, platesOf, spreadOf } from 'games/deep_blue/crowds.js';

const piece = (/** @type {number} */ x, /** @type {number} */ y, seat = 0) => ({ pos: [x, y, 1], seat });

test('pieces of neighbouring cells are one crowd, with the cell at its upper right', () => {
  const pieces = [piece(1, 3), piece(2, 2), piece(3, 2), piece(3, 2)];
  assert.deepEqual(crowdsOf(pieces), [{ x: 3, y: 2, seat: 0, pieces }]);
});

test('two are no crowd, nor are pieces of different seats or far from each other', () => {
  assert.deepEqual(crowdsOf([piece(1, 1), piece(1, 2)]), []);
  assert.deepEqual(crowdsOf([piece(1, 1), piece(1, 2), piece(2, 2, 1)]), []);
  assert.deepEqual(crowdsOf([piece(1, 1), piece(3, 1), piece(5, 1)]), []);
});

test('a crowd is found at any of its cells, and has a plate to press while its cells are small', () => {
  const crowds = crowdsOf([piece(1, 3), piece(2, 2), piece(3, 2)]);
  assert.equal(crowdAt(crowds, [1, 3]), crowds[0]);
  assert.equal(crowdAt(crowds, [3, 3]), null);
  const [plate] = platesOf(crowds);
  const size = { width: 400, height: 300 };
  const [x, y] = plate.place({ x: 0, y: 0, scale: 20 }, size);
  assert.deepEqual([x, y], [200 + 4 * 20 + 8, 150 + 2 * 20 - 4]);
  assert.ok(!Number.isFinite(plate.place({ x: 0, y: 0, scale: 44 }, size)[0]));
});

test('what is around a crowd holds its pieces and its plate', () => {
  const [crowd] = crowdsOf([piece(1, 3), piece(2, 2), piece(3, 2)]);
  const { x, y, width, height } = spreadOf((a, b) => [a * 10, b * 10], crowd);
  assert.deepEqual([x, x + width, y + height], [10, 68, 40]);
  assert.ok(y < 20 - 12);
});
