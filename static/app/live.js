/**
 * How does a page of the lobby stay true? A websocket that brings pieces of HTML, made by the same templates as the page
 * itself. Connects again by itself, also when the line is dead and nobody has closed it; says when it is down. Not here: matches (socket.js).
 */
import { csrfToken } from 'app/csrf.js';
import { language } from 'app/i18n.js';
import { socketUrl } from 'app/socket.js';

const FIRST_DELAY = 500;
const LAST_DELAY = 15_000;
/** Whoever was too slow to read (4009) comes back later than others: everything is told anew. */
const PENALTY_DELAY = 6_000;
/** How long a new line may take to open, and then to bring something: the lists are long, and some lines are slow. */
const FIRST_WITHIN = 30_000;
/** How much later than the server said a sign of life may come. */
const LATE = 10_000;
/** One lost line in a moment is no news; one that is not replaced so soon is, and a second one. */
const NEWS_AFTER = 3_000;

/**
 * @param {{ path?: string, table?: string, queue?: boolean, onMessage: (message: any) => void, onState?: (online: boolean) => void }} config
 * @returns {{ close: () => void }}
 */
export function connectLobby({ path = '/ws/lobby/', table = '', queue = false, onMessage, onState }) {
  const query = new URLSearchParams({
    language: language().toLowerCase(),
    ...(table ? { table } : {}),
    ...(queue ? { queue: '1' } : {}),
  });
  let failures = 0;
  /** @type {WebSocket | null} null while the page waits until it connects again */
  let line = null;
  /** When the line is dead unless something is heard, by this machine's clock: timers stand still while it sleeps. */
  let deadAt = Infinity;
  /** @type {any} */
  let silence = null;
  /** @type {any} */
  let retry = null;
  /** @type {any} */
  let news = null;
  const closing = new AbortController();
  const { signal } = closing;
  // What the old network carried is lost with it, whatever the browser believes.
  addEventListener('online', renew, { signal });
  document.addEventListener('visibilitychange', wake, { signal });
  open();

  function open() {
    clearTimeout(retry);
    let isShown = false;
    /** How long this line may be silent: a server of an older release gives no signs of life. */
    let longest = Infinity;
    const mine = new WebSocket(socketUrl(`${path}?${query}`));
    line = mine;
    expectWithin(FIRST_WITHIN);
    mine.onopen = () => line === mine && expectWithin(FIRST_WITHIN);
    mine.onmessage = (event) => {
      if (line !== mine) return;
      const message = JSON.parse(event.data);
      if (message.type === 'alive') longest = message.within * 1000 + LATE;
      expectWithin(longest);
      if (message.type === 'alive') return;
      // Not as it opens: a site that cannot read its database lets everybody in, and out again.
      if (!isShown) {
        clearTimeout(news);
        news = null;
        onState?.(true);
      }
      isShown = true;
      failures = 0;
      onMessage(message);
    };
    mine.onclose = (event) => line === mine && lost(event.code);
  }

  /** @param {number} patience */
  function expectWithin(patience) {
    clearTimeout(silence);
    deadAt = Date.now() + patience;
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
    clearTimeout(silence);
    if (failures > 0) onState?.(false);
    else news ??= setTimeout(() => onState?.(false), NEWS_AFTER);
    const delay = Math.min(LAST_DELAY, FIRST_DELAY * 2 ** failures) + (code === 4009 ? PENALTY_DELAY : 0);
    failures += 1;
    retry = setTimeout(open, delay * (0.5 + Math.random() / 2));
  }

  /** Instead of the line at hand, if there is one, a new one at once. */
  function renew() {
    const old = line;
    line = null;
    open();
    old?.close();
  }

  /** A page that comes to the front waits for nothing, and trusts no line that it has not heard of for long. */
  function wake() {
    if (document.hidden) return;
    if (!line || Date.now() > deadAt) renew();
  }

  return {
    close() {
      closing.abort();
      for (const timer of [silence, retry, news]) clearTimeout(timer);
      const old = line;
      line = null;
      old?.close();
    },
  };
}

/**
 * Puts HTML of the server in place of what an element holds: forms get the page's token, the focus stays where it was. What is
 * there already stays, so that no click is lost that has just begun.
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

/** What the server has written, without the tokens of forms. @param {Element} element */
function plain(element) {
  const copy = /** @type {Element} */ (element.cloneNode(true));
  for (const token of copy.querySelectorAll('[name=csrfmiddlewaretoken]')) token.remove();
  return copy.innerHTML.trim();
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
