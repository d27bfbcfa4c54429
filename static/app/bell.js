/**
 * What is new for me? The number at the bell and the list below it, on every page, as the account socket tells it. A notice that leads to the page
 * that somebody looks at has been read. Once, after a slow match, it asks whether this browser may show notices while no page is open.
 *
 * @typedef {{ id: number, kind: string, text: string, url: string, at: number, until: number | null, read: boolean }} Line
 */
import { ApiError, request } from 'app/api.js';
import { h, replace } from 'app/dom.js';
import { load, t, tn } from 'app/i18n.js';
import { keepList, keepOffline } from 'app/installed.js';
import { connectLobby } from 'app/live.js';
import { hearMessages } from 'app/messages.js';
import { canPush, refuse, renew, turnOn } from 'app/push.js';
import { siteUrl } from 'app/site_url.js';
import { tellTab } from 'app/tab.js';
import { inWords } from 'app/times.js';
import { trying } from 'app/trouble.js';
import { hearWaiting } from 'app/waiting.js';

const MOST = 99;
/** Milliseconds in the background after which nobody is here. The tab still says what waits. */
const LEFT_AFTER = 30_000;
/** The same after which a page in the background needs no line: mails and messages tell of what comes, and it asks anew when it is looked at. */
const GONE_AFTER = 15 * 60_000;

const bell = /** @type {HTMLDetailsElement} */ (document.getElementById('bell'));
const count = /** @type {HTMLElement} */ (bell.querySelector('.bell-count'));
const summary = /** @type {HTMLElement} */ (bell.querySelector('summary'));
const place = /** @type {HTMLElement} */ (document.getElementById('bell-list'));
const news = /** @type {HTMLElement} */ (document.getElementById('bell-news'));

/** @type {{ unread: number, newest: Line[], asks: boolean } | null} */
let told = null;
/** The newest notice that was told aloud, or was there when the page came. @type {number | null} */
let newest = null;

await load('app/bell.js');
/** @type {{ close: () => void } | null} */
let line = null;
/** @type {'only' | 'away'} as whom the line listens */
let as = 'away';
/** @type {any} */
let leaving = null;
document.addEventListener('visibilitychange', watch);
watch();
void renew();
const mine = document.getElementById('mine');
if (mine) keepList(mine);
void keepOffline();

/** Listens as somebody who is here while somebody looks: whoever has left the page in the background gets mails and messages. */
function watch() {
  clearTimeout(leaving);
  if (!document.hidden) listen('only');
  else if (line) leaving = setTimeout(leave, LEFT_AFTER);
  else leave();
  look();
}

function leave() {
  listen('away');
  leaving = setTimeout(() => {
    line?.close();
    line = null;
  }, GONE_AFTER);
}

/** @param {'only' | 'away'} who */
function listen(who) {
  if (line && as === who) return;
  as = who;
  line?.close();
  line = connectLobby({
    path: siteUrl('/ws/account/'),
    notices: who,
    onMessage: (message) => {
      if (message.type === 'notices') hear(message);
      else if (message.type === 'messages') hearMessages(message);
      else if (message.type === 'waiting') hearWaiting(message.matches);
    },
  });
}

/** @param {{ unread: number, newest: Line[], asks: boolean }} message */
function hear(message) {
  told = message;
  const { unread } = message;
  count.hidden = unread === 0;
  count.textContent = unread > MOST ? `${MOST}+` : String(unread);
  const words = unread ? tn('{n} new notice', '{n} new notices', unread) : t('Notices');
  summary.setAttribute('aria-label', words);
  summary.title = words;
  const first = message.newest.find((line) => !line.read);
  if (newest !== null && first && first.id > newest) news.textContent = first.text;
  newest = Math.max(newest ?? 0, message.newest[0]?.id ?? 0);
  // The page of the table says it by itself.
  const came = message.newest.find((line) => !line.read && line.kind === 'joined' && line.url !== location.pathname);
  tellTab({ came: came?.text ?? '' });
  show();
  look();
}

/** Whoever has the page open to which a notice leads has read it. */
function look() {
  if (document.hidden || !told) return;
  const here = told.newest.filter((line) => !line.read && line.url === location.pathname);
  if (!here.length) return;
  for (const line of here) line.read = true;
  const form = new FormData();
  for (const { id } of here) form.append('id', String(id));
  // If it fails, the next message tells of them again.
  request('POST', siteUrl('/notices/read/'), form, { wants: 'nothing' }).catch(() => {});
}

function show() {
  if (!told) return;
  const lines = told.newest.map((line) =>
    h(
      'a',
      { class: `bell-line${line.read ? '' : ' unread'}`, href: siteUrl(`/notices/${line.id}/`) },
      line.read ? null : h('span', { class: 'notice-dot', 'aria-hidden': 'true' }),
      h(
        'span',
        null,
        line.text,
        line.until === null
          ? null
          : h(
              'span',
              { class: 'muted small' },
              ` ${t('Until {time}', { time: inWords(new Date(line.until).toISOString(), 'short') })}`,
            ),
      ),
    ),
  );
  replace(
    place,
    ...(lines.length ? lines : [h('p', { class: 'small' }, t('Nothing new.'))]),
    told.asks && canPush() ? question() : null,
  );
}

function question() {
  return h(
    'div',
    { class: 'bell-question' },
    h('p', { class: 'small' }, t('Shall this browser tell you when a match waits, while no page of the site is open?')),
    h('button', { class: 'button slim', type: 'button', onclick: () => answer(turnOn) }, t('Yes, tell me')),
    ' ',
    h('button', { class: 'button slim', type: 'button', onclick: () => answer(refuse) }, t('No')),
  );
}

/** @param {() => Promise<string>} act */
async function answer(act) {
  try {
    news.textContent = await trying('push', act, () => answer(act));
  } catch (error) {
    news.textContent = error instanceof ApiError ? error.message : t('This browser does not allow it.');
  }
  if (told) told.asks = false;
  show();
}
