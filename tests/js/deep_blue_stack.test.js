// Does the plate of a stack open it, by key and by press, and does the list leave its ships free?
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { around, freest } from 'kit/labels.js';
import { boardPage, moments } from './board_page.js';

/** Three ships side by side, one far away. */
const SEA = [
  [101, 'cruiser', 0, 'J8'],
  [102, 'destroyer', 0, 'K8'],
  [103, 'cruiser', 0, 'K9'],
  [104, 'cargo', 0, 'D13'],
  [201, 'destroyer', 1, 'H4'],
];
const told = await moments({ sea: { game: 'deep_blue', bots: ['easy', 'easy'], step: 0, start: { units: SEA } } });

const choices = (page) => [...page.board.querySelectorAll('.kit-menu:not([hidden]) .kit-choices button')];

test('a key opens the stack of what is chosen; whoever is pressed there is chosen', async (context) => {
  const page = await boardPage(context, 'deep_blue', told.sea);
  await page.press('Tab', 'b');
  const names = choices(page).map((one) => page.read(one));
  assert.equal(names.length, 4, names.join('; '));
  assert.match(names[0], /Select all 3/);
  assert.match(names[1], /health \d+ of \d+/);
  choices(page)[2].click();
  await page.rest();
  assert.equal(choices(page).length, 0);
  assert.match(page.said.at(-1), /selected/);
  assert.match(page.read(page.panel), /[Dd]estroyer/);
  await page.press('b');
  choices(page)[0].click();
  await page.rest();
  assert.match(page.said.at(-1), /3 units selected/);
});

test('what is laid beside a thing leaves it free, and lies where the fewest others are', () => {
  const [ships, room] = [
    { x: 100, y: 100, width: 60, height: 40 },
    { width: 400, height: 300 },
  ];
  const boxes = around(ships, { width: 120, height: 90 }, room, 10);
  for (const { x, y, width, height } of boxes) {
    assert.ok(x >= 4 && y >= 4 && x + width <= room.width - 4 && y + height <= room.height - 4);
    assert.ok(x >= 160 || x + width <= 100 || y >= 140 || y + height <= 100);
  }
  assert.equal(freest(boxes, []), boxes[0]);
  const crowded = [[boxes[0].x + 5, boxes[0].y + 5]];
  assert.equal(freest(boxes, crowded), boxes[1]);
  // Between two that leave room for it, it moves along its side.
  const sides = boxes.slice(0, 4).map(({ x, y, width, height }) => [x + width / 2, y + height / 2 + height * 0.45]);
  const moved = freest(boxes, sides);
  assert.ok(!boxes.slice(0, 4).includes(moved), 'another place along a side');
  // Where there is no room beside it, it is at least whole on the board.
  for (const { x, width } of around(ships, { width: 390, height: 280 }, room, 10))
    assert.ok(x >= 4 && x + width <= 396);
});
