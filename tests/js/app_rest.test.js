import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';

/** A page whose frames, timers and movements are in the test's hand. */
const page = { frames: [], moving: [], listeners: {}, busy: null };
globalThis.document = /** @type {any} */ ({
  documentElement: {
    setAttribute: (_, words) => (page.busy = words),
    removeAttribute: () => (page.busy = null),
  },
  hidden: false,
  readyState: 'interactive',
  getAnimations: () => page.moving,
  addEventListener: (kind, hear) => (page.listeners[kind] = hear),
});
globalThis.addEventListener = /** @type {any} */ ((kind, hear) => (page.listeners[kind] = hear));
globalThis.requestAnimationFrame = /** @type {any} */ ((act) => page.frames.push(act));
globalThis.cancelAnimationFrame = (handle) => (page.frames[handle - 1] = () => {});
const { begin, during, oncePerFrame, state, watchPage } = await import('app/rest.js');

const turn = () => new Promise((go) => setTimeout(go));
/** One frame, and what follows from it. */
async function frame() {
  const due = page.frames.splice(0);
  for (const act of due) act();
  await turn();
}

beforeEach(async () => {
  page.moving = [];
  while (page.busy !== null || page.frames.length) await frame();
});

test('the page names what goes on, and is at rest one frame after the last has ended', async () => {
  const [first, second] = [begin('draw'), begin('request')];
  assert.equal(page.busy, 'draw request');
  first();
  assert.equal(page.busy, 'request');
  second();
  assert.equal(page.busy, 'request', 'something may follow');
  await frame();
  assert.equal(page.busy, null);
});

test('what begins in that frame keeps the page busy', async () => {
  begin('request')();
  const drawn = begin('draw');
  await frame();
  assert.equal(page.busy, 'draw');
  drawn();
  await frame();
  assert.equal(page.busy, null);
});

test('an end counts once', async () => {
  const [one, other] = [begin('request'), begin('request')];
  one();
  one();
  await frame();
  assert.equal(page.busy, 'request');
  other();
});

test('a promise is under way until it is kept or broken, and stays what it is', async () => {
  for (const settle of [() => Promise.resolve(7), () => Promise.reject(new Error('no'))]) {
    const settled = settle();
    const same = during('request', settled);
    assert.equal(same, settled);
    assert.equal(page.busy, 'request');
    await same.catch(() => undefined);
    await turn();
    await frame();
    assert.equal(page.busy, null);
  }
});

test('a condition is told as often as it likes', async () => {
  const line = state('line');
  line(true);
  line(true);
  line(false);
  line(false);
  await frame();
  assert.equal(page.busy, null);
});

test('many calls draw once, and the page is busy until then', async () => {
  let drawn = 0;
  const draw = oncePerFrame(() => (drawn += 1));
  draw();
  draw();
  assert.equal(page.busy, 'draw');
  await frame();
  assert.equal(drawn, 1);
  await frame();
  assert.equal(page.busy, null);
});

test('a drawing that asks for the next one goes on, and one that is called off does not', async () => {
  let drawn = 0;
  const draw = oncePerFrame(() => {
    drawn += 1;
    if (drawn < 3) draw();
  });
  draw();
  await frame();
  await frame();
  assert.equal(page.busy, 'draw');
  draw.cancel();
  await frame();
  assert.deepEqual([drawn, page.busy], [2, null]);
});

test('a drawing that fails leaves nothing under way', async () => {
  const draw = oncePerFrame(() => {
    throw new Error('paint');
  });
  draw();
  assert.throws(() => page.frames.shift()(), /paint/);
  await frame();
  assert.equal(page.busy, null);
});

test('what style sheets move is waited for, but no loop without an end', async () => {
  watchPage();
  assert.equal(page.busy, 'page');
  page.listeners.load();
  /** @type {any} */
  let arrive;
  const way = (/** @type {number} */ endTime) => ({
    playState: 'running',
    effect: { getComputedTiming: () => ({ endTime }) },
    finished: new Promise((go) => (arrive = go)),
  });
  page.moving = [way(Infinity)];
  await frame();
  assert.equal(page.busy, null);
  page.moving = [way(200)];
  page.listeners.transitionrun();
  await frame();
  assert.equal(page.busy, 'movement');
  page.moving = [];
  arrive();
  await turn();
  await frame();
  assert.equal(page.busy, null);
});
