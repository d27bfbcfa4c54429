// Does the text view say all that is visible, and nothing that is not?
import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as words from 'games/planet_conquer/describe.js';
import { describe, describeEvent, describeOrders, score } from 'games/planet_conquer/describe.js';
import { adviceText } from 'games/planet_conquer/forecast.js';
import { hint } from 'games/planet_conquer/goal.js';
import { KEYS } from 'games/planet_conquer/keys.js';
import { marksInWords } from 'games/planet_conquer/layout.js';
import { grouped } from 'games/planet_conquer/news.js';
import { fleetLegs } from 'games/planet_conquer/playback.js';
import { positionOf } from 'games/planet_conquer/position.js';
import { sheetOf } from 'kit/keys.js';
import { newsOf } from 'match/news.js';
import { INFO, makeFrame } from './planet_conquer_fixture.js';

const FRAME = makeFrame();
const section = (heading, frame = FRAME) => describe(frame, INFO).find((part) => part.heading === heading)?.lines ?? [];

test('every planet stands in exactly one section', () => {
  const lines = ['Your planets', 'Planets in sight', 'Remembered planets', 'Never seen'].flatMap((heading) =>
    section(heading),
  );
  assert.equal(lines.length, FRAME.view.planets.length);
  for (const { name } of positionOf(FRAME.view).planets)
    assert.equal(lines.filter((line) => line.startsWith(`${name},`)).length, 1, name);
});

test('own planets tell units, growth, effects, strikes and routes', () => {
  const [line] = section('Your planets');
  assert.match(
    line,
    /^Harbour, Base: yours, 100 units, next production \+20; Defend by Alice \(A\) until round 13; Terminator strikes in round 13; routes: Zagor \(2\), Coran \(3\)$/,
  );
});

test('memories tell their age, natives are natives, the unknown stays unknown', () => {
  assert.match(section('Remembered planets')[0], /Bob \(B\), 70 units \(remembered, 9 rounds ago\)/);
  assert.match(section('Planets in sight')[0], /natives, 60 units/);
  assert.match(section('Never seen')[0], /never seen/);
  assert.doesNotMatch(section('Never seen')[0], /unit/);
});

test('fleets tell when they arrive', () => {
  assert.deepEqual(section('Fleets'), ['30 units of Bob (B), Coran to Harbour, arrives at the end of round 13']);
});

test('hidden totals are not made up', () => {
  const lines = section('Position');
  assert.ok(lines.includes('Bob (B): in play'));
  assert.equal(score(FRAME).find(({ seat }) => seat === 1)?.text, '1 planet seen', 'what one has seen oneself');
  const unseen = FRAME.view.planets.map((/** @type {any} */ one) => ({
    ...one,
    owner: one.owner === 1 ? null : one.owner,
  }));
  assert.equal(score(makeFrame({ planets: unseen })).find(({ seat }) => seat === 1)?.text, '');
  // One's own points stand with the tactics that they buy.
  assert.equal(score(FRAME)[0].text, '2 planets · 180 units');
});

test('the lot says who is first of equals', () => {
  assert.match(section('Position').at(-1) ?? '', /first is Bob \(B\), then .*A/);
});

test('drafts are told with the round of arrival and can be named', () => {
  const orders = {
    moves: [{ from: 0, to: 4, units: 40 }],
    tactic: { type: 'teleport', from: 0, to: 3, units: 1 },
    resign: true,
  };
  assert.deepEqual(describeOrders(orders, FRAME, INFO), [
    { text: '40 units from Harbour to Coran, arrive at the end of round 14', path: 'moves[0]' },
    { text: 'Teleport: 1 unit from Harbour to Kalis', path: 'tactic' },
    { text: 'Resign', path: 'resign' },
  ]);
});

