// Is a step told in the order of the rules, what matters most first, and in time?
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { beatsOf, chosen, laidOut, paused } from 'kit/beats.js';

const event = (type, part = {}) => ({ type, ...part });
const line = (what, weight, at, part = {}) => ({ text: what.type, weight, at, event: what, ...part });
/** @param {[any, number, number][]} played event, from, to */
const course = (played, phases, length) => ({
  tracks: played.map(([of, at, until]) => ({ at, lasts: until - at, of })),
  phases: phases.map((at) => ({ name: String(at), at })),
  length,
});
/** Beats and course as they are told. */
function told(news, events, plain, telling) {
  const { beats, limit } = chosen(beatsOf(news, events, plain, telling), { length: plain.length });
  return laidOut(plain, beats, limit);
}
const startOf = ({ course: { tracks } }, what) => tracks.find(({ of }) => of === what).at;

test('what happened at one place in one phase is one beat, with what mattered little there; the weightiest comes first', () => {
  const [hit, sunk, splash, other, later] = ['hit', 'sunk', 'splash', 'other', 'later'].map((type) => event(type));
  const events = [hit, splash, sunk, other, later];
  const plain = course(
    [
      [hit, 0, 200],
      [splash, 100, 200],
      [sunk, 250, 500],
      [other, 0, 300],
      [later, 600, 800],
    ],
    [0, 600],
    1000,
  );
  const news = [
    line(other, 72, [9, 9]),
    line(hit, 86, [1, 1]),
    line(sunk, 96, [1, 2]),
    line(splash, 14, [1, 1]),
    line(later, 99, [1, 1]),
  ];
  const beats = beatsOf(news, events, plain, { near: 1.5 });
  assert.deepEqual(
    beats.map(({ lines }) => lines.map(({ text }) => text)),
    [['sunk', 'hit', 'splash'], ['other'], ['later']],
  );
});

test('phases keep their order, whatever matters most; in one of them the beats come one after the other and the rest after them', () => {
  const [strike, loss, gain, small, growth] = ['strike', 'loss', 'gain', 'small', 'growth'].map((type) => event(type));
  const events = [strike, gain, small, loss, growth];
  const plain = course(
    [
      [strike, 0, 200],
      [gain, 400, 600],
      [small, 400, 600],
      [loss, 400, 700],
      [growth, 800, 900],
    ],
    [0, 400, 800],
    1000,
  );
  const news = [line(strike, 71, [0, 0]), line(gain, 80, [5, 0]), line(small, 12, [7, 0]), line(loss, 95, [9, 0])];
  const all = told(news, events, plain);
  const times = [strike, loss, gain, small, growth].map((one) => startOf(all, one));
  assert.deepEqual(
    times,
    [...times].sort((a, b) => a - b),
  );
  assert.deepEqual(
    all.beats.map(({ lines }) => lines[0].text),
    ['strike', 'loss', 'gain'],
  );
  for (const [i, beat] of all.beats.entries()) {
    assert.ok(beat.from < beat.still && beat.still <= beat.to);
    if (i) assert.ok(beat.from >= all.beats[i - 1].to, 'one caption at a time');
  }
});

test('an ordinary step is told in four seconds and a great one in twelve, however much happened', () => {
  const many = (n, weight, part) => {
    const events = Array.from({ length: n }, (_, i) => event(`e${i}`));
    const plain = course(
      events.map((one, i) => [one, i * 60, i * 60 + 900]),
      [0],
      n * 60 + 900,
    );
    return told(
      events.map((one, i) => line(one, weight, [i, 0], part)),
      events,
      plain,
    );
  };
  const [few, seen, great] = [many(3, 80), many(40, 40), many(60, 90, { moment: 'Fallen' })];
  for (const {
    course: { length },
  } of [few, seen])
    assert.ok(length <= 4000 + 900, `${length} ms`);
  assert.ok(great.course.length <= 12_000 + 900);
  assert.equal(great.beats.filter(({ words }) => words > 0).length, 2, 'two moments at most');
  assert.equal(seen.beats.length, 2, 'of what others did only the most important');
  assert.ok(great.beats.length > few.beats.length);
});

