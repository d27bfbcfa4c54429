// Is the right piece under the pointer, and the right neighbour in that direction?
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { curve, distanceToLine, isInside, lengthOf, pointAlong, shifted, trimmed } from 'board/lines.js';
import { isAmbiguous, isUnclear, pieceAt, piecesInside, towards } from 'board/pieces.js';

const CAMERA = { x: 50, y: 50, scale: 2 };
const SIZE = { width: 200, height: 200 };
const disc = (id, x, y, radius = 10) => ({ id, kind: 'disc', x, y, radius: () => radius });
const line = (id, ...points) => ({ id, kind: 'line', line: points });

test('the disc that contains the pointer is meant, the nearer one of two that overlap', () => {
  const pieces = [disc('a', 50, 50), disc('b', 56, 50)];
  assert.equal(pieceAt(pieces, CAMERA, SIZE, [100, 100])?.id, 'a');
  assert.equal(pieceAt(pieces, CAMERA, SIZE, [107, 100])?.id, 'b');
  assert.equal(pieceAt(pieces, CAMERA, SIZE, [104, 100])?.id, 'a');
  assert.equal(pieceAt(pieces, CAMERA, SIZE, [100, 150]), null);
});

test('a finger reaches 22 pixels, a mouse does not', () => {
  const pieces = [disc('a', 50, 50, 5)];
  assert.equal(pieceAt(pieces, CAMERA, SIZE, [120, 100], false), null);
  assert.equal(pieceAt(pieces, CAMERA, SIZE, [120, 100], true)?.id, 'a');
  assert.equal(pieceAt(pieces, CAMERA, SIZE, [124, 100], true), null);
});

test('a line is hit along its whole way and gives way to a disc', () => {
  const pieces = [line('l', [0, 50], [100, 50]), disc('a', 50, 50)];
  assert.equal(pieceAt(pieces, CAMERA, SIZE, [20, 103])?.id, 'l');
  assert.equal(pieceAt(pieces, CAMERA, SIZE, [104, 100])?.id, 'a');
  assert.equal(pieceAt(pieces, CAMERA, SIZE, [20, 108]), null);
});

test('what lies on something larger is meant wherever its picture is pressed, the larger one everywhere else', () => {
  const pieces = [{ ...disc('island', 50, 50, 40), below: true }, disc('planes', 55, 44, 12)];
  const at = (x, y) => pieceAt(pieces, CAMERA, SIZE, [x, y])?.id;
  assert.deepEqual([at(110, 88), at(104, 95), at(119, 88)], ['planes', 'planes', 'planes']);
  assert.deepEqual([at(100, 104), at(80, 100), at(100, 120)], ['island', 'island', 'island']);
});

test('what is faint gives way to whatever can be pressed, however near it is', () => {
  const route = { ...line('route', [0, 50], [100, 50]), faint: true };
  const order = line('order', [0, 53], [100, 53]);
  assert.equal(pieceAt([route, order], CAMERA, SIZE, [20, 100], true)?.id, 'order');
  assert.equal(pieceAt([route, order], CAMERA, SIZE, [20, 80], true)?.id, 'route');
  assert.equal(pieceAt([route, disc('a', 50, 50)], CAMERA, SIZE, [134, 100], true)?.id, 'route');
});

test('pieces that are known only on the screen are found there', () => {
  const pieces = [
    { id: 'p', kind: 'pill', place: () => [30, 40], radius: () => 8 },
    {
      id: 't',
      kind: 'arrow',
      track: () => [
        [100, 10],
        [180, 10],
      ],
    },
  ];
  assert.equal(pieceAt(pieces, CAMERA, SIZE, [33, 44])?.id, 'p');
  assert.equal(pieceAt(pieces, CAMERA, SIZE, [140, 12])?.id, 't');
});

test('two small discs near a finger are ambiguous, unless it is right on one', () => {
  const pieces = [disc('a', 50, 50, 6), disc('b', 58, 50, 6)];
  assert.equal(isAmbiguous(pieces, CAMERA, SIZE, [108, 102]), true);
  assert.equal(isAmbiguous(pieces, CAMERA, SIZE, [101, 100]), false);
  assert.equal(isAmbiguous([pieces[0]], CAMERA, SIZE, [108, 102]), false);
});

