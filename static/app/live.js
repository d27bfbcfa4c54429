/**
 * How does a page of the lobby stay true? A websocket that brings pieces of HTML, made by the same templates as the page
 * itself. Connects again by itself; says when the line is down. Not here: matches (socket.js).
 */
import { csrfToken } from 'app/csrf.js';
import { language } from 'app/i18n.js';
import { socketUrl } from 'app/socket.js';

const FIRST_DELAY = 500;
const LAST_DELAY = 15_000;
/** Whoever was too slow to read (4009) comes back later than others: everything is told anew. */
const PENALTY_DELAY = 6_000;

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
  let closed = false;
  /** @type {WebSocket | null} */
  let line = null;
  open();

  function open() {
    let isShown = false;
    line = new WebSocket(socketUrl(`${path}?${query}`));
    line.onmessage = (event) => {
      // Not as it opens: a site that cannot read its database lets everybody in, and out again.
      if (!isShown) onState?.(true);
      isShown = true;
      failures = 0;
      onMessage(JSON.parse(event.data));
    };
    line.onclose = (event) => {
      if (closed) return;
      // One lost line in a moment is no news; a second one is.
      if (failures > 0) onState?.(false);
      const delay = Math.min(LAST_DELAY, FIRST_DELAY * 2 ** failures) + (event.code === 4009 ? PENALTY_DELAY : 0);
      failures += 1;
      setTimeout(open, delay * (0.5 + Math.random() / 2));
    };
  }

  return {
    close() {
      closed = true;
      line?.close();
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
