/**
 * Is there a line to the server, and what came over it? One websocket for all matches of a page (docs/protocol.md).
 *
 * Reconnects by itself and watches again from the last frame, also when the site could not read the match for a moment; everything else that was under way is refused with code
 * "offline" and never sent a second time behind its owner's back.
 *
 * @typedef {import("../types").ServerMessage} ServerMessage
 * @typedef {import("../types").Audience} Audience
 * @typedef {"connecting" | "online" | "offline" | "stranger" | "barred"} LineState
 *   "stranger": the site is there, but takes us for somebody else than the page was made for; "barred": it lets this person in no more
 * @typedef {{ as: Audience, since: () => number | null, failures: number, timer: any, isCut: boolean }} Watch
 *   `isCut`: the site tells nothing of the match just now, though there is a line
 */
import { t } from 'app/i18n.js';
import { state as busyState, during } from 'app/rest.js';
import { onWaking, ticks } from 'app/waking.js';

const FIRST_DELAY = 300;
/** Slow enough for a site that is away for long, quick enough for one that is killed and serves again a second later. */
const GROWTH = 1.5;
const LAST_DELAY = 20_000;
/** So often a page looks whether its person is logged in again; and whenever it comes to the front. */
const STRANGER_DELAY = 20_000;
/** A connection closed for bad behaviour (4008, 4009) waits longer. */
const PENALTY_DELAY = 6_000;
const SHUT_OUT = 4401;
/** The site asks for another line: to another of its processes, or because this one ends. It is no news unless there is none. */
const ASKED = 1012;
const PING_EVERY = 20_000;
const PONG_WITHIN = 8_000;
/** The same while the browser knows of no network: only a site on this very machine still answers, and that at once. */
const PONG_WITHOUT_NETWORK = 1_500;
/** The same when somebody looks at the page again: then it is up to date, or says that it is not. */
const PONG_WHEN_SEEN = 1_500;
const ANSWER_WITHIN = 20_000;
/** How long a match that the site could not read waits until it is watched again; longer after each failure. */
const WATCH_AGAIN_AFTER = 3_000;
/** Refusals of a watch that say "not just now". All others are final. */
export const PASSING = new Set(['unavailable', 'internal', 'no_answer']);
/** What comes at the same moment comes together; long messages are packed where the browser can unpack them by itself. */
const WANTED = typeof DecompressionStream === 'undefined' ? 'joined=1' : 'joined=1&packed=zlib';

/** A refusal of the server, or "offline" if it could not be asked or its answer was lost with the line. */
export class SocketError extends Error {
  /** @param {{ code: string, path?: string, message?: string, data?: any }} refusal */
  constructor(refusal) {
    super(refusal.message || refusal.code);
    this.code = refusal.code;
    this.path = refusal.path ?? '';
    this.data = refusal.data ?? {};
  }
}

/**
 * @param {{
 *   url: string,
 *   match?: string,
 *   person?: number | null,
 *   onMessage: (message: ServerMessage) => void,
 *   onState?: (state: LineState) => void,
 *   onCut?: (match: string) => void,
 *   create?: (url: string) => WebSocket,
 *   now?: () => number,
 *   random?: () => number,
 *   hasNetwork?: () => boolean,
 *   setTimer?: (run: () => void, delay: number) => any,
 *   clearTimer?: (timer: any) => void,
 * }} config `match`: the one that the page is about; a proxy brings everybody who has it open to the same process by it.
 *   `person`: the one that the page was made for: nothing is sent for, or shown to, anybody else. Left out or null: whoever it is
 *   `onCut`: of that match nothing is told for now, or again (`isCut`).
 *   `create`, `now`, `random`, `hasNetwork` and the timers are replaced in tests
 */
