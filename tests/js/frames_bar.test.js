// Does the bar of Frames say what its words mean, whose turn it is, and when the end of the turn is due?
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gains, isWanted } from 'games/frames/ways.js';
import { boardPage, moments } from './board_page.js';

const SHIP = { ship: 'fa07a_hummingbird', captain: 'adam_green', captain_revealed: true };
const seats = [{ ...SHIP, mechs: [{ model: 'ura01b_hammer', at: null }], pilots: ['john_snow'] }, { ...SHIP }];
const victory = ['annihilation'];
const told = await moments({
  turn: { game: 'frames', start: { seats, victory } },
  out: {
    game: 'frames',
    start: {
      seats: [
        { ...SHIP, mechs: [{ model: 'ura01b_hammer', at: [0, 3] }], pilots: ['john_snow'] },
        { ...SHIP, mechs: [{ model: 'ura00_vampire', at: [2, 0] }] },
      ],
      victory,
    },
  },
  // It stands where it wins, and no points are left.
  raider: {
    game: 'frames',
    start: {
      seats: [{ ...SHIP, ship: 'fa07c_bison', mechs: [{ model: 'ura01a_sword', at: [1, 0] }] }, SHIP],
      victory: ['raid'],
      ap: 0,
      options: { raid_holds: true },
    },
  },
  // Of this warship no drawing is free.
  spent: { game: 'frames', start: { seats: [{ ...SHIP, ship: 'fa07c_bison' }, SHIP], victory, ap: 0 } },
});

/** What somebody reads in the bar. */
const read = (page) => page.board.querySelector('.fr-told').textContent;
const button = (page, key) => page.board.querySelector(`.fr-do[data-key="${key}"]`);

