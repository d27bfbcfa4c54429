/**
 * What have I ordered, and does the server have it? The drafts of the step that is due: undo history, sending a moment
 * after the last change, refusals, other tabs of the same seat. No DOM; the caller provides the function that sends.
 *
 * @typedef {import("../types").Orders} Orders
 * @typedef {"empty" | "unsent" | "saving" | "saved" | "refused" | "waiting" | "offline"} SaveState
 * @typedef {{ code: string, path: string, message: string }} Problem
 * @typedef {{ orders: Orders, ready: boolean }} Unsent
 * @typedef {{
 *   read: (step: number) => Unsent | null, write: (step: number, unsent: Unsent | null) => void,
 *   wait: (step: number, unsent: Unsent | null) => void, missed: (step: number) => number | null,
 * }} Memory `write` keeps what is unsent for a reload of the tab, `wait` what was given without a line, also when the browser ends; `missed` takes out the newest earlier
 *   step whose orders still wait there
 */
import { keptJson, LISTS } from 'app/kept.js';
import { state as busyState } from 'app/rest.js';

export const SEND_AFTER = 400;
const HISTORY = 200;
/** Milliseconds until orders are sent again if the site could not store them or did not answer. */
export const SEND_AGAIN_AFTER = 3000;
/** Codes of temporary refusals. */
const PASSING = new Set(['unavailable', 'no_answer']);
/** Codes of refusals that mean "this step is over", not "these orders are wrong". */
const STEP_IS_OVER = new Set(['wrong_step', 'too_late', 'not_running', 'not_pending']);

/**
 * @param {{
 *   emptyOrders: () => Orders,
 *   send: (step: number, orders: Orders, ready: boolean) => Promise<unknown>,
 *   setReady: (step: number, ready: boolean, clear: boolean) => Promise<unknown>,
 *   onChange: (what: "orders" | "state") => void,
 *   onReplaced?: () => void,
 *   onLost?: (step: number) => void,
 *   memory?: Memory,
 *   setTimer?: (run: () => void, delay: number) => any,
 *   clearTimer?: (timer: any) => void,
 * }} config `setReady` with `clear`: orders that are stored are taken back. `emptyOrders` without a field are no orders. `onReplaced`: orders from another window have replaced those given here.
 *   `onLost`: that step has ended before its orders, given without a line, could go out. Tests replace the timers
 */
