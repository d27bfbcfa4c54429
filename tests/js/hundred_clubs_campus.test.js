// Is every cell of a kind built on exactly once?
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { boxesOf } from 'games/hundred_clubs/campus.js';

test('boxes cover the cells of their kind once, and no others', () => {
  const rows = ['aab..', 'aabb.', 'a.bbb', '..bbb'];
  const kinds = [...rows.join('')];
  const chart = /** @type {any} */ ({ width: 5, height: 4 });
  for (const kind of ['a', 'b']) {
    const covered = boxesOf(kinds, chart, kind).flatMap(({ x, y, width, height }) =>
      Array.from({ length: width * height }, (_, i) => (y + Math.floor(i / width)) * 5 + x + (i % width)),
    );
    assert.equal(new Set(covered).size, covered.length);
    assert.deepEqual(
      covered.toSorted((a, b) => a - b),
      [...kinds.keys()].filter((cell) => kinds[cell] === kind),
    );
  }
});

test('what is built as one has an end', () => {
  const boxes = boxesOf(Array(20).fill('a'), /** @type {any} */ ({ width: 20, height: 1 }), 'a');
  assert.ok(boxes.length > 1);
});
