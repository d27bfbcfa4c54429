// Does the camera show what it should, and does every movement keep what it promises?
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  begun,
  between,
  boxAround,
  fit,
  framed,
  kept,
  limitsFor,
  panned,
  pinched,
  toScreen,
  toWorld,
  zoomedAt,
} from 'board/camera.js';

const WORLD = { x: 0, y: 0, width: 1000, height: 800 };
const SIZE = { width: 640, height: 480 };
const NONE = { top: 0, right: 0, bottom: 0, left: 0 };
const CAMERAS = [
  { x: 500, y: 400, scale: 0.6 },
  { x: 12.5, y: 780, scale: 2.4 },
  { x: 900, y: 3, scale: 0.11 },
];
const POINTS = [
  [0, 0],
  [320, 240],
  [640, 1],
  [17.25, 479],
];

function near(actual, expected, within = 1e-6) {
  assert.ok(Math.abs(actual - expected) < within, `${actual} is not ${expected}`);
}

test('a point goes to the world and back', () => {
  for (const camera of CAMERAS) {
    for (const [x, y] of POINTS) {
      const back = toScreen(camera, SIZE, ...toWorld(camera, SIZE, x, y));
      near(back[0], x);
      near(back[1], y);
    }
  }
});

test('fit shows the whole world inside the free area, touching it on one axis', () => {
  for (const insets of [NONE, { top: 40, right: 10, bottom: 100, left: 30 }]) {
    const camera = fit(WORLD, SIZE, insets);
    const [left, top] = toScreen(camera, SIZE, 0, 0);
    const [right, bottom] = toScreen(camera, SIZE, 1000, 800);
    assert.ok(left >= insets.left - 1e-6 && right <= SIZE.width - insets.right + 1e-6);
    assert.ok(top >= insets.top - 1e-6 && bottom <= SIZE.height - insets.bottom + 1e-6);
    near(left - insets.left, SIZE.width - insets.right - right);
    near(top - insets.top, SIZE.height - insets.bottom - bottom);
    near(Math.min(left - insets.left, top - insets.top), 0);
  }
});

test('zooming keeps the point under the pointer and the limits', () => {
  const limits = { widest: 0.2, closest: 3 };
  for (const camera of CAMERAS.slice(0, 2)) {
    for (const at of POINTS) {
      const before = toWorld(camera, SIZE, ...at);
      for (const factor of [0.01, 0.7, 1.3, 90]) {
        const zoomed = zoomedAt(camera, SIZE, at, factor, limits);
        const after = toWorld(zoomed, SIZE, ...at);
        near(after[0], before[0]);
        near(after[1], before[1]);
        assert.ok(zoomed.scale >= limits.widest && zoomed.scale <= limits.closest);
      }
    }
  }
});

test('panning there and back changes nothing, and the picture follows the hand', () => {
  const camera = CAMERAS[0];
  const there = panned(camera, 31, -7);
  const [x, y] = toScreen(there, SIZE, 500, 400);
  const [x0, y0] = toScreen(camera, SIZE, 500, 400);
  near(x - x0, 31);
  near(y - y0, -7);
  const back = panned(there, -31, 7);
  near(back.x, camera.x);
  near(back.y, camera.y);
});

test('two fingers keep the world under their middle and spread it', () => {
  const limits = { widest: 0.01, closest: 100 };
  const camera = CAMERAS[0];
  const before = [
    [100, 100],
    [200, 100],
  ];
  const after = [
    [90, 160],
    [290, 160],
  ];
  const held = toWorld(camera, SIZE, 150, 100);
  const moved = pinched(camera, SIZE, before, after, limits);
  near(moved.scale, camera.scale * 2);
  const [x, y] = toScreen(moved, SIZE, ...held);
  near(x, 190);
  near(y, 160);
});

