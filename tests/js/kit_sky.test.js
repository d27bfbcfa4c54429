// Is the sky that is seen first the sky that stays, only coarser?
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nebulaOf } from 'kit/sky.js';

const NIGHT = { ink: '#0B1220', dark: true };

/** A canvas that keeps what is put into it. */
class Sheet {
  getContext() {
    return {
      createImageData: (width, height) => ({ width, height, data: new Uint8ClampedArray(width * height * 4) }),
      putImageData: (image) => {
        this.image = image;
      },
    };
  }
  transferToImageBitmap() {
    return this.image;
  }
}

const whole = (steps) => {
  let step = steps.next();
  while (!step.done) step = steps.next();
  return step.value;
};

test('a coarse sky is a sample of the fine one', (context) => {
  const before = globalThis.OffscreenCanvas;
  context.after(() => {
    globalThis.OffscreenCanvas = before;
  });
  globalThis.OffscreenCanvas = Sheet;
  const [fine, coarse] = [whole(nebulaOf(NIGHT, 23)), whole(nebulaOf(NIGHT, 23, { coarse: 4 }))];
  assert.equal(fine.width, coarse.width * 4);
  const pixel = ({ width, data }, x, y) => [...data.subarray((y * width + x) * 4, (y * width + x) * 4 + 4)];
  for (let y = 0; y < coarse.height; y += 1)
    for (let x = 0; x < coarse.width; x += 1) assert.deepEqual(pixel(coarse, x, y), pixel(fine, x * 4, y * 4));
});
