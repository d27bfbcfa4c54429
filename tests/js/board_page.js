// A game's board and panel on a page without a browser: elements are happy-dom's, canvases remember what is painted on them. Sizes are
// told, not laid out. `boardPage(context, game, moment, how)` shows a moment of a real match, which `moments.py` plays with the engine.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { Window } from 'happy-dom';
import { platesOn, RecordingCanvas, SEGMENTS, strokesOn, wordsOn } from './recording_canvas.js';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const PYTHON = existsSync(`${ROOT}.venv/bin/python`) ? `${ROOT}.venv/bin/python` : 'python3';
export const WIDE = { width: 900, height: 640 };
export const PHONE = { width: 390, height: 460 };

/** Plays matches for all tests of this process: to start takes as long as many steps, and what was played once goes on from there. */
let player = null;

function startPlayer() {
  const child = spawn(PYTHON, ['-m', 'tests.moments'], { cwd: ROOT, stdio: ['pipe', 'pipe', 'inherit'] });
  const answers = createInterface({ input: child.stdout });
  const parts = /** @type {any[]} */ ([child, child.stdin, child.stdout]);
  // Nobody waits for it but whoever asks.
  const hold = (isAsked) => {
    for (const part of parts) isAsked ? part.ref() : part.unref();
  };
  hold(false);
  const end = once(child, 'exit').then(([code]) => Promise.reject(new Error(`tests.moments ended with ${code}`)));
  end.catch(() => {});
  const ask = async (question) => {
    hold(true);
    child.stdin.write(`${question}\n`);
    const [answer] = await Promise.race([once(answers, 'line'), end]);
    hold(false);
    return answer;
  };
  // One after the other: files that share a process may ask at once.
  let last = Promise.resolve();
  return (question) => {
    last = last.then(() => ask(question));
    return last;
  };
}

/**
 * Moments of matches between bots, as one seat sees them: `{info, frames, seat, orders, forecast}` by name.
 * @param {Record<string, {game: string, bots?: string[], options?: Record<string, unknown>, step?: number, seat?: number | 'referee', orders?: unknown, last?: number}>} wanted
 * @returns {Promise<Record<string, any>>}
 */
export async function moments(wanted) {
  player ??= startPlayer();
  return JSON.parse(await player(JSON.stringify(wanted)));
}

