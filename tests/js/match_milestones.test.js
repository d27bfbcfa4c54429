// Which moments are marked on the timeline?
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gathered, milestonesOf } from 'match/milestones.js';

const frame = (step, ...events) => ({ step, view: {}, events, choices: null, final: false });
const game = { milestone: ({ type, seat }) => (type === 'dull' ? null : { seat, text: type }) };

test('one mark per step and seat, in order of time, with all that happened', () => {
  const frames = [
    frame(5, { type: 'war', seat: 1 }, { type: 'dull', seat: 1 }, { type: 'loss', seat: 1 }, { type: 'war', seat: 1 }),
    frame(2, { type: 'war', seat: 3 }, { type: 'peace', seat: null }),
  ];
  assert.deepEqual(milestonesOf(frames, game, {}), [
    { step: 2, seat: null, text: 'peace' },
    { step: 2, seat: 3, text: 'war' },
    { step: 5, seat: 1, text: 'war\nloss' },
  ]);
});

test('a game without milestones has none', () => {
  assert.deepEqual(milestonesOf([frame(1, { type: 'war', seat: 1 })], {}, {}), []);
});

test('a long match has no more marks than can be told apart, and none of its moments is lost without a word', () => {
  const marks = Array.from({ length: 1000 }, (_, step) => ({ step, seat: step % 2, text: `moment ${step}` }));
  const few = gathered(marks, 1000, 60);
  assert.ok(few.length <= 60, `${few.length} marks`);
  assert.equal(few[0].step, 0);
  assert.deepEqual(few[0].text.split('\n').slice(0, 2), ['moment 0', 'moment 2']);
  assert.match(few[0].text, /and 11 more/);
  assert.equal(gathered(marks.slice(0, 60), 1000, 60).length, 60);
});
