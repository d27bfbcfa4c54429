// What of a step in the aether matters most, and where was it?
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { battle } from 'games/cosmos/deeds.js';
import { milestone, words } from 'games/cosmos/describe.js';
import { newsOf } from 'match/news.js';

const info = /** @type {any} */ ({
  options: {},
  you: 0,
  seats: [0, 1].map((seat) => ({ seat, name: ['Ada', 'Ben'][seat] })),
});
const kinds = Object.fromEntries(
  ['planet', 'battleship', 'miner', 'scout'].map((kind) => [kind, { sense: 4, action: 2, detect: 9 }]),
);
const entity = (/** @type {number} */ id, /** @type {string} */ kind, /** @type {number | null} */ seat, x = id) => ({
  id,
  kind,
  seat,
  pos: [x, 1],
  energy: 9,
  defence: 9,
  radio: 0,
});
/** @param {any[]} events @param {{own?: any[], foreign?: any[], seat?: number | null}} [part] */
const frame = (events, { own = [entity(1, 'planet', 0)], foreign = [], seat = 0 } = {}) =>
  /** @type {any} */ ({
    step: 3,
    events,
    final: false,
    choices: [],
    view: {
      seat,
      round: 7,
      rounds: 300,
      stride: 3,
      seats: 2,
      alive: [0, 1],
      bonus: [],
      tables: { kinds },
      weapon: null,
      map: { origin: [0, 0], size: [20, 3], aether: Array.from({ length: 3 }, () => Array(20).fill(500)), tiles: null },
      own,
      foreign,
    },
  });
/** @param {any} now @param {any} [before] */
const lines = (now, before = frame([])) => newsOf(/** @type {any} */ (words), info, now, before);
const event = (/** @type {string} */ type, /** @type {any} */ fields) => ({ type, round: 7, ...fields });
const burst = (/** @type {number} */ seat, /** @type {any[]} */ hits) =>
  event('overloaded', { id: 8, seat, pos: [8, 1], radius: 2, hits });
const hit = (/** @type {number} */ id, result = 'hurt') => ({ id, kind: 'planet', before: 9, after: 4, result });

test('a planet that is lost comes first, then one that a rival had, then a burst that hurts one, then what others do', () => {
  const events = [
    burst(1, [hit(5)]),
    event('captured', { id: 6, kind: 'planet', old_seat: 1, new_seat: 0 }),
    burst(1, [hit(1)]),
    event('captured', { id: 2, kind: 'planet', old_seat: 0, new_seat: 1 }),
  ];
  const told = lines(
    frame(events, { foreign: [entity(2, 'planet', 1)] }),
    frame([], { own: [1, 2].map((id) => entity(id, 'planet', 0)) }),
  );
  assert.deepEqual(
    told.map(({ text }) => text),
    [
      'Round 7: Ben (B) takes your Planet 2.',
      'Round 7: You take Planet 6 from Ben (B).',
      'Round 7: Battleship 8 of Ben (B) bursts: 1 planet of yours hurt by 5.',
      'Round 7: Battleship 8 of Ben (B) bursts: 1 planet hurt by 5.',
      'Your planets have 9 less energy.',
    ],
  );
  assert.deepEqual(told[0].at, [2.5, 1.5]);
  assert.deepEqual(told[2].at, [8.5, 1.5]);
});

test('the last planet of a rival that is known comes before all else', () => {
  const events = [
    event('captured', { id: 2, kind: 'planet', old_seat: 0, new_seat: null }),
    event('captured', { id: 6, kind: 'planet', old_seat: 1, new_seat: 0 }),
  ];
  const [first] = lines(frame(events), frame([], { own: [1, 2].map((id) => entity(id, 'planet', 0)) }));
  assert.match(first.text, /You take Planet 6, the last planet of Ben \(B\) that is known/);
  assert.match(first.moment ?? '', /no planet left/);
});

test('the timeline tells a capture, whoever had the planet', () => {
  const said = (/** @type {number | null} */ was) =>
    milestone(event('captured', { id: 6, kind: 'planet', old_seat: was, new_seat: 0 }), frame([]), info)?.text;
  assert.match(String(said(null)), /Planet 6 is yours now/);
  assert.match(String(said(1)), /You take Planet 6, the last planet of Ben/);
});

test('a loss that nothing else tells of is told, and no loss twice', () => {
  const gone = event('destroyed', { id: 4, kind: 'scout', cause: 'overload' });
  const before = frame([], { own: [entity(1, 'planet', 0), entity(4, 'scout', 0)] });
  const [alone] = lines(frame([gone]), before);
  assert.match(alone.text, /Scout 4/);
  assert.deepEqual(alone.at, [4.5, 1.5]);
  const seen = burst(1, [{ ...hit(4, 'destroyed'), kind: 'scout' }]);
  const both = lines(frame([seen, gone]), before).filter(({ changes }) =>
    changes?.some(({ kind }) => kind === 'scout'),
  );
  assert.deepEqual(
    both.map(({ text }) => text),
    ['Round 7: Battleship 8 of Ben (B) bursts: you lose 1 scout.'],
  );
});

