// Is the table read as it lies: from which side, who stands where, what is held, which states there are?
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  areaOf,
  areasFrom,
  heldCard,
  homeOf,
  neighbour,
  ownSide,
  positionOf,
  shipArea,
  standing,
  statesOf,
} from 'games/frames/position.js';
import { noWay } from 'games/frames/words.js';
import { mech, side, viewOf } from './frames_fixture.js';

test('each seat has its own side at the bottom', () => {
  assert.equal(areasFrom(0).at(-1), '2,4');
  assert.deepEqual(areasFrom(1), areasFrom(0).reverse());
  assert.equal(neighbour('1,3', [0, -1], 0), '1,2');
  assert.equal(neighbour('1,3', [0, -1], 1), '1,4');
  assert.equal(neighbour('2,0', [1, 0], 0), null);
  assert.deepEqual([shipArea(0), shipArea(1)], ['1,4', '1,0']);
  assert.deepEqual(['0,0', '1,2', '2,4'].map(homeOf), [1, null, 0]);
});

test('mechs stand in their areas, the own ones first; those in the hangar nowhere', () => {
  const seats = [
    side(0, [mech('m0_0'), mech('m0_1', { where: 'hangar', at: null })]),
    side(1, [mech('m1_0'), mech('m1_1', { at: [2, 2] })]),
  ];
  const own = positionOf(viewOf({ seats }));
  const other = positionOf(viewOf({ seats, you: 1 }));
  assert.deepEqual(
    standing(own, '0,3').map(({ id }) => id),
    ['m0_0', 'm1_0'],
  );
  assert.equal(standing(other, '0,3')[0].id, 'm1_0');
  assert.equal(areaOf(own, 'm1_1'), '2,2');
  assert.equal(areaOf(own, 'm0_1'), null);
  assert.equal(areaOf(own, 's1'), '1,0');
  assert.equal(ownSide(positionOf(viewOf({ you: null }))), null);
});

test('an own card is found in the hand and on a mech; one that lies face down is nobody’s to read', () => {
  const gear = [{ id: 'c0_7', card: 'booster_pack', revealed: false }];
  const hand = { ship: [{ id: 'c0_1', card: 'warp_shield' }], mech: [], ship_count: 1, mech_count: 0 };
  const hidden = [{ id: null, card: null, revealed: false }];
  const position = positionOf(
    viewOf({ seats: [side(0, [mech('m0_0', { gear })], { hand }), side(1, [mech('m1_0', { gear: hidden })])] }),
  );
  assert.equal(heldCard(position, 'c0_1'), 'warp_shield');
  assert.equal(heldCard(position, 'c0_7'), 'booster_pack');
  assert.equal(heldCard(position, 'c1_3'), null);
});

test('states are told with their numbers', () => {
  const found = statesOf({
    burn: 3,
    barrier: { points: 2 },
    buffs: ['barrier', 'smoke'],
    tracer: { 0: 2, 1: 1 },
    acted: true,
  });
  assert.deepEqual(
    found.map(({ id, n }) => [id, n]),
    [
      ['burn', 3],
      ['barrier', 2],
      ['smoke', null],
      ['tracer', 3],
      ['acted', null],
    ],
  );
  assert.deepEqual(statesOf({}), []);
});

test('what cannot go to an area says of itself what it cannot', () => {
  const hand = { ship: [{ id: 'c0_1', card: 'gun' }], mech: [], ship_count: 1, mech_count: 0 };
  const mechs = [mech('m0_0'), mech('m0_1', { where: 'hangar', at: null })];
  const view = viewOf({ seats: [side(0, mechs, { hand }), side(1, [])], cards: { gun: { name: 'Gun' } } });
  const told = (/** @type {string[]} */ ...picked) => noWay(positionOf(view), picked, '2,1');
  assert.match(told('unit:m0_0'), / does not reach .+ in one act\.$/);
  assert.match(told('do:deploy', 'unit:m0_1'), / does not come out at .+\.$/);
  assert.match(told('card:c0_1'), /^Gun cannot be used at .+\.$/);
  assert.match(told('unit:m0_0', 'weapon:rail_sniper'), /^That cannot be used at .+\.$/);
});
