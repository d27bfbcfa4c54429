// What floats over the campus keeps clear of what a campaign is for, and a press that was meant for it is none on the map.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { aimsOf, clearPlace, roomOn, wayClear } from 'games/hundred_clubs/clear.js';
import { placeOfCell, positionOf } from 'games/hundred_clubs/position.js';
import { quietPlace } from 'games/hundred_clubs/quiet.js';
import { viewOf } from './hundred_clubs_map_fixture.js';

test('a campaign aims at land in its reach that is not the club’s own: no water, nothing unseen', () => {
  const position = positionOf(viewOf(['DD~DDDDDD'], ['001.?....']));
  assert.deepEqual(aimsOf(0, position), [3]);
  assert.deepEqual(aimsOf(1, position), [3, 5]);
});

test('where a button stood a moment ago the map takes no press; beside it, and later, it does', () => {
  let pressed = /** @type {any} */ (null);
  const el = /** @type {any} */ ({
    addEventListener: (/** @type {string} */ _, /** @type {any} */ heard) => (pressed = heard),
  });
  const element = /** @type {any} */ ({
    hidden: false,
    contains: () => false,
    getBoundingClientRect: () => ({ left: 10, right: 110, top: 10, bottom: 60, width: 100 }),
  });
  const quiet = quietPlace(el, element);
  const isTaken = (/** @type {number} */ clientX, /** @type {number} */ timeStamp) => {
    let isStopped = false;
    pressed({ clientX, clientY: 50, timeStamp, target: null, stopPropagation: () => (isStopped = true) });
    return !isStopped;
  };
  assert.ok(isTaken(50, performance.now()), 'nothing has stood there');
  quiet.leave();
  const soon = performance.now();
  assert.equal(isTaken(50, soon), false);
  assert.ok(isTaken(200, soon));
  assert.ok(isTaken(50, soon + 60_000));
});

test('above a sheet half way up the handle of a campaign covers neither its cell nor what it wins beside it', () => {
  const [rows, size] = [12, 22];
  const position = positionOf(viewOf(Array(rows).fill('DDDDDDDDDDDD'), Array(rows).fill('000000......')));
  for (const [width, height] of [
    [390, 279],
    [320, 240],
  ]) {
    const el = /** @type {any} */ ({
      ...{ clientWidth: width, clientHeight: height, querySelectorAll: () => [] },
      getBoundingClientRect: () => ({ left: 0, top: 0 }),
    });
    const room = roomOn(el);
    assert.ok(room.isLow);
    const element = /** @type {any} */ ({ offsetWidth: width - 16, offsetHeight: 76 });
    const board = /** @type {any} */ ({
      screen: (/** @type {number} */ x, /** @type {number} */ y) => [x * size, y * size],
    });
    for (const cell of position.owner.keys()) {
      const [x, y] = placeOfCell(position.chart, cell);
      // A press is between the tools and the foot.
      if (x !== 5 || y * size < 60 || (y + 1) * size > height) continue;
      const plan = /** @type {any} */ ({ sure: [[x + 1, y]], likely: [] });
      const [, top, high] = clearPlace(cell, element, { position, plan }, { el, board }, room);
      assert.ok(top >= (y + 1) * size || top + high <= y * size, `${width} ${height} ${y}`);
    }
  }
  assert.equal(roomOn({ clientWidth: 390, clientHeight: 437 }).isLow, false);
});

test('on a phone the map gives way to what speaks of a campaign, and stays where nothing is hidden', () => {
  const [rows, size] = [20, 20];
  const owners = Array.from({ length: rows }, (_, y) => (y < 12 ? '0' : '1').repeat(12));
  const players = [{ seat: 1, relation: 'at_war' }];
  const position = positionOf(viewOf(Array(rows).fill('D'.repeat(12)), owners, { players }));
  const el = /** @type {any} */ ({ clientWidth: 390, clientHeight: 420 });
  const board = /** @type {any} */ ({
    screen: (/** @type {number} */ x, /** @type {number} */ y) => [x * size, y * size],
  });
  const way = (/** @type {number} */ row, /** @type {number} */ top) =>
    wayClear(row * 12 + 5, { top, height: 176 }, { position, plan: null }, { el, board });
  // From the cell in row 11 the campaign reaches row 15, which ends at 320; the handle begins at 236.
  assert.equal(way(11, 236), 228 - 320);
  // At the top it ends at 184, below which the cell lies with its margin already.
  assert.equal(way(11, 8), 0);
  assert.equal(way(3, 236), 0);
});
