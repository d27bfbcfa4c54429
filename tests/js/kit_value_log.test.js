import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createValueLog } from 'kit/value_log.js';

test('a value is noted in the round in which it is new', () => {
  const log = createValueLog();
  for (const [round, value] of [
    [1, 0],
    [2, 7],
    [3, 7],
    [4, 9],
  ])
    log.note(5, round, value);
  assert.deepEqual(log.of(5, 10), [
    [4, 9],
    [2, 7],
  ]);
  assert.deepEqual(log.of(6, 10), []);
});

test('whoever goes back in time hears what had been said by then', () => {
  const log = createValueLog();
  log.note(5, 8, 3);
  log.note(5, 2, 7);
  log.note(5, 5, 7);
  assert.deepEqual(log.of(5, 5), [[2, 7]]);
  assert.deepEqual(log.of(5, 8), [
    [8, 3],
    [2, 7],
  ]);
});
