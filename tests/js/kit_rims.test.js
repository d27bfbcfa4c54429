// Is only the outer rim of overlapping discs left?
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { rimsOf } from 'kit/rims.js';

const TURN = 2 * Math.PI;
const long = (/** @type {import('kit/rims.js').Arc[]} */ arcs) =>
  arcs.reduce((sum, { from, to }) => sum + to - from, 0);
/** Whether a point of the rim lies inside another disc. */
const isInside = ({ disc: [x, y, r], from, to }, discs) => {
  const at = (from + to) / 2;
  const [px, py] = [x + r * Math.cos(at), y + r * Math.sin(at)];
  return discs.some(([ox, oy, reach]) => Math.hypot(px - ox, py - oy) < reach - 1e-9);
};

test('a disc alone has all of its rim', () => {
  assert.deepEqual(rimsOf([[3, 4, 2]]), [{ disc: [3, 4, 2], from: 0, to: TURN }]);
});

test('what lies in another has none, and of two alike one has it', () => {
  assert.deepEqual(
    rimsOf([
      [0, 0, 5],
      [1, 0, 2],
      [0, 0, 5],
    ]).map(({ disc }) => disc),
    [[0, 0, 5]],
  );
});

test('of two that overlap the inner arcs go', () => {
  // Equal circles at the distance of their radius cover a third of each other.
  const arcs = rimsOf([
    [0, 0, 1],
    [1, 0, 1],
  ]);
  assert.ok(Math.abs(long(arcs) - 2 * TURN * (2 / 3)) < 1e-9);
});

test('no arc of a crowd lies inside it', () => {
  const discs = Array.from({ length: 40 }, (_, i) => [(i * 7) % 11, (i * 5) % 13, 1 + (i % 4)]);
  const arcs = rimsOf(discs);
  assert.ok(arcs.length > 4);
  assert.deepEqual(
    arcs.filter((arc) => isInside(arc, discs)),
    [],
  );
});
