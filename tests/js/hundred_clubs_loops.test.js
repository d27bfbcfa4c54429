// Does the border of a field of cells come as closed loops, with holes and touching corners?
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { loopsOf } from 'games/hundred_clubs/loops.js';

/** @param {import('board/lines.js').Point[]} loop twice its area; holes are negative */
const area = (loop) =>
  loop.reduce((sum, [x, y], i) => {
    const [nx, ny] = loop[(i + 1) % loop.length];
    return sum + x * ny - nx * y;
  }, 0);

test('a block has four corners', () => {
  const [loop, ...others] = loopsOf([0, 1, 5, 6], 5);
  assert.equal(others.length, 0);
  assert.deepEqual(loop.toSorted(), [
    [0, 0],
    [0, 2],
    [2, 0],
    [2, 2],
  ]);
});

test('a hole is a loop of its own that runs the other way', () => {
  const ring = [0, 1, 2, 5, 7, 10, 11, 12];
  assert.deepEqual(
    loopsOf(ring, 5)
      .map(area)
      .toSorted((a, b) => a - b),
    [-2, 18],
  );
});

test('fields that touch at a corner stay two', () => {
  const loops = loopsOf([0, 6], 5);
  assert.deepEqual(loops.map(area), [2, 2]);
});

test('the ends of a row are no neighbours of the next', () => {
  assert.deepEqual(loopsOf([4, 5], 5).map(area), [2, 2]);
});
