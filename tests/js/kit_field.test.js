import assert from 'node:assert/strict';
import { test } from 'node:test';
import { blurred, contours, distancesTo, enlarged, fieldOver, scattered, valueAt } from 'kit/field.js';
import { fractal, noise, noiseTile, smoothstep } from 'kit/noise.js';

/** A field over eight by six units with a square hill. */
function hill() {
  const field = fieldOver(8, 6, 2);
  for (let j = 4; j < 8; j += 1) for (let i = 6; i < 10; i += 1) field.values[j * field.width + i] = 1;
  return field;
}

test('noise is the same every time, between 0 and 1, and a tile fits to itself', () => {
  assert.equal(noise(3.3, 7.1, 5), noise(3.3, 7.1, 5));
  for (let i = 0; i < 200; i += 1) {
    const value = fractal(i * 0.37, i * 0.11, 3, 4);
    assert.ok(value >= 0 && value <= 1);
  }
  assert.equal(noise(0.5, 2.25, 9, 4), noise(4.5, 2.25, 9, 4));
  const tile = noiseTile(32, 8, 1, 2);
  const step = Math.abs(tile[31] - tile[0]);
  assert.ok(step < 0.35, `the seam jumps by ${step}`);
  assert.deepEqual([smoothstep(1, 3, 0), smoothstep(1, 3, 2), smoothstep(1, 3, 9)], [0, 0.5, 1]);
});

test('values between samples lie between them', () => {
  const field = hill();
  assert.equal(valueAt(field, 4, 3), 1);
  const edge = valueAt(field, 3, 3);
  assert.ok(edge > 0.4 && edge < 0.6);
});

test('a blur keeps the sum away from the rim', () => {
  const sum = (/** @type {Float32Array} */ values) => values.reduce((a, b) => a + b, 0);
  const soft = blurred(hill(), 1);
  assert.ok(Math.abs(sum(soft.values) - 16) < 1e-4);
  assert.ok(soft.values[4 * soft.width + 6] < 0.6);
});

test('distances are exact, in map units, and never more than asked', () => {
  const away = distancesTo(hill(), (value) => value > 0, 2.5);
  assert.equal(away.values[5 * away.width + 7], 0);
  assert.equal(away.values[5 * away.width + 4], 1);
  assert.ok(Math.abs(away.values[2 * away.width + 4] - Math.hypot(1, 1)) < 1e-5);
  assert.equal(away.values[0], 2.5);
});

test('a row of pixels is as long as the map is wide, and smooth', () => {
  const row = enlarged(hill(), 7)(20);
  assert.equal(row.length, 56);
  assert.ok(Math.max(...row) <= 1 && Math.min(...row) >= 0);
  for (let i = 1; i < row.length; i += 1) assert.ok(Math.abs(row[i] - row[i - 1]) < 0.3);
});

test('a contour is a closed loop around what is higher; ground at the rim is closed along it', () => {
  const [loop, ...more] = contours(hill(), 0.5);
  assert.equal(more.length, 0);
  for (const [x, y] of loop) assert.ok(x > 2.4 && x < 5.6 && y > 1.4 && y < 4.6);
  let area = 0;
  loop.forEach(([x, y], i) => {
    const [a, b] = loop[(i + 1) % loop.length];
    area += (x * b - a * y) / 2;
  });
  assert.ok(Math.abs(Math.abs(area) - 4) < 0.5, `area ${area}`);
  const full = fieldOver(3, 3, 1);
  full.values.fill(1);
  assert.equal(contours(full, 0).length, 1);
});

test('scattered points keep to the map and stay where they are', () => {
  const points = scattered(20, 10, 3, 4);
  assert.deepEqual(points, scattered(20, 10, 3, 4));
  assert.ok(points.length > 10);
  for (const [x, y] of points) assert.ok(x >= 0 && x < 20 && y >= 0 && y < 10);
});

test('a tile of noise is what noise says of each pixel, and octaves that are not made have their mean', () => {
  const [side, grain, seed] = [16, 8, 5];
  const tile = noiseTile(side, grain, seed, 2);
  for (const [x, y] of [
    [0, 0],
    [3, 5],
    [15, 9],
  ]) {
    const sizes = [grain, grain / 2];
    const sums = sizes.map((size, i) => noise(x / size, y / size, seed + i, side / size) / 2 ** (i + 1));
    assert.ok(Math.abs(tile[y * side + x] - (sums[0] + sums[1]) / 0.75) < 1e-6);
  }
  assert.equal(fractal(1.3, 2.7, seed, 3), fractal(1.3, 2.7, seed, 3, 3));
  const [coarse, fine] = [fractal(1.3, 2.7, seed, 4, 2), fractal(1.3, 2.7, seed, 4)];
  assert.ok(coarse !== fine && Math.abs(coarse - fine) < 0.11);
});
