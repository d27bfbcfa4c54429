/**
 * Will the site be away soon, and is there a newer one already? The announcement on every page: updated while the page is open, announced to screen
 * readers politely, and dismissed by the reader until it changes. With the same question the page hears of a new release (app/new_release.js).
 *
 * @typedef {{ mark: string, at: number | null, text: string }} Announcement
 */
import { get } from 'app/api.js';
import { h, icon, replace } from 'app/dom.js';
import { language, load, t } from 'app/i18n.js';
import { createStrip } from 'app/new_release.js';
import { onWaking } from 'app/waking.js';

const EVERY = 60_000;
const KEY = 'fogbound.maintenance';

/** The beginning in the zone of the reader. @param {number} at */
const timeOf = (at) =>
  h(
    'time',
    { datetime: new Date(at).toISOString() },
    new Intl.DateTimeFormat(language(), { dateStyle: 'medium', timeStyle: 'short' }).format(at),
  );

/**
 * @param {HTMLElement} box the page's element for it, empty or filled by the server
 * @param {{ ask?: (url: string, how: import('app/api.js').How) => Promise<{ maintenance: Announcement | null, release?: string }>, storage?: Storage, isHidden?: () => boolean, onRelease?: (release: string) => void }} [config] replaced in tests, but for `onRelease`: is told which release the site has now
 */
export function keepAnnounced(box, config = {}) {
  const ask = config.ask ?? get;
  // A browser that blocks storage throws when `localStorage` is read.
  const storage = () => config.storage ?? localStorage;
  const isHidden = config.isHidden ?? (() => document.hidden);
  let shown = ' ';

  /** @param {Announcement | null} found */
  function show(found) {
    const mark = found?.mark ?? '';
    // The time goes once it is past, though nothing else has changed.
    const drawn = `${mark} ${found?.at ?? ''}`;
    if (drawn === shown) return;
    shown = drawn;
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
        found.at !== null && timeOf(found.at),
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
      storage().setItem(KEY, box.dataset.mark ?? '');
    } catch {
      // Storage is not available: the announcement appears again on the next page.
    }
    replace(box);
  }

  async function look() {
    if (isHidden()) return;
    try {
      const { maintenance, release } = await ask(/** @type {string} */ (box.dataset.url), {
        wants: ['maintenance'],
        isForAnybody: true,
      });
      if (maintenance) await load('app/maintenance.js');
      show(maintenance);
      if (release) config.onRelease?.(release);
    } catch {
      // The site or the connection is down: the page reports that by other means.
    }
  }

  return { look };
}

const box = typeof document === 'undefined' ? null : document.getElementById('maintenance');
if (box) {
  const { look } = keepAnnounced(box, { onRelease: createStrip().hear });
  if (box.dataset.mark) look();
  // A random delay, so that not all pages ask in the same second.
  setInterval(look, EVERY * (0.9 + Math.random() / 5));
  onWaking(look);
}
