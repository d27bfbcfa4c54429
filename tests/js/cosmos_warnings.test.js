// What does the chart warn of before a step is played? Only what the forecast and the own view tell.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { needsOf } from 'games/cosmos/warnings.js';

const planet = (/** @type {number} */ id, seat = 0) => ({ id, kind: 'planet', seat, pos: [id, 1] });
const ship = { id: 9, kind: 'battleship', seat: 0, pos: [5, 5] };
/** @param {any[]} events @param {any[]} [history] */
function needs(events, history = []) {
  const byId = new Map([planet(1), planet(2), planet(3, 1), ship].map((one) => [one.id, one]));
  const view = { seat: 0, round: 11, stride: 5, weapon: { history } };
  const told = { events, bare: [], least_burst: 20 };
  const session = { hasDraft: () => true, position: () => ({ byId, view }), state: { told } };
  return needsOf(/** @type {any} */ (session)).map(({ id, text }) => [id, text.split(': ').slice(1).join(': ')]);
}
const charged = (/** @type {number} */ id, /** @type {number} */ bid, round = 11) => ({
  type: 'charged',
  round,
  planet: id,
  bid,
});
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

test('planets that bid against each other: the one that cannot win is named', () => {
  assert.deepEqual(needs([charged(1, 9), charged(2, 4)]), [
    [2, 'it bids 4 against another planet of yours, which bids 9'],
  ]);
  assert.deepEqual(needs([charged(1, 9), charged(2, 4, 12)]), []);
});

test('a bid no higher than one that has just lost is warned of; one that is higher, or a loss of long ago, is not', () => {
  const lost = [[8, 1, 6, 'lost', 3]];
  assert.deepEqual(needs([charged(1, 6)], lost), [[1, 'it bids 6; 6 lost in round 8']]);
  assert.deepEqual(needs([charged(1, 7)], lost), []);
  assert.deepEqual(needs([charged(1, 6)], [[3, 1, 6, 'lost', 3]]), []);
  assert.deepEqual(needs([charged(1, 6)], [[8, 1, 6, 'won', 0]]), []);
});
