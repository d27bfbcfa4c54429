// Does a board say what its signs, colours and patterns mean, in one press and by one key, the same on every board?
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { boardPage, moments, PHONE } from './board_page.js';

const told = await moments({
  deep_blue: { game: 'deep_blue', bots: ['easy', 'easy'], options: { map: 'mirror_cove' }, step: 1 },
  planet_conquer: { game: 'planet_conquer', bots: ['easy', 'easy'], step: 1 },
  hundred_clubs: {
    game: 'hundred_clubs',
    bots: ['easy', 'easy'],
    options: { starts: 'drawn', map: 'generated' },
    step: 1,
  },
  frames: { game: 'frames', bots: ['easy', 'easy'], step: 12 },
  cosmos: { game: 'cosmos', bots: ['easy', 'easy'], options: { rounds: 20, stride: 2 }, step: 1 },
});

for (const game of Object.keys(told))
  test(`one press on a phone or one key opens the legend, and the key closes it: ${game}`, async (context) => {
    const page = await boardPage(context, game, told[game], { size: PHONE });
    const { document, KeyboardEvent } = page.window;
    const dialog = () => document.querySelector('dialog');
    const press = (element) =>
      element.dispatchEvent(new KeyboardEvent('keydown', { key: '.', bubbles: true, cancelable: true }));
    press(page.board);
    const rows = [...dialog().querySelectorAll('li')];
    assert.ok(rows.length > 6, `${rows.length}`);
    for (const row of rows) {
      const [sign, words] = row.children;
      assert.ok(sign.textContent || sign.firstElementChild, words.textContent);
      assert.ok(words.textContent);
    }
    press(dialog());
    assert.equal(dialog(), null);
    page.button('Legend').click();
    assert.ok(dialog().textContent.includes(rows[0].children[1].textContent));
    dialog().close();
    assert.ok(page.module.keys().some(({ key }) => key === '.'));
  });
