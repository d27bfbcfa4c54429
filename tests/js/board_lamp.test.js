// Is the lamp colour on the boards for one's own drafts alone, and does their form say it too? In either theme. What wears it on the pages
// around the boards is asked in a browser, by tests/browser.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { channels } from 'board/palette.js';
import { boardPage, colours, moments } from './board_page.js';

const SEA = [
  [102, 'destroyer', 0, 'J8'],
  [103, 'destroyer', 1, 'J9'],
];
/** A moment before anything is drafted, and what drafts something: an order, or for ways that the server plans the moment after it. */
const BOARDS = {
  // Fleets of the first seat are orange: the frame of a draft's number has another form than theirs as well.
  planet_conquer: {
    dashed: 2,
    moment: { options: { map: 'crossroads' } },
    order: (page) =>
      page.command(
        `move ${/Your planets\s+(\w+),[^\n]*routes: (\w+)/.exec(page.textView()).slice(1, 3).join(' ')} 60%`,
      ),
  },
  hundred_clubs: {
    moment: { options: { starts: 'drawn', map: 'generated' } },
    order: (page) => page.press('ArrowUp', 'Enter', '4', '0'),
  },
  deep_blue: { moment: { start: { units: SEA } }, orders: { units: { 102: { move: [9, 5] } } } },
  cosmos: { moment: { options: { rounds: 30, stride: 5 } }, order: (page) => page.command('planets build miner 20 e') },
};
const told = await moments(
  Object.fromEntries(
    Object.entries(BOARDS).flatMap(([game, { moment, orders }]) => [
      [game, { game, ...moment }],
      [`${game} drafted`, { game, ...moment, orders }],
    ]),
  ),
);

/** Red, green and blue of a colour as canvases take it; null for what is no plain colour. @param {unknown} colour */
function plain(colour) {
  if (typeof colour !== 'string') return null;
  if (colour.startsWith('#')) return channels(colour).join();
  return (
    colour
      .match(/[\d.]+/g)
      ?.slice(0, 3)
      .join() ?? null
  );
}

for (const theme of /** @type {const} */ (['dark', 'light']))
  for (const [game, { order, dashed = 1 }] of Object.entries(BOARDS))
    test(`only drafts wear the lamp on the board of ${game}, and they are dashed, in the ${theme} theme`, async (context) => {
      let page = await boardPage(context, game, told[game], { theme });
      const lamp = plain(colours(theme)['--lamp']);
      const lit = () => page.strokes().filter(({ colour }) => plain(colour) === lamp);
      assert.ok(page.strokes().length > 0);
      assert.deepEqual(lit(), [], 'nothing is drafted');
      if (order) await order(page);
      else page = await boardPage(context, game, told[`${game} drafted`], { theme });
      assert.ok(page.drafts().length > 0);
      assert.ok(lit().length > 0);
      assert.ok(lit().filter(({ isDashed }) => isDashed).length >= dashed, 'its form says it too');
    });
