/** Does nobody find what another person has left in this browser, and does its own person find it again? */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { beforeEach, test } from 'node:test';
import { arrive, isOfAnother, keptAt, keptJson, leave } from 'app/kept.js';
import { createMemory } from 'match/drafts.js';

const STATIC = new URL('../../static/', import.meta.url);

function storage() {
  const kept = new Map();
  return {
    kept,
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => kept.set(key, String(value)),
    removeItem: (key) => kept.delete(key),
    key: (index) => [...kept.keys()][index] ?? null,
    get length() {
      return kept.size;
    },
  };
}

/** A page for this person is loaded; "": for nobody. @param {string} account */
function load(account) {
  globalThis.document = { documentElement: { dataset: account ? { account } : {} } };
  arrive();
}

beforeEach((context) => {
  Object.assign(globalThis, { localStorage: storage(), sessionStorage: storage() });
  context.after?.(() => {
    for (const name of ['document', 'localStorage', 'sessionStorage']) delete globalThis[name];
  });
});

const PLACES = { 'of the browser': {}, 'of the tab': { isOfTab: true } };

for (const [name, how] of Object.entries(PLACES)) {
  test(`what one person leaves in a place ${name} is there for nobody else, and gone once another came`, () => {
    load('7');
    keptAt('notes', how).write('secret');
    assert.equal(keptAt('notes', how).read(), 'secret');
    load('');
    assert.equal(keptAt('notes', how).read(), null);
    // The session has only ended: its person finds it again.
    load('7');
    assert.equal(keptAt('notes', how).read(), 'secret');
    load('8');
    assert.equal(keptAt('notes', how).read(), null);
    load('7');
    assert.equal(keptAt('notes', how).read(), null);
  });

  test(`nothing in a place ${name} outlives a log-out`, () => {
    load('7');
    keptAt('notes', how).write('secret');
    leave();
    const left = [...localStorage.kept.entries(), ...sessionStorage.kept.entries()];
    assert.ok(!JSON.stringify(left).includes('secret'));
  });
}

test('a number that begins like another is another person', () => {
  load('7');
  keptAt('notes').write('of seven');
  load('77');
  assert.equal(keptAt('notes').read(), null);
  keptAt('notes').write('of seventy-seven');
  load('7');
  load('77');
  assert.equal(keptAt('notes').read(), null);
});

test('settings of the device stay when people come and go', () => {
  localStorage.setItem('fogbound.theme', 'light');
  load('7');
  leave();
  load('8');
  assert.equal(localStorage.getItem('fogbound.theme'), 'light');
});

test('what was built before anybody was logged in goes to the first who logs in, and to nobody after', () => {
  const draft = () => keptJson('frames.fleets', { isTakenAlong: true });
  load('');
  draft().write({ ship: 'bison' });
  assert.deepEqual(draft().read(), { ship: 'bison' });
  load('7');
  assert.deepEqual(draft().read(), { ship: 'bison' });
  load('8');
  assert.equal(draft().read(), null);
  load('7');
  load('');
  assert.equal(draft().read(), null);
});

test('orders that were not sent are those of their person', () => {
  load('7');
  createMemory('m').write(3, { moves: [1] });
  load('');
  assert.equal(createMemory('m').read(3), null);
  load('7');
  assert.deepEqual(createMemory('m').read(3), { moves: [1] });
  assert.equal(createMemory('m').read(4), null);
});

test('a page knows that another has come since, and that its own person is back', () => {
  load('7');
  const page = globalThis.document;
  assert.equal(isOfAnother(), false);
  load('8');
  assert.equal(isOfAnother(), false);
  globalThis.document = page;
  assert.equal(isOfAnother(), true);
  load('7');
  assert.equal(isOfAnother(), false);
  load('');
  assert.equal(isOfAnother(), false, 'what is for everybody is nobody’s');
});

test('a browser that keeps nothing, or something odd, is no reason to fail', () => {
  load('7');
  localStorage.setItem('fogbound.of.7.odd', '{half');
  assert.equal(keptJson('odd').read(), null);
  Object.defineProperty(globalThis, 'localStorage', {
    configurable: true,
    get() {
      throw new Error('Access is denied.');
    },
  });
  assert.equal(keptAt('notes').read(), null);
  assert.equal(keptAt('notes').write('x'), false);
  arrive();
  leave();
  delete globalThis.localStorage;
});

test('nothing of a person is kept under a key of its own', () => {
  /** Settings of the device: theme, sounds, speed of playback, an announcement that was put away; and how ground is drawn. */
  const DEVICE = [
    'app/early.js',
    'app/kept.js',
    'app/maintenance.js',
    'app/sound_switch.js',
    'app/theme.js',
    'app/worker.js',
    'kit/session.js',
    'kit/shelf.js',
  ];
  const found = readdirSync(STATIC, { recursive: true })
    .map((name) => String(name).replaceAll('\\', '/'))
    .filter((name) => name.endsWith('.js') && !name.startsWith('vendor/'))
    .filter((name) =>
      /\b(local|session)Storage\b|indexedDB|\bcaches\.|globalThis\.caches/.test(
        readFileSync(new URL(name, STATIC), 'utf8'),
      ),
    );
  assert.deepEqual(found.sort(), DEVICE);
});
