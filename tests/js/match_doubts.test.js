// Does Ready ask once where something may have been forgotten, and never twice in a row? The page's side with a question that answers
// when told, and what each board doubts in positions of matches.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { boardPage, moments } from './board_page.js';

const NOTHING = { kind: 'nothing', text: 'Nothing is ordered.' };
const AIM = { kind: 'aim', text: 'A tactic waits.' };

/** The doubts of a page; `answer` ends the question that stands. */
async function page() {
  const { openPaperPage } = await import('./paper_page.js');
  openPaperPage();
  const store = new Map();
  globalThis.localStorage = /** @type {any} */ ({
    getItem: (key) => store.get(key) ?? null,
    setItem: (key, text) => store.set(key, text),
    removeItem: (key) => store.delete(key),
  });
  const { createDoubts } = await import('match/doubts.js');
  const asked = [];
  const here = { found: /** @type {any} */ (NOTHING) };
  const doubts = createDoubts({
    find: () => here.found,
    put: (_title, text, _yes, how) =>
      new Promise((resolve) => {
        how.signal.addEventListener('abort', () => resolve(false));
        asked.push({ text, below: how.below, answer: resolve });
      }),
  });
  return { doubts, asked, here, store };
}

test('whoever is asked and goes on is not asked again until a step without doubt', async () => {
  const { doubts, asked, here } = await page();
  const first = doubts.mayPass(1, 'key');
  asked[0].answer(true);
  assert.equal(await first, true);
  assert.equal(doubts.mayPass(2, 'key'), true);
  here.found = null;
  assert.equal(doubts.mayPass(3, 'key'), true);
  here.found = NOTHING;
  assert.notEqual(doubts.mayPass(4, 'key'), true);
  assert.equal(asked.length, 2);
});

test('whoever goes back to the board, and says Ready again as it is, is not asked twice in a row', async () => {
  const { doubts, asked, here } = await page();
  const first = doubts.mayPass(1, 'touch');
  asked[0].answer(false);
  assert.equal(await first, false);
  assert.equal(doubts.mayPass(1, 'touch'), true);
  assert.equal(doubts.mayPass(2, 'touch'), true);
  here.found = null;
  assert.equal(doubts.mayPass(3, 'touch'), true);
  here.found = NOTHING;
  assert.notEqual(doubts.mayPass(4, 'touch'), true);
});

test('a mouse is not asked about silence, but about a tactic without target; a command is asked nothing', async () => {
  const { doubts, asked, here } = await page();
  assert.equal(doubts.mayPass(1, 'mouse'), true);
  here.found = AIM;
  assert.equal(doubts.mayPass(1, 'word'), true);
  assert.notEqual(doubts.mayPass(1, 'mouse'), true);
  assert.deepEqual(
    asked.map(({ text }) => text),
    [AIM.text],
  );
});

test('the question goes when the step ends, as a No', async () => {
  const { doubts } = await page();
  const first = doubts.mayPass(1, 'key');
  doubts.at(1);
  doubts.at(2);
  assert.equal(await first, false);
});

test('switched off in the question, it stays off and can be switched on at the table', async () => {
  const { doubts, asked, store } = await page();
  const first = doubts.mayPass(1, 'key');
  const never = asked[0].below.children[0];
  never.checked = true;
  asked[0].answer(false);
  await first;
  assert.equal(doubts.mayPass(2, 'key'), true);
  assert.equal([...store.values()].join(), 'never');
  const box = doubts.element.children[0];
  assert.equal(box.checked, false);
  box.checked = true;
  box.happen('change');
  assert.notEqual(doubts.mayPass(3, 'key'), true);
  assert.equal(store.size, 0);
});

const told = await moments({
  planet_conquer: { game: 'planet_conquer', bots: ['easy', 'easy'], options: { tactics: ['defend'] }, step: 15 },
  hundred_clubs: { game: 'hundred_clubs', bots: ['easy', 'easy'], options: { starts: 'drawn', map: 'generated' } },
  deep_blue: { game: 'deep_blue', bots: ['easy', 'easy'], options: { map: 'pocket_sound' } },
  scout: {
    game: 'cosmos',
    bots: ['easy', 'easy'],
    options: { rounds: 30, scout_under_way: true },
    orders: { direct: [], standing: [], defaults: {} },
  },
  auction: { game: 'hundred_clubs', bots: ['easy', 'easy'], options: { starts: 'auction' } },
  'birthplaces 0': { game: 'hundred_clubs', bots: ['easy', 'easy'], options: { starts: 'auction' }, step: 1 },
  'birthplaces 1': { game: 'hundred_clubs', bots: ['easy', 'easy'], options: { starts: 'auction' }, step: 1, seat: 1 },
});

for (const game of ['planet_conquer', 'hundred_clubs', 'deep_blue'])
  test(`a step in which nothing is ordered is doubted: ${game}`, async (context) => {
    const page = await boardPage(context, game, told[game]);
    assert.equal(page.doubt()?.kind, 'nothing');
  });

test('a scout that goes on by itself is no order: an idle planet is doubted beside it, with a mouse as well', async (context) => {
  const page = await boardPage(context, 'cosmos', told.scout);
  assert.equal(page.doubt()?.kind, 'idle');
  assert.match(page.doubt().text, /^Nothing is ordered: 1 of yours has nothing to do. Ways to go on: \w+/);
  await page.command('planets follow economy');
  assert.equal(page.doubt(), null);
});

test('a birthplace not chosen is doubted for whoever chooses, and for nobody else', async (context) => {
  const kinds = [];
  for (const seat of [0, 1]) {
    const page = await boardPage(context, 'hundred_clubs', told[`birthplaces ${seat}`]);
    kinds.push(page.doubt()?.kind ?? 'none');
  }
  assert.deepEqual(kinds.sort(), ['birthplace', 'none']);
});

test('a bid of nothing is doubted, and no more once it is said', async (context) => {
  const auction = await boardPage(context, 'hundred_clubs', told.auction);
  assert.equal(auction.doubt()?.kind, 'bid');
  await auction.command('bid 5');
  assert.equal(auction.doubt(), null);
});

test('a tactic without its target is doubted', async (context) => {
  const page = await boardPage(context, 'planet_conquer', told.planet_conquer);
  await page.press('D');
  assert.equal(page.doubt()?.kind, 'aim');
});
