/**
 * How does a page of the lobby stay up to date, and the list below its bell? A websocket brings pieces of HTML, made by the same templates as the page
 * itself. It reconnects by itself, also after a connection that died without being closed, and reports when it is down. Not here: matches (socket.js).
 */
import { csrfToken } from 'app/csrf.js';
import { language } from 'app/i18n.js';
import { state } from 'app/rest.js';
import { siteUrl } from 'app/site_url.js';
import { socketUrl } from 'app/socket.js';
import { asWritten, localise } from 'app/times.js';
import { onWaking, ticks } from 'app/waking.js';

const FIRST_DELAY = 500;
const LAST_DELAY = 15_000;
/** Milliseconds until a reader that was too slow (code 4009) reconnects: later than others, because it gets everything again. */
const PENALTY_DELAY = 6_000;
/** Greatest time for a new connection to open, and then to bring its first message: the lists are long, and some connections are slow. */
const FIRST_WITHIN = 30_000;
/** Tolerance for a heartbeat that comes later than the server announced. */
const LATE = 10_000;
/** How long a page that is looked at again waits for a sign of life before it says that it may be out of date, and connects anew. */
const SEEN_WITHIN = 1_500;
/** Time to reconnect before the loss of a connection is reported; a second loss is reported at once. */
const NEWS_AFTER = 3_000;

/**
 * `notices`: of these alone, for a page that somebody looks at (`only`) or one in the background (`away`).
 * @param {{ path?: string, table?: string, queue?: boolean, notices?: '' | 'only' | 'away', onMessage: (message: any) => void, onState?: (online: boolean) => void }} config
 * @returns {{ close: () => void }}
 */
export function connectLobby({
  path = siteUrl('/ws/lobby/'),
  table = '',
  queue = false,
  notices = '',
  onMessage,
  onState,
}) {
  const query = new URLSearchParams({
    language: language().toLowerCase(),
    ...(table ? { table } : {}),
    ...(queue ? { queue: '1' } : {}),
    ...(notices ? { notices } : {}),
  });
  let failures = 0;
  /** @type {WebSocket | null} null while the page waits until it connects again */
  let line = null;
  /** Time at which a silent connection counts as dead: timers stop while the page is frozen. */
  let deadAt = Infinity;
  /** @type {any} */
  let silence = null;
  /** @type {any} */
  let retry = null;
  /** @type {any} */
  let news = null;
  /** What the newest connection has shown. */
  let isShown = false;
  /** @type {any} since somebody looks at the page again, until there is a sign of life */
  let doubt = null;
  const catchingUp = state('line');
  const closing = new AbortController();
  const { signal } = closing;
  // The network has changed: the old connection is dead even if the browser still has it open.
  addEventListener('online', renew, { signal });
  const sleepOn = onWaking(wake);
  open();

  function open() {
    clearTimeout(retry);
    catchingUp(true);
    isShown = false;
    /** Greatest silence of this connection; no limit for a server of an older release, which sends no heartbeats. */
    let longest = Infinity;
    const mine = new WebSocket(socketUrl(`${path}?${query}`));
    line = mine;
    expectWithin(FIRST_WITHIN);
    mine.onopen = () => line === mine && expectWithin(FIRST_WITHIN);
    mine.onmessage = (event) => {
      if (line !== mine) return;
      const message = JSON.parse(event.data);
      clearTimeout(doubt);
      doubt = null;
      if (message.type === 'alive') longest = message.within * 1000 + LATE;
      expectWithin(longest);
      if (message.type === 'alive') return;
      // Not on opening: a site that cannot read its database accepts connections and then closes them.
      if (!isShown) {
        clearTimeout(news);
        news = null;
        onState?.(true);
      }
      isShown = true;
      failures = 0;
      onMessage(message);
      catchingUp(false);
    };
    mine.onclose = (event) => line === mine && lost(event.code);
  }

  /** @param {number} patience */
  function expectWithin(patience) {
    clearTimeout(silence);
    deadAt = ticks() + patience;
    silence = patience === Infinity ? null : setTimeout(giveUp, patience);
  }

  function giveUp() {
    const dead = line;
    lost(1006);
    dead?.close();
  }

  /** @param {number} code */
  function lost(code) {
    line = null;
    catchingUp(true);
    clearTimeout(silence);
    if (failures > 0) onState?.(false);
    else news ??= setTimeout(() => onState?.(false), NEWS_AFTER);
    const delay = Math.min(LAST_DELAY, FIRST_DELAY * 2 ** failures) + (code === 4009 ? PENALTY_DELAY : 0);
    failures += 1;
    retry = setTimeout(open, delay * (0.5 + Math.random() / 2));
  }

  /** Replaces the connection with a new one at once. */
  function renew() {
    const old = line;
    line = null;
    open();
    old?.close();
  }

  /**
   * A page that is looked at again reconnects without delay, replaces a connection that has been silent for too long, and asks any other
   * for a sign of life. @param {number} slept milliseconds that no clock but the one on the wall has counted
   */
  function wake(slept) {
    deadAt -= Math.max(0, slept);
    if (document.hidden) return;
    if (!line || ticks() > deadAt) renew();
    else if (isShown && doubt === null) line.send('{"type":"alive"}');
    doubt ??= setTimeout(() => {
      doubt = null;
      onState?.(false);
      if (isShown) renew();
    }, SEEN_WITHIN);
  }

  return {
    close() {
      closing.abort();
      catchingUp(false);
      sleepOn();
      for (const timer of [silence, retry, news, doubt]) clearTimeout(timer);
      const old = line;
      line = null;
      old?.close();
    },
  };
}

