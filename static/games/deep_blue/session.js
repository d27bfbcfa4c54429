/**
 * What does this person have in hand at sea? The kit's session with what Deep Blue adds: selected units, groups, layer, aim, what is
 * shown of sight and fire, the orders of the round before, and questions to the server about units and targets.
 */
import { t, tn } from 'app/i18n.js';
import { createSession, shared } from 'kit/session.js';
import { onceAgain } from './again.js';
import { drawnOf, NOTHING_DRAWN } from './drawn.js';
import { sailTo } from './formation.js';
import { keepOrders, keptOrders } from './last_orders.js';
import { elementName } from './names.js';
import { isEmpty, ordered, ordersOf, removeOrder, repeat, whole } from './orders.js';
import { elementsAt, isUnit, ownOf, positionOf, rectOf } from './position.js';

/** @import { Abilities, Ask, Cell, Forecast, Host, Layer, Menu, Orders, Position, Unit, Warned } from './types' */

/** @typedef {ReturnType<typeof makeSession>} Session */

/** What changes the picture of orders and aims. */
const DRAWS = /** @type {const} */ ([
  'frame', 'told', 'ahead', 'abilities', 'selected', 'orders', 'layer', 'hover', 'focus', 'shown', 'error', 'locked',
]); // biome-ignore format: one list
/** What an aim depends on. */
const AIMS = /** @type {const} */ (['hover', 'focus', 'selected', 'aim', 'orders', 'layer']);
/** The server answers about so many units at once; a way is drawn ahead for the first few. */
export const MOST_ASKED = 40;
/** Milliseconds: the server answers only so many questions a second. */
const ASK_AGAIN_AFTER = 600;

/** What the game keeps beside what every session has. */
const own = () => ({
  /** The frame before the one that is shown, where it was shown too: it knows who has left sight since. */
  before: /** @type {import('./types').Frame | null} */ (null),
  hover: /** @type {Cell | null} */ (null),
  focus: /** @type {Cell | null} */ (null),
  selected: /** @type {number[]} */ ([]),
  layer: /** @type {Layer} */ (3),
  /** What the next click orders; null: what fits the place. */
  aim: /** @type {{kind: string, [key: string]: any} | null} */ (null),
  shown: { zones: true, wings: false, sight: false, fire: false, labels: true },
  /** Where the selected units can come in this round, and where they can be shot at in the next: rows of cells as the server packs them. */
  zones: /** @type {import('./types').Zones | null} */ (null),
  drawn: NOTHING_DRAWN,
  groups: /** @type {Record<string, number[]>} */ ({}),
  /** The server's answer about the selected units. */
  abilities: /** @type {Record<string, Abilities>} */ ({}),
  /** Taps add to the selection. */
  adds: false,
  /** A menu of orders that is open, and where. */
  menu: /** @type {Menu | null} */ (null),
  /** Whose eyes the referee looks through. */
  eyes: /** @type {number | null} */ (null),
  /** An element that is looked at, somebody else's perhaps. */
  inspected: /** @type {number | null} */ (null),
  /** What of the orders of the round before was not given again, and why. */
  leftOut: /** @type {import('./again.js').LeftOut[]} */ ([]),
  /** Where what is built next sails to. */
  rally: /** @type {Cell | null} */ (null),
});

export const sessionOf = shared(makeSession);

