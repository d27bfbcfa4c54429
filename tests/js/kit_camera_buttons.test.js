// Do words on a board keep clear of the camera's buttons, wherever those are laid out?
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Window } from 'happy-dom';

const SIZE = { width: 320, height: 240 };

test('the buttons of a low board, in two columns, keep words away from each of them', async (context) => {
  const window = new Window();
  context.after(() => window.happyDOM.close());
  const { document } = window;
  for (const name of ['Node', 'Element', 'HTMLElement', 'SVGElement', 'HTMLButtonElement'])
    globalThis[name] = window[name];
  Object.assign(globalThis, { window, document, localStorage: window.localStorage });
  globalThis.matchMedia = () => ({ matches: false, addEventListener() {}, removeEventListener() {} });
  const { addCameraButtons } = await import('kit/camera_buttons.js');
  const el = document.body.appendChild(document.createElement('div'));
  el.getBoundingClientRect = () => ({ left: 0, top: 76, right: 320, bottom: 316, ...SIZE });
  Object.defineProperties(el, { clientWidth: { value: SIZE.width }, clientHeight: { value: SIZE.height } });
  let watcher = null;
  const board = {
    state: { insets: { top: 6, right: 6, bottom: 6, left: 6 }, world: { x: 0, y: 0, width: 20, height: 20 }, over: [] },
    set: (part) => Object.assign(board.state, part),
    watch(one) {
      watcher = one;
      return () => {};
    },
  };
  context.after(addCameraButtons(el, board, { clear: 'buttons' }));
  assert.equal(board.state.over.length, 1, 'before anything is laid out they stand in a column');
  const group = el.querySelector('.board-camera');
  const places = [
    [272, 100],
    [272, 140],
    [232, 100],
  ];
  [...group.children].forEach((button, i) => {
    const [left, top] = places[i];
    button.getBoundingClientRect = () => ({ left, top, width: 36, height: 36 });
  });
  Object.defineProperty(group, 'offsetWidth', { value: 76 });
  watcher.camera();
  assert.deepEqual(
    board.state.over,
    places.map(([left, top]) => ({ x: left - 4, y: top - 76 - 4, width: 44, height: 44 })),
  );
});
