// How much room do cards get?
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CARD, cardWidth, fits, isLong, letters } from 'games/frames/spread.js';

test('as many cards as can be read are seen whole, at any width', () => {
  const { least, most, gap } = CARD;
  for (let room = least; room <= 1700; room += 7)
    for (let count = 1; count <= 12; count += 1) {
      const width = cardWidth(room, count);
      assert.ok(width >= least && width <= most);
      const seen = Math.min(count, Math.floor((room + gap) / (width + gap)));
      assert.ok(seen >= 1, `${room} ${count}`);
      assert.equal(seen === count, fits(room, count), `${room} ${count}`);
      // All of them; or, in a room that is full, nothing of the next but the gap.
      assert.ok(seen === count || (seen + 1) * (least + gap) - gap > room, `${room} ${count}: ${width} ${seen}`);
    }
});

test('Chinese letters are as wide as two others', () => {
  assert.ok(letters('你的战舰') > letters('warship'));
});

test('a draft of more than two lines is given a third, in Chinese sooner', () => {
  assert.ok(!isLong('a'.repeat(230)));
  assert.ok(isLong('a'.repeat(231)));
  assert.ok(isLong('部署'.repeat(70)));
});
