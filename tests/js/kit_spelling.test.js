// Are all words of a board shown while they are asked for, and no longer; and do they keep clear of each other then?
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { boardPage, moments, PHONE } from './board_page.js';
import { collisions } from './recording_canvas.js';

const told = await moments({
  deep_blue: {
    game: 'deep_blue',
    bots: ['easy', 'easy'],
    options: { map: 'mirror_cove', start_units: 'fleet' },
    step: 14,
  },
  planet_conquer: { game: 'planet_conquer', bots: Array(8).fill('easy'), options: { map: 'great_wheel' }, step: 14 },
  cosmos: { game: 'cosmos', bots: Array(4).fill('easy'), options: { rounds: 120, stride: 2 }, step: 14 },
  hundred_clubs: {
    game: 'hundred_clubs',
    bots: Array(4).fill('easy'),
    options: { starts: 'drawn', map: 'generated' },
    step: 6,
  },
});
/** Words may touch by so many pixels: boxes are of whole glyphs. */
const TOUCH_BY = 2;

const key = (page, kind, name = 'u') =>
  page.board.dispatchEvent(new page.window.KeyboardEvent(kind, { key: name, bubbles: true, cancelable: true }));

for (const game of Object.keys(told))
  test(`a held key shows more words, which go when it is let go: ${game}`, async (context) => {
    const page = await boardPage(context, game, told[game], { size: PHONE });
    const before = page.words().map(({ text }) => text);
    key(page, 'keydown');
    await page.rest();
    const all = page.words();
    assert.ok(all.length > before.length, `${all.length} of ${before.length}`);
    key(page, 'keyup', 'k');
    await page.rest();
    assert.equal(page.words().length, all.length, 'another key ends nothing');
    key(page, 'keyup');
    await page.rest();
    assert.deepEqual(
      page.words().map(({ text }) => text),
      before,
    );
    // One board has a tool of its own for its words.
    const buttons = page.board.querySelectorAll('.board-camera [aria-pressed]');
    assert.equal(buttons.length, game === 'hundred_clubs' ? 0 : 1);
    assert.ok(page.module.keys().some(({ key: name }) => name === 'U'));
  });

test('what a button has asked for stays until it is pressed again', async (context) => {
  const page = await boardPage(context, 'cosmos', told.cosmos, { size: PHONE });
  const before = page.words().length;
  const button = page.board.querySelector('.board-camera [aria-pressed]');
  button.click();
  await page.rest();
  assert.equal(button.getAttribute('aria-pressed'), 'true');
  key(page, 'keyup');
  page.window.dispatchEvent(new page.window.Event('blur'));
  await page.rest();
  assert.ok(page.words().length > before);
  button.click();
  await page.rest();
  assert.equal(page.words().length, before);
});

test('names of all ships lie on no other words', async (context) => {
  const page = await boardPage(context, 'deep_blue', told.deep_blue, { size: PHONE });
  key(page, 'keydown');
  await page.rest();
  const met = collisions(page.words(), TOUCH_BY).filter((pair) => pair.some((words) => words.includes('%')));
  assert.deepEqual(met, []);
});
