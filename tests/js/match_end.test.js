// When did a match turn, and by what? And how does its end say what was, and lead on?
import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';
import { ACTS, actsOf, nextBot, nextOf, signUpOf, situation } from 'match/end_acts.js';
import { told } from 'match/end_course.js';
import { factText, headline, madeOf } from 'match/end_words.js';
import { stageOf } from 'match/rematch.js';
import { causeOf, swings, turningPoints } from 'match/turns.js';

const real = globalThis.fetch;
afterEach(() => {
  globalThis.fetch = real;
});

const UNITS = [
  [50, 50],
  [50, 50],
  [50, 50],
  [90, 10],
  [90, 10],
  [90, 10],
  [88, 12],
  [88, 12],
  [88, 12],
  [30, 70],
];

test('swings are the largest changes of the first series, largest first', () => {
  const found = swings({ units: UNITS, other: [[1, 1]] });
  assert.deepEqual(
    found.map(({ step, seat }) => [step, seat]),
    [
      [9, 0],
      [3, 0],
      [6, 0],
    ],
  );
  assert.ok(found[0].change < -0.57 && found[1].change > 0.39);
});

test('swings next to each other are one', () => {
  const units = [
    [50, 50],
    [60, 40],
    [80, 20],
    [81, 19],
    [82, 18],
  ];
  assert.deepEqual(
    swings({ units }).map(({ step }) => step),
    [2],
  );
});

test('what both sides saw is told of the own seat, and the first little points of a match are little', () => {
  const units = [
    [0, 0],
    [1, 0],
    [1, 0],
    [1, 0],
    [1, 0],
    [900, 100],
  ];
  const told = (mine) => swings({ units }, mine).map(({ step, seat }) => [step, seat]);
  assert.deepEqual(told(0), [[5, 0]]);
  assert.deepEqual(told(1), [[5, 1]]);
});

test('a match without scores or without change has no swing', () => {
  assert.deepEqual(swings({}), []);
  assert.deepEqual(swings({ units: [] }), []);
  const even = [
    [0, 0],
    [0, 0],
    [5, 5],
  ];
  assert.deepEqual(swings({ units: even }), []);
});

/** Frames as the site gives them; what is asked for. */
function answering() {
  const asked = [];
  globalThis.fetch = async (address) => {
    const query = new URL(address, 'https://fogbound.example').searchParams;
    const steps = query.get('steps').split(',').map(Number);
    asked.push([query.get('as'), ...steps]);
    const frames = steps.map((step) => ({ step, view: {}, events: [{ type: 'blow', step }], choices: null }));
    return new Response(JSON.stringify({ frames }), { headers: { 'Content-Type': 'application/json' } });
  };
  return asked;
}

test('a turning point is told by the weightiest sentence about a place of its step, as its seat saw it', async () => {
  const asked = answering();
  const game = {
    describeSeries: () => 'Units',
    news: (frame) => [
      { text: 'It is over', weight: 100, at: null },
      { text: 'You grow', weight: 90, at: [1, 1], onlyHere: true },
      { text: 'What everybody takes', weight: 80, at: [1, 1], isUsual: true },
      { text: `Blow of ${frame.step}`, weight: 60, at: [1, 1] },
      { text: 'A move', weight: 30, at: [1, 1] },
    ],
  };
  const told = await turningPoints({
    ...{ match: 'm', game, info: { you: 1, static: {} } },
    ...{ scores: { units: UNITS }, chances: [] },
  });
  assert.deepEqual(
    told.map(({ frame }) => frame.step),
    [3, 6, 9],
  );
  const lines = told.map(({ step, seat, text, gain, at }) => ({ step, seat, text, gain, at }));
  assert.deepEqual(lines, [
    { step: 3, seat: 1, text: 'Blow of 3', gain: 'Units −40', at: [1, 1] },
    { step: 6, seat: 1, text: 'Blow of 6', gain: 'Units +2', at: [1, 1] },
    { step: 9, seat: 1, text: 'Blow of 9', gain: 'Units +58', at: [1, 1] },
  ]);
  assert.deepEqual(asked, [['1', 8, 9, 2, 3, 5, 6]], 'one request for all');
});

