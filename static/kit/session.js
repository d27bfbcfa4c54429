/**
 * What does this person have in hand? One store for board and panel: the position shown, the draft, what is selected and aimed, and
 * who listens to which part of it. Every change goes through `change`. Holds no rules: whether a draft is legal and what it leads to,
 * the server says. The history of the draft is the page's; `undo` asks it.
 */
import { keptAt } from 'app/kept.js';
import { state as busyState } from 'app/rest.js';

/** @typedef {import('../types').Host} Host */
/** @typedef {import('../types').Frame} Frame */

/**
 * What every game's session knows, beside what the game adds.
 * @template Position, Orders
 * @typedef {object} Known
 * @property {Frame | null} frame
 * @property {Position | null} position what the frame shows, joined with the map's facts
 * @property {Orders} orders the draft; empty where none is asked for
 * @property {any} forecast the server's answer to the draft; null until it comes
 * @property {any} told the newest forecast of this step: what is shown until that of the present draft has come
 * @property {{path: string, message: string} | null} error why the server refuses the draft
 * @property {boolean} locked no order can be given now: being sent, ready, an earlier step, somebody else's seat
 * @property {any} ahead the server's answer to the order that is being aimed; null: none
 * @property {number} speed of playback
 * @property {boolean} spelled all words of the board are asked for
 * @property {Telling} telling how much is told of a step: all its events one after the other, all at once, or nothing
 */

/**
 * @template Position, Orders
 * @template {object} Own
 * @typedef {object} Making how a game makes its session
 * @property {(orders?: any) => Orders} whole orders with all their fields; nothing is the empty draft
 * @property {(view: any) => Position} positionOf
 * @property {() => Own} own what the game keeps besides: selection, lens, aim; called once
 * @property {(frame: Frame) => boolean} [asksOrders] whether this frame asks this seat for orders; without it: it is not over and has choices
 * @property {(state: Known<Position, Orders> & Own, frame: Frame, position: Position) => Partial<Known<Position, Orders> & Own>} [onFrame] what else changes when a frame is shown, before it is
 * @property {(state: Known<Position, Orders> & Own) => Partial<Known<Position, Orders> & Own>} [onStep] what begins anew with a step, besides draft, forecast and error
 * @property {(state: Known<Position, Orders> & Own) => Partial<Own>} [onDraft] what no longer fits a draft that came from elsewhere (undo, another tab); reads the new draft
 * @property {(state: Known<Position, Orders> & Own) => Partial<Own>} [onLock] what is let go when no order can be given
 */

/** @typedef {'full' | 'brief' | 'none'} Telling */

/** Milliseconds an aim rests before the server is asked about it. */
const ASK_AFTER = 160;
const SPEED_KEY = 'board.speed';

function storedSpeed() {
  try {
    return Number(localStorage.getItem(SPEED_KEY)) || 1;
  } catch {
    return 1; // Storage may be forbidden; the speed is then kept for this page only.
  }
}

const telling = keptAt('telling', { isTakenAlong: true });

/** @returns {Telling} */
function keptTelling() {
  const kept = /** @type {Telling | null} */ (telling.read());
  return kept === 'brief' || kept === 'none' ? kept : 'full';
}

/**
 * @template Position, Orders
 * @template {object} Own
 * @param {Host} host @param {Making<Position, Orders, Own>} making
 */
