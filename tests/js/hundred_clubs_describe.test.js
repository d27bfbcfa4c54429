// Does the text view say all that is visible, and nothing that is not?
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  describe,
  describeEvent,
  describeOrders,
  describeSeries,
  milestone,
  nameStep,
  news,
  score,
} from 'games/hundred_clubs/describe.js';
import { cellsText, placesText, runsOf } from 'games/hundred_clubs/describe_land.js';
import { INFO, makeFrame, makeStart, makeTruth } from './hundred_clubs_words_fixture.js';

const FRAME = makeFrame();
const section = (heading, frame = FRAME) => describe(frame, INFO).find((part) => part.heading === heading)?.lines ?? [];
const all = (frame) =>
  describe(frame, INFO)
    .flatMap(({ lines }) => lines)
    .join('\n');

test('own facts are told in full', () => {
  assert.deepEqual(section('Position'), ['Round 7 of 50']);
  assert.deepEqual(section('Your club'), [
    'Saving 100, 44 members a round, 10 cells, peak 50',
    'Capital on 0,0 (dormitory); it is a free campaign of 13',
    'Corruption takes 1 % of what is left over',
    'Your backstab is unused',
  ]);
  const lost = makeFrame({ me: { ...FRAME.view.me, capital: null, backstab_used: true } });
  assert.match(section('Your club', lost)[1], /no capital/);
  assert.equal(section('Your club', lost)[3], 'Your backstab is used');
  const back = makeFrame({ me: { ...FRAME.view.me, capital: null, capital_returns_to: [0, 0] } });
  assert.equal(section('Your club', back)[2], 'It stands on 0,0 (dormitory) again once that is your land or an ally’s');
});

test('of other clubs as much as the relation tells, and no more', () => {
  assert.deepEqual(section('Clubs'), [
    'Bob (B): at peace, truce for 2 rounds; 37 cells; at war with Dora (D); your war is prepared 1 of 3 rounds',
    'Carol (C): allied; 12 cells; saving 61; capital on 1,3 (teaching building); at war with Bob (B)',
    'Dora (D): undiscovered',
    'Eve (E): out in round 5',
  ]);
});

test('land is told by piece, cut-off land by cell, memories with their rounds', () => {
  assert.equal(section('Land')[0], 'Alice (A): 10 cells in x 0–3, y 0–3, 53 members a round');
  assert.equal(section('Land').length, 5);
  assert.deepEqual(section('Cut off'), ['Alice (A): 1 cell without defence: row 3: 0']);
  assert.deepEqual(section('Remembered'), ['Bob (B): 2 cells, seen in round 3–5: row 0: 7; row 1: 7']);
  assert.deepEqual(section('Capitals'), ['Alice (A): 0,0', 'Carol (C): 1,3']);
});

test('the map is told row by row, every column once', () => {
  const rows = section('Map of owners');
  assert.equal(rows[0], 'Row 0: 0–3 A, 4–5 unowned, 6–7 unseen');
  assert.equal(rows.length, 5);
  assert.ok(section('Ground').includes('Row 2: 0–4 road, 5–7 water'));
  assert.ok(section('Ground').includes('7,4: members 12'));
});

test('rows in which nothing is seen are left out', () => {
  const blind = makeFrame({ owners: ['????????', '00??????', '????????', '????????', '????????'] });
  assert.deepEqual(section('Map of owners', blind), ['Row 1: 0–1 A, 2–7 unseen']);
  assert.equal(section('Ground', blind).filter((line) => line.startsWith('Row')).length, 1);
});

test('the text stays short on the largest map, however torn the land is', () => {
  const rows = Array.from({ length: 64 }, (_, y) => (y % 2 ? '0.1?'.repeat(16) : '.0?1'.repeat(16)));
  const map = { ...FRAME.view.map, width: 64, height: 64, rows: rows.map(() => 'D.'.repeat(32)), overrides: [] };
  const torn = makeFrame({ owners: rows, cut_off: [], memory: null, map });
  const sections = describe(torn, INFO);
  assert.ok(sections.every(({ lines }) => lines.length <= 64));
  assert.ok(all(torn).length < 100000, `${all(torn).length} characters`);
  assert.match(all(torn), /Alice \(A\): \d+ smaller pieces/);
});

