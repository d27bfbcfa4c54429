/**
 * What would the drafts lead to? Asks the server at a limited rate and drops answers to drafts that have changed since.
 *
 * @typedef {import("../types").Orders} Orders
 */
import { state } from 'app/rest.js';
import { PASSING } from 'app/socket.js';
import { ticks } from 'app/waking.js';

/** Milliseconds between requests: the server answers at most ten forecasts a second. */
const EVERY = 250;
/** Milliseconds to wait for more changes of the same gesture before asking. */
const AT_LEAST = 60;
/** Milliseconds until a temporarily refused request is repeated. */
const AGAIN_AFTER = 600;

/**
 * @param {{
 *   drafts: () => { step: number | null, orders: Orders } | null,
 *   ask: (step: number, orders: Orders) => Promise<any>,
 *   show: (orders: Orders, forecast: any) => void,
 *   refuse: (problem: { path: string, message: string }) => void,
 *   now?: () => number,
 *   setTimer?: (run: () => void, delay: number) => any,
 *   clearTimer?: (timer: any) => void,
 * }} config `drafts` null: no forecast is possible now; tests replace clock and timers
 */
export function createForecasts({ drafts, ask, show, refuse, ...config }) {
  const now = config.now ?? ticks;
  const setTimer = config.setTimer ?? ((run, delay) => setTimeout(run, delay));
  const clearTimer = config.clearTimer ?? clearTimeout;
  let askedAt = -EVERY;
  /** @type {any} */
  let timer = null;
  const asking = state('forecast');

  /** @param {boolean} [isAgain] it was refused for the moment before */
  async function run(isAgain = false) {
    timer = null;
    await look(isAgain);
    // Not if the drafts have changed meanwhile.
    asking(timer !== null);
  }

  /** @param {boolean} isAgain */
  async function look(isAgain) {
    const asked = drafts();
    if (!asked || asked.step === null) return;
    const { step, orders } = asked;
    askedAt = now();
    try {
      const forecast = await ask(step, orders);
      if (orders === drafts()?.orders) show(orders, forecast);
    } catch (error) {
      // Storing these drafts shows the same refusal as text; here only the piece is marked.
      if (orders !== drafts()?.orders) return;
      const { code, path = '', message } = /** @type {import("app/socket.js").SocketError} */ (error);
      const isPassing = code === 'too_many' || PASSING.has(code);
      if (isPassing && !isAgain) timer = setTimer(() => run(true), AGAIN_AFTER);
      else if (path.startsWith('orders')) refuse({ path: path.replace(/^orders\.?/, ''), message });
    }
  }

  return {
    /** The forecast for orders that are only being aimed and are no drafts yet; null if none is possible now. @param {Orders} orders @returns {Promise<any>} */
    async foresee(orders) {
      const asked = drafts();
      return asked === null || asked.step === null ? null : ask(asked.step, orders);
    },
    /** The drafts changed. */
    want() {
      clearTimer(timer);
      asking(true);
      timer = setTimer(run, Math.max(AT_LEAST, askedAt + EVERY - now()));
    },
  };
}
