// What becomes of a map when somebody draws on it, with symmetry or without? The pure files of the room in which maps are drawn.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createDesk } from 'kit/drawing/desk.js';
import { sentencesOf } from 'kit/drawing/fairness.js';
import {
  added,
  isSameChart,
  joined,
  marksIn,
  moved,
  nearest,
  parted,
  placeCalled,
  placesIn,
  removed,
  THE_MAP,
  targetOf,
  usual,
  waysIn,
  withImages,
  withMark,
  withValue,
} from 'kit/drawing/model.js';
import { images, SYMMETRIES } from 'kit/drawing/symmetry.js';
import { historyOf, redone, stepped, undone } from 'kit/workshop/history.js';

const field = (key, kind, more = {}) => ({
  key,
  kind,
  label: key,
  default: null,
  help: '',
  minimum: null,
  maximum: null,
  choices: [],
  by: {},
  ...more,
});
const DEF = field('def', 'number', { by: { base: 1.5, normal: 1.2 } });
const KIND = field('kind', 'choice');
const NAME = field('name', 'text');
const ROUNDS = field(2, 'int', { default: 3, minimum: 1, maximum: 50 });
const BEND = field(3, 'number', { default: 0 });
const SEATS = field('seats.max', 'int', { minimum: 2, maximum: 8 });
const DRAWING = {
  size: [1000, 1000],
  step: 10,
  places: {
    key: 'planets',
    one: 'Planet',
    many: 'Planets',
    fields: [NAME, KIND, DEF],
    most: 20,
    id: 'key',
    at: 'at',
    name: 'name',
    kind: 'kind',
    letter: 'P',
  },
  ways: { key: 'routes', one: 'Route', many: 'Routes', fields: [ROUNDS, BEND], most: 50, per: 100 },
  marks: { key: 'starts', one: 'Start', many: 'Starts', drops: ['start_sets'], counts: 'seats.max' },
  fields: [SEATS],
};
const EMPTY = { name: '', seats: { min: 2, max: 2 }, planets: [], routes: [], starts: [] };
const at = (chart) => placesIn(DRAWING, chart).map(({ at }) => at);
const put = (chart, point, symmetry = 'none', kind = 'normal') => added(DRAWING, chart, point, symmetry, kind).chart;

test('a place is put with all its images, and the map before stays as it was', () => {
  const counts = { none: 1, mirror: 2, half: 2, three: 3, four: 4 };
  for (const symmetry of SYMMETRIES) {
    assert.equal(images(symmetry, DRAWING.size).length, counts[symmetry]);
    const { chart, id } = added(DRAWING, EMPTY, [300, 200], symmetry, 'base');
    assert.equal(placesIn(DRAWING, chart).length, counts[symmetry]);
    assert.equal(id, 'P1');
    assert.deepEqual(EMPTY.planets, []);
    assert.equal(new Set(placesIn(DRAWING, chart).map(({ key }) => key)).size, counts[symmetry]);
  }
  assert.deepEqual(at(put(EMPTY, [300, 200], 'mirror')), [
    [300, 200],
    [700, 200],
  ]);
  assert.deepEqual(at(put(EMPTY, [300, 200], 'half')), [
    [300, 200],
    [700, 800],
  ]);
  assert.deepEqual(at(put(EMPTY, [300, 200], 'four')), [
    [300, 200],
    [800, 300],
    [700, 800],
    [200, 700],
  ]);
});

test('beside the line or the middle there is one place, on it; three ways stay on the map', () => {
  assert.deepEqual(at(put(EMPTY, [492, 200], 'mirror')), [[500, 200]]);
  assert.deepEqual(at(put(EMPTY, [506, 497], 'four')), [[500, 500]]);
  for (const [x, y] of at(put(EMPTY, [0, 0], 'three'))) assert.ok(x >= 0 && x <= 1000 && y >= 0 && y <= 1000);
  assert.equal(added(DRAWING, put(EMPTY, [300, 200]), [301, 200], 'none', 'normal').id, null);
});

test('no more places than a map may have', () => {
  let chart = EMPTY;
  for (let i = 0; i < 25; i += 1) chart = put(chart, [20 + i * 30, 500]);
  assert.equal(placesIn(DRAWING, chart).length, 20);
});

