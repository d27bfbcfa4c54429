// Which moments are marked on the timeline?
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { milestonesOf } from 'match/milestones.js';

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
