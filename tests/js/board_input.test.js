// Does what a pointer was over end with the pointer?
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bindInput } from 'board/input.js';

globalThis.window ??= globalThis;

const UNIT = { id: 'unit', kind: 'disc', x: 0, y: 0 };
const UNIT_BESIDE = { id: 'beside', kind: 'disc', x: 0, y: 0 };
const AIM = { id: 'aim', kind: 'disc', x: 0, y: 0 };

/** A board with a unit on its left half and an aim on its right. */
function openBoard(comeCloser = () => false) {
  const told = [];
  const listeners = {};
  const element = {
    style: {},
    addEventListener: (kind, listener) => (listeners[kind] = listener),
    getBoundingClientRect: () => ({ left: 0, top: 0 }),
    setPointerCapture() {},
    focus() {},
  };
  const state = {
    hover: null,
    drag: null,
    lasso: null,
    ground: null,
    draggable: () => true,
    on: { hover: (piece) => told.push(piece?.id ?? null) },
  };
  const pick = ([x]) => (x < 100 ? UNIT : AIM);
  let panned = 0;
  bindInput(element, { state, pick, changed() {}, pan: (dx) => (panned += dx), within: () => [], comeCloser });
  const happen = (kind, x, pointerType) =>
    listeners[kind]({
      pointerId: 1,
      pointerType,
      clientX: x,
      clientY: 10,
      button: 0,
      buttons: 1,
      timeStamp: 0,
      preventDefault() {},
    });
  return { state, told, happen, panned: () => panned };
}

test('a drag of a finger that the system takes away points at nothing', () => {
  const { state, told, happen } = openBoard();
  happen('pointerdown', 10, 'touch');
  happen('pointermove', 60, 'touch');
  happen('pointermove', 150, 'touch');
  assert.equal(told.at(-1), 'aim');
  happen('pointercancel', 150, 'touch');
  assert.equal(told.at(-1), null);
  assert.equal(state.drag, null);
});

test('a drag is held over what the board says, and the wheel turns what is dragged', () => {
  const { state, told, happen } = openBoard();
  const dropped = [];
  const turned = [];
  Object.assign(state.on, {
    drag: (drag) => (drag && drag.at[0] > 200 ? UNIT_BESIDE : null),
    drop: (_, to) => dropped.push(to?.id),
    wheel: (piece) => turned.push(piece.id) > 0,
  });
  happen('pointerdown', 10, 'mouse');
  happen('pointermove', 150, 'mouse');
  happen('wheel', 150, 'mouse');
  happen('pointermove', 250, 'mouse');
  assert.equal(told.at(-1), 'beside');
  happen('pointerup', 250, 'mouse');
  assert.deepEqual([dropped, turned], [['beside'], ['unit']]);
});

test('a drag from what cannot be dragged is told; the map moves unless it has been said why', () => {
  for (const isSaid of [false, true]) {
    const { state, panned, happen } = openBoard();
    const pulled = [];
    state.draggable = () => false;
    state.on.pull = (piece) => pulled.push(piece.id) > 0 && isSaid;
    happen('pointerdown', 10, 'mouse');
    happen('pointermove', 60, 'mouse');
    happen('pointermove', 90, 'mouse');
    assert.deepEqual([pulled, state.drag, panned()], [['unit'], null, isSaid ? 0 : 80]);
  }
});

test('so does a mouse that leaves', () => {
  const { state, told, happen } = openBoard();
  happen('pointermove', 150, 'mouse');
  assert.equal(state.hover, AIM);
  happen('pointerleave', 300, 'mouse');
  assert.deepEqual([state.hover, told.at(-1)], [null, null]);
});

test('a finger that could have meant several things presses none, and the board is told that it has come nearer', () => {
  const { state, happen } = openBoard(() => true);
  const told = [];
  state.on.tap = () => told.push('tap');
  state.on.nearer = () => told.push('nearer');
  happen('pointerdown', 10, 'touch');
  happen('pointerup', 10, 'touch');
  happen('pointerdown', 10, 'mouse');
  happen('pointerup', 10, 'mouse');
  assert.deepEqual(told, ['nearer', 'tap']);
});
