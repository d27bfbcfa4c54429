// Is a veil made anew only where what is known of it has changed?
import assert from 'node:assert/strict';
import { afterEach, beforeEach, test } from 'node:test';
import { heatOf } from 'kit/heat.js';

const RAMP = ['#000000', '#ffffff'];
const [SIDE, PER] = [30, 4];

/** A canvas that keeps what is put into it. */
class Canvas {
  constructor(width, height) {
    Object.assign(this, { width, height });
    this.data = new Uint8ClampedArray(width * height * 4);
  }
  getContext() {
    return {
      createImageData: (width, height) => ({ data: new Uint8ClampedArray(width * height * 4) }),
      getImageData: () => ({ data: this.data.slice() }),
      putImageData: ({ data }) => this.data.set(data),
    };
  }
}
const { OffscreenCanvas: real } = globalThis;
beforeEach(() => {
  globalThis.OffscreenCanvas = /** @type {any} */ (Canvas);
});
afterEach(() => {
  globalThis.OffscreenCanvas = real;
});

/** A map of which a disc is known. */
function heat(x, y, radius) {
  const values = new Float32Array(SIDE * SIDE);
  for (let i = 0; i < values.length; i += 1)
    if (Math.hypot((i % SIDE) - x, Math.floor(i / SIDE) - y) <= radius)
      values[i] = 0.3 + (0.6 * ((i * 7919) % 97)) / 97;
  return { width: SIDE, height: SIDE, values };
}
/** @param {Generator<unknown, any>} made */
function done(made) {
  let step = made.next();
  while (!step.done) step = made.next();
  return step.value;
}

test('a veil that goes on from an earlier one is the same as one made anew', () => {
  const first = done(heatOf(heat(8, 8, 5), RAMP, PER));
  const fresh = done(heatOf(heat(10, 9, 6), RAMP, PER));
  const further = done(heatOf(heat(10, 9, 6), RAMP, PER, first));
  const apart = fresh.data.reduce((most, value, i) => Math.max(most, Math.abs(value - further.data[i])), 0);
  assert.ok(apart <= 1, `shades differ by ${apart}`);
});

test('what lies far from a change is left as it was, and another ramp is made whole', () => {
  const first = done(heatOf(heat(8, 8, 5), RAMP, PER));
  const at = ((SIDE - 2) * PER * SIDE * PER + (SIDE - 2) * PER) * 4;
  first.data[at] = 77;
  assert.equal(done(heatOf(heat(9, 8, 5), RAMP, PER, first)).data[at], 77);
  assert.notEqual(done(heatOf(heat(9, 8, 5), [...RAMP], PER, first)).data[at], 77);
});
