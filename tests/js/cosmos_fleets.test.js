// Which ships have a number where all of the chart is seen?
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fleetsOf, fleetWords } from 'games/cosmos/fleets.js';

const ship = (id, kind, x, energy, more = {}) =>
  /** @type {any} */ ({ id, kind, x, y: 0, energy, seat: 0, seen: 'own', sure: true, ...more });

test('ships of one kind and seat that stand close together have one number, a battleship alone its energy', () => {
  const shown = [
    ship(1, 'battleship', 5, 40),
    ship(2, 'battleship', 6, 60),
    ship(3, 'battleship', 20, 31),
    ship(4, 'battleship', 6, 25, { seat: 1, seen: 'seen' }),
    ship(5, 'miner', 5, 41),
    ship(6, 'miner', 6, 41),
    ship(7, 'scout', 5, 1),
    ship(8, 'planet', 5, 100),
    ship(9, 'battleship', 6, 90, { seen: 'remembered' }),
  ];
  const told = fleetsOf(shown, 2).map((fleet) => [fleet.lead.id, fleetWords(fleet)]);
  assert.deepEqual(told, [
    [2, '×2 · 100'],
    [3, '31'],
    [4, '25'],
    [5, '×2'],
  ]);
  assert.equal(fleetsOf(shown, 0.5).length, 4, 'nearer each has its own');
});
