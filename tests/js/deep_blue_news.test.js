// What of a round at sea matters most, and where was it?
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { describeEvent, news } from 'games/deep_blue/describe.js';
import { centreOfEvent } from 'games/deep_blue/describe_events.js';
import { gains, NEWS } from 'games/deep_blue/news.js';
import { unit as makeUnit, makeView } from './deep_blue_fixture.js';

const about = /** @type {any} */ ({
  position: {
    seat: 0,
    elements: new Map([
      [7, { seat: 0 }],
      [8, { seat: 1 }],
    ]),
  },
});
const weigh = (/** @type {any} */ event) => NEWS.weigh(event, { ...about, frame: { events: [event] } }, null);

test('own losses weigh most, then blows that one took, then those that one dealt, then misses', () => {
  const events = [
    { type: 'destroyed', seat: 0 },
    { type: 'destroyed', seat: 1 },
    { type: 'strike', damage: 4, target: 7 },
    { type: 'strike', damage: 4, target: 8 },
    { type: 'strike', damage: 0, target: 7 },
    { type: 'move', id: 7 },
  ];
  assert.deepEqual(
    events.map(weigh),
    events.map(weigh).toSorted((a, b) => b - a),
  );
  assert.equal(new Set(events.map(weigh)).size, events.length);
});

test('a round is headed by the largest: ships before islands, islands before damage, own deeds and losses alike', () => {
  const costs = { cargo: 10, submarine: 8, battleship: 30 };
  const kinds = Object.fromEntries(Object.entries(costs).map(([kind, cost]) => [kind, { cost }]));
  const position = { ...about.position, view: { tables: { kinds } } };
  const first = (/** @type {any[]} */ ...events) =>
    events.toSorted((a, b) => {
      const [one, other] = [a, b].map((event) => NEWS.weigh(event, { position, frame: { events } }, null));
      return other - one;
    })[0];
  const taken = { type: 'captured', seat: 0, from_seat: null };
  const lost = (/** @type {string} */ kind, /** @type {number} */ seat, x = 0) => ({
    ...{ type: 'destroyed', kind, seat, pos: [x, 0, 1] },
  });
  const hit = { type: 'strike', damage: 34, target: 7, attacker: 8 };
  const dealt = [50, 56].map((damage) => ({ type: 'strike', damage, target: 8, attacker: 7 }));
  assert.equal(first(hit, ...dealt), dealt[0], 'more was dealt than taken');
  assert.equal(first(dealt[0], { ...hit, damage: 90 }).target, 7, 'more was taken than dealt');
  assert.equal(first(taken, ...dealt, lost('submarine', 1)).kind, 'submarine', 'an enemy is sunk');
  assert.equal(first({ ...taken, seat: 1, from_seat: 0 }, lost('battleship', 1)).kind, 'battleship');
  assert.equal(first(lost('cargo', 0), lost('battleship', 1, 9)).kind, 'battleship');
  assert.equal(first(lost('cargo', 1), lost('cargo', 0, 9)).seat, 0, 'of the same size the own loss');
});

test('an event is where its cell is; what has none is nowhere', () => {
  assert.deepEqual(centreOfEvent({ type: 'strike', cell: [3, 4, 1] }), [3.5, 4.5]);
  assert.deepEqual(
    centreOfEvent({
      type: 'move',
      path: [
        [1, 1],
        [2, 2],
      ],
    }),
    [2.5, 2.5],
  );
  assert.equal(centreOfEvent({ type: 'match_ended' }), null);
});

test('of the enemy’s points is told what the engine says that a seat knows, and how many come from what it does not see', () => {
  const info = {
    seats: [
      { seat: 0, name: 'Ada' },
      { seat: 1, name: 'Ben' },
    ],
  };
  const view = (score, damage, islands) => ({
    ...{ seat: 0, scores: [0, score], elements: [] },
    ...(damage !== undefined && { enemy_parts: { damage, islands } }),
  });
  const told = (score, damage, islands) =>
    gains(
      /** @type {any} */ ({ view: view(score, damage, islands), position: { seat: 0 }, info, frame: { events: [] } }),
      /** @type {any} */ ({ view: view(20, 10, 10) }),
    ).map(({ text }) => text);
  assert.deepEqual(told(73, 36, 30), [
    'The enemy gains 53 points (damage to you 26, islands 20, and unseen 7), 73 in all.',
  ]);
  assert.deepEqual(told(40, 10, 30), ['The enemy gains 20 points (islands 20), 40 in all.']);
  assert.deepEqual(told(40), ['The enemy gains 20 points, 40 in all.'], 'a view that does not tell');
});

