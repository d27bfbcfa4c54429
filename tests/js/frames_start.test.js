// What do the seats bring, as it is told before the first turn?
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { boardPage, moments, WIDE } from './board_page.js';

const { start } = await moments({ start: { game: 'frames', bots: ['easy', 'easy'], step: 1 } });

test('mechs that are alike are named once, with their number', async (context) => {
  const page = await boardPage(context, 'frames', start, { size: WIDE });
  const brought = [...page.document.querySelectorAll('.fr-brings span')].map(({ textContent }) => textContent);
  assert.equal(brought.length, 2);
  for (const text of brought) {
    const mechs = text
      .split('; ')
      .slice(1)
      .join('; ')
      .replace(/\.$/, '')
      .split(/, (?=\d × |[A-Z][\w ]* with )/);
    assert.equal(new Set(mechs.map((mech) => mech.replace(/^\d+ × /, ''))).size, mechs.length, text);
  }
  assert.match(brought.join(), /\d × /);
});

test('another question begins at its top, and the same stays where it was scrolled to', async (context) => {
  const page = await boardPage(context, 'frames', start, { size: WIDE, first: 1 });
  const asked = page.board.querySelector('.fr-start');
  const frame = (phase) => ({ ...start.frames.at(-1), choices: [], view: { ...start.frames.at(-1).view, phase } });
  await page.show(frame('fleet'));
  asked.scrollTop = 200;
  await page.show(frame('fleet'));
  assert.equal(asked.scrollTop, 200);
  await page.show(frame('victory'));
  assert.ok(!asked.hidden);
  assert.equal(asked.scrollTop, 0);
});

test('dice lie at the foot of the scene, whatever stands below the table', async (context) => {
  const page = await boardPage(context, 'frames', start);
  assert.ok(page.board.querySelector('.fr-scene > .fr-dice'));
});
