// Does the goal say when a match of Cosmos can end early?
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { goal, mostOfOthers } from 'games/cosmos/goal.js';

test('once a lead can be more than the rounds left, the goal says that it ends with that', () => {
  const at = (round, own, end_when_decided = true) =>
    goal(
      /** @type {any} */ ({ view: { round, rounds: 200, safe: 101, weapon: { own }, rules: { end_when_decided } } }),
    );
  assert.match(at(100, 80), /^Win 101 weapon bids/);
  assert.match(at(121, 81), /lead by more than the rounds left: 81 won, 80 left/);
  assert.match(at(121, 81, false), /^Win 101 weapon bids/);
});

test('what others have at most is what they have once the match is over', () => {
  const view = /** @type {any} */ ({ seat: 0, round: 114, rounds: 200, weapon: { own: 93 }, outcome: null });
  assert.equal(mostOfOthers(view), 20);
  const ranking = [
    { seat: 0, points: 93 },
    { seat: 1, points: 5 },
  ];
  assert.equal(mostOfOthers({ ...view, outcome: { ranking } }), 5);
});
