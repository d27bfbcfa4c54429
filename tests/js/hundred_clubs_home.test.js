// Where does the camera of the campus stand by itself?
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { frontOf, homeOf, isInView } from 'games/hundred_clubs/home.js';
import { positionOf } from 'games/hundred_clubs/position.js';
import { viewOf } from './hundred_clubs_map_fixture.js';

const INSETS = { top: 14, right: 60, bottom: 14, left: 60 };
const WIDE = { width: 940, height: 510 };
const PHONE = { width: 390, height: 420 };

/** A campus of grass with one's own land in the first rows, and of another below. @param {number} width @param {number} height @param {number} own rows @param {number} other rows */
const campus = (width, height, own, other = 0) =>
  positionOf(
    viewOf(
      Array(height).fill('.'.repeat(width)),
      Array.from({ length: height }, (_, y) => (y < own ? '0' : y < own + other ? '1' : '.').repeat(width)),
    ),
  );

/** Whether the row is in view. @param {{y: number, scale: number}} camera @param {{height: number}} size @param {number} row */
const shows = ({ y, scale }, { height }, row) => Math.abs(row + 0.5 - y) < height / 2 / scale;

test('a wide board shows all of a small campus, and a part of a large one', () => {
  assert.equal(homeOf(campus(15, 21, 1), WIDE, INSETS), null);
  assert.equal(homeOf(campus(15, 21, 12, 3), WIDE, INSETS), null);
  assert.notEqual(homeOf(campus(31, 41, 1), WIDE, INSETS), null);
});

test('a phone shows the own land with what is around it, and of much land the front', () => {
  const small = homeOf(campus(15, 21, 3), PHONE, INSETS);
  assert.ok(small && shows(small, PHONE, 0) && shows(small, PHONE, 6));
  const long = homeOf(campus(15, 41, 30, 4), PHONE, INSETS);
  assert.ok(long && shows(long, PHONE, 29) && shows(long, PHONE, 33) && !shows(long, PHONE, 0));
});

test('the front is own land that campaigns of others in sight could reach', () => {
  const rows = new Set(frontOf(campus(3, 20, 10, 2)).map(([, y]) => y));
  assert.deepEqual([...rows], [6, 7, 8, 9]);
  assert.deepEqual(frontOf(campus(3, 20, 10)), []);
});

test('a front of which less than half is seen is out of view', () => {
  const position = campus(3, 20, 10, 2);
  assert.equal(isInView(position, { x: 0, y: 0, width: 3, height: 20 }), true);
  assert.equal(isInView(position, { x: 0, y: 0, width: 3, height: 7 }), false);
  assert.equal(isInView(campus(3, 20, 10), { x: 0, y: 0, width: 3, height: 7 }), true);
});
