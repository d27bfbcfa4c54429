// Does a group that is sent to a cell keep its formation, and is nobody sent onto land or into another's place?
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { approach, placesOf } from 'games/deep_blue/formation.js';

const [width, height] = [12, 12];
/** A chart with land at these cells. @param {[number, number][]} land */
const position = (land = []) => {
  const cells = new Uint8Array(width * height);
  for (const [x, y] of land) cells[y * width + x] = 1;
  return /** @type {any} */ ({ chart: { width, height, land: cells } });
};
/** @param {number} id @param {number[]} pos */
const unit = (id, pos) => /** @type {any} */ ({ id, pos });

test('each lies around the middle of the group as before', () => {
  const crew = [unit(1, [2, 2, 1]), unit(2, [4, 2, 1]), unit(3, [3, 4, 1])];
  const places = placesOf(position(), crew, [8, 8]);
  const [a, b, c] = [1, 2, 3].map((id) => /** @type {[number, number]} */ (places.get(id)));
  assert.deepEqual([b[0] - a[0], b[1] - a[1]], [2, 0]);
  assert.deepEqual([c[0] - a[0], c[1] - a[1]], [1, 2]);
  assert.ok([a, b, c].some((one) => String(one) === '8,8'));
});

test('land and the edge of the map move a ship beside its place, planes fly on; no two of a layer share a cell', () => {
  const crew = [unit(1, [2, 2, 1]), unit(2, [3, 2, 1]), unit(3, [4, 2, 1]), unit(4, [2, 2, 2])];
  const places = placesOf(position([[10, 8]]), crew, [11, 8]);
  const ships = [1, 2, 3].map((id) => String(places.get(id)));
  assert.equal(new Set(ships).size, 3);
  assert.ok(!ships.includes('10,8'));
  assert.ok([...places.values()].every(([x, y]) => x >= 0 && x < width && y >= 0 && y < height));
});

test('who lie far apart gather around the cell', () => {
  const places = placesOf(position(), [unit(1, [0, 0, 1]), unit(2, [11, 0, 1])], [5, 5]);
  for (const [x, y] of places.values()) assert.ok(Math.abs(x - 5) + Math.abs(y - 5) <= 1);
});

test('who cannot shoot at a target from here closes in to where its guns reach, and no farther', () => {
  const path = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9].map((x) => [x, 0]);
  const way = { path, stops: [4, 8, 9], rounds: 3, fuel: 50, fuel_ends: null };
  const able = (/** @type {any} */ fire, /** @type {any} */ more = {}) =>
    /** @type {any} */ ({ fire, cell: { way: { ...way, ...more } } });
  const target = unit(7, [9, 0, 1]);
  const near = approach(able([null, { radius: 3 }, null]), target);
  assert.deepEqual(near?.path.at(-1), [6, 0]);
  assert.deepEqual(near?.stops, [4, 6]);
  assert.equal(near?.rounds, 2);
  assert.equal(approach(able([null, { radius: 12 }, null]), target), null, 'it is in reach already');
  assert.equal(approach(able([null, null, null]), target), null, 'it has no guns for that');
  const dry = approach(able([null, { radius: 3 }, null], { fuel_ends: 5, rounds: null }), target);
  assert.equal(dry?.rounds, null, 'the fuel ends before');
  const late = approach(able([null, { radius: 3 }, null], { fuel_ends: 8, rounds: null }), target);
  assert.equal(late?.rounds, 2, 'the fuel would have ended behind where it stops');
});
