import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate } from 'node:timers/promises';

const CATALOG = { Chat: '聊天' };
const GOOD = { ok: true, status: 200, json: async () => ({ catalog: CATALOG }) };
let modules = 0;

/**
 * A page in Chinese; time and the answers to its fetches are in the test's hand.
 * @param {import('node:test').TestContext} context @param {string[]} wanted modules
 */
async function setUp(context, ...wanted) {
  const asked = [];
  globalThis.document = /** @type {any} */ ({ documentElement: { lang: 'zh-Hans' } });
  const { fetch } = globalThis;
  globalThis.fetch = /** @type {any} */ (
    (_, { signal }) =>
      new Promise((answer, fail) => {
        signal.addEventListener('abort', () => fail(new Error('aborted')));
        asked.push({ answer, lose: () => fail(new TypeError('network')) });
      })
  );
  context.after(() => {
    delete globalThis.document;
    globalThis.fetch = fetch;
  });
  context.mock.timers.enable({ apis: ['setTimeout'] });
  modules += 1;
  const { load, t } = await import(`../../static/app/i18n.js?page=${modules}`);
  let isHeld = true;
  load(...wanted).then(() => {
    isHeld = false;
  });
  return {
    asked,
    t,
    isHeld: async () => {
      await setImmediate();
      return isHeld;
    },
    pass: async (milliseconds) => {
      await setImmediate();
      context.mock.timers.tick(milliseconds);
      await setImmediate();
    },
  };
}

test('a page waits for its words', async (context) => {
  const { asked, t, isHeld } = await setUp(context);
  assert.ok(await isHeld());
  asked[0].answer(GOOD);
  assert.ok(!(await isHeld()));
  assert.equal(t('Chat'), '聊天');
});

test('the words of several modules come side by side, whichever is first', async (context) => {
  const { asked, t, isHeld, pass } = await setUp(context, 'match/main.js', 'games/toy/main.js');
  assert.equal(asked.length, 2);
  asked[1].answer({ ...GOOD, json: async () => ({ catalog: { Ship: '船' } }) });
  asked[0].answer(GOOD);
  await pass(0);
  assert.ok(!(await isHeld()));
  assert.deepEqual([t('Chat'), t('Ship')], ['聊天', '船']);
});

test('one lost answer is asked for again before the page begins', async (context) => {
  const { asked, t, isHeld, pass } = await setUp(context);
  asked[0].lose();
  await pass(1000);
  assert.ok(await isHeld());
  asked[1].answer(GOOD);
  assert.ok(!(await isHeld()));
  assert.equal(t('Chat'), '聊天');
  await pass(3_600_000);
  assert.equal(asked.length, 2);
});

test('a page that gets no words begins in English and goes on asking, more and more seldom', async (context) => {
  const { asked, t, isHeld, pass } = await setUp(context);
  for (const delay of [1000, 2000, 4000, 8000, 16_000, 30_000, 30_000]) {
    const before = asked.length;
    if (before % 2) asked.at(-1).lose();
    else asked.at(-1).answer({ ok: false, status: 503 });
    await pass(delay / 2 - 1);
    assert.equal(asked.length, before, `not before ${delay / 2} ms`);
    await pass(delay / 2 + 1);
    assert.equal(asked.length, before + 1);
    assert.equal(await isHeld(), before < 2);
  }
  assert.equal(t('Chat'), 'Chat');
  asked.at(-1).answer(GOOD);
  await pass(0);
  assert.equal(t('Chat'), '聊天');
});

test('an answer that never comes holds no page, and is asked for again', async (context) => {
  const { asked, t, isHeld, pass } = await setUp(context);
  await pass(19_999);
  assert.ok(await isHeld());
  await pass(1);
  assert.ok(!(await isHeld()));
  await pass(10_000);
  await pass(1000);
  assert.equal(asked.length, 2);
  asked[1].answer(GOOD);
  await pass(0);
  assert.equal(t('Chat'), '聊天');
});

test('where there is no catalog nobody asks again', async (context) => {
  const { asked, isHeld, pass } = await setUp(context);
  asked[0].answer({ ok: false, status: 404 });
  assert.ok(!(await isHeld()));
  await pass(3_600_000);
  assert.equal(asked.length, 1);
});

test('a phrase is translated down to the words and phrases in its places', async () => {
  const { phrase, use } = await import('../../static/app/i18n.js?phrases');
  const said = {
    text: '%(unit)s fires %(weapon)s: %(chance)s %',
    data: { unit: { text: '%(model)s %(number)s', data: { model: 'Sword', number: 2 } }, weapon: 'Pistol', chance: 70 },
  };
  assert.equal(phrase(said), 'Sword 2 fires Pistol: 70 %');
  use({
    '%(unit)s fires %(weapon)s: %(chance)s %': '%(unit)s以%(weapon)s开火：%(chance)s%',
    Sword: '利剑',
    Pistol: '手枪',
  });
  assert.equal(phrase(said), '利剑 2以手枪开火：70%');
  assert.equal(phrase({ text: 'Pistol' }), '手枪');
});

test('numbers are written as the language writes them, small whole ones without its formats', async (context) => {
  const { number } = await import('../../static/app/i18n.js?numbers');
  const before = globalThis.document;
  context.after(() => {
    globalThis.document = before;
  });
  for (const lang of ['en', 'en-GB', 'zh-hans', 'de', 'ar-EG']) {
    globalThis.document = /** @type {any} */ ({ documentElement: { lang } });
    for (const value of [-999, -1, 0, 7, 999, 1000, 12345, 0.5, 56.25])
      assert.equal(number(value), value.toLocaleString(lang), `${lang} ${value}`);
  }
  globalThis.document = /** @type {any} */ ({ documentElement: { lang: 'zh-hans' } });
  const made = context.mock.method(Number.prototype, 'toLocaleString');
  number(42);
  assert.equal(made.mock.callCount(), 0);
  number(4200);
  assert.equal(made.mock.callCount(), 1);
});
