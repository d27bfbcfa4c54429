// What a page asks by itself goes one after the other, whoever of it asks, and a refusal ends no queue.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inTurn } from 'match/in_turn.js';

test('one request at a time, in their order, also after one that was refused', async () => {
  const begun = [];
  const ends = new Map();
  const ask = (name) => () =>
    new Promise((resolve, reject) => {
      begun.push(name);
      ends.set(name, { resolve: () => resolve(name), reject });
    });
  const [run, chances, frames] = ['run', 'chances', 'frames'].map((name) => inTurn(ask(name)));
  const settled = () => new Promise(setImmediate);
  await settled();
  assert.deepEqual(begun, ['run']);
  ends.get('run').reject(new Error('too many'));
  await assert.rejects(run, /too many/);
  await settled();
  assert.deepEqual(begun, ['run', 'chances']);
  ends.get('chances').resolve();
  assert.equal(await chances, 'chances');
  await settled();
  assert.deepEqual(begun, ['run', 'chances', 'frames']);
  ends.get('frames').resolve();
  assert.equal(await frames, 'frames');
});
