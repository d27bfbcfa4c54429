// Do drawings come back as they were kept, under their key and release only, and does a full or missing cache harm nobody?
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createShelf } from 'kit/shelf.js';

/** The browser's caches, as far as a shelf uses them. */
function fakeCaches() {
  const all = new Map();
  return {
    all,
    keys: async () => [...all.keys()],
    delete: async (name) => all.delete(name),
    async open(name) {
      const kept = all.get(name) ?? new Map();
      all.set(name, kept);
      return {
        keys: async () => [...kept.keys()],
        match: async (key) => kept.get(key),
        put: async (key, answer) => void kept.set(key, answer),
        delete: async (key) => kept.delete(key),
      };
    },
  };
}

test('numbers come back as they were kept, and only under their key', async () => {
  const shelf = createShelf(fakeCaches(), '1');
  await shelf.put('map a', { heights: Float32Array.of(0.5, -1) });
  assert.deepEqual(await shelf.get('map a'), { heights: Float32Array.of(0.5, -1) });
  assert.equal(await shelf.get('map b'), null);
});

test('another release draws anew, and what the one before kept goes', async () => {
  const store = fakeCaches();
  await createShelf(store, '1').put('map', { heights: Float32Array.of(1) });
  store.all.set('fogbound-offline 1 en', new Map());
  assert.equal(await createShelf(store, '2').get('map'), null);
  assert.deepEqual([...store.all.keys()].sort(), ['fogbound-drawn 2', 'fogbound-offline 1 en']);
});

test('so many drawings are kept that a cache does not grow for ever', async () => {
  const store = fakeCaches();
  const shelf = createShelf(store, '1');
  for (let n = 0; n < 70; n += 1) await shelf.put(`map ${n}`, { heights: Float32Array.of(n) });
  assert.equal(store.all.get('fogbound-drawn 1').size, 60);
  assert.equal(await shelf.get('map 0'), null);
  assert.deepEqual(await shelf.get('map 69'), { heights: Float32Array.of(69) });
});

test('a browser without a cache, and one that refuses, only draw again', async () => {
  assert.equal(createShelf(undefined, '1'), null);
  const refusing = { keys: async () => Promise.reject(new Error('no')), open: async () => null };
  const shelf = createShelf(refusing, '1');
  await shelf.put('map', { heights: Float32Array.of(1) });
  assert.equal(await shelf.get('map'), null);
});
