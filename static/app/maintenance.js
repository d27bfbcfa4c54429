/**
 * Will the site be away soon? The announcement that stands on every page: kept true while the page is open, told to screen readers
 * politely, and put away by its reader until it changes.
 *
 * @typedef {{ mark: string, at: number | null, text: string }} Announcement
 */
import { get } from 'app/api.js';
import { h, icon, replace } from 'app/dom.js';
import { language, load, t } from 'app/i18n.js';

const EVERY = 60_000;
const KEY = 'fogbound.maintenance';

/** When it begins, by the reader's own clock. @param {number} at @param {string} tag */
export const moment = (at, tag) => new Intl.DateTimeFormat(tag, { dateStyle: 'medium', timeStyle: 'short' }).format(at);

/**
 * @param {HTMLElement} box what the page has for it, empty or filled by the server
 * @param {{ ask?: (url: string) => Promise<{ maintenance: Announcement | null }>, storage?: Storage, isHidden?: () => boolean }} [config] replaced in tests
 */
export function keepAnnounced(box, config = {}) {
  const ask = config.ask ?? get;
  // A browser that keeps nothing for us throws as soon as it is named.
  const storage = () => config.storage ?? localStorage;
  const isHidden = config.isHidden ?? (() => document.hidden);
  let shown = '';

  /** @param {Announcement | null} found */
  function show(found) {
    const mark = found?.mark ?? '';
    if (mark === shown) return;
    shown = mark;
    box.dataset.mark = mark;
    if (!found || isPutAway(mark)) return replace(box);
    const label = t('Put this away');
    replace(
      box,
      h(
        'p',
        { class: 'notice' },
        h('strong', null, t('Maintenance')),
        ' ',
        h('span', null, found.text),
        found.at !== null && ' ',
        found.at !== null && h('time', { datetime: new Date(found.at).toISOString() }, moment(found.at, language())),
        h('button', { type: 'button', class: 'tool', 'aria-label': label, title: label, onclick: putAway }, icon('x')),
      ),
    );
  }

  /** @param {string} mark */
  function isPutAway(mark) {
    try {
      return storage().getItem(KEY) === mark;
    } catch {
      return false;
    }
  }

  function putAway() {
    try {
      storage().setItem(KEY, shown);
    } catch {
      // No storage: it is back on the next page.
    }
    replace(box);
  }

  async function look() {
    if (isHidden()) return;
    try {
      const { maintenance } = await ask(/** @type {string} */ (box.dataset.url));
      if (maintenance) await load();
      show(maintenance);
    } catch {
      // The site is away, or the line is: the page says so by other means.
    }
  }

  return { look };
}

const box = typeof document === 'undefined' ? null : document.getElementById('maintenance');
if (box) {
  const { look } = keepAnnounced(box);
  if (box.dataset.mark) look();
  // Not all pages in the same second.
  setInterval(look, EVERY * (0.9 + Math.random() / 5));
  document.addEventListener('visibilitychange', look);
}
