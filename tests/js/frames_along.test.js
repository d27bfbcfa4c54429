// Is somebody who sends a mech out of Frames asked who and what goes along, and is the best of it there already?
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { boardPage, moments } from './board_page.js';

const SHIP = { ship: 'fa07a_hummingbird', captain: 'adam_green', captain_revealed: true };
const own = {
  ...SHIP,
  mechs: [{ model: 'ura01b_hammer', at: null }],
  pilots: ['zack_fair', 'hans_zimmers'],
  hand: ['self_destruct', 'aim_assist', 'reflective_barrier'],
};
const start = { seats: [own, SHIP], victory: ['annihilation'], ap: 1 };
const dropped = { ...own, mechs: [{ model: 'oca1_lynx', at: null }], pilots: ['zack_fair', 'mara_vance'] };
const far = { ...start, seats: [dropped, SHIP], round: 3, options: { sets: 'both' } };
const twins = { ...own, hand: ['attitude_jets', 'attitude_jets', 'spare_magazine', 'spare_magazine'] };
const told = await moments({
  turn: { game: 'frames', start },
  far: { game: 'frames', start: far },
  twins: { game: 'frames', start: { ...start, seats: [twins, SHIP] } },
});

/** The board before the turn, with what is drafted on it. */
async function open(context, moment = told.turn) {
  const page = await boardPage(context, 'frames', moment);
  const row = () => page.board.querySelector('.fr-along');
  const named = (name) => [...row().querySelectorAll('.fr-with')].find((one) => one.textContent.includes(name));
  const way = (name) => [...page.board.querySelectorAll('.fr-way')].find((one) => one.textContent.includes(name));
  return { page, row, named, way, button: (key) => page.board.querySelector(`.fr-do[data-key="${key}"]`) };
}
const pressed = (row) => [...row.querySelectorAll('[aria-pressed="true"]')].map((one) => one.dataset.card).sort();

test('with a mech in hand the best pilot and the best cards stand ready before a deck is pressed, with what each gives', async (context) => {
  const { page, row, named } = await open(context);
  assert.ok(row().hidden);
  page.board.querySelector('.fr-hold[data-token="unit:m0_0"]').click();
  assert.ok(!row().hidden);
  assert.match(row().textContent, /free/);
  assert.deepEqual(pressed(row()), ['aim_assist', 'hans_zimmers', 'reflective_barrier']);
  assert.match(named('Aiming Aid').title, /3/);
  assert.match(page.board.querySelector('.fr-told').textContent, /To which/);
  // One press leaves a card behind, another chooses somebody else.
  named('Aiming Aid').click();
  named('Zeno').click();
  assert.deepEqual(pressed(row()), ['reflective_barrier', 'zack_fair']);
  page.board.querySelector('.fr-ground[data-area="0,4"]').click();
  const { mech, pilot, gear, at } = page.orders();
  assert.deepEqual([mech, pilot, gear, at], ['m0_0', 'zack_fair', ['c0_2'], [0, 4]]);
});

test('what is advised takes along what is proposed, and the draft still asks', async (context) => {
  const { page, row, named, way, button } = await open(context);
  way('Deploy').click();
  assert.deepEqual(page.orders().gear, ['c0_2', 'c0_1']);
  assert.equal(page.orders().pilot, 'hans_zimmers');
  assert.ok(button('go'));
  assert.ok(!row().hidden);
  named('Reflective').click();
  assert.deepEqual(page.orders().gear, ['c0_1']);
  named('Zeno').click();
  assert.deepEqual([page.orders().pilot, page.orders().gear], ['zack_fair', ['c0_1']]);
});

test('of a card that counts once on a mech a second copy says so where it is chosen', async (context) => {
  const page = await boardPage(context, 'frames', told.twins);
  page.board.querySelector('.fr-hold[data-token="unit:m0_0"]').click();
  const copies = (card) => [...page.board.querySelectorAll(`.fr-with[data-card="${card}"]`)];
  const useless = (card) => copies(card).filter(({ title }) => /A second one adds nothing/.test(title)).length;
  assert.deepEqual([copies('attitude_jets').length, useless('attitude_jets')], [2, 1]);
  assert.deepEqual([copies('spare_magazine').length, useless('spare_magazine')], [2, 0]);
});

test('a mech has a pilot: who flies it is not left behind', async (context) => {
  const { page, named, way } = await open(context);
  way('Deploy').click();
  const before = page.orders();
  named('Hagen').click();
  assert.equal(page.orders(), before);
  assert.match(page.said.at(-1), /needs a pilot/);
});

test('where one pilot alone leads a mech nobody else is offered once it is drafted', async (context) => {
  const { page, row, named } = await open(context, told.far);
  page.board.querySelector('.fr-hold[data-token="unit:m0_0"]').click();
  named('Zeno').click();
  page.board.querySelector('.fr-ground[data-area="2,2"]').click();
  assert.deepEqual([page.orders().pilot, page.orders().at], ['mara_vance', [2, 2]]);
  assert.ok(pressed(row()).includes('mara_vance'));
  assert.equal(named('Zeno'), undefined);
});

test('before a deck anybody leads a mech that comes out there', async (context) => {
  const { page, named } = await open(context, told.far);
  page.board.querySelector('.fr-hold[data-token="unit:m0_0"]').click();
  page.board.querySelector('.fr-ground[data-area="2,3"]').click();
  const [one, other] = page.orders().pilot === 'mara_vance' ? ['Zeno', 'zack_fair'] : ['Mara', 'mara_vance'];
  named(one).click();
  assert.deepEqual([page.orders().pilot, page.orders().at], [other, [2, 3]]);
});

test('what is dragged is carried as a picture with its name', async (context) => {
  const { page } = await open(context);
  const card = page.board.querySelector('.fr-hold[data-token="card:c0_1"] .fr-title');
  const move = (kind, target, x) =>
    target.dispatchEvent(
      new page.window.PointerEvent(kind, {
        clientX: x,
        clientY: 50,
        button: 0,
        pointerId: 1,
        pointerType: 'mouse',
        bubbles: true,
      }),
    );
  page.document.elementFromPoint = () => page.board;
  page.board.querySelector('.fr-scene').setPointerCapture = () => {};
  move('pointerdown', card, 50);
  move('pointermove', card, 90);
  const ghost = page.document.querySelector('.fr-ghost');
  assert.equal(ghost.textContent, 'Aiming Aid', 'no rules without their form');
  assert.ok(ghost.querySelector('svg'));
  move('pointerup', card, 90);
  assert.equal(page.document.querySelector('.fr-ghost'), null);
});