test('what a burst costs stands apart from what it brings, and a planet that it takes was not one’s own', () => {
  const before = frame([], {
    own: [entity(1, 'planet', 0), entity(4, 'scout', 0)],
  });
  const hits = [
    { ...hit(4, 'destroyed'), kind: 'scout' },
    { ...hit(1, 'healed'), before: 4, after: 9 },
  ];
  assert.match(
    lines(frame([burst(0, hits)]), before)[0].text,
    /bursts: you lose 1 scout; 1 planet of yours stronger by 5\.$/,
  );
  const taken = burst(0, [hit(2, 'captured')]);
  const mine = frame([taken], {
    own: [1, 2].map((id) => entity(id, 'planet', 0)),
  });
  assert.match(lines(mine, before)[0].text, /bursts: 1 planet taken\.$/);
});

test('what has come into sight is told by kind and owner; ships of the same order that fail again and again only once', () => {
  const failed = () => event('order_failed', { id: 1, action: 'build', code: 'poor' });
  const events = [failed(), failed(), failed()];
  const foreign = [entity(11, 'battleship', 1), entity(12, 'battleship', 1), entity(13, 'planet', null)];
  const told = lines(frame(events, { foreign }));
  assert.equal(told.length, 3);
  assert.match(told[1].text, /^First sight of Ben \(B\): 2 battleships, 10 tiles from /);
  assert.equal(told[1].moment, 'First sight of Ben');
  assert.deepEqual(told[1].at, [11.5, 1.5]);
  assert.ok(told[1].onlyHere);
  assert.deepEqual(lines(frame([], { foreign }), frame([], { foreign })), []);
  const end = { ...frame([], { foreign }), final: true };
  assert.deepEqual(lines(end), [], 'the fog lifts at the end: that is no news');
});

test('what was built is one line; a stranger is told nothing of an own side', () => {
  const built = [2, 3].map((id) => event('built', { id, kind: 'miner', seat: 0, energy: 9, pos: [id, 1] }));
  const own = [entity(1, 'planet', 0), entity(2, 'miner', 0), entity(3, 'miner', 0)];
  const [line, ...others] = lines(frame(built, { own }));
  assert.match(line.text, /2 miners/);
  assert.deepEqual(others, []);
  const watched = lines(frame(built, { seat: null, foreign: own }), frame([], { seat: null }));
  assert.equal(watched.length, 2);
});

test('an order that only has to wait comes after what has come into sight, one that cannot be done before it', () => {
  const told = (code) =>
    lines(frame([event('order_failed', { id: 1, code, action: null })], { foreign: [entity(2, 'planet', 1)] }));
  const first = (code) => told(code)[0].text;
  assert.match(first('not_enough_energy'), /not enough energy/);
  assert.doesNotMatch(first('cooldown'), /cool down/);
  assert.equal(told('cooldown').length, 2);
});

test('whom one knows is no moment again, but a battleship near a planet of one’s own comes before what one wins', () => {
  const known = [entity(15, 'planet', 1)];
  const before = frame([], { foreign: known });
  const [scout] = lines(frame([], { foreign: [...known, entity(14, 'scout', 1)] }), before);
  assert.match(scout.text, /^In sight now: 1 scout of Ben \(B\), 13 tiles from /);
  assert.ok(scout.weight < 30, 'no beat');
  const moved = { type: 'moved', round: 6, id: 9, from: null, pos: [6, 1] };
  const [ship] = lines(frame([moved], { foreign: [...known, entity(9, 'battleship', 1, 6)] }), before);
  assert.match(ship.text, /1 battleship of Ben \(B\), 5 tiles from /);
  assert.ok(ship.weight >= 70);
  assert.equal(ship.event, moved, 'it is told when it comes');
});

test('a ship that has come to where it was sent is told once', () => {
  const sent = (/** @type {number} */ x) => ({
    ...entity(3, 'scout', 0, x),
    standing: { movement: { type: 'move_to', to: [6, 1], arrive: 0 } },
  });
  const own = (/** @type {number} */ x) => ({ own: [entity(1, 'planet', 0), sent(x)] });
  const [line] = lines(frame([], own(6)), frame([], own(4)));
  assert.match(line.text, /^Scout 3 has arrived at/);
  assert.deepEqual(line.at, [6.5, 1.5]);
  assert.ok(!lines(frame([], own(6)), frame([], own(6))).some(({ text }) => /arrived/.test(text)));
});

