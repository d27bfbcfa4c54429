// Does one press do the same for a mouse and a finger: choose one's own, and send the ships in hand to what it meets?
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pointer } from 'games/cosmos/hand.js';
import { layTags } from 'games/cosmos/next.js';

const ENTITIES = [
  { id: 1, kind: 'scout', x: 2, y: 2, seen: 'own', seat: 0 },
  { id: 2, kind: 'planet', x: 3, y: 3, seen: 'own', seat: 0 },
  { id: 3, kind: 'planet', x: 8, y: 8, seen: 'now', seat: null },
  { id: 4, kind: 'miner', x: 9, y: 9, seen: 'now', seat: 1 },
  { id: 5, kind: 'battleship', x: 1, y: 1, seen: 'own', seat: 0 },
];

/** A hand over a chart of those entities, and what it did. @param {number[]} selected @param {boolean} [can] whether orders can be given */
function handWith(selected, can = true) {
  const byId = new Map(ENTITIES.map((one) => [one.id, one]));
  const chosen = () => ENTITIES.filter(({ id, seen }) => selected.includes(id) && seen === 'own');
  const ships = () => chosen().filter(({ kind }) => kind !== 'planet');
  /** @type {any[]} */
  const done = [];
  const session = {
    state: { selected, aim: null, hover: null, pull: null },
    change: () => {},
    position: () => ({ byId }),
    chosen,
    ships,
    canOrder: () => can,
    sends: () => can && ships().length > 0,
    select: (/** @type {number[]} */ ids) => done.push(['select', ...ids]),
    selectKind: (/** @type {string} */ kind) => done.push(['kind', kind]),
    send: (/** @type {{id: number}} */ from, /** @type {{id: number}} */ to) => done.push(['send', from.id, to.id]),
    pullTo: (/** @type {any[]} */ ...way) => done.push(['pull', ...way]),
    attack: (/** @type {{id: number}} */ { id }) =>
      chosen().some(({ kind }) => kind === 'battleship') && !!done.push(['attack', id]),
    target: (/** @type {number[]} */ tile, /** @type {string} */ what) => done.push([what, ...tile]),
  };
  const { on, draggable } = pointer(/** @type {any} */ (session));
  return { hand: on, draggable, done, state: session.state };
}
const tile = (/** @type {number} */ x, /** @type {number} */ y) => /** @type {any} */ ({ kind: 'tile', data: [x, y] });
const entity = (/** @type {number} */ id) => /** @type {any} */ ({ kind: 'entity', data: id });

test('with ships in hand a press orders what it meets, by mouse and by finger', () => {
  for (const touch of [false, true]) {
    const how = { shift: false, again: false, touch, at: /** @type {[number, number]} */ ([0, 0]) };
    const { hand, done } = handWith([1]);
    hand.tap(tile(5, 6), how);
    hand.tap(entity(3), how);
    hand.tap(entity(4), how);
    assert.deepEqual(done, [
      ['go', 5, 6],
      ['go', 8, 8],
      ['analyse', 9, 9],
    ]);
  }
});

test('a press chooses one of one’s own, and whatever there is while no ship can be sent', () => {
  const how = { shift: false, again: false, touch: false, at: /** @type {[number, number]} */ ([0, 0]) };
  for (const [selected, can] of /** @type {[number[], boolean][]} */ ([
    [[2], true],
    [[1], false],
  ])) {
    const { hand, done } = handWith(selected, can);
    hand.tap(entity(3), how);
    hand.tap(tile(5, 6), how);
    assert.deepEqual(done, [['select', 3], ['select']]);
  }
  const { hand, done } = handWith([1]);
  hand.tap(entity(2), how);
  assert.deepEqual(done, [['select', 2]]);
});

test('a battleship in hand is sent to take a planet of others, and goes wherever else it is told to', () => {
  const how = { shift: false, again: false, touch: false, at: /** @type {[number, number]} */ ([0, 0]) };
  const { hand, done } = handWith([5]);
  hand.tap(entity(3), how);
  hand.tap(tile(5, 6), how);
  hand.press(entity(3));
  assert.deepEqual(done, [
    ['attack', 3],
    ['go', 5, 6],
    ['attack', 3],
  ]);
});

test('a drag from one’s own sends, from anything else it moves the chart; with a planet in hand a right click sends as well', () => {
  const { hand, draggable, done } = handWith([]);
  assert.deepEqual([entity(2), entity(5), entity(3), tile(4, 4)].map(draggable), [true, true, false, false]);
  hand.drag({ from: entity(2), over: entity(3) });
  hand.drop(entity(2), entity(3));
  hand.drop(entity(2), null);
  const { hand: chosen, done: pressed } = handWith([2]);
  chosen.press(entity(3));
  assert.deepEqual(done, [
    ['pull', 2, 3],
    ['pull', null],
    ['send', 2, 3],
    ['pull', null],
  ]);
  assert.deepEqual(pressed, [['send', 2, 3]]);
});

test('a press on the words beside a planet is a press on the planet', () => {
  const at = (/** @type {number} */ x, /** @type {number} */ y) =>
    /** @type {any} */ ({ shift: false, again: false, touch: false, at: [x, y] });
  const { hand, done, state } = handWith([]);
  layTags(state, [{ id: 2, box: { x: 100, y: 40, width: 60, height: 16 } }]);
  hand.tap(tile(3, 1), at(120, 50));
  hand.tap(tile(3, 1), at(120, 70));
  hand.tap(entity(1), at(120, 50));
  assert.deepEqual(done, [['select', 2], ['select'], ['select', 1]]);
});
