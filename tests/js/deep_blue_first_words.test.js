// What the chart says to somebody new: what is theirs, where the enemy is, what things give; and what the regions around a chosen ship mean. Never twice, never to who watches, and not for long.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { boardPage, moments, PHONE, WIDE } from './board_page.js';
import { collisions } from './recording_canvas.js';

const SEA = { game: 'deep_blue', options: { map: 'mirror_cove' } };
const told = await moments({ first: SEA, fourth: { ...SEA, step: 3 } });
const FIRST = [/^your fleet: press/, /^your base: press/, /^enemy base: /, /^oilfield: fuel/];
const GIVES = [/^island: 10 points a round/, /^mine: metal/];
const wordsOf = (page) => page.words().map(({ text }) => text);
const has = (page, wanted) => wordsOf(page).filter((text) => wanted.test(text)).length;
/** Pairs of words over each other of which one is said to somebody new. */
const covered = (page) =>
  collisions(page.words(), 2).filter((pair) => pair.some((text) => [...FIRST, ...GIVES].some((one) => one.test(text))));

test('in the first round the chart says what is one’s own, where the enemy is and what things give, each once', async (context) => {
  const page = await boardPage(context, 'deep_blue', told.first, { size: WIDE });
  const found = [...FIRST, ...GIVES].map((wanted) => has(page, wanted));
  assert.ok(found.every((n) => n <= 1) && found.filter(Boolean).length >= 5, `${found} of ${wordsOf(page)}`);
  assert.deepEqual(covered(page), []);
});

test('on a phone the fleet comes first, and no word lies over another', async (context) => {
  const page = await boardPage(context, 'deep_blue', told.first, { size: PHONE, touch: true });
  assert.equal(has(page, FIRST[0]), 1, wordsOf(page).join());
  assert.deepEqual(covered(page), []);
});

test('who has ordered something is not asked to press a ship; later, and to who watches, nothing of it is said', async (context) => {
  const all = [...FIRST, ...GIVES];
  const page = await boardPage(context, 'deep_blue', told.first, { size: WIDE });
  const [, ship] = /(?:Destroyer|Submarine) (\w+ \w+) at/.exec(page.textView()) ?? [];
  await page.command(`move ${ship} K12`);
  assert.equal(has(page, FIRST[0]), 0);
  const later = await boardPage(context, 'deep_blue', told.fourth, { size: WIDE });
  const watched = { ...told.first, seat: null, info: { ...told.first.info, you: null, yours: [] } };
  const watcher = await boardPage(context, 'deep_blue', watched, { size: WIDE });
  for (const quiet of [later, watcher]) for (const wanted of all) assert.equal(has(quiet, wanted), 0, String(wanted));
});
