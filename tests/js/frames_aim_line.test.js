// Does the line of an order lead from one end to the other, clear of both, and is there none where there is no way to see it?
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { lineBetween } from 'games/frames/aim_line.js';
import { endTokens } from 'games/frames/options.js';

test('the line keeps off both ends, and its words lie beside the straight way between them', () => {
  const line = lineBetween([100, 100], [500, 100]);
  const numbers = line?.d.match(/-?[\d.]+/g)?.map(Number) ?? [];
  assert.ok(numbers[0] > 120 && numbers.at(-2) !== undefined && Number(numbers.at(-2)) < 480);
  assert.equal(line?.middle[0], 300);
  assert.ok(line && line.middle[1] > 100 && line.middle[1] < 150);
  assert.equal(lineBetween([100, 100], [130, 100]), null);
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
