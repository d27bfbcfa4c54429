/**
 * When was that, here? Moments that the server has written in its own zone, in the zone and the language of the reader; and how long ago
 * something was, which goes on while the page is open. Without scripts the page says UTC.
 *
 * @typedef {"moment" | "day" | "short" | "ago" | "left"} Kind what of it is shown; "short": without the year if it is this one
 */
import { language, load, t } from 'app/i18n.js';
import { onWaking, ticks, today } from 'app/waking.js';

/** @type {Record<Exclude<Kind, "ago" | "left"> | "whole", Intl.DateTimeFormatOptions>} */
const FORMS = {
  moment: { dateStyle: 'medium', timeStyle: 'short' },
  day: { dateStyle: 'medium' },
  short: { month: 'short', day: 'numeric', hour: '2-digit', minute: '2-digit' },
  whole: { dateStyle: 'medium', timeStyle: 'long' },
};
/** Seconds in each unit, the largest first. @type {[Intl.RelativeTimeFormatUnit, number][]} */
const UNITS = [
  ['year', 31_557_600],
  ['month', 2_629_800],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
];
/** Milliseconds between two looks at what was long ago. */
const LOOK_EVERY = 15_000;

/** When each element came, by `ticks`: how long ago it was then is written in it. @type {WeakMap<Element, number>} */
const came = new WeakMap();
/** Milliseconds that the clock of `ticks` has stood still. */
let slept = 0;

/** @param {string} iso @param {Exclude<Kind, "ago" | "left"> | "whole"} kind @param {string} [zone] another than the reader's */
export function inWords(iso, kind, zone) {
  const at = new Date(iso);
  const form = kind === 'short' && at.getFullYear() !== new Date(today()).getFullYear() ? 'moment' : kind;
  return new Intl.DateTimeFormat(language(), { ...FORMS[form], timeZone: zone }).format(at);
}

/** How long ago, in words. @param {number} seconds */
export function agoInWords(seconds) {
  const [unit, size] = UNITS.find(([, least]) => seconds >= least) ?? ['minute', 60];
  return new Intl.RelativeTimeFormat(language(), { numeric: 'auto' }).format(-Math.floor(seconds / size), unit);
}

/** How long it is until then, in words. @param {number} seconds */
export function leftInWords(seconds) {
  if (seconds < 60) return t('less than a minute left');
  const [unit, size] = UNITS.find(([, least]) => seconds >= least) ?? ['minute', 60];
  const form = new Intl.NumberFormat(language(), { style: 'unit', unit, unitDisplay: 'long' });
  return t('{time} left', { time: form.format(Math.floor(seconds / size)) });
}

/** Writes all moments below an element in the reader's zone. @param {ParentNode} root */
export function localise(root) {
  for (const element of root.querySelectorAll('time[data-local]')) write(/** @type {HTMLTimeElement} */ (element));
}

/** @param {HTMLTimeElement} element */
function write(element) {
  const kind = /** @type {Kind} */ (element.dataset.local);
  const full = inWords(element.dateTime, 'whole');
  const text =
    kind === 'ago'
      ? agoInWords(ageOf(element))
      : kind === 'left'
        ? leftInWords(Number(element.dataset.left) - sinceItCame(element))
        : inWords(element.dateTime, kind);
  if (element.textContent !== text) element.textContent = text;
  element.title = full;
}

/** In seconds. @param {HTMLTimeElement} element */
const ageOf = (element) => Number(element.dataset.age) + sinceItCame(element);

/** Seconds since it was written, without the clock of this device, which may be wrong. @param {HTMLTimeElement} element */
function sinceItCame(element) {
  const now = ticks() + slept;
  if (!came.has(element)) came.set(element, now);
  return (now - /** @type {number} */ (came.get(element))) / 1000;
}

/** What a server has written, without what this has made of it. @param {Element} copy changed */
export function asWritten(copy) {
  for (const element of copy.querySelectorAll('time[data-local]')) {
    element.removeAttribute('title');
    element.textContent = '';
  }
  return copy;
}

/** Begins with the page. What is left is said in words of ours, which come after it; until then the server's stand there. */
export function keepTimes() {
  const writeAll = (/** @type {string} */ which) => {
    for (const element of document.querySelectorAll(which)) write(/** @type {HTMLTimeElement} */ (element));
  };
  writeAll('time[data-local]:not([data-local=left])');
  const look = () => writeAll('time:is([data-local=ago], [data-local=left])');
  void load('app/times.js').then(look);
  setInterval(look, LOOK_EVERY);
  onWaking((gap) => {
    // A clock that was set back is no sleep; one that was set forward cannot be told from it, and the next page says it rightly.
    slept += Math.max(0, gap);
    look();
  });
}
