// Do words about places and ways of Cosmos hold: how far, in which direction, and why a way is not straight?
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bends } from 'games/cosmos/hints.js';
import { callAsIn, placeName } from 'games/cosmos/names.js';

callAsIn({
  names: { entities: { named: { 10001: ['Vofitar', '沃菲塔'] } } },
  own: [{ id: 10001, kind: 'planet', pos: [10, 20] }],
});

for (const [pos, said] of [
  [[10, 20], 'Vofitar'],
  [[10, 23], '3 tiles north of Vofitar'],
  [[9, 20], '1 tile west of Vofitar'],
  [[14, 16], '4 tiles south-east of Vofitar'],
  [[31, 28], '21 tiles east and 8 north of Vofitar'],
  [[9, 18], '1 tile west and 2 south of Vofitar'],
])
  test(`${pos} is ${said}`, () => assert.equal(placeName(pos), said));

test('only a way that keeps off the straight one goes round', () => {
  assert.equal(
    bends([
      [0, 0],
      [5, 1],
      [10, 0],
    ]),
    false,
  );
  assert.equal(
    bends([
      [0, 0],
      [5, 4],
      [10, 0],
    ]),
    true,
  );
  assert.equal(
    bends([
      [0, 0],
      [3, 3],
      [6, 6],
    ]),
    false,
  );
  assert.equal(bends([[4, 4]]), false);
});
