import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  cellAt,
  cellPieces,
  cellsOf,
  diamond,
  diamondShape,
  outline,
  planar,
  planarTo,
  wayThrough,
} from 'kit/cells.js';

const GRID = { width: 6, height: 4 };

test('a point belongs to a cell, or to none', () => {
  assert.deepEqual(cellAt(GRID, 5.9, 0), [5, 0]);
  assert.equal(cellAt(GRID, 6, 0), null);
  assert.equal(cellAt(GRID, 0, -0.1), null);
});

test('distances count steps; to a rectangle those to its nearest cell', () => {
  assert.equal(planar([1, 1], [4, 3]), 5);
  assert.equal(planarTo([0, 0], [2, 1, 3, 3]), 3);
  assert.equal(planarTo([2, 2], [2, 1, 3, 3]), 0);
  assert.equal([...cellsOf([2, 1, 3, 3])].length, 6);
});

test('a diamond holds the cells in range that lie on the grid', () => {
  assert.equal([...diamond({ width: 20, height: 20 }, [10, 10, 10, 10], 3)].length, 25);
  assert.deepEqual(
    [...diamond(GRID, [0, 0, 0, 0], 1)],
    [
      [0, 0],
      [1, 0],
      [0, 1],
    ],
  );
  const corners = diamondShape([2, 2, 3, 2], 1);
  assert.ok(corners.some(([x, y]) => x === 5 && y === 2.5));
});

test('a border runs around a set, around its holes too, and cells that touch at a corner have one each', () => {
  const lone = outline(GRID, (x, y) => x === 1 && y === 1);
  assert.deepEqual(lone, [
    [
      [1, 1],
      [2, 1],
      [2, 2],
      [1, 2],
    ],
  ]);
  assert.equal(outline(GRID, (x, y) => x < 3 && y < 3 && !(x === 1 && y === 1)).length, 2);
  const touching = outline(GRID, (x, y) => (x === 0 && y === 0) || (x === 1 && y === 1));
  assert.deepEqual(
    touching.map((loop) => loop.length),
    [4, 4],
  );
});

test('a way goes around what is closed, or there is none', () => {
  const wall = (x, y) => x !== 2 || y === 3;
  assert.equal(wayThrough(GRID, [0, 0], [4, 0], wall)?.length, 11);
  assert.equal(
    wayThrough(GRID, [0, 0], [4, 0], (x) => x !== 2),
    null,
  );
  assert.deepEqual(
    wayThrough(GRID, [1, 1], [1, 1], () => true),
    [[1, 1]],
  );
});

test('a cell is the same piece each time, until the grid is another', () => {
  const at = cellPieces('tile');
  const grid = { width: 4, height: 3 };
  assert.deepEqual(at(grid, 1.2, 2.9), { id: 'tile:9', kind: 'tile', data: [1, 2] });
  assert.equal(at(grid, 1.8, 2.1), at(grid, 1, 2));
  assert.equal(at(grid, 4, 0), null);
  assert.equal(at(null, 0, 0), null);
  assert.deepEqual(at({ width: 5, height: 3 }, 4, 1)?.data, [4, 1]);
});
