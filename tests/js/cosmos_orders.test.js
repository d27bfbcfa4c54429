import assert from 'node:assert/strict';
import { test } from 'node:test';
import { commandHelp, parseCommand } from 'games/cosmos/command.js';
import { stepSummary, words } from 'games/cosmos/describe.js';
import { addAction, clearEntity, removeOrder, setStanding, whole } from 'games/cosmos/orders.js';
import { densityAt, entityAt, positionOf, posOf, tileOf } from 'games/cosmos/position.js';
import { arrivalOf } from 'games/cosmos/session.js';

const own = (id, kind, pos, more = {}) => ({
  id,
  kind,
  seat: 0,
  pos,
  energy: 50,
  defence: 50,
  initial_defence: 50,
  cooldown: 0,
  ready: true,
  radio: 0,
  born: 1,
  home: 1,
  income: 1,
  mining_income: 0,
  standing: {},
  direct: null,
  ...more,
});

const view = {
  game: 'cosmos',
  round: 11,
  rounds: 200,
  safe: 101,
  phase: 'orders',
  seats: 2,
  alive: [0, 1],
  execution: 'planned',
  stride: 5,
  rules: {},
  bonus: [],
  points: null,
  outcome: null,
  seat: 0,
  tables: {
    kinds: Object.fromEntries(
      ['planet', 'battleship', 'miner', 'scout'].map((kind) => [
        kind,
        { base_cooldown: 1, action: 9, sense: 4, detect: 4 },
      ]),
    ),
    mining_steps: [21, 41],
    mining_delay: 50,
    evolution_age: 300,
    bonus_rounds: 50,
    routines: {
      planet: { economy: { reflexes: [{ type: 'auto_charge', mode: 'fixed', energy: 1 }] } },
      battleship: {},
      miner: {},
      scout: { hunter: { movement: { type: 'explore' }, reflexes: [] } },
    },
    actions: {
      build: ['planet'],
      charge: ['planet'],
      move: ['battleship', 'miner', 'scout'],
      overload: ['battleship'],
      analyse: ['scout'],
      radio: ['planet'],
    },
  },
  map: {
    origin: [100, -7],
    size: [4, 3],
    aether: [
      [100, 200, null, 400],
      [500, null, 700, 800],
      [900, 1000, 110, 120],
    ],
    tiles: null,
    known: '',
  },
  own: [own(20001, 'planet', [100, -7]), own(20002, 'scout', [101, -7]), own(20003, 'battleship', [102, -6])],
  foreign: [
    {
      id: 30001,
      kind: 'battleship',
      sure: false,
      seat: 1,
      pos: [103, -5],
      energy: 9,
      defence: 9,
      radio: 0,
      seen_by: [20003],
    },
  ],
  blips: [],
  ghosts: [],
  weapon: { own: 3, all: null, history: [] },
  defaults: {},
};
const frame = { step: 2, view, events: [], choices: [], final: false };
const info = {
  seats: [
    { seat: 0, name: 'Lena' },
    { seat: 1, name: 'Ole' },
  ],
  options: {},
  reasons: {},
};
const parse = (text, orders = null) => parseCommand(text, orders, frame, info);

test('the north of the map is the top of the chart, and back', () => {
  const { chart } = positionOf(view);
  assert.deepEqual(tileOf(chart, [100, -7]), [0, 2]);
  assert.deepEqual(posOf(chart, [3, 0]), [103, -5]);
  assert.equal(Math.round(densityAt(chart, 1, 0) * 1000), 1000);
  assert.equal(densityAt(chart, 1, 1), 0, 'a tile that is not known has no density');
  assert.equal(densityAt(chart, -1, 0), 0);
  assert.equal(entityAt(positionOf(view), [3, 0]).id, 30001);
});

test('an entity does one thing a turn: the newer order replaces the older, bids and radio stand beside it', () => {
  let orders = addAction(whole(), 20001, { do: 'charge', energy: 3 });
  orders = addAction(orders, 20001, { do: 'build', kind: 'miner', dir: 'east', energy: 21 });
  orders = addAction(orders, 20001, { do: 'build', kind: 'scout', dir: 'west', energy: 1 });
  assert.deepEqual(orders.direct, [
    {
      id: 20001,
      actions: [
        { do: 'charge', energy: 3 },
        { do: 'build', kind: 'scout', dir: 'west', energy: 1 },
      ],
    },
  ]);
  const burst = addAction(addAction(whole(), 20003, { do: 'overload', radius: 4 }), 20003, {
    do: 'move',
    dir: 'north',
  });
  assert.deepEqual(burst.direct[0].actions, [{ do: 'move', dir: 'north' }]);
});

test('parts of a draft are taken back by their path, and old drafts stay as they were', () => {
  const orders = setStanding(addAction(whole(), 20002, { do: 'radio', value: 7 }), 20002, {
    movement: { type: 'explore' },
  });
  const before = JSON.stringify(orders);
  assert.deepEqual(removeOrder(orders, 'direct[0].actions[0]').direct, []);
  assert.deepEqual(removeOrder(orders, 'standing[0]').standing, []);
  assert.deepEqual(clearEntity(orders, 20002), whole());
  assert.equal(JSON.stringify(orders), before);
});

