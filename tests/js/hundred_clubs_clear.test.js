// What floats over the campus keeps clear of what a campaign is for, and a press that was meant for it is none on the map.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { aimsOf } from 'games/hundred_clubs/clear.js';
import { positionOf } from 'games/hundred_clubs/position.js';
import { quietPlace } from 'games/hundred_clubs/quiet.js';
import { viewOf } from './hundred_clubs_map_fixture.js';

test('a campaign aims at land in its reach that is not the club’s own: no water, nothing unseen', () => {
  const position = positionOf(viewOf(['DD~DDDDDD'], ['001.?....']));
  assert.deepEqual(aimsOf(0, position), [3]);
  assert.deepEqual(aimsOf(1, position), [3, 5]);
});

test('where a button stood a moment ago the map takes no press; beside it, and later, it does', () => {
  let pressed = /** @type {any} */ (null);
  const el = /** @type {any} */ ({
    addEventListener: (/** @type {string} */ _, /** @type {any} */ heard) => (pressed = heard),
  });
  const element = /** @type {any} */ ({
    hidden: false,
    contains: () => false,
    getBoundingClientRect: () => ({ left: 10, right: 110, top: 10, bottom: 60, width: 100 }),
  });
  const quiet = quietPlace(el, element);
  const isTaken = (/** @type {number} */ clientX, /** @type {number} */ timeStamp) => {
    let isStopped = false;
    pressed({ clientX, clientY: 50, timeStamp, target: null, stopPropagation: () => (isStopped = true) });
    return !isStopped;
  };
  assert.ok(isTaken(50, performance.now()), 'nothing has stood there');
  quiet.leave();
  const soon = performance.now();
  assert.equal(isTaken(50, soon), false);
  assert.ok(isTaken(200, soon));
  assert.ok(isTaken(50, soon + 60_000));
});
