// What does a hand make of choices: a turn in one go, a plan part by part, and what is taken back?
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isGiven, isInVain, setWish } from 'games/frames/at_once.js';
import { draftOf, entriesOf, isEmpty, sessionOf, without } from 'games/frames/session.js';
import { INFO, viewOf } from './frames_fixture.js';

const MOVE = { type: 'operate_one', act: { unit: 'm0_0', do: 'move', path: [[0, 2]], boost: null } };
const HOLD = { type: 'operate_one', act: { unit: 'm0_0', do: 'hold' } };
const DEPLOY = { type: 'deploy', mech: 'm0_1', pilot: 'zack_fair', gear: [], at: [0, 4] };
const choice = (orders, group = orders.type) => ({ group, kind: null, orders, text: `Do ${orders.type}` });

/** A session on a main phase with these choices. */
function begin(choices, part = {}) {
  const heard = { orders: [], said: [], given: 0 };
  let orders = {};
  const host = {
    info: INFO,
    seat: 0,
    readonly: false,
    getOrders: () => orders,
    setOrders(next) {
      orders = next;
      heard.orders.push(next);
    },
    announce: (text) => heard.said.push(text),
    submit: () => {
      heard.given += 1;
    },
  };
  const session = sessionOf(host);
  session.show({ step: 3, view: viewOf(part), events: [], choices, final: false });
  session.setLocked(false);
  return { session, heard };
}

test('the last thing that is needed drafts the order, and a second order makes a turn of it', () => {
  const { session, heard } = begin([choice(MOVE), choice(HOLD), choice(DEPLOY)]);
  assert.ok(session.pick('unit:m0_0'));
  assert.equal(heard.orders.length, 0);
  assert.ok(session.pick('act:move'));
  assert.deepEqual(heard.orders.at(-1), MOVE);
  session.setDrafts(MOVE, { choices: [choice(DEPLOY)], orders: [{ text: 'Move' }] });
  assert.ok(session.pick('unit:m0_1'));
  assert.ok(session.pick('area:0,4'));
  assert.deepEqual(heard.orders.at(-1), { type: 'turn', orders: [MOVE, DEPLOY] });
  session.takeBack();
  assert.deepEqual(heard.orders.at(-1), MOVE);
  session.submit();
  assert.equal(heard.given, 1);
});

const PLAIN = { odds: null, leads: [], harm: [] };
/** The server's forecast of one order. */
const of = (orders, part = {}, more = {}) => ({
  orders: [{ text: 'It', orders, ...PLAIN, ...part }],
  choices: [],
  ...more,
});

test('what rolls nothing and risks nothing is given as it is put together; what does asks once', () => {
  const given = (orders, part, more, view = {}) => {
    const { session, heard } = begin([choice(orders)], view);
    session.take(session.options()[0]);
    assert.equal(heard.given, 0);
    session.setDrafts(orders, of(orders, part, more));
    return heard.given;
  };
  assert.equal(given(MOVE), 1);
  assert.equal(given(MOVE, { harm: [{ text: '2 enemy mechs could strike it there.' }] }), 0);
  assert.equal(given(MOVE, { leads: [{ text: 'An event card is drawn.' }] }), 0);
  assert.equal(given(MOVE, {}, { ends_turn: true }), 0);
  assert.equal(given({ type: 'fire', weapon: 'laser', target: 'm1_0' }, { odds: { targets: [] } }), 0);
  assert.equal(given(DEPLOY), 0);
  assert.equal(given({ type: 'end_turn' }), 0);
  assert.equal(given({ type: 'end_turn' }, {}, { ends_turn: true }, { ap: 0 }), 1);
  assert.equal(given({ type: 'resupply', mode: 'ship', free: false }), 0);
  assert.equal(given(MOVE, {}, {}, { phase: 'plan' }), 0);
});