export function createSession(host, making) {
  /** @typedef {Known<Position, Orders> & Own} State */
  const { whole } = making;
  /** @type {State} */
  const state = {
    frame: null,
    position: null,
    orders: whole(),
    forecast: null,
    told: null,
    error: null,
    locked: false,
    ahead: null,
    speed: storedSpeed(),
    spelled: false,
    telling: keptTelling(),
    ...making.own(),
  };
  /** @type {Map<(changed: (keyof State)[]) => void, Set<keyof State> | null>} */
  const listeners = new Map();
  /** @type {Map<string, (...facts: any[]) => void>} */
  const services = new Map();
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let asking;
  const isAsking = busyState('forecast');
  /** Newest step that was shown: the draft belongs to it. */
  let latest = -1;
  /** The newest forecast, and the page's draft that it is of: whoever comes back from an earlier step finds it again. */
  let answered = { orders: /** @type {any} */ (undefined), forecast: /** @type {any} */ (null) };

  /** @param {Partial<State>} part */
  function change(part) {
    Object.assign(state, part);
    const names = /** @type {(keyof State)[]} */ (Object.keys(part));
    if (!names.length) return;
    for (const [listener, parts] of listeners) if (!parts || names.some((name) => parts.has(name))) listener(names);
  }

  /** Whether a draft of this seat belongs to what is shown: its own, or on a page where nobody orders one that is only looked at. */
  const hasDraft = () => (host.readonly ? !!state.frame && host.advised?.() === state.frame.step : isOwn());
  const isOwn = () =>
    host.seat !== null &&
    !!state.frame &&
    !state.frame.final &&
    state.frame.step === latest &&
    (making.asksOrders?.(state.frame) ?? state.frame.choices !== null);

  /** Takes the question about an aim back. */
  function forget() {
    clearTimeout(asking);
    isAsking(false);
    asking = undefined;
    if (state.ahead !== null) change(/** @type {Partial<State>} */ ({ ahead: null }));
  }

  return {
    host,
    state,
    change,
    hasDraft,
    /** Whether this person can change the draft now. */
    canOrder: () => !host.readonly && hasDraft() && !state.locked,

    /**
     * Hears of changes: of these parts, or of all. Returns the way to stop.
     * @param {(changed: (keyof State)[]) => void} listener @param {(keyof State)[]} [parts]
     */
    listen(listener, parts) {
      listeners.set(listener, parts ? new Set(parts) : null);
      return () => listeners.delete(listener);
    },

    /** One half offers what the other may ask for: the board to play a step again, the panel to take the focus. @param {string} what @param {(...facts: any[]) => void} act @returns {() => void} */
    offer(what, act) {
      services.set(what, act);
      return () => services.delete(what);
    },
    /** @param {string} what @param {any[]} facts */
    ask: (what, ...facts) => services.get(what)?.(...facts),

    /** Spoken by screen readers. @param {string} text */
    say: (text) => host.announce(text),

    /** Why nothing can be done where somebody pressed: spoken, and shown there. @param {string} text */
    deny(text) {
      host.announce(text);
      services.get('why')?.(text);
    },

    /** @param {number} speed */
    setSpeed(speed) {
      try {
        localStorage.setItem(SPEED_KEY, String(speed));
      } catch {
        // See storedSpeed.
      }
      change(/** @type {Partial<State>} */ ({ speed }));
    },

    /** @param {Telling} how */
    setTelling(how) {
      telling.write(how);
      change(/** @type {Partial<State>} */ ({ telling: how }));
    },

    /** @param {Frame} frame */
    show(frame) {
      if (frame === state.frame) return;
      const isNext = frame.step !== state.frame?.step;
      const position = making.positionOf(frame.view);
      const part = making.onFrame?.(state, frame, position) ?? {};
      latest = Math.max(latest, frame.step);
      state.frame = frame;
      const drafted = hasDraft() ? host.getOrders() : undefined;
      const forecast = hasDraft() && drafted === answered.orders ? answered.forecast : null;
      const fresh = {
        orders: whole(drafted),
        forecast,
        told: forecast,
        error: null,
        ahead: null,
      };
      if (isNext) {
        clearTimeout(asking);
        isAsking(false);
      }
      change(
        /** @type {Partial<State>} */ ({
          frame,
          position,
          ...part,
          ...(isNext ? { ...fresh, ...making.onStep?.(state) } : {}),
        }),
      );
    },

    /** The page has this draft, and this forecast of it: from here, from undo, from another tab. @param {any} orders @param {any} forecast */
    setDrafts(orders, forecast) {
      const known = hasDraft() ? whole(orders) : whole();
      if (forecast) answered = { orders, forecast };
      state.orders = known;
      const told = forecast ? { told: forecast } : hasDraft() ? {} : { told: null };
      change(/** @type {Partial<State>} */ ({ orders: known, forecast, ...told, ...making.onDraft?.(state) }));
    },

    /** @param {boolean} locked */
    setLocked(locked) {
      if (locked === state.locked) return;
      change(/** @type {Partial<State>} */ ({ locked, ...(locked ? making.onLock?.(state) : {}) }));
    },

    /** Why the server refuses this part of the draft; empty: it does not. @param {string} path as the server names it: `moves[2]`, `tactic` */
    refusal(path) {
      const { error } = state;
      if (!error || !hasDraft()) return '';
      const named = error.path.replace(/^orders\.?/, '');
      const rest = named.startsWith(path) ? named.slice(path.length) : 'x';
      return /^($|[.[])/.test(rest) ? error.message : '';
    },

    /** @param {{path: string, message: string} | null} error */
    setError: (error) => change(/** @type {Partial<State>} */ ({ error })),

    /** A hand made this draft. @param {Orders} orders @param {Partial<State>} [part] what changes with it */
    draft(orders, part = {}) {
      forget();
      change({ orders, forecast: null, error: null, ...part });
      host.setOrders(orders);
    },

    /** Takes the newest change of the draft back, whoever made it. */
    undo: () => host.undo?.(),

    /**
     * Asks the server what would come of these orders, once the aim has rested a moment; the answer, put into form by `read`, stands in
     * `ahead`. null: nothing is aimed any more. A page that offers no such question shows the forecast once the order is drafted.
     * @param {any} orders @param {(answer: any) => any} [read]
     */
    askAhead(orders, read = (answer) => answer) {
      forget();
      if (orders === null || !host.forecast || !hasDraft() || state.locked) return;
      const mine = setTimeout(async () => {
        const answer = await host.forecast?.(orders).catch(() => null);
        if (asking !== mine) return;
        isAsking(false);
        if (answer) change(/** @type {Partial<State>} */ ({ ahead: read(answer) }));
      }, ASK_AFTER);
      asking = mine;
      isAsking(true);
    },
  };
}

/**
 * The orders without what stands at a path: a place in a list (`moves[2]`) or a whole field, which then is as in the empty draft.
 * @template {Record<string, any>} Orders @param {Orders} orders @param {string} path @param {Orders} empty @returns {Orders}
 */
export function without(orders, path, empty) {
  const [, field = '', place] = /^(?:orders\.)?(\w+)(?:\[(\d+)\])?/.exec(path) ?? [];
  if (!(field in empty)) return orders;
  const list = orders[field];
  const rest =
    place === undefined
      ? empty[field]
      : list.filter((/** @type {any} */ _, /** @type {number} */ i) => i !== Number(place));
  return { ...orders, [field]: rest };
}

/**
 * What the kit itself needs of a session; a game adds its own, and may put its own in place of the rest.
 * @typedef {Pick<ReturnType<typeof createSession<any, any, any>>, 'host' | 'state' | 'change' | 'canOrder' | 'listen' | 'offer' | 'ask'
 *   | 'say' | 'deny' | 'setSpeed' | 'setTelling' | 'show' | 'setDrafts' | 'setLocked' | 'setError'>} AnySession
 */

/**
 * What belongs to one thing and is shared by all who ask for it, as the session of a host by board and panel: the first who asks makes it.
 * @template {object} Owner, Made @param {(owner: Owner) => Made} make @returns {(owner: Owner) => Made}
 */
export function shared(make) {
  /** @type {WeakMap<Owner, Made>} */
  const made = new WeakMap();
  return (owner) => {
    let one = made.get(owner);
    if (!one) made.set(owner, (one = make(owner)));
    return one;
  };
}
