/**
 * What do staff announce, will the site be away soon, and is there a newer release? The announcements on every page: updated while the page is open,
 * told to screen readers politely, and dismissed one by one by the reader until they change. With the same question the page hears of a new
 * release (app/new_release.js).
 *
 * @typedef {{ mark: string, at: number | null, text: string }} Announcement of maintenance
 * @typedef {{ mark: string, text: string, language: string }} Told anything else
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
 * @param {{ ask?: (url: string, how: import('app/api.js').How) => Promise<{ maintenance: Announcement | null, announcements?: Told[], release?: string }>, storage?: Storage, isHidden?: () => boolean, onRelease?: (release: string) => void }} [config] replaced in tests, but for `onRelease`: is told which release the site has now
 */
export function keepAnnounced(box, config = {}) {
  const ask = config.ask ?? get;
  // A browser that blocks storage throws when `localStorage` is read.
  const storage = () => config.storage ?? localStorage;
  const isHidden = config.isHidden ?? (() => document.hidden);
  let shown = ' ';

  /** @param {Announcement | null} found @param {Told[]} others */
  function show(found, others) {
    // The time goes once it is past, though nothing else has changed.
    const drawn = [found && `${found.mark} ${found.at ?? ''}`, ...others.map(({ mark }) => mark)].join('|');
    if (drawn === shown) return;
    shown = drawn;
    const away = putAway();
    const all = found ? [{ ...found, language: '' }, ...others.map((one) => ({ ...one, at: null }))] : others;
    replace(
      box,
      all
        .filter(({ mark }) => !away.includes(mark))
        .map((one) => paragraph(one.mark, one === all[0] && found !== null, one)),
    );
    // What has gone is kept no longer.
    keep(away.filter((mark) => all.some((one) => one.mark === mark)));
  }

  /** @param {string} mark @param {boolean} isMaintenance @param {{ text: string, at?: number | null, language: string }} told */
  function paragraph(mark, isMaintenance, { text, at = null, language: spoken }) {
    const label = t('Put this away');
    const line = h(
      'p',
      { class: 'notice', dataset: { mark } },
      isMaintenance && h('strong', null, t('Maintenance')),
      isMaintenance && ' ',
      h('span', spoken ? { lang: spoken } : null, text),
      at !== null && ' ',
      at !== null && timeOf(at),
      h('button', { type: 'button', class: 'tool', 'aria-label': label, title: label, onclick: dismiss }, icon('x')),
    );

    function dismiss() {
      keep([...putAway(), mark]);
      line.remove();
    }

    return line;
  }

  /** The marks of what the reader has put away. @returns {string[]} */
  function putAway() {
    try {
      return (storage().getItem(KEY) ?? '').split(' ').filter(Boolean);
    } catch {
      return [];
    }
  }

  /** @param {string[]} marks */
  function keep(marks) {
    try {
      storage().setItem(KEY, marks.join(' '));
    } catch {
      // Storage is not available: what was put away appears again on the next page.
    }
  }

  async function look() {
    if (isHidden()) return;
    try {
      const {
        maintenance,
        announcements = [],
        release,
      } = await ask(/** @type {string} */ (box.dataset.url), {
        wants: ['maintenance'],
        isForAnybody: true,
      });
      if (maintenance || announcements.length) await load('app/maintenance.js');
      show(maintenance, announcements);
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
  // What the server has written gets its button, or goes if it was put away.
  if (box.childElementCount) look();
  // A random delay, so that not all pages ask in the same second.
  setInterval(look, EVERY * (0.9 + Math.random() / 5));
  onWaking(look);
}
