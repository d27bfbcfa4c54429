// Do ways lead where the map says, by the shortest chain?
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createGraph } from 'games/planet_conquer/graph.js';

const graph = createGraph(5, [
  { a: 0, b: 1, length: 2, fact: 'near' },
  { a: 1, b: 2, length: 2, fact: null },
  { a: 0, b: 2, length: 5, fact: null },
]);
const nodes = [
  { x: 0, y: 0 },
  { x: 5, y: 0 },
  { x: 9, y: 9 },
  { x: 0, y: -4 },
  { x: 1, y: 0.1 },
];

test('neighbours know each other from both ends', () => {
  assert.deepEqual(graph.between(1, 0), { to: 0, length: 2, fact: 'near' });
  assert.equal(graph.between(0, 3), null);
  assert.deepEqual(
    graph.ways[0].map(({ to }) => to),
    [1, 2],
  );
});

test('the shortest chain counts lengths, not steps; where none leads, only the end is told', () => {
  assert.deepEqual(graph.shortest(0, 2), { stops: [0, 1, 2], length: 4 });
  assert.deepEqual(graph.shortest(2, 0), { stops: [2, 1, 0], length: 4 });
  assert.deepEqual(graph.shortest(1, 1), { stops: [1], length: 0 });
  assert.deepEqual(graph.shortest(0, 3), { stops: [3], length: Infinity });
});

test('in a direction a neighbour comes before what is nearer', () => {
  assert.equal(graph.towards(nodes, 0, [1, 0]), nodes[1]);
  assert.equal(graph.towards(nodes, 0, [0, -1]), nodes[3], 'without a neighbour there, any node');
  assert.equal(graph.towards(nodes, 0, [-1, 0]), null);
});
