import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as orders from 'games/deep_blue/orders.js';

const fire = { type: 'attack', target: 9, cell: [3, 4, 1], strikes: ['fire'] };

test('a draft holds nothing that is empty, and giving up stands alone', () => {
  assert.deepEqual(orders.whole({ units: { 4: {} }, production: [] }), {});
  assert.deepEqual(orders.whole({ resign: true, units: { 4: { move: [1, 2] } } }), { resign: true });
  assert.ok(orders.isEmpty(orders.whole(null)));
  assert.deepEqual(orders.send({ resign: true }, [4], [1, 2]), { units: { 4: { move: [1, 2] } } });
});

test('parts of what a unit is ordered are laid beside each other, replaced and taken away', () => {
  let draft = orders.send({}, [4, 5], [1, 2]);
  draft = orders.command(draft, [[4, fire]]);
  draft = orders.send(draft, [5], null);
  assert.deepEqual(draft, { units: { 4: { move: [1, 2], command: fire }, 5: { move: null } } });
  assert.deepEqual(orders.adjust(draft, 4, { strikes: [] }).units[4].command.strikes, []);
  assert.equal(orders.adjust(draft, 5, { strikes: [] }), draft);
  assert.deepEqual(orders.cancel(draft, [4, 5]), {});
  assert.deepEqual(fire.strikes, ['fire'], 'nothing is changed in place');
});

test('a part is taken away by the path of the server', () => {
  const draft = { units: { 4: { move: [1, 2], command: fire } }, production: [{ kind: 'cruiser' }, { kind: 'cargo' }] };
  assert.deepEqual(orders.removeOrder(draft, 'units.4.command.strikes[1]').units, { 4: { move: [1, 2] } });
  assert.deepEqual(orders.removeOrder(draft, 'units.4'), { production: draft.production });
  assert.deepEqual(orders.removeOrder(draft, 'production[0].planes').production, [{ kind: 'cargo' }]);
  assert.deepEqual(orders.removeOrder(draft, 'production').production, [{ kind: 'cruiser' }]);
  assert.deepEqual(orders.removeOrder({ resign: true }, 'resign'), {});
  assert.deepEqual(orders.without(draft, ['production[0]', 'production[1]', 'units.4.move']), {
    units: { 4: { command: fire } },
  });
});

test('products are added, changed and put in order', () => {
  let draft = orders.build(orders.build({}, { kind: 'cruiser' }), { kind: 'cargo' });
  draft = orders.reorder(draft, 1, 0);
  draft = orders.rebuild(draft, 1, { kind: 'cruiser', rally: [3, 3] });
  assert.deepEqual(draft.production, [{ kind: 'cargo' }, { kind: 'cruiser', rally: [3, 3] }]);
  assert.deepEqual(orders.rebuild(orders.rebuild(draft, 0, null), 0, null), {});
});

test('the orders of the round before go to who is still there and has none', () => {
  const earlier = {
    units: { 4: { command: fire }, 5: { move: [1, 1] }, 6: { move: [2, 2] } },
    production: [{ kind: 'cargo' }],
  };
  const draft = { units: { 5: { move: [7, 7] } } };
  const ownOf = (id) => (id === 6 ? undefined : { id, pos: [3, 3, 1], ammo: 8 });
  assert.deepEqual(orders.repeat(draft, earlier, ownOf), {
    units: { 4: { command: fire }, 5: { move: [7, 7] } },
    production: [{ kind: 'cargo' }],
  });
});

test('nobody sails again to where it lies, nor fires again without ammo', () => {
  const earlier = { units: { 4: { move: [3, 3], command: fire }, 5: { command: fire } } };
  const ownOf = (id) => ({ id, pos: [3, 3, 1], ammo: id === 5 ? 0 : 8 });
  assert.deepEqual(orders.repeat({}, earlier, ownOf), { units: { 4: { command: fire } } });
});
