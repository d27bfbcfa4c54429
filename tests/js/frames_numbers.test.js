// Do chip, panel and sentences of Frames show the numbers that a shot meets?
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { boardPage, moments } from './board_page.js';

const SHIP = { ship: 'fa07a_hummingbird' };
const start = {
  seats: [
    { ...SHIP, mechs: [{ model: 'ura01a_sword', at: [0, 3], gear: ['attitude_jets'] }] },
    { ...SHIP, mechs: [{ model: 'ura01a_sword', at: [0, 2], gear: ['attitude_jets'] }] },
  ],
};
const told = await moments({ own: { game: 'frames', start } });

test('what cards add to a number stands on the own mech, and of a rival only what lies open', async (context) => {
  const page = await boardPage(context, 'frames', told.own);
  const chip = (id) => page.board.querySelector(`.fr-chip[data-unit="${id}"]`);
  assert.match(chip('m0_0').querySelector('.fr-numbers').textContent, /hit 15 · evade 8 \(5 \+ 3\)$/);
  assert.match(chip('m1_0').querySelector('.fr-numbers').textContent, /hit 15 · evade 5$/);
  assert.match(chip('m0_0').getAttribute('aria-label'), /hit 15, evade 8 \(5 \+ 3\)/);
  chip('m0_0').click();
  await page.rest();
  assert.match(
    page.panel.querySelector('.fr-facts').textContent,
    /8 \(5 \+ 3\): shots at it go past with that or less/,
  );
  assert.match(page.board.querySelector('.fr-bar').textContent, /evades a shot with 8 or less/);
});
