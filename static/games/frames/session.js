/** What does this person have in hand at the table? The kit's session with what is picked up, read and loaded. Holds no rules. */
import { t } from 'app/i18n.js';
import { seenThrough } from 'kit/reader.js';
import { createSession, shared } from 'kit/session.js';
import { isGiven, isWished, mayBePlain } from './at_once.js';
import { narrowed, only, optionsOf, same, targets } from './options.js';
import { asWatched, keyOf, ownSide, positionOf } from './position.js';
import { say } from './words.js';

/** @typedef {import('../../types').Host} Host */
/** @typedef {import('./position.js').Position} Position */
/** @typedef {import('./options.js').Option} Option */
/** @typedef {ReturnType<typeof makeSession>} Session */

/** Orders that can follow each other in a turn. */
const TURN = new Set(
  'fire resupply operate_all operate_one deploy recall gather play use_gear autocannon captain ship_skill act finish end_turn'.split(
    ' ',
  ),
);
/** Phases in which an order is put together on the board. */
const AIMED = new Set(['main', 'operate', 'end_step', 'plan']);

/** What goes along as long as nobody chooses. */
const PROPOSED = { gear: null, pilot: null };

/** @param {any} [orders] */
export const whole = (orders) => orders ?? {};

/** @param {any} orders */
export const isEmpty = (orders) => !orders || Object.keys(orders).length === 0;

const PARTS_OF_A_PLAN = ['actions', 'end_acts', 'standing', 'prefer'];

/** A draft with one more order: several make a turn in one go. @param {any} draft @param {any} order */
function after(draft, order) {
  if (isEmpty(draft) || !TURN.has(order.type)) return order;
  return { type: 'turn', orders: [...(draft.type === 'turn' ? draft.orders : [draft]), order] };
}

/** A plan with one more part. @param {any} plan @param {any} part */
const laidOn = (plan, part) => ({
  type: 'plan',
  ...Object.fromEntries(PARTS_OF_A_PLAN.map((key) => [key, [...(plan[key] ?? []), ...(part[key] ?? [])]])),
});

/** The orders of a draft one by one: of a turn, or all parts of a plan. @param {any} draft @returns {any[]} */
export function entriesOf(draft) {
  if (isEmpty(draft)) return [];
  if (draft.type === 'plan') return PARTS_OF_A_PLAN.flatMap((key) => draft[key] ?? []);
  return draft.type === 'turn' ? draft.orders : [draft];
}

/** What giving a draft is called on its button; null: it is no order of the table. @param {any} draft */
export function giveName(draft) {
  if (draft.type === 'plan') return t('Give the plan');
  if (draft.type === 'end_turn') return t('End turn');
  if (draft.type === 'turn') return t('Do it all');
  return TURN.has(draft.type) ? t('Do it') : null;
}

/** A draft without one of its orders. @param {any} draft @param {number} at */
export function without(draft, at) {
  const left = new Set(entriesOf(draft).filter((_, i) => i !== at));
  if (!left.size) return {};
  if (draft.type === 'turn') return left.size > 1 ? { ...draft, orders: [...left] } : [...left][0];
  const lists = PARTS_OF_A_PLAN.map((key) => [
    key,
    (draft[key] ?? []).filter((/** @type {any} */ one) => left.has(one)),
  ]);
  return { ...draft, ...Object.fromEntries(lists) };
}

/** A draft with another order in the place of one of its own. @param {any} draft @param {any} old @param {any} one */
function exchanged(draft, old, one) {
  const swap = (/** @type {any} */ entry) => (entry === old ? one : entry);
  if (draft === old) return one;
  if (draft.type === 'turn') return { ...draft, orders: draft.orders.map(swap) };
  return { ...draft, actions: draft.actions.map(swap) };
}

/** Could this part be one more act of the operation? @param {any} last @param {any} part */
const goesOn = (last, part) =>
  !last.acts.some((/** @type {any} */ act) =>
    part?.actions?.[0]?.acts?.some((/** @type {any} */ one) => one.unit === act.unit),
  );

/** @type {Map<string, any>} words of what was drafted here: what a draft leads to may not be among the choices of the step */
const remembered = new Map();

