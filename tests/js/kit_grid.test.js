// What becomes of a map of squares when somebody paints on it, with symmetry or without? The pure files behind the brush.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dab, field, line, rectangle, stroke } from 'kit/drawing/brush.js';
import { createGridDesk } from 'kit/drawing/grid_desk.js';
import {
  added,
  groundAt,
  groundOf,
  moved,
  painted,
  removed,
  reshaped,
  resized,
  sizeOf,
  standingAt,
  targetOf,
  withValue,
} from 'kit/drawing/grid_model.js';
import { noiseOf } from 'kit/drawing/grid_noise.js';
import { imagesOf, symmetriesOf } from 'kit/drawing/grid_symmetry.js';

const of = (key, kind, more = {}) => ({
  key,
  kind,
  label: key,
  default: null,
  help: '',
  minimum: null,
  maximum: null,
  choices: [],
  by: {},
  only: [],
  ...more,
});
const list = (key, more = {}) => ({
  key,
  one: key,
  many: key,
  help: key,
  fields: [],
  most: 8,
  at: 'at',
  id: '',
  name: '',
  letter: 'P',
  seats: false,
  area: '',
  widest: 1,
  kinds: [],
  kind: 'kind',
  ground: null,
  ...more,
});
const NAME = of('name', 'text');
const WORTH = of('worth', 'int');
const WIDTH = of('width', 'int', { default: 5 });
const DRAWING = {
  ground: {
    key: 'rows',
    kinds: [
      ['#', 'Rock'],
      ['.', 'Grass'],
    ],
    fill: '.',
    limits: [3, 9],
    width: 'width',
    height: 'height',
    square: false,
  },
  things: [
    list('starts', { at: '', seats: true, most: 4 }),
    list('towns', { id: 'key', name: 'name', fields: [NAME] }),
    list('springs', { fields: [WORTH] }),
  ],
  fields: [WIDTH],
  symmetry: 'none',
};
const EMPTY = { name: '', width: 5, height: 5, rows: Array(5).fill('.....'), starts: [], towns: [], springs: [] };
const called = (n) => `Town ${n}`;
const what = (key, kind = null) => ({ key, kind });
const put = (chart, key, at, symmetry = 'none') => added(DRAWING, chart, what(key), at, symmetry, called).chart;

test('a symmetry brings squares onto squares, and only a square map is turned by a quarter', () => {
  const counts = { none: 1, mirror: 2, flip: 2, half: 2, both: 4, diagonal: 2, quarter: 4, eight: 8 };
  assert.deepEqual(symmetriesOf([5, 5]), Object.keys(counts));
  assert.deepEqual(symmetriesOf([5, 4]), ['none', 'mirror', 'flip', 'half', 'both']);
  for (const symmetry of symmetriesOf([5, 5])) {
    const images = imagesOf(symmetry, [5, 5], [1, 0]);
    assert.equal(images.length, counts[symmetry]);
    // The images of an image are the same squares: what is drawn at one is drawn at all.
    const all = images.map((at) => at.join()).sort();
    for (const at of images)
      assert.deepEqual(
        imagesOf(symmetry, [5, 5], at)
          .map((one) => one.join())
          .sort(),
        all,
      );
    assert.deepEqual(imagesOf(symmetry, [5, 5], [2, 2]), [[2, 2]]);
  }
  assert.deepEqual(imagesOf('quarter', [5, 5], [1, 0]), [
    [1, 0],
    [4, 1],
    [3, 4],
    [0, 3],
  ]);
});

test('a stroke leaves no gap however fast the hand is, a rectangle is whole, a field ends where the ground changes', () => {
  const far = line([0, 0], [7, 3]);
  assert.deepEqual([far[0], far.at(-1), far.length], [[0, 0], [7, 3], 8]);
  for (let i = 1; i < far.length; i += 1)
    assert.ok(Math.max(...far[i].map((one, axis) => Math.abs(one - far[i - 1][axis]))) === 1);
  assert.deepEqual(line([2, 2], [2, 2]).at(-1), [2, 2]);
  assert.deepEqual(dab([3, 3], 1), [[3, 3]]);
  assert.equal(new Set(stroke([0, 0], [2, 0], 3).map(String)).size, 15);
  assert.equal(rectangle([3, 2], [1, 1]).length, 6);
  const rows = ['..#', '.#.', '#..'];
  const kindAt = ([x, y]) => rows[y]?.[x];
  assert.deepEqual(field(kindAt, [0, 0]).map(String).sort(), ['0,0', '0,1', '1,0']);
  assert.deepEqual(field(kindAt, [9, 9]), []);
});

