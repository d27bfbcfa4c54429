// What the map says to somebody new: where a rival has begun, and where land is easiest to win; not for long, and over no other word.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pieceAt } from 'board/pieces.js';
import { worthwhilePieces } from 'games/hundred_clubs/first_words.js';
import { boardPage, moments, PHONE, WIDE } from './board_page.js';
import { boardOf, LAND, OWN } from './hundred_clubs_hand_fixture.js';
import { viewOf } from './hundred_clubs_map_fixture.js';
import { collisions } from './recording_canvas.js';

const DUEL = { game: 'hundred_clubs', options: { starts: 'drawn', map: 'generated', rounds: 12, initial_saving: 100 } };
const told = await moments({ first: DUEL, third: { ...DUEL, step: 2 }, late: { ...DUEL, step: 8 } });
const wordsOf = (/** @type {any} */ page) => page.words().map((/** @type {any} */ { text }) => text);
const has = (/** @type {any} */ page, /** @type {RegExp} */ wanted) =>
  wordsOf(page).filter((/** @type {string} */ text) => wanted.test(text)).length;

test('a finger near a place that is told means it, however small the cells are; once something is ordered it does not', () => {
  const spend = { campaigns: [], alone: [{ at: [1, 0], size: 33 }], gain: { least: 2, about: 4 }, left: 7 };
  const { session, hand } = boardOf(viewOf(LAND, OWN, { round: 3 }), {}, { spend });
  const [camera, size] = [
    { x: 0, y: 0, scale: 8 },
    { width: 200, height: 200 },
  ];
  const pressed = (/** @type {number} */ x) => pieceAt(worthwhilePieces(session), camera, size, [x, 104], true);
  // The middle of the cell lies at 112, 104; a finger reaches 22 pixels.
  assert.deepEqual([pressed(125)?.data, pressed(125)?.isSure], [1, true]);
  assert.equal(pressed(150), null);
  hand.act(1, true);
  assert.equal(pressed(125), null);
});

test('places go on being told for the money that is left, and a press takes the sum that stands there', () => {
  const plan = (/** @type {any[]} */ alone) => ({
    spend: { campaigns: alone, alone, gain: { least: 2, about: 4 }, left: 7 },
  });
  const [one, two] = [
    { at: [1, 0], size: 33 },
    { at: [0, 1], size: 20 },
  ];
  const { session, hand, foresee, host } = boardOf(viewOf(LAND, OWN, { round: 3 }), {}, plan([one, two]));
  const told = () => worthwhilePieces(session).map(({ data }) => data);
  assert.deepEqual(told(), [1, 5]);
  hand.act(1, true);
  foresee(
    plan([
      { ...one, size: 2 },
      { ...two, size: 24 },
    ]),
  );
  assert.deepEqual(told(), [5], 'of the first its handle speaks');
  session.select(-1);
  hand.act(5, true);
  assert.deepEqual(
    host.orders.campaigns.map((/** @type {any} */ { size }) => size),
    [33, 24],
  );
});

for (const [name, size] of Object.entries({ wide: WIDE, phone: PHONE }))
  test(`where a rival began and where land is easiest stand on the map once, and over no other word: ${name}`, async (context) => {
    const first = await boardPage(context, 'hundred_clubs', told.first, { size });
    assert.ok(has(first, /a rival (began|may have begun)/) <= 1, wordsOf(first).join(' | '));
    assert.equal(has(first, /^press here: \d+ money wins land$/), 0, 'one’s club comes first');
    const third = await boardPage(context, 'hundred_clubs', told.third, { size });
    const found = third.words();
    assert.ok(has(third, /^press here: \d+ money wins land$/) <= 1);
    assert.deepEqual(
      collisions(found, 2).filter((pair) => pair.some((text) => /^press here|a rival|^\d+ money$/.test(text))),
      [],
    );
    const late = await boardPage(context, 'hundred_clubs', told.late, { size });
    assert.equal(has(late, /^press here|a rival/), 0);
  });

test('no sum of a place lies over a campaign that is ordered beside it', async (context) => {
  for (const [at, size] of /** @type {const} */ ([
    [[5, 22], WIDE],
    [[1, 20], PHONE],
    [[2, 20], PHONE],
  ])) {
    const orders = { campaigns: [{ at, size: 5 }] };
    const { drafted } = await moments({ drafted: { ...DUEL, step: 1, orders } });
    const page = await boardPage(context, 'hundred_clubs', drafted, { size });
    assert.ok(has(page, /money/) > 0, wordsOf(page).join(' | '));
    assert.deepEqual(
      collisions(page.words(), 1).filter((pair) => pair.some((text) => /money/.test(text))),
      [],
    );
  }
});
