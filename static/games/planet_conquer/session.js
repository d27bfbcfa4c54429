/**
 * What do board and panel share? One session per host: the position shown, the draft, what is selected and aimed. Both halves listen;
 * every change goes through `change`. Nothing here is a rule: targets and forecasts are the server's.
 */
import { t } from 'app/i18n.js';
import { foreseen, moveForecast } from './forecast.js';
import { planetName, tacticName } from './names.js';
import { emptyOrders, leaving, PARAMETERS, sendFrom, setTactic, setUnits, share, whole } from './orders.js';
import { isOwn, positionOf, wayAlong, wayBetween } from './position.js';

/** @typedef {import('../../types').Host} Host */
/** @typedef {import('../../types').Frame} Frame */
/** @typedef {import('./orders.js').Orders} Orders */
/** @typedef {import('./position.js').Position} Position */
/** @typedef {{kind: 'planet', id: number} | {kind: 'fleet', id: string} | {kind: 'battle', planet: number}} Inspected */
/** @typedef {ReturnType<typeof createSession>} Session */

/**
 * @typedef {object} Shared
 * @property {Frame | null} frame
 * @property {Position | null} position
 * @property {Orders} orders the draft
 * @property {import('./types').Foreseen | null} forecast the server's answer to the draft; null until it comes
 * @property {{path: string, message: string} | null} error
 * @property {boolean} locked
 * @property {number[]} sources planets that will send
 * @property {number | null} focus planet the keyboard is at
 * @property {number | null} hover planet under the pointer
 * @property {Inspected | null} inspected what the card shows
 * @property {number | null} edited index of the move whose number the slider sets
 * @property {{type: string, from: number | null} | null} aim tactic that waits for its target; `from` for teleport
 * @property {number} fraction part of a garrison that is sent
 * @property {number | null} exact number of units that is sent instead
 * @property {string} ahead what the server says of the order that is being aimed
 * @property {boolean} overlay growth forecast over the planets
 * @property {number} speed of playback
 * @property {{from: number, to: number} | null} detour a target without a direct route, offered "along the way"
 * @property {{at: number, to: number, round: number}[]} reminders units that were to go on
 */

/** @type {WeakMap<Host, Session>} */
const sessions = new WeakMap();

/** @param {Host} host @returns {Session} */
export function sessionOf(host) {
  let session = sessions.get(host);
  if (!session) sessions.set(host, (session = createSession(host)));
  return session;
}

/** Milliseconds a pointer rests before the server is asked about an aim. */
const ASK_AFTER = 160;
const SPEED_KEY = 'planet_conquer.speed';

function storedSpeed() {
  try {
    return Number(localStorage.getItem(SPEED_KEY)) || 1;
  } catch {
    return 1; // Storage may be forbidden; the speed is then kept for this page only.
  }
}

