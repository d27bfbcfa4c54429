/**
 * The service worker: shows what the site sends while no page is open, and opens the page to which it leads. It answers no requests. A classic script,
 * because not every browser takes modules here.
 */
/** @type {any} */
const scope = self;

scope.addEventListener('push', (/** @type {any} */ event) => {
  const { title, body, url, tag, lang } = event.data.json();
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

// A newer worker takes the place of this one at once: it holds nothing.
scope.addEventListener('install', () => scope.skipWaiting());
