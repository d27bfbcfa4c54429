/** Does a page take nothing for an answer but what it asked for, and does it say why? */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { ApiError, get, post } from 'app/api.js';
import { OTHER_ANSWERS } from './other_answers.js';

const STATIC = new URL('../../static/', import.meta.url);

/** @param {import('node:test').TestContext} context @param {(url: string, how: any) => any} answer */
function answering(context, answer) {
  const asked = [];
  const before = globalThis.fetch;
  globalThis.fetch = async (url, how) => {
    asked.push([url, how]);
    return answer(url, how);
  };
  globalThis.document = {
    documentElement: { lang: 'en', dataset: { account: '7' } },
    querySelector: () => null,
    cookie: '',
  };
  context.after(() => {
    globalThis.fetch = before;
    delete globalThis.document;
  });
  return asked;
}

/** Lets everything happen that is only waiting for its turn. */
const settle = async () => {
  for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve));
};

for (const [name, { answer, code, isSilent }] of Object.entries(OTHER_ANSWERS))
  for (const [way, ask] of [
    ['read', () => get('/x/', { wants: ['text'] })],
    ['sent', () => post('/x/', { text: 'a' }, { wants: ['text'] })],
    ['listed', () => get('/x/', { wants: 'list' })],
  ])
    test(`${name} is no answer to what is ${way}: ${code}`, async (context) => {
      if (isSilent) context.mock.timers.enable({ apis: ['setTimeout'] });
      answering(context, answer);
      const told = ask().catch((error) => error);
      if (isSilent) {
        await settle();
        context.mock.timers.tick(30_000);
      }
      const error = await told;
      assert.ok(error instanceof ApiError, String(error));
      assert.equal(error.code, code);
      assert.ok(error.message.length > 10);
    });

for (const [name, { answer, code, isSilent }] of Object.entries(OTHER_ANSWERS))
  if (!isSilent && code !== 'cut' && name !== 'an answer without content' && name !== 'JSON of another kind')
    test(`${name} does not stand for "done" where nothing is to be read: ${code}`, async (context) => {
      answering(context, answer);
      await assert.rejects(post('/x/', {}, { wants: 'nothing' }), { code });
    });

test('what was asked for is an answer, with more in it or not', async (context) => {
  const said = [{ text: 'a', more: 1 }, [], { text: null }];
  answering(
    context,
    () => new Response(JSON.stringify(said.shift()), { headers: { 'Content-Type': 'application/json' } }),
  );
  assert.deepEqual(await get('/x/', { wants: ['text'] }), { text: 'a', more: 1 });
  assert.deepEqual(await get('/x/', { wants: 'list' }), []);
  assert.deepEqual(await get('/x/', { wants: ['text'] }), { text: null });
});

test('every request says for whom its page was made, and follows nobody elsewhere', async (context) => {
  const asked = answering(context, () => new Response('{"a": 1}', { headers: { 'Content-Type': 'application/json' } }));
  await get('/x/', { wants: ['a'] });
  await get('/x/', { wants: ['a'], isForAnybody: true });
  assert.deepEqual(
    asked.map(([, how]) => [how.headers['X-Fogbound-Person'], how.redirect]),
    [
      ['7', 'manual'],
      [undefined, 'manual'],
    ],
  );
});

test('a request that its page has given up is no trouble', async (context) => {
  answering(context, OTHER_ANSWERS.silence.answer);
  const given = new AbortController();
  const told = get('/x/', { wants: ['a'], signal: given.signal }).catch((error) => error);
  given.abort();
  const error = await told;
  assert.deepEqual([error.code, error.isTrouble], ['aborted', false]);
});

/** @returns {[string, string][]} name and text of every module of the pages */
const modules = () =>
  readdirSync(STATIC, { recursive: true })
    .map((name) => String(name).replaceAll('\\', '/'))
    .filter((name) => name.endsWith('.js') && !name.startsWith('vendor/'))
    .map((name) => [name, readFileSync(new URL(name, STATIC), 'utf8')]);

test('nobody else fetches: the catalog, which the words of a refusal come from, and the service worker, which has no page', () => {
  const found = modules().filter(([, text]) => /\bfetch\(|XMLHttpRequest|sendBeacon|EventSource/.test(text));
  assert.deepEqual(found.map(([name]) => name).sort(), ['app/api.js', 'app/i18n.js', 'app/worker.js']);
});

test('whatever a person does with the site is tried in the one place that tells why it failed', () => {
  /** Asked without a person who waits for it: what does not come is left out, and asked for again. */
  const QUIET = [
    'app/contests.js',
    'app/maintenance.js',
    'app/new_table.js',
    'app/players.js',
    'app/recording.js',
    'app/steer.js',
    'app/tv.js',
    'match/earned.js',
    'match/end.js',
    'match/rated.js',
    'match/turns.js',
  ];
  const callers = modules().filter(([, text]) => text.includes("from 'app/api.js'"));
  const untold = callers.filter(([name, text]) => !/\btrying\b/.test(text) && !QUIET.includes(name));
  // Of a replay's runs replay.js tells, of push whoever turns it on.
  assert.deepEqual(
    untold.map(([name]) => name),
    ['app/push.js', 'match/reader.js'],
  );
  assert.ok(callers.length > 15);
});

test('what is asked for without anything to send goes out with a key', async (context) => {
  const asked = answering(
    context,
    () => new Response('{"id": 1}', { headers: { 'Content-Type': 'application/json' } }),
  );
  await post('/api/matches/m/rematch/', undefined, { wants: ['id'] });
  assert.match(asked[0][1].headers['Idempotency-Key'], /^[0-9a-f]{32}$/);
});

test('what is sent again without an answer has the same key, and another one after anything else', async (context) => {
  let isThere = false;
  const asked = answering(context, () => {
    if (!isThere) throw new TypeError('no way');
    return new Response('{"id": 1}', { headers: { 'Content-Type': 'application/json' } });
  });
  const send = (text) => post('/api/builds/', { text }, { wants: ['id'] }).catch(() => null);
  await send('a');
  await send('a');
  isThere = true;
  await send('a');
  await send('a');
  isThere = false;
  await send('a');
  await send('b');
  await send('a');
  const keys = asked.map(([, how]) => how.headers['Idempotency-Key']);
  assert.match(keys[0], /^[0-9a-f]{32}$/);
  assert.deepEqual(
    keys.map((key) => keys.indexOf(key)),
    [0, 0, 0, 3, 4, 5, 6],
  );
  await get('/x/', { wants: 'list' }).catch(() => null);
  assert.ok(!('Idempotency-Key' in asked.at(-1)[1].headers));
});