test('a step in which all bids lost is a moment, with what may be known of the rival; the same once more is none', () => {
  const bid = (/** @type {string} */ result, round = 7, size = 4) =>
    event('bid_result', { round, planet: 1, bid: size, result, refund: result === 'won' ? 0 : size >> 1 });
  const told = (/** @type {any[]} */ events, /** @type {any[]} */ history = []) => {
    const now = frame(events, { own: [entity(1, 'planet', 0), entity(2, 'planet', 0)] });
    now.view.weapon = { own: 0, history, all: null, courses: null };
    now.view.safe = 151;
    const before = frame([]);
    before.view = { ...before.view, round: 4, weapon: { own: 0, history: [], all: null, courses: null } };
    return lines(now, before).find(({ text }) => /in vain|the same/.test(text));
  };
  const all = told([bid('lost', 5), bid('lost', 6, 5)]);
  const rule = 'Equal highest bids give nobody the point.';
  assert.equal(
    all?.text,
    `1 bid in vain 2 times, never over 5: somebody bid as much or more. ${rule} 4 energy came back.`,
  );
  assert.equal(all?.by, null, 'nobody is known to have gained');
  assert.equal(all?.moment, 'Outbid');
  assert.deepEqual(all?.at, [1.5, 1.5]);
  const again = told([bid('lost')], [[2, 1, 4, 'lost', 2]]);
  assert.ok(again && !again.moment && again.weight < 30);
  assert.equal(told([bid('lost'), bid('won')]), undefined, 'another planet of one’s own has won that round');
  assert.ok(Number(told([bid('lost', 5), bid('won')])?.weight) >= 30);
  const twin = { ...bid('lost'), planet: 2 };
  assert.match(
    String(told([bid('lost'), twin])?.text),
    /^Planets of yours bid the same \(4\), and equal .* let one of them bid/,
  );
  assert.match(String(told([bid('lost'), twin, bid('lost', 6)])?.text), /in vain 3 times/, 'it was not that alone');
});

test('bursts of one round at one place are one sentence', () => {
  const events = [burst(1, [hit(1)]), burst(1, [{ ...hit(1), before: 4, after: 2 }])];
  const [now, before] = [frame(events), frame([])];
  assert.equal(
    battle({ events, frame: now, before, info }),
    'Round 7: 2 battleships burst: 1 planet of yours hurt by 7.',
  );
  assert.equal(battle({ events: events.slice(1), frame: now, before, info }), null);
});

test('what failed in the step before and fails again is no moment once more', () => {
  const failed = frame([event('order_failed', { id: 1, code: 'off_map' })]);
  const weightAfter = (/** @type {any} */ before) =>
    words.news(failed, before, info).find(({ event: told }) => told)?.weight ?? 0;
  assert.ok(weightAfter(failed) < weightAfter(frame([])) / 2);
});

test('a planet that was to bid and did not says why, once as news and then in passing', () => {
  const rule = { type: 'auto_charge', mode: 'fixed', energy: 1, keep: 30 };
  const home = (/** @type {number} */ energy, /** @type {any} */ more = {}) => [
    { ...entity(1, 'planet', 0), energy, standing: { reflexes: [rule] }, bids_left: 9, ...more },
  ];
  const at = (/** @type {any} */ one, /** @type {number} */ round, /** @type {any[]} */ history) => {
    one.view.round = round;
    one.view.weapon = { own: 0, history };
    return one;
  };
  const won = (/** @type {number} */ round) =>
    event('bid_result', { round, planet: 1, bid: 1, result: 'won', refund: 0 });
  const told = (/** @type {any[]} */ own, /** @type {any[]} */ events, /** @type {any[]} */ history) =>
    lines(at(frame(events, { own }), 10, []), at(frame([], { own: home(50) }), 7, history)).find(({ text }) =>
      /bid nothing|bid in/.test(text),
    );
  const bid = [5, 1, 1, 'won', 0];
  assert.equal(told(home(20), [], [bid])?.text, '1 bid nothing: 30 energy are kept back.');
  assert.equal(told(home(20), [won(7)], [bid])?.text, '1 bid in 1 of 3 rounds: 30 energy are kept back.');
  assert.match(told(home(90, { bids_left: 0 }), [], [bid])?.text ?? '', /its order to bid was over/);
  assert.equal(told(home(50), [7, 8, 9].map(won), [bid]), undefined);
  const [first, again] = [told(home(20), [], [bid]), told(home(20), [], [])];
  assert.ok((first?.weight ?? 0) > 70 && (again?.weight ?? 99) < 40);
});

test('the first sight of a civilisation is told once, however much of it has come', () => {
  const foreign = [entity(5, 'scout', 1), entity(6, 'planet', 1)];
  const texts = lines(frame([], { foreign })).map(({ text }) => text);
  assert.deepEqual(
    texts.filter((text) => /First sight/.test(text)),
    ['First sight of Ben (B): 1 planet, 5 tiles from 1.'],
  );
  assert.equal(texts.filter((text) => /In sight now: 1 scout/.test(text)).length, 1);
});

test('no match turns by a planet that was nobody’s', () => {
  const took = (/** @type {number | null} */ was) =>
    event('captured', { id: 6, kind: 'planet', old_seat: was, new_seat: 0 });
  const turns = (/** @type {any[]} */ events) =>
    lines(frame(events))
      .filter((line) => line.event && !line.isUsual)
      .map(({ event: { type } }) => type);
  assert.deepEqual(turns([burst(0, [hit(6, 'captured')]), took(null)]), []);
  assert.deepEqual(turns([burst(0, [hit(6, 'captured')]), took(1)]).sort(), ['captured', 'overloaded']);
  assert.deepEqual(turns([burst(0, [hit(6, 'captured'), hit(5)]), took(null)]), ['overloaded'], 'it hurt another one');
});
