// What of a round at sea matters most, and where was it?
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { centreOfEvent, gains, weightOf } from 'games/deep_blue/describe_events.js';

const about = /** @type {any} */ ({
  position: {
    seat: 0,
    elements: new Map([
      [7, { seat: 0 }],
      [8, { seat: 1 }],
    ]),
  },
});
const weigh = (/** @type {any} */ event) => weightOf(event, about);

test('own losses weigh most, then blows that one took, then those that one dealt, then misses', () => {
  const events = [
    { type: 'destroyed', seat: 0 },
    { type: 'destroyed', seat: 1 },
    { type: 'strike', damage: 4, target: 7 },
    { type: 'strike', damage: 4, target: 8 },
    { type: 'strike', damage: 0, target: 7 },
    { type: 'move', id: 7 },
  ];
  assert.deepEqual(
    events.map(weigh),
    events.map(weigh).toSorted((a, b) => b - a),
  );
  assert.equal(new Set(events.map(weigh)).size, events.length);
});

test('an event is where its cell is; what has none is nowhere', () => {
  assert.deepEqual(centreOfEvent({ type: 'strike', cell: [3, 4, 1] }), [3.5, 4.5]);
  assert.deepEqual(
    centreOfEvent({
      type: 'move',
      path: [
        [1, 1],
        [2, 2],
      ],
    }),
    [2.5, 2.5],
  );
  assert.equal(centreOfEvent({ type: 'match_ended' }), null);
});

test('what both sides earned in a round is told, though nothing of it was seen', () => {
  const seats = [
    { seat: 0, name: 'Ada' },
    { seat: 1, name: 'Ben' },
  ];
  const at = (seat, ...scores) => ({ view: { scores }, position: { seat }, info: { seats } });
  const texts = (...given) => gains(...given).map(({ text }) => text);
  assert.deepEqual(texts(at(0, 12, 25), at(0, 0, 20)), [
    'You gain 12 points, 12 in all.',
    'The enemy gains 5 points, 25 in all.',
  ]);
  assert.match(texts(at(null, 12, 25), at(null, 12, 24))[0], /Ben \(B\) gains 1 point, 25 in all/);
  assert.deepEqual(texts(at(0, 12, 25), at(0, 12, 25)), []);
  assert.deepEqual(texts(at(0, 12, 25), null), []);
});