test('a place takes its images along, and what is its own image stays so', () => {
  const chart = put(put(EMPTY, [300, 200], 'mirror'), [500, 600], 'mirror');
  assert.deepEqual(at(moved(DRAWING, chart, 'P2', [650, 250], 'mirror')), [
    [350, 250],
    [650, 250],
    [500, 600],
  ]);
  assert.deepEqual(at(moved(DRAWING, chart, 'P3', [560, 700], 'mirror')), [
    [300, 200],
    [700, 200],
    [500, 700],
  ]);
  assert.deepEqual(at(moved(DRAWING, chart, 'P2', [650, 250], 'none')), [
    [300, 200],
    [650, 250],
    [500, 600],
  ]);
});

test('ways join images too, are as long as they lie apart, and go with their places', () => {
  let chart = put(put(EMPTY, [300, 200], 'four'), [500, 500], 'four');
  chart = joined(DRAWING, chart, ['P1', 'P5'], 'four');
  assert.equal(waysIn(DRAWING, chart).length, 4);
  assert.ok(waysIn(DRAWING, chart).every((way) => way.length === 4 && way[2] === 4 && way[3] === 0));
  assert.equal(waysIn(DRAWING, joined(DRAWING, chart, ['P5', 'P1'], 'four')).length, 4);
  assert.equal(waysIn(DRAWING, joined(DRAWING, chart, ['P1', 'P1'], 'four')).length, 4);
  const longer = withValue(DRAWING, chart, { of: 'way', ends: ['P5', 'P2'] }, ROUNDS, 7, 'four');
  assert.deepEqual(
    waysIn(DRAWING, longer).map((way) => way[2]),
    [7, 7, 7, 7],
  );
  assert.equal(waysIn(DRAWING, parted(DRAWING, chart, ['P1', 'P5'], 'none')).length, 3);
  assert.equal(waysIn(DRAWING, parted(DRAWING, chart, ['P1', 'P5'], 'four')).length, 0);
  const alone = removed(DRAWING, withMark(DRAWING, chart, 'P1', true, 'four'), 'P1', 'none');
  assert.deepEqual([placesIn(DRAWING, alone).length, waysIn(DRAWING, alone).length], [4, 3]);
  assert.deepEqual(marksIn(DRAWING, alone), ['P2', 'P3', 'P4']);
  assert.deepEqual(removed(DRAWING, chart, 'P1', 'four').routes, []);
});

test('marks are counted, and what names places of before is dropped', () => {
  const chart = { ...put(EMPTY, [300, 200], 'three'), start_sets: { 2: [['P1', 'P2']] } };
  const started = withMark(DRAWING, chart, 'P2', true, 'three');
  assert.deepEqual(new Set(started.starts), new Set(['P1', 'P2', 'P3']));
  assert.equal(started.seats.max, 3);
  assert.ok(!('start_sets' in started));
  assert.deepEqual(withMark(DRAWING, started, 'P1', false, 'three').starts, []);
  assert.equal(withMark(DRAWING, started, 'P1', false, 'three').seats.max, 2);
});

test('a value goes to all images, a name to one place, and another kind has its own numbers', () => {
  const chart = put(EMPTY, [300, 200], 'half');
  const one = { of: 'place', id: 'P1' };
  const strong = withValue(DRAWING, chart, one, DEF, 9, 'half');
  assert.deepEqual(
    placesIn(DRAWING, strong).map(({ def }) => def),
    [9, 9],
  );
  assert.deepEqual(
    placesIn(DRAWING, withValue(DRAWING, chart, one, NAME, 'Rest', 'half')).map(({ name }) => name),
    ['Rest', undefined],
  );
  const based = withValue(DRAWING, strong, one, KIND, 'base', 'half');
  assert.ok(placesIn(DRAWING, based).every((place) => place.kind === 'base' && !('def' in place)));
  assert.equal(usual(DEF, placesIn(DRAWING, based)[0], 'kind'), 1.5);
  assert.equal(withValue(DRAWING, chart, THE_MAP, SEATS, 5, 'half').seats.max, 5);
});

test('a fault leads to what it is about', () => {
  const chart = joined(DRAWING, put(EMPTY, [300, 200], 'half'), ['P1', 'P2'], 'none');
  assert.deepEqual(targetOf(DRAWING, chart, 'planets[1].def'), { target: { of: 'place', id: 'P2' }, field: 'def' });
  assert.deepEqual(targetOf(DRAWING, chart, 'routes[0][2]'), { target: { of: 'way', ends: ['P1', 'P2'] }, field: '2' });
  assert.deepEqual(targetOf(DRAWING, chart, 'seats.max'), { target: THE_MAP, field: 'seats.max' });
  assert.deepEqual(targetOf(DRAWING, chart, 'planets[7]').target, THE_MAP);
  assert.deepEqual(targetOf(DRAWING, null, '').target, THE_MAP);
});