test('events read as sentences, hidden seats stay hidden', () => {
  const say = (event) => describeEvent({ round: 12, ...event }, FRAME, INFO);
  const side = (seat, heads) => ({
    seat,
    heads,
    garrison: 0,
    arrived: heads,
    power: heads,
    def: null,
    defended: false,
    attack: false,
    god: false,
    loss_caused: 0,
    teleported: 0,
  });
  const battle = { type: 'battle', planet: 4, sides: [side(0, 40), side(null, 60)], owner_before: null };
  assert.equal(
    say({ ...battle, winner: null, survivors: 20, outcome: 'held' }),
    'The natives hold Coran with 20; you lose 40 units.',
  );
  assert.equal(
    say({ ...battle, winner: 0, survivors: 3, outcome: 'taken' }),
    'You take Coran from natives: 37 units lost, 3 left.',
  );
  assert.match(say({ ...battle, winner: null, survivors: 0, outcome: 'mutual' }) ?? '', /Nobody is left/);
  const theirs = { ...battle, sides: [side(1, 40), side(0, 60)], owner_before: 0 };
  assert.equal(
    say({ ...theirs, winner: 1, survivors: 5, outcome: 'taken' }),
    'Bob (B) takes Coran from you with 5; you lose 60 units.',
  );
  assert.equal(
    say({ ...theirs, winner: 0, survivors: 50, outcome: 'held' }),
    'You hold Coran against Bob (B): 10 units lost, 50 left.',
  );
  assert.equal(
    say({ type: 'tactic_played', seat: null, tactic: { type: 'terminator', planet: 0 } }),
    'Somebody plays Terminator: Harbour.',
  );
  assert.equal(
    say({ type: 'occupied', planet: 2, seat: 1, units: 9, teleported: 0 }),
    'Bob (B) occupies Zagor with 9 units.',
  );
  assert.equal(say({ type: 'seat_out', seat: 1, reason: 'lost_turns' }), 'Bob (B) is out: missed too many rounds.');
  assert.equal(say({ type: 'production', planet: 0, before: 1, after: 2 }), null);
  assert.equal(say({ type: 'something_new' }), null);
});

test('the quickest way is found, in both directions the same', () => {
  const { graph } = positionOf(FRAME.view);
  assert.deepEqual(graph.shortest(0, 1), { stops: [0, 4, 1], length: 6 });
  assert.deepEqual(graph.shortest(1, 0), { stops: [1, 4, 0], length: 6 });
  assert.equal(graph.shortest(3, 2).length, 7);
});

test('playback: fleets go on, set out, arrive, die or leave sight, by events only', () => {
  const fleet = (id, left, more = {}) => ({
    id,
    seat: 0,
    from: 0,
    to: 4,
    units: 5,
    length: 3,
    left,
    kind: 'route',
    ...more,
  });
  const before = [fleet('goes', 3), fleet('arrives', 1), fleet('dies', 2), fleet('lost', 2, { to: 2 })];
  const after = [fleet('goes', 2), fleet('new', 2), fleet('seen', 1)];
  const events = [
    { type: 'fleet_launched', fleet: fleet('new', 3) },
    { type: 'fleet_launched', fleet: fleet('short', 1, { length: 1 }) },
    { type: 'fleet_destroyed', fleet: 'dies' },
    { type: 'occupied', planet: 4, seat: 0, units: 9 },
  ];
  const legs = Object.fromEntries(fleetLegs(before, after, events).map((leg) => [leg.group.id, leg]));
  const brief = (id) => [legs[id].fate, legs[id].from, legs[id].to];
  assert.deepEqual(brief('goes'), ['goes', 0, 1 / 3]);
  assert.deepEqual(brief('new'), ['goes', 0, 1 / 3]);
  assert.deepEqual(brief('short'), ['arrives', 0, 1]);
  assert.deepEqual(brief('arrives'), ['arrives', 2 / 3, 1]);
  assert.equal(legs.dies.fate, 'dies');
  assert.equal(legs.lost.fate, 'vanishes');
  assert.equal(legs.seen.fate, 'appears');
});

test('no key is given twice', () => {
  const names = sheetOf(KEYS).map(({ key }) => key);
  assert.equal(new Set(names).size, names.length);
});

test('the end tells who wins and why, and of equals that nobody does', () => {
  const info = { ...INFO, reasons: { round_limit: 'The last round is over.' } };
  const told = (...places) =>
    describeEvent(
      {
        type: 'match_ended',
        result: { reason: 'round_limit', ranking: places.map((place, seat) => ({ place, seat })) },
      },
      FRAME,
      info,
    );
  assert.equal(told(1, 2), 'The match is over: Alice (A) wins. The last round is over.');
  assert.equal(told(1, 1), 'The match is over. The last round is over.');
});

