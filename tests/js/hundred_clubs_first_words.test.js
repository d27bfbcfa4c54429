// What the map says to somebody new: where a rival has begun, and where land is easiest to win; not for long, and over no other word.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { boardPage, moments, PHONE, WIDE } from './board_page.js';
import { collisions } from './recording_canvas.js';

const DUEL = { game: 'hundred_clubs', options: { starts: 'drawn', map: 'generated', rounds: 12, initial_saving: 100 } };
const told = await moments({ first: DUEL, third: { ...DUEL, step: 2 }, late: { ...DUEL, step: 8 } });
const wordsOf = (/** @type {any} */ page) => page.words().map((/** @type {any} */ { text }) => text);
const has = (/** @type {any} */ page, /** @type {RegExp} */ wanted) =>
  wordsOf(page).filter((/** @type {string} */ text) => wanted.test(text)).length;

for (const [name, size] of Object.entries({ wide: WIDE, phone: PHONE }))
  test(`where a rival began and where land is easiest stand on the map once, and over no other word: ${name}`, async (context) => {
    const first = await boardPage(context, 'hundred_clubs', told.first, { size });
    assert.ok(has(first, /a rival (began|may have begun)/) <= 1, wordsOf(first).join(' | '));
    assert.equal(has(first, /^press here: \d+ money wins land$/), 0, 'one’s club comes first');
    const third = await boardPage(context, 'hundred_clubs', told.third, { size });
    const found = third.words();
    assert.ok(has(third, /^press here: \d+ money wins land$/) <= 1);
    assert.deepEqual(
      collisions(found, 2).filter((pair) => pair.some((text) => /^press here|a rival|^\d+ money$/.test(text))),
      [],
    );
    const late = await boardPage(context, 'hundred_clubs', told.late, { size });
    assert.equal(has(late, /^press here|a rival/), 0);
  });