test('a change that no sentence explains is no turning point', async () => {
  answering();
  const game = {
    describeSeries: () => 'Units',
    news: ({ step }) =>
      step === 3 ? [{ text: 'A blow', weight: 60, at: [1, 1] }] : [{ text: 'A move', weight: 5, at: [1, 1] }],
  };
  const told = await turningPoints({
    ...{ match: 'm', game, info: { you: 0, static: {} } },
    ...{ scores: { units: UNITS }, chances: [] },
  });
  assert.deepEqual(
    told.map(({ step }) => step),
    [3],
  );
});

test('a defeat that came out of the fog is told as it really was, and says so', async () => {
  const asked = answering();
  const game = {
    describeSeries: () => 'Units',
    // The reader's own deed weighs more: it was no secret to them.
    news: (frame, _, { you }) =>
      you === null
        ? [
            { text: 'Own deed', weight: 70, at: [1, 1], by: 0 },
            { text: `Raid of ${frame.step}`, weight: 60, at: [1, 1], by: 1 },
          ]
        : [],
  };
  const told = await turningPoints({
    ...{ match: 'm', game, info: { you: 0, static: {} } },
    ...{ scores: { units: UNITS }, chances: [] },
  });
  assert.deepEqual(
    asked.map(([as]) => as),
    ['0', 'referee'],
  );
  assert.ok(told.length > 0);
  for (const { text, gain, as, step } of told) {
    assert.equal(text, `Raid of ${step}`);
    assert.match(gain, /, unseen by you$/);
    assert.equal(as, null);
  }
});

test('what lay in the fog stands beside what was seen, where that leaves room', async () => {
  answering();
  const game = {
    describeSeries: () => 'Units',
    news: ({ step }, _, { you }) =>
      step === 3 || you === null ? [{ text: you === null ? 'Raid' : 'Blow', weight: 60, at: [1, 1], by: 1 }] : [],
  };
  const told = await turningPoints({
    ...{ match: 'm', game, info: { you: 0, static: {} } },
    ...{ scores: { units: UNITS }, chances: [] },
  });
  assert.deepEqual(
    told.map(({ step, text, as }) => [step, text, as]),
    [
      [3, 'Blow', 0],
      [6, 'Raid', null],
      [9, 'Raid', null],
    ],
  );
});

test('what an answer takes back at once has turned nothing, and what it leads to may', () => {
  const course = (...own) => own.map((chance) => [chance, 1000 - chance]);
  const told = (chances) => swings({ units: UNITS }, 0, chances).map(({ step }) => step);
  assert.deepEqual(told(course(500, 700, 700, 510, 510, 510)), [3], 'the rise was none, the fall is one');
  assert.deepEqual(told(course(500, 700, 500, 500, 500)), [2]);
  assert.deepEqual(told(course(500, 700, 650, 650, 650)), [1]);
  assert.deepEqual(told(course(500, 500, 500, 0)), [3], 'what ends the match lasts');
});

test("with an estimate a match turned where the reader's chances did, whatever the score did", () => {
  const chances = [
    [500, 300, 200],
    [500, 300, 200],
    [500, 200, 300],
    [480, 220, 300],
    [480, 220, 300],
    [480, 220, 300],
    [150, 600, 250],
  ];
  const told = (mine) => swings({ units: UNITS }, mine, chances).map(({ step, seat }) => [step, seat]);
  assert.deepEqual(told(0), [[6, 0]]);
  assert.deepEqual(
    told(1),
    [
      [6, 1],
      [2, 1],
    ],
    'of two seats the smaller change is told too',
  );
  assert.deepEqual(told(null)[0], [6, 1], 'whoever watched is told of the seat whose chances changed most');
});

const side = (seat, amount, kind = 'ships') => ({ seat, kind, amount, name: kind, icon: 'x' });