test('a strike at a planet that was left before it costs nothing and is no beat; a rival who is out is more than a planet won', () => {
  const before = makeFrame();
  const strike = (/** @type {number} */ lost) => ({
    ...{ type: 'strike', planet: 0, lost, left: 0, defended: false, shielded: false, kind: 'terminator', seat: null },
  });
  const told = (/** @type {any[]} */ events) =>
    newsOf(/** @type {any} */ (words), INFO, { ...makeFrame(), events }, before);
  const [hit] = told([strike(60)]);
  const [missed] = told([{ type: 'planet_abandoned', planet: 0, seat: 0, cause: 'departure' }, strike(0)]).filter(
    ({ event }) => event?.type === 'strike',
  );
  assert.ok(hit.weight >= 90 && missed.weight < 20);
  assert.deepEqual([hit.sides?.length, missed.sides ?? []], [2, []]);
  // What is left is said; what a shot of one's own kills is told, whether one sees the planet or not.
  const half = { ...strike(159), left: 158, defended: true };
  assert.equal(told([half])[0].moment, 'Harbour is hit: 159 of 317 die');
  assert.equal(hit.moment, 'Harbour is wiped out');
  const [shot] = told([{ ...strike(100), planet: 1, seat: 0 }]);
  assert.equal(shot.moment, 'Lomel: 100 units die');
  assert.deepEqual(
    shot.sides?.map(({ seat, amount }) => [seat, amount]),
    [
      [1, -100],
      [1, -1],
    ],
  );
  const [first] = told([
    { type: 'occupied', planet: 0, seat: 0, units: 9 },
    { type: 'seat_out', seat: 1, reason: 'eliminated' },
  ]);
  assert.equal(first.event?.type, 'seat_out');
});

test('the first line of a step tells what weighs most, and several empty planets in one sentence', () => {
  const told = (/** @type {any[]} */ ...events) =>
    newsOf(/** @type {any} */ (words), INFO, { ...makeFrame(), events }, makeFrame());
  const first = (/** @type {any[]} */ ...events) => told(...events)[0];
  const took = (/** @type {number} */ planet, seat = 0) => ({ type: 'occupied', planet, seat, units: 15 });
  const battle = (/** @type {number} */ planet, /** @type {number | null} */ held, /** @type {number} */ winner) => ({
    ...{ type: 'battle', planet, owner_before: held, winner, survivors: 9, outcome: 'taken' },
    sides: [0, 1].map((seat) => ({ seat, heads: 20, lost: 11, left: 9, from: [], kind: 'fleet' })),
  });
  assert.equal(first(took(2), took(3)).text, 'You take Zagor and Kalis.');
  assert.equal(first(took(2, 1), took(3, 1)).text, 'Bob (B) takes Zagor and Kalis.');
  assert.equal(told(took(2)).filter(({ event }) => event?.type === 'occupied').length, 1);
  // No match turned by a planet that nobody held, but for the core.
  const turns = (/** @type {any} */ event) => told(event).filter((line) => line.event && !line.isUsual).length;
  assert.deepEqual([took(2), took(4), battle(3, 1, 0)].map(turns), [0, 1, 1]);
  // What is lost, what is taken from others, then what was empty; homes and the core before all.
  const [lost, won, home, empty] = [battle(2, 0, 1), battle(3, 1, 0), battle(1, 1, 0), took(3)];
  assert.equal(first(empty, won).event, won);
  assert.equal(first(empty, won, lost).event, lost);
  assert.equal(first(empty, won, lost, home).event, home);
  assert.equal(first(empty, took(2), took(4)).event.planet, 4, 'the core');
  // They are one beat, told in that sentence.
  const [a, b] = [took(2), took(3)];
  assert.equal(grouped(a), grouped(b));
  assert.notEqual(grouped(a), grouped(took(2, 1)));
  assert.equal(grouped(won), null);
  // A battle that costs next to nothing is one with them; one to speak of has a line of its own, and so has a base that is taken.
  const slight = { ...won, survivors: 19 };
  assert.equal(grouped(slight), grouped(b));
  assert.equal(first(took(2), slight).text, 'You take Zagor and Kalis.');
  assert.match(first(took(2), won).text, /^You take Kalis from Bob/);
  assert.match(first(took(2), slight, { ...home, survivors: 19 }).text, /^You take Lomel from Bob/);
  assert.equal(told(took(2), slight, { ...home, survivors: 19 })[1].text, 'You take Zagor and Kalis.');
  // More than it names are as many as the sums of the round say.
  const four = [0, 1, 2, 3].map((id) => took(id));
  assert.ok(told(...four, took(4)).some(({ text }) => text === 'You take 5 planets, with the core Coran.'));
  // The core is named with them, though it has a line of its own; what is left and taken again is neither won nor lost.
  assert.ok(told(took(2), took(3), took(4)).some(({ text }) => /^You take Coran, Zagor,? and Kalis\.$/.test(text)));
  const back = told({ type: 'planet_abandoned', planet: 2, seat: 0, cause: 'departure' }, took(2));
  assert.deepEqual(
    back.flatMap(({ sides = [] }) => sides),
    [],
  );
  // Who beats many more than he has needs no losses of his own to be told.
  const god = {
    ...won,
    survivors: 20,
    sides: [
      { ...won.sides[0], god: true },
      { ...won.sides[1], heads: 182 },
    ],
  };
  assert.deepEqual([grouped(god), first(took(2), god).moment], [null, 'God takes Kalis']);
  // What was beaten is no gain where the planet is lost.
  const sums = (/** @type {any} */ event) => (first(event).changes ?? []).map(({ kind }) => kind);
  assert.ok(sums(won).includes('beaten') && !sums(lost).includes('beaten'));
});

