// What of a round of Hundred Clubs is its headline? What changed the most land, and never a trifle.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { NEWS } from 'games/hundred_clubs/news.js';
import { viewOf } from './hundred_clubs_map_fixture.js';

/** The events of a round, the weightiest first, as the strip tells them to seat 0. */
function headlines(/** @type {any[]} */ events) {
  const view = viewOf(['D'.repeat(60)], ['0'.repeat(60)]);
  const about = /** @type {any} */ ({ view, frame: { events } });
  const kinds = [...new Map(events.map((event) => [`${event.type} ${event.seat}`, event])).keys()];
  const first = kinds.map((kind) => events.find((event) => `${event.type} ${event.seat}` === kind));
  return first.sort((a, b) => NEWS.weigh(b, about) - NEWS.weigh(a, about)).map(({ type }) => type);
}
const cells = (/** @type {number} */ n) => Array.from({ length: n }, (_, x) => [x, 0]);
const lost = (/** @type {number} */ n) => cells(n).map((at) => ({ type: 'taken', seat: 1, was: 0, at }));
const won = (/** @type {number} */ n) => cells(n).map((at) => ({ type: 'taken', seat: 0, was: null, at }));

test('half the land cut off comes before some of it lost, and much lost before a little cut off', () => {
  assert.deepEqual(headlines([...lost(8), { type: 'cut_off', cells: cells(50) }]), ['cut_off', 'taken']);
  assert.deepEqual(headlines([{ type: 'cut_off', cells: cells(8) }, ...lost(18)]), ['taken', 'cut_off']);
});

test('of loss and gain the larger comes first, of equals the loss', () => {
  const seats = (/** @type {any[]} */ events) => {
    const about = /** @type {any} */ ({ view: viewOf(['DD'], ['00']), frame: { events } });
    const [a, b] = [events.find(({ seat }) => seat === 0), events.find(({ seat }) => seat === 1)];
    return NEWS.weigh(a, about) > NEWS.weigh(b, about) ? 'won' : 'lost';
  };
  assert.equal(seats([...lost(3), ...won(26)]), 'won');
  assert.equal(seats([...lost(26), ...won(26)]), 'lost');
});

test('a campaign that is cut by a trifle is no headline, one that is cut to half is told after the land', () => {
  const cut = (/** @type {number} */ funded) => ({ type: 'campaign_cut', seat: 0, index: 1, asked: 314, funded });
  const weight = (/** @type {any} */ event) =>
    NEWS.weigh(event, /** @type {any} */ ({ view: viewOf(['D'], ['0']), frame: { events: [event] } }));
  assert.ok(weight(cut(313)) < 30);
  assert.deepEqual(headlines([cut(100), ...won(26)]), ['taken', 'campaign_cut']);
});
