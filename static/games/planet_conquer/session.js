/**
 * What does this person have in hand? The kit's session with what Planet Conquer adds: senders, an arrow being edited, a tactic that
 * waits for its target, how much is sent. Nothing here is a rule: targets and forecasts are the server's.
 */
import { t } from 'app/i18n.js';
import { createSession, shared } from 'kit/session.js';
import { share } from 'kit/verbs.js';
import { foreseen, leftOn, moveForecast } from './forecast.js';
import { tacticName } from './names.js';
import { leaving, PARAMETERS, sendFrom, setTactic, setUnits, whole } from './orders.js';
import { opened } from './outlook.js';
import { isOwn, positionOf } from './position.js';
import { endRoute, hasStanding, planned, running, setRoute } from './standing.js';

/** @import { Hand, Host, Orders, Position, Share, Standing, TacticState } from './types' */
/** @typedef {ReturnType<typeof createHand>} Session */

/** What is sent where nothing else was said. */
const HALF = { fraction: 0.5, exact: null, repeat: false };

export const isFinger = () => !!globalThis.matchMedia?.('(pointer: coarse)').matches;

/** @returns {Hand} */
const nothing = () => ({
  sources: [],
  focus: null,
  hover: null,
  inspected: null,
  edited: null,
  route: null,
  aim: null,
  ...HALF,
  isOnceOnly: false,
  grip: null,
  denied: null,
  overlay: false,
  detour: null,
  reminders: [],
});

export const sessionOf = shared(createHand);

