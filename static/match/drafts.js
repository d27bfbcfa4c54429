/**
 * What have I ordered, and does the server have it? The drafts of the step that is due: undo history, sending a moment
 * after the last change, refusals, other tabs of the same seat. No DOM; the sending itself is the caller's.
 *
 * @typedef {import("../types").Orders} Orders
 * @typedef {"empty" | "unsent" | "saving" | "saved" | "refused" | "waiting" | "offline"} SaveState
 * @typedef {{ code: string, path: string, message: string }} Problem
 */

export const SEND_AFTER = 400;
const HISTORY = 200;
/** How long what the site cannot store, or does not answer, waits until it is sent once more. */
export const SEND_AGAIN_AFTER = 3000;
/** Refusals that say "not just now". */
const PASSING = new Set(['unavailable', 'no_answer']);
/** Refusals that say "this step is over", not "these orders are wrong". */
const STEP_IS_OVER = new Set(['wrong_step', 'too_late', 'not_running', 'not_pending']);

/**
 * @param {{
 *   emptyOrders: () => Orders,
 *   send: (step: number, orders: Orders, ready: boolean) => Promise<unknown>,
 *   setReady: (step: number, ready: boolean) => Promise<unknown>,
 *   onChange: (what: "orders" | "state") => void,
 *   onReplaced?: () => void,
 *   memory?: { read: (step: number) => Orders | null, write: (step: number, orders: Orders | null) => void },
 *   setTimer?: (run: () => void, delay: number) => any,
 *   clearTimer?: (timer: any) => void,
 * }} config `onReplaced`: what was ordered here has made way for what was ordered elsewhere, of which nobody here knows.
 *   `memory` keeps unsent drafts over a reload; timers are replaced in tests
 */
export function createDrafts(config) {
  const setTimer = config.setTimer ?? ((run, delay) => setTimeout(run, delay));
  const clearTimer = config.clearTimer ?? clearTimeout;
  const memory = config.memory ?? { read: () => null, write: () => undefined };

  /** @type {number | null} */
  let step = null;
  /** @type {Orders} */
  let orders = config.emptyOrders();
  /** What the server has; null: nothing. @type {Orders | null} */
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
  /** Counts changes, so that an answer to an older sending does not call the newer one saved. */
  let version = 0;
  /** How many sendings have no answer yet. */
  let sending = 0;
  /** Counts sendings: what becomes of one that a newer one has overtaken is of no account. */
  let sendings = 0;
  /** Said ready with what was sent in vain: what is sent again says the same, for the server may have stored it after all. */
  let wasReady = false;
  /** Were these orders given here, or do they only show what another window has given? */
  let isOwn = false;
  /** Has what was sent last not come back yet? The server tells it in the rules' own form, which says the same in other words. */
  let awaitsEcho = false;
  /** Ready, or not after all, that was lost with the line: said again when the server is back and still has these orders. @type {boolean | null} */
  let unheard = null;

  const isDirty = () =>
    save === 'unsent' || save === 'saving' || save === 'offline' || save === 'waiting' || save === 'refused';

  /**
   * A new step is due: drafts begin anew, with what was left unsent for this very step before a reload.
   * @param {number} next
   */
  function begin(next) {
    if (next === step) return;
    reset(next);
    become('empty', null);
    const unsent = memory.read(next);
    if (unsent !== null) set(unsent);
    else config.onChange('orders');
  }

  /** The step is over, and no other is due yet: what was ordered for it is no order any more. */
  function end() {
    if (step === null) return;
    reset(null);
    become('empty', null);
    config.onChange('orders');
  }

  /** @param {number | null} next */
  function reset(next) {
    if (step !== null) memory.write(step, null);
    step = next;
    stop();
    version += 1;
    orders = config.emptyOrders();
    stored = null;
    ready = false;
    isOwn = false;
    awaitsEcho = false;
    wasReady = false;
    unheard = null;
    past = [];
    future = [];
  }

  /** What the server says is stored (on watching, and when any tab stored something). @param {import("../types").OrdersMessage} message */
  function receive(message) {
    if (message.step !== step) return;
    stored = message.orders;
    ready = message.ready;
    const isEcho = awaitsEcho;
    awaitsEcho = false;
    if (isThere(message)) {
      stop();
      memory.write(message.step, null);
      return become('saved', null);
    }
    if (isDirty()) return config.onChange('state');
    const incoming = stored ?? config.emptyOrders();
    if (same(incoming, orders)) {
      become(stored === null ? 'empty' : 'saved', null);
      return sayAgain();
    }
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

  /** Is what still waits to be sent exactly what the server has? @param {import("../types").OrdersMessage} message */
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
    if (step !== null) memory.write(step, orders);
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
    awaitsEcho = true;
    become('saving', null);
    try {
      await config.send(at, sent, withReady);
    } catch (error) {
      sending -= 1;
      awaitsEcho = false;
      if (at === step && mine === version && turn === sendings) refused(/** @type {any} */ (error), withReady);
      throw error;
    }
    sending -= 1;
    if (at !== step) return;
    stored = sent;
    ready = withReady;
    if (mine !== version) return become('unsent', null);
    memory.write(at, null);
    become('saved', null);
  }

  /** @param {Problem} error @param {boolean} withReady */
  function refused(error, withReady) {
    wasReady = withReady;
    if (PASSING.has(error.code)) {
      become('waiting', null);
      return schedule(SEND_AGAIN_AFTER);
    }
    if (error.code === 'offline') return become('offline', null);
    if (STEP_IS_OVER.has(error.code) && step !== null) memory.write(step, null);
    become('refused', { code: error.code, path: error.path.replace(/^orders\.?/, ''), message: error.message });
  }

  /** Says done (sending what is unsent with it) or not done after all. @param {boolean} value */
  async function setReady(value) {
    if (step === null) return;
    if (value && isDirty()) return flush(true);
    wasReady = false;
    unheard = null;
    const at = step;
    const mine = version;
    try {
      await config.setReady(at, value);
    } catch (error) {
      if (at === step && mine === version && /** @type {any} */ (error).code === 'offline') unheard = value;
      config.onChange('state');
      throw error;
    }
    if (at !== step) return;
    ready = value;
    config.onChange('state');
  }

  /** The line is back: what could not be sent goes out now. */
  function online() {
    if (save === 'offline' && !sending) flush(wasReady).catch(() => undefined);
  }

  /** The page may be gone in a moment: what waits for more changes goes out now. */
  function hurry() {
    if (timer !== null && save === 'unsent') flush(wasReady).catch(() => undefined);
  }

  /** @param {SaveState} next @param {Problem | null} why */
  function become(next, why) {
    save = next;
    problem = why;
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
    /** Ready (true), or not after all (false), that was lost with the line and will be said again; null: nothing. */
    get unheard() {
      return unheard;
    },
    get problem() {
      return problem;
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

/** Unsent drafts of a match that outlive a reload of this tab. @param {string} match */
export function createMemory(match) {
  const key = (/** @type {number} */ step) => `fogbound.drafts.${match}.${step}`;
  return {
    /** @param {number} step */
    read(step) {
      try {
        return JSON.parse(sessionStorage.getItem(key(step)) ?? 'null');
      } catch {
        return null;
      }
    },
    /** @param {number} step @param {any} orders */
    write(step, orders) {
      try {
        if (orders === null) sessionStorage.removeItem(key(step));
        else sessionStorage.setItem(key(step), JSON.stringify(orders));
      } catch {
        // No storage: the drafts live as long as the page.
      }
    },
  };
}

/** Same JSON, whatever the order of keys. @param {unknown} a @param {unknown} b @returns {boolean} */
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
