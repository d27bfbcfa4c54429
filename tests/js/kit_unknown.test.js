// Does the word for the dark stand where most of it is?
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { roomiest } from 'kit/unknown.js';

const GRID = { width: 20, height: 20 };
const ALL = [0, 0, 20, 20];

test('the middle of the widest open part, as far as it is in view', () => {
  const right = (/** @type {number} */ x) => x >= 8;
  const { x, y, away } = roomiest(GRID, right, ALL) ?? {};
  assert.equal(away, 6);
  assert.ok(x === 13 || x === 14);
  assert.ok(y >= 5 && y <= 14);
  const seen = roomiest(GRID, right, [0, 0, 12, 9]);
  assert.equal(seen?.away, 2);
  assert.ok(seen.x >= 9 && seen.x < 12 && seen.y < 9);
});

test('nowhere, if all is known or nothing of the map is in view', () => {
  assert.equal(
    roomiest(GRID, () => false, ALL),
    null,
  );
  assert.equal(
    roomiest(GRID, () => true, [30, 30, 40, 40]),
    null,
  );
});
