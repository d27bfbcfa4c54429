// Does the bar of Frames say what its words mean, whose turn it is, and when the end of the turn is due?
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { boardPage, moments } from './board_page.js';

const SHIP = { ship: 'fa07a_hummingbird', captain: 'adam_green', captain_revealed: true };
const seats = [{ ...SHIP, mechs: [{ model: 'ura01b_hammer', at: null }], pilots: ['john_snow'] }, { ...SHIP }];
const victory = ['annihilation'];
const told = await moments({
  turn: { game: 'frames', start: { seats, victory } },
  // Of this warship no drawing is free.
  spent: { game: 'frames', start: { seats: [{ ...SHIP, ship: 'fa07c_bison' }, SHIP], victory, ap: 0 } },
});

/** What somebody reads in the bar. */
const read = (page) => page.board.querySelector('.fr-told').textContent;
const button = (page, key) => page.board.querySelector(`.fr-do[data-key="${key}"]`);

test('an action is explained while it is pointed at, also one that cannot be taken, which says why', async (context) => {
  const page = await boardPage(context, 'frames', told.turn);
  assert.match(read(page), /^2 action points \(AP\)First send out a mech\./);
  const explain = (key, name) => button(page, key)[name]();
  explain('gather', 'onpointerenter');
  assert.match(read(page), /Your warship gains energy/);
  explain('gather', 'onpointerleave');
  assert.doesNotMatch(read(page), /Your warship gains energy/);
  const barred = [...page.board.querySelectorAll('.fr-do[aria-disabled="true"]')];
  assert.ok(barred.length > 0);
  barred[0].onpointerenter();
  assert.ok(page.board.querySelector('.fr-more .why').textContent.length > 0);
});

test('the end of a turn is lit once nothing else can be done', async (context) => {
  const busy = await boardPage(context, 'frames', told.turn);
  assert.ok(button(busy, 'end_turn').classList.contains('quiet'));
  const spent = await boardPage(context, 'frames', told.spent);
  assert.ok(button(spent, 'end_turn').classList.contains('primary'));
  assert.match(read(spent), /^0 action points/);
});
