// How much room do rows and cards get?
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CARD, cardWidths, createManned, fits, leastOf, letters, tracks } from 'games/frames/spread.js';

const shares = (/** @type {boolean[]} */ full) =>
  tracks(full)
    .match(/[\d.]+fr/g)
    ?.map(Number.parseFloat);

test('a row in which nobody stands gives way to those with mechs; with none of them the warships have the room', () => {
  assert.deepEqual(shares([false, true, false, true, false]), [0.24, 1, 0.16, 1, 0.24]);
  assert.deepEqual(shares([false, false, false, false, false]), [1, 0.5, 0.5, 0.5, 1]);
  assert.equal(tracks([true, false, false, false, false]).split(' minmax').length, 5);
});

test('as many cards as can be read are seen whole, at any width', () => {
  for (let width = 170; width <= 1700; width += 7)
    for (let count = 1; count <= 12; count += 1) {
      const leasts = Array.from({ length: count }, (_, i) => leastOf(i % 3 ? 40 : 150));
      const widths = cardWidths(width, leasts);
      assert.ok(widths.every((one, i) => one >= leasts[i] && one <= CARD.most));
      let [seen, taken] = [0, -CARD.gap];
      while (seen < count && taken + CARD.gap + widths[seen] <= width) {
        taken += CARD.gap + widths[seen];
        seen += 1;
      }
      assert.ok(seen >= 1, `${width} ${count}`);
      // All of them; or, in a room that is full, nothing of the next but the gap, unless cards would be wider than is worth it.
      const isFull = width - taken < CARD.gap + seen || widths.slice(0, seen).includes(CARD.most);
      assert.ok(seen === count || isFull, `${width} ${count}: ${widths} ${seen}`);
    }
});

test('long rules have a wider card, and a hand fits as long as each has its least width', () => {
  const hand = [40, 150, 90].map(leastOf);
  assert.deepEqual(hand, [CARD.least, CARD.long, CARD.least]);
  const room = 2 * CARD.least + CARD.long + 2 * CARD.gap;
  assert.ok(fits(room, hand) && fits(0, []));
  assert.ok(!fits(room - 1, hand) && !fits(room, [...hand, CARD.least]));
});

test('Chinese letters are as wide as two others', () => {
  assert.ok(letters('你的战舰') > letters('warship'));
});

test('within a turn no row shrinks under the hand that acts there', () => {
  const manned = createManned();
  assert.deepEqual(manned('3 0', [true, false, false]), [true, false, false]);
  assert.deepEqual(manned('3 0', [false, true, false]), [true, true, false]);
  assert.deepEqual(manned('4 0', [false, true, false]), [false, true, false]);
});