test('an order that is given by itself is not asked for first, and once the page fails to give it, it is', () => {
  const { session } = begin([choice(MOVE)]);
  session.take(session.options()[0]);
  assert.ok(session.isBeingGiven());
  session.setDrafts(MOVE, of(MOVE));
  assert.ok(session.isBeingGiven());
  session.setLocked(true);
  assert.ok(!session.isBeingGiven());
  const risky = begin([choice(MOVE)]).session;
  risky.take(risky.options()[0]);
  risky.setDrafts(MOVE, of(MOVE, { harm: [{ text: 'Harm.' }] }));
  assert.ok(!risky.isBeingGiven());
  const refused = begin([choice(MOVE)]).session;
  refused.take(refused.options()[0]);
  refused.setError({ path: 'orders', message: 'No.' });
  assert.ok(!refused.isBeingGiven());
});

test('what is advised is put up and asks, and so does what was taken back and comes again', () => {
  const { session, heard } = begin([choice(MOVE)]);
  session.take(session.options()[0], true);
  session.setDrafts(MOVE, of(MOVE));
  session.takeBack();
  session.setDrafts({}, null);
  session.setDrafts(MOVE, of(MOVE));
  assert.equal(heard.given, 0);
});

test('a pile that can be drawn from for free is drawn from for free', () => {
  const draw = (free) => ({ type: 'resupply', mode: 'ship', free });
  const { session, heard } = begin([choice(draw(false)), choice(draw(true))]);
  session.hold(['do:resupply']);
  assert.ok(session.pick('pile:ship'));
  assert.deepEqual(heard.orders.at(-1), draw(true));
  session.setDrafts(draw(true), of(draw(true)));
  assert.equal(heard.given, 1);
});

/** A browser in which somebody wants to be asked no more. @param {import('node:test').TestContext} context */
function wished(context) {
  const kept = new Map();
  const before = globalThis.localStorage;
  globalThis.localStorage = {
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, text) => kept.set(key, text),
    removeItem: (key) => kept.delete(key),
  };
  context.after(() => {
    globalThis.localStorage = before;
  });
  setWish(true);
}

test('whoever wants to be asked no more gives shots and deployments at once, but not the end of a turn with points left', (context) => {
  wished(context);
  for (const [orders, times] of [
    [DEPLOY, 1],
    [{ type: 'end_turn' }, 0],
  ]) {
    const { session, heard } = begin([choice(orders)]);
    session.take(session.options()[0], true);
    session.setDrafts(orders, of(orders, { odds: { targets: [] } }));
    assert.equal(heard.given, times);
  }
});

test('what cannot be aimed at is not picked', () => {
  const { session } = begin([
    choice(MOVE),
    { group: 'operate_one', source: 'm0_0', part: 'heat_dagger', reason: { text: 'No.' } },
  ]);
  assert.ok(!session.pick('weapon:heat_dagger'));
  assert.ok(!session.pick('unit:m1_0'));
  session.setLocked(true);
  assert.ok(!session.pick('unit:m0_0'));
});

test('cards go along with a mech, as many as it carries', () => {
  const { session, heard } = begin([choice(DEPLOY)]);
  for (const id of ['c0_1', 'c0_2', 'c0_3']) session.toggleGear(id);
  assert.deepEqual(session.state.gear, ['c0_2', 'c0_3']);
  session.toggleGear('c0_2');
  session.pick('unit:m0_1');
  session.pick('area:0,4');
  assert.deepEqual(heard.orders.at(-1).gear, ['c0_3']);
});

test('a plan is laid part by part, and a mech in the hangar acts in it once its deployment is drafted', () => {
  const part = (orders) => ({ group: 'actions', kind: orders.actions[0].type, adds: true, orders, text: 'part' });
  const later = { type: 'operate_one', act: { unit: 'm0_1', do: 'hold' } };
  const choices = [part({ actions: [MOVE] }), part({ actions: [DEPLOY] }), part({ actions: [later] })];
  const { session, heard } = begin(choices, { phase: 'plan', active: null });
  assert.equal(session.options().length, 2);
  session.take(session.options()[0]);
  assert.deepEqual(heard.orders.at(-1).actions, [MOVE]);
  session.take(session.options().find(({ order }) => order.type === 'deploy'));
  assert.deepEqual(
    heard.orders.at(-1).actions.map(({ type }) => type),
    ['operate_one', 'deploy'],
  );
  assert.equal(session.options().length, 3);
});

