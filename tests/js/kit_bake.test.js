import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createBakery } from 'kit/bake.js';

/** A bakery whose slices and clock the test moves by hand; every step of a recipe takes four milliseconds. */
function make(shelf = null) {
  const told = [];
  let [waiting, time] = [null, 0];
  const bakery = createBakery({
    ready: (name, done) => told.push([name, done]),
    later(work) {
      waiting = work;
      return () => {
        waiting = null;
      };
    },
    now: () => time,
    shelf,
  });
  const slice = () => {
    const work = waiting;
    waiting = null;
    work?.();
  };
  const recipe = (value, steps) =>
    function* () {
      for (let i = 0; i < steps; i += 1) {
        time += 4;
        yield;
      }
      return value;
    };
  return { bakery, told, slice, recipe, isWaiting: () => waiting !== null };
}

test('a bitmap is made in slices; until it is ready there is none', () => {
  const { bakery, told, slice, recipe } = make();
  const get = () => bakery.get('chart', ['map'], recipe('painted', 5));
  assert.equal(get(), null);
  slice();
  assert.equal(get(), null);
  assert.ok(bakery.busy());
  slice();
  slice();
  assert.equal(get(), 'painted');
  assert.deepEqual(told, [['chart', true]]);
});

test('while a new cause is worked on the old bitmap is shown; an overtaken cause is dropped', () => {
  const { bakery, told, recipe } = make();
  bakery.get('fog', [1, 'dark'], recipe('first', 1));
  bakery.finish();
  assert.equal(bakery.get('fog', [2, 'dark'], recipe('second', 3)), 'first');
  assert.equal(bakery.get('fog', [3, 'dark'], recipe('third', 3)), 'first');
  bakery.finish();
  assert.equal(bakery.get('fog', [3, 'dark'], recipe('never', 1)), 'third');
  assert.equal(told.length, 2);
  // Back to what is there already: nothing is left to do.
  bakery.get('fog', [4, 'dark'], recipe('fourth', 3));
  bakery.get('fog', [3, 'dark'], recipe('never', 1));
  assert.ok(!bakery.busy());
});

test('nothing is made while the board is moved', () => {
  const { bakery, recipe, isWaiting } = make();
  bakery.hold(true);
  bakery.get('chart', ['map'], recipe('painted', 1));
  assert.ok(!isWaiting());
  bakery.hold(false);
  assert.ok(isWaiting());
});

test('the last of several says that all is ready', () => {
  const { bakery, told, recipe } = make();
  bakery.get('a', [], recipe(1, 1));
  bakery.get('b', [], recipe(2, 1));
  bakery.finish();
  assert.deepEqual(told, [
    ['a', false],
    ['b', true],
  ]);
});

test('a board that has gone begins nothing new, and leaves no page waiting', () => {
  const { bakery, recipe, isWaiting } = make();
  bakery.get('chart', ['map'], recipe('painted', 5));
  bakery.destroy();
  assert.equal(bakery.get('chart', ['other'], recipe('painted', 5)), null);
  assert.equal(bakery.busy(), false);
  assert.equal(isWaiting(), false);
});

test('coarse drawings of everything come before the first fine one, and go when it is there', () => {
  const { bakery, told, recipe } = make();
  const get = (name) => bakery.get(name, [1], recipe(`fine ${name}`, 2), recipe(`coarse ${name}`, 1));
  const look = () => ['a', 'b'].map(get);
  assert.deepEqual(look(), [null, null]);
  bakery.finish();
  assert.deepEqual(
    told.map(([name]) => name),
    ['a coarse', 'b coarse', 'a', 'b'],
  );
  assert.deepEqual(look(), ['fine a', 'fine b']);
  assert.equal(bakery.last('a coarse'), null);
});

test('what the board has nothing of comes before what only gets finer', () => {
  const { bakery, told, recipe } = make();
  bakery.get('chart', [1], recipe('fine chart', 9), recipe('coarse chart', 1));
  bakery.get('swell', [1], recipe('swell', 2));
  bakery.get('fog', [1], recipe('fine fog', 2), recipe('coarse fog', 1));
  bakery.finish();
  assert.deepEqual(
    told.map(([name]) => name),
    ['chart coarse', 'fog coarse', 'swell', 'chart', 'fog'],
  );
  // A new cause has something to show meanwhile: it waits for what is blank.
  bakery.get('chart', [2], recipe('another chart', 1));
  bakery.get('veil', [1], recipe('veil', 1));
  bakery.finish();
  assert.deepEqual(
    told.slice(5).map(([name]) => name),
    ['veil', 'chart'],
  );
});

test('a coarse drawing is shown until the fine one is there', () => {
  const { bakery, slice, recipe } = make();
  const get = () => bakery.get('a', [1], recipe('fine', 9), recipe('coarse', 1));
  get();
  slice();
  assert.equal(get(), 'coarse');
  bakery.finish();
  assert.equal(get(), 'fine');
});

/** A shelf whose answers the test gives out. */
function shelfWith(kept) {
  const asked = [];
  const added = [];
  return {
    ...{ asked, added },
    get: (key) => new Promise((resolve) => asked.push(() => resolve(kept[key] ?? null))),
    put: async (key, parts) => added.push([key, parts]),
  };
}
const settled = () => new Promise((resolve) => setTimeout(resolve));

test('what an earlier page has drawn is taken from the shelf, and nothing is drawn', async () => {
  const shelf = shelfWith({ ground: { seen: 'kept' } });
  const { bakery, told, slice, recipe, isWaiting } = make(shelf);
  const get = () => bakery.get('a', [1], recipe({ seen: 'drawn' }, 3), recipe('coarse', 1), { key: 'ground' });
  assert.equal(get(), null);
  assert.ok(bakery.busy() && !isWaiting());
  shelf.asked[0]();
  await settled();
  // A board that is painted meanwhile asks for no coarse drawing.
  assert.equal(get(), null);
  slice();
  assert.deepEqual(get(), { seen: 'kept' });
  assert.deepEqual(told, [['a', true]]);
  assert.deepEqual(shelf.added, []);
});

test('what no page has drawn is seen coarsely, drawn, and kept for the next page', async () => {
  const shelf = shelfWith({});
  const { bakery, told, slice, recipe } = make(shelf);
  const keeping = { key: 'ground', close: (value) => ({ part: value }), open: ({ part }) => recipe(part, 1) };
  const get = () => bakery.get('a', [1], recipe('fine', 9), recipe('coarse', 1), keeping);
  get();
  shelf.asked[0]();
  await settled();
  assert.deepEqual(told, [['a', false]]);
  get();
  slice();
  assert.equal(get(), 'coarse');
  bakery.finish();
  assert.equal(get(), 'fine');
  await settled();
  assert.deepEqual(shelf.added, [['ground', { part: 'fine' }]]);
});

test('a drawing that is wanted at once waits for no shelf, and an overtaken answer changes nothing', async () => {
  const shelf = shelfWith({ ground: { seen: 'kept' } });
  const { bakery, recipe } = make(shelf);
  const get = () => bakery.get('a', [1], recipe('fine', 2), undefined, { key: 'ground' });
  get();
  bakery.finish();
  assert.equal(get(), 'fine');
  shelf.asked[0]();
  await settled();
  assert.equal(get(), 'fine');
  assert.ok(!bakery.busy());
});
