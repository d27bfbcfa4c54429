// Does a press that can do nothing say why at its place, and go again?
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { boardPage, moments } from './board_page.js';

const { aether } = await moments({ aether: { game: 'cosmos', bots: ['easy', 'easy'], options: { rounds: 30 } } });

test('what cannot be done is said where somebody pressed, and goes with the next press', async (context) => {
  const page = await boardPage(context, 'cosmos', aether);
  const why = document.querySelector('.board-why');
  assert.equal(why.hidden, true);
  assert.equal(why.tagName, 'DIV', 'a paragraph of a match never wraps, and would leave a phone');
  await page.press('Escape', 'Escape', 'B');
  assert.equal(why.hidden, false);
  assert.match(why.textContent, /^Choose/);
  page.pointer('pointerdown', 40, 40);
  assert.equal(why.hidden, true);

  await page.press('Escape', 'Escape', 'B');
  assert.equal(why.hidden, false);
  const next = (by) => ({ ...aether.frames.at(-1), step: aether.frames.at(-1).step + by });
  await page.show(next(1));
  assert.equal(why.hidden, true, 'of the position before, which nobody has pressed in this one');

  await page.press('Escape', 'Escape', 'B');
  assert.equal(why.hidden, false);
  page.toPanel(next(2));
  await page.show(next(2));
  assert.equal(why.hidden, true, 'also where the panel has shown the next position first');
});
