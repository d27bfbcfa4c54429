// What lies over the chart when a round begins, and what does a row of the yard say?
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { boardPage, moments } from './board_page.js';

const { start, next } = await moments({
  start: { game: 'deep_blue', bots: ['easy', 'easy'], step: 0, orders: { units: {} } },
  next: { game: 'deep_blue', bots: ['easy', 'easy'], step: 1, last: 2, orders: { units: {} } },
});

test('a round begins with nobody in hand; another frame of the same round leaves the hand as it is', async (context) => {
  const page = await boardPage(context, 'deep_blue', next, { first: 1 });
  const strip = () => page.board.querySelector('.kit-strip');
  await page.press('Tab');
  assert.ok(!strip().hidden, page.said.join(' | '));
  await page.show({ ...next.frames[0] });
  assert.ok(!strip().hidden);
  await page.show(next.frames[1]);
  assert.ok(strip().hidden);
});

test('each row of the yard says what it costs: metal, rounds, population', async (context) => {
  const page = await boardPage(context, 'deep_blue', start);
  const rows = [...page.panel.querySelectorAll('.db-yard [aria-label=Build] button')].map(page.read);
  assert.ok(rows.length >= 5, rows.join(' | '));
  for (const row of rows) assert.match(row, /\d+ metal, \d+ rounds?, population \d+/);
});