/**
 * Replaces an element's content with HTML of the server: forms get the page's token, and the focus stays. Content that is
 * equal stays untouched, so that a click that has just begun is not lost.
 * @param {Element} element @param {string} html
 */
export function swap(element, html) {
  if (plain(element) === plain(parsed(html))) return;
  const focused = element.contains(document.activeElement) ? /** @type {HTMLElement} */ (document.activeElement) : null;
  const place = focused ? reachable(element).indexOf(focused) : -1;
  const fields = /** @type {NodeListOf<HTMLInputElement | HTMLSelectElement>} */ (
    element.querySelectorAll('select, input[type=password]')
  );
  const chosen = new Map([...fields].map((field) => [field.id, field.value]));
  element.innerHTML = html;
  for (const form of element.querySelectorAll('form')) addToken(form);
  localise(element);
  for (const [id, value] of chosen) {
    const field = /** @type {HTMLInputElement | null} */ (id ? element.querySelector(`#${CSS.escape(id)}`) : null);
    if (field) field.value = value;
  }
  if (!focused) return;
  const again = focused.id
    ? /** @type {HTMLElement | null} */ (element.querySelector(`#${CSS.escape(focused.id)}`))
    : null;
  (again ?? reachable(element)[place])?.focus();
}

/** @param {string} html */
function parsed(html) {
  const template = document.createElement('template');
  template.innerHTML = html;
  const box = document.createElement('div');
  box.append(template.content);
  return box;
}

/** The element's HTML as the server wrote it, without the tokens of forms. @param {Element} element */
function plain(element) {
  const copy = /** @type {Element} */ (element.cloneNode(true));
  for (const token of copy.querySelectorAll('[name=csrfmiddlewaretoken]')) token.remove();
  return asWritten(copy).innerHTML.trim();
}

/** @param {HTMLFormElement} form */
function addToken(form) {
  if (form.method !== 'post' || form.querySelector('[name=csrfmiddlewaretoken]')) return;
  const field = document.createElement('input');
  Object.assign(field, { type: 'hidden', name: 'csrfmiddlewaretoken', value: csrfToken() });
  form.prepend(field);
}

/** @param {Element} element @returns {HTMLElement[]} */
const reachable = (element) =>
  [...element.querySelectorAll('a[href], button:not([disabled]), select, input:not([type=hidden])')].map(
    (one) => /** @type {HTMLElement} */ (one),
  );

/** Shows or hides the page's line about the connection. @param {boolean} online */
export function showLine(online) {
  const note = document.getElementById('line-state');
  if (note) note.hidden = online;
}