export function createDrafts(config) {
  const setTimer = config.setTimer ?? ((run, delay) => setTimeout(run, delay));
  const clearTimer = config.clearTimer ?? clearTimeout;
  const memory = config.memory ?? NOWHERE;

  /** @type {number | null} */
  let step = null;
  /** @type {Orders} */
  let orders = config.emptyOrders();
  /** Orders that the server has; null: none. @type {Orders | null} */
  let stored = null;
  let ready = false;
  /** @type {SaveState} */
  let save = 'empty';
  /** @type {Problem | null} */
  let problem = null;
  /** @type {Orders[]} */
  let past = [];
  /** @type {Orders[]} */
  let future = [];
  /** @type {any} */
  let timer = null;
  const sendingSoon = busyState('orders');
  /** Counts changes, so that an answer to an older request does not mark newer drafts as saved. */
  let version = 0;
  /** Number of requests without an answer. */
  let sending = 0;
  /** Counts requests: the failure of a request is ignored if a newer one has been sent. */
  let sendings = 0;
  /** Did the failed request say "ready"? The repeated one says the same, because the server may have stored the first. */
  let wasReady = false;
  /** Were these orders given in this window, or do they show those of another one? */
  let isOwn = false;
  /** How many `orders` messages for own requests are still to come. The server sends the orders in normal form, which may differ in writing. */
  let echoes = 0;
  /** The last such message since the last request. A new watch tells the same once more. @type {import("../types").OrdersMessage | null} */
  let heard = null;
  /** A change of readiness that was lost with the connection; sent again when the server is back and still has these orders. @type {boolean | null} */
  let unheard = null;

  /** Nothing is ordered, and the game has no orders that say so. */
  const isNothing = () => Object.keys(orders).length === 0;

  const isDirty = () =>
    save === 'unsent' || save === 'saving' || save === 'offline' || save === 'waiting' || save === 'refused';

  /**
   * A new step is due: starts with empty drafts, or with those of this step that were unsent before a reload.
   * @param {number} next
   */
  function begin(next) {
    if (next === step) return;
    const lost = step !== null && save === 'offline' ? step : memory.missed(next);
    reset(next);
    become('empty', null);
    const unsent = memory.read(next);
    if (unsent !== null) takeUp(unsent);
    else config.onChange('orders');
    if (lost !== null) config.onLost?.(lost);
  }

  /** The step is over and no other is due yet: clears the drafts. */
  function end() {
    if (step === null) return;
    const lost = save === 'offline' ? step : null;
    reset(null);
    become('empty', null);
    config.onChange('orders');
    if (lost !== null) config.onLost?.(lost);
  }

  /** Goes on where a page was left; what was ready goes out as that. @param {Unsent} unsent */
  function takeUp(unsent) {
    set(unsent.orders);
    if (save !== 'unsent') {
      // Ready without an order.
      unheard = unsent.ready || null;
      config.onChange('orders');
    } else if (unsent.ready) {
      wasReady = true;
      keep(unsent);
    }
  }

  /** @param {number | null} next */
  function reset(next) {
    forget(step);
    step = next;
    stop();
    version += 1;
    orders = config.emptyOrders();
    stored = null;
    ready = false;
    isOwn = false;
    echoes = 0;
    heard = null;
    wasReady = false;
    unheard = null;
    past = [];
    future = [];
  }

  /** @param {number | null} at */
  function forget(at) {
    if (at === null) return;
    memory.write(at, null);
    memory.wait(at, null);
  }

  /** Applies the server's message about stored orders (sent on watching, and when any tab stored something). @param {import("../types").OrdersMessage} message */
  function receive(message) {
    if (message.step !== step) return;
    stored = message.orders;
    ready = message.ready;
    const isAgain = heard !== null && same(heard.orders, message.orders);
    heard = message;
    const [isEcho, isOld] = [echoes > 0, echoes > 1];
    const isKnown = isEcho || isAgain;
    echoes = Math.max(0, echoes - 1);
    if (isThere(message)) {
      stop();
      forget(message.step);
      return become('saved', null);
    }
    if (isDirty()) return config.onChange('state');
    // For a draft of nothing the server keeps what the rules do by themselves; the page goes on to show nothing.
    if (isKnown && isNothing()) {
      become('empty', null);
      return sayAgain();
    }
    const incoming = stored ?? config.emptyOrders();
    if (same(incoming, orders)) {
      // One message may stand for several requests.
      echoes = 0;
      become(stored === null ? 'empty' : 'saved', null);
      return sayAgain();
    }
    // What the rules add by themselves is not what the person ordered: taken back, nothing may be left of it.
    if (isKnown && within(orders, incoming)) {
      become('saved', null);
      return sayAgain();
    }
    // What a newer request of this window has replaced already: its own message follows.
    if (isOld) return config.onChange('state');
    unheard = null;
    if (!isEcho) {
      past = [...past, orders].slice(-HISTORY);
      future = [];
    }
    orders = incoming;
    version += 1;
    become(stored === null ? 'empty' : 'saved', null);
    config.onChange('orders');
    if (isEcho) return;
    if (isOwn) config.onReplaced?.();
    isOwn = false;
  }

  function sayAgain() {
    const value = unheard;
    unheard = null;
    if (value !== null && value !== ready) setReady(value).catch(() => undefined);
  }

  /** Does the server already have exactly the orders that wait to be sent? @param {import("../types").OrdersMessage} message */
  function isThere(message) {
    const isWaiting = save === 'unsent' || save === 'offline' || save === 'waiting';
    const said = message.ready || !wasReady;
    return isWaiting && !sending && said && message.orders !== null && same(message.orders, orders);
  }

  /** The person changed the drafts. @param {Orders} next */
  function set(next) {
    if (step === null || same(next, orders)) return;
    past = [...past, orders].slice(-HISTORY);
    future = [];
    change(next);
  }

  /** @param {Orders} next */
  function change(next) {
    orders = next;
    version += 1;
    isOwn = true;
    wasReady = false;
    unheard = null;
    if (step !== null) memory.write(step, { orders, ready: false });
    become('unsent', null);
    config.onChange('orders');
    schedule();
  }

  function undo() {
    const previous = past.pop();
    if (previous === undefined) return;
    future.push(orders);
    change(previous);
  }

  function redo() {
    const next = future.pop();
    if (next === undefined) return;
    past.push(orders);
    change(next);
  }

  function schedule(delay = SEND_AFTER) {
    clearTimer(timer);
    timer = setTimer(() => {
      timer = null;
      flush(wasReady).catch(() => undefined);
    }, delay);
  }

  function stop() {
    clearTimer(timer);
    timer = null;
  }

  /**
   * Sends the drafts now. Rejects with the refusal (also shown as `problem`).
   * @param {boolean} withReady
   */
  async function flush(withReady) {
    stop();
    if (step === null) return;
    const mine = version;
    const at = step;
    const sent = orders;
    sending += 1;
    sendings += 1;
    const turn = sendings;
    echoes += 1;
    heard = null;
    become('saving', null);
    try {
      await (isNothing() ? config.setReady(at, withReady, true) : config.send(at, sent, withReady));
    } catch (error) {
      sending -= 1;
      echoes = Math.max(0, echoes - 1);
      if (at === step && mine === version && turn === sendings) refused(/** @type {any} */ (error), withReady);
      throw error;
    }
    sending -= 1;
    if (at !== step) return;
    stored = sent;
    ready = withReady;
    if (mine !== version) return become('unsent', null);
    forget(at);
    become(isNothing() ? 'empty' : 'saved', null);
  }

  /** @param {Problem} error @param {boolean} withReady */
  function refused(error, withReady) {
    wasReady = withReady;
    if (PASSING.has(error.code)) {
      become('waiting', null);
      return schedule(SEND_AGAIN_AFTER);
    }
    if (error.code === 'offline') {
      if (step !== null) keep({ orders, ready: withReady });
      return become('offline', null);
    }
    if (STEP_IS_OVER.has(error.code)) forget(step);
    become('refused', { code: error.code, path: error.path.replace(/^orders\.?/, ''), message: error.message });
  }

  /** Without a line the browser may be ended before it is back. @param {Unsent} unsent */
  function keep(unsent) {
    if (step === null) return;
    memory.write(step, unsent);
    memory.wait(step, unsent);
  }

  /** Sets the seat ready, and sends unsent drafts with it, or takes readiness back. @param {boolean} value */
  async function setReady(value) {
    if (step === null) return;
    if (value && isDirty()) return flush(true);
    wasReady = false;
    unheard = null;
    if (save === 'offline') {
      // Ready was not sent with these orders, and is not any more when they are.
      keep({ orders, ready: value });
      return config.onChange('state');
    }
    const at = step;
    const mine = version;
    try {
      await config.setReady(at, value, false);
    } catch (error) {
      if (at === step && mine === version && /** @type {any} */ (error).code === 'offline') {
        unheard = value;
        keep({ orders, ready: value });
      }
      config.onChange('state');
      throw error;
    }
    if (at !== step) return;
    ready = value;
    if (!isDirty()) forget(at);
    config.onChange('state');
  }

  /** The connection is back: sends what could not be sent. */
  function online() {
    if (save === 'offline' && !sending) flush(wasReady).catch(() => undefined);
  }

  /** The page may be closed in a moment: sends drafts now instead of waiting for more changes. */
  function hurry() {
    if (timer !== null && save === 'unsent') flush(wasReady).catch(() => undefined);
  }

  /** @param {SaveState} next @param {Problem | null} why */
  function become(next, why) {
    save = next;
    problem = why;
    sendingSoon(next === 'unsent' || next === 'saving' || next === 'waiting');
    config.onChange('state');
  }

  return {
    begin,
    end,
    receive,
    set,
    undo,
    redo,
    clear: () => set(config.emptyOrders()),
    flush,
    setReady,
    online,
    hurry,
    stop,
    get step() {
      return step;
    },
    get orders() {
      return orders;
    },
    get ready() {
      return ready;
    },
    get save() {
      return save;
    },
    /** Readiness (true) or its withdrawal (false) that was lost with the connection and will be sent again; null: none. */
    get unheard() {
      return unheard ?? (save === 'offline' && wasReady ? true : null);
    },
    get problem() {
      return problem;
    },
    get isNothing() {
      return isNothing();
    },
    get isDirty() {
      return isDirty();
    },
    get canUndo() {
      return past.length > 0;
    },
    get canRedo() {
      return future.length > 0;
    },
  };
}

