// Does the table show what an event turned up only once it has?
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { patch } from 'games/frames/patch.js';
import { savedBy } from 'games/frames/saved.js';
import { mech, side, viewOf } from './frames_fixture.js';

/** @param {any} pilot @param {any} [part] */
const table = (pilot, part = {}) =>
  viewOf({ seats: [side(0, [mech('m0_0')]), side(1, [mech('m1_0', { at: [0, 2], pilot, ...part })])] });

test('a pilot face down is turned up by its event and not before; what moves or is hurt later keeps its place and points', () => {
  const [hidden, known] = [
    { card: null, revealed: false },
    { card: 'zack_fair', revealed: true },
  ];
  const view = table(hidden);
  const after = table(known, { at: [1, 2], hp: 1, burn: 2 });
  const unit = () => view.seats[1].mechs[0];
  patch(view, { type: 'attack', by: 'm0_0', unit: 'm1_0' }, after);
  assert.deepEqual(unit().pilot, hidden);
  patch(view, { type: 'reveal', what: 'pilot', unit: 'm1_0', card: 'zack_fair' }, after);
  assert.deepEqual(unit().pilot, known);
  assert.deepEqual([unit().at, unit().hp], [[0, 2], 4]);
  patch(view, { type: 'damage', unit: 'm1_0', amount: 3, hp: 1 }, after);
  patch(view, { type: 'move', unit: 'm1_0', to_area: [1, 2] }, after);
  assert.deepEqual([unit().at, unit().hp], [[1, 2], 1]);
  patch(view, { type: 'ammo', unit: 'm1_0', weapon: 'assault_rifle', ammo: 3 }, after);
  assert.equal(after.seats[1].mechs[0].weapons[0].ammo, null);
});

test('a card is in hand when it is drawn and not before, and out of it when it is played', () => {
  const cards = { gun: { kind: 'ship_card' }, plate: { kind: 'mech_card' } };
  const holds = (/** @type {any} */ ship, /** @type {any} */ mech) => ({
    ship,
    mech,
    ship_count: ship.length,
    mech_count: mech.length,
  });
  const [gun, other, plate] = [
    { id: 'c0_1', card: 'gun' },
    { id: 'c0_2', card: 'gun' },
    { id: 'c0_3', card: 'plate' },
  ];
  const own = (/** @type {any} */ hand) => ({ cards, seats: [side(0, [], { hand }), side(1, [])] });
  const view = viewOf(own(holds([gun, other], [])));
  const after = viewOf(own(holds([gun], [plate])));
  const held = () => ['ship', 'mech'].map((kind) => view.seats[0].hand[kind].map((/** @type {any} */ { id }) => id));
  patch(view, { type: 'energy', seat: 0, total: 1 }, after);
  assert.deepEqual(held(), [['c0_1', 'c0_2'], []]);
  patch(view, { type: 'draw', seat: 0, kind: 'mech', count: 1 }, after);
  assert.deepEqual(held(), [['c0_1', 'c0_2'], []]);
  assert.equal(view.seats[0].hand.mech_count, 1);
  patch(view, { type: 'drawn', cards: [plate] }, after);
  assert.deepEqual(held(), [['c0_1', 'c0_2'], ['c0_3']]);
  // Of two alike the one that is not there in the end.
  patch(view, { type: 'play', seat: 0, card: 'gun' }, after);
  assert.deepEqual(held(), [['c0_1'], ['c0_3']]);
});

test('a roll that saves is told by its name and number, and what is left of a shot that landed', () => {
  const position = /** @type {any} */ ({ cards: { red_coating: { name: { text: 'Red Coating' } } } });
  const roll = { type: 'roll', die: 100, unit: 'm0_0', why: 'red_coating', value: 45, total: 50, success: true };
  assert.deepEqual(savedBy(position, roll), {
    unit: 'm0_0',
    text: 'Red Coating: 45, up to 50: yes',
    kind: 'word chance',
  });
  assert.match(savedBy(position, { ...roll, value: 51, success: false }).text, /51, up to 50: no$/);
  const packet = {
    type: 'packet',
    target: 'm0_0',
    amount: 0,
    steps: [
      { why: 'weapon', value: 1 },
      { why: 'red_coating', value: 0 },
    ],
  };
  assert.deepEqual(savedBy(position, packet), { unit: 'm0_0', text: 'no damage', kind: 'word good' });
  // Dice of the shot itself roll beside the table, and a loss has its number.
  assert.equal(savedBy(position, { ...roll, die: 20, why: 'hit' }), null);
  assert.equal(savedBy(position, { ...packet, amount: 2 }), null);
});
