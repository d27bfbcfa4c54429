// Does the line of an order lead from one end to the other, clear of both, and is there none where there is no way to see it?
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { freeOf, lineBetween } from 'games/frames/aim_line.js';
import { endTokens } from 'games/frames/options.js';

test('the line keeps off both ends, and bends aside between them', () => {
  const line = lineBetween([100, 100], [500, 100]);
  assert.deepEqual(line?.at(0), [126, 100]);
  assert.deepEqual(line?.at(1), [474, 100]);
  const [x, y] = line?.at(0.5) ?? [0, 0];
  assert.ok(x === 300 && y > 110 && y < 150);
  assert.equal(lineBetween([100, 100], [130, 100]), null);
});

test('its words lie where they cover no others, as near the best place as they can', () => {
  const box = (/** @type {number} */ left, /** @type {number} */ top) =>
    /** @type {any} */ ({ left, top, right: left + 40, bottom: top + 20 });
  const places = /** @type {[number, number][]} */ ([50, 100, 150].map((x) => [x, 50]));
  const size = { width: 30, height: 20 };
  assert.deepEqual(freeOf(places, size, []), [50, 50]);
  assert.deepEqual(freeOf(places, size, [box(40, 40)]), [100, 50]);
  assert.deepEqual(freeOf(places, size, [box(40, 45), box(90, 45), box(140, 45)]), [50, 50], 'no room anywhere');
});

test('an attack goes from who fires to who is hit, a card of the hand only to its target', () => {
  const position = /** @type {any} */ ({ you: 1 });
  const ends = (/** @type {any} */ order) => endTokens(order, position);
  assert.deepEqual(ends({ type: 'fire', weapon: 'tracer_vulcan', target: 'm0_1' }), {
    from: 'unit:s1',
    to: 'unit:m0_1',
  });
  assert.equal(ends({ type: 'end_turn' }).to, null);
});
