import assert from 'node:assert/strict';
import { test } from 'node:test';
import { use } from 'app/i18n.js';
import { createWords, resultLine, seatName } from 'kit/describe.js';

const info = {
  seats: [
    { seat: 0, name: 'Lena' },
    { seat: 1, name: '' },
  ],
  reasons: { base: 'The base fell.' },
};
const frame = { step: 2, view: { ships: 3, seats: [{ seat: 0, points: 4 }] }, events: [], choices: null, final: false };
const words = createWords({
  positionOf: (view) => ({ ships: view.ships }),
  whole: (orders) => orders ?? { moves: [] },
  sections: [
    [() => 'Fleet', ({ position }) => [`${position.ships} ships`, null, '']],
    [() => 'Enemies', () => []],
  ],
  facts: (event, { info: known }) => ({ who: seatName(event.seat ?? 0, known) }),
  events: {
    fled: (_, __, facts) => `${facts.who} fled with ${facts.ships}`,
    sunk: (event, { info: known }) => `${seatName(event.seat, known)} lost a ship`,
    hidden: () => null,
  },
  orders: ({ moves }, { forecast }) =>
    moves.map((move, i) => ({ text: `to ${move}${forecast ? `: ${forecast[i]}` : ''}`, path: `moves[${i}]` })),
  standings: (view) => view.seats,
  standing: (entry) => ({ seat: entry.seat, text: `${entry.points} pts` }),
  series: { points: () => 'Points' },
});

test('sections without lines are left out, and so are empty lines', () => {
  assert.deepEqual(words.describe(frame, info), [{ heading: 'Fleet', lines: ['3 ships'] }]);
});

test('events have their sentence, or none', () => {
  assert.equal(words.describeEvent({ type: 'sunk', seat: 0 }, frame, info), 'Lena (A) lost a ship');
  assert.equal(words.describeEvent({ type: 'fled', seat: 0, ships: 2 }, frame, info), 'Lena (A) fled with 2');
  assert.equal(words.describeEvent({ type: 'hidden' }, frame, info), null);
  assert.equal(words.describeEvent({ type: 'unheard_of' }, frame, info), null, 'an unknown event is no raw text');
});

test('drafts, standings and curves come from the same tables', () => {
  assert.deepEqual(words.describeOrders({ moves: ['A1'] }, frame, info), [{ text: 'to A1', path: 'moves[0]' }]);
  assert.deepEqual(words.describeOrders({ moves: ['A1'] }, frame, info, ['wins']), [
    { text: 'to A1: wins', path: 'moves[0]' },
  ]);
  assert.deepEqual(words.describeOrders(null, frame, info), []);
  assert.deepEqual(words.score(frame, info), [{ seat: 0, text: '4 pts' }]);
  assert.deepEqual([words.describeSeries('points'), words.describeSeries('raw_key')], ['Points', null]);
});

test('the end is told with its winner and its reason', () => {
  const won = {
    ranking: [
      { place: 1, seat: 0 },
      { place: 2, seat: 1 },
    ],
    reason: 'base',
  };
  assert.equal(resultLine(won, info), 'The match is over: Lena (A) wins. The base fell.');
  const drawn = {
    ranking: [
      { place: 1, seat: 0 },
      { place: 1, seat: 1 },
    ],
    reason: 'unknown',
  };
  assert.equal(resultLine(drawn, info), 'The match is over.');
  // In Chinese nothing stands between two sentences.
  use({ 'The match is over.': '对局已结束。' });
  assert.equal(resultLine(drawn, { ...info, reasons: { unknown: '只剩一个席位。' } }), '对局已结束。只剩一个席位。');
  use({});
});
