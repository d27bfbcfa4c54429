// How far does the sea go? As far as the board, alive beside the chart too.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { themeOf } from 'games/deep_blue/sea.js';
import { paintOpenSea, paintWater } from 'games/deep_blue/water.js';

const VIEW = { width: 900, height: 500, camera: { scale: 20 }, at: (x, y) => [250 + x * 20, 50 + y * 20] };
const CHART = { width: 20, height: 20 };

/** A canvas that remembers what it filled, inside which clip, and the colours of its gradients. */
function recorder() {
  const done = { fills: [], stops: [] };
  let clips = 0;
  const gradient = () => ({ addColorStop: (at, colour) => done.stops.push(`${at} ${colour}`) });
  const known = {
    clip: () => (clips += 1),
    restore: () => (clips = 0),
    fillRect: (...box) => done.fills.push({ box, isClipped: clips > 0 }),
    createPattern: () => ({ setTransform: () => {} }),
    createRadialGradient: gradient,
    createLinearGradient: gradient,
  };
  return { done, ctx: new Proxy(known, { get: (target, key) => target[key] ?? (() => {}), set: () => true }) };
}

test('swell runs beside a chart that is smaller than the board, over a sea that falls away into the deep', (context) => {
  const usual = globalThis.DOMMatrix;
  context.after(() => {
    globalThis.DOMMatrix = usual;
  });
  globalThis.DOMMatrix = /** @type {any} */ (class {});
  for (const isDark of [true, false]) {
    const theme = themeOf(isDark);
    const water = recorder();
    paintWater(water.ctx, VIEW, CHART, { surf: [] }, [{}, {}], { coast: {} }, theme, 3);
    assert.deepEqual(
      water.done.fills,
      [1, 2].map(() => ({ box: [0, 0, VIEW.width, VIEW.height], isClipped: false })),
    );
    const open = recorder();
    paintOpenSea(open.ctx, VIEW, CHART, theme);
    assert.ok(
      open.done.fills.every(({ isClipped }) => isClipped),
      'the chart itself is another picture',
    );
    const depths = open.done.stops.filter((stop) => theme.sea.some((colour) => stop.endsWith(colour)));
    assert.ok(depths.length >= 3, String(open.done.stops));
  }
  // A chart that fills the board leaves nothing of it.
  const full = recorder();
  paintOpenSea(
    full.ctx,
    { ...VIEW, at: (x, y) => [x * 50 - 10, y * 50 - 10], camera: { scale: 50 } },
    CHART,
    themeOf(true),
  );
  assert.equal(full.done.fills.length, 0);
});