test('a lasso takes discs whose middle it holds, and no lines', () => {
  const pieces = [disc('a', 50, 50), disc('b', 90, 90), line('l', [45, 45], [55, 55])];
  const found = piecesInside(pieces, CAMERA, SIZE, [
    [80, 80],
    [120, 80],
    [120, 120],
    [80, 120],
  ]);
  assert.deepEqual(
    found.map(({ id }) => id),
    ['a'],
  );
});

test('direction finds the neighbour that lies there, and mirrors with the map', () => {
  const from = { x: 0, y: 0 };
  const around = [
    { x: 100, y: 10 },
    { x: 60, y: -55 },
    { x: -30, y: 5 },
    { x: 4, y: 80 },
  ];
  assert.equal(towards(from, around, 1, 0), around[0]);
  assert.equal(towards(from, around, 0, -1), around[1]);
  assert.equal(towards(from, around, -1, 0), around[2]);
  assert.equal(towards(from, around, 0, 1), around[3]);
  const mirrored = around.map(({ x, y }) => ({ x: -x, y }));
  assert.equal(towards(from, mirrored, -1, 0), mirrored[0]);
  assert.equal(towards(from, [{ x: -1, y: 0 }], 1, 0), null);
});

test('a curve begins and ends at its points and bends to one side', () => {
  const bent = curve([0, 0], [100, 0], 0.2);
  assert.deepEqual(bent[0], [0, 0]);
  assert.deepEqual(bent.at(-1), [100, 0]);
  const top = pointAlong(bent, lengthOf(bent) / 2);
  assert.ok(Math.abs(top.x - 50) < 0.5 && Math.abs(top.y + 20) < 0.5, `${top.x}, ${top.y}`);
  const other = curve([100, 0], [0, 0], -0.2);
  const same = pointAlong(other, lengthOf(other) / 2);
  assert.ok(Math.abs(same.y - top.y) < 1e-6);
});

test('trimming takes the same from both ends whichever way one goes', () => {
  const way = curve([0, 0], [100, 40], 0.3);
  const there = trimmed(way, 10, 25);
  const back = trimmed([...way].reverse(), 25, 10).reverse();
  assert.ok(Math.abs(lengthOf(there) - (lengthOf(way) - 35)) < 0.2);
  for (const [i, point] of there.entries()) assert.ok(Math.hypot(point[0] - back[i][0], point[1] - back[i][1]) < 1e-6);
  assert.ok(
    lengthOf(
      trimmed(
        [
          [0, 0],
          [10, 0],
        ],
        20,
        20,
      ),
    ) <= 1.01,
  );
});

test('two directions of one route keep to different sides', () => {
  const way = /** @type {[number, number][]} */ ([
    [0, 0],
    [100, 0],
  ]);
  const [there, back] = [shifted(way, 6), shifted([...way].reverse(), 6)];
  assert.equal(there[0][1], 6);
  assert.equal(back[0][1], -6);
  assert.equal(distanceToLine(there, [50, -6]), 12);
});

test('inside is inside', () => {
  const shape = [
    [0, 0],
    [10, 0],
    [10, 10],
    [5, 4],
    [0, 10],
  ];
  assert.equal(isInside(shape, [2, 5]), true);
  assert.equal(isInside(shape, [5, 8]), false);
  assert.equal(isInside(shape, [11, 5]), false);
});

test('cells too small for a finger are unclear, but no piece that stands alone, and no place that need only be about right', () => {
  const at = [100, 100];
  const cell = { id: 'cell', kind: 'tile' };
  const unclear = (scale, { size = 1, found = cell, pieces = [], isRough = false } = {}) =>
    isUnclear({ size, isRough: () => isRough }, pieces, found, { ...CAMERA, scale }, SIZE, at);
  assert.equal(unclear(15.6), true);
  assert.equal(unclear(22), false);
  assert.equal(unclear(1.5, { size: 20 }), false);
  assert.equal(unclear(15.6, { found: null }), false);
  const ship = disc('ship', 50, 50);
  assert.equal(unclear(12, { found: ship, pieces: [ship] }), false);
  assert.equal(unclear(12, { found: ship, pieces: [disc('a', 49.1, 50), disc('b', 50.9, 50)] }), true);
  assert.equal(unclear(12, { isRough: true }), false);
  assert.equal(unclear(4, { isRough: true }), true);
});
