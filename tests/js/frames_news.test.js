// What of a step at the card table matters most, and where was it?
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { words } from 'games/frames/describe.js';
import { newsOf } from 'match/news.js';
import { FRAMES, INFO, mech, side, viewOf } from './frames_fixture.js';

const info = /** @type {any} */ (INFO);
/** @param {any[]} events @param {any} [part] @param {number} [step] */
const frame = (events, part = {}, step = 4) =>
  /** @type {any} */ ({ step, events, view: viewOf(part), choices: [], final: false });
/** @param {any} now @param {any} [before] */
const lines = (now, before = null) => newsOf(/** @type {any} */ (words), info, now, before);

test('an own loss comes before a blow that was dealt, that before what the enemy did, that before own moves', () => {
  const events = [
    { type: 'move', unit: 'm0_0', to_area: [0, 3], how: 'act' },
    { type: 'move', unit: 'm1_0', to_area: [0, 2], how: 'act' },
    { type: 'damage', unit: 'm1_0', amount: 1, hp: 3 },
    { type: 'destroyed', unit: 'm0_1', by: 1 },
  ];
  const told = lines(frame(events));
  assert.deepEqual(
    told.map(({ text }) => text),
    events.toReversed().map((event) => words.describeEvent(event, frame([]), info)),
  );
  assert.deepEqual(told[2].at, { unit: 'm1_0', area: '0,2' });
});

test('a mech that walks onto the enemy warship is no trifle: it may explain how a match turned', () => {
  const weightOf = (/** @type {number[]} */ to) =>
    lines(frame([{ type: 'move', unit: 'm0_0', to_area: to, how: 'act' }]))[0].weight;
  assert.ok(weightOf([1, 0]) >= 50, 'as much as a turning point has to have');
  assert.ok(weightOf([0, 2]) < 20);
  assert.ok(weightOf([1, 4]) < 20, 'its own ship area is none');
});

test('a blow leads the news of a turn with who struck, what with and how hard, before answers and cards', () => {
  const events = [
    { type: 'play', seat: 1, card: 'emp_grenade' },
    { type: 'attack', by: 'm0_0', weapon: 'rail_sniper', targets: ['m1_0'] },
    { type: 'react', seat: 1, card: 'emp_grenade' },
    { type: 'judged', target: 'm1_0', shot: 0, landed: true },
    { type: 'damage', unit: 'm1_0', amount: 2, hp: 3, cause: 'rail_sniper' },
    { type: 'damage', unit: 'm1_0', amount: 1, hp: 2, cause: 'rail_sniper' },
  ];
  const [first] = lines(frame(events));
  assert.match(first.text, /^Your .+ hits the enemy .+ for 3 with .+; HP left: 2\.$/);
  const went = [events[1], { ...events[3], landed: false }];
  assert.match(lines(frame(went))[0].text, /^Your .+ misses the enemy .+ with .+\.$/);
  assert.match(words.describeEvent(went[0], frame(went), info), / attacks /, 'the log goes on with each die');
});

test('a blow whose attack was told a step before is told by who holds the weapon, unless several do', () => {
  const armed = (/** @type {string} */ id) => mech(id, { weapons: [{ id: 'rail_sniper', ammo: 1 }] });
  const hurt = { type: 'damage', unit: 'm1_0', amount: 2, hp: 3, cause: 'rail_sniper' };
  const told = (/** @type {any[]} */ own) =>
    lines(frame([hurt], { seats: [side(0, own), side(1, [mech('m1_0')])] }))[0].text;
  assert.match(told([armed('m0_0')]), /^Your .+ hits the enemy/);
  assert.match(told([armed('m0_0'), armed('m0_1')]), /^The enemy .+ loses 2 HP to/);
});

test('who is gone is shown where it last stood, a card as itself', () => {
  const gone = { seats: [side(0, [mech('m0_0', { where: 'hangar', at: null })]), side(1, [])] };
  const now = frame([{ type: 'destroyed', unit: 'm0_0', by: 1 }], gone);
  assert.deepEqual(lines(now, frame([], {}, 3))[0].at, { unit: 'm0_0', area: '0,3' });
  const moved = { type: 'move', unit: 'm0_0', to_area: [1, 3], how: 'act' };
  const both = frame([moved, ...now.events], gone);
  assert.equal(lines(both, frame([], {}, 3))[0].at.area, '1,3');
  assert.deepEqual(lines(frame([{ type: 'play', seat: 1, card: 'emp_grenade' }]))[0].at, { card: 'emp_grenade' });
});

