// Can every order be given in words, and is a wrong word told clearly?
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { commandHelp, parseCommand } from 'games/hundred_clubs/command.js';
import { INFO, makeFrame, makeStart } from './hundred_clubs_words_fixture.js';

const FRAME = makeFrame();
const AUCTION = makeStart({ order: null, chosen: [], my_bid: null, next: null });
const BIRTH = makeStart({ order: [1, 0, 2], chosen: [[4, 3]], my_bid: 3, next: 0 });
const say = (text, orders = {}, frame = FRAME, forecast = null) => parseCommand(text, orders, frame, INFO, forecast);
const TWO = {
  campaigns: [
    { at: [1, 1], size: 26 },
    { at: [0, 0], size: 5 },
  ],
};

test('campaigns are placed, grown, resized, moved and removed', () => {
  assert.deepEqual(say('campaign 1,1 26'), { campaigns: [{ at: [1, 1], size: 26 }] });
  assert.deepEqual(say('place 1, 1 4', TWO).campaigns[0], { at: [1, 1], size: 30 });
  assert.equal(say('resize 2 30', TWO).campaigns[1].size, 30);
  assert.equal(say('resize 1,1 3', TWO).campaigns[0].size, 3);
  assert.deepEqual(say('move 2 [2,0]', TWO).campaigns[1], { at: [2, 0], size: 5 });
  assert.deepEqual(say('remove 0,0', TWO).campaigns, [TWO.campaigns[0]]);
});

test('“rest” is all the money that the other orders leave, as the server reckons it', () => {
  const left = (money) => ({ money: { left: money } });
  assert.deepEqual(say('campaign 1,1 rest', {}, FRAME, left(96)), { campaigns: [{ at: [1, 1], size: 96 }] });
  assert.equal(say('campaign 2,0 rest', TWO, FRAME, left(65)).campaigns[2].size, 65);
  assert.equal(say('campaign 1,1 rest', TWO, FRAME, left(65)).campaigns[0].size, 26 + 65);
  assert.equal(say('resize 2 rest', TWO, FRAME, left(65)).campaigns[1].size, 70);
  assert.throws(() => say('campaign 2,0 rest', TWO, FRAME, left(0)), /No money is left/);
  assert.throws(() => say('campaign 2,0 rest', TWO), /in a moment/);
});

test('the order of payment changes', () => {
  const firsts = (orders) => orders.campaigns.map(({ size }) => size);
  assert.deepEqual(firsts(say('first 2', TWO)), [5, 26]);
  assert.deepEqual(firsts(say('last 1', TWO)), [5, 26]);
  assert.deepEqual(firsts(say('earlier 2', TWO)), [5, 26]);
  assert.deepEqual(firsts(say('later 1', TWO)), [5, 26]);
});

test('clubs are named by letter, number or name', () => {
  assert.deepEqual(say('ally B'), { diplomacy: { 1: 'form_alliance' } });
  assert.deepEqual(say('WAR 1'), { diplomacy: { 1: 'justify_war' } });
  assert.deepEqual(say('neutral carol'), { diplomacy: { 2: 'keep_neutral' } });
  assert.deepEqual(say('backstab c'), { diplomacy: { 2: 'backstab' } });
  assert.deepEqual(say('keep C', { diplomacy: { 2: 'backstab' } }), {});
  assert.throws(() => say('ally Z'), /no club “Z”/);
  assert.throws(() => say('war A'), /your own club/);
});

test('capital, clear and resignation', () => {
  assert.deepEqual(say('capital 2,1'), { capital: [2, 1] });
  assert.deepEqual(say('capital stay', { capital: [2, 1] }), {});
  assert.deepEqual(say('clear', TWO), {});
  assert.deepEqual(say('resign', TWO), { resign: true });
  assert.deepEqual(say('stay', { resign: true }), {});
});

test('bids and birthplaces have their time', () => {
  assert.deepEqual(say('bid 0', {}, AUCTION), { bid: 0 });
  assert.deepEqual(say('birth 2,1', {}, BIRTH), { birthplace: [2, 1] });
  assert.throws(() => say('bid 5'), /“bid” means nothing in this part/);
  assert.throws(() => say('campaign 1,1 5', {}, BIRTH), /means nothing in this part/);
  assert.throws(() => say('birth 1,1', {}, AUCTION), /means nothing in this part/);
});

test('mistakes are named', () => {
  assert.throws(() => say('dance'), /Unknown command “dance”/);
  assert.throws(() => say('campaign'), /cell is missing/);
  assert.throws(() => say('campaign here 5'), /“here” is not a cell/);
  assert.throws(() => say('campaign 8,1 5'), /not on the campus: columns 0–7, rows 0–4/);
  assert.throws(() => say('campaign 1,1 0'), /whole number from 1 on/);
  assert.throws(() => say('campaign 1,1 x'), /“x” is not a whole number/);
  assert.throws(() => say('resize 3 4', TWO), /numbered 1 to 2/);
  assert.throws(() => say('move 0 1,1', TWO), /numbered 1 to 2/);
  assert.throws(() => say('first 1'), /no campaign yet/);
});

test('every command of the help is understood', () => {
  const orders = { ...TWO, campaigns: [...TWO.campaigns, { at: [2, 0], size: 1 }] };
  for (const { command } of commandHelp()) {
    const frame = command.startsWith('bid') ? AUCTION : command.startsWith('birth') ? BIRTH : FRAME;
    const onBoard = command.replace('15,8', '2,1').replace('16,8', '3,1').replace('15,9', '1,1');
    assert.doesNotThrow(() => say(onBoard, orders, frame), onBoard);
  }
});
