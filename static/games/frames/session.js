/** What does this person have in hand at the table? The kit's session with what is picked up, read and loaded. Holds no rules. */
import { createSession, shared } from 'kit/session.js';
import { narrowed, only, optionsOf, targets } from './options.js';
import { ownSide, positionOf } from './position.js';

/** @typedef {import('../../types').Host} Host */
/** @typedef {import('./position.js').Position} Position */
/** @typedef {import('./options.js').Option} Option */
/** @typedef {ReturnType<typeof makeSession>} Session */

/** Phases in which an order is put together on the board. */
const AIMED = new Set(['main', 'operate', 'end_step', 'plan']);

/** @param {any} [orders] */
export const whole = (orders) => orders ?? {};

/** @param {any} orders */
export const isEmpty = (orders) => !orders || Object.keys(orders).length === 0;

/** @param {Host} host */
function makeSession(host) {
  const session = createSession(host, {
    whole,
    positionOf,
    own: () => ({
      /** Tokens in hand, in the order they were picked. */
      picked: /** @type {string[]} */ ([]),
      /** Cards in hand that go with the next mech. */
      gear: /** @type {string[]} */ ([]),
      /** What is read: a card of the catalogue, or a unit. */
      read: /** @type {{card?: string, unit?: string, zoom?: boolean} | null} */ (null),
      /** The area the keyboard is at. */
      cursor: /** @type {string | null} */ (null),
      /** The target that is pointed at. */
      hover: /** @type {string | null} */ (null),
    }),
    onStep: () => ({ picked: [], gear: [], hover: null }),
    onDraft: () => ({ picked: [] }),
    onLock: () => ({ picked: [], hover: null }),
  });
  const { state } = session;

  /** What can be ordered in this step. @returns {Option[]} */
  function options() {
    const { frame, position } = state;
    if (!position || !session.hasDraft() || !Array.isArray(frame?.choices)) return [];
    return optionsOf(frame.choices, position.you);
  }

  /** @param {Option} option @param {{atOnce?: boolean}} [how] */
  function take(option, { atOnce = false } = {}) {
    const { order } = option;
    session.draft(order.type === 'deploy' ? { ...order, gear: state.gear } : order, { picked: [], gear: [] });
    if (atOnce) host.submit?.();
  }

  return {
    ...session,
    options,
    take,
    isAiming: () => AIMED.has(state.frame?.view.phase) && session.canOrder(),
    targets: () => targets(options(), state.picked),

    /** Takes one more thing in hand; when only one order is left, it is drafted. @param {string} token @returns {boolean} whether it means anything now */
    pick(token) {
      if (!session.canOrder()) return false;
      const all = options();
      const picked = state.picked.includes(token) ? state.picked : [...state.picked, token];
      const left = narrowed(all, picked);
      if (!left.length) return false;
      if (left.every(({ order }) => !order)) return false;
      const last = only(all, picked);
      if (last) take(last);
      else session.change({ picked });
      return true;
    },
    /** Begins anew with this in hand. @param {string[]} picked */
    hold: (picked) => session.change({ picked, hover: null }),
    /** Lets go of what was picked last. */
    back: () => session.change({ picked: state.picked.slice(0, -1), hover: null }),

    /** A card goes with the next mech, or no more. @param {string} id */
    toggleGear(id) {
      const most = state.frame?.view.options?.mech_gear_slots ?? 2;
      const gear = state.gear.includes(id)
        ? state.gear.filter((other) => other !== id)
        : [...state.gear, id].slice(-most);
      session.change({ gear });
    },
    /** Hands the draft in. */
    submit: () => host.submit?.(),
    own: () => (state.position ? ownSide(state.position) : null),
  };
}

export const sessionOf = shared(makeSession);
