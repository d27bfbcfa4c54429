// What does a press on an enemy do that lies among one's own? It opens the menu, which has both: to fire, and to choose who lies there.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { endsOf } from 'games/deep_blue/zones.js';
import { boardPage, moments } from './board_page.js';

/** A submarine below an own cargo ship, two own destroyers beside it. */
const SEA = [
  [101, 'destroyer', 0, 'J8'],
  [102, 'cargo', 0, 'K8'],
  [103, 'destroyer', 0, 'J9'],
  [201, 'submarine', 1, 'K8'],
];
const told = await moments({
  sea: {
    game: 'deep_blue',
    bots: ['easy', 'easy'],
    step: 0,
    orders: { units: { 103: { move: null } } },
    start: { units: SEA },
  },
});

/** A page whose server lets both destroyers fire at the submarine. @param {import('node:test').TestContext} context @param {object} [foreseen] of its forecast */
async function openSea(context, foreseen = {}) {
  const offer = { type: 'attack', target: 201, refused: null, strikes: ['fire'] };
  const able = (commands) => ({ commands, standing: [], fire: [false, false, false], cell: null, home: 9 });
  const units = { 101: able([offer]), 102: able([]), 103: able([offer]) };
  const page = await boardPage(
    context,
    'deep_blue',
    { ...told.sea, orders: {}, forecast: { ...told.sea.forecast, ...foreseen } },
    {
      offers: { forecast: async () => ({ ...told.sea.forecast, ...foreseen, ask: { units } }) },
    },
  );
  const choices = () =>
    [...page.board.querySelectorAll('.kit-menu:not([hidden]) .kit-choices button')].map((one) => ({
      text: page.read(one),
      press: () => one.click(),
    }));
  /** Where letters and number of the rim say that a cell is. */
  const rim = (text, axis) => {
    const words = page.words().filter((word) => word.text === text);
    const [{ x, y, width, height }] = words.sort((one, other) => one[axis] - other[axis]);
    return { x: x + width / 2, y: y + height / 2 };
  };
  const click = (letters, number, more) => page.click(rim(letters, 'y').x, rim(number, 'x').y, more);
  return { page, choices, click };
}

test('an enemy below an own ship is fired at from a press on its cell', async (context) => {
  const { page, choices, click } = await openSea(context);
  await click('J', '8');
  assert.match(page.said.at(-1), /destroyer .* selected/);
  await click('K', '8');
  const found = choices();
  assert.match(found[0].text, /^Attack: submarine/i, 'to fire comes first');
  assert.ok(
    found.some(({ text }) => /^Select cargo/i.test(text)),
    'whoever lies there can still be chosen',
  );
  found.find(({ text }) => /^Attack: submarine/i.test(text)).press();
  await page.rest();
  assert.equal(page.orders().units[101].command.target, 201);
});

test('once a group is ordered to fire, the menu is closed', async (context) => {
  const { page, choices, click } = await openSea(context);
  await click('J', '8');
  await click('J', '9', { shiftKey: true });
  assert.match(page.said.at(-1), /2 units selected/);
  await click('K', '8');
  const [fire] = choices().filter(({ text }) => /^Attack: submarine/i.test(text));
  fire.press();
  await page.rest();
  assert.equal(Object.keys(page.orders().units).length, 2);
  assert.ok(page.board.querySelector('.kit-menu').hidden);
});

test('whoever has nothing in hand, or no guns, chooses the own ship', async (context) => {
  const { page, choices, click } = await openSea(context);
  await click('K', '8');
  assert.equal(choices().length, 0);
  assert.match(page.said.at(-1), /cargo ship .* selected|cargo .* selected/);
});

test('the list of a stack aims at an enemy among its ships', async (context) => {
  const { page, choices, click } = await openSea(context);
  await click('J', '8');
  await page.press('b');
  choices()
    .find(({ text }) => /^Attack: submarine/i.test(text))
    .press();
  await page.rest();
  assert.ok(choices().some(({ text }) => /^Select cargo/i.test(text)));
});

test('a press on the base sends a ship home that needs what the base has; once more, it chooses the base', async (context) => {
  const { page, click } = await openSea(context, { attention: [{ code: 'no_ammo', id: 101 }] });
  const { rect } = told.sea.frames.at(-1).view.elements.find(({ kind, seat }) => kind === 'base' && seat === 0);
  const [letter, number] = ['ABCDEFGHIJKLMNOP'[rect[0]], String(rect[1] + 1)];
  await click('J', '8');
  await click(letter, number);
  assert.ok(Array.isArray(page.orders().units[101].move));
  await click(letter, number);
  assert.match(page.said.at(-1), /^base .*selected/i);
});

test('danger is looked at where a way of this round ends, ordered or aimed, not along a standing one', () => {
  const cells = [0, 1, 2, 3].map((x) => [x, 1]);
  const path = { unit: 1, cells, level: 1, marks: [2, 3], fuel: null };
  const ends = (/** @type {string} */ form) => [...endsOf([{ ...path, form }], { width: 10, height: 4 })];
  assert.deepEqual(['draft', 'aim', 'standing', 'repeat'].map(ends), [[12], [12], [], []]);
  assert.deepEqual([...endsOf([{ ...path, form: 'aim', cells: [[0, 1]] }], { width: 10, height: 4 })], []);
});
