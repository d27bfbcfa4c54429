// What does the chart warn of before a step is played? Only what the forecast and the own view tell.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { words } from 'games/cosmos/describe.js';
import { nextOf } from 'games/cosmos/next.js';
import { setStanding, whole } from 'games/cosmos/orders.js';
import { needsOf } from 'games/cosmos/warnings.js';
import { moments } from './board_page.js';

const planet = (/** @type {number} */ id, seat = 0) => ({ id, kind: 'planet', seat, pos: [id, 1] });
const ship = { id: 9, kind: 'battleship', seat: 0, pos: [5, 5] };
const scout = { id: 8, kind: 'scout', seat: 0, pos: [6, 6], defence: 3 };
/** Somebody whose draft the server answers so. @param {any} more */
function sessionOf(more) {
  const byId = new Map([planet(1), planet(2), planet(3, 1), ship, scout].map((one) => [one.id, one]));
  const view = { seat: 0, round: 11, stride: 5, rules: { analyse_min_defence: 10 } };
  const told = { events: [], bare: [], vain: [], advice: [], least_burst: 20, ...more };
  return /** @type {any} */ ({
    host: { info: {} },
    hasDraft: () => true,
    canOrder: () => true,
    idle: () => [],
    position: () => ({ byId, view, shown: [] }),
    state: { told, waits: {} },
  });
}
/** @param {any[]} events @param {any[]} [vain] */
function needs(events, vain = []) {
  return needsOf(sessionOf({ events, vain })).map(({ id, text }) => [id, text.split(': ').slice(1).join(': ')]);
}
const burst = (/** @type {number[]} */ ids) => ({
  type: 'overloaded',
  id: 9,
  energy: 60,
  hits: ids.map((id) => ({ id })),
});

test('a burst that own ones share is warned of, one that reaches only others is not', () => {
  assert.deepEqual(needs([burst([3])]), []);
  assert.match(needs([burst([1, 3])])[0][1], /1 of your own takes a share/);
  assert.match(needs([burst([1, 2])])[0][1], /nobody but your own/);
  assert.match(needs([burst([])])[0][1], /hit nobody/);
});

test('bids that the engine calls vain are named, with what they lose to', () => {
  const vain = [
    { planet: 2, bid: 4, rival: 1, most: 9, round: 11 },
    { planet: 1, bid: 6, rival: null, most: 7, round: 8 },
  ];
  assert.deepEqual(needs([], vain), [
    [2, 'it bids 4 against another planet of yours, which bids 9'],
    [1, 'it bids 6; 7 lost in round 8'],
  ]);
  assert.deepEqual(needs([], []), []);
});

const fails = [11, 12, 13].map((round) => ({ type: 'order_failed', id: 8, code: 'not_enough_defence', round }));
const bid = { planet: 2, bid: 4, rival: null, most: 9, round: 8 };
const bare = { planet: 1, left: 5, foe: 9, burst: 20 };

test('what fails in every round of a step is said once, with what can be done about it', () => {
  const said = needs([...fails, ...fails.map((one) => ({ ...one, id: 9, code: 'cooldown' }))]);
  assert.deepEqual(
    said.map(([id]) => id),
    [8, 9],
  );
  assert.match(said[0][1], /defence of 3 is too little .* needs 10; a scout of more energy can/);
});

test('only a planet that somebody in sight can take is in danger, and it comes first', () => {
  const next = (/** @type {any} */ more) => nextOf(sessionOf(more)).map(({ id, words }) => [id, words]);
  assert.deepEqual(next({ vain: [bid], events: fails, bare: [bare] }), [[1, 'in danger']]);
  assert.deepEqual(next({ vain: [bid] }), [[2, 'bids in vain']]);
  assert.deepEqual(next({ events: fails }), [[8, 'cannot do it']]);
  assert.deepEqual(next({ events: [burst([])] }), [[9, 'bursts in vain']]);
  assert.deepEqual(next({ events: [burst([1, 3])] }), [[9, 'hits your own']]);
});

test('bids that end are told of in the step before as well, and not as a harm', () => {
  const reflexes = [{ type: 'auto_charge', mode: 'fixed', energy: 2, keep: 0 }];
  const said = (/** @type {number} */ left, orders = whole()) => {
    const one = { ...planet(1), seen: 'own', energy: 90, all: { bids_left: left, standing: { reflexes } } };
    const session = sessionOf({});
    session.position = () => ({ byId: new Map([[1, one]]), view: { seat: 0, round: 11, stride: 5 }, shown: [one] });
    session.state.orders = orders;
    return [needsOf(session).map(({ text, rests }) => [text.split(': ')[1], !!rests]), nextOf(session)];
  };
  assert.deepEqual(said(10), [[], []]);
  assert.deepEqual(said(5), [[['its bids end in 5 rounds', true]], [{ id: 1, words: 'bids end' }]]);
  assert.deepEqual(said(5, setStanding(whole(), 1, { reflexes })), [[], []], 'it is told again');
  assert.deepEqual(said(0)[0], [['its bids have ended; bid on to go on', false]]);
});

test('a scout that can no longer do what it was sent for says so', () => {
  const standing = { movement: { type: 'pursue', id: 3 }, reflexes: [{ type: 'auto_analyse', chase: true }] };
  /** @param {any} prey @param {any} [more] */
  const said = (prey, more) => {
    const sent = { ...scout, seen: 'own', all: { standing }, ...more };
    const session = sessionOf({});
    const { byId, view } = session.position();
    const all = new Map([...byId, [8, sent], [3, { ...prey, id: 3 }]]);
    session.position = () => ({ byId: all, view, shown: [...all.values()] });
    session.state.orders = whole();
    return needsOf(session).map(({ id, text }) => [id, text.split(': ').slice(1).join(': ')]);
  };
  const miner = { kind: 'miner', seat: 1, pos: [3, 1] };
  assert.match(said(miner)[0][1], /defence of 3 is too little .* needs 10/);
  assert.deepEqual(said(miner, { defence: 10 }), []);
  assert.match(said({ ...miner, kind: 'battleship' }, { defence: 10 })[0][1], /no rival’s miner any more/);
  assert.match(said({ ...miner, seat: 0 }, { defence: 10 })[0][1], /no rival’s miner any more/);
  assert.deepEqual(said(miner, { all: { standing: { ...standing, movement: { type: 'explore' } } } }), [], 'it looks');
});

test('the log says once what failed in every round of a step', async () => {
  const { start } = await moments({
    start: { game: 'cosmos', options: { scout_under_way: true, analyse_min_defence: 10 }, orders: whole() },
  });
  const [frame] = start.frames;
  const { id } = frame.view.own.find(({ kind }) => kind === 'scout');
  const events = fails.map((one) => ({ ...one, id }));
  const lines = events.map((event) => words.describeEvent(event, { ...frame, events }, start.info));
  assert.match(lines[0] ?? '', /defence of 1 is too little/);
  assert.deepEqual(lines.slice(1), [null, null]);
});
