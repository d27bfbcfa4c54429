// What of a round of Hundred Clubs is its headline? What changed the most land, and never a trifle.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cutterOf } from 'games/hundred_clubs/land_events.js';
import { NEWS } from 'games/hundred_clubs/news.js';
import { courseOf, turnsOf } from 'games/hundred_clubs/playback.js';
import { positionOf } from 'games/hundred_clubs/position.js';
import { TELLING } from 'games/hundred_clubs/telling.js';
import { beatsOf } from 'kit/beats.js';
import { formOf } from 'match/sums.js';
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
  const away = lost(8).map((event) => ({ ...event, at: [event.at[0] + 52, 0] }));
  assert.deepEqual(headlines([...away, { type: 'cut_off', cells: cells(50) }]), ['cut_off', 'taken']);
  assert.deepEqual(headlines([{ type: 'cut_off', cells: cells(8) }, ...lost(18)]), ['taken', 'cut_off']);
});

test('land that is taken from a rival comes before more land that was nobody’s', () => {
  const about = (/** @type {any[]} */ events) =>
    /** @type {any} */ ({ view: viewOf(['D'.repeat(60)], ['0'.repeat(60)]), frame: { events } });
  const fought = cells(24).map((at) => ({ type: 'taken', seat: 0, was: 1, at }));
  const free = won(31).map((event) => ({ ...event, at: [event.at[0] + 29, 0] }));
  const all = about([...free, ...fought]);
  assert.ok(NEWS.weigh(fought[0], all) > NEWS.weigh(free[0], all));
});

test('land is cut off by what was taken beside it, and weighs with it', () => {
  const loss = lost(2).map((event) => ({ ...event, at: [event.at[0] + 10, 0] }));
  const cut = { type: 'cut_off', cells: cells(10) };
  assert.equal(cutterOf(cut, [...won(3).map((event) => ({ ...event, at: [40, 0] })), ...loss, cut]), loss[0]);
  assert.equal(cutterOf({ type: 'cut_off', cells: [[50, 0]] }, loss), null, 'nothing was taken beside it');
  // More than what was won elsewhere in the same round, which is more than what was lost alone.
  const mine = Array.from({ length: 5 }, (_, i) => ({ type: 'taken', seat: 0, was: null, at: [30 + i, 0] }));
  assert.equal(headlines([...mine, ...loss, cut])[0], 'taken');
  const about = /** @type {any} */ ({
    view: viewOf(['D'.repeat(60)], ['0'.repeat(60)]),
    frame: { events: [...mine, ...loss, cut] },
  });
  assert.ok(NEWS.weigh(loss[0], about) > NEWS.weigh(mine[0], about));
});

test('it is told with what cut it off, as one beat', () => {
  const loss = lost(2).map((event) => ({ ...event, at: [event.at[0] + 10, 0] }));
  const cut = { type: 'cut_off', cells: cells(10) };
  const events = [...won(3), ...loss, cut, { type: 'capital_lost', seat: 0, from: [10, 0], at: [10, 0] }];
  const before = positionOf(viewOf(['D'.repeat(60)], [`${'0'.repeat(12)}${'1'.repeat(48)}`]));
  const news = events.filter((event) => event !== loss[1]).map((event) => ({ text: 'x', weight: 80, at: null, event }));
  const beats = beatsOf(/** @type {any} */ (news), events, courseOf(before, events), TELLING);
  const found = beats.findIndex((beat) => beat.events.includes(cut));
  assert.ok(beats[found].events.includes(loss[0]));
  assert.ok(found < beats.findIndex((beat) => beat.events.includes(events.at(-1))));
  const caption = TELLING.caption?.({
    ...beats[found],
    frame: { events, view: viewOf(['D'.repeat(60)], ['0'.repeat(60)]) },
    before: { view: before.view },
    info: { seats: [] },
  });
  assert.equal(caption, 'Club B takes 2 cells from you; 10 more are cut off');
});