test('an action is explained while it is pointed at, also one that cannot be taken, which says why', async (context) => {
  const page = await boardPage(context, 'frames', told.turn);
  assert.match(read(page), /^2 APFirst send out a mech\./);
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

test('what wins by staying is to hold: gold with the end of the turn', async (context) => {
  const said = [];
  const page = await boardPage(context, 'frames', told.raider, { due: (due) => said.push(due) });
  const [way] = page.board.querySelectorAll('.fr-way');
  assert.match(way.textContent, /Hold until your next turn.*wins if it still stands there/);
  assert.ok(way.classList.contains('primary') && button(page, 'end_turn').classList.contains('primary'));
  assert.equal(said.at(-1).act, 'ready');
});

test('one act is gold at a time, the page hears of it, and the hint names it by what stands on its button', async (context) => {
  const said = [];
  const page = await boardPage(context, 'frames', told.turn, { due: (due) => said.push(due) });
  const gold = () => [...page.board.querySelectorAll('.fr-bar .primary')].map((one) => one.dataset.key);
  const now = () => said.at(-1);
  assert.equal(gold().length, 1);
  assert.match(gold()[0], /^way:Deploy/);
  assert.equal(now().act, 'choice');
  assert.equal(now().isTwin, true);
  assert.match(now().hint.text, /^The filled order is worth most now/);
  button(page, 'deploy').onclick();
  assert.match(read(page), /^Which mech comes out\?/);
  assert.deepEqual(gold(), []);
  assert.match(now().hint.text, /^Press what you want/);
  for (let asked = 0; asked < 5 && !button(page, 'go'); asked++)
    page.board.querySelector('.fr-do:not(.quiet)').onclick();
  assert.deepEqual(gold(), ['go']);
  button(page, 'at-once').onpointerenter();
  assert.match(read(page), /from now on each as soon as it is put together/);
  assert.equal(now().act, 'ready');
  assert.match(now().hint.text, /^The order is noted\. It happens once you press Do it/);
});

test('what is worth most now stands with what it gives, and one press drafts it', async (context) => {
  const page = await boardPage(context, 'frames', told.turn);
  const ways = [...page.board.querySelectorAll('.fr-way')];
  assert.ok(ways.length >= 1 && ways.length <= 3);
  assert.ok(ways.every((way) => way.querySelector('b').textContent && way.querySelector('small').textContent));
  assert.match(ways[0].title, /^Deploy [^.]*\. Costs 1 AP\. /);
  ways[0].onclick();
  assert.match(read(page), /^.*Deploy /);
  assert.ok(button(page, 'go'));
  assert.ok(page.board.querySelector('.fr-ways').hidden);
  // What it costs comes first: the rest may be scrolled to.
  assert.equal(page.board.querySelector('.fr-more li').textContent, 'Costs 1 AP.');
});

test('advice is put away where it stands, and comes back when it is asked for', async (context) => {
  const page = await boardPage(context, 'frames', told.turn);
  assert.equal(button(page, 'advice').textContent, 'No advice');
  button(page, 'advice').onclick();
  assert.ok(page.board.querySelector('.fr-ways').hidden);
  assert.ok(!page.board.querySelector('.fr-bar').classList.contains('advised'));
  // It stays so in other matches.
  assert.ok(!isWanted());
  assert.equal(button(page, 'advice').textContent, 'Advice');
  button(page, 'advice').onclick();
  assert.ok(!page.board.querySelector('.fr-ways').hidden);
  assert.ok(isWanted());
});

test('what is advised stays while something else is looked at, and one press puts it up all the same', async (context) => {
  const page = await boardPage(context, 'frames', told.out);
  const row = page.board.querySelector('.fr-ways');
  const best = row.querySelector('b > span').textContent;
  // What is said of something that is pointed at, or of a card that cannot be played, stands over it.
  button(page, 'gather').onpointerenter();
  assert.ok(!row.hidden);
  button(page, 'gather').onpointerleave();
  page.board.querySelector('.fr-hold[data-token="captain:"]').onclick();
  assert.ok(!row.hidden && page.board.querySelector('.fr-bar').classList.contains('told'));
  // Beside the choices of what is in hand it is one button.
  page.board.querySelector('.fr-chip[data-unit="m0_0"]').onclick();
  assert.ok(row.hidden);
  assert.equal(button(page, 'best').textContent, best);
  button(page, 'best').onclick();
  assert.ok(button(page, 'go'));
});

test('what an advised order gives is told in whole sentences that have room, the first in any case', () => {
  const position = { cards: {}, sides: [], mechs: new Map() };
  const gives = [
    'It wins if it still stands there when your next turn begins.',
    'A second move, free, without an attack.',
  ];
  const option = (risks) => ({ order: { act: { do: 'move' } }, choice: { advice: { gives, risks } } });
  assert.deepEqual(gains(position, option([]), 1), gives);
  assert.deepEqual(gains(position, option([]), 3), gives.slice(0, 1));
  assert.deepEqual(gains(position, option(['Harm.']), 1), gives);
  assert.deepEqual(gains(position, option(['Harm.']), 2), gives.slice(0, 1));
});

test('drawing has one price in the row of actions, and each pile its own', async (context) => {
  const page = await boardPage(context, 'frames', told.out);
  const words = button(page, 'resupply').querySelector('small').textContent;
  button(page, 'resupply').onclick();
  const piles = [...page.board.querySelectorAll('.fr-do[data-key^="pile:"] small')].map((one) => one.textContent);
  assert.ok(piles.length > 1 && piles.every((one) => words.includes(one)), `${words}: ${piles}`);
});

test('a row of advised orders that was scrolled begins anew with the best of them', async (context) => {
  const page = await boardPage(context, 'frames', told.turn);
  const row = page.board.querySelector('.fr-ways');
  row.scrollLeft = 208;
  row.querySelector('.fr-way').onclick();
  assert.ok(row.hidden);
  button(page, 'undo').onclick();
  assert.ok(!row.hidden);
  assert.equal(row.scrollLeft, 0);
});

test('once nothing else can be done Ready is due, and says so', async (context) => {
  const said = [];
  await boardPage(context, 'frames', told.spent, { due: (due) => said.push(due) });
  assert.equal(said.at(-1).act, 'ready');
  assert.match(said.at(-1).hint.text, /press End turn\.$/);
});

test('what the numbers of a mech or a warship mean is said where it is pointed at or pressed', async (context) => {
  const page = await boardPage(context, 'frames', told.out);
  const chip = page.board.querySelector('.fr-chip[data-unit="m1_0"]');
  const words = /^The enemy \S+( \S+)? shoots true with 16 or less on a die of 20, and evades a shot with 8 or less\.$/;
  const meaning = () => page.board.querySelector('.fr-meaning').textContent;
  chip.onpointerenter();
  assert.match(meaning(), words);
  chip.onpointerleave();
  assert.equal(meaning(), '');
  // A finger only presses.
  chip.onclick();
  assert.match(meaning(), words);
  page.board.querySelector('.fr-chip[data-unit="m0_0"]').onclick();
  assert.match(read(page), /What will it do\?.*shoots true with 15 or less/);
  // A card that is read says it, too.
  const help = [...page.panel.querySelectorAll('.fr-keywords dt')].map(({ textContent }) => textContent);
  assert.ok(
    ['HP', 'Hit', 'Evade', 'Ammunition'].every((word) => help.includes(word)),
    help.join(),
  );
});

test('while mechs act one after the other they stand in the row of buttons, and the first is proposed', async (context) => {
  const frame = told.out.frames.at(-1);
  const choices = frame.choices
    .filter(({ orders }) => orders?.type === 'operate_one')
    .map((choice) => ({ ...choice, group: 'act', advice: undefined, orders: { type: 'act', act: choice.orders.act } }));
  const view = { ...frame.view, phase: 'operate', operation: { kind: 'operate_all', remaining: ['m0_0'] } };
  const said = [];
  const moment = { ...told.out, frames: [{ ...frame, view, choices }] };
  const page = await boardPage(context, 'frames', moment, { due: (due) => said.push(due) });
  assert.match(said.at(-1).hint.text, /^Press one of your mechs/);
  const mech = button(page, 'unit:m0_0');
  assert.ok(mech.classList.contains('primary'));
  mech.onclick();
  assert.match(read(page), /What will it do\?/);
});

test('an act after the points of a turn are spent says where it comes from, and what Finish does', async (context) => {
  const frame = told.out.frames.at(-1);
  const why = {
    text: 'A second move, free: %(trait)s gives it at the end of a turn without an attack.',
    data: { trait: 'Curvature Thruster' },
  };
  const finish = { ...frame.choices.find(({ orders }) => orders?.type === 'end_turn'), group: 'finish' };
  const choices = [
    ...frame.choices
      .filter(({ orders }) => orders?.act?.do === 'move')
      .map((choice) => ({
        ...choice,
        group: 'act',
        advice: undefined,
        leads: [why],
        orders: { ...choice.orders, type: 'act' },
      })),
    { ...finish, orders: { type: 'finish' } },
  ];
  const said = [];
  const moment = { ...told.out, frames: [{ ...frame, view: { ...frame.view, phase: 'end_step' }, choices }] };
  const page = await boardPage(context, 'frames', moment, { due: (due) => said.push(due) });
  assert.match(
    read(page),
    /Your turn ends\. A second move, free: Curvature Thruster gives it .* Finish: nobody acts\./,
  );
  assert.match(said.at(-1).hint.text, /^Before your turn ends/);
});

test('in the first round of a match the hint says whose turn it is, what wins and which order is best, by a word that is true in both themes', async (context) => {
  const said = [];
  const frame = told.turn.frames.at(-1);
  const first = { ...told.turn, frames: [{ ...frame, view: { ...frame.view, round: 1 } }] };
  await boardPage(context, 'frames', first, { due: (due) => said.push(due) });
  assert.match(
    said.at(-1).hint.text,
    /^Your turn\. To win, destroy the enemy warship and its mechs\. The filled order is /,
  );
});

test('who looks back at an own turn is told that it is that, not that the other side moves', async (context) => {
  const said = async (active) => {
    const frame = told.turn.frames.at(-1);
    const then = { ...told.turn, frames: [{ ...frame, view: { ...frame.view, active } }] };
    return read(await boardPage(context, 'frames', then, { offers: { readonly: true } }));
  };
  assert.match(await said(0), /^It is your turn\./);
  assert.match(await said(1), /^The other side moves\./);
});
