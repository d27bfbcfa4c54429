// What does the chart warn of before a step is played? Only what the forecast and the own view tell.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { needsOf } from 'games/cosmos/warnings.js';

const planet = (/** @type {number} */ id, seat = 0) => ({ id, kind: 'planet', seat, pos: [id, 1] });
const ship = { id: 9, kind: 'battleship', seat: 0, pos: [5, 5] };
/** @param {any[]} events @param {any[]} [vain] */
function needs(events, vain = []) {
  const byId = new Map([planet(1), planet(2), planet(3, 1), ship].map((one) => [one.id, one]));
  const view = { seat: 0, round: 11, stride: 5 };
  const told = { events, bare: [], vain, least_burst: 20 };
  const session = {
    hasDraft: () => true,
    idle: () => [],
    position: () => ({ byId, view, shown: [] }),
    state: { told },
  };
  return needsOf(/** @type {any} */ (session)).map(({ id, text }) => [id, text.split(': ').slice(1).join(': ')]);
}
const burst = (/** @type {number[]} */ ids) => ({
  type: 'overloaded',
  id: 9,
  energy: 60,
  hits: ids.map((id) => ({ id })),
});

test('a burst that own ones share is warned of, one that reaches only others is not', () => {
  assert.deepEqual(needs([burst([3])]), []);
  assert.match(needs([burst([1, 3])])[0][1], /1 of your own takes a share/);
  assert.match(needs([burst([1, 2])])[0][1], /nobody but your own/);
  assert.match(needs([burst([])])[0][1], /hit nobody/);
});

test('bids that the engine calls vain are named, with what they lose to', () => {
  const vain = [
    { planet: 2, bid: 4, rival: 1, most: 9, round: 11 },
    { planet: 1, bid: 6, rival: null, most: 7, round: 8 },
  ];
  assert.deepEqual(needs([], vain), [
    [2, 'it bids 4 against another planet of yours, which bids 9'],
    [1, 'it bids 6; 7 lost in round 8'],
  ]);
  assert.deepEqual(needs([], []), []);
});