/** @param {Host} host */
function createHand(host) {
  const base = createSession(host, {
    whole,
    positionOf,
    own: nothing,
    asksOrders: ({ view }) => view.phase === 'orders',
    onFrame: ({ sources, reminders }, { view }, position) => ({
      sources: sources.filter((id) => isOwn(position, id)),
      reminders: reminders.filter(({ round }) => round >= view.round - 1),
    }),
    onStep: () => ({
      ...{ edited: null, route: null, aim: null, detour: null, grip: null, denied: null },
      // What a finger has pressed is told beside it: in the next round it would lie over what has changed.
      ...(isFinger() && { focus: null, inspected: null }),
    }),
    onDraft: ({ edited, orders }) => ({ edited: edited !== null && edited < orders.moves.length ? edited : null }),
    onLock: () => ({ aim: null, sources: [], edited: null, route: null, grip: null }),
  });
  const { state, change, draft, say, deny, canOrder } = base;

  /** @param {number} id */
  const planetAt = (id) => /** @type {Position} */ (state.position).planets[id];

  /** Those of the planets from which a route leads there. @param {number[]} sources @param {number} target */
  const reaching = (sources, target) =>
    sources.filter((id) => id !== target && state.position?.graph.between(id, target));

  /** The draft with what these planets send there. @param {number[]} sources @param {number} target */
  const sending = (sources, target) => {
    const { orders, position } = state;
    const { repeat, ...share } = session.share();
    if (!repeat || !position) return sendFrom(orders, sources.map(planetAt), target, share);
    const ways = sources.map((id) => legs(id, target));
    const passed = new Set(ways.flatMap((way) => way.slice(1).map(({ from }) => from)));
    // Where others pass through, what has arrived goes on as well: all above those who are there now.
    return ways.flat().reduce((next, leg) => {
      const above = passed.has(leg.from) ? (planetAt(leg.from).units ?? 0) : null;
      return setRoute(next, position.view, { ...leg, units: null, above });
    }, orders);
  };

  /** The standing routes that lead there over one's own planets; none: there is no such way. @param {number} source @param {number} target @returns {{from: number, to: number}[]} */
  function legs(source, target) {
    const { position } = state;
    if (!position || source === target) return [];
    const { stops, length } = position.graph.shortest(source, target, (id) => isOwn(position, id));
    return Number.isFinite(length) ? stops.slice(1).map((to, i) => ({ from: stops[i], to })) : [];
  }

  const session = {
    ...base,

    /** @param {Hand['inspected']} inspected */
    inspect(inspected) {
      change({ inspected });
      host.select(inspected);
    },

    /** @param {number[]} ids @param {boolean} [add] */
    choose(ids, add = false) {
      const sources = add ? [...new Set([...state.sources, ...ids])] : ids;
      change({ sources, edited: null, route: null, detour: null });
      if (sources.length) session.inspect({ kind: 'planet', id: sources[sources.length - 1] });
    },

    /** What a planet has left when the draft is played. @param {number} id @param {Orders} [orders] */
    rest: (id, orders = state.orders) => Math.max(0, (planetAt(id).units ?? 0) - leaving(orders, id)),

    /** What stays there once standing routes have sent as well, as far as that is foreseen. @param {number} id */
    stays: (id) => (state.position && leftOn(state.forecast, state.position.view, id)?.stay) ?? session.rest(id),

    /** What is there next round, as far as that is foreseen; null: it is not. @param {number} id @returns {number | null} */
    nextOn(id) {
      const left = state.position && leftOn(state.forecast, state.position.view, id);
      if (left) return left.next;
      return session.rest(id) === planetAt(id).units ? planetAt(id).next : null;
    },

    /** How many of so many units are sent next, or how many a part of them is. @param {number} rest @param {number} [part] */
    portion(rest, part) {
      const { fraction, exact } = session.share();
      if (part !== undefined) return share(rest, part);
      return exact === null ? share(rest, fraction) : Math.min(exact, rest);
    },

    /** How much the next order sends; what was chosen while dragging counts first. @returns {Share} */
    share: () => ({ fraction: state.fraction, exact: state.exact, repeat: state.repeat, ...state.grip }),

    /** Does the table have standing routes? */
    mayRepeat: () => hasStanding(state.position?.view),

    /** The standing route along a way, when the draft is played. @param {{from: number, to: number}} way */
    routeOf: ({ from, to }) =>
      (state.position ? planned(state.orders, state.position.view) : []).find(
        (route) => route.from === from && route.to === to,
      ) ?? null,

    /** Does a route send before the others that leave its planet? @param {{from: number, to: number}} route */
    isFirst: ({ from, to }) =>
      !!state.position && planned(state.orders, state.position.view).find((route) => route.from === from)?.to === to,

    /** A standing route begins or changes. @param {Standing} route */
    setRoute(route) {
      if (canOrder() && state.position) draft(setRoute(state.orders, state.position.view, route));
    },

    /** @param {{from: number, to: number}} way */
    endRoute(way) {
      if (!canOrder() || !state.position) return;
      draft(endRoute(state.orders, state.position.view, way), { route: null });
      say(t('The standing route ends.'));
    },

    /** A route that the draft ends goes on after all. @param {{from: number, to: number}} way */
    keepRoute({ from, to }) {
      const before = running(state.frame?.view).find((route) => route.from === from && route.to === to);
      if (before) session.setRoute(before);
    },

    /** A move of the draft goes on every round from now on. @param {number} index */
    repeatMove(index) {
      const { orders, position } = state;
      const move = orders.moves[index];
      if (!move || !position || !canOrder()) return;
      const rest = { ...orders, moves: orders.moves.filter((other) => other !== move) };
      const way = { from: move.from, to: move.to };
      draft(setRoute(rest, position.view, { ...way, units: move.units, above: null }), { edited: null, route: way });
    },

    /** Orders units from all chosen planets that have a route there. @param {number[]} sources @param {number} target @returns {boolean} */
    send(sources, target) {
      const { position } = state;
      if (!position || !canOrder()) return false;
      const { repeat } = session.share();
      const near = repeat ? sources.filter((id) => legs(id, target).length) : reaching(sources, target);
      const last = near.at(-1);
      if (last === undefined) {
        offerDetour(
          sources.find((id) => id !== target),
          target,
        );
        return false;
      }
      const orders = sending(near, target);
      if (orders === state.orders) {
        if (repeat) deny(t('There is a standing route there already.'));
        else deny(t('No units are left there.'));
        return false;
      }
      // An exact number, or every round, was meant for this order; a part is a habit and stays.
      const isOnce = state.exact !== null || state.repeat;
      draft(orders, {
        edited: null,
        route: repeat ? legs(last, target)[0] : null,
        sources: [],
        detour: null,
        grip: null,
        ...(isOnce ? { exact: null, repeat: false } : {}),
        isOnceOnly: false,
      });
      session.inspect({ kind: 'planet', id: target });
      if (repeat) {
        const facts = { planet: planetAt(target).name, n: Math.max(1, session.rest(last)) };
        say(t('Every round all growth goes to {planet}; {n} stay.', facts));
        return true;
      }
      const sent = orders.moves.filter((move) => move.to === target && near.includes(move.from));
      const rounds = near.map((id) => position.graph.between(id, target)?.length ?? 1);
      say(
        t('{units} units to {planet}, arriving at the end of round {round}.', {
          units: sent.reduce((sum, move) => sum + move.units, 0),
          planet: planetAt(target).name,
          round: position.view.round + Math.max(...rounds) - 1,
        }),
      );
      return true;
    },

    /** Asks the server what would come of sending there; the answer, in words, stands in `ahead`. @param {number[]} sources @param {number | null} target */
    askAhead(sources, target) {
      const { position, orders } = state;
      const near = position && target !== null ? reaching(sources, target) : [];
      const wanted = near.length ? sending(near, Number(target)) : orders;
      if (!position || wanted === orders || session.share().repeat) return base.askAhead(null);
      const index = wanted.moves.findIndex((move) => move.from === near.at(-1) && move.to === target);
      base.askAhead(wanted, (answer) =>
        [
          moveForecast(foreseen(answer, wanted.moves[index], index), position.view, host.info),
          ...opened(answer, state.forecast, near, position.planets),
        ].join(' · '),
      );
    },

    /** Sends to the first stop on the way and remembers where the units were to go. */
    sendAlong() {
      const { detour, position } = state;
      if (!detour || !position) return;
      const { stops } = position.graph.shortest(detour.from, detour.to);
      const first = position.graph.between(detour.from, stops[1]);
      if (!first || !session.send([detour.from], first.to)) return;
      const round = position.view.round + first.length;
      change({ reminders: [...state.reminders, { at: first.to, to: detour.to, round }] });
    },

    /** Begins to play a tactic, or lets it be. @param {string} type @param {number} [to] of one that leaves a planet: where it leads, while that planet is not chosen */
    aimTactic(type, to) {
      /** @type {TacticState[]} */
      const tactics = state.frame?.view.tactics ?? [];
      const known = tactics.find((tactic) => tactic.type === type);
      if (!canOrder() || !known) return;
      if (state.aim?.type === type) return change({ aim: null });
      const tactic = tacticName(type);
      if (!known.allowed) {
        change({ denied: type });
        return say(t('{tactic} cannot be played now.', { tactic }));
      }
      if (state.denied) change({ denied: null });
      const asks = PARAMETERS[type];
      if (!asks.length) {
        draft(setTactic(state.orders, { type }), { aim: null });
        return say(t('{tactic} is in your orders.', { tactic }));
      }
      const from = asks.includes('from') && state.sources.length === 1 ? state.sources[0] : null;
      change({ aim: { type, from, ...(to !== undefined && { to }) }, edited: null });
      if (asks.includes('seat')) say(t('{tactic}: choose a seat.', { tactic }));
      else if (asks.includes('from') && from === null)
        say(t('{tactic}: choose one of your planets to leave.', { tactic }));
      else say(t('{tactic}: choose a planet.', { tactic }));
    },

    /** Seats the server offers for a tactic that asks for one. @param {string} type @returns {number[]} */
    seatTargets: (type) => offered(type, 'seat') ?? [],

    /** Planets the server offers for the tactic's next question; null: it does not offer the tactic. @param {NonNullable<Hand['aim']>} aim @returns {Set<number> | null} */
    targets({ type, from }) {
      const ids = offered(type, type !== 'teleport' ? 'planet' : from === null ? 'from' : 'to');
      return ids && new Set(ids.filter((id) => id !== from));
    },

    /** May a tactic that leaves a planet lead there? @param {string} type @param {number} id */
    leadsTo: (type, id) => offered(type, 'to')?.includes(id) ?? false,

    /** Gives the aimed tactic its planet. @param {number} id */
    aimAt(id) {
      const { aim } = state;
      if (!aim) return;
      if (aim.to !== undefined && session.targets(aim)?.has(id)) {
        change({ aim: { type: aim.type, from: id } });
        session.aimAt(aim.to);
        return;
      }
      const facts = { tactic: tacticName(aim.type), planet: planetAt(id).name };
      if (!session.targets(aim)?.has(id))
        return deny(
          aim.type === 'teleport' && aim.from === null
            ? t('{planet} is not yours: choose your planet to leave first.', facts)
            : t('{planet} is no target for {tactic}.', facts),
        );
      if (aim.type !== 'teleport') draft(setTactic(state.orders, { type: aim.type, planet: id }), { aim: null });
      else if (aim.from === null) {
        change({ aim: { ...aim, from: id } });
        return say(t('{tactic}: choose where to.', facts));
      } else {
        const there = setTactic(state.orders, null);
        const units = session.portion(session.rest(aim.from, there));
        if (units < 1) return deny(t('No units are left there.'));
        draft(setTactic(there, { type: 'teleport', from: aim.from, to: id, units }), { aim: null, sources: [] });
      }
      session.inspect({ kind: 'planet', id });
      say(t('{tactic} on {planet} is in your orders.', facts));
    },

    /** @param {number} seat */
    aimAtSeat(seat) {
      if (state.aim) draft(setTactic(state.orders, { type: state.aim.type, seat }), { aim: null });
    },

    /** Sets how much the next order sends; orders that are given keep what they have. @param {Partial<Share>} amount */
    setAmount: ({ fraction, exact = null, repeat = false }) =>
      change({
        fraction: fraction ?? state.fraction,
        exact,
        repeat,
        isOnceOnly: state.repeat && fraction !== undefined,
      }),

    /** What the drag that is under way sends. @param {Partial<Share>} grip */
    setGrip: (grip) => change({ grip: { ...state.grip, ...grip } }),

    /** Another number of units for a move of the draft. @param {number} index @param {number} wanted */
    setMove(index, wanted) {
      const move = state.orders.moves[index];
      if (!move || !canOrder()) return;
      const units = Math.max(1, Math.min(session.mostOf(index), wanted));
      if (units !== move.units) draft(setUnits(state.orders, index, units));
    },

    /** The most that a move of the draft can send. @param {number} index */
    mostOf(index) {
      const move = state.orders.moves[index];
      return move ? session.rest(move.from) + move.units : 0;
    },
  };
  return session;

  /** @param {number | undefined} from @param {number} to */
  function offerDetour(from, to) {
    if (from === undefined) return;
    change({ detour: { from, to } });
    const facts = { from: planetAt(from).name, to: planetAt(to).name };
    deny(t('No route leads from {from} to {to}. You can send along the way.', facts));
  }

  /** What the server offers for one question of a tactic; null if it offers the tactic not at all. @param {string} type @param {string} question @returns {number[] | null} */
  function offered(type, question) {
    const tactics = /** @type {{type: string, targets: Record<string, number[]>}[]} */ (
      state.frame?.choices?.tactics ?? []
    );
    return tactics.find((tactic) => tactic.type === type)?.targets[question] ?? null;
  }
}
