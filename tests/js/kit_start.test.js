import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Window } from 'happy-dom';
import { freeOf, startAt } from 'kit/start.js';

test('what lies over a board takes the side of it that costs least', () => {
  const size = { width: 400, height: 300 };
  assert.deepEqual(freeOf(size, []), { x: 0, y: 0, ...size });
  const strip = { left: 0, top: 250, right: 200, bottom: 292 };
  const buttons = { left: 352, top: 130, right: 388, bottom: 288 };
  assert.deepEqual(freeOf(size, [strip, buttons]), { x: 0, y: 0, width: 348, height: 246 });
  const hidden = { left: -10, top: -60, right: -10, bottom: -60 };
  assert.deepEqual(freeOf(size, [hidden]), { x: 0, y: 0, ...size });
});

test('the camera begins anew in every layout, however many steps were told before, and not without end within one', (context) => {
  const window = new Window();
  context.after(() => window.happyDOM.close());
  let frame = null;
  const { document, MutationObserver } = window;
  Object.assign(globalThis, { document, MutationObserver });
  globalThis.requestAnimationFrame = (work) => {
    frame = work;
    return 1;
  };
  globalThis.cancelAnimationFrame = () => {};
  const el = document.body.appendChild(document.createElement('div'));
  const strip = el.appendChild(document.createElement('div'));
  strip.className = 'kit-strip';
  let [top, isPlaying, watcher, visits] = [300, false, null, 0];
  el.getBoundingClientRect = () => ({ left: 0, top: 0, right: 400, bottom: 400 });
  strip.getBoundingClientRect = () => ({ left: 0, top, right: 400, bottom: 400 });
  Object.defineProperties(el, { clientWidth: { value: 400 }, clientHeight: { value: 400 } });
  const insets = { top: 0, right: 0, bottom: 0, left: 0 };
  const board = {
    timeline: { playing: () => isPlaying },
    state: { world: { x: 0, y: 0, width: 40, height: 40 }, insets, followsFit: true },
    watch(one) {
      watcher = one;
      return () => {};
    },
    visit(camera) {
      board.state.camera = camera;
      visits += 1;
    },
  };
  const stop = startAt(el, board, { place: () => [20, 38], around: 4 });
  const look = () => {
    watcher.camera();
    frame?.();
  };
  /** Where the lowest row of the map is on the board. */
  const foot = () => (40 - board.state.camera.y) * board.state.camera.scale + 200;
  for (let step = 0; step < 20; step += 1) {
    top = step % 2 ? 240 : 300;
    look();
    assert.equal(foot(), top - 4, `step ${step}`);
    isPlaying = true;
    look();
    isPlaying = false;
  }
  const before = visits;
  for (let i = 0; i < 100; i += 1) {
    top = i % 2 ? 240 : 300;
    look();
  }
  assert.ok(visits - before < 20);
  stop();
});