test('the auction and the choice of birthplaces', () => {
  const auction = makeStart({ order: null, chosen: [], my_bid: null, next: null });
  assert.equal(section('Position', auction)[0], 'Hidden bids for the order in which birthplaces are chosen');
  assert.equal(section('Your club', auction)[0], 'You have not bid yet');
  const choosing = makeStart(
    { order: [1, 0, 2], chosen: [[4, 3]], my_bid: 3, next: 0 },
    { choices: { phase: 'birthplaces', legal: ['1100', '0001'] } },
  );
  assert.deepEqual(section('Position', choosing), [
    'Order of choice: Bob (B) → Alice (A) → Carol (C)',
    'Alice (A) chooses a birthplace now',
    'Chosen so far: 4,3 (dormitory)',
  ]);
  assert.deepEqual(section('Birthplaces', choosing), [
    'Free: row 0: 0–1; row 1: 3',
    'Hall on 4,3: 43 members within two cells; under the clock',
    'Gate on 6,2: 17 members within two cells',
  ]);
  assert.equal(section('Map of owners', choosing).length, 0);
});

test('the public learns of no land, no money and no relation', () => {
  const players = [0, 1, 2, 3, 4].map((seat) => ({ seat, relation: 'undiscovered' }));
  const owners = FRAME.view.owners.map(() => '????????');
  const frame = makeFrame({ you: null, me: null, memory: null, owners, cut_off: [], players }, { choices: null });
  assert.deepEqual(section('Clubs', frame)[1], 'Bob (B): in play');
  assert.equal(section('Your club', frame).length, 0);
  assert.deepEqual(
    score(frame).map(({ text }) => text),
    ['', '', '', '', ''],
  );
});

test('the referee reads all clubs and the orders of the last round', () => {
  const truth = makeTruth();
  assert.match(
    section('Clubs', truth)[1],
    /^Bob \(B\): bid 1; saving 10; 20 members a round; .*at war: Carol \(C\); at war: Dora \(D\)$/,
  );
  assert.deepEqual(section('Orders of the last round', truth), [
    'Alice (A): Form alliance (Carol (C)); 26 on 1,1 (dormitory); 13 on 0,0 (dormitory)',
  ]);
  assert.equal(score(truth)[3].text, '+20 a round · 9 cells');
});

test('the end is a table', () => {
  const row = (seat, rank, part = {}) => ({
    seat,
    rank,
    income: 40 - rank,
    alive: true,
    eliminated_in: null,
    peak: 50,
    area: 9,
    saving: 3,
    ...part,
  });
  const outcome = {
    ranking: [[1], [0], [4]],
    reason: 'last_round',
    table: [row(0, 2), row(1, 1), row(4, 3, { alive: false, eliminated_in: 5, income: 0 })],
  };
  const over = makeFrame({ phase: 'over', pending: [], outcome }, { final: true, choices: null });
  assert.deepEqual(section('Position', over), [
    'Round 7 of 50',
    '1. Bob (B): 39 members a round, 9 cells, peak 50',
    '2. Alice (A): 38 members a round, 9 cells, peak 50',
    '3. Eve (E): 0 members a round, out in round 5, peak 50',
  ]);
});

test('how each club stands, as far as known', () => {
  assert.deepEqual(score(FRAME), [
    { seat: 1, text: 'at peace, truce for 2 rounds · 37 cells' },
    { seat: 2, text: 'allied · 12 cells' },
    { seat: 3, text: '' },
    { seat: 4, text: 'out in round 5' },
    { seat: 0, text: '+44 a round · 10 cells' },
  ]);
});

