import assert from 'node:assert/strict';
import { test } from 'node:test';
import { onceAgain } from 'games/deep_blue/again.js';
import { repeat } from 'games/deep_blue/orders.js';
import { ownOf, positionOf } from 'games/deep_blue/position.js';
import { makeView, unit } from './deep_blue_fixture.js';

const fire = { type: 'attack', target: 9, cell: [3, 4, 1], strikes: ['fire'] };
const base = makeView();
const fleet = [
  unit(4, 'cruiser', 0, [4, 1, 1], { ammo: 0 }),
  unit(5, 'destroyer', 0, [5, 1, 1], { ammo: 20 }),
  unit(6, 'destroyer', 0, [6, 1, 1], { ammo: 20 }),
  unit(7, 'cruiser', 0, [7, 1, 1], { ammo: 20, health: 26 }),
  unit(8, 'destroyer', 0, [8, 1, 1], { ammo: 20 }),
];
const position = positionOf({ ...base, elements: [...base.elements, ...fleet] });
const earlier = {
  units: {
    3: { move: [1, 1] },
    4: { command: fire },
    5: { command: fire },
    6: { move: [6, 1] },
    7: { command: fire },
    8: { command: fire },
  },
};

test('what of the last round can be done and pays is ordered again; all else is named with its reason', () => {
  const again = repeat({}, earlier, (id) => ownOf(position, id));
  const answer = {
    refused: [{ path: 'units.8.command.target', code: 'gone', message: 'Nobody is there.', data: {} }],
    attention: [{ code: 'damaged_near_base', id: 7, health: 26, of: 95, distance: 5 }],
    units: { 5: { warnings: [{ code: 'out_of_sight', id: 9 }] } },
  };
  const lost = unit(3, 'submarine', 0, [1, 1, 0]);
  const { orders, left } = onceAgain(position, again, earlier, {}, answer, (id) => (id === 3 ? lost : undefined));
  assert.deepEqual(orders, { units: { 5: { command: fire } } });
  const words = Object.fromEntries(left.map(({ id, text }) => [id, text]));
  assert.match(words[3], /^submarine 3: gone$/i);
  assert.match(words[4], /no ammo/);
  assert.match(words[6], /is there/);
  assert.match(words[7], /damaged: 26 of 95/);
  assert.match(words[8], /Nobody is there/);
  assert.equal(left.length, 5);
});

test('a shot that does nothing, or harms one’s own, is not given again; a way that leads nowhere neither', () => {
  const was = { units: { 5: { move: [9, 1], command: fire } } };
  const answer = {
    refused: [],
    attention: [],
    units: { 5: { warnings: [{ code: 'no_damage' }, { code: 'no_return', fuel: 3, needs: 9 }] } },
  };
  const { orders, left } = onceAgain(position, was, was, {}, answer, () => undefined);
  assert.deepEqual(orders, {});
  assert.match(left[0].text, /no fuel for the way home: 3 left, 9 needed, no damage to expect/);
});

test('what was ordered before the press stays, and is not called left out', () => {
  const already = { units: { 5: { move: [2, 2] } } };
  const { orders, left } = onceAgain(position, already, { units: { 5: { command: fire } } }, already, null, () => null);
  assert.deepEqual([orders, left], [already, []]);
});
