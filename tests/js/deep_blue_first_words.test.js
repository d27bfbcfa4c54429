// What the chart says to somebody new: what is theirs, where the enemy is, what things give; and what the regions around a chosen ship mean. Never twice, never to who watches, and not for long.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { paintFirstWords } from 'games/deep_blue/first_words.js';
import { properName } from 'games/deep_blue/names.js';
import { positionOf } from 'games/deep_blue/position.js';
import { boardPage, moments, PHONE, WIDE } from './board_page.js';
import { collisions, RecordingCanvas, RecordingContext } from './recording_canvas.js';

const SEA = { game: 'deep_blue', options: { map: 'mirror_cove' } };
const QUICK = { map: 'pocket_sound', start_units: 'task_force', deployment: 'spread', island_health: 90 };
const told = await moments({
  first: SEA,
  fourth: { ...SEA, step: 3 },
  quick: { ...SEA, options: QUICK },
  other: { ...SEA, options: QUICK, seat: 1 },
});
const FIRST = [/^(?:your fleet: press|press [A-Z])/, /^your base: press/, /^enemy base: /, /^oilfield: fuel/];
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

test('on the map of the quick preset somebody new is told to press a ship, at a desk and on a phone, from either side', async (context) => {
  for (const moment of [told.quick, told.other])
    for (const screen of [{ size: WIDE }, { size: PHONE, touch: true }]) {
      const page = await boardPage(context, 'deep_blue', moment, screen);
      assert.equal(has(page, FIRST[0]), 1, wordsOf(page).join());
      assert.deepEqual(covered(page), []);
    }
});

test('both regions around a chosen ship have their words wherever there is room for them, near the ship or far', () => {
  const canvas = new RecordingCanvas();
  const position = positionOf(told.quick.frames.at(-1).view);
  const { width, height } = position.chart;
  const scale = 20;
  const palette = { text: '#fff', ink: '#000', font: 'sans-serif', good: '#0f0', bad: '#f00', seats: ['#f80', '#08f'] };
  const view = { palette, camera: { scale }, width: width * scale, height: height * scale };
  const at = (/** @type {number} */ x, /** @type {number} */ y) => [x * scale, y * scale];
  const digits = (/** @type {(x: number, y: number) => boolean} */ isIn) =>
    Array.from({ length: height }, (_, y) =>
      Array.from({ length: Math.ceil(width / 4) }, (_, i) =>
        [0, 1, 2, 3].reduce((sum, bit) => sum * 2 + Number(isIn(4 * i + bit, y)), 0).toString(16),
      ).join(''),
    );
  const [ship] = position.own.filter((one) => 'pos' in one);
  // All of the danger that is near the ship lies below words: only its far end is free.
  const written = [{ x: 0, y: 0, width, height: height - 4 }];
  const zones = { reach: digits((_x, y) => y > height - 4), danger: digits((x) => x >= 2 && x < width - 2) };
  const ctx = new RecordingContext(canvas);
  const state = { position, orders: { units: {} }, selected: [ship.id], zones, shown: { zones: true } };
  paintFirstWords(ctx, { ...view, at }, { state, host: {}, hasDraft: () => true }, { written, over: [] });
  assert.deepEqual(ctx.words.map(({ text }) => text.split(':')[0]).sort(), ['dashed', 'firm line']);
  assert.deepEqual(collisions(ctx.words, 2), []);
  // Odds and ways of an aim come first: where their words lie, these do not.
  const odds = ctx.words.map(({ x, y, width: wide, height: high }) => ({ x, y, width: wide, height: high }));
  const again = new RecordingContext(new RecordingCanvas());
  paintFirstWords(again, { ...view, at }, { state, host: {}, hasDraft: () => true }, { written, over: odds });
  const both = [...odds.map((box) => ({ ...box, text: 'odds' })), ...again.words];
  assert.deepEqual(collisions(both, 1), []);
});

