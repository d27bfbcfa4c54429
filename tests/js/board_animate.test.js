// Does a timeline run, end, skip and stand still as it says?
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createTimeline, easeOut, even } from 'board/animate.js';

/** A clock that goes only when told to. */
function handClock() {
  let [time, next] = [0, /** @type {null | (() => void)} */ (null)];
  return {
    now: () => time,
    request(tick) {
      next = tick;
      return 1;
    },
    cancel() {
      next = null;
    },
    advance(by) {
      time += by;
      const tick = next;
      next = null;
      tick?.();
    },
    waits: () => next !== null,
  };
}

const CONTEXT = /** @type {any} */ ({ save() {}, restore() {} });

test('tracks begin in order and paint from 0 to 1 while they last', async () => {
  const clock = handClock();
  const timeline = createTimeline(() => {}, clock);
  const [begun, painted] = [[], []];
  const done = timeline.play([
    { at: 100, lasts: 100, begin: () => begun.push('b'), paint: (_ctx, _view, k) => painted.push(k) },
    { at: 0, lasts: 50, begin: () => begun.push('a') },
  ]);
  assert.deepEqual(begun, ['a']);
  timeline.paint(CONTEXT, /** @type {any} */ ({}));
  assert.deepEqual(painted, []);
  clock.advance(150);
  timeline.paint(CONTEXT, /** @type {any} */ ({}));
  assert.deepEqual(begun, ['a', 'b']);
  assert.deepEqual(painted, [easeOut(0.5)]);
  clock.advance(50);
  await done;
  assert.equal(timeline.playing(), false);
  assert.equal(clock.waits(), false);
});

test('speed shortens the time', async () => {
  const clock = handClock();
  const timeline = createTimeline(() => {}, clock);
  const done = timeline.play([{ at: 0, lasts: 1000 }], { speed: 4 });
  clock.advance(249);
  assert.equal(timeline.playing(), true);
  clock.advance(1);
  await done;
  assert.equal(timeline.playing(), false);
});

test('skipping does all that was still to begin, once, and keeps the promise', async () => {
  const clock = handClock();
  const timeline = createTimeline(() => {}, clock);
  let begun = 0;
  const done = timeline.play([
    { at: 0, lasts: 10, begin: () => (begun += 1) },
    { at: 500, lasts: 10, begin: () => (begun += 10) },
  ]);
  timeline.skip();
  await done;
  assert.equal(begun, 11);
  timeline.skip();
  assert.equal(begun, 11);
});

test('without motion it is over at once and asks for no frame', async () => {
  const clock = handClock();
  const timeline = createTimeline(() => {}, clock);
  let begun = 0;
  const done = timeline.play([{ at: 300, lasts: 400, begin: () => (begun += 1) }], { instant: true });
  assert.equal(begun, 1);
  assert.equal(timeline.playing(), false);
  assert.equal(clock.waits(), false);
  await done;
});

test('a new play ends the one before', async () => {
  const clock = handClock();
  const timeline = createTimeline(() => {}, clock);
  let begun = 0;
  const first = timeline.play([{ at: 900, lasts: 1, begin: () => (begun += 1) }]);
  const second = timeline.play([{ at: 0, lasts: 1 }]);
  await first;
  assert.equal(begun, 1);
  clock.advance(1);
  await second;
});

test('a run can be held, sought back and forth, and paced anew', async () => {
  const clock = handClock();
  const timeline = createTimeline(() => {}, clock);
  const painted = [];
  const done = timeline.play([{ at: 0, lasts: 1000, ease: even, paint: (_ctx, _view, k) => painted.push(k) }]);
  clock.advance(100);
  timeline.hold(true);
  clock.advance(5000);
  assert.deepEqual(timeline.progress(), { time: 100, end: 1000, held: true });
  timeline.seek(600);
  timeline.paint(CONTEXT, /** @type {any} */ ({}));
  timeline.seek(200);
  timeline.paint(CONTEXT, /** @type {any} */ ({}));
  assert.deepEqual(painted, [0.6, 0.2]);
  timeline.hold(false);
  timeline.pace(4);
  clock.advance(100);
  assert.equal(timeline.progress()?.time, 600);
  clock.advance(100);
  await done;
  assert.equal(timeline.progress(), null);
});

test('events are heard at their moment, not where the rest is skipped', () => {
  const clock = handClock();
  const timeline = createTimeline(() => {}, clock);
  const heard = [];
  const hear = ({ type }) => heard.push(type);
  const tracks = [
    { at: 0, lasts: 50, event: { type: 'shot' } },
    { at: 100, lasts: 50, event: { type: 'hit' } },
    { at: 200, lasts: 50, event: { type: 'fall' } },
  ];
  timeline.play(tracks, { hear });
  clock.advance(120);
  assert.deepEqual(heard, ['shot', 'hit']);
  timeline.skip();
  timeline.play(tracks, { hear, instant: true });
  assert.deepEqual(heard, ['shot', 'hit']);
});
