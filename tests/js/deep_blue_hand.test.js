// What does a press on a mine order? The way there first, where it takes more than this round; nothing that would only fail.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { handOf } from 'games/deep_blue/hand.js';
import { positionOf } from 'games/deep_blue/position.js';
import { makeView, unit } from './deep_blue_fixture.js';

const MINE = {
  id: 110,
  kind: 'mine',
  seat: null,
  rect: [10, 3, 10, 3],
  level: 1,
  health: null,
  metal: 90,
  visible: true,
};

/** Orders that a press on the mine gives a cargo ship at a place, to which the way takes so many rounds. */
async function pressed(pos, rounds, kind = null) {
  const cargo = unit(250, 'cargo', 0, pos, { fuel: 90, ammo: 0, metal: 0, destination: null });
  const view = makeView();
  const position = positionOf({ ...view, elements: [...view.elements, MINE, cargo] });
  const offer = { type: 'collect', target: MINE.id, refused: null };
  const answers = { 250: { commands: [offer], cell: { way: { rounds, path: [] } }, fire: [] } };
  let given = null;
  const session = {
    state: { orders: {}, selected: [250], layer: 3 },
    position: () => position,
    chosen: () => [cargo],
    crew: () => [cargo],
    canOrder: () => true,
    about: (units) => ({ units }),
    question: async () => ({ ask: { units: answers } }),
    order: (orders) => {
      given = orders.units[250];
    },
    say() {},
    deny: (/** @type {string} */ why) => assert.fail(why),
    setError() {},
  };
  await handOf(/** @type {any} */ (session)).act([10, 3], kind);
  return given;
}

test('a mine that is more than a round away is sailed to first, one within reach is collected from at once', async () => {
  const far = await pressed([5, 0, 1], 2);
  assert.equal(far.command, undefined);
  assert.ok(Array.isArray(far.move));
  const near = await pressed([8, 2, 1], 1);
  assert.equal(near.command.type, 'collect');
  const beside = await pressed([9, 3, 1], 2);
  assert.deepEqual([beside.command.type, beside.move], ['collect', undefined], 'it is there: no way is to be sailed');
  const asked = await pressed([5, 0, 1], 2, 'collect');
  assert.equal(asked.command.type, 'collect', 'whoever chooses the command means it');
});