test('drafts are told with what becomes of them', () => {
  const orders = {
    diplomacy: { 1: 'justify_war', 2: 'form_alliance', 3: 'keep_neutral' },
    campaigns: [
      { at: [1, 1], size: 90 },
      { at: [5, 0], size: 3 },
      { at: [2, 0], size: 30 },
    ],
    capital: [1, 1],
  };
  const fate = (funded, reason, notes = []) => ({ funded, reason, notes });
  const forecast = {
    campaigns: [fate(90, null, [{ code: 'gains_nothing' }]), fate(0, 'no_access'), fate(5, 'cut')],
  };
  assert.deepEqual(describeOrders(orders, FRAME, INFO, forecast), [
    { text: 'Justify war: Bob (B)', path: 'diplomacy.1' },
    {
      text: 'Campaign 1: 90 on 1,1 (dormitory) – wins nothing, and nobody is known who could attack here',
      path: 'campaigns[0]',
    },
    { text: 'Campaign 2: 3 on 5,0 (grass) – not on your land or an ally’s', path: 'campaigns[1]' },
    {
      text: 'Campaign 3: 30 on 2,0 (teaching building) – cut to 5: the money does not suffice for all of it',
      path: 'campaigns[2]',
    },
    { text: 'Capital to 1,1 (dormitory)', path: 'capital' },
  ]);
  const auction = makeStart({ order: null, chosen: [], my_bid: null, next: null });
  assert.deepEqual(describeOrders({ bid: 5 }, auction, INFO, { left: 45 }), [
    { text: 'Bid 5; 45 left for round 1', path: 'bid' },
  ]);
  assert.deepEqual(describeOrders({ resign: true }, FRAME, INFO), [{ text: 'Resign', path: 'resign' }]);
  assert.deepEqual(describeOrders(null, FRAME, INFO), []);
});

test('what goes on by itself is no order: a draft that comes back from the server names it all', () => {
  const orders = { diplomacy: { 1: 'keep_neutral', 2: 'form_alliance', 3: 'keep_neutral' }, capital: [0, 0] };
  assert.deepEqual(describeOrders(orders, FRAME, INFO), []);
  assert.deepEqual(
    describeOrders({ diplomacy: { 2: 'keep_neutral' } }, FRAME, INFO).map(({ text }) => text),
    ['Keep the peace: Carol (C)'],
  );
});

test('steps are called by phase, and rounds by their own number', () => {
  const name = (step, view = null, options = {}) => nameStep(step, { ...INFO, options }, view);
  assert.deepEqual(
    [0, 1, 5, 6, 7].map((step) => name(step)),
    ['Auction', 'Birthplace 1', 'Birthplace 5', 'Round 1', 'Round 2'],
  );
  assert.equal(name(0, null, { starts: 'drawn' }), 'Round 1');
  assert.equal(name(12, FRAME.view), 'Round 7');
  assert.equal(name(3, makeStart({ order: [0, 1], chosen: [[1, 1]], my_bid: 0, next: 1 }).view), 'Birthplace 2');
});

test('series have words', () => {
  assert.deepEqual(['income', 'area', 'saving', 'x'].map(describeSeries), ['Income', 'Area', 'Saving', null]);
});

// ---------------------------------------------------------------- events

const say = (event, frame = FRAME) => describeEvent({ round: 7, ...event }, frame, INFO);

