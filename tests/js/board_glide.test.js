// Does a board keep what it is told while its camera is on its way?
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fit } from 'board/camera.js';
import { Window } from 'happy-dom';
import { RecordingCanvas } from './recording_canvas.js';

const WORLD = { x: 0, y: 0, width: 100, height: 80 };
const SIZE = { width: 400, height: 300 };
const NONE = { top: 0, right: 0, bottom: 0, left: 0 };

/** Pictures that were laid on a canvas since it was last emptied: left, top, width, height. */
const laid = [];

/** A board on a page whose frames and clock the test moves by hand. @param {import('node:test').TestContext} context */
async function open(context, layers = []) {
  const window = new Window();
  context.after(() => window.happyDOM.close());
  let [frame, now] = [null, 0];
  context.mock.method(performance, 'now', () => now);
  Object.defineProperty(window.HTMLCanvasElement.prototype, 'getContext', {
    value(kind) {
      const ctx = new RecordingCanvas().getContext(kind);
      ctx.clearRect = () => laid.splice(0);
      ctx.drawImage = ({ width, height }, x, y, wide = width, high = height) => laid.push([x, y, wide, high]);
      return ctx;
    },
  });
  Object.assign(globalThis, {
    window,
    document: window.document,
    getComputedStyle: window.getComputedStyle.bind(window),
    matchMedia: () => ({ matches: false, addEventListener() {}, removeEventListener() {} }),
    MutationObserver: window.MutationObserver,
    ResizeObserver: class {
      observe() {}
      disconnect() {}
    },
    requestAnimationFrame(work) {
      frame = work;
      return 1;
    },
    cancelAnimationFrame() {},
  });
  const { createBoard } = await import('board/board.js');
  const el = window.document.body.appendChild(window.document.createElement('div'));
  Object.defineProperties(el, { clientWidth: { value: SIZE.width }, clientHeight: { value: SIZE.height } });
  const board = createBoard(el, { world: WORLD, insets: NONE, layers, still: false });
  context.after(() => board.destroy());
  /** Paints frames until none is asked for. @param {() => void} [seen] after each */
  const settle = (seen = () => {}) => {
    for (let i = 0; frame && i < 100; i += 1) {
      const work = frame;
      frame = null;
      now += 16;
      work();
      seen();
    }
  };
  settle();
  return { board, settle };
}

test('there is ground all over the board while the camera is on its way, painted once for where it goes', async (context) => {
  const cameras = [];
  const ground = { name: 'ground', cached: true, paint: (_, { camera }) => cameras.push(camera) };
  const { board, settle } = await open(context, [ground]);
  const whole = { ...board.state.camera };
  const isWhole = () =>
    laid.some(([x, y, wide, high]) => x <= 0 && y <= 0 && x + wide >= SIZE.width && y + high >= SIZE.height);
  board.centre(10, 10, 20, false);
  board.redraw();
  settle();
  cameras.length = 0;
  const frames = [];
  board.fit(true);
  settle(() => frames.push(isWhole()));
  assert.ok(frames.length > 5);
  assert.ok(frames.every(Boolean), 'the whole board at every camera');
  assert.deepEqual(cameras, [whole]);
  // Nearer: what is there already would be coarse.
  board.redraw();
  settle();
  cameras.length = 0;
  board.centre(50, 40, 20);
  settle(() => assert.ok(isWhole()));
  assert.deepEqual(
    cameras.map(({ scale }) => scale),
    [20],
  );
  // A hand that goes beyond what is kept finds ground, too.
  for (let i = 0; i < 8; i += 1) {
    board.visit({ x: 50 - 4 * i, y: 40, scale: 20 }, { smoothly: false });
    settle(() => assert.ok(isWhole(), `${i}`));
  }
  assert.ok(cameras.length < 5, 'not at every step');
});

test('room that is taken while the camera glides to the whole map is kept free when it is there', async (context) => {
  const { board, settle } = await open(context);
  board.centre(10, 10, 20, false);
  settle();
  board.fit(true);
  const insets = { ...NONE, bottom: 120 };
  board.set({ insets });
  assert.notDeepEqual(board.state.camera, fit(WORLD, SIZE, insets), 'it glides on, and does not jump');
  settle();
  assert.deepEqual(board.state.camera, fit(WORLD, SIZE, insets));
});

test('room that is taken elsewhere moves no camera that a hand has led away', async (context) => {
  const { board, settle } = await open(context);
  board.centre(10, 10, 20, false);
  settle();
  const before = { ...board.state.camera };
  board.set({ insets: { ...NONE, bottom: 120 } });
  settle();
  assert.deepEqual(board.state.camera, before);
});
