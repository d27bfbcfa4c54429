/**
 * What does this browser keep for when there is no line? The service worker with the page that it shows then, and the last list of my matches for that page.
 * The list lies with what is kept for the person: it goes when they log out, and nobody else's page finds it.
 *
 * @typedef {{ url: string, name: string, facts: string[], deadline: number | null, state: string, waits: boolean }} Kept
 */
import { keptJson, LISTS } from 'app/kept.js';
import { siteUrl } from 'app/site_url.js';
import { today } from 'app/waking.js';

const MOST = 60;
const list = keptJson(LISTS.mine);

/** The service worker of the site; the same for messages to this device and for pages without a line. */
export const worker = () => navigator.serviceWorker.register(siteUrl('/worker.js'), { scope: siteUrl('/') });

/** Has the worker keep the page for when there is no line. */
export async function keepOffline() {
  if (!('serviceWorker' in navigator)) return;
  const { release = '' } = document.documentElement.dataset;
  const mark = `${release} ${document.documentElement.lang}`;
  try {
    const { active } = await worker().then(() => navigator.serviceWorker.ready);
    active?.postMessage({ keep: { page: new URL(siteUrl('/offline/'), location.href).href, mark } });
  } catch {
    // The browser does not allow it here: without a line its own page shows.
  }
}

/** Keeps the list of my matches as this page shows it, now and whenever it changes. @param {HTMLElement} place */
export function keepList(place) {
  const keep = () => list.write({ at: today(), matches: read(place) });
  new MutationObserver(keep).observe(place, { childList: true, subtree: true });
  keep();
}

/** @param {HTMLElement} place @returns {Kept[]} */
export function read(place) {
  return [...place.querySelectorAll('.mine-card')].slice(0, MOST).map((card) => {
    const time = card.querySelector('time');
    const facts = [...card.querySelectorAll('.facts > span')].filter((one) => !one.querySelector('time'));
    return {
      url: card.querySelector('a')?.getAttribute('href') ?? '',
      name: textOf(card.querySelector('strong')),
      facts: facts.map(textOf).filter(Boolean),
      deadline: time ? Date.parse(time.dateTime) : null,
      state: textOf(card.querySelector('.mine-move, .tag:last-of-type')).split(':')[0],
      waits: card.classList.contains('due'),
    };
  });
}

/** @param {Element | null} element */
const textOf = (element) => (element?.textContent ?? '').replace(/\s+/g, ' ').trim();