/**
 * What is drafted, entry by entry: as the forecast tells it, else as the choice does.
 * @param {any} choices @param {any} orders @param {any} forecast @returns {any[]}
 */
export function draftOf(choices, orders, forecast) {
  const entries = entriesOf(orders);
  const told = forecast?.orders?.length === entries.length && orders.type !== 'plan' ? forecast.orders : [];
  const all = Array.isArray(choices) ? choices : [];
  return entries.map((one, i) => {
    const is = (/** @type {any} */ { orders: other, group, adds }) =>
      other && same(adds ? other[group]?.[0] : other, one);
    return (
      told[i] ?? remembered.get(JSON.stringify(one)) ?? all.find(is) ?? forecast?.orders?.[i] ?? { text: t('an order') }
    );
  });
}

/** @param {Host} host */
function makeSession(host) {
  const session = createSession(host, {
    whole,
    positionOf: (view) => positionOf(asWatched(view, seenThrough(view, host.info) !== null)),
    own: () => ({
      /** Tokens in hand, in the order they were picked. */
      picked: /** @type {string[]} */ ([]),
      /** Cards in hand that go with the next mech that is drafted; null: those that are proposed for it. */
      gear: /** @type {string[] | null} */ (null),
      /** Who goes with it; null: who is proposed. */
      pilot: /** @type {string | null} */ (null),
      /** What is read: a card of the catalogue, or a unit. */
      read: /** @type {{card?: string, unit?: string, zoom?: boolean} | null} */ (null),
      /** The area the keyboard is at. */
      cursor: /** @type {string | null} */ (null),
      /** The target that is pointed at. */
      hover: /** @type {string | null} */ (null),
      /** Why what was pressed last cannot be done. */
      refused: /** @type {any} */ (null),
    }),
    onStep: () => ({ picked: [], ...PROPOSED, hover: null, refused: null }),
    onDraft: () => ({ picked: [], refused: null }),
    onLock: () => ({ picked: [], hover: null, refused: null }),
  });
  const { state } = session;

  /** The choices that go on from the draft; those of the step while there is none. @returns {any[]} */
  function choices() {
    const { frame, forecast } = state;
    const first = Array.isArray(frame?.choices) ? frame.choices : [];
    if (isEmpty(state.orders)) return first;
    if (state.orders.type !== 'plan') return forecast?.choices ?? [];
    // Acts of one operation are one action: more of them cost nothing.
    const last = state.orders.actions?.at(-1);
    const more = last?.acts ? first.filter(({ orders, kind }) => kind === last.type && goesOn(last, orders)) : [];
    return [...(forecast?.choices ?? first), ...more];
  }

  /** What can be ordered now. @returns {Option[]} */
  const options = () =>
    state.position && session.hasDraft() ? optionsOf(choices(), state.position.you).filter(isThere) : [];

  /** In a plan a mech acts only once it is on the board, or its deployment is drafted. @param {Option} option */
  function isThere({ order }) {
    const unit = order?.type === 'operate_one' && state.position?.mechs.get(order.act.unit);
    if (!unit || unit.where === 'board') return true;
    return entriesOf(state.orders).some(({ type, mech }) => type === 'deploy' && mech === unit.id);
  }

  /** Deployments in the draft, the last first. */
  const deployed = () =>
    entriesOf(state.orders)
      .filter(({ type }) => type === 'deploy')
      .reverse();

  /** Cards that a mech takes along at most. */
  const most = () => state.frame?.view.options?.mech_gear_slots ?? 2;

  /** The mech in hand that is to come out; null: none is. */
  function sent() {
    if (!state.picked.length) return null;
    const [first, ...more] = narrowed(options(), state.picked).flatMap(({ order }) => (order ? [order] : []));
    return first?.type === 'deploy' && more.every(({ mech }) => mech === first.mech) ? first.mech : null;
  }

  /** What is proposed to go along with a mech of the hangar. @param {string | null} mech @returns {{pilot: string | null, gear: string[]}} */
  const proposed = (mech) =>
    (mech && options().find(({ order }) => order?.type === 'deploy' && order.mech === mech)?.choice.along) || {
      pilot: null,
      gear: [],
    };

  /** Cards in hand that go with the next mech. */
  const gear = () => state.gear ?? proposed(sent()).gear;

  /** The choice that sends the same mech to the same area with this pilot; not everybody comes out everywhere. @param {any} order @param {string} pilot */
  const flown = (order, pilot) =>
    state.frame?.choices?.find?.((/** @type {any} */ { orders: given, group }) =>
      same({ ...(given?.[group]?.[0] ?? given), gear: null }, { ...order, pilot, gear: null }),
    );

  /** A draft with something else along with a mech that it deploys. @param {any} order @param {{gear?: string[], pilot?: string}} part */
  function equip(order, part) {
    const one = { ...order, ...part };
    const told = part.pilot ? flown(order, part.pilot) : remembered.get(JSON.stringify(order));
    if (told) remembered.set(JSON.stringify(one), told);
    session.draft(exchanged(state.orders, order, one), PROPOSED);
  }

  /** Of deployments of one mech to one deck that with the pilot who is chosen, or proposed. @param {Option[]} left @param {string[]} picked */
  function manned(left, picked) {
    const found = left.filter(({ order }) => order);
    const is = found.every(({ order }) => order.type === 'deploy' && order.mech === found[0].order.mech);
    if (!is || !picked.some((token) => token.startsWith('area:')) || !picked.some((token) => token.startsWith('unit:')))
      return null;
    const who = (/** @type {string | null} */ pilot) => found.find(({ order }) => order.pilot === pilot);
    return who(state.pilot) ?? who(found[0].choice.along?.pilot) ?? null;
  }

  /** What was put together just now by a hand on the table; null: nothing, or it has been judged. */
  let fresh = /** @type {any} */ (null);
  session.listen(() => {
    const { orders, forecast, frame, error } = state;
    if (!fresh || (!forecast && !error)) return;
    const is = !error && same(orders, fresh) && session.canOrder() && isGiven(frame?.view, orders, forecast);
    given = is ? fresh : null;
    fresh = null;
    if (is) host.submit?.();
  }, ['forecast', 'error']);
  /** What was given by itself, until the page says that it is. */
  let given = /** @type {any} */ (null);
  session.listen(() => {
    given = null;
  }, ['frame', 'locked', 'error']);

  /** @param {Option} option @param {boolean} [isPutUp] it is only put up, to be looked at, unless this person wants every order given at once */
  function take({ order, choice }, isPutUp = false) {
    const { orders: draft } = state;
    const one = order.type === 'deploy' ? { ...order, gear: state.gear ?? choice.along?.gear ?? [] } : order;
    const part = choice.group === 'actions' ? { actions: [one] } : choice.orders;
    remembered.set(JSON.stringify(choice.adds ? part[choice.group][0] : one), choice);
    const whole = choice.adds ? laidOn(draft, part) : after(draft, one);
    fresh = isWished() || (!isPutUp && mayBePlain(state.frame?.view, whole, choice)) ? whole : null;
    session.draft(whole, { picked: [], ...PROPOSED });
  }

  /** Of drawing from one pile for free and for a point nobody chooses the latter. @param {Option[]} left */
  function freeDraw(left) {
    const found = left.filter(({ order }) => order);
    const is = found.every(({ order }) => order.type === 'resupply' && order.mode === found[0].order.mode);
    return (is && found.find(({ order }) => order.free)) || null;
  }

  return {
    ...session,
    options,
    take,
    /** Is it not known yet whether the draft is given without a question, or is it being given? */
    isBeingGiven: () => !state.error && !isEmpty(state.orders) && same(state.orders, fresh ?? given),
    /** Asks for it all the same. */
    askAll() {
      fresh = given = null;
      session.change({});
    },
    /** Takes the last order of the draft back. */
    takeBack: () => session.draft(without(state.orders, entriesOf(state.orders).length - 1), PROPOSED),
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
      const last = only(all, picked) ?? manned(left, picked) ?? freeDraw(left);
      if (last) take(last);
      else session.change({ picked, refused: null });
      return true;
    },
    /** Begins anew with this in hand. @param {string[]} picked */
    hold: (picked) => session.change({ picked, pilot: null, hover: null, refused: null }),
    /** What was pressed cannot be done: says why, in the bar and aloud, until something else is done. @param {any} why */
    refuse(why) {
      session.change({ picked: [], hover: null, refused: why });
      session.say(say(why));
    },
    /** Lets go of what was picked last. */
    back: () => session.change({ picked: state.picked.slice(0, -1), hover: null }),

    /** The mech that a card goes along with; '': the next that is deployed; null: none. @param {string} id @returns {string | null} */
    carrierOf: (id) => deployed().find(({ gear }) => gear.includes(id))?.mech ?? (gear().includes(id) ? '' : null),

    /**
     * A card goes along with a mech, or no more: with one whose deployment is drafted, else with the next.
     * @param {string} id @param {string} [mech] that one, and it stays if it is there already
     */
    toggleGear(id, mech) {
      if (!session.canOrder()) return;
      const drafted = deployed();
      const carrier = drafted.find(({ gear }) => gear.includes(id));
      const wanted = mech ? drafted.find((one) => one.mech === mech) : drafted.find(({ gear }) => gear.length < most());
      const without = (/** @type {string[]} */ some) => some.filter((other) => other !== id);
      if (carrier && carrier === wanted && mech) return;
      if (carrier) equip(carrier, { gear: without(carrier.gear) });
      if (carrier && !mech) return;
      const again = wanted && deployed().find((one) => one.mech === wanted.mech);
      if (again && !state.picked.length) equip(again, { gear: [...again.gear, id].slice(-most()) });
      else if (gear().includes(id) && !mech) session.change({ gear: without(gear()) });
      else session.change({ gear: [...without(gear()), id].slice(-most()) });
    },
    canEquip: () => deployed().length > 0 || options().some(({ order }) => order?.type === 'deploy'),
    /**
     * A card is let go over a thing on the table: over a mech of the draft, or the area where it will stand, it goes along with that mech; over
     * one in the hangar, which is picked up, with that.
     * @param {string} id @param {string} token @returns {boolean} whether a mech is there
     */
    equipAt(id, token) {
      const there = deployed().find(({ mech, at }) => token === `unit:${mech}` || token === `area:${keyOf(at)}`);
      if (there) this.toggleGear(id, there.mech);
      else if (!narrowed(options(), [token]).some(({ order }) => order?.type === 'deploy')) return false;
      else {
        session.change({ picked: [] });
        const along = state.gear ?? proposed(token.slice('unit:'.length)).gear;
        session.change({ gear: [...along.filter((other) => other !== id), id].slice(-most()) });
        this.pick(token);
      }
      return true;
    },
    /**
     * Who and what may go along with the mech in hand, else with the one that was drafted last; null: none comes out.
     * @returns {{mech: string, pilot: string | null, pilots: string[], gear: string[], cards: {id: string, card: string}[]} | null}
     */
    crew() {
      const side = state.position && ownSide(state.position);
      const last = entriesOf(state.orders).at(-1);
      const hand = sent();
      const drafted = !state.picked.length && last?.type === 'deploy' ? last : null;
      const mech = hand ?? drafted?.mech;
      if (!mech || !side || !session.canOrder()) return null;
      const others = deployed().filter((one) => one !== drafted);
      const { pilot } = drafted ?? proposed(hand);
      const ready = (side.pilots?.ready ?? []).filter(
        (/** @type {string} */ id) => !others.some((one) => one.pilot === id),
      );
      const free = (side.hand.mech ?? []).filter(
        (/** @type {any} */ { id }) => !others.some((one) => one.gear.includes(id)),
      );
      return {
        mech,
        pilot: ready.includes(state.pilot) ? state.pilot : pilot,
        pilots: drafted
          ? ready.filter((/** @type {string} */ id) => id === drafted.pilot || flown(drafted, id))
          : ready,
        gear: drafted ? drafted.gear : gear(),
        cards: most() ? free : [],
      };
    },
    /** Somebody else goes along. @param {string} pilot */
    man(pilot) {
      const [last] = deployed();
      if (sent()) session.change({ pilot });
      else if (last) equip(last, { pilot });
    },
    /** Hands the draft in. */
    submit: () => host.submit?.(),
    own: () => (state.position ? ownSide(state.position) : null),
  };
}

export const sessionOf = shared(makeSession);