test('much land comes before the war that one has ordered and the club that one meets, a war of others before all', () => {
  const relation = { type: 'relation', a: 0, b: 1, was: 'neutral', now: 'at_war', cause: 'justified', by: 0 };
  assert.deepEqual(headlines([relation, ...won(24)]), ['taken', 'relation']);
  assert.deepEqual(headlines([{ ...relation, by: 1 }, ...won(24)]), ['relation', 'taken']);
  assert.deepEqual(
    headlines([{ ...relation, was: 'undiscovered', now: 'neutral', cause: 'discovered', by: null }, ...won(24)]),
    ['taken', 'relation'],
  );
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

test('where another club was stronger is told, with what the own campaigns sufficed for', () => {
  const rows = ['D'.repeat(8)];
  const after = viewOf(rows, ['00111..2'], { options: { threshold: 400 }, players: [{ seat: 1, relation: 'at_war' }] });
  const campaign = { type: 'campaign', seat: 0, at: [1, 0], size: 26, capital: false };
  const lines = (/** @type {string} */ was, /** @type {any[]} */ more = []) => {
    const about = /** @type {any} */ ({
      ...{ view: after, position: positionOf(after), info: { you: 0, seats: [] } },
      frame: { events: [campaign, ...more, { type: 'sighted' }] },
    });
    return NEWS.more?.(about, /** @type {any} */ ({ view: viewOf(rows, [was]) })).map(({ text }) => text);
  };
  // 26 suffice for two cells beside; the third is too far away.
  assert.deepEqual(lines('00.11..2'), ['Club B was stronger on 2 cells that your campaigns sufficed for.']);
  assert.deepEqual(lines('0011...2', [{ type: 'not_connected', seat: 1, at: [2, 0] }]), [], 'that has its own line');
  assert.deepEqual(lines('0022...2'), [], 'land of a club at peace is not attacked');
});

test('land that changes hands is told with what it gives, which is what counts', () => {
  const view = viewOf(['DD+.....'], ['00011...']);
  const event = { type: 'taken', seat: 0, was: 1, at: [1, 0] };
  const events = [event, { ...event, at: [2, 0] }];
  const about = /** @type {any} */ ({ view, position: positionOf(view), frame: { events } });
  const told = (/** @type {any} */ of) => of.map((/** @type {any} */ { name, amount }) => `${amount} ${name}`);
  assert.deepEqual(told(NEWS.changes(event, about, null)), ['10 income']);
  const loser = { ...about, view: { ...view, you: 1 } };
  assert.deepEqual(told(NEWS.changes(event, loser, null)), ['-10 income']);
});

test('what was paid for orders is no loss: the report has it by itself, and the strip what was taxed', () => {
  const view = viewOf(['DD'], ['00']);
  const event = { type: 'taxes', seat: 0, before: 60, corruption: 8, dole: 5, income: 16, saving: 73 };
  const about = /** @type {any} */ ({ view, position: positionOf(view), frame: { events: [event] } });
  const before = /** @type {any} */ ({ view: { me: { saving: 200 } } });
  const told = (/** @type {any} */ of) =>
    of.map((/** @type {any} */ one) => [`${one.amount} ${one.name}`, formOf(one).replace('news-sum ', '')]);
  const taxed = [
    ['-8 money', 'lost'],
    ['21 money', 'gained'],
  ];
  assert.deepEqual(told(NEWS.changes(event, about, before)), taxed);
  assert.deepEqual(told(NEWS.sides(event, about, before)), [['-140 money for orders', 'paid'], ...taxed]);
});

test('land turns over cell by cell, outwards from the front', () => {
  const before = positionOf(viewOf(['D'.repeat(12)], ['0...........']));
  const events = Array.from({ length: 9 }, (_, i) => ({ type: 'taken', seat: 0, was: null, at: [i + 1, 0] }));
  const starts = turnsOf(courseOf(before, events).tracks).map(({ flip, at }) => ({ cell: flip.cell, at }));
  const order = starts.sort((a, b) => a.at - b.at).map(({ cell }) => cell);
  assert.deepEqual(order, [1, 2, 3, 4, 5, 6, 7, 8, 9]);
  assert.equal(new Set(starts.map(({ at }) => at)).size, 9);
});
