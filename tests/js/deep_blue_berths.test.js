// Does every ship that is sent to one goal get water of its own, clear of those who stay there, and is it told where there is none?
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { berth, firingPlace } from 'games/deep_blue/berths.js';
import { sailTo } from 'games/deep_blue/formation.js';
import { send } from 'games/deep_blue/orders.js';
import { positionOf } from 'games/deep_blue/position.js';
import { makeView, unit } from './deep_blue_fixture.js';

const ship = (id, pos, more = {}) =>
  unit(id, 'destroyer', 0, pos, { fuel: 80, ammo: 40, metal: 0, destination: null, ...more });
/** @param {any[]} ships */
const seaOf = (...ships) => {
  const view = makeView();
  const buildings = view.elements.filter(({ rect }) => rect);
  return positionOf({ ...view, elements: [...buildings, ...ships] });
};
const RUN = { type: 'collect_run', target: 110, leg: 'home' };

test('ships that are sent to the base one after another lie beside it each in water of its own', () => {
  const ships = [1, 2, 3, 4].map((id) => ship(id, [4 + id, 6, 1]));
  const parked = ship(9, [4, 3, 1], { standing: RUN });
  const position = seaOf(...ships, parked);
  let orders = {};
  const cells = ships.map((one) => {
    const place = berth(position, orders, one, /** @type {any} */ (position.base));
    assert.ok(place.isBeside);
    orders = send(orders, [one.id], place.cell);
    return String(place.cell);
  });
  assert.equal(new Set([...cells, '4,3']).size, 5, 'nor where one stays by its standing order');
});

test('who finds no room beside a place waits near it, and that is told', () => {
  const around = [
    [7, 2],
    [8, 2],
    [6, 3],
    [6, 4],
    [9, 3],
    [9, 4],
    [7, 5],
  ].map(([x, y], i) => ship(20 + i, [x, y, 1]));
  const late = ship(1, [5, 6, 1]);
  const position = seaOf(...around, late);
  const island = /** @type {any} */ (position.elements.get(102));
  const place = berth(position, {}, late, island);
  assert.equal(place.isBeside, false);
  assert.ok(!around.some(({ pos }) => pos[0] === place.cell[0] && pos[1] === place.cell[1]));
  // One that leaves makes room.
  const left = send({}, [around[2].id], [0, 7]);
  assert.deepEqual(berth(position, left, late, island), { cell: [6, 3], isBeside: true });
});

test('two that close in on one target, or are sent to one cell, do not end in the same', () => {
  const [one, other] = [ship(1, [0, 5, 1]), ship(2, [0, 6, 1])];
  const position = seaOf(one, other);
  const island = /** @type {any} */ (position.elements.get(102));
  const way = /** @type {[number, number][]} */ ([
    [4, 5],
    [5, 5],
    [6, 5],
  ]);
  const first = firingPlace(position, {}, one, island, 4, way).cell;
  const orders = send({}, [1], first);
  assert.deepEqual(first, [4, 5]);
  assert.deepEqual(firingPlace(position, orders, other, island, 4, way).cell, [5, 5]);
  assert.deepEqual(firingPlace(position, orders, other, island, 4, [[4, 5]]).isBeside, true);
  const both = sailTo(orders, position, [/** @type {any} */ (other)], [4, 5]);
  assert.notDeepEqual(both.units?.[2]?.move, [4, 5]);
  assert.deepEqual(sailTo({}, position, [/** @type {any} */ (other)], [4, 5]).units?.[2]?.move, [4, 5]);
});
