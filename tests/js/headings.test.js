// Where does a piece head after a reload, and after a look at an earlier step?
import assert from 'node:assert/strict';
import { test } from 'node:test';

/** @type {any} */
let entry = null;
globalThis.history = /** @type {any} */ ({
  get state() {
    return entry;
  },
  replaceState: (state) => (entry = state),
});
globalThis.location = /** @type {any} */ ({ href: 'http://fogbound.test/' });
const { createHeadings } = await import('kit/headings.js');
const there = [{ id: 1 }, { id: 2 }];

test('a page that is loaded again knows where a piece headed, of that seat, and forgets it before that step', () => {
  const mine = { seat: 0, isKept: true };
  createHeadings(mine).steer(3, [[1, 2.5]], there);
  const again = createHeadings(mine);
  again.steer(3, [], there);
  assert.equal(again.of(1), 2.5);
  assert.equal(again.of(2), undefined);
  again.steer(2, [], there);
  assert.equal(again.of(1), undefined, 'an earlier step has not seen it move');
  createHeadings(mine).steer(3, [[1, 2.5]], there);
  const other = createHeadings({ seat: 1, isKept: true });
  other.steer(3, [], there);
  assert.equal(other.of(1), undefined);
  const seen = createHeadings({ seat: 0, isKept: false });
  seen.steer(3, [], there, () => 1);
  assert.equal(seen.of(1), 1, 'a guess where nothing is known');
});