test('every event of the rules is told, but for those that are worth no line', () => {
  const seat = 0;
  const events = [
    [{ type: 'round_began' }, null],
    [{ type: 'paid', seat, target: 2, command: 'form_alliance', price: 0 }, null],
    [{ type: 'bids_closed', order: [2, 0], amounts: null }, 'The bids are in. Order of choice: Carol (C) → Alice (A)'],
    [
      { type: 'bids_closed', order: [2, 0], amounts: [1, 0, 4] },
      'The bids are in. Order of choice: Carol (C) (4) → Alice (A) (1)',
    ],
    [{ type: 'birthplace_chosen', at: [4, 3], seat: null }, 'A birthplace is chosen: 4,3 (dormitory).'],
    [{ type: 'birthplace_chosen', at: [4, 3], seat }, 'You choose your birthplace: 4,3 (dormitory).'],
    [{ type: 'paid', seat, target: 2, command: 'form_alliance', price: 4 }, 'You pay 4: alliance with Carol (C) 4'],
    [
      { type: 'unpaid', seat, target: 2, command: 'form_alliance', price: 4 },
      'You cannot pay 4 and keep the peace instead: Form alliance (Carol (C)).',
    ],
    [{ type: 'backstab_spent', seat, target: 1, effective: true }, 'You have used your backstab on Bob (B).'],
    [
      { type: 'backstab_spent', seat, target: 1, effective: false },
      'You have used your backstab on Bob (B), without effect.',
    ],
    [
      { type: 'justification', seat, target: 1, count: 2, blocked_by_truce: false },
      'You prepare war on Bob (B): 2 of 3 rounds.',
    ],
    [
      { type: 'justification', seat, target: 1, count: 0, blocked_by_truce: true },
      'You cannot prepare war on Bob (B): truce.',
    ],
    [
      { type: 'campaign_void', seat, index: 1, at: [9, 9], reason: 'off_board' },
      '1 campaign of yours is void: not on the campus.',
    ],
    [
      { type: 'campaign_cut', seat, index: 0, asked: 9, funded: 4 },
      'Your campaign 1 is cut from 9 to 4: no more money.',
    ],
    [{ type: 'washed_away', seat: 1, at: [5, 2] }, 'The water takes 1 cell from Bob (B).'],
    [
      { type: 'not_connected', seat, at: [5, 0] },
      '1 cell that you could have taken is not joined to your land and stays as it was.',
    ],
    [{ type: 'capital_moved', seat, from: [0, 0], at: [1, 1] }, 'You move your capital to 1,1 (dormitory).'],
    [
      { type: 'capital_lost', seat, from: [0, 0], at: [0, 0], reason: 'taken' },
      'You have lost your capital on 0,0 (dormitory): the land was lost.',
    ],
    [
      { type: 'capital_lost', seat, from: [0, 0], at: [6, 0], reason: 'no_access' },
      'You cannot move your capital to 6,0 (grass) and have none now: the land is neither its own nor an ally’s.',
    ],
    [
      {
        type: 'cut_off',
        cells: [
          [0, 3],
          [3, 3],
          [4, 3],
        ],
      },
      'Cut off, without defence: 3 cells (yours: 1 cell; Bob (B): 2 cells).',
    ],
    [{ type: 'cut_off', cells: Array(9).fill([0, 3]) }, 'Cut off, without defence: 9 cells (yours).'],
    [{ type: 'resupplied', cells: [[0, 3]] }, 'Supplied again: 1 cell (yours).'],
    [
      { type: 'taxes', seat, before: 200, corruption: 8, dole: 5, income: 120, saving: 317 },
      'Land +120, capital +5, taxes −8: you have 317.',
    ],
    [
      { type: 'taxes', seat, before: 0, corruption: 0, dole: 5, income: 120, saving: 125 },
      'Land brings 120, the capital 5: you have 125.',
    ],
    [
      { type: 'taxes', seat: 1, before: 200, corruption: 8, dole: 5, income: 120, saving: 317 },
      'Taxes of Bob (B): 200 − corruption 8 + dole 5 + income 120 = 317',
    ],
    [
      {
        type: 'sighted',
        seat,
        cells: [
          { at: [5, 0], owner: null },
          { at: [4, 1], owner: 1 },
        ],
        lost: [[7, 0]],
      },
      '2 cells in sight anew, land of Bob (B) among them; 1 cell out of sight.',
    ],
    [{ type: 'eliminated', seat: 4 }, 'Eve (E) is out.'],
    [{ type: 'over', outcome: { ranking: [[1, 2], [0]] } }, 'The match is over. First: Bob (B) and Carol (C).'],
    [{ type: 'something_new' }, null],
  ];
  for (const [event, text] of events) assert.equal(say(event), text);
});

test('relations are told with their cause only where the event has it', () => {
  const change = (was, now, more = {}) =>
    say({ type: 'relation', a: 1, b: 2, was, now, truce: 0, cause: null, by: null, ...more });
  assert.equal(change('undiscovered', 'neutral'), 'Bob (B) and Carol (C) have met.');
  assert.equal(change('neutral', 'allied'), 'Bob (B) and Carol (C) are allied.');
  assert.equal(change('neutral', 'at_war'), 'Bob (B) and Carol (C) are at war.');
  assert.equal(change('allied', 'at_war', { cause: 'backstab', by: 2 }), 'Carol (C) stabs Bob (B) in the back: war.');
  assert.equal(change('allied', 'at_war', { cause: 'backstab' }), 'Bob (B) and Carol (C) are at war.');
  assert.equal(
    change('neutral', 'at_war', { cause: 'justified', by: 1 }),
    'Bob (B) begins the war on Carol (C) that it prepared.',
  );
  assert.equal(
    change('allied', 'neutral', { truce: 3 }),
    'The alliance of Bob (B) and Carol (C) is over; truce for 3 rounds.',
  );
  assert.equal(change('at_war', 'neutral'), 'The war between Bob (B) and Carol (C) is over.');
  const mine = (was, now, more = {}) => change(was, now, { a: 0, b: 2, ...more });
  assert.equal(mine('allied', 'at_war', { cause: 'backstab', by: 2 }), 'Carol (C) stabs you in the back: war.');
  assert.equal(mine('allied', 'at_war', { cause: 'backstab', by: 0 }), 'You stab Carol (C) in the back: war.');
  assert.equal(mine('at_war', 'neutral', { truce: 3 }), 'Your war with Carol (C) is over; truce for 3 rounds.');
});