test('squares are painted with their images, beside the map nothing, and the map before stays as it was', () => {
  const chart = painted(DRAWING, EMPTY, dab([0, 0], 3), '#', 'half');
  assert.deepEqual(chart.rows, ['##...', '##...', '.....', '...##', '...##']);
  assert.deepEqual(EMPTY.rows, Array(5).fill('.....'));
  assert.equal(painted(DRAWING, EMPTY, [[1, 1]], '.', 'none'), EMPTY, 'nothing changes');
});

test('numbers are ground too, and rows that are no map are drawn as far as they go', () => {
  const numbers = {
    ...DRAWING,
    ground: {
      ...DRAWING.ground,
      kinds: [
        [100, 'thin'],
        [1000, 'dense'],
      ],
      fill: 100,
    },
  };
  const chart = { width: 3, height: 3, rows: [[100, 100, 100], [100]] };
  assert.deepEqual(painted(numbers, chart, [[2, 2]], 1000, 'none').rows, [
    [100, 100, 100],
    [100, 100, 100],
    [100, 100, 1000],
  ]);
  for (const wrong of [null, {}, { rows: 3, starts: {} }, { width: 4, height: 'x', rows: ['..?'] }]) {
    const [width, height] = sizeOf(DRAWING, wrong);
    assert.ok(groundOf(DRAWING, wrong).every((row) => row.length === width && row.every((one) => '#.'.includes(one))));
    assert.ok(height >= 1);
    assert.deepEqual(standingAt(DRAWING, wrong, [0, 0]), []);
  }
});

test('things are put with all their images, each once, with names and ids of their own, and no more than fit', () => {
  let chart = put(EMPTY, 'towns', [0, 1], 'both');
  assert.deepEqual(chart.towns, [
    { key: 'P1', name: 'Town 1', at: [0, 1] },
    { key: 'P2', name: 'Town 2', at: [4, 1] },
    { key: 'P3', name: 'Town 3', at: [4, 3] },
    { key: 'P4', name: 'Town 4', at: [0, 3] },
  ]);
  assert.deepEqual(put(EMPTY, 'starts', [0, 0], 'eight').starts, [
    [0, 0],
    [4, 0],
    [4, 4],
    [0, 4],
  ]);
  chart = put(EMPTY, 'starts', [1, 0], 'eight');
  assert.equal(chart.starts.length, 4);
  assert.equal(added(DRAWING, chart, what('starts'), [2, 2], 'none', called).target, null);
  assert.equal(added(DRAWING, EMPTY, what('starts'), [9, 9], 'none', called).chart, EMPTY);
});

test('a thing takes its images along, does not go where another is, and all go together', () => {
  const chart = put(put(EMPTY, 'towns', [0, 1], 'half'), 'towns', [2, 2], 'half');
  const first = { of: 'thing', key: 'towns', i: 0 };
  const at = (one) => one.towns.map((town) => town.at);
  assert.deepEqual(at(moved(DRAWING, chart, first, [1, -1], 'half')), [
    [1, 0],
    [3, 4],
    [2, 2],
  ]);
  assert.equal(moved(DRAWING, chart, first, [2, 1], 'half'), chart, 'somebody is there');
  assert.equal(moved(DRAWING, chart, first, [-1, 0], 'none'), chart, 'not on the map');
  assert.deepEqual(at(removed(DRAWING, chart, first, 'half')), [[2, 2]]);
  assert.equal(removed(DRAWING, chart, first, 'none').towns.length, 2);
});

test('numbers go to all images, words to one thing, and another size keeps what is on it', () => {
  const chart = put(put(EMPTY, 'springs', [0, 1], 'half'), 'towns', [0, 0], 'half');
  const spring = { of: 'thing', key: 'springs', i: 1 };
  assert.deepEqual(
    withValue(DRAWING, chart, spring, WORTH, 7, 'half').springs.map(({ worth }) => worth),
    [7, 7],
  );
  const town = { of: 'thing', key: 'towns', i: 0 };
  assert.deepEqual(
    withValue(DRAWING, chart, town, NAME, 'Rest', 'half').towns.map(({ name }) => name),
    ['Rest', 'Town 2'],
  );
  const narrow = withValue(DRAWING, chart, { of: 'map' }, WIDTH, 3, 'none');
  assert.deepEqual([narrow.width, narrow.rows[0], narrow.towns.length, narrow.springs.length], [3, '...', 1, 1]);
  const square = { ...DRAWING, ground: { ...DRAWING.ground, square: true } };
  assert.deepEqual(sizeOf(square, withValue(square, chart, { of: 'map' }, WIDTH, 4, 'none')), [4, 4]);
  assert.deepEqual(resized(DRAWING, chart, [99, 1]).rows, Array(3).fill('.........'));
});