export function connect(config) {
  const create = config.create ?? ((url) => new WebSocket(url));
  const now = config.now ?? ticks;
  const random = config.random ?? Math.random;
  const hasNetwork = config.hasNetwork ?? (() => navigator.onLine !== false);
  const setTimer = config.setTimer ?? ((run, delay) => setTimeout(run, delay));
  const clearTimer = config.clearTimer ?? clearTimeout;

  /** @type {WebSocket | null} */
  let line = null;
  /** @type {LineState} */
  let state = 'connecting';
  const connecting = busyState('line');
  const address = `${config.url}?${config.match ? `match=${encodeURIComponent(config.match)}&` : ''}${WANTED}`;
  let closed = false;
  let failures = 0;
  let lastAck = 0;
  let offset = 0;
  let bestTrip = Infinity;
  let pingedAt = 0;
  /** @type {number | null} */
  let person = null;
  let isWelcome = false;
  /** @type {any} */
  let retryTimer = null;
  /** @type {any} */
  let pingTimer = null;
  /** @type {any} */
  let pongTimer = null;
  /** @type {Map<number, { resolve: (message: any) => void, reject: (error: SocketError) => void, timer: any }>} */
  const pending = new Map();
  /** @type {Map<string, Watch>} */
  const watches = new Map();

  connecting(true);
  open();

  function open() {
    clearTimer(retryTimer);
    retryTimer = null;
    const mine = create(address);
    line = mine;
    isWelcome = false;
    mine.binaryType = 'arraybuffer';
    const take = inOrder((text) => {
      for (const message of [JSON.parse(text)].flat()) if (line === mine) receive(message);
    });
    mine.onmessage = (event) => take(event.data);
    // Who was welcome and is shut out may be so to the site under another name, or under none.
    mine.onclose = ({ code }) => line === mine && lost(code, meaning(code));
    // An error is always followed by a close; that one is handled.
    mine.onerror = () => undefined;
    // Whoever was asked for another line is told soon if there is none.
    expectPong(failures && state === 'connecting' ? PONG_WHEN_SEEN : PONG_WITHIN);
  }

  /** @param {ServerMessage} message */
  function receive(message) {
    clearTimer(pongTimer);
    pongTimer = null;
    if (message.type === 'welcome') welcome(message);
    else if (message.type === 'pong') measure(message.now);
    const ack = 'ack' in message ? message.ack : null;
    const waiting = ack === null ? undefined : pending.get(ack);
    if (waiting && ack !== null) {
      pending.delete(ack);
      clearTimer(waiting.timer);
      if (message.type === 'error') waiting.reject(new SocketError(message));
      else waiting.resolve(message);
    }
    if (message.type !== 'ack' && message.type !== 'pong') config.onMessage(message);
    // Shown out by a fault of the site, not by its rules.
    if (message.type === 'bye' && message.code === 'internal') watchLater(message.match);
  }

  /** @param {import("../types").Welcome} message */
  function welcome(message) {
    isWelcome = true;
    failures = 0;
    bestTrip = Infinity;
    offset = message.now - now();
    // A process of an older release does not say.
    person = message.person === undefined ? (config.person ?? null) : message.person;
    if (config.person && person !== config.person) return turnAway();
    become('online');
    for (const match of watches.keys()) sendWatch(match);
    ping();
  }

  /** Logged out, or in as somebody else, since the page was made: as if there were no line, until its person is back. */
  function turnAway() {
    const mine = line;
    const isNews = state !== 'stranger';
    lost(1000, 'stranger');
    mine?.close(1000);
    // Still not the one it was made for, but it may be another than before.
    if (!isNews) config.onState?.(state);
  }

  /** The shorter the trip, the better the guess that the server's clock was read in its middle. @param {number} serverNow */
  function measure(serverNow) {
    const trip = now() - pingedAt;
    const guess = serverNow - (pingedAt + trip / 2);
    // Two true guesses are no further apart than this; else this machine slept between them, and its clock with it.
    const hasSlept = Math.abs(guess - offset) > (trip + bestTrip) / 2;
    if (trip > bestTrip && !hasSlept) return;
    bestTrip = trip;
    offset = guess;
  }

  /** @param {number} [within] when the answer must be there at the latest */
  function ping(within) {
    clearTimer(pingTimer);
    pingTimer = setTimer(ping, PING_EVERY);
    if (!line || state !== 'online') return;
    pingedAt = now();
    line.send('{"type":"ping"}');
    expectPong(within);
  }

  /** A line that says nothing for this long is dead, whatever the browser believes. @param {number} [within] */
  function expectPong(within = PONG_WITHIN) {
    clearTimer(pongTimer);
    const mine = line;
    pongTimer = setTimer(
      () => {
        if (!mine || line !== mine) return;
        lost(1006);
        mine.close();
      },
      hasNetwork() ? within : Math.min(within, PONG_WITHOUT_NETWORK),
    );
  }

  /** What a close means for the page. @param {number} code @returns {LineState} */
  function meaning(code) {
    if (isWelcome) return code === ASKED ? 'connecting' : 'offline';
    return code === SHUT_OUT ? 'barred' : 'offline';
  }

  /** @param {number} code @param {LineState} [next] */
  function lost(code, next = 'offline') {
    line = null;
    clearTimer(pingTimer);
    clearTimer(pongTimer);
    for (const watch of watches.values()) clearTimer(watch.timer);
    if (closed) return connecting(false);
    become(next);
    for (const [ack, waiting] of pending) {
      pending.delete(ack);
      clearTimer(waiting.timer);
      waiting.reject(unanswered());
    }
    if (next === 'stranger' || next === 'barred') {
      retryTimer = setTimer(open, STRANGER_DELAY);
      return;
    }
    retryTimer = setTimer(open, patience(FIRST_DELAY, failures, code === 4008 || code === 4009 ? PENALTY_DELAY : 0));
    failures += 1;
  }

  /** How long to wait after so many failures; not all clients the same. @param {number} first @param {number} times */
  function patience(first, times, penalty = 0) {
    return (Math.min(LAST_DELAY, first * GROWTH ** times) + penalty) * (0.5 + random() / 2);
  }

  /** @param {LineState} next */
  function become(next) {
    if (next === state) return;
    state = next;
    // Without its person a page waits for nothing.
    connecting(next === 'connecting' || next === 'offline');
    config.onState?.(state);
  }

  /** @param {string} match */
  function sendWatch(match) {
    const watch = watches.get(match);
    if (!watch) return;
    clearTimer(watch.timer);
    const mine = line;
    const isWanted = () => line === mine && watches.get(match) === watch;
    const since = watch.since();
    send('watch', { match, as: watch.as, since }).then(
      () => {
        if (!isWanted()) return;
        clearTimer(watch.timer);
        watch.failures = 0;
        cut(match, watch, false);
        // Another audience than the one of the last frame at hand: those frames have been forgotten, and no other came.
        if (since !== null && watch.since() === null) sendWatch(match);
      },
      (error) => {
        // Refusals of a watch arrive as error messages, which the page handles for all matches alike.
        if (!isWanted()) return;
        if (PASSING.has(error.code)) watchLater(match);
        // With the line lost it stays as it was: there will be another watch.
        else if (error.code !== 'offline') cut(match, watch, false);
      },
    );
  }

  /** Watches again after a while, if that is still wanted and the line has not been lost by then. @param {string} match */
  function watchLater(match) {
    const watch = watches.get(match);
    if (!watch) return;
    clearTimer(watch.timer);
    watch.timer = setTimer(() => sendWatch(match), patience(WATCH_AGAIN_AFTER, watch.failures));
    watch.failures += 1;
    cut(match, watch, true);
  }

  /** @param {string} match @param {Watch} watch @param {boolean} isCut */
  function cut(match, watch, isCut) {
    if (watch.isCut === isCut) return;
    watch.isCut = isCut;
    config.onCut?.(match);
  }

  /**
   * Sends a message and promises its answer (ack, forecast). Rejects with SocketError; code "offline" if there is no line.
   * @param {string} type @param {Record<string, unknown>} [fields] @returns {Promise<any>}
   */
  function send(type, fields) {
    const open = line;
    if (!open || state !== 'online') return Promise.reject(offline());
    lastAck += 1;
    const ack = lastAck;
    const answer = new Promise((resolve, reject) => {
      const timer = setTimer(() => {
        pending.delete(ack);
        reject(new SocketError({ code: 'no_answer', message: t('The server did not answer.') }));
      }, ANSWER_WITHIN);
      pending.set(ack, { resolve, reject, timer });
      open.send(JSON.stringify({ type, ...fields, ack }));
      if (pongTimer === null) expectPong();
    });
    return during('answer', answer);
  }

  return {
    send,
    /**
     * Watches a match from now on, across reconnections.
     * @param {string} match @param {Audience} as @param {() => number | null} since number of the last frame at hand
     */
    watch(match, as, since) {
      clearTimer(watches.get(match)?.timer);
      watches.set(match, { as, since, failures: 0, timer: null, isCut: watches.get(match)?.isCut ?? false });
      if (state === 'online') sendWatch(match);
    },
    /** @param {string} match */
    unwatch(match) {
      clearTimer(watches.get(match)?.timer);
      if (!watches.delete(match)) return;
      send('unwatch', { match }).catch(() => undefined);
    },
    /** Does the site tell nothing of a match that is watched, though there is a line? @param {string} match */
    isCut: (match) => watches.get(match)?.isCut ?? false,
    /** Asks again from the last frame at hand: after a gap. @param {string} match */
    rewatch(match) {
      if (state === 'online') sendWatch(match);
    },
    /** Tries at once instead of waiting: what is shown may be out of date (app/waking.js). */
    wake() {
      if (closed) return;
      if (!line) open();
      // A line that is slow by nature has its time.
      else if (state === 'online')
        ping(Math.min(PONG_WITHIN, Math.max(PONG_WHEN_SEEN, Number.isFinite(bestTrip) ? 3 * bestTrip : 0)));
    },
    close() {
      closed = true;
      clearTimer(retryTimer);
      line?.close(1000);
      lost(1000);
      watches.clear();
    },
    /** The server's time. */
    now: () => now() + offset,
    get state() {
      return state;
    },
    /** Whom the site takes us for; null: a stranger. */
    get person() {
      return person;
    },
  };
}