test('a rise is explained by what the seat won or the others lost, not by the weightiest loss', () => {
  const own = { text: 'You lose a destroyer', weight: 96, sides: [side(0, -1)] };
  const theirs = { text: 'Two carriers sunk', weight: 90, sides: [side(1, -2)] };
  const neither = { text: 'Fog lifts', weight: 50 };
  assert.equal(causeOf([own, neither, theirs], 0, true), theirs);
  assert.equal(causeOf([own, neither, theirs], 0, false), own);
  assert.equal(causeOf([own, neither], 0, true), neither);
  assert.equal(causeOf([own], 0, true), undefined, 'a loss never explains a rise');
  assert.equal(causeOf([{ ...neither, weight: 30 }], 0, true), undefined, 'a trifle explains nothing');
  assert.equal(causeOf([neither], 0, true, 'last'), undefined, 'at the end only what speaks for it');
  assert.equal(causeOf([theirs], 0, true, 'last'), theirs);
  assert.equal(causeOf([{ ...theirs, weight: 40 }], 0, true, 'last'), undefined, 'and only what is great');
});

test('of a trade counts who lost more of it', () => {
  const trade = { text: 'A battle', weight: 70, sides: [side(0, -3, 'units'), side(1, -8, 'units')] };
  assert.equal(causeOf([trade], 0, true), trade);
  assert.equal(causeOf([trade], 0, false), undefined);
  assert.equal(causeOf([trade], 1, false), trade);
});

test('with an estimate a turning point says how the chances changed', async () => {
  answering();
  const game = {
    describeSeries: () => 'Units',
    news: ({ step }) => [{ text: `Blow of ${step}`, weight: 80, at: [1, 1], sides: [side(0, step === 2 ? -1 : 1)] }],
  };
  const chances = [
    [500, 500],
    [500, 500],
    [310, 690],
    [310, 690],
    [310, 690],
    [200, 800],
    [1000, 0],
  ];
  const info = { you: 0, static: {} };
  const told = await turningPoints({ match: 'm', game, info, scores: { units: UNITS }, chances });
  assert.deepEqual(
    told.map(({ step, gain, isUp }) => [step, gain, isUp]),
    [
      [2, 'chances 50 → 31 %', false],
      [6, 'chances 20 → 100 %', true],
    ],
  );
});

const seats = (...bots) => [
  { seat: 0, kind: 'person', name: 'Ann', bot: '' },
  ...bots.map((bot, i) => ({ seat: i + 1, kind: 'bot', name: bot, bot })),
];
const over = (places, status = 'finished') => ({ status, outcome: { reason: 'points', places } });
const one = { you: 0, yours: [0], seats: seats('easy') };

test('the headline is a word for whoever played, and a name for whoever watched', () => {
  assert.equal(headline(one, over([1, 2])), 'Victory');
  assert.equal(headline(one, over([2, 1])), 'Defeat');
  assert.equal(headline(one, over([1, 1])), 'Draw');
  assert.equal(headline({ ...one, you: null, yours: [] }, over([1, 2])), 'Ann won');
  assert.equal(headline({ ...one, kind: 'hot_seat', yours: [0, 1] }, over([2, 1])), 'easy won');
  assert.equal(headline(one, over(null, 'aborted')), 'The match was aborted');
});

test('who beats a bot meets the next one; nobody else is sent on', () => {
  const bots = { easy: 'Cadet', medium: 'Captain', hard: 'Admiral' };
  assert.equal(nextBot(one, over([1, 2]), bots), 'medium');
  assert.equal(nextBot(one, over([1, 1]), bots), null, 'a draw is no victory');
  assert.equal(nextBot({ ...one, seats: seats('easy', 'medium') }, over([1, 2, 3]), bots), 'hard');
  assert.equal(nextBot({ ...one, seats: seats('hard') }, over([1, 2]), bots), null);
  assert.equal(nextBot(one, over([2, 1]), bots), null);
  // Characters behind the levels are no next level.
  const hard = { ...one, seats: seats('hard') };
  assert.equal(nextBot(hard, over([1, 2]), { ...bots, fox: 'Fox' }, 'hard'), null);
  const people = [...seats('easy'), { seat: 2, kind: 'person', name: 'Bob', bot: '' }];
  assert.equal(nextBot({ ...one, seats: people }, over([1, 2, 3]), bots), null);
  assert.equal(nextBot({ ...one, you: null }, over([1, 2]), bots), null);
});