/** @type {Memory} */
const NOWHERE = { read: () => null, write: () => undefined, wait: () => undefined, missed: () => null };

/** Keeps unsent drafts of a match: in the tab, and without a line in the browser. @param {string} match @returns {Memory} */
export function createMemory(match) {
  const inTab = (/** @type {number} */ step) => keptJson(`${LISTS.drafts}${match}.${step}`, { isOfTab: true });
  // One step at a time waits: there is no other while the line is away.
  const waiting = keptJson(`${LISTS.drafts}${match}`);
  return {
    read: (step) => {
      const waits = waiting.read();
      return inTab(step).read() ?? (waits?.step === step ? { orders: waits.orders, ready: waits.ready } : null);
    },
    write: (step, unsent) => void inTab(step).write(unsent),
    wait(step, unsent) {
      if (unsent) waiting.write({ step, ...unsent });
      else if (waiting.read()?.step === step) waiting.write(null);
    },
    missed(step) {
      const waits = waiting.read();
      if (!waits || waits.step >= step) return null;
      waiting.write(null);
      return waits.step;
    },
  };
}

/** Are these the same JSON, apart from the order of keys? @param {unknown} a @param {unknown} b @returns {boolean} */
export function same(a, b) {
  if (a === b) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  const keys = Object.keys(a);
  return (
    Array.isArray(a) === Array.isArray(b) &&
    keys.length === Object.keys(b).length &&
    keys.every((key) => key in b && same(/** @type {any} */ (a)[key], /** @type {any} */ (b)[key]))
  );
}

/** Has `whole` everything that `part` says, and in lists nothing more? @param {unknown} part @param {unknown} whole @returns {boolean} */
function within(part, whole) {
  if (same(part, whole)) return true;
  if (typeof part !== 'object' || typeof whole !== 'object' || part === null || whole === null) return false;
  if (Array.isArray(part) !== Array.isArray(whole)) return false;
  if (Array.isArray(part) && part.length !== /** @type {any} */ (whole).length) return false;
  return Object.entries(part).every(([key, value]) => key in whole && within(value, /** @type {any} */ (whole)[key]));
}
