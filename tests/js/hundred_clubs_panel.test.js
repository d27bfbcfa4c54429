// What do the panels say of money, campaigns, clubs, birthplaces and relations?
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createDesk } from 'games/hundred_clubs/desk.js';
import { foreseen } from 'games/hundred_clubs/foreseen.js';
import { headline } from 'games/hundred_clubs/panel.js';
import { itemsOf } from 'games/hundred_clubs/panel_campaigns.js';
import { clubsInOrder, outlook } from 'games/hundred_clubs/panel_clubs.js';
import { nextText, sharesOf } from 'games/hundred_clubs/panel_money.js';
import { capitalWarning } from 'games/hundred_clubs/panel_own.js';
import { spotsOf } from 'games/hundred_clubs/panel_start.js';
import { knownSeats, knownTies } from 'games/hundred_clubs/relations.js';
import { makeFrame, makeStart, makeTruth } from './hundred_clubs_words_fixture.js';

const FRAME = makeFrame();
const player = (seat, part = {}) => ({ ...FRAME.view.players.find((other) => other.seat === seat), ...part });

/** A page that takes every draft at once, as the match page does. */
function makeHost(frame = FRAME) {
  const listeners = new Set();
  const host = {
    seat: 0,
    readonly: false,
    orders: {},
    said: [],
    selected: [],
    getOrders: () => host.orders,
    setOrders(orders) {
      host.orders = orders;
      host.desk.setDrafts(orders);
    },
    announce: (text) => host.said.push(text),
    select(what) {
      host.selected.push(what);
      for (const listener of listeners) listener(what);
    },
    onSelect(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
  host.desk = createDesk(host, () => undefined);
  host.desk.show(frame);
  return host;
}

test('the money bar adds up to the saving', () => {
  const plan = foreseen(FRAME.view, { diplomacy: { 1: 'justify_war' }, campaigns: [{ at: [1, 1], size: 50 }] });
  const shares = sharesOf(plan.money);
  assert.deepEqual(
    shares.map(({ text }) => text),
    ['alliance tax 4', 'justification 1', 'campaigns 50', 'left 45'],
  );
  assert.equal(
    shares.reduce((sum, { amount }) => sum + amount, 0),
    plan.money.saving,
  );
  assert.deepEqual(
    sharesOf({ ...plan.money, diplomacy: [], campaigns: 0, left: 0 }).map(({ text }) => text),
    ['left 0'],
  );
});

test('the next round is a number, or a range if cells are expected to fall', () => {
  const money = { next_low: 90, next_high: 97 };
  assert.equal(nextText(money, 0), 'Next round: 90');
  assert.equal(nextText(money, 1), 'Next round: 90, or 97 if the outlined cell is taken');
  assert.equal(nextText(money, 5), 'Next round: 90, or 97 if all 5 outlined cells are taken');
});

test('a plan is computed once for a draft, and never outside the rounds', () => {
  const orders = { campaigns: [{ at: [1, 1], size: 5 }] };
  assert.equal(foreseen(FRAME.view, orders), foreseen(FRAME.view, orders));
  assert.notEqual(foreseen(FRAME.view, { ...orders }), foreseen(FRAME.view, orders));
  assert.equal(foreseen(makeStart({ order: null, chosen: [], my_bid: null, next: null }).view, {}), null);
  assert.equal(foreseen(makeTruth().view, {}), null);
});

test('rows of the list keep their key when the order of payment changes', () => {
  const a = { at: [1, 1], size: 5 };
  const b = { at: [2, 1], size: 6 };
  const keys = (list) => itemsOf(list, FRAME.view).map(({ key }) => key);
  assert.deepEqual(keys([a, b, a]), ['1,1', '2,1', '1,1 1']);
  assert.deepEqual(keys([b, a]), ['2,1', '1,1']);
});

test('what a command leads to is said before it is given', () => {
  const view = FRAME.view;
  assert.match(outlook(view, player(1), 'justify_war', false), /^Truce: nothing can be justified/);
  assert.equal(outlook(view, player(1, { truce: 0 }), 'justify_war', false), 'Justified 2 of 3 rounds after this one.');
  assert.equal(outlook(view, player(1, { truce: 0 }), 'justify_war', true), 'War this round, before the campaigns.');
  assert.equal(outlook(view, player(1), 'keep_neutral', false), '');
  assert.match(outlook(view, player(1), 'form_alliance', false), /^Allied this round if/);
  assert.equal(outlook(view, player(2), 'form_alliance', false), '');
  assert.match(outlook(view, player(2), 'keep_neutral', false), /^The alliance ends/);
  assert.equal(outlook(view, player(2), 'backstab', true), 'War this round, before the campaigns.');
  const enemy = player(3, { relation: 'at_war' });
  assert.equal(outlook(view, enemy, 'justify_war', true), 'The war goes on.');
  assert.match(outlook(view, enemy, 'keep_neutral', true), /truce for 3 rounds/);
});

test('known clubs come first, those that are out last', () => {
  const players = [
    { seat: 1, relation: 'undiscovered', eliminated_in: 2 },
    { seat: 2, relation: 'undiscovered' },
    { seat: 3, relation: 'at_war' },
    { seat: 4, relation: 'neutral', truce: 0 },
  ];
  assert.deepEqual(
    clubsInOrder(makeFrame({ players }).view).map(({ seat }) => seat),
    [3, 4, 2, 1],
  );
});

test('ties: own ones, those that neutral and allied clubs show, each once', () => {
  assert.deepEqual(knownTies(FRAME.view), [
    { a: 0, b: 1, tie: 'truce' },
    { a: 0, b: 2, tie: 'allied' },
    { a: 1, b: 2, tie: 'at_war' },
    { a: 1, b: 3, tie: 'at_war' },
  ]);
  assert.deepEqual(knownSeats(FRAME.view), [0, 1, 2]);
  assert.deepEqual(knownTies(makeTruth().view), knownTies(FRAME.view));
  assert.deepEqual(knownSeats(makeTruth().view), [0, 1, 2, 3]);
});

test('birthplaces worth a thought: legal ones, richest first', () => {
  const start = makeStart({ order: [0], chosen: [], my_bid: 0, next: 0 });
  const spots = (legal) => spotsOf(start.view, legal).map(({ name, members }) => `${name} ${members}`);
  assert.deepEqual(spots(undefined), ['Hall 43', 'Start 1 39', 'Gate 17']);
  assert.deepEqual(spots(['00000000', '00000000', '00000010', '00000000', '00000000']), ['Gate 17']);
});

test('a capital that would be lost is warned of', () => {
  const plan = foreseen(FRAME.view, { campaigns: [{ at: [3, 1], size: 60 }] });
  const warn = (at) => capitalWarning(FRAME.view, at, plan);
  assert.equal(warn([1, 1]), '');
  assert.match(warn([1, 3]), /^An ally’s land/);
  assert.match(warn([4, 0]), /^Only if the cell is taken/);
  assert.match(warn([5, 1]), /would be lost/);
});

test('headings name phase and round', () => {
  assert.equal(headline(FRAME.view), 'Round 7 of 50');
  assert.equal(headline(makeStart({ order: null, chosen: [], my_bid: null, next: null }).view), 'Auction');
  assert.equal(headline(makeFrame({ phase: 'over' }).view), 'The end, after round 7');
});

test('the desk: a draft belongs to the newest step only', () => {
  const host = makeHost();
  const { desk } = host;
  host.setOrders({ campaigns: [{ at: [1, 1], size: 5 }] });
  assert.ok(desk.canOrder('rounds') && desk.plan());
  desk.show(makeFrame({ round: 6 }, { step: 11 }));
  assert.equal(desk.canOrder('rounds'), false);
  assert.deepEqual([desk.orders(), desk.plan()], [{}, null]);
  desk.show(FRAME);
  assert.equal(desk.orders().campaigns.length, 1);
  desk.change({ locked: true });
  assert.equal(desk.canOrder('rounds'), false);
  assert.ok(desk.hasDraft());
});

test('the desk: a campaign stays selected when it is paid earlier', () => {
  const host = makeHost();
  host.setOrders({
    campaigns: [
      { at: [1, 1], size: 5 },
      { at: [2, 1], size: 6 },
    ],
  });
  host.desk.select(1);
  host.desk.reorder(1, 0);
  assert.deepEqual(
    host.orders.campaigns.map(({ size }) => size),
    [6, 5],
  );
  assert.equal(host.desk.state.selected, 0);
  assert.deepEqual(host.selected.at(-1), { kind: 'campaign', index: 0 });
  assert.deepEqual(host.said, ['Paid as number 1']);
  host.setOrders({});
  assert.equal(host.desk.state.selected, -1);
});

test('the desk: refusals are found by their path, selections are heard, and nothing after the end', () => {
  const host = makeHost();
  host.desk.change({ error: { path: 'campaigns[1].size', message: 'no' } });
  assert.equal(host.desk.refusal('campaigns[1]'), 'no');
  assert.equal(host.desk.refusal('campaigns[0]'), '');
  host.select({ kind: 'capital' });
  assert.ok(host.desk.state.placing);
  host.select(null);
  assert.equal(host.desk.state.placing, false);
  host.desk.destroy();
  host.select({ kind: 'capital' });
  assert.equal(host.desk.state.placing, false);
});