test('what led to a war is told in one line, with its price', () => {
  const prepared = [
    { type: 'paid', round: 7, seat: 0, target: 1, command: 'justify_war', price: 2 },
    { type: 'justification', round: 7, seat: 0, target: 1, count: 2, blocked_by_truce: false },
  ];
  const war = { type: 'relation', round: 7, a: 0, b: 1, was: 'neutral', now: 'at_war', truce: 0 };
  const stab = { type: 'backstab_spent', round: 7, seat: 0, target: 1, effective: true };
  const lines = (...events) =>
    events.map((event) => describeEvent(event, makeFrame({}, { events }), INFO)).filter((line) => line !== null);
  assert.deepEqual(lines(...prepared), ['You prepare war on Bob (B) for 2 money: 2 of 3 rounds.']);
  assert.deepEqual(lines(...prepared, { ...war, cause: 'justified', by: 0 }), [
    'The war on Bob (B) that you prepared begins.',
  ]);
  assert.deepEqual(lines(stab, { ...war, cause: 'backstab', by: 0 }), ['You stab Bob (B) in the back: war.']);
  assert.deepEqual(lines({ ...war, was: 'undiscovered', now: 'neutral', truce: 2 }), [
    'You and Bob (B) have met; truce for 2 rounds. Peace, an alliance or war: choose at its name.',
  ]);
});

test('cells that fall by the dozen make one line per taker and loser', () => {
  const taken = (x, y, seat, was) => ({ type: 'taken', round: 7, at: [x, y], seat, was });
  const events = [
    taken(4, 0, 0, null),
    taken(4, 1, 0, 1),
    taken(5, 0, 0, null),
    { type: 'contested', round: 7, at: [2, 4], was: null, seats: null },
    { type: 'contested', round: 7, at: [1, 4], was: null, seats: null },
    { type: 'contested', round: 7, at: [1, 2], was: 1, seats: [0, 2] },
    { type: 'paid', round: 7, seat: 0, target: 2, command: 'form_alliance', price: 4 },
    { type: 'paid', round: 7, seat: 0, target: 3, command: 'justify_war', price: 1 },
    { type: 'campaign', round: 7, seat: 0, at: [1, 1], size: 26, capital: false },
    { type: 'campaign', round: 7, seat: 0, at: [0, 0], size: 13, capital: true },
    { type: 'campaign', round: 7, seat: 2, at: [1, 3], size: 4, capital: false },
    { type: 'campaign', round: 7, seat: 2, at: [2, 3], size: 5, capital: false },
    { type: 'campaign', round: 7, seat: 1, at: [4, 1], size: 6, capital: true },
  ];
  const frame = makeFrame({}, { events });
  assert.deepEqual(
    events.map((event) => describeEvent(event, frame, INFO)).filter((line) => line !== null),
    [
      'You take 2 cells of free land.',
      'You take 1 cell from Bob (B).',
      'Equal attacks leave 2 cells to nobody.',
      'Equal attacks of Alice (A) and Carol (C) leave 1 cell to nobody.',
      'You pay 5: alliance with Carol (C) 4; war on Dora (D) 1',
      'You place 1 campaign of 26; your capital adds 13 for free.',
      'Carol (C) places 2 campaigns, 9 in all.',
    ],
  );
});