test('after a victory at a stop of the path comes the next stop, elsewhere the next bot', () => {
  const page = {
    bots: { easy: 'Cadet', medium: 'Captain' },
    path: [
      { key: 'a', name: 'Cadet · Quick' },
      { key: 'b', name: 'Captain · Full' },
    ],
  };
  assert.deepEqual(nextOf(one, over([1, 2]), { ...page, stop: 'a' }), {
    name: 'Captain · Full',
    fields: { stop: 'b' },
  });
  assert.equal(nextOf(one, over([2, 1]), { ...page, stop: 'a' }), null, 'who has lost plays it again');
  assert.equal(nextOf(one, over([1, 2]), { ...page, stop: 'b' }), null, 'the path is walked');
  assert.deepEqual(nextOf(one, over([1, 2]), { ...page, stop: null }), { name: 'Captain', fields: { bot: 'medium' } });
});

test('the score is told by all series that have a name, as whole numbers', () => {
  const game = { describeSeries: (name) => ({ units: 'Units', hp: 'Hit points' })[name] ?? null };
  const scores = {
    units: UNITS,
    secret: [[1, 2]],
    hp: [
      [0, 0],
      [3.6, 0.2],
    ],
  };
  assert.deepEqual(madeOf({ scores }, game, one), [
    { name: 'Units', values: [30, 70] },
    { name: 'Hit points', values: [4, 0] },
  ]);
  const lost = { name: 'Lost', values: [0, 0] };
  const told = { ...game, sources: ({ view }) => [{ name: 'Won', values: view.won }, lost] };
  const found = { scores, info: { static: { seats: 2 } }, frames: [{ step: 9, view: { won: [20, 50] } }] };
  const names = madeOf(found, told, one).map(({ name }) => name);
  assert.deepEqual(
    names,
    ['Units', 'Won', 'Hit points'],
    'what brought the main number stands below it, and what nobody has is left out',
  );
  const decided = { ...told, deciding: ({ view }) => ({ name: 'Share, in %', values: view.won }) };
  const lines = madeOf(found, decided, one);
  const boarded = madeOf(found, { ...told, deciding: () => ({ fact: 'The warship is boarded' }) }, one);
  assert.deepEqual(
    boarded.map(({ name }) => name),
    names,
    'what is said in words is no line',
  );
  assert.equal(
    factText({ you: 0 }, { status: 'finished', outcome: { places: [1, 2] } }, boarded),
    'The warship is boarded',
  );
  assert.deepEqual(
    lines[0],
    { name: 'Share, in %', values: [20, 50], fact: undefined },
    'what decided otherwise comes first',
  );
  assert.match(
    factText({ you: 0 }, { status: 'finished', outcome: { places: [1, 2] } }, lines),
    /^Share, in %: 20 to 50$/,
  );
});

test('the fact behind the result is the main number of both, or the place among several', () => {
  const lines = [{ name: 'Planets', values: [9, 1300] }];
  assert.equal(factText(one, over([1, 2]), lines), 'Planets: 9 to 1,300');
  assert.equal(factText({ ...one, you: 1 }, over([1, 2]), lines), 'Planets: 1,300 to 9');
  assert.equal(factText(one, over([3, 1, 2]), lines), 'Place 3 of 3');
  assert.equal(factText({ ...one, you: null }, over([1, 2]), lines), '');
  assert.equal(factText(one, over([1, 2]), []), '');
});

const PEOPLE = [
  { seat: 0, kind: 'person', name: 'Ann', bot: '' },
  { seat: 1, kind: 'person', name: 'Bob', bot: '' },
];
const duel = { you: 0, yours: [0], seats: PEOPLE };
const offer = (seats, begun = false, full = begun) => ({ rematch_offer: { seats, begun, full, until: 60_000 } });

