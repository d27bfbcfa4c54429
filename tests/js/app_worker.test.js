/** What does the service worker do with a message, a press, and a page that cannot be had? */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { runInNewContext } from 'node:vm';

const SITE = 'https://play.example/';
const TEXT = readFileSync(new URL('../../static/app/worker.js', import.meta.url), 'utf8');

/** A worker that runs in a paper browser. @param {{ answer?: (address: string) => any, pages?: any[] }} [how] */
function worker({ answer = () => page(''), pages = [] } = {}) {
  /** @type {Map<string, (event: any) => void>} */
  const listeners = new Map();
  /** @type {any[]} */
  const shown = [];
  /** @type {string[]} */
  const opened = [];
  /** @type {Map<string, Map<string, any>>} */
  const kept = new Map();
  let badge = 0;
  const address = (/** @type {any} */ asked) => (typeof asked === 'string' ? asked : asked.url);
  const all = {
    has: async (/** @type {string} */ name) => kept.has(name),
    keys: async () => [...kept.keys()],
    delete: async (/** @type {string} */ name) => kept.delete(name),
    open: async (/** @type {string} */ name) => {
      const cache = kept.get(name) ?? new Map();
      kept.set(name, cache);
      return { put: async (/** @type {any} */ asked, /** @type {any} */ got) => void cache.set(address(asked), got) };
    },
    match: async (/** @type {any} */ asked) =>
      [...kept.values()].map((cache) => cache.get(address(asked))).find((found) => found !== undefined),
  };
  const self = {
    location: { origin: new URL(SITE).origin },
    navigator: { setAppBadge: async () => void badge++ },
    registration: {
      scope: SITE,
      showNotification: async (/** @type {string} */ title, /** @type {any} */ told) =>
        void shown.push({ title, ...told }),
    },
    clients: {
      matchAll: async () => pages,
      openWindow: async (/** @type {string} */ url) => void opened.push(url),
    },
    skipWaiting: () => {},
    addEventListener: (/** @type {string} */ kind, /** @type {(event: any) => void} */ listener) =>
      listeners.set(kind, listener),
  };
  const fetch = async (/** @type {any} */ asked) => answer(address(asked));
  runInNewContext(TEXT, { self, caches: all, fetch, URL, Set, Promise });
  return {
    shown,
    opened,
    kept,
    badge: () => badge,
    /** @param {string} kind @param {any} event → what the worker answers a page with, if it answers */
    async hears(kind, event) {
      /** @type {Promise<any>[]} */
      const waits = [];
      /** @type {any} */
      let answered;
      listeners.get(kind)?.({
        ...event,
        waitUntil: (/** @type {Promise<any>} */ one) => waits.push(one),
        respondWith: (/** @type {any} */ one) => {
          answered = one;
        },
      });
      await Promise.all(waits);
      return answered;
    },
  };
}

/** @param {string} text */
function page(text) {
  return { ok: true, redirected: false, text: async () => text, clone: () => page(text) };
}

const MESSAGE = {
  title: 'Fogbound',
  body: 'A match waits for your orders',
  url: '/matches/abc/',
  tag: 'step:abc:1',
  lang: 'en',
};

test('a message is shown as it was sent, and the icon says that something waits', async () => {
  const here = worker();
  await here.hears('push', { data: { json: () => MESSAGE } });
  assert.equal(here.badge(), 1);
  const [{ title, body, tag, lang, data }] = here.shown;
  assert.deepEqual([title, body, tag, lang, data.url], ['Fogbound', MESSAGE.body, MESSAGE.tag, 'en', MESSAGE.url]);
});

test('a press closes the notice and leads to its place: to the page that shows it, else to a new one', async () => {
  let closed = 0;
  const notification = { close: () => void closed++, data: { url: MESSAGE.url } };
  const away = worker();
  await away.hears('notificationclick', { notification });
  assert.deepEqual([away.opened, closed], [[`${SITE}matches/abc/`], 1]);
  let focused = 0;
  const open = { url: `${SITE}matches/abc/`, focus: async () => void focused++ };
  const there = worker({ pages: [{ url: SITE }, open] });
  await there.hears('notificationclick', { notification });
  assert.deepEqual([there.opened, focused], [[], 1]);
});

test('one page is kept with its files, and shown when there is no line; with a line nothing comes from what is kept', async () => {
  let isAway = false;
  const offline = page(
    '<link href="/static/a.css"><script src="/static/b.js"></script><a href="/matches/secret/"></a>',
  );
  const here = worker({
    answer: (address) => {
      if (isAway) throw new TypeError('no line');
      return address.endsWith('/offline/') ? offline : page(address);
    },
  });
  await here.hears('message', { data: { keep: { page: `${SITE}offline/`, mark: 'r1 en' } } });
  const names = [...(here.kept.get('fogbound-offline r1 en') ?? new Map()).keys()];
  assert.deepEqual(
    names.sort(),
    [`${SITE}offline/`, `${SITE}static/a.css`, `${SITE}static/b.js`],
    'nothing of a match',
  );

  const request = { method: 'GET', mode: 'navigate', url: `${SITE}matches/abc/` };
  const online = await here.hears('fetch', { request });
  assert.equal(await online.text(), request.url);
  isAway = true;
  assert.equal(await here.hears('fetch', { request }), offline);
  const file = { method: 'GET', mode: 'no-cors', url: `${SITE}static/a.css` };
  assert.ok(await here.hears('fetch', { request: file }));
  assert.equal(
    await here.hears('fetch', { request: { ...request, method: 'POST' } }),
    undefined,
    'orders are never answered here',
  );

  isAway = false;
  await here.hears('message', { data: { keep: { page: `${SITE}offline/`, mark: 'r2 en' } } });
  assert.deepEqual([...here.kept.keys()], ['fogbound-offline r2 en'], 'an older release is thrown away');
});
