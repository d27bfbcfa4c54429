/**
 * What does the page show that comes when there is no line? The last list of my matches that this browser keeps, of the one who is logged in here and nobody
 * else, and how many orders wait. It loads the wanted page as soon as the line is back.
 *
 * @typedef {import('app/installed.js').Kept} Kept
 */
import { h, replace } from 'app/dom.js';
import { keptOfLast, LISTS } from 'app/kept.js';

const dates = new Intl.DateTimeFormat(document.documentElement.lang || undefined, {
  dateStyle: 'medium',
  timeStyle: 'short',
});
/** @param {number} at */
const time = (at) => h('time', { datetime: new Date(at).toISOString() }, dates.format(at));

/** @param {ParentNode} page @param {{ at: number, matches: Kept[] } | null} kept @param {number} unsent matches whose orders wait in this browser */
export function show(page, kept, unsent) {
  const part = (/** @type {string} */ id) => /** @type {HTMLElement} */ (page.querySelector(`#${id}`));
  part('offline-unsent').hidden = !unsent;
  replace(part('offline-unsent-number'), String(unsent));
  part('offline-list').hidden = !kept?.matches.length;
  part('offline-none').hidden = Boolean(kept?.matches.length);
  if (!kept?.matches.length) return;
  replace(part('offline-at'), time(kept.at));
  replace(part('offline-matches'), ...kept.matches.map(line));
}

/** @param {Kept} one */
const line = (one) =>
  h(
    'li',
    { class: one.waits ? 'offline-match due' : 'offline-match' },
    h('a', { href: one.url }, h('strong', null, one.name)),
    h(
      'span',
      { class: 'facts' },
      ...one.facts.map((fact) => h('span', null, fact)),
      one.deadline !== null && h('span', null, time(one.deadline)),
    ),
    one.state && h('span', { class: one.waits ? 'tag due' : 'tag' }, one.state),
  );

if (document.getElementById('offline-list')) {
  const { list, unsent } = keptOfLast(LISTS.mine, LISTS.drafts);
  show(document, list, unsent);
  document.getElementById('offline-again')?.addEventListener('click', () => location.reload());
  addEventListener('online', () => location.reload());
}
