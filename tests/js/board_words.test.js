// Do words and numbers on the boards keep clear of each other: in quiet positions, with orders drafted, and when a board is full? On a desk
// and on a phone. Positions are of matches that bots played; what is painted is heard by recording canvases.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { boardPage, moments, PHONE, WIDE } from './board_page.js';
import { collisions, RecordingCanvas, wordsOn } from './recording_canvas.js';

/** Pixels by which two words may touch: boxes are of whole glyphs, and halos are not counted. */
const TOUCH_BY = 2;
const SCREENS = /** @type {const} */ ([
  ['desk', { size: WIDE }],
  ['phone', { size: PHONE, touch: true }],
]);
const WANTED = {
  stars: { game: 'planet_conquer', bots: ['easy', 'easy'] },
  'few tactics': { game: 'planet_conquer', bots: ['easy', 'easy'], options: { tactics: ['terminator', 'boost'] } },
  foreseen: { game: 'planet_conquer', orders: { moves: [], tactic: null, resign: false } },
  rich: { game: 'planet_conquer', bots: ['easy', 'easy'], options: { points_per_round: 4 } },
  campus: { game: 'hundred_clubs', options: { starts: 'drawn', map: 'generated' }, step: 0 },
  sea: { game: 'deep_blue', options: { map: 'pocket_sound' } },
  aether: { game: 'cosmos', options: { rounds: 30, stride: 5 } },
  'crowded stars': {
    game: 'planet_conquer',
    bots: Array(8).fill('easy'),
    options: { map: 'great_wheel' },
    step: 14,
    seat: 'referee',
  },
  'crowded stars, later': {
    game: 'planet_conquer',
    bots: Array(8).fill('easy'),
    options: { map: 'great_wheel' },
    step: 28,
    seat: 'referee',
  },
  'crowded campus': {
    game: 'hundred_clubs',
    bots: Array(6).fill('easy'),
    options: { starts: 'drawn', map: 'generated' },
    step: 6,
    seat: 'referee',
  },
  'crowded sea': { game: 'deep_blue', options: { map: 'mirror_cove', start_units: 'fleet' }, step: 5, seat: 'referee' },
  'crowded aether': {
    game: 'cosmos',
    bots: Array(4).fill('easy'),
    options: { rounds: 60, stride: 5 },
    step: 6,
    seat: 'referee',
  },
};
const told = await moments(WANTED);

/** Words on the chart that are labels: figures along the edges of the aether lie under everything else. */
const labels = (words) => words.filter(({ text }) => !/^[-−]\d+$/.test(text));

function areApart(page, ...some) {
  const words = labels(page.words());
  const found = words.map(({ text }) => text);
  for (const wanted of some)
    assert.ok(
      found.some((text) => text.includes(wanted)),
      `${wanted} is not among ${found}`,
    );
  assert.deepEqual(collisions(words, TOUCH_BY), []);
}

test('what hears words finds those that lie over each other, and forgets what was wiped away', () => {
  const canvas = new RecordingCanvas(200, 100);
  const pen = canvas.getContext();
  pen.fillText('gone', 50, 50);
  pen.clearRect(0, 0, 200, 100);
  for (const [text, x] of [
    ['left', 50],
    ['over', 55],
    ['right', 120],
  ])
    pen.fillText(text, x, 50);
  assert.deepEqual(collisions(wordsOn(canvas), TOUCH_BY), [['left', 'over']]);
  const copy = new RecordingCanvas(200, 100);
  copy.getContext().drawImage(canvas, 0, 0);
  assert.deepEqual(wordsOn(copy), wordsOn(canvas), 'words come along with a layer that is copied');
});

