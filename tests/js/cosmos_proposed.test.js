// Who would go where by the way that is open, before it is ordered?
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { proposedBy } from 'games/cosmos/next.js';

const by = (/** @type {any} */ entry) => proposedBy(entry);
const goesTo = { movement: { type: 'move_to', to: [3, 4] } };
const goesFor = { movement: { type: 'pursue', id: 9 } };

test('a ship leaves the way that it is on for the one that is proposed, and one that is built begins its own', () => {
  assert.deepEqual(by({ by: 7, id: 7, orders: { standing: [{ id: 7, ...goesTo }] } }), {
    by: 7,
    id: 7,
    to: [3, 4],
    moves: true,
  });
  assert.deepEqual(by({ by: 7, id: 9, orders: { standing: [{ id: 7, ...goesFor }] } })?.moves, true);
  const built = { direct: [{ id: 1, actions: [] }], defaults: { battleship: goesFor } };
  assert.deepEqual(by({ by: 1, id: 9, orders: built }), { by: 1, id: 9, to: null, moves: false });
});

test('who bids or waits goes nowhere', () => {
  assert.equal(proposedBy(undefined), null);
  assert.equal(by(null), null);
  assert.equal(by({ by: 1, id: 1, orders: null }), null);
  assert.equal(by({ by: 1, id: 1, orders: { standing: [{ id: 1, reflexes: [] }] } }), null);
});