test('every order can be given in words, with the verb first or second', () => {
  assert.deepEqual(parse('20001 build miner 21 e').direct[0].actions, [
    { do: 'build', kind: 'miner', energy: 21, dir: 'east' },
  ]);
  assert.deepEqual(parse('bid planets 4').direct[0].actions, [{ do: 'charge', energy: 4 }]);
  assert.deepEqual(parse('20003 burst 9').direct[0].actions, [{ do: 'overload', radius: 9 }]);
  assert.deepEqual(parse('scouts analyse 30001').direct[0].actions, [{ do: 'analyse', id: 30001 }]);
  assert.deepEqual(parse('20002 step nw').direct[0].actions, [{ do: 'move', dir: 'north_west' }]);
  assert.deepEqual(parse('scouts go 103:-5').standing, [
    { id: 20002, movement: { type: 'move_to', to: [103, -5], path: 'cheap' } },
  ]);
  assert.deepEqual(parse('20003 patrol 100:-7 103:-5').standing[0].movement.points, [
    [100, -7],
    [103, -5],
  ]);
  assert.deepEqual(parse('20003 escort 20002').standing[0].movement, { type: 'escort', id: 20002 });
  assert.deepEqual(parse('every scout hunter').defaults.scout.movement, { type: 'explore' });
  assert.deepEqual(parse('planets follow economy').standing[0].reflexes, [
    { type: 'auto_charge', mode: 'fixed', energy: 1 },
  ]);
  assert.deepEqual(parse('planets bids 3').standing[0].reflexes, [{ type: 'auto_charge', mode: 'fixed', energy: 3 }]);
  assert.equal(parse('resign').resign, true);
  assert.deepEqual(parse('cancel scouts', parse('scouts explore')).standing, []);
});

test('what cannot be read is told in a sentence', () => {
  assert.throws(() => parse('40404 explore'), /You have no “40404”/);
  assert.throws(() => parse('scouts build miner 21 e'), /Only planets can do this/);
  assert.throws(() => parse('scouts go there'), /A place is missing/);
  assert.throws(() => parse('scouts follow economy'), /A Scout has no such routine/);
  assert.throws(() => parse('20001 build planet 5 e'), /is none of/);
  assert.ok(commandHelp().length > 12);
});

test('drafts, log and position have no raw keys', () => {
  const orders = parse('every scout hunter', parse('20001 build miner 21 e', parse('20002 go 103:-5')));
  const events = [
    {
      type: 'overloaded',
      round: 11,
      id: 20003,
      seat: 0,
      radius: 4,
      hits: [{ id: 30001, kind: 'battleship', before: 9, after: 3, result: 'captured' }],
    },
    { type: 'order_failed', round: 11, id: 20001, action: {}, code: 'not_enough_energy' },
    { type: 'bid_result', round: 11, planet: 20001, bid: 2, result: 'won', refund: 0 },
    { type: 'round_begin', round: 12, income: 1 },
  ];
  const told = { ...frame, events };
  const lines = [
    ...words.describeOrders(orders, frame, info).map(({ text }) => text),
    ...events.map((event) => words.describeEvent(event, told, info) ?? ''),
    ...words.describe(told, info).flatMap(({ heading, lines: found }) => [heading, ...found]),
    ...words.score(frame, info).map(({ text }) => text),
  ];
  for (const line of lines) assert.doesNotMatch(line, /undefined|null|NaN|\{|\}|\w_\w/);
  assert.ok(lines.some((line) => line.includes('1 of 1 bids won')));
});

test('a bid that is lost to another planet of the same seat is no lost one', () => {
  const made = [
    { round: 1, result: 'won' },
    { round: 1, result: 'lost' },
    { round: 2, result: 'lost' },
    { round: 2, result: 'lost' },
    { round: 3, result: 'won' },
  ];
  const told = /** @type {any} */ ({ events: made.map((one) => ({ type: 'bid_result', ...one })), view: { seat: 0 } });
  assert.equal(stepSummary(told), '2 of 4 bids won');
  assert.equal(stepSummary({ ...told, view: { seat: null } }), '2 of 5 bids won', 'bids of several seats');
});

test('ships arrive when the last of them is there; who is not there in time has no round', () => {
  const forecast = {
    rounds: [5, 10, 15],
    tracks: {
      1: [
        [0, 0],
        [1, 0],
        [2, 0],
        [2, 0],
      ],
      2: [
        [4, 0],
        [3, 0],
        [3, 0],
        [2, 0],
      ],
    },
  };
  assert.equal(arrivalOf(forecast, [{ id: 1 }], '2,0'), 10);
  assert.equal(arrivalOf(forecast, [{ id: 1 }, { id: 2 }], '2,0'), 15);
  assert.equal(arrivalOf(forecast, [{ id: 1 }, { id: 2 }], '1,0'), null);
  assert.equal(arrivalOf(forecast, [{ id: 7 }], '2,0'), null);
});

test('a planet takes another one by text, with what is needed or with so much; a ship goes there', () => {
  const free = { ...view.foreign[0], id: 30002, kind: 'planet', seat: null, pos: [103, -7], energy: 9 };
  const there = { ...frame, view: { ...view, foreign: [...view.foreign, free] } };
  const forecast = { takes: { 30002: 20 }, least_burst: 11 };
  const take = (/** @type {string} */ text) => parseCommand(text, null, there, info, forecast);
  const build = { do: 'build', kind: 'battleship', dir: 'north_east' };
  assert.deepEqual(take('20001 take 30002').direct, [{ id: 20001, actions: [{ ...build, energy: 20 }] }]);
  assert.deepEqual(take('take 20001 30002 33').direct[0].actions[0].energy, 33);
  assert.deepEqual(take('20001 take 30002').defaults.battleship.movement, { type: 'pursue', id: 30002 });
  assert.deepEqual(take('20003 take 30002').standing[0].movement, { type: 'pursue', id: 30002 });
  assert.throws(() => take('20001 take 30001'), /go on to one that is not yours/);
});
