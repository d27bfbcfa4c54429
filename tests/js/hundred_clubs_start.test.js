// Does the first round of Hundred Clubs say what is one's own, what to press, and what comes next?
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { boardPage, moments, PHONE, WIDE } from './board_page.js';
import { collisions } from './recording_canvas.js';

const told = await moments({
  start: { game: 'hundred_clubs', options: { starts: 'drawn', map: 'generated' }, last: 1 },
});
const [frame] = told.start.frames;

test('a hint of the first round goes on with what is drafted: more money, then Ready', async (context) => {
  const { module } = await boardPage(context, 'hundred_clubs', told.start);
  const { saving, campaign_price: price } = frame.choices;
  const most = Math.floor(saving / price);
  const hints = [0, most - 1, most].map((size) =>
    module.hint(frame, size ? { campaigns: [{ at: frame.view.me.capital, size }] } : {}),
  );
  assert.match(hints[0].text, /^The flag is your club. Press its cell/);
  assert.match(hints[1].text, /^A larger campaign wins more/);
  assert.match(hints[2].text, /press Ready/);
  assert.equal(new Set(hints.map(({ key }) => key)).size, 3, 'one that is put away leaves the others');
});

for (const size of [WIDE, PHONE])
  test(`the map says which land waits for a press and what is out of sight, until something is drafted: ${size.width}`, async (context) => {
    const page = await boardPage(context, 'hundred_clubs', told.start, { size });
    const FIRST = ['out of sight', 'your club: press it'];
    const shown = () => page.words().flatMap(({ text }) => (FIRST.includes(text) ? [text] : []));
    assert.deepEqual(shown().toSorted(), FIRST);
    assert.deepEqual(collisions(page.words(), 2), []);
    await page.command(`campaign ${frame.view.me.capital.join(',')} 5`);
    assert.deepEqual(shown(), []);
  });