test('what stands in the strip counts one and many', () => {
  const told = (/** @type {number} */ planets, /** @type {number} */ points) => {
    const seats = [{ ...FRAME.view.seats[0], seat: 1, planets, points, units: 120 }];
    return score(makeFrame({ seats }))[0].text;
  };
  assert.deepEqual([told(1, 1), told(3, 2)], ['1 planet · 120 units · 1 point', '3 planets · 120 units · 2 points']);
});

test('the signs at a planet are told in words', () => {
  const [harbour] = positionOf(FRAME.view).planets;
  assert.deepEqual(marksInWords(harbour), [
    'Harbour · Base',
    '⊙ in defence each counts 1.2',
    '★ growth ×1, then +5',
    '≥ grows up to 600',
  ]);
});

const BOOST = { type: 'boost', planet: 0, cost: 2, planets: 0, units: 60, rounds: 5 };

test('a tactic that would pay is told with its price and what it does, and no other', () => {
  const { planets } = positionOf(FRAME.view);
  assert.equal(adviceText(BOOST, planets), 'Boost on Harbour: 60 units more in 5 rounds');
  assert.equal(adviceText({ ...BOOST, type: 'defend', planets: 1 }, planets), 'Defend on Harbour: it would stay yours');
  assert.equal(adviceText({ ...BOOST, type: 'god', planets: 1 }, planets), 'God on Harbour: it would be yours');
  const fifth = hint(makeFrame({ round: 5 }), {}, /** @type {any} */ ({ advice: BOOST }));
  assert.equal(fifth?.key, 'tactic boost');
  assert.match(fifth?.text ?? '', /Boost on Harbour: 60 units more in 5 rounds\. It costs 2 points/);
  // Later the panel alone says it.
  assert.equal(hint(makeFrame({ round: 6 }), {}, /** @type {any} */ ({ advice: BOOST })), null);
  assert.equal(hint(FRAME, {}, /** @type {any} */ ({ advice: null })), null);
  const third = makeFrame({ round: 3 });
  assert.equal(hint(third, {}, /** @type {any} */ ({ advice: BOOST }))?.key, 'tactic boost');
  assert.equal(hint(third, {}, null)?.key, 'round 3');
});

test('the fee is told once it takes growth', () => {
  const fee = { on: true, base_line: 400, quarters: 2, next_step_at: null };
  const hoarding = makeFrame({ you: { ...FRAME.view.you, fee } });
  assert.match(hint(hoarding, {}, null)?.text ?? '', /from 400 on your planets grow less, now at 50%/);
});