test('land that fell because it was cut off says so, where the round before is at hand', () => {
  const taken = (x, y, seat, was) => ({ type: 'taken', round: 7, at: [x, y], seat, was });
  const told = (events, cut) => {
    const frame = makeFrame({}, { events });
    return news(frame, makeFrame({ cut_off: cut }), INFO).find(({ event }) => event?.type === 'taken').text;
  };
  const lost = [taken(4, 0, 1, 0), taken(4, 1, 1, 0)];
  assert.equal(told(lost, []), 'Bob (B) takes 2 cells from you.');
  assert.equal(
    told(lost, [
      [4, 1],
      [0, 0],
    ]),
    'Bob (B) takes 2 cells from you. 1 of them was cut off and did not defend itself.',
  );
  assert.equal(
    told([taken(4, 0, 0, 1)], [[4, 0]]),
    'You take 1 cell from Bob (B). Cut off before, this land did not defend itself.',
  );
  assert.equal(told([taken(4, 0, 0, null)], [[4, 0]]), 'You take 1 cell of free land.');
  assert.equal(describeEvent(lost[0], makeFrame({}, { events: lost }), INFO), 'Bob (B) takes 2 cells from you.');
});

test('a great loss or conquest says in large words what the land was worth', () => {
  const row = (y, seat, was) =>
    Array.from({ length: 10 }, (_, x) => ({ type: 'taken', round: 7, at: [x % 6, y + Math.floor(x / 6)], seat, was }));
  const moment = (events, area) => {
    const before = makeFrame({ me: { ...FRAME.view.me, area } });
    return news(makeFrame({}, { events }), before, INFO).find(({ event }) => event === events[0])?.moment;
  };
  const lost = [...row(0, 1, 0), ...row(2, 1, 0)];
  assert.match(moment(lost, 30), /^−\d+ members a round$/);
  assert.equal(moment(lost, 200), undefined, 'a small part of a large club');
  assert.equal(moment(lost.slice(0, 10), 30), undefined, 'few cells');
  assert.match(moment([...row(0, 0, 1), ...row(2, 0, 1)], 30), /^\+\d+ members a round$/);
});

test('milestones: wars, alliances, lost capitals and clubs that are out', () => {
  const mark = (event) => milestone({ round: 7, ...event }, FRAME, INFO);
  const change = (was, now, by = null) =>
    mark({ type: 'relation', a: 1, b: 2, was, now, truce: 0, cause: by === null ? null : 'backstab', by });
  assert.deepEqual(change('neutral', 'at_war', 2), { seat: 2, text: 'Carol (C) stabs Bob (B) in the back: war.' });
  assert.deepEqual(change('neutral', 'allied'), { seat: 1, text: 'Bob (B) and Carol (C) are allied.' });
  assert.equal(change('undiscovered', 'neutral'), null);
  assert.equal(mark({ type: 'eliminated', seat: 4 }).seat, 4);
  assert.equal(mark({ type: 'capital_lost', seat: 0, from: [0, 0], at: [0, 0], reason: 'taken' }).seat, 0);
  assert.equal(mark({ type: 'taken', seat: 0, at: [4, 0], was: null }), null);
});

test('land that one club in sight takes from another is told on the board, what it takes of free land only in the log', () => {
  const weight = (was) => {
    const events = [{ type: 'taken', round: 7, at: [4, 0], seat: 1, was }];
    return news(makeFrame({}, { events }), makeFrame(), INFO).find(({ event }) => event === events[0])?.weight;
  };
  assert.ok(weight(2) >= 30);
  assert.ok(weight(null) < 30);
});

test('an area that is taken is one sentence with one number, and says “you” to whom it was taken from', () => {
  const row = (seat, was) =>
    Array.from({ length: 13 }, (_, i) => ({ type: 'taken', round: 7, at: [i % 8, i >> 3], seat, was }));
  const first = (events) => describeEvent(events[0], makeFrame({}, { events }), INFO);
  assert.equal(first(row(1, null)), 'Bob (B) takes 13 cells of free land.');
  assert.equal(first(row(1, 0)), 'Bob (B) takes 13 cells from you.');
});

test('runs of letters', () => {
  assert.deepEqual(runsOf('aab'), [
    { letter: 'a', from: 0, to: 1 },
    { letter: 'b', from: 2, to: 2 },
  ]);
  assert.equal(placesText(['.0.0', '....', '00..'], '0'), 'row 0: 1, 3; row 2: 0–1');
  assert.equal(
    cellsText(
      [
        [2, 1],
        [1, 1],
        [0, 0],
      ],
      3,
      2,
    ),
    'row 0: 0; row 1: 1–2',
  );
});
