import assert from 'node:assert/strict';
import { test } from 'node:test';
import { explained, formatTime, meaning, remaining } from 'match/clock.js';

const INFO = { step_seconds: 30 };
const status = (fields = {}) => ({
  status: 'running',
  step: 3,
  deadline: 100_000,
  waiting: [0, 1],
  seats: [
    { seat: 0, bank: 20_000 },
    { seat: 1, bank: 50_000 },
    { seat: 2, bank: 90_000 },
  ],
  ...fields,
});

test('before the deadline it is the time of the step', () => {
  assert.deepEqual(remaining(status(), INFO, 0, 85_000), { kind: 'step', left: 15_000, part: 0.5 });
  assert.equal(remaining(status(), INFO, 0, 10_000).part, 1, 'a long first step fills the ring');
});

test('after it a seat that is awaited lives on its own bank', () => {
  assert.deepEqual(remaining(status(), INFO, 0, 105_000), { kind: 'bank', left: 15_000, part: 0.75 });
});

test('whoever is not awaited sees the longest bank of those who are', () => {
  assert.equal(remaining(status(), INFO, 2, 110_000).left, 40_000);
  assert.equal(remaining(status(), INFO, null, 110_000).left, 40_000);
});

test('when nothing is left it is late, never negative', () => {
  assert.deepEqual(remaining(status(), INFO, 0, 130_000), { kind: 'late', left: 0, part: 0 });
  assert.equal(remaining(status({ waiting: [] }), INFO, 0, 100_001).kind, 'late');
});

test('a spectator who is not told the banks gets no nonsense', () => {
  const seats = [{ seat: 0, bank: null }];
  assert.equal(remaining(status({ waiting: [], seats }), INFO, null, 100_001).kind, 'late');
});

test('no clock runs in a pause, after the end, or without a deadline', () => {
  for (const fields of [{ status: 'paused' }, { status: 'finished' }, { deadline: null }]) {
    assert.equal(remaining(status(fields), INFO, 0, 0).kind, 'none');
  }
});

test('what the clock counts is said: the step, why the first is longer, the reserve', () => {
  const info = { clock: 'live', step_seconds: 30, bank_seconds: 60 };
  const at = (kind, left, step) => [{ kind, left, part: 1 }, info, { step }];
  assert.equal(meaning(...at('step', 85_000, 0)), 'first step, longer');
  assert.equal(meaning(...at('step', 25_000, 0)), 'this step', 'by then it is like any other');
  assert.equal(meaning(...at('step', 25_000, 4)), 'this step');
  assert.equal(meaning(...at('bank', 5_000, 4)), 'in reserve');
  assert.equal(meaning(...at('late', 0, 4)), '');
  assert.match(explained(...at('step', 85_000, 0)), /0:30 a step · The first has more.* · .*1:00 for the whole match/);
  assert.doesNotMatch(explained(...at('step', 25_000, 3)), /first/);
});

test('time in words is rounded up and never shows zero too early', () => {
  assert.equal(formatTime(0), '0:00');
  assert.equal(formatTime(1), '0:01');
  assert.equal(formatTime(95_000), '1:35');
  assert.equal(formatTime(59_001), '1:00');
  assert.equal(formatTime(3_600_000), '1 h 0 min');
  assert.equal(formatTime(86_400_000 * 2 + 3_600_000 * 5), '2 d 5 h');
});
