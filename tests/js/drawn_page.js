// The match page in a small DOM: its own template and modules, a socket that the test speaks through, and a clock that the test moves.
import { readFileSync } from 'node:fs';
import { Window } from 'happy-dom';

export const MATCH = 'k7m2p9qx4t';
const TEMPLATE = new URL('../../templates/match/match.html', import.meta.url);
/** What modules of the page take from the browser. */
const GLOBALS = [
  'document',
  'location',
  'Node',
  'Element',
  'HTMLElement',
  'Event',
  'KeyboardEvent',
  'MutationObserver',
  'ResizeObserver',
  'localStorage',
  'sessionStorage',
  'matchMedia',
  'addEventListener',
  'removeEventListener',
  'history',
  'getComputedStyle',
  'FormData',
];

/** Both clocks of the machine and all timers, which a test moves. @param {number} now milliseconds of the clock on the wall */
function createClock(now) {
  const [began, waiting] = [now, new Map()];
  let [time, last] = [now, 0];
  const wait =
    (every) =>
    (work, after = 0, ...rest) => {
      last += 1;
      waiting.set(last, {
        at: time + Math.max(0, after),
        work: () => work(...rest),
        every: every ? Math.max(1, after) : 0,
      });
      return last;
    };
  const forget = (timer) => void waiting.delete(timer);
  Date.now = () => time;
  performance.now = () => 5_000 + time - began;
  Object.assign(globalThis, {
    setTimeout: wait(false),
    setInterval: wait(true),
    clearTimeout: forget,
    clearInterval: forget,
  });
  return {
    /** So much time passes; what is due meanwhile is done in its order. @param {number} milliseconds */
    pass(milliseconds) {
      const end = time + milliseconds;
      for (;;) {
        const [[timer, due] = []] = [...waiting].sort(([a, one], [b, other]) => one.at - other.at || a - b);
        if (!due || due.at > end) break;
        time = Math.max(time, due.at);
        if (due.every) due.at += due.every;
        else waiting.delete(timer);
        due.work();
      }
      time = end;
    },
  };
}

/** The template as a server would send it in English: of its tags only the words are left, and of choices what most people see. */
function markup() {
  return readFileSync(TEMPLATE, 'utf8')
    .replace(/[\s\S]*\{% block main %\}|\{% endblock %\}/g, '')
    .replace(/\{% translate "([^"]*)" %\}/g, '$1')
    .replace(/\{% if (lesson|has_program) %\}((?!\{% endif)[\s\S])*?(\{% else %\}|\{% endif %\})/g, '')
    .replace(/<noscript>[\s\S]*<\/noscript>|\{[{%][\s\S]*?[%}]\}/g, '');
}

/**
 * Opens the page for one person, once in a process: its modules are loaded once. `now`: milliseconds of both clocks.
 * @param {{ now: number, bots?: Record<string, string>, reasons?: Record<string, string> }} facts
 */
export async function openMatchPage({ now, bots = {}, reasons = {} }) {
  const clock = createClock(now);
  const window = new Window({ url: `http://site.test/matches/${MATCH}/` });
  const { document } = window;
  document.getAnimations = () => [];
  document.title = 'Toy · Fogbound';
  document.documentElement.lang = 'en';
  document.body.innerHTML = markup();
  const page = {
    match: MATCH,
    game: 'toy',
    has_board: false,
    socket: '/ws/play/',
    person: 7,
    is_imagined: false,
    misses: 2,
    bots,
    reasons,
    preferences: [],
    until: [],
    vocabulary: { keys: {}, values: {}, events: {}, seats: [], orders: [] },
  };
  const data = document.createElement('script');
  Object.assign(data, { id: 'page', type: 'application/json', textContent: JSON.stringify(page) });
  document.body.append(data);
  // Somebody who has not pressed anything yet hears nothing.
  const navigator = { onLine: true, userActivation: { hasBeenActive: false }, language: 'en' };
  Object.defineProperty(globalThis, 'navigator', { value: navigator, configurable: true, writable: true });
  for (const name of GLOBALS) {
    const value = window[name];
    globalThis[name] = typeof value === 'function' && !/^[A-Z]/.test(name) ? value.bind(window) : value;
  }
  Object.assign(globalThis, { window, requestAnimationFrame: queueMicrotask });
  /** @type {any} */
  let line = null;
  class Line {
    sent = [];
    constructor() {
      line = this;
    }
    send(text) {
      this.sent.push(JSON.parse(text));
    }
    close() {}
  }
  globalThis.WebSocket = Line;
  await import('match/main.js');

  const went = [];
  window.location.assign = (url) => went.push(url);
  /** All that has been promised comes to pass. */
  const settle = async () => {
    for (let turn = 0; turn < 20; turn += 1) await new Promise(setImmediate);
  };
  /** What the page has sent has arrived. */
  const answer = () => {
    for (const { type, ack } of line.sent.splice(0)) {
      const answered = type === 'ping' ? { type: 'pong', now: Date.now() } : { type: 'ack', ack };
      line.onmessage({ data: JSON.stringify(answered) });
    }
  };
  return {
    document,
    settle,
    /** Addresses to which the page went. @type {string[]} */
    went,
    /** The server says this. @param {object[]} messages */
    async say(...messages) {
      for (const message of messages) line.onmessage({ data: JSON.stringify({ match: MATCH, ...message }) });
      answer();
      await settle();
    },
    async drop() {
      line.onclose({ code: 1006 });
      await settle();
    },
    async open(person = page.person) {
      line.onmessage({ data: JSON.stringify({ type: 'welcome', protocol: 1, now: Date.now(), release: '1', person }) });
      await settle();
    },
    /** Time passes, and the server answers. @param {number} milliseconds */
    async pass(milliseconds) {
      for (let left = milliseconds; left > 0; left -= 1000) {
        clock.pass(Math.min(1000, left));
        answer();
        await settle();
      }
    },
    /** What the page has sent of that type since the server last spoke. @param {string} type */
    sent: (type) => line.sent.filter((message) => message.type === type),
    /** The words of an element as they are seen, a line for each part. @param {string} selector @returns {string[]} */
    read: (selector) => [...document.querySelectorAll(selector)].flatMap(linesOf),
    /** @param {string} selector @param {string} words */
    button: (selector, words) =>
      [...document.querySelectorAll(`${selector} button`)].find(
        (button) => button.textContent === words && isSeen(button),
      ),
  };
}

/** @param {any} element */
const isSeen = (element) => !element.closest('[hidden]') && !element.closest('details:not([open]) > :not(summary)');

/** Elements that stand beside each other in a line of words. */
const INLINE = new Set(['SPAN', 'A', 'BUTTON', 'STRONG', 'SMALL', 'B', 'BDI', 'SVG', 'USE', 'TITLE', 'svg', 'use']);

/** @param {any} element @returns {string[]} */
function linesOf(element) {
  if (!isSeen(element) || element.getAttribute('aria-hidden') === 'true') return [];
  const parts = [''];
  for (const node of element.childNodes) {
    if (node.nodeType === 3) parts[parts.length - 1] += node.textContent;
    else if (node.nodeType === 1 && INLINE.has(node.tagName)) parts[parts.length - 1] += ` ${linesOf(node).join(' ')} `;
    else if (node.nodeType === 1) parts.push(...linesOf(node), '');
  }
  return parts.map((part) => part.replace(/\s+/g, ' ').trim()).filter(Boolean);
}
