import assert from 'node:assert/strict';
import { test } from 'node:test';
import { freeOf } from 'kit/start.js';

test('what lies over a board takes the side of it that costs least', () => {
  const size = { width: 400, height: 300 };
  assert.deepEqual(freeOf(size, []), { x: 0, y: 0, ...size });
  const strip = { left: 0, top: 250, right: 200, bottom: 292 };
  const buttons = { left: 352, top: 130, right: 388, bottom: 288 };
  assert.deepEqual(freeOf(size, [strip, buttons]), { x: 0, y: 0, width: 348, height: 246 });
  const hidden = { left: -10, top: -60, right: -10, bottom: -60 };
  assert.deepEqual(freeOf(size, [hidden]), { x: 0, y: 0, ...size });
});