test('what both sides earned in a round is told, though nothing of it was seen', () => {
  const seats = [
    { seat: 0, name: 'Ada' },
    { seat: 1, name: 'Ben' },
  ];
  const at = (seat, ...scores) => ({ view: { scores }, frame: { events: [] }, position: { seat }, info: { seats } });
  const texts = (...given) => gains(...given).map(({ text }) => text);
  assert.deepEqual(texts(at(0, 12, 25), at(0, 0, 20)), [
    'You gain 12 points, 12 in all.',
    'The enemy gains 5 points, 25 in all.',
  ]);
  assert.match(texts(at(null, 12, 25), at(null, 12, 24))[0], /Ben \(B\) gains 1 point, 25 in all/);
  assert.deepEqual(texts(at(0, 12, 25), at(0, 12, 25)), []);
  assert.deepEqual(texts(at(0, 12, 25), null), []);
});

test('losses near each other are one sentence with sums and one of numbers, what is far away another; the log tells each', () => {
  const lost = (id, kind, seat, x) => ({
    type: 'destroyed',
    phase: 'attack',
    id,
    kind,
    seat,
    pos: [x, 5, 1],
    cause: 'strike',
  });
  const events = [
    lost(1, 'destroyer', 1, 3),
    lost(2, 'cargo', 0, 4),
    lost(3, 'destroyer', 1, 5),
    lost(4, 'cruiser', 1, 15),
  ];
  const view = {
    seat: 0,
    terrain: ['.'.repeat(20)],
    size: [20, 1],
    scores: [0, 0],
    elements: [],
    memory: [],
    vision: null,
    queue: [],
    tables: { kinds: {} },
  };
  const frame = /** @type {any} */ ({ step: 3, events, view, choices: [], final: false });
  const info = /** @type {any} */ ({
    options: {},
    you: 0,
    seats: [0, 1].map((seat) => ({ seat, name: ['Ada', 'Ben'][seat] })),
  });
  const [near, far, ...others] = news(frame, frame, info);
  assert.deepEqual(others, []);
  assert.equal(near.text, 'The enemy loses 2 destroyers at D6, you lose 1 cargo ship.');
  assert.deepEqual(
    near.changes.map(({ kind, amount }) => [kind, amount]),
    [
      ['cargo', -1],
      ['sunk', 2],
    ],
  );
  assert.match(far.text, /cruiser 4 is lost at P6/);
  assert.match(describeEvent(events[1], frame, info), /^Your cargo ship 2 is lost at E6/);
});

test('an enemy halts whom it met where that one stopped, and only if it is still afloat', () => {
  // An open sea of its own: charts are kept by their land, with what is built there.
  const view = makeView({ terrain: Array(8).fill('~'.repeat(12)), elements: [makeUnit(7, 'cargo', 0, [4, 4, 1])] });
  const move = {
    type: 'move',
    id: 7,
    path: [
      [3, 4],
      [4, 4],
    ],
    stopped: 'halted',
  };
  const said = (/** @type {any[]} */ ...others) => {
    const events = [...others, move];
    const frame = /** @type {any} */ ({ step: 3, events, view, choices: [], final: false });
    return describeEvent(/** @type {any} */ (move), frame, /** @type {any} */ ({ options: {}, seats: [] }));
  };
  const battle = (/** @type {number[]} */ ...cell) => ({ type: 'battle', a: 7, b: 8, cell, strikes: [] });
  assert.match(said(battle(5, 4)) ?? '', /halted by an enemy/);
  assert.match(said() ?? '', /finds its way closed/);
  assert.match(said(battle(1, 4)) ?? '', /finds its way closed/, 'it met that one far behind');
  assert.match(
    said(battle(5, 4), { type: 'destroyed', id: 8, seat: 1, kind: 'cargo', pos: [5, 4, 1] }) ?? '',
    /finds its way closed/,
  );
});
