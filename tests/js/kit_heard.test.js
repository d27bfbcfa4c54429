import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createHeard } from 'kit/heard.js';

test('a value is noted in the round in which it is new', () => {
  const heard = createHeard();
  for (const [round, value] of [
    [1, 0],
    [2, 7],
    [3, 7],
    [4, 9],
  ])
    heard.note(5, round, value);
  assert.deepEqual(heard.of(5, 10), [
    [4, 9],
    [2, 7],
  ]);
  assert.deepEqual(heard.of(6, 10), []);
});

test('whoever goes back in time hears what had been said by then', () => {
  const heard = createHeard();
  heard.note(5, 8, 3);
  heard.note(5, 2, 7);
  heard.note(5, 5, 7);
  assert.deepEqual(heard.of(5, 5), [[2, 7]]);
  assert.deepEqual(heard.of(5, 8), [
    [8, 3],
    [2, 7],
  ]);
});