/**
 * Hands on what came, unpacked, in the order it came: unpacking takes a moment, and what comes after it waits.
 * @param {(text: string) => void} hear @returns {(data: string | ArrayBuffer) => void}
 */
function inOrder(hear) {
  let waiting = 0;
  let last = Promise.resolve();
  return (data) => {
    if (typeof data === 'string' && waiting === 0) {
      hear(data);
      return;
    }
    waiting += 1;
    const text = typeof data === 'string' ? data : unpack(data);
    const before = last.catch(() => undefined);
    last = during(
      'unpacking',
      before
        .then(() => text)
        .then((whole) => {
          waiting -= 1;
          hear(whole);
        }),
    );
  };
}

/** The text of a packed message. @param {ArrayBuffer} data */
function unpack(data) {
  return new Response(new Blob([data]).stream().pipeThrough(new DecompressionStream('deflate'))).text();
}

const offline = () => new SocketError({ code: 'offline', message: t('Not connected; nothing was sent.') });

/** It may have been heard before the line was lost. */
const unanswered = () =>
  new SocketError({
    code: 'offline',
    message: t('The connection was lost before the server answered. Check whether it was done before you try again.'),
  });

/** Has a line look whether it lives whenever what came over it may be out of date. @param {{ wake: () => void }} line */
export const wakeInTime = (line) => onWaking(() => line.wake());

/** The websocket address of a path of this site. @param {string} path */
export function socketUrl(path) {
  const url = new URL(path, location.href);
  url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:';
  return url.href;
}