test("a rematch is nobody's, mine, theirs, full with or without me, or has begun", () => {
  assert.equal(stageOf(duel, { rematch_offer: null }), 'none');
  assert.equal(stageOf(duel, offer([])), 'none');
  assert.equal(stageOf(duel, offer([0])), 'mine');
  assert.equal(stageOf(duel, offer([1])), 'theirs');
  assert.equal(stageOf(duel, offer([0], false, true)), 'set');
  assert.equal(stageOf(duel, offer([1], false, true)), 'taken');
  assert.equal(stageOf(duel, offer([0, 1], true)), 'begun');
});

/** What leads on, then the quiet acts, by their keys. */
function ways(info, places, stage = 'none', bots = { easy: 'Cadet', medium: 'Captain' }) {
  const status = { ...over(places), step: 9, rematch: stage === 'none' ? null : 'r' };
  const page = { match: 'm', game: 'g', play: '/play/', bots };
  const { lead, quiet } = actsOf(situation(info, status, page, stage));
  return [lead.key, ...quiet.map(({ key }) => key)];
}

test('one act leads on from the end, by situation', () => {
  assert.deepEqual(ways(duel, [1, 2]), ['again', 'replay', 'lobby']);
  assert.deepEqual(ways(duel, [2, 1], 'theirs'), ['agree', 'replay', 'lobby']);
  assert.deepEqual(ways(duel, [2, 1], 'mine'), ['withdraw', 'replay', 'table', 'lobby']);
  assert.deepEqual(ways(duel, [2, 1], 'begun'), ['begun', 'replay', 'lobby']);
  assert.deepEqual(ways(one, [1, 2]), ['next', 'again', 'replay', 'lobby']);
  assert.deepEqual(ways(one, [2, 1]), ['again', 'replay', 'lobby']);
  assert.deepEqual(ways({ ...duel, you: null, yours: [] }, [1, 2]), ['replay', 'lobby']);
});

test('whoever played is led to the coach, and what may be shown can be shared', () => {
  const ordinary = { ...one, kind: 'ordinary' };
  const status = { ...over([2, 1]), status: 'finished', step: 9 };
  const page = {
    match: 'm',
    bots: { easy: 'Cadet', hard: 'Admiral', fox: 'Fox' },
    strongest: 'hard',
    share: ['A match', 'over'],
  };
  const keys = (info, shown) => actsOf(situation(info, status, shown, 'none')).quiet.map(({ key }) => key);
  assert.deepEqual(keys(ordinary, page), ['coach', 'replay', 'share', 'lobby']);
  assert.deepEqual(keys(ordinary, { ...page, share: null }), ['coach', 'replay', 'lobby']);
  assert.deepEqual(keys(ordinary, { ...page, share: null, share_after: true }), ['coach', 'replay', 'share', 'lobby']);
  assert.deepEqual(keys({ ...ordinary, you: null, yours: [] }, page), ['share', 'lobby']);
  const coach = ACTS.find(({ key }) => key === 'coach');
  assert.equal(coach.text({ page }), 'What Admiral would have done');
});

test('only a guest who played is asked to keep the match', () => {
  const page = { match: 'm', game: 'g', play: '/play/', bots: {}, sign_up: '/sign-up/' };
  const asked = (info) => signUpOf(situation(info, { ...over([1, 2]), step: 9 }, page, 'none'));
  assert.equal(asked(duel), '/sign-up/');
  assert.equal(asked({ ...duel, you: null, yours: [] }), null);
});

test('marks of the course say their step where their words lie over no other, of close ones the last', () => {
  const text = '▼ Round 2 of 9 · Cadet';
  const shown = (...parts) => told(parts.map((part) => ({ part, text }))).map(({ isTold, isLate }) => [isTold, isLate]);
  assert.deepEqual(shown(0.05, 0.55), [
    [true, false],
    [true, false],
  ]);
  assert.deepEqual(shown(0.54, 0.79), [
    [false, false],
    [true, true],
  ]);
  assert.deepEqual(shown(0, 0.04, 0.95), [
    [false, false],
    [true, false],
    [true, true],
  ]);
});
