import assert from 'node:assert/strict';
import { test } from 'node:test';
import { actorFrom, moment } from 'kit/actors.js';
import { quantile } from 'kit/pace.js';

const LOOK = { x: 1.5, y: 1.5, heading: 0, health: 1, wake: 0, alpha: 1 };

test('an actor stands, goes cell by cell, and stands again', () => {
  const one = actorFrom(LOOK);
  const cells = [
    [1, 1],
    [2, 1],
    [2, 2],
  ];
  one.legs.push({ start: 100, end: 300, cells });
  const place = (/** @type {number} */ time) => {
    const { x, y } = moment(one, time);
    return [x, y];
  };
  assert.deepEqual(place(0), [1.5, 1.5]);
  assert.deepEqual(place(150), [2, 1.5]);
  assert.deepEqual(place(250), [2.5, 2]);
  assert.deepEqual(place(900), [2.5, 2.5]);
  assert.equal(moment(one, 250).heading, Math.PI / 2);
  assert.equal(moment(one, 250).wake, 1);
});

test('what changes at a time is so from then on, in whatever order times are asked', () => {
  const one = actorFrom(LOOK);
  one.turns.push({ at: 50, part: { health: 0.5 } }, { at: 90, part: { health: 0.2 } });
  assert.deepEqual(
    [95, 10, 60].map((time) => moment(one, time).health),
    [0.2, 1, 0.5],
  );
});

test('what a blow takes is seen for a while beside what is left, then drains', () => {
  const one = actorFrom(LOOK);
  one.turns.push({ at: 100, loss: 0.4 });
  const lost = [50, 150, 800, 5000].map((time) => moment(one, time).lost ?? 0);
  assert.equal(lost[0], 0);
  assert.ok(Math.abs(lost[1] - 0.4) < 1e-9);
  assert.ok(lost[2] > 0 && lost[2] < 0.4);
  assert.equal(lost[3], 0);
});

test('who comes later fades in, who goes fades out or sinks, and is not there before and after', () => {
  const one = { ...actorFrom(LOOK, 200), gone: 2000 };
  assert.equal(moment(one, 199), null);
  assert.ok(moment(one, 250).alpha < 1);
  assert.equal(moment(one, 1000).alpha, 1);
  assert.ok(moment(one, 1950).alpha < 1);
  assert.equal(moment(one, 2001), null);
  const ship = { ...one, sinks: true };
  assert.ok(moment(ship, 1900).sunk > moment(ship, 1500).sunk);
});

test('quantiles are of the sorted times', () => {
  assert.equal(quantile([5, 1, 4, 2, 3], 0.5), 3);
  assert.equal(quantile([5, 1, 4, 2, 3], 0.95), 5);
  assert.equal(quantile([], 0.5), 0);
});