/** Colours of the site by name of the custom property. @param {'dark' | 'light'} theme */
export function colours(theme) {
  const blocks = readFileSync(`${ROOT}static/css/tokens.css`, 'utf8').matchAll(/([^{}]+)\{([^{}]*)\}/g);
  const found = {};
  for (const [, selector, body] of blocks) {
    const isMine = /:root\b(?![:[])/.test(selector) || (theme === 'light' && selector.includes('[data-theme="light"]'));
    if (isMine) for (const [, name, value] of body.matchAll(/(--[\w-]+):\s*([^;]+);/g)) found[name] = value;
  }
  return found;
}

const patient = setImmediate;
const AHEAD = 1000;
const MANY = 2000;

/** Frames and timers of a page in their order, run when `rest` is asked for, at once: no test waits for a clock. */
function createClock() {
  let [now, last] = [0, 0];
  const waiting = new Map();
  const next = () => [...waiting].sort(([a, one], [b, other]) => one.at - other.at || a - b)[0];
  return {
    later(work, after = 0, ...rest) {
      last += 1;
      waiting.set(last, { at: now + Math.max(0, after), work: () => work(...rest) });
      return last;
    },
    cancel: (number) => void waiting.delete(number),
    /** Runs what is due within a second, and what that asks for, until nothing is left. */
    async rest() {
      const end = now + AHEAD;
      for (let i = 0; i < MANY; i += 1) {
        await new Promise((go) => patient(go));
        const [number, timer] = next() ?? [];
        if (!timer || timer.at > end) return;
        waiting.delete(number);
        now = timer.at;
        timer.work();
      }
      throw new Error('the page never comes to rest');
    },
  };
}

/** @param {'dark' | 'light'} theme */
function openPage(theme, isStill, isPainted) {
  const clock = createClock();
  const window = new Window({
    url: 'http://fogbound.test/',
    settings: { disableJavaScriptFileLoading: true, disableCSSFileLoading: true },
  });
  const { document } = window;
  document.getAnimations = () => [];
  const palette = colours(theme);
  const computed = window.getComputedStyle.bind(window);
  const canvases = new WeakMap();
  const canvasOf = (element) => canvases.get(element) ?? canvases.set(element, new RecordingCanvas()).get(element);
  Object.defineProperty(window.HTMLCanvasElement.prototype, 'getContext', {
    value(kind) {
      const canvas = canvasOf(this);
      [canvas.width, canvas.height] = [this.width, this.height];
      return canvas.getContext(kind);
    },
  });
  class Path2D {
    constructor() {
      for (const name of [...SEGMENTS, 'addPath']) this[name] = () => {};
    }
  }
  class DOMMatrix {
    constructor(values = [1, 0, 0, 1, 0, 0]) {
      [this.a, this.b, this.c, this.d, this.e, this.f] = values;
    }
    translate() {
      return this;
    }
    scale() {
      return this;
    }
    rotate() {
      return this;
    }
    translateSelf() {
      return this;
    }
    scaleSelf() {
      return this;
    }
    rotateSelf() {
      return this;
    }
    multiply() {
      return this;
    }
  }
  const seen = {
    window,
    document,
    navigator: window.navigator,
    history: window.history,
    location: window.location,
    localStorage: window.localStorage,
    sessionStorage: window.sessionStorage,
    matchMedia: (query) => ({
      matches: /reduced-motion/.test(query) ? isStill : /light/.test(query) ? theme === 'light' : false,
      addEventListener() {},
      removeEventListener() {},
    }),
    getComputedStyle: (element) => {
      const style = computed(element);
      return new Proxy(style, {
        get: (_, name) =>
          name === 'getPropertyValue'
            ? (wanted) => palette[wanted] ?? style.getPropertyValue(wanted)
            : name === 'fontFamily'
              ? 'sans-serif'
              : style[name],
      });
    },
    setTimeout: clock.later,
    clearTimeout: clock.cancel,
    requestAnimationFrame: (work) => clock.later(() => work(performance.now())),
    cancelAnimationFrame: clock.cancel,
    ResizeObserver: class {
      observe() {}
      disconnect() {}
    },
    OffscreenCanvas: RecordingCanvas,
    Path2D,
    DOMMatrix,
    // What is baked in the background never gets its turn: no ground, no relief, pixel by pixel.
    scheduler: isPainted ? undefined : { postTask: () => new Promise(() => {}) },
  };
  for (const name of [
    'Node',
    'Element',
    'HTMLElement',
    'SVGElement',
    'HTMLInputElement',
    'HTMLButtonElement',
    'HTMLSelectElement',
    'Event',
    'KeyboardEvent',
    'PointerEvent',
    'MouseEvent',
    'CustomEvent',
    'MutationObserver',
    'CSSStyleSheet',
  ])
    seen[name] = window[name];
  for (const [name, value] of Object.entries(seen))
    Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
  Object.assign(window, { setTimeout: clock.later, clearTimeout: clock.cancel });
  return { window, document, rest: clock.rest };
}

const isSeen = (element) => !element.closest('[hidden]');

/** @param {any} node */
function readable(node) {
  if (node.nodeType === 3) return node.textContent;
  if (node.hidden || node.tagName === 'STYLE') return '';
  return [...node.childNodes].map(readable).join(' ');
}

/**
 * The page is closed when the test ends.
 * @param {import('node:test').TestContext} context
 * @param {string} game @param {{info: any, frames: any[], seat: number | null, orders: any, forecast: any}} moment
 * @param {{theme?: 'dark' | 'light', size?: {width: number, height: number}, touch?: boolean, language?: string, first?: number, painted?: boolean, due?: (due: any) => void}} [how] `first`: so many frames are shown at once, `show` shows the others; `painted`: with grounds, which take most of the time and have no words; where those of the sea lie follows from them
 */
export async function boardPage(
  context,
  game,
  moment,
  {
    theme = 'dark',
    size = WIDE,
    touch = false,
    first = Infinity,
    painted = game === 'deep_blue',
    due = undefined,
    offers = {},
  } = {},
) {
  const { window, document, rest } = openPage(theme, true, painted);
  const [{ default: module }, i18n] = await Promise.all([import(`games/${game}/main.js`), import('app/i18n.js')]);
  const [board, panel] = ['board', 'context'].map((id) => {
    const element = document.createElement('div');
    element.id = id;
    document.body.append(element);
    return element;
  });
  const box = { x: 0, y: 0, left: 0, top: 0, right: size.width, bottom: size.height, ...size };
  Object.defineProperties(board, {
    clientWidth: { value: size.width },
    clientHeight: { value: size.height },
    getBoundingClientRect: { value: () => box },
    setPointerCapture: { value() {} },
    releasePointerCapture: { value() {} },
  });
  const said = [];
  let orders = moment.orders ?? module.emptyOrders();
  const page = { window, document, board, panel, said, module, orders: () => orders, drafted: [] };
  // Board and panel of one host share one session.
  const host = {
    info: moment.info,
    seat: moment.seat,
    readonly: moment.seat === null,
    t: i18n.t,
    tn: i18n.tn,
    reducedMotion: () => true,
    theme: () => theme,
    getOrders: () => orders,
    setOrders(next) {
      orders = next;
      page.drafted.push(next);
      for (const part of parts) part.setDrafts(orders, null);
    },
    announce: (text) => said.push(text),
    due,
    select() {},
    onSelect: () => () => {},
    ...offers,
  };
  const mounted = module.mountBoard(board, host);
  const column = module.mountPanel(panel, host);
  const parts = [mounted, column];
  context.after(() => {
    for (const part of parts) part.destroy();
    return window.happyDOM.close();
  });
  let previous = null;
  async function show(frame) {
    await mounted.show(frame, { previous, animate: false });
    column.show(frame);
    previous = frame;
  }
  for (const frame of moment.frames.slice(0, first)) await show(frame);
  for (const part of parts) part.setDrafts(orders, moment.forecast ?? null);
  await rest();
  /** Orders can be given, or not: between Ready and the next step nobody can. */
  page.setLocked = async (locked) => {
    for (const part of parts) part.setLocked(locked);
    await rest();
  };
  /** What the panel hears before the board does. */
  page.toPanel = (frame) => column.show(frame);
  /** What a game puts below a seat's name, as it stands in the strip. */
  page.beside = (seat) => document.body.appendChild(column.beside(seat));
  const shown = () =>
    [...board.children].filter(({ tagName, style }) => tagName === 'CANVAS' && style.visibility !== 'hidden');
  const all = (selector) => [...document.querySelectorAll(selector)];
  const pointer = (kind, x, y, more = {}) =>
    board.dispatchEvent(
      new window.PointerEvent(kind, {
        clientX: x,
        clientY: y,
        pointerId: 1,
        button: 0,
        bubbles: true,
        pointerType: touch ? 'touch' : 'mouse',
        ...more,
      }),
    );
  const frame = () => moment.frames.at(-1);
  return Object.assign(page, {
    rest,
    async show(frame) {
      await show(frame);
      await rest();
    },
    pointer,
    /** An order in words, as the text view takes it. */
    async command(text) {
      orders = module.parseCommand(text, orders, frame(), moment.info, null);
      for (const part of parts) part.setDrafts(orders, null);
      await rest();
    },
    /** What Ready would give away by accident. */
    doubt: () => mounted.doubt(),
    /** The draft in words, line by line. */
    drafts: () => module.describeOrders(orders, frame(), moment.info, null).map(({ text }) => text),
    /** The position in words. */
    textView: () =>
      module
        .describe(frame(), moment.info)
        .map(({ heading, lines }) => [heading, ...lines].join('\n'))
        .join('\n'),
    /** A button of the page by its name, or that begins with it. */
    button: (name) =>
      all('button').find(
        (one) => isSeen(one) && (one.getAttribute('aria-label') ?? one.textContent).startsWith(name),
      ) ?? null,
    /** What can be read in an element: not what waits hidden. */
    read: (element) => readable(element).replace(/\s+/g, ' ').trim(),
    async click(x, y, more) {
      for (const kind of ['pointermove', 'pointerdown', 'pointerup']) pointer(kind, x, y, more);
      await rest();
    },
    async press(...keys) {
      for (const key of keys) {
        board.dispatchEvent(new window.KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
        await rest();
      }
    },
    /** What the canvases of the board show, in pixels of the board. */
    words: () => shown().flatMap(wordsOn),
    /** Plates under words, of all layers. */
    plates: () => shown().flatMap(platesOn),
    /** The same, a list of texts for each canvas, the lowest first. */
    layers: () => shown().map((canvas) => wordsOn(canvas).map(({ text }) => text)),
    /** Colours and dashes of what was painted there. */
    strokes: () => shown().flatMap(strokesOn),
  });
}