const KINDS = [
  { value: 'fort', label: 'Fort', sides: [2, 2], fresh: { strength: 3 }, seat: 'seat' },
  { value: 'well', label: 'Well', sides: [1, 1], fresh: {}, seat: '' },
];
const PLOTS = { ...DRAWING, things: [list('plots', { area: 'rect', at: '', widest: 3, kinds: KINDS, ground: '#' })] };

test('what has an area stands on ground of its own, is for one seat each, and takes its images along', () => {
  let { chart } = added(PLOTS, { ...EMPTY, plots: [] }, what('plots', 'fort'), [0, 0], 'half', called);
  assert.deepEqual(chart.plots, [
    { kind: 'fort', strength: 3, seat: 0, rect: [0, 0, 1, 1] },
    { kind: 'fort', strength: 3, seat: 1, rect: [3, 3, 4, 4] },
  ]);
  assert.deepEqual(chart.rows, ['##...', '##...', '.....', '...##', '...##']);
  assert.equal(added(PLOTS, chart, what('plots', 'well'), [1, 1], 'none', called).target, null, 'there is one');
  assert.equal(added(PLOTS, chart, what('plots', 'fort'), [4, 4], 'none', called).target, null, 'not on the map');
  const first = { of: 'thing', key: 'plots', i: 0 };
  assert.deepEqual(standingAt(PLOTS, chart, [4, 3]), [{ of: 'thing', key: 'plots', i: 1 }]);
  chart = moved(PLOTS, chart, first, [2, 0], 'half');
  assert.deepEqual(
    chart.plots.map(({ rect }) => rect),
    [
      [2, 0, 3, 1],
      [1, 3, 2, 4],
    ],
  );
  assert.equal(chart.rows[0], '####.');
  const wide = reshaped(PLOTS, chart, first, [2, 0, 4, 0], 'half');
  assert.deepEqual(wide.plots[1].rect, [0, 4, 2, 4]);
  assert.equal(reshaped(PLOTS, chart, first, [2, 0, 3, 3], 'half'), chart, 'they would overlap');
  assert.equal(reshaped(PLOTS, chart, first, [2, 0, 5, 1], 'half'), chart, 'not on the map');
});

const SKY = {
  ...DRAWING,
  ground: {
    ...DRAWING.ground,
    kinds: [
      [100, 'thin'],
      [1000, 'dense'],
    ],
    fill: 300,
    limits: [4, 9],
    scale: [100, 1000],
    up: true,
  },
  things: [
    list('planets', {
      at: ['x', 'y'],
      kind: '',
      kinds: [
        { value: 'start', label: 'Start', sides: [1, 1], fresh: { energy: 150 }, seat: 'side' },
        { value: 'neutral', label: 'Neutral', sides: [1, 1], fresh: { side: null }, seat: '' },
      ],
    }),
  ],
  symmetry_key: 'symmetry',
  symmetries: [
    ['half', 'rotate_180'],
    ['both', 'mirror_xy'],
    ['quarter', 'rotate_90'],
  ],
};
const VOID = {
  name: '',
  width: 4,
  height: 4,
  symmetry: 'rotate_180',
  rows: Array(4).fill(Array(4).fill(300)),
  planets: [],
};

test('a map that says its symmetry is drawn with it, its images have the sides in order, and every quantity is kept', () => {
  const desk = deskOf({ ...VOID, rows: [[310, 100, 100, 5], ...VOID.rows.slice(1)] }, SKY);
  assert.deepEqual([desk.state.symmetry, desk.symmetries()], ['half', ['half', 'both', 'quarter']]);
  assert.deepEqual(groundOf(SKY, desk.chart())[0], [310, 100, 100, 300]);
  desk.set({ what: 0 });
  desk.add([1, 0]);
  desk.set({ what: 1 });
  desk.add([0, 1]);
  assert.deepEqual(desk.chart().planets, [
    { energy: 150, side: 0, x: 1, y: 0 },
    { energy: 150, side: 1, x: 2, y: 3 },
    { side: null, x: 0, y: 1 },
    { side: null, x: 3, y: 2 },
  ]);
  assert.deepEqual(
    desk.chart().planets.map((_, i) => desk.name({ of: 'thing', key: 'planets', i })),
    ['Start 1', 'Start 2', 'Neutral 1', 'Neutral 2'],
  );
  desk.drawWith('quarter');
  assert.deepEqual([desk.chart().symmetry, desk.state.symmetry], ['rotate_90', 'quarter']);
  assert.deepEqual(
    desk.chart().planets.map(({ side, x, y }) => [side, x, y]),
    [
      [0, 1, 0],
      [1, 3, 1],
      [2, 2, 3],
      [3, 0, 2],
      [null, 0, 1],
      [null, 2, 0],
      [null, 3, 2],
      [null, 1, 3],
    ],
  );
  assert.deepEqual(desk.chart().rows[0], [310, 100, 100, 310], 'the first of those that stand for each other');
  assert.deepEqual(desk.chart().rows.at(-1), [310, 100, 100, 310]);
  const quartered = desk.chart();
  desk.drawWith('quarter');
  assert.equal(desk.chart(), quartered, 'nothing to undo');
  desk.select({ of: 'map' });
  desk.change(WIDTH, 5);
  assert.deepEqual([desk.chart().width, desk.chart().height, desk.state.symmetry], [5, 5, 'quarter']);
});