test('a moment is seen to its end, and of stills every beat', () => {
  const events = ['a', 'b', 'c', 'd', 'e'].map((type) => event(type));
  const plain = course(
    events.map((one) => [one, 0, 1050]),
    [0],
    1100,
  );
  const news = events.map((one, i) => line(one, 90 - i, [i, 0], i ? {} : { moment: 'Fallen' }));
  const acts = ({ beats }) => beats.map(({ from, still, words }) => Math.round(still - from - Math.max(250, words)));
  const [first, ...others] = acts(told(news, events, plain));
  assert.equal(first, 1050);
  assert.ok(others.every((act) => act < 1050));
  const { beats } = chosen(beatsOf(news, events, plain), { length: 1100 });
  assert.deepEqual(acts(laidOut(plain, beats, Infinity)), [1050, 1050, 1050, 1050, 1050]);
});

test('whoever wants it brief hears of one thing, and a step of which there is nothing to tell plays as it is', () => {
  const [a, b] = [event('a'), event('b')];
  const plain = course(
    [
      [a, 0, 200],
      [b, 0, 200],
    ],
    [0],
    500,
  );
  const news = [line(a, 80, [0, 0]), line(b, 90, [3, 0])];
  const { beats } = chosen(beatsOf(news, [a, b], plain), { isBrief: true, length: 500 });
  assert.deepEqual(
    beats.map(({ lines }) => lines[0].text),
    ['b'],
  );
  const quiet = told([line(a, 12, [0, 0])], [a, b], plain);
  assert.deepEqual([quiet.beats, quiet.course.length, startOf(quiet, a)], [[], 500, 0]);
});

test('what one line tells of many events is one beat with all their places', () => {
  const events = [1, 2, 3].map((x) => event('taken', { at: [x, 0] }));
  const plain = course(
    events.map((one, i) => [one, i * 90, 700]),
    [0],
    1000,
  );
  const [beat, ...none] = beatsOf([line(events[0], 94, [1.5, 0.5])], events, plain, {
    group: ({ type }) => type,
    places: ({ at: [x, y] }) => [[x + 0.5, y + 0.5]],
  });
  assert.equal(none.length, 0);
  assert.deepEqual(beat.events, events);
  assert.deepEqual(beat.spots, [
    [1.5, 0.5],
    [2.5, 0.5],
    [3.5, 0.5],
  ]);
});

test('an event that names no places of its own is where its line says', () => {
  const event = { type: 'captured' };
  const course = { tracks: [], phases: [{ name: '', at: 0 }], length: 100 };
  const line = { text: 'You take Orun.', weight: 90, at: [4, 5], event };
  const [beat] = beatsOf([line], [event], course, { places: () => [] });
  assert.deepEqual(beat.spots, [[4, 5]]);
});

test('what stays is seen until the end, what waits until its event, and who is there from the start all the way', () => {
  const [loss, arrival] = [event('loss'), event('arrival')];
  const plain = {
    tracks: [
      { at: 0, lasts: 100, of: loss },
      { at: -1, lasts: 1, piece: 'a' },
      { at: 0, lasts: 300, piece: 'a' },
      { at: 300, lasts: 500, stays: 0, piece: 'a' },
      { at: 300, lasts: 0, until: arrival, piece: 'b' },
      { at: 300, lasts: 200, of: arrival },
    ],
    phases: [
      { name: '', at: 0 },
      { name: '', at: 300 },
    ],
    length: 800,
  };
  const { course: out } = told([line(loss, 95, [0, 0]), line(arrival, 80, [5, 5])], [loss, arrival], plain);
  const [, before, goes, stands, waits, arrives] = out.tracks;
  assert.deepEqual([before.at, before.at + before.lasts], [0, goes.at]);
  assert.equal(goes.at + goes.lasts, stands.at);
  assert.equal(Math.round(stands.at + stands.lasts), Math.round(out.length));
  assert.equal(waits.at + waits.lasts, arrives.at, 'it waits for its battle');
});

test('on a table that plays act by act each has the time to be read', () => {
  const [a, b] = [event('a'), event('b')];
  const acts = {
    tracks: [a, b].map((one, at) => ({ at, lasts: 0, event: one })),
    phases: [
      { name: '', at: 0 },
      { name: '', at: 1 },
    ],
    length: 2,
  };
  const news = [line(a, 74, null), line(b, 92, null, { moment: 'Wrecked' })];
  const beats = beatsOf(news, [a, b], acts).map((beat) => ({
    ...beat,
    text: 'A sentence of some length that has to be read.',
  }));
  const {
    course: { phases },
  } = paused(acts, beats, 12_000);
  assert.ok(phases.every(({ rest }) => rest >= 600));
  assert.deepEqual(
    phases.map(({ words }) => words),
    [0, 1000],
  );
});