test('entries of a draft are counted, named and taken away one by one', () => {
  const turn = { type: 'turn', orders: [MOVE, DEPLOY] };
  const plan = {
    type: 'plan',
    actions: [MOVE],
    end_acts: [],
    standing: [{ use: 'c0_4', on: 'ship_landed' }],
    prefer: [],
  };
  assert.deepEqual(
    [{}, MOVE, turn, plan].map((draft) => entriesOf(draft).length),
    [0, 1, 2, 2],
  );
  assert.deepEqual(without(turn, 0), DEPLOY);
  assert.deepEqual(without(plan, 1).standing, []);
  assert.ok(isEmpty(without(MOVE, 0)));
  const recall = { type: 'recall', mech: 'm0_0' };
  const named = draftOf([choice(recall)], { type: 'turn', orders: [{ type: 'gather' }, recall] }, null);
  assert.deepEqual(
    named.map(({ text }) => text),
    ['an order', 'Do recall'],
  );
  assert.deepEqual(draftOf([], MOVE, { orders: [{ text: 'As foreseen' }] })[0].text, 'As foreseen');
});

test('a card chosen after the mech was drafted goes along with it, and goes out of the draft again', () => {
  const { session, heard } = begin([choice(DEPLOY)]);
  session.take(session.options()[0]);
  session.toggleGear('c0_1');
  assert.deepEqual(heard.orders.at(-1), { ...DEPLOY, gear: ['c0_1'] });
  assert.equal(session.carrierOf('c0_1'), 'm0_1');
  session.toggleGear('c0_1');
  assert.deepEqual(heard.orders.at(-1), DEPLOY);
  assert.equal(session.carrierOf('c0_1'), null);
});

test('a card is chosen for a mech in a turn of several orders and in a plan', () => {
  const { session, heard } = begin([choice(DEPLOY)]);
  session.setDrafts({ type: 'turn', orders: [MOVE, DEPLOY] }, null);
  session.toggleGear('c0_1');
  assert.deepEqual(heard.orders.at(-1), { type: 'turn', orders: [MOVE, { ...DEPLOY, gear: ['c0_1'] }] });
  const plan = { type: 'plan', actions: [DEPLOY, MOVE], end_acts: [], standing: [], prefer: [] };
  session.setDrafts(plan, null);
  session.toggleGear('c0_2');
  assert.deepEqual(heard.orders.at(-1), { ...plan, actions: [{ ...DEPLOY, gear: ['c0_2'] }, MOVE] });
});

test('a card let go where a mech will stand goes along with it, and nowhere else', () => {
  const { session, heard } = begin([choice(DEPLOY)]);
  session.take(session.options()[0]);
  assert.ok(session.equipAt('c0_1', 'area:0,4'));
  assert.deepEqual(heard.orders.at(-1).gear, ['c0_1']);
  assert.ok(session.equipAt('c0_1', 'unit:m0_1'));
  assert.deepEqual(heard.orders.at(-1).gear, ['c0_1']);
  assert.ok(!session.equipAt('c0_2', 'area:3,3'));
});

test('a card let go over a mech in the hangar is loaded, and the mech is picked up', () => {
  const elsewhere = { ...DEPLOY, at: [0, 5] };
  const { session, heard } = begin([choice(DEPLOY), choice(elsewhere)]);
  assert.ok(session.equipAt('c0_1', 'unit:m0_1'));
  assert.deepEqual(session.state.picked, ['unit:m0_1']);
  session.pick('area:0,5');
  assert.deepEqual(heard.orders.at(-1), { ...elsewhere, gear: ['c0_1'] });
});

test('a card that would hit nobody is asked for, whatever somebody wants to be given at once', (context) => {
  wished(context);
  const order = { type: 'play', card: 'c0_0', area: [1, 2] };
  const view = { phase: 'main', ap: 2 };
  const told = (count) => ({
    orders: [{ orders: order, odds: null, harm: [], leads: [{ text: '', data: { count } }] }],
  });
  const [vain, good] = [0, 1].map(told);
  assert.ok(isInVain(order, vain.orders[0]) && !isInVain(order, good.orders[0]));
  assert.ok(!isGiven(view, order, vain));
  assert.ok(isGiven(view, order, good));
});
