// Which acts of a step own the page, and what is said of them?
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { actsOf } from 'games/frames/playback.js';
import { positionOf } from 'games/frames/position.js';
import { captionOf, revealsOf, standsOf } from 'games/frames/reveals.js';
import { INFO, mech, side, viewOf } from './frames_fixture.js';

const position = () =>
  positionOf(viewOf({ seats: [side(0, [mech('m0_0')]), side(1, [mech('m1_0', { at: [0, 2] })])] }));
const AT_THE_ENEMY = {
  attack: { by: 's0', weapon: 'siege_railgun', targets: [{ unit: 's1', landed: 1, packet: 15 }] },
};
const only = (/** @type {any[]} */ events, /** @type {any} */ window = null) => [
  ...revealsOf(actsOf(events), window).values(),
];
const told = (/** @type {any} */ reveal) => captionOf(reveal, position(), INFO);

test('a shot that is turned back: who turned the card over, where the shot went, who pays', () => {
  const [reveal, ...others] = only(
    [
      { type: 'react', seat: 1, card: 'warp_shield' },
      { type: 'discard', seat: 1, card: 'warp_shield' },
      { type: 'packet', target: 's1', amount: 0 },
      { type: 'damage', unit: 's0', amount: 15, hp: 0, cause: 'warp_shield' },
      { type: 'destroyed', unit: 's0', by: 1 },
      { type: 'ship_wrecked', seat: 0 },
      { type: 'over', outcome: {} },
    ],
    AT_THE_ENEMY,
  );
  assert.deepEqual(others, []);
  assert.deepEqual([reveal.seat, reveal.card, reveal.isBack], [1, 'warp_shield', true]);
  assert.deepEqual(reveal.shot, { by: 's0', weapon: 'siege_railgun', to: 's1' });
  assert.deepEqual(reveal.hits, [{ unit: 's0', amount: 15, hp: 0 }]);
  assert.deepEqual(reveal.lost, ['s0']);
  assert.equal(told(reveal), 'Warp Shield of Ben (B) turns the shot back: 15 damage to your Hummingbird');
  assert.deepEqual(standsOf(reveal, position()), ['s1', 's0']);
});

test('an answer after which nothing of the shot is left says so; the attack may be of the same step', () => {
  const [reveal] = only([
    { type: 'attack', by: 's1', weapon: 'thermal_beam', targets: ['m0_0', 's0'] },
    { type: 'judged', target: 's0', landed: true },
    { type: 'react', seat: 0, card: 'conversion_shield' },
    { type: 'packet', target: 's0', amount: 0 },
  ]);
  assert.deepEqual([reveal.isStopped, reveal.isBack, reveal.hits], [true, false, []]);
  assert.match(told(reveal), /^Your .*Shield stops the shot at your Sword/);
});

test('the blow that takes the last hit points counts all blows at that unit; a small hit stays on the table', () => {
  const hit = (/** @type {number} */ amount, /** @type {number} */ hp) => ({
    type: 'damage',
    unit: 'm1_0',
    amount,
    hp,
  });
  const attack = { type: 'attack', by: 'm0_0', weapon: 'assault_rifle', targets: ['m1_0'] };
  assert.deepEqual(only([attack, hit(2, 2)]), []);
  const [reveal] = only([attack, hit(2, 2), hit(2, 0), { type: 'destroyed', unit: 'm1_0', by: 0 }]);
  assert.deepEqual(reveal.hits, [{ unit: 'm1_0', amount: 4, hp: 0 }]);
  assert.equal(reveal.card, null);
  assert.match(told(reveal), /^Your Sword 1 destroys the enemy Sword 1 with .+: 4 damage$/);
});

test('a card played in one’s own turn and a mech that is given away are no such moments', () => {
  assert.deepEqual(
    only([
      { type: 'play', seat: 1, card: 'repair_robots' },
      { type: 'destroyed', unit: 'm1_0' },
    ]),
    [],
  );
});
