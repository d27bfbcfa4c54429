import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  capacity,
  elementAt,
  elementsAt,
  ghostsAt,
  isLand,
  ownAt,
  planesOf,
  positionOf,
  sees,
} from 'games/deep_blue/position.js';
import { makeView } from './deep_blue_fixture.js';

test('a view is sorted into own, enemies, buildings and ghosts with their age', () => {
  const position = positionOf(makeView());
  assert.deepEqual(
    position.own.map(({ id }) => id),
    [100, 201, 202, 203],
  );
  assert.deepEqual(
    position.enemies.map(({ id }) => id),
    [301],
  );
  assert.equal(position.base?.id, 100);
  assert.equal(position.ghosts[0].age, 4);
  assert.deepEqual(
    ghostsAt(position, 10, 2).map(({ id }) => id),
    [302],
  );
});

test('cells know who is on each level, and buildings fill their rectangle', () => {
  const position = positionOf(makeView());
  assert.deepEqual(
    elementsAt(position, 5, 2).map(({ id }) => id),
    [201, 202],
  );
  assert.equal(elementAt(position, 10, 7, 1)?.id, 101);
  assert.equal(elementAt(position, 0, 0, 1), null);
  assert.ok(isLand(position, 7, 3));
  assert.ok(!isLand(position, 0, 3));
});

test('planes over a building are meant before it; what is not one’s own is not meant', () => {
  const { elements, ...rest } = makeView();
  const base = elements.find(({ id }) => id === 100);
  const over = { ...elements.find(({ id }) => id === 201), id: 250, pos: [...base.rect.slice(0, 2), 2] };
  const position = positionOf({ ...rest, elements: [...elements, over] });
  const ids = (x, y) => ownAt(position, x, y).map(({ id }) => id);
  assert.deepEqual(ids(base.rect[0], base.rect[1]), [250, 100]);
  assert.deepEqual(ids(10, 7), []);
});

test('sight is unpacked by level, highest bit first; stacked means on any level', () => {
  const position = positionOf(makeView());
  assert.deepEqual(
    [0, 1, 2, 3].map((layer) => sees(position, 0, 4, layer)),
    [true, true, true, true],
  );
  assert.deepEqual(
    [0, 1, 2, 3].map((layer) => sees(position, 7, 4, layer)),
    [false, true, false, true],
  );
  assert.ok(!sees(position, 8, 4, 3));
});

test('the referee sees everything, or what one seat sees; a stranger sees nothing', () => {
  const { vision, memory } = makeView();
  const blind = Array(3).fill(Array(8).fill('000'));
  const whole = makeView({ seat: null, vision: [vision, blind], memory: [memory, []], queue: [[], []] });
  assert.ok(sees(positionOf(whole), 11, 7, 0));
  assert.equal(positionOf(whole).ghosts.length, 0);
  assert.ok(!sees(positionOf(whole, 1), 0, 0, 1));
  assert.equal(positionOf(whole, 0).ghosts.length, 1);
  assert.equal(positionOf(whole, 1).base?.id, 101);
  const stranger = positionOf(makeView({ seat: null, vision: null, memory: null, queue: null }));
  assert.equal(stranger.eyes, 'nothing');
  assert.ok(!sees(stranger, 0, 0, 3));
  assert.deepEqual(stranger.enemies, []);
});

test('a formation holds what its planes hold; of an enemy only their number is known', () => {
  const position = positionOf(makeView());
  const [own, enemy] = [position.elements.get(202), position.elements.get(301)];
  assert.equal(capacity(position, own, 'fuel'), 75);
  assert.equal(planesOf(own), 7);
  assert.equal(planesOf(enemy), 7);
  assert.equal(capacity(position, position.elements.get(201), 'fuel'), 150);
});

test('views of one map share one chart, however often their terrain is read', () => {
  const [one, other] = [positionOf(makeView()), positionOf(makeView({ round: 10 }))];
  assert.equal(one.chart, other.chart);
  assert.equal(one.chart.built[3 * 12 + 7], 1);
  assert.equal(one.chart.built[0], 0);
  assert.notEqual(positionOf(makeView({ terrain: Array(8).fill('............') })).chart, one.chart);
});

test('the same land with other islands is another chart, in whatever order they come', () => {
  const view = makeView();
  const { chart } = positionOf(view);
  const isIsland = (one) => one.kind === 'island';
  const [x0, y0] = view.elements.find(isIsland).rect;
  assert.equal(chart.built[y0 * chart.width + x0], 1);
  const bare = positionOf(makeView({ elements: view.elements.filter((one) => !isIsland(one)) })).chart;
  assert.notEqual(bare, chart);
  assert.equal(bare.built[y0 * bare.width + x0], 0);
  assert.equal(positionOf(makeView({ elements: view.elements.toReversed() })).chart, chart);
});
