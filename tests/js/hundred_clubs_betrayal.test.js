// Does a betrayal turn land at once and for good, and has every club a pattern of its own?
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { NEWS } from 'games/hundred_clubs/news.js';
import { patternPath } from 'games/hundred_clubs/patterns.js';
import { courseOf, ownersAt, turnsOf } from 'games/hundred_clubs/playback.js';
import { positionOf } from 'games/hundred_clubs/position.js';
import { TELLING } from 'games/hundred_clubs/telling.js';
import { beatsOf, chosen, laidOut } from 'kit/beats.js';
import { viewOf } from './hundred_clubs_map_fixture.js';

test('what a betrayer takes turns at once and stays, and the words stand beside it until it has been read', () => {
  const before = viewOf(['DDDDDD'], ['00011.'], { players: [{ seat: 1, relation: 'allied', area: 2 }] });
  const betrayal = { type: 'relation', a: 0, b: 1, was: 'allied', now: 'at_war', cause: 'backstab', by: 1 };
  const taken = [2, 1].map((x) => ({ type: 'taken', at: [x, 0], seat: 1, was: 0 }));
  const free = { type: 'taken', at: [5, 0], seat: 1, was: null };
  const events = [betrayal, ...taken, free];
  const line = (event, weight, more = {}) => ({ text: event.type, weight, event, at: null, ...more });
  const between = NEWS.between(betrayal);
  assert.deepEqual(between, [1, 0]);
  assert.equal(NEWS.between({ ...betrayal, cause: 'justified' }), null);
  const news = [
    line(betrayal, 95, { moment: 'turns', between }),
    line(taken[0], 94, { at: [2.5, 0.5] }),
    line(free, 24),
  ];
  const course = courseOf(positionOf(before), events);
  const { beats, limit } = chosen(beatsOf(news, events, course, TELLING), { length: course.length });
  assert.deepEqual(beats[0].events, [betrayal, ...taken], 'the betrayal and all that it takes are one beat');
  const laid = laidOut(course, beats, limit);
  const [beat] = laid.beats;
  assert.ok(beat.to - beat.from >= 3000, `${beat.to - beat.from} ms to read it`);
  const turns = turnsOf(laid.course.tracks);
  const blown = turns.filter(({ isBlow }) => isBlow);
  assert.deepEqual(blown.map(({ flip }) => flip.cell).sort(), [1, 2]);
  assert.equal(new Set(blown.map(({ at }) => at)).size, 1, 'all at once');
  const owners = (time) => [...ownersAt(positionOf(before).owner, turns, time)];
  const [{ at: blow }] = blown;
  assert.deepEqual(owners(blow - 1).slice(0, 5), [0, 0, 0, 1, 1]);
  for (const time of [blow, beat.still, beat.to, laid.course.length])
    assert.deepEqual(owners(time).slice(0, 5), [0, 1, 1, 1, 1], 'what was won never comes back');
  assert.equal(owners(laid.course.length)[5], 1);
});

test('each club has a pattern of its own, in its place on the map wherever the painting begins', () => {
  const strokes = [];
  const note =
    (name) =>
    (...at) =>
      strokes.push([name, ...at.map((value) => Math.round(value))].join(' '));
  const known = globalThis.Path2D;
  globalThis.Path2D = class {
    moveTo = note('move');
    lineTo = note('line');
    arc = note('arc');
    quadraticCurveTo = note('curve');
    closePath = note('close');
  };
  try {
    const drawn = (seat, x) => {
      strokes.length = 0;
      patternPath(seat, { x, y: 0, width: 120 - x, height: 30 }, { x: 0, y: 0 }, 30);
      return [...strokes];
    };
    const all = Array.from({ length: 8 }, (_, seat) => drawn(seat, 0).join());
    assert.equal(new Set(all).size, 8);
    assert.ok(drawn(1, 60).every((stroke) => drawn(1, 0).includes(stroke)));
  } finally {
    globalThis.Path2D = known;
  }
});
