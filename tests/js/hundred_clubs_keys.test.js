// Do the keys of Hundred Clubs move, choose and size campaigns as their sheet says?
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { boardOf, LAND, OWN } from './hundred_clubs_hand_fixture.js';
import { frameOf, viewOf } from './hundred_clubs_map_fixture.js';

test('arrows move the cursor from the capital, stop at the edge, and say what is there', () => {
  const { host, state, key, revealed } = boardOf(viewOf(LAND, OWN, { me: { capital: [1, 0] } }));
  key('ArrowRight');
  assert.equal(state.cursor, 1);
  assert.match(host.said.at(-1), /1,0 dormitory.*Your capital/);
  key('ArrowRight');
  key('ArrowUp');
  assert.equal(state.cursor, 2);
  key('ArrowRight', { shiftKey: true });
  assert.equal(state.cursor, 3, 'a leap beyond the edge is one step');
  assert.deepEqual(revealed, [1, 2, 3]);
});

test('digits make one number for one campaign; a pause or another campaign begins anew', () => {
  const { host, key, hand } = boardOf(viewOf(LAND, OWN));
  hand.act(0);
  key('2');
  key('5');
  assert.equal(host.orders.campaigns[0].size, 25);
  key('7', { after: 2000 });
  assert.equal(host.orders.campaigns[0].size, 7);
  hand.act(6);
  key('9');
  assert.deepEqual(
    host.orders.campaigns.map(({ size }) => size),
    [7, 9],
  );
});

test('a number is over with Enter and the arrows, however soon the next digit comes', () => {
  const { host, key, hand, state } = boardOf(viewOf(LAND, OWN));
  hand.look(0);
  for (const name of ['Enter', '2', 'Enter', '5']) key(name);
  assert.equal(host.orders.campaigns[0].size, 5);
  for (const name of ['ArrowRight', 'ArrowLeft', '7']) key(name);
  assert.equal(host.orders.campaigns[0].size, 7);
  assert.equal(state.selected, 0);
});

test('Enter on a campaign at which the cursor rests keeps it chosen; a press on it lets it go', () => {
  const { key, hand, state } = boardOf(viewOf(LAND, OWN));
  hand.look(0);
  key('Enter');
  assert.equal(state.selected, 0);
  key('Enter');
  assert.equal(state.selected, 0);
  key('ArrowRight');
  assert.equal(state.selected, -1);
  key('ArrowLeft');
  key('Enter');
  assert.equal(state.selected, 0, 'the arrow has chosen it on arrival');
  hand.act(0, true);
  assert.equal(state.selected, -1);
});

test('Tab goes through the campaigns and leaves the board after the last', () => {
  const { host, state, key, hand } = boardOf(viewOf(LAND, OWN));
  hand.act(0);
  hand.act(6);
  key('Escape');
  assert.deepEqual([key('Tab'), state.selected], [true, 0]);
  assert.deepEqual([key('Tab'), state.selected], [true, 1]);
  assert.deepEqual([key('Tab'), state.selected], [false, -1]);
  assert.deepEqual([key('Tab', { shiftKey: true }), state.selected], [true, 1]);
  key('+');
  key('Delete');
  assert.equal(host.orders.campaigns.length, 1);
});

test('without a campaign, size keys are left to the board’s zoom', () => {
  const { key, state } = boardOf(viewOf(LAND, OWN));
  assert.deepEqual([key('+'), key('5'), key('x')], [false, false, false]);
  assert.deepEqual([key('t'), state.letters, key('h'), state.heat], [true, true, true, 'own']);
});

test('a cell that was asked about is told of no longer once a round has passed', () => {
  const view = viewOf(LAND, OWN);
  const { session, state, hand } = boardOf(view);
  hand.look(1);
  assert.equal(state.asked, true);
  const frame = frameOf({ ...view, round: view.round + 1 });
  session.show({ ...frame, step: frame.step + 1 });
  assert.equal(state.asked, false);
});
