// What does somebody see of the hands of Frames who sees everything, and who does not?
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { boardPage, moments } from './board_page.js';

const told = await moments({
  everything: { game: 'frames', step: 12, seat: 'referee' },
  own: { game: 'frames', step: 12, seat: 0 },
});

test('who sees everything reads what both hold, beside the table and in words', async (context) => {
  const page = await boardPage(context, 'frames', told.everything);
  const hands = page.panel.querySelector('.fr-hands');
  assert.equal(hands.hidden, false);
  const view = told.everything.frames.at(-1).view;
  const [first, second] = [...hands.querySelectorAll('ul')];
  for (const [list, side] of [
    [first, view.seats[0]],
    [second, view.seats[1]],
  ]) {
    const there = 1 + side.mechs.filter(({ where }) => where === 'hangar').length;
    assert.equal(list.children.length, there + side.hand.ship.length + side.hand.mech.length);
  }
  assert.match(hands.querySelector('h3').textContent, /^Hand of .+ \(A\)$/);
  const name = second.querySelector('button').textContent;
  assert.ok(page.textView().includes(name), name);
  // A card is read where one reads cards.
  second.querySelector('button').click();
  await page.rest();
  assert.ok(page.panel.querySelector('.fr-reader').textContent.includes(name));
});

test('who plays reads only the own hand', async (context) => {
  const page = await boardPage(context, 'frames', told.own);
  assert.equal(page.panel.querySelector('.fr-hands').hidden, true);
  assert.doesNotMatch(page.textView(), /^Hands$/m);
});

test('a card in the hand says in a few words what it does, in numbers of this table', async (context) => {
  const page = await boardPage(context, 'frames', told.own);
  const { brief } = await import('games/frames/briefs.js');
  const { cards, options } = told.own.frames.at(-1).view;
  const position = { cards, view: { options } };
  const held = Object.values(cards).filter(({ kind }) => kind === 'ship_card' || kind === 'mech_card');
  for (const { id } of held) {
    const words = brief(position, id);
    assert.ok(words.length > 5 && words.length <= 100, `${id}: ${words}`);
    assert.doesNotMatch(words, /[{}]|undefined/, id);
  }
  assert.match(brief(position, 'advanced_weapons'), /^See \d cards of a pile, keep \d\.$/);
  const shown = [...page.board.querySelectorAll('.fr-cards .fr-card')];
  assert.ok(shown.length);
  for (const card of shown)
    assert.equal(card.querySelector('.fr-text').textContent, brief(position, card.dataset.card));
});
