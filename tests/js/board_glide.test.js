// Does a board keep what it is told while its camera is on its way?
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fit } from 'board/camera.js';
import { Window } from 'happy-dom';
import { RecordingCanvas } from './recording_canvas.js';

const WORLD = { x: 0, y: 0, width: 100, height: 80 };
const SIZE = { width: 400, height: 300 };
const NONE = { top: 0, right: 0, bottom: 0, left: 0 };

/** A board on a page whose frames and clock the test moves by hand. @param {import('node:test').TestContext} context */
async function open(context) {
  const window = new Window();
  context.after(() => window.happyDOM.close());
  let [frame, now] = [null, 0];
  context.mock.method(performance, 'now', () => now);
  Object.defineProperty(window.HTMLCanvasElement.prototype, 'getContext', {
    value: (kind) => new RecordingCanvas().getContext(kind),
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
  const board = createBoard(el, { world: WORLD, insets: NONE, layers: [], still: false });
  context.after(() => board.destroy());
  /** Paints frames until none is asked for. */
  const settle = () => {
    for (let i = 0; frame && i < 100; i += 1) {
      const work = frame;
      frame = null;
      now += 16;
      work();
    }
  };
  settle();
  return { board, settle };
}

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