test('what is put one after another belongs to the sides as the images say, and another symmetry gives nothing to two', () => {
  const desk = deskOf(VOID, SKY);
  desk.set({ what: 0 });
  desk.add([0, 0]);
  desk.add([1, 0]);
  assert.deepEqual(
    desk.chart().planets.map(({ side }) => side),
    [0, 1, 0, 1],
  );
  desk.drawWith('both');
  const places = desk.chart().planets.map(({ x, y }) => `${x},${y}`);
  assert.equal(new Set(places).size, places.length);
  assert.deepEqual(
    desk.chart().planets.map(({ side }) => side),
    [0, 1, 2, 3, 0, 1, 2, 3],
  );
});

test('chance is the same for the same seed, reaches both ends, and is the same on all sides', () => {
  const noise = { seed: 'spiral', least: 200, most: 900, grain: 5 };
  const desk = deskOf(VOID, SKY);
  for (const grain of [1, 5]) {
    desk.fillAll(noiseOf({ ...noise, grain }, [4, 4]));
    const { rows } = desk.chart();
    assert.deepEqual(
      rows.toReversed().map((row) => row.toReversed()),
      rows,
    );
    assert.ok(rows.flat().every((one) => Number.isInteger(one) && one >= 200 && one <= 900));
  }
  const all = (seed) =>
    Array.from({ length: 81 }, (_, i) => noiseOf({ ...noise, seed }, [9, 9])([i % 9, Math.floor(i / 9)]));
  assert.deepEqual(all('a'), all('a'));
  assert.notDeepEqual(all('a'), all('b'));
  assert.deepEqual([Math.min(...all('a')), Math.max(...all('a'))], [200, 900]);
});

test('a fault leads to what it is about', () => {
  const chart = put(EMPTY, 'towns', [0, 0]);
  assert.deepEqual(targetOf(DRAWING, chart, 'towns[0].name'), {
    target: { of: 'thing', key: 'towns', i: 0 },
    field: 'name',
  });
  for (const path of ['towns[4]', 'rows[2]', 'starts', 'width', ''])
    assert.deepEqual(targetOf(DRAWING, chart, path).target, { of: 'map' });
});

/** A desk with a store that keeps one map. */
function deskOf(build, drawing = DRAWING) {
  const heard = new Set();
  const store = { description: { drawing }, now: () => ({ build }), onChange: (one) => heard.add(one) };
  store.draw = () => {
    for (const one of heard) one();
  };
  store.build = (made) => {
    build = made;
    store.draw();
  };
  return createGridDesk(store);
}

test('the desk paints with the tool that is chosen, selects what it has put, and forgets what is gone', () => {
  const desk = deskOf(EMPTY);
  desk.set({ side: 1, kind: '#', symmetry: 'quarter' });
  desk.paint(desk.reach([0, 0], [1, 0]));
  assert.deepEqual(desk.chart().rows, ['##..#', '....#', '.....', '#....', '#..##']);
  desk.set({ tool: 'fill', symmetry: 'none' });
  desk.paint(desk.reach([2, 2], [2, 2]));
  assert.ok(desk.chart().rows.every((row) => row === '#####'));
  desk.set({ what: desk.offers.findIndex(({ key }) => key === 'towns') });
  desk.add([1, 1]);
  assert.deepEqual([desk.state.target, desk.name(desk.state.target)], [{ of: 'thing', key: 'towns', i: 0 }, 'towns 1']);
  desk.add([1, 1]);
  assert.equal(desk.chart().towns.length, 1, 'what is there is selected');
  desk.set({ symmetry: 'eight' });
  desk.erase(desk.state.target);
  assert.deepEqual([desk.chart().towns, desk.state.target], [[], { of: 'map' }]);
  desk.change(WIDTH, 4);
  assert.equal(desk.state.symmetry, 'none', 'a map that is not square cannot be turned by a quarter');
  assert.equal(groundAt(DRAWING, desk.chart(), [3, 4]), '#');
});