test('a picture that is dragged stays on the board but for an edge, near and far', () => {
  for (const camera of [...CAMERAS, { x: 500, y: 400, scale: 9 }]) {
    for (const [dx, dy] of [
      [9000, 9000],
      [-9000, 100],
      [100, -9000],
    ]) {
      const { x, y, scale } = kept(panned(camera, dx, dy), WORLD, SIZE);
      assert.equal(scale, camera.scale);
      const [left, top] = toScreen({ x, y, scale }, SIZE, 0, 0);
      const [right, bottom] = toScreen({ x, y, scale }, SIZE, WORLD.width, WORLD.height);
      const wide = Math.min(right, SIZE.width) - Math.max(left, 0);
      const high = Math.min(bottom, SIZE.height) - Math.max(top, 0);
      assert.ok(wide >= 0.69 * Math.min(SIZE.width, right - left), `${wide} at ${scale}`);
      assert.ok(high >= 0.69 * Math.min(SIZE.height, bottom - top), `${high} at ${scale}`);
    }
  }
  const inside = { x: 510, y: 420, scale: 1 };
  assert.deepEqual(kept(inside, WORLD, SIZE), inside);
});

test('a box around discs holds their rims', () => {
  const discs = [
    [0, 10, 5],
    [20, 0, 2],
  ];
  assert.deepEqual(boxAround(discs), { x: -5, y: -2, width: 27, height: 17 });
});

test('a glide starts and ends where it should and zooms evenly', () => {
  const [a, b] = [
    { x: 0, y: 0, scale: 0.5 },
    { x: 100, y: 40, scale: 2 },
  ];
  assert.deepEqual(between(a, b, 0), a);
  assert.deepEqual(between(a, b, 1), b);
  near(between(a, b, 0.5).scale, 1);
});

test('one may always come nearer than the fit and go a little farther', () => {
  for (const scale of [0.05, 0.4, 3]) {
    const { widest, closest } = limitsFor(scale);
    assert.ok(widest < scale && closest > scale);
  }
});

test('a board may say how close one may go; never less close than what fits', () => {
  assert.deepEqual(limitsFor(10), { widest: 7, closest: 40 });
  assert.equal(limitsFor(10, 48).closest, 48);
  assert.equal(limitsFor(60, 48).closest, 60);
});

test('a place near the edge comes to the middle no farther than the map reaches, and a small map stays where it is', () => {
  const world = { x: 0, y: 0, width: 100, height: 100 };
  const insets = { top: 0, right: 60, bottom: 0, left: 0 };
  const size = { width: 560, height: 500 };
  const near = framed({ x: 3, y: 50, scale: 10 }, world, size, insets);
  assert.deepEqual(toScreen(near, size, 0, 50), [0, 250]);
  const last = framed({ x: 99, y: 99, scale: 10 }, world, size, insets);
  assert.deepEqual(toScreen(last, size, 100, 100), [500, 500]);
  assert.deepEqual(
    framed({ x: 3, y: 90, scale: 4 }, world, size, insets),
    framed({ x: 80, y: 5, scale: 4 }, world, size, insets),
  );
});

test('the first camera shows all unless what is one’s own is covered or too small', () => {
  const world = { x: 0, y: 0, width: 100, height: 100 };
  const insets = { top: 0, right: 0, bottom: 0, left: 0 };
  const size = { width: 400, height: 400 };
  const whole = fit(world, size, insets);
  const all = { x: 0, y: 0, ...size };
  const begin = (disc, free = all, least = 0) => begun(whole, world, size, insets, { disc, free, least });
  assert.equal(begin({ x: 95, y: 95, radius: 10 }), whole, 'nothing lies beside the map');
  const lifted = begin({ x: 50, y: 95, radius: 10 }, { ...all, height: 340 });
  assert.deepEqual(toScreen(lifted, size, 50, 100), [200, 340]);
  const nearer = begin({ x: 10, y: 50, radius: 10 }, all, 8);
  assert.equal(nearer.scale, 8);
  assert.deepEqual(toScreen(nearer, size, 0, 50), [0, 200]);
});
