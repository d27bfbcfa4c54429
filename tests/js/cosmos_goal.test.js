// Does the goal say when a match of Cosmos can end early?
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { goal } from 'games/cosmos/goal.js';

test('once a lead can be more than the rounds left, the goal says that it ends with that', () => {
  const at = (round, own, end_when_decided = true) =>
    goal(
      /** @type {any} */ ({ view: { round, rounds: 200, safe: 101, weapon: { own }, rules: { end_when_decided } } }),
    );
  assert.match(at(100, 80), /^Win 101 weapon bids/);
  assert.match(at(121, 81), /lead by more than the rounds left: 81 won, 80 left/);
  assert.match(at(121, 81, false), /^Win 101 weapon bids/);
});
