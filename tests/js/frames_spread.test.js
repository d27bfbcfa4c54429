// How much room do rows and cards get?
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CARD, cardWidth, fits, letters, tracks } from 'games/frames/spread.js';

const shares = (/** @type {boolean[]} */ full) =>
  tracks(full)
    .match(/[\d.]+fr/g)
    ?.map(Number.parseFloat);

test('a row in which nobody stands gives way to those with mechs; with none of them all are alike', () => {
  assert.deepEqual(shares([false, true, false, true, false]), [0.36, 1, 0.2, 1, 0.36]);
  assert.deepEqual(shares([false, false, false, false, false]), [1, 1, 1, 1, 1]);
  assert.equal(tracks([true, false, false, false, false]).split(' minmax').length, 5);
});

test('as many cards as can be read are seen whole, at any width', () => {
  for (let width = 160; width <= 1700; width += 7)
    for (let count = 1; count <= 12; count += 1) {
      const card = cardWidth(width, count);
      const seen = Math.min(count, Math.floor((width + CARD.gap) / (card + CARD.gap)));
      assert.ok(seen >= 1 && card >= CARD.least && card <= CARD.most, `${width} ${count}`);
      // All of them; or, in a room that is full, nothing of the next but the gap, unless cards would be wider than is worth it.
      const left = width - seen * (card + CARD.gap) + CARD.gap;
      assert.ok(seen === count || left < CARD.gap + seen || card === CARD.most, `${width} ${count}: ${left}`);
    }
});

test('a hand fits as long as each card has the least width', () => {
  const three = 3 * CARD.least + 2 * CARD.gap;
  assert.ok(fits(three, 3) && fits(0, 0));
  assert.ok(!fits(three - 1, 3) && !fits(three, 4));
});

test('Chinese letters are as wide as two others', () => {
  assert.ok(letters('你的战舰') > letters('warship'));
});
