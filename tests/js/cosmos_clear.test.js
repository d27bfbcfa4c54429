// Does who is chosen come out from under what lies over the chart, once, and as far as is needed?
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toScreen } from 'board/camera.js';
import { createClearing } from 'games/cosmos/clear.js';

const SIZE = { width: 390, height: 400 };
/** A chart of 32 tiles on a phone, with a strip over its foot. */
function chartWith(camera) {
  const rect = (left, top, width, height) => ({ left, top, width, height, right: left + width, bottom: top + height });
  const strip = { getBoundingClientRect: () => rect(8, 220, 374, 170) };
  const el = {
    clientWidth: SIZE.width,
    clientHeight: SIZE.height,
    getBoundingClientRect: () => rect(0, 0, SIZE.width, SIZE.height),
    querySelectorAll: () => [strip],
  };
  const steered = [];
  const board = {
    state: { camera, world: { x: 0, y: 0, width: 32, height: 32 }, insets: { top: 0, right: 0, bottom: 0, left: 0 } },
    screen: (x, y) => toScreen(board.state.camera, SIZE, x, y),
    visit: (next) => {
      board.state.camera = next;
    },
    shift: (...by) => steered.push(by),
  };
  return { clearing: createClearing(/** @type {any} */ (el), /** @type {any} */ (board)), board, steered };
}

test('the chart moves until who is chosen lies above the strip, and stays where a hand has put it after that', () => {
  const camera = { x: 16, y: 16, scale: 12 };
  const { clearing, board, steered } = chartWith(camera);
  const home = { x: 25, y: 20 };
  clearing.show(home, 30, 'home');
  const [, y] = board.screen(home.x + 0.5, home.y + 0.5);
  assert.ok(y + 30 <= 220, `${y} is above the strip`);
  assert.equal(board.state.camera.scale, 12, 'as near as before');
  assert.deepEqual(steered, [[0, 0]], 'the first look does not come back');
  board.state.camera = camera;
  clearing.show(home, 30, 'home');
  assert.equal(board.state.camera, camera);
});

test('the chart stays where who is chosen lies free', () => {
  const camera = { x: 16, y: 16, scale: 12 };
  const { clearing, board, steered } = chartWith(camera);
  clearing.show({ x: 10, y: 6 }, 30, 'far');
  assert.equal(board.state.camera, camera);
  assert.deepEqual(steered, []);
});