/** @param {Host} host */
function makeSession(host) {
  let eyes = /** @type {number | null} */ (null);
  const session = createSession(host, {
    whole,
    positionOf: (view) => positionOf(view, eyes),
    own,
    onStep: () => ({ aim: null, menu: null, abilities: {}, zones: null, leftOut: [] }),
    onFrame(state, frame) {
      const there = new Set(frame.view.elements.map((/** @type {Unit} */ { id }) => id));
      const last = state.frame;
      // A round begins with a chart that nothing lies over: whom it needs, the panel says.
      const isSame = last?.step === frame.step;
      const before = last?.step === frame.step - 1 ? last : last?.step === frame.step ? state.before : null;
      return { before, selected: isSame ? state.selected.filter((id) => there.has(id)) : [] };
    },
    onLock: () => ({ aim: null, menu: null }),
  });
  const { state, change } = session;

  const position = () => /** @type {Position} */ (state.position);
  /** Own elements that are selected. */
  const chosen = () =>
    state.selected.flatMap((id) => {
      const one = state.position?.elements.get(id);
      return one && one.seat === state.position?.seat ? one : [];
    });

  /** Selected units that can move. */
  const crew = () => chosen().filter(isUnit);

  session.listen(() => change({ drawn: state.position ? drawnOf(state) : NOTHING_DRAWN }), [...DRAWS]);
  session.listen(() => aimed(), [...AIMS]);
  session.listen(() => {
    const answer = state.ahead?.ask?.units;
    if (answer) change({ abilities: { ...state.abilities, ...answer }, zones: state.ahead?.ask?.zones ?? null });
  }, ['ahead']);
  session.listen(() => {
    if (state.frame && session.hasDraft() && !isEmpty(state.orders)) keepOrders(state.frame.step, state.orders);
  }, ['orders']);

  /** Asks ahead about the selected units and the place that is pointed at. */
  function aimed() {
    const units = chosen().map(({ id }) => id);
    const at = state.hover ?? state.focus;
    if (!units.length || state.menu) session.askAhead(null);
    else session.askAhead({ ...aimedAt(at), ask: about(units, at) });
  }

  /** The draft, and for a group the voyage that a press would order: each to its place in the formation. @param {Cell | null} at */
  function aimedAt(at) {
    const sails = !state.aim || state.aim.kind === 'move';
    if (!at || !sails || crew().length < 2 || elementsAt(position(), ...at).length) return state.orders;
    return sailTo(state.orders, position(), crew(), at);
  }

  /** The question about units and a place. @param {number[]} units @param {Cell | null} at @returns {Ask} */
  function about(units, at) {
    if (!at) return { units: units.slice(0, MOST_ASKED), zones: true };
    const targets = elementsAt(position(), ...at).map(({ id }) => id);
    const level = state.layer < 3 ? state.layer : 1;
    return { units: units.slice(0, MOST_ASKED), targets, cell: [...at, level], zones: true };
  }

  /** @param {number[]} ids @param {boolean} [add] to what is selected; what is among it is taken out */
  function select(ids, add = false) {
    const isAll = add && ids.every((id) => state.selected.includes(id));
    const selected = isAll
      ? state.selected.filter((id) => !ids.includes(id))
      : [...new Set(add ? [...state.selected, ...ids] : ids)];
    change({ selected, aim: null, menu: null, abilities: {}, zones: null });
    const names = selected.flatMap((id) => state.position?.elements.get(id) ?? []);
    session.say(
      names.length === 1
        ? t('{unit} selected', { unit: elementName(names[0]) })
        : tn('{n} unit selected', '{n} units selected', names.length),
    );
  }

  /** What the server says of a draft, once more if it has no time; null: nobody can say now. @param {Orders & {ask?: Ask}} draft @returns {Promise<Forecast | null>} */
  async function judged(draft) {
    for (let i = 0; i < 2; i += 1) {
      const answer = await host.forecast?.(draft).catch(() => null);
      if (answer) return answer;
      await new Promise((go) => setTimeout(go, ASK_AGAIN_AFTER));
    }
    return null;
  }

  /** Puts the cursor on a place and moves the chart as little as is needed to show it. @param {number[]} cell */
  function look([x, y]) {
    change({ focus: [x, y] });
    session.ask('reveal', [x, y]);
  }

  return Object.assign(session, {
    position,
    select,
    look,

    /** Selects an element and shows it. @param {number} id */
    showUnit(id) {
      const one = state.position?.elements.get(id);
      select([id]);
      if (one) look(rectOf(one));
    },

    chosen,
    about,

    /** Nobody is in hand any more. */
    letGo() {
      change({ selected: [], aim: null, menu: null, abilities: {}, zones: null, inspected: null });
      session.say(t('Nothing selected'));
    },

    /** Those of these own elements that are still there. @param {number[]} ids */
    members: (ids) => ids.filter((id) => state.position?.elements.get(id)?.seat === state.position?.seat),

    /** What needs this person, the most important first. @returns {Warned[]} */
    needs: () => state.told?.attention ?? [],

    crew,

    /** Asks the server beside the draft. @param {Ask} ask */
    question: (ask) => judged({ ...state.orders, ask }),

    /** Drafts orders and says so. @param {Orders} orders @param {string} words */
    order(orders, words) {
      if (!session.canOrder()) return;
      session.draft(orders, { aim: null, menu: null });
      session.say(words);
    },

    /** Own units, the first first, that neither have orders nor anywhere to go nor do anything by themselves. */
    idle: () =>
      (state.position?.own ?? []).filter(
        (one) =>
          isUnit(one) && !Object.keys(ordersOf(state.orders, one.id)).length && !one.destination && !one.standing,
      ),

    /** Whether anything was ordered in the round before that somebody who is still there could do again. */
    canRepeat() {
      const earlier = state.frame && keptOrders(state.frame.step - 1);
      if (!earlier || !state.position) return false;
      const again = repeat(state.orders, earlier, (id) => ownOf(position(), id));
      return JSON.stringify(again) !== JSON.stringify(whole(state.orders));
    },

    /** Lays the orders of the round before on the draft, as far as they can be carried out and pay, and says what is left out. */
    async repeat() {
      const earlier = state.frame && keptOrders(state.frame.step - 1);
      if (!session.canOrder() || !earlier) return session.say(t('No orders of the last round are known.'));
      const already = state.orders;
      const again = repeat(already, earlier, (id) => ownOf(position(), id));
      const answer = await judged(again);
      if (!answer) return session.say(t('The orders of the last round cannot be checked now. Try once more.'));
      const were = new Map(state.before?.view.elements.map((/** @type {Unit} */ one) => [one.id, one]));
      const { orders, left } = onceAgain(position(), again, earlier, already, answer, (id) => were.get(id));
      const n = ordered(orders).length - ordered(already).length;
      const done = tn('{n} order repeated', '{n} orders repeated', n);
      session.draft(orders, { aim: null, menu: null });
      session.change({ leftOut: left });
      const missing = left.map(({ text }) => text).join(t('; '));
      session.say(left.length ? t('{done}. Left out: {left}', { done, left: missing }) : done);
    },

    /** @param {number | null} seat whose eyes the referee looks through; null: everybody's */
    lookAs(seat) {
      eyes = seat;
      if (state.frame) change({ eyes, position: positionOf(state.frame.view, eyes) });
      session.ask('settle');
    },

    /** Takes a part of the draft back. @param {string} path */
    remove: (path) => session.draft(removeOrder(state.orders, path)),
  });
}
