// Does a row that is scrolled say how much of it lies beyond its edges, and bring it into view?
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { countBeyond } from 'kit/beyond.js';

const cards = (/** @type {number[]} */ ...lefts) => lefts.map((left) => ({ left, right: left + 100 }));

test('what is cut counts as beyond, what touches the edge does not', () => {
  const row = { left: 50, right: 350 };
  assert.deepEqual(countBeyond(row, cards(50, 150, 250)), { before: 0, after: 0 });
  assert.deepEqual(countBeyond(row, cards(46, 254)), { before: 0, after: 0 });
  assert.deepEqual(countBeyond(row, cards(-80, 20, 120, 220, 320, 420)), { before: 2, after: 2 });
});