test('what is no map is drawn as far as it goes', () => {
  for (const wrong of [
    null,
    {},
    { planets: 3, routes: {}, starts: '' },
    { planets: [null, { key: 'A' }, { key: 'B', at: ['x', 1] }], routes: [3, []] },
  ]) {
    assert.ok(Array.isArray(placesIn(DRAWING, wrong)) && Array.isArray(waysIn(DRAWING, wrong)));
    assert.equal(nearest(DRAWING, wrong, [0, 0], 99), null);
  }
  const chart = { ...EMPTY, planets: [{ key: 'A' }] };
  assert.deepEqual(withImages(DRAWING, chart, 'A', 'four'), ['A']);
  assert.deepEqual(placeCalled(DRAWING, moved(DRAWING, chart, 'A', [5, 5], 'none'), 'A').at, [5, 5]);
});

test('every step is taken back and taken again', () => {
  let history = historyOf(EMPTY);
  const steps = [
    (c) => put(c, [300, 200], 'half'),
    (c) => joined(DRAWING, c, ['P1', 'P2'], 'half'),
    (c) => withMark(DRAWING, c, 'P1', true, 'half'),
  ];
  for (const step of steps) history = stepped(history, step(history.now));
  const whole = history.now;
  for (const _ of steps) history = undone(history);
  assert.deepEqual(history.now, EMPTY);
  for (const _ of steps) history = redone(history);
  assert.deepEqual(history.now, whole);
});

test('maps are the same in whatever order their fields stand, and whatever they are called', () => {
  assert.ok(isSameChart({ name: 'a', x: { b: 1, c: [2] } }, { x: { c: [2], b: 1 }, name: 'b' }));
  assert.ok(!isSameChart({ x: [1, 2] }, { x: [2, 1] }));
});

test('an empty map asks for its first place, one that is opened is moved about, and a tool that was chosen stays', () => {
  const desk = (build) => {
    const heard = new Set();
    const store = { description: { drawing: DRAWING }, now: () => ({ build }), onChange: (one) => heard.add(one) };
    store.draw = () => {
      for (const one of heard) one();
    };
    store.build = (made) => {
      build = made;
      store.draw();
    };
    return { ...createDesk(store), open: store.build };
  };
  const { state, add, open, set } = desk(EMPTY);
  assert.equal(state.tool, 'place');
  add([300, 200]);
  assert.equal(state.tool, 'place', 'more are to follow');
  const opened = desk(EMPTY);
  opened.open(put(EMPTY, [300, 200], 'half'));
  assert.equal(opened.state.tool, 'move');
  set({ tool: 'join' });
  open(put(EMPTY, [300, 200], 'none'));
  assert.equal(state.tool, 'join');
  open(EMPTY);
  assert.equal(state.tool, 'place', 'there is nothing to connect');
});

test('a check of fairness is told in sentences, and nothing is said of too few matches', () => {
  const start = (wins, verdict) => ({ wins, low: 0.1, high: 0.9, verdict });
  assert.deepEqual(sentencesOf({ status: 'none' }), []);
  assert.deepEqual(sentencesOf({ status: 'none', is_rated: true }), ['Rated matches can be played on this map.']);
  const few = {
    status: 'running',
    matches: 1,
    starts: [start(1, ''), start(0, '')],
    steps: 20,
    minutes: 4,
    name: 'Captain',
    is_current: true,
  };
  assert.deepEqual(sentencesOf(few).slice(0, 2), [
    '1 match between equal bots (Captain). It goes on …',
    'A match lasts about 20 steps; people need about 4 minutes for as many.',
  ]);
  const even = sentencesOf({ ...few, status: 'done', matches: 40, starts: [start(22, 'even'), start(18, 'even')] });
  assert.ok(even.includes('No start is clearly better or worse than the others.'));
  assert.ok(even.includes('Start B wins 18 of 40, probably 10\u00a0% to 90\u00a0%.'));
  const uneven = sentencesOf({
    ...few,
    status: 'done',
    matches: 40,
    starts: [start(36, 'better'), start(4, 'worse')],
    is_current: false,
  });
  assert.ok(uneven.includes('Start A is better: it wins 36 of 40, probably 10\u00a0% to 90\u00a0%.'));
  assert.ok(uneven.includes('The map has changed since.'));
});