test('what matters of a step is told as often as it happened, and each place is one that the table has', () => {
  /** @param {string[]} texts @param {string} text */
  const count = (texts, text) => texts.filter((other) => other === text).length;
  let lineCount = 0;
  for (const one of FRAMES) {
    const told = lines(one, FRAMES[one.step - 1] ?? null);
    const said = one.events.map((event) => words.describeEvent(event, one, info)).filter(Boolean);
    // What belongs together is told with its sum, an attack with what came of it.
    const isAlone = ({ event }) => event && !['attack', 'damage', 'draw', 'energy'].includes(event.type);
    const texts = told.filter(isAlone).map(({ text }) => text);
    for (const text of new Set(texts)) assert.equal(count(texts, text), count(said, text), text);
    lineCount += told.length;
    for (const { at } of told) {
      if (at?.card) assert.ok(one.view.cards[at.card], at.card);
      if (at?.area) assert.match(at.area, /^[0-2],[0-4]$/);
    }
  }
  assert.ok(lineCount > FRAMES.length, 'hardly anything is told');
});

test('a raid that ends the match is a moment at the mech that made it; other ends are told by the page', () => {
  const end = (/** @type {string} */ reason) => ({
    type: 'over',
    outcome: { reason, ranking: [[1], [0]], totals: [9, 9] },
  });
  const seats = { seats: [side(0, [mech('m0_0')]), side(1, [mech('m1_0', { at: [1, 4] })])] };
  const [raid] = lines({ ...frame([end('raid')], seats), final: true });
  assert.match(/** @type {string} */ (raid.moment), /^.+ raids your warship$/);
  assert.deepEqual(raid.at, { unit: 'm1_0', area: '1,4' });
  const [race] = lines({ ...frame([end('arms_race')], seats), final: true });
  assert.deepEqual([race.moment ?? null, race.at], [null, null]);
});

test('an act that an answer took back explains nothing, and one that took effect may', () => {
  const weightOf = (/** @type {any[]} */ events, /** @type {any} */ part) =>
    lines(frame(events, part)).find(({ by }) => by === 1)?.weight ?? 0;
  const least = 50;
  const answer = { type: 'react', seat: 0, card: 'deck_bomb' };
  const deploy = { type: 'deploy', unit: 'm1_0', at: [0, 0], gear_count: 0 };
  assert.ok(weightOf([deploy], {}) >= least);
  assert.ok(weightOf([deploy, answer, { type: 'recall', unit: 'm1_0' }], {}) < least);
  const blow = { type: 'attack', by: 'm1_0', weapon: 'rail_sniper', targets: ['m0_0'] };
  const other = { type: 'attack', by: 'm1_0', weapon: 'rail_sniper', targets: ['m0_1'] };
  assert.ok(weightOf([blow, answer], {}) < least);
  assert.ok(weightOf([blow, answer], { phase: 'window' }) >= least, 'it is not decided');
  const hurt = { type: 'damage', unit: 'm0_0', amount: 2, hp: 3, cause: 'rail_sniper' };
  assert.ok(lines(frame([other, answer, hurt])).find(({ weight }) => weight === 9));
  assert.ok(!lines(frame([blow, answer, hurt])).find(({ weight }) => weight === 9));
  const gather = { type: 'gather', seat: 1 };
  assert.ok(weightOf([gather, answer], {}) < least);
  assert.ok(weightOf([gather, answer, { type: 'energy', seat: 1, change: 1, total: 1 }], {}) >= least);
});

test('a window that closed without a question is no news, one that is open is', () => {
  const [opened, closed] = ['window', 'window_closed'].map((type) => ({ type, seat: 0 }));
  const told = (/** @type {any[]} */ ...events) => lines(frame(events)).map(({ text }) => text);
  assert.deepEqual(told(opened, closed), []);
  assert.deepEqual(told(opened), ['You may react.']);
  assert.deepEqual(told(closed), ['You do not react.']);
  const [theirs, passed] = [opened, closed].map((one) => ({ ...one, seat: 1 }));
  assert.deepEqual(told(theirs, passed), ['Ben (B) does not react.']);
});
