/**
 * The service worker: shows what the site sends while no page is open, opens the page to which it leads, and answers with one page when there is no line.
 * It keeps that page and its files, which are the same for everybody, and nothing else: no page of a person, no position, no answer of the site. With a line
 * every page comes from the site. A classic script, because not every browser takes modules here.
 */
/** @type {any} */
const scope = self;
const KEPT = 'fogbound-offline ';
const FILES = new URL('static/', scope.registration.scope).href;
/** Was the last page that was asked for not to be had? Then its files come from what is kept, if they are not to be had either. */
let isAway = false;

scope.addEventListener('push', (/** @type {any} */ event) => {
  const { title, body, url, tag, lang } = event.data.json();
  // How many wait only a page knows; until one is opened the icon says that something does.
  scope.navigator.setAppBadge?.().catch(() => {});
  event.waitUntil(scope.registration.showNotification(title, { body, tag, lang, data: { url }, renotify: false }));
});

scope.addEventListener('notificationclick', (/** @type {any} */ event) => {
  event.notification.close();
  event.waitUntil(open(new URL(event.notification.data.url, scope.location.origin).href));
});

/** A page of the site that is open goes there, or a new one. @param {string} url */
async function open(url) {
  const pages = await scope.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const there = pages.find((/** @type {any} */ page) => page.url === url) ?? null;
  return there ? there.focus() : scope.clients.openWindow(url);
}

scope.addEventListener('message', (/** @type {any} */ event) => {
  const { keep } = event.data ?? {};
  // What fails now is tried again by the next page.
  if (keep) event.waitUntil(keepPage(keep.page, keep.mark).catch(() => {}));
});

/** Keeps the page for when there is no line, with all files that it names. @param {string} page @param {string} mark changes with the release and the language */
async function keepPage(page, mark) {
  const name = `${KEPT}${mark}`;
  if (await caches.has(name)) return;
  const answer = await fetch(page, { cache: 'no-cache' });
  if (!answer.ok || answer.redirected) return;
  const text = await answer.clone().text();
  const named = [...text.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, found]) => new URL(found, page).href);
  const files = [...new Set(named)].filter((file) => file.startsWith(FILES));
  const got = await Promise.all(files.map((file) => fetch(file)));
  if (!got.every(({ ok }) => ok)) return;
  const cache = await caches.open(name);
  await Promise.all([cache.put(page, answer), ...files.map((file, at) => cache.put(file, got[at]))]);
  const old = (await caches.keys()).filter((one) => one.startsWith(KEPT) && one !== name);
  await Promise.all(old.map((one) => caches.delete(one)));
}

scope.addEventListener('fetch', (/** @type {any} */ event) => {
  const { request } = event;
  if (request.method !== 'GET') return;
  if (request.mode === 'navigate') event.respondWith(pageFor(event));
  else if (isAway && request.url.startsWith(FILES)) event.respondWith(fileFor(request));
});

/** @param {any} event */
async function pageFor(event) {
  try {
    const answer = (await event.preloadResponse) ?? (await fetch(event.request));
    isAway = false;
    return answer;
  } catch (error) {
    const kept = await caches.match(new URL('offline/', scope.registration.scope).href);
    if (!kept) throw error;
    isAway = true;
    return kept;
  }
}

/** @param {any} request */
async function fileFor(request) {
  try {
    return await fetch(request);
  } catch (error) {
    const kept = await caches.match(request, { ignoreVary: true });
    if (!kept) throw error;
    return kept;
  }
}

// A newer worker takes the place of this one at once: what it keeps is the same.
scope.addEventListener('install', () => scope.skipWaiting());
// Pages need not wait until the worker runs.
scope.addEventListener('activate', (/** @type {any} */ event) =>
  event.waitUntil(scope.registration.navigationPreload?.enable()),
);
