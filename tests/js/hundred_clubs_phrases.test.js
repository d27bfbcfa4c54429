// Do the marks between words follow the page's language?
import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';
import { use } from 'app/i18n.js';
import { describe, describeEvent, describeOrders } from 'games/hundred_clubs/describe.js';
import { about, counted, inTurn, remarked, spoken } from 'games/hundred_clubs/phrases.js';
import { INFO, makeFrame, makeStart, makeTruth } from './hundred_clubs_words_fixture.js';

const FULL_WIDTH = {
  '{first}; {next}': '{first}；{next}',
  '{first}, {next}': '{first}、{next}',
  '{first}. {next}': '{first}。{next}',
  '{name}: {text}': '{name}：{text}',
  '{name} ({remark})': '{name}（{remark}）',
  '{text} – {remark}': '{text}——{remark}',
};

afterEach(() => use({}));

test('none, one and many', () => {
  for (const joined of [inTurn, counted, spoken]) {
    assert.equal(joined([]), '');
    assert.equal(joined(['{next}']), '{next}');
  }
  assert.equal(inTurn(['a', 'b', 'c']), 'a; b; c');
  assert.equal(counted(['a', 'b', 'c']), 'a, b, c');
  assert.equal(spoken(['a', 'b', 'c']), 'a. b. c');
  assert.equal(about('A', 'b'), 'A: b');
  assert.equal(remarked('A', 7), 'A (7)');
});

test('a language with full-width marks has them everywhere in the text view', () => {
  use(FULL_WIDTH);
  const lines = (frame, heading) => describe(frame, INFO).find((section) => section.heading === heading)?.lines;
  const frame = makeFrame();
  assert.equal(
    lines(frame, 'Clubs')[0],
    'Bob (B)：at peace, truce for 2 rounds；37 cells；at war with Dora (D)；your war is prepared 1 of 3 rounds',
  );
  assert.deepEqual(lines(frame, 'Capitals'), ['Alice (A)：0,0', 'Carol (C)：1,3']);
  assert.deepEqual(lines(frame, 'Remembered'), ['Bob (B): 2 cells, seen in round 3–5: row 0: 7；row 1: 7']);
  assert.equal(lines(frame, 'Map of owners')[0], 'Row 0: 0–3 A、4–5 unowned、6–7 unseen');
  assert.ok(lines(frame, 'Ground').includes('Row 2: 0–4 road、5–7 water'));
  assert.ok(lines(frame, 'Ground').includes('7,4：members 12'));
  const start = makeStart({
    order: [1, 0],
    chosen: [
      [4, 3],
      [6, 2],
    ],
    my_bid: 3,
    next: 0,
  });
  assert.ok(lines(start, 'Position').includes('Chosen so far: 4,3 (dormitory)；6,2 (water)'));
  assert.ok(lines(start, 'Birthplaces').some((line) => line.endsWith('members within two cells；under the clock')));
});

test('events, orders and what the referee reads have them too', () => {
  use(FULL_WIDTH);
  const frame = makeFrame();
  const tell = (event) => describeEvent({ round: 7, ...event }, frame, INFO);
  assert.equal(
    tell({
      type: 'cut_off',
      cells: [
        [0, 0],
        [4, 1],
      ],
    }),
    'Cut off, without defence: 2 cells (yours：1 cell；Bob (B)：1 cell).',
  );
  assert.match(tell({ type: 'bids_closed', order: [1, 0], amounts: [3, 9] }), /Bob \(B\)（9） → Alice \(A\)（3）$/);
  const orders = { diplomacy: { 1: 'justify_war' }, campaigns: [{ at: [5, 0], size: 3 }], capital: null };
  const forecast = { campaigns: [{ funded: 0, reason: 'no_access', notes: [] }] };
  const [command, campaign] = describeOrders(orders, frame, INFO, forecast).map(({ text }) => text);
  assert.equal(command, 'Justify war：Bob (B)');
  assert.match(campaign, /^Campaign 1: 3 on 5,0 \(grass\)——not on your land/);
  const truth = describe(makeTruth(), INFO).flatMap((section) => section.lines);
  assert.ok(truth.includes('Alice (A)：Form alliance（Carol (C)）；26 on 1,1 (dormitory)；13 on 0,0 (dormitory)'));
});