/** @param {Host} host */
function createSession(host) {
  /** @type {Shared} */
  const state = {
    frame: null,
    position: null,
    orders: emptyOrders(),
    forecast: null,
    error: null,
    locked: false,
    sources: [],
    focus: null,
    hover: null,
    inspected: null,
    edited: null,
    aim: null,
    fraction: 0.5,
    exact: null,
    ahead: '',
    overlay: false,
    speed: storedSpeed(),
    detour: null,
    reminders: [],
  };
  /** @type {Set<(changed: (keyof Shared)[]) => void>} */
  const listeners = new Set();
  /** @type {Map<'replay' | 'bar', () => void>} */
  const services = new Map();

  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let asking;

  /** @param {Partial<Shared>} part */
  function change(part) {
    Object.assign(state, part);
    const names = /** @type {(keyof Shared)[]} */ (Object.keys(part));
    for (const listener of listeners) listener(names);
  }

  const canOrder = () =>
    !host.readonly &&
    !state.locked &&
    host.seat !== null &&
    state.frame?.view.phase === 'orders' &&
    !state.frame?.final;

  /** @param {Orders} orders @param {Partial<Shared>} [part] */
  function draft(orders, part = {}) {
    change({ orders, forecast: null, error: null, ...part });
    host.setOrders(orders);
  }

  /** @param {number} id */
  const planetAt = (id) => /** @type {Position} */ (state.position).planets[id];

  /** @param {string} text */
  const say = (text) => host.announce(text);

  const session = {
    host,
    state,
    change,
    canOrder,
    draft,

    /** @param {(changed: (keyof Shared)[]) => void} listener @returns {() => void} */
    listen(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },

    /** One half offers what the other may ask for: the board to play the round again, the panel to focus its tactic bar. @param {'replay' | 'bar'} what @param {() => void} act @returns {() => void} */
    offer(what, act) {
      services.set(what, act);
      return () => services.delete(what);
    },
    /** @param {'replay' | 'bar'} what */
    ask: (what) => services.get(what)?.(),

    /** @param {number} speed */
    setSpeed(speed) {
      try {
        localStorage.setItem(SPEED_KEY, String(speed));
      } catch {
        // See storedSpeed.
      }
      change({ speed });
    },

    /** @param {Frame} frame */
    show(frame) {
      if (frame === state.frame) return;
      const position = positionOf(frame.view);
      const next = frame.step !== state.frame?.step;
      change({
        frame,
        position,
        sources: state.sources.filter((id) => isOwn(position, id)),
        ...(next
          ? { edited: null, aim: null, detour: null, orders: whole(host.getOrders()), forecast: null, error: null }
          : {}),
        reminders: state.reminders.filter((reminder) => reminder.round >= position.view.round - 1),
      });
    },

    /** @param {Partial<Orders> | null} orders @param {any} forecast */
    setDrafts(orders, forecast) {
      const edited = state.edited !== null && state.edited < (orders?.moves?.length ?? 0) ? state.edited : null;
      change({ orders: whole(orders), forecast, edited });
    },

    /** @param {Inspected | null} inspected */
    inspect(inspected) {
      change({ inspected });
      host.select(inspected);
    },

    /** @param {number[]} ids @param {boolean} [add] */
    choose(ids, add = false) {
      const sources = add ? [...new Set([...state.sources, ...ids])] : ids;
      change({ sources, edited: null, detour: null });
      if (sources.length) session.inspect({ kind: 'planet', id: sources[sources.length - 1] });
    },

    /** What a planet has left when the draft is played. @param {number} id */
    rest: (id) => Math.max(0, (planetAt(id).units ?? 0) - leaving(state.orders, id)),

    /** Orders units from all chosen planets that have a route there. @param {number[]} sources @param {number} target @returns {boolean} */
    send(sources, target) {
      const position = state.position;
      if (!position || !canOrder()) return false;
      const near = sources.filter((id) => id !== target && wayBetween(position, id, target));
      if (!near.length) {
        const from = sources.find((id) => id !== target);
        if (from !== undefined) {
          change({ detour: { from, to: target } });
          say(
            t('No route leads from {from} to {to}. You can send along the way.', {
              from: planetAt(from).key,
              to: planetAt(target).key,
            }),
          );
        }
        return false;
      }
      const orders = sendFrom(
        state.orders,
        near.map((id) => ({ id, units: planetAt(id).units ?? 0 })),
        target,
        state,
      );
      if (orders === state.orders) {
        say(t('No units are left there.'));
        return false;
      }
      const last = near[near.length - 1];
      draft(orders, {
        edited: orders.moves.findIndex((move) => move.from === last && move.to === target),
        sources: [],
        detour: null,
      });
      session.inspect({ kind: 'planet', id: target });
      const sent = orders.moves
        .filter((move) => move.to === target && near.includes(move.from))
        .reduce((sum, move) => sum + move.units, 0);
      say(
        t('{units} units to {planet}, arriving in round {round}.', {
          units: sent,
          planet: planetName(planetAt(target)),
          round: position.view.round + Math.max(...near.map((id) => wayBetween(position, id, target)?.rounds ?? 1)) - 1,
        }),
      );
      return true;
    },

    /**
     * Asks the server what would come of sending there; the answer stands in `ahead`. A page that offers no such question shows
     * the forecast once the order is in the draft.
     * @param {number[]} sources @param {number | null} target
     */
    askAhead(sources, target) {
      clearTimeout(asking);
      const { position, orders } = state;
      if (state.ahead) change({ ahead: '' });
      if (!host.forecast || !position || target === null || !canOrder()) return;
      const near = sources.filter((id) => id !== target && wayBetween(position, id, target));
      const last = near.at(-1);
      if (last === undefined) return;
      const wanted = sendFrom(
        orders,
        near.map((id) => ({ id, units: planetAt(id).units ?? 0 })),
        target,
        state,
      );
      if (wanted === orders) return;
      asking = setTimeout(async () => {
        const mine = asking;
        const answer = await host.forecast?.(wanted).catch(() => null);
        if (mine !== asking || !answer) return;
        const index = wanted.moves.findIndex((move) => move.from === last && move.to === target);
        change({ ahead: moveForecast(foreseen(answer, wanted.moves[index], index), position.view) });
      }, ASK_AFTER);
    },

    /** Sends to the first stop on the way and remembers where the units were to go. */
    sendAlong() {
      const { detour, position } = state;
      if (!detour || !position) return;
      const { stops } = wayAlong(position, detour.from, detour.to);
      const first = wayBetween(position, detour.from, stops[1]);
      if (!first || !session.send([detour.from], first.to)) return;
      change({
        reminders: [...state.reminders, { at: first.to, to: detour.to, round: position.view.round + first.rounds }],
      });
    },

    /** Begins to play a tactic, or takes the one in the draft back. @param {string} type */
    aimTactic(type) {
      const known = state.frame?.view.tactics.find(
        (/** @type {import('./types').TacticState} */ tactic) => tactic.type === type,
      );
      if (!canOrder() || !known) return;
      if (state.aim?.type === type) {
        change({ aim: null });
        return;
      }
      if (!known.allowed) {
        say(t('{tactic} cannot be played now.', { tactic: tacticName(type) }));
        return;
      }
      const asks = PARAMETERS[type];
      if (!asks.length) {
        draft(setTactic(state.orders, { type }), { aim: null });
        say(t('{tactic} is in your orders.', { tactic: tacticName(type) }));
        return;
      }
      const from = asks.includes('from') && state.sources.length === 1 ? state.sources[0] : null;
      change({ aim: { type, from }, edited: null });
      if (asks.includes('seat')) say(t('{tactic}: choose a seat.', { tactic: tacticName(type) }));
      else if (asks.includes('from') && from === null)
        say(t('{tactic}: choose one of your planets to leave.', { tactic: tacticName(type) }));
      else say(t('{tactic}: choose a planet.', { tactic: tacticName(type) }));
    },

    /** Seats the server offers for a tactic that asks for one. @param {string} type @returns {number[]} */
    seatTargets: (type) => offered(state, type, 'seat') ?? [],

    /** Gives the aimed tactic its planet. @param {number} id */
    aimAt(id) {
      const { aim } = state;
      if (!aim) return;
      if (!session.targets(aim)?.has(id)) {
        say(t('{planet} is no target for {tactic}.', { planet: planetAt(id).key, tactic: tacticName(aim.type) }));
        return;
      }
      if (aim.type !== 'teleport') draft(setTactic(state.orders, { type: aim.type, planet: id }), { aim: null });
      else if (aim.from === null) {
        change({ aim: { ...aim, from: id } });
        say(t('{tactic}: choose where to.', { tactic: tacticName('teleport') }));
        return;
      } else {
        const there = setTactic(state.orders, null);
        const rest = Math.max(0, (planetAt(aim.from).units ?? 0) - leaving(there, aim.from));
        const units = state.exact === null ? share(rest, state.fraction) : Math.min(state.exact, rest);
        if (units < 1) {
          say(t('No units are left there.'));
          return;
        }
        draft(setTactic(there, { type: 'teleport', from: aim.from, to: id, units }), { aim: null, sources: [] });
      }
      session.inspect({ kind: 'planet', id });
      say(t('{tactic} on {planet} is in your orders.', { tactic: tacticName(aim.type), planet: planetAt(id).key }));
    },

    /** @param {number} seat */
    aimAtSeat(seat) {
      if (state.aim) draft(setTactic(state.orders, { type: state.aim.type, seat }), { aim: null });
    },

    /** Planets the server offers for the tactic's next question. @param {{type: string, from: number | null}} aim @returns {Set<number> | null} */
    targets(aim) {
      return targetsOf(state, aim);
    },

    /** Sets how much is sent: of the edited move, and of the next ones. @param {{fraction?: number, exact?: number | null}} amount */
    setAmount(amount) {
      const next = { fraction: amount.fraction ?? state.fraction, exact: amount.exact ?? null };
      const move = state.edited === null ? null : state.orders.moves[state.edited];
      if (!move || state.edited === null || !canOrder()) {
        change(next);
        return;
      }
      const most = session.rest(move.from) + move.units;
      const units = next.exact === null ? share(most, next.fraction) : Math.min(next.exact, most);
      const orders = setUnits(state.orders, state.edited, Math.max(1, units));
      draft(orders, next);
    },
  };
  return session;
}

/**
 * What the server offers for one question of a tactic; null if it offers the tactic not at all.
 * @param {Shared} state @param {string} type @param {'planet' | 'from' | 'to' | 'seat'} question
 * @returns {number[] | null}
 */
function offered({ frame }, type, question) {
  const tactics = /** @type {{type: string, targets: Record<string, number[]>}[]} */ (frame?.choices?.tactics ?? []);
  return tactics.find((tactic) => tactic.type === type)?.targets[question] ?? null;
}

/** @param {Shared} state @param {{type: string, from: number | null}} aim @returns {Set<number> | null} */
function targetsOf(state, aim) {
  if (aim.type !== 'teleport') return toSet(offered(state, aim.type, 'planet'));
  if (aim.from === null) return toSet(offered(state, aim.type, 'from'));
  const there = toSet(offered(state, aim.type, 'to'));
  there?.delete(aim.from);
  return there;
}

/** @param {number[] | null} ids */
function toSet(ids) {
  return ids && new Set(ids);
}