for (const [name, how] of SCREENS) {
  test(`the star chart keeps its words apart, with an order on every way, on a ${name}`, async (context) => {
    const page = await boardPage(context, 'planet_conquer', told.stars, how);
    const [, home, ways] = /Your planets\s+(\w+),[^\n]*routes: ([^\n]*)/.exec(page.textView());
    areApart(page, home);
    for (const [, to] of ways.matchAll(/(\w+) \(\d+\)/g)) await page.command(`move ${home} ${to} 5`);
    assert.ok(page.drafts().length > 1);
    areApart(page, home, '5');
  });

  test(`the numbers of the campus do not touch, near and far, on a ${name}`, async (context) => {
    const page = await boardPage(context, 'hundred_clubs', told.campus, how);
    await page.press('ArrowUp', 'Enter', '4', '0');
    areApart(page, '40');
    page.button('Zoom in').click();
    await page.rest();
    areApart(page, '40');
  });

  test(`the sea chart keeps its words apart, with ways to go, on a ${name}`, async (context) => {
    const page = await boardPage(context, 'deep_blue', told.sea, how);
    areApart(page);
    const fleet = [...page.textView().matchAll(/(?:Destroyer|Cruiser) (\w+ \w+) at/g)].map(([, called]) => called);
    assert.ok(fleet.length > 1);
    for (const [i, called] of fleet.entries()) await page.command(`move ${called} ${'JKI'[i % 3]}${6 + i}`);
    areApart(page);
  });

  test(`on the chart of the aether a ship that is built and a bid have their words, and none covers another's, on a ${name}`, async (context) => {
    const page = await boardPage(context, 'cosmos', told.aether, how);
    for (const order of ['planets build battleship 60 e', 'planets charge 5']) await page.command(order);
    areApart(page, 'Battleship 60', 'bids 5');
    const { width, height } = how.size;
    for (const { text, ...box } of page.words().filter(({ text }) => ['Battleship 60', 'bids 5'].includes(text)))
      assert.ok(
        box.x >= 0 && box.y >= 0 && box.x + box.width <= width && box.y + box.height <= height,
        `${text} is whole`,
      );
  });

  for (const crowd of Object.keys(WANTED).filter((key) => key.startsWith('crowded')))
    test(`in a match of many no word covers another one: ${crowd}, on a ${name}`, async (context) => {
      const page = await boardPage(context, WANTED[crowd].game, told[crowd], how);
      assert.ok(page.words().length > 5);
      areApart(page);
    });
}

test('a tactic that this table does not have is offered nowhere', async (context) => {
  const page = await boardPage(context, 'planet_conquer', told['few tactics']);
  assert.ok(page.button('Terminator') && page.button('Boost'));
  for (const other of ['Defend', 'Swap', 'Eliminate']) assert.equal(page.button(other), null);
});

test('the points that a tactic takes are counted down while it is chosen, and come back', async (context) => {
  const page = await boardPage(context, 'planet_conquer', told.rich);
  const aside = () => page.document.querySelector('.pc-tactics .kit-aside').textContent;
  const [, home] = /Your planets\s+(\w+),/.exec(page.textView());
  const [have] = /\d+/.exec(aside());
  assert.equal(aside(), `${have} points`);
  await page.command(`boost ${home}`);
  assert.equal(aside(), `${have - 2} of ${have} points`);
  assert.equal(page.document.querySelectorAll('.pc-spent').length, 2);
  await page.command('cancel tactic');
  assert.equal(aside(), `${have} points`);
  assert.equal(page.document.querySelectorAll('.pc-spent').length, 0);
});

test('each neighbour of the planet in hand says what it needs, and is quiet again without it', async (context) => {
  const page = await boardPage(context, 'planet_conquer', told.foreseen);
  const needs = () => page.words().filter(({ text }) => /^[✓✕] (needs \d+|enough is sent)$/.test(text)).length;
  assert.equal(needs(), 0);
  await page.press('Tab');
  assert.ok(needs() > 0);
  await page.press('Escape');
  assert.equal(needs(), 0);
});

test('numbers of planets lie over everything that flies, and once more over the ring of what is chosen', async (context) => {
  const page = await boardPage(context, 'planet_conquer', told.stars);
  const [number] = /\b\d+(?= units)/.exec(page.textView().split('Your planets')[1]);
  const shown = () => page.words().filter(({ text }) => text === number).length;
  assert.equal(shown(), 1);
  const layers = page.layers();
  assert.ok(
    layers.findIndex((words) => words.includes(number)) > layers.length - 3,
    'above drafts, traffic and effects',
  );
  await page.press('Tab');
  assert.ok(page.layers().at(-1).includes(number), 'the ring of the planet in hand does not cross it');
});

test('the words at the pointer go away with it', async (context) => {
  const page = await boardPage(context, 'cosmos', told.aether);
  const places = () => page.words().filter(({ text }) => /^aether|not seen yet/.test(text));
  for (const part of [0.45, 0.6]) {
    page.pointer('pointermove', WIDE.width * part, WIDE.height * part);
    await page.rest();
    assert.equal(places().length, 1);
  }
  page.pointer('pointerleave', WIDE.width + 100, 100);
  await page.rest();
  assert.deepEqual(places(), []);
});
