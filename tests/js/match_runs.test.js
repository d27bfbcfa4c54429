import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { createReader, RUN } from 'match/reader.js';
import { changed, framesOf } from 'match/runs.js';

// Written by tests/lobby/test_runs.py, which demands that the server says it like this.
const { frames, run } = JSON.parse(readFileSync(new URL('../runs.json', import.meta.url), 'utf8'));

const freeze = (value) => {
  if (value !== null && typeof value === 'object') for (const part of Object.values(Object.freeze(value))) freeze(part);
  return value;
};

test('a run becomes the frames that it was made of', () => {
  const made = framesOf(freeze(run), { size: [4, 4] });
  assert.deepEqual(
    made,
    frames.map((frame) => ({ ...frame, view: { size: [4, 4], ...frame.view }, choices: null })),
  );
});

test('what has not changed is the same object in both frames', () => {
  const [first, second] = framesOf(run, {});
  assert.equal(second.view.map, first.view.map);
  assert.equal(second.view.rows[0], first.view.rows[0]);
});

test('a change leaves what it began with as it was', () => {
  const before = freeze({
    rows: [
      { id: 1, x: 1 },
      { id: 2, x: 2 },
    ],
    list: [1, 2],
    gone: true,
  });
  const change = [1, { rows: [3, [0], [[1, { id: 5, x: 5 }]], { x: [[0], [7]] }], list: [2, [1], [[0, 3]]] }, ['gone']];
  assert.deepEqual(changed(before, change), {
    rows: [
      { id: 2, x: 7 },
      { id: 5, x: 5 },
    ],
    list: [1, 3],
  });
  assert.equal(changed(before, null), before);
});

/** A site with `count` steps that notes what it is asked, and answers when it is told to. */
function site(count, keep = 3) {
  const asked = [];
  const told = [];
  const reader = createReader({
    address: '/run/?as=0',
    constant: {},
    count,
    first: [],
    keep,
    arrived: (news) => told.push(news[0].step),
    rest: async () => undefined,
    wait: (ask) => ask(),
    ask: (url, { signal }) =>
      new Promise((resolve, reject) => {
        const query = new URL(url, 'http://site').searchParams;
        const [first, last] = [Number(query.get('first')), Math.min(count - 1, Number(query.get('last')))];
        const steps = last - first + 1;
        signal.addEventListener('abort', () => reject(new Error('called off')));
        const events = { keys: [], columns: [], order: Array.from({ length: steps }, () => []) };
        const changes = Array.from({ length: steps - 1 }, () => null);
        asked.push({
          first,
          steps,
          signal,
          answer: () => resolve({ run: { first, view: {}, changes, events, final: null } }),
        });
      }),
  });
  return { reader, asked, told };
}
const settle = () => new Promise((resolve) => setImmediate(resolve));

test('a seek asks for its step alone, and for one run around it when that is there', async () => {
  const { reader, asked } = site(1001);
  const found = reader.want(555);
  assert.deepEqual(
    asked.map(({ first, steps }) => [first, steps]),
    [[555, 1]],
  );
  asked[0].answer();
  assert.equal((await found).step, 555);
  assert.deepEqual(
    asked.slice(1).map(({ first, steps }) => [first, steps]),
    [[500, RUN]],
  );
  assert.equal((await reader.want(555)).step, 555);
  assert.equal(asked.length, 2);
});

test('a seek that another one overtakes is called off, and brings no frame', async () => {
  const { reader, asked } = site(1001);
  const [early, late] = [reader.want(100), reader.want(900)];
  assert.equal(asked[0].signal.aborted, true);
  assert.equal(await early, null);
  asked[1].answer();
  assert.equal((await late).step, 900);
  assert.deepEqual(
    asked.slice(2).map(({ first }) => first),
    [900],
  );
});

test('every run is read once, the nearest first, one at a time; only some are kept', async () => {
  const { reader, asked, told } = site(1001);
  const found = reader.want(555);
  asked[0].answer();
  await found;
  for (let at = 1; at < asked.length; at += 1) {
    assert.equal(asked.length, at + 1);
    asked[at].answer();
    await settle();
  }
  assert.deepEqual(told, [500, 600, 400, 700, 300, 800, 200, 900, 100, 1000, 0]);
  assert.deepEqual([...reader.frames.keys()].sort((a, b) => a - b)[0], 400);
  assert.equal(reader.frames.size, 3 * RUN);
  reader.want(0);
  assert.equal(asked.at(-1).steps, 1);
  asked.at(-1).answer();
  await settle();
  asked.at(-1).answer();
  await settle();
  assert.equal(told.length, 11);
});

test('a refusal is told to whoever seeks; one of a run is not', async () => {
  const { reader, asked } = site(300);
  const found = reader.want(3);
  asked[0].answer();
  await found;
  reader.close();
  await settle();
  assert.equal(asked[1].signal.aborted, true);
  assert.equal(asked.length, 2);
});
