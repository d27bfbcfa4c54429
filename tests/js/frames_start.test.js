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
