// Does a ship that lies still head as it last moved, also after the page was loaded again?
import assert from 'node:assert/strict';
import { test } from 'node:test';

globalThis.history = {
  state: null,
  replaceState(state) {
    this.state = JSON.parse(JSON.stringify(state));
  },
};
globalThis.location = { href: 'http://fogbound.test/' };
const { createHeadings } = await import('games/deep_blue/headings.js');

const SOUTH = Math.PI / 2;
const position = {
  chart: { width: 20, height: 20 },
  units: [{ id: 7, pos: [4, 10, 0], destination: null }],
  ghosts: [],
};
const MOVED = [{ type: 'move', id: 7, path: [[4, 9], [4, 10]] }]; // biome-ignore format: one line
const EAST = 0;

test('it heads as it last moved, and after a reload as before; another seat and an earlier step know nothing of it', () => {
  const mine = { seat: 0, isKept: true };
  const first = createHeadings(mine);
  first.steer(position, [], 1);
  assert.equal(first.of(7), EAST, 'to the middle of the map');
  first.steer(position, MOVED, 2);
  assert.equal(first.of(7), SOUTH);
  first.steer(position, [], 3);
  assert.equal(first.of(7), SOUTH);
  const reloaded = createHeadings(mine);
  reloaded.steer(position, [], 3);
  assert.equal(reloaded.of(7), SOUTH);
  for (const [how, step] of [
    [{ seat: 1, isKept: true }, 3],
    [{ seat: 0, isKept: false }, 3],
    [mine, 1],
  ]) {
    const other = createHeadings(how);
    const before = history.state;
    other.steer(position, [], step);
    assert.equal(other.of(7), EAST, JSON.stringify([how, step]));
    history.state = before;
  }
  first.steer(position, [], 1);
  assert.equal(first.of(7), EAST, 'what comes later is not known then');
});