test('who has an enemy in reach and has not fired yet reads how it is done, until an attack is ordered or has done damage', () => {
  const first = positionOf(told.quick.frames.at(-1).view);
  const gun = first.own.findLast(({ kind }) => kind === 'destroyer');
  const [x, y] = gun.pos;
  const enemy = { ...gun, id: 999, seat: 1 - first.seat, pos: [x + 5, y, 1] };
  const palette = { text: '#fff', ink: '#000', font: 'sans-serif', good: '#0f0', bad: '#f00', seats: ['#f80', '#08f'] };
  const scale = 20;
  const view = { palette, camera: { scale }, width: first.chart.width * scale, height: first.chart.height * scale };
  const at = (/** @type {number} */ column, /** @type {number} */ row) => [column * scale, row * scale];
  const said = ({ other = enemy, round = 6, damage = 0, orders = {}, selected = /** @type {number[]} */ ([]) }) => {
    const score_parts = first.view.score_parts.map((parts) => parts && { ...parts, damage });
    const position = { ...first, units: [...first.units, other], view: { ...first.view, round, score_parts } };
    const state = { position, orders, selected, zones: null, shown: {} };
    const ctx = new RecordingContext(new RecordingCanvas());
    paintFirstWords(ctx, { ...view, at }, { state, host: {}, hasDraft: () => true }, { written: [], over: [] });
    return ctx.words.map(({ text }) => text).filter((text) => text.endsWith('fire') || text.endsWith('fire here'));
  };
  assert.deepEqual(said({}), ['choose a ship, then fire here']);
  assert.deepEqual(said({ selected: [gun.id] }), ['press here to fire']);
  const cargo = first.own.find(({ kind }) => kind === 'cargo');
  if (cargo) assert.deepEqual(said({ selected: [cargo.id], other: { ...enemy, pos: [0, 0, 1] } }), []);
  assert.deepEqual(said({ other: { ...enemy, pos: [x + 9, y + 9, 1] } }), []);
  assert.deepEqual(said({ damage: 12 }), []);
  assert.deepEqual(said({ orders: { units: { [gun.id]: { command: { type: 'attack', target: 999 } } } } }), []);
  assert.deepEqual(said({ round: 11 }), []);
});

test('a ship that is pointed at is named, and no more when the pointer goes on', async (context) => {
  const page = await boardPage(context, 'deep_blue', told.quick, { size: WIDE });
  const middle = (/** @type {string} */ name) => {
    const { x, y, width, height } = page.words().find(({ text }) => text === name);
    return [x + width / 2, y + height / 2];
  };
  const [[a], [c], [, one], [, three]] = ['A', 'C', '1', '3'].map(middle);
  const ship = positionOf(told.quick.frames.at(-1).view).own.find(({ kind }) => kind === 'battleship');
  const named = () => page.words().filter(({ text }) => /^Battleship [A-Z]/.test(text)).length;
  const [x, y] = [a + (ship.pos[0] * (c - a)) / 2, one + (ship.pos[1] * (three - one)) / 2];
  page.pointer('pointermove', x, y);
  await page.rest();
  assert.equal(named(), 1, wordsOf(page).join());
  page.pointer('pointerleave', WIDE.width + 100, 100);
  await page.rest();
  assert.equal(named(), 0);
});

test('an island keeps its name on the chart, whoever lies before it', async (context) => {
  const page = await boardPage(context, 'deep_blue', told.quick, { size: WIDE });
  const frame = told.quick.frames.at(-1);
  const names = () => page.words().map(({ text }) => text);
  const { buildings, own } = positionOf(frame.view);
  const islands = buildings.filter(({ kind }) => kind === 'island');
  assert.ok(
    islands.every((one) => names().includes(properName(one))),
    names().join(),
  );
  // A row of ships along the upper side of each.
  const [ship] = own.filter((one) => 'pos' in one);
  const row = islands.flatMap(({ rect: [x0, y0, x1] }) =>
    [x0 - 1, x0, x0 + 1, x1, x1 + 1].map((x) => ({ ...ship, id: 9000 + x * 50 + y0, pos: [x, y0 - 1, 1] })),
  );
  const elements = [...frame.view.elements, ...row];
  await page.show({ ...frame, view: { ...frame.view, elements } });
  await page.rest();
  assert.ok(
    islands.every((one) => names().includes(properName(one))),
    names().join(),
  );
});
