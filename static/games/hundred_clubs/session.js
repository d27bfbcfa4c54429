/**
 * What does the board know at this moment? The frame, the draft and what it leads to, what is selected and which lens is on. Every
 * change goes through `change`; nothing here draws. The panel beside the board speaks with it over the page's host only.
 */
import { foreseen } from './foreseen.js';
import { campaignAt, campaignsOf, emptyOrders } from './orders.js';
import { cellOf, placeOfCell, positionOf } from './position.js';

/** @typedef {import('../../types').Host} Host */
/** @typedef {import('../../types').Frame} Frame */
/** @typedef {import('./types').ClubOrders} Orders */
/** @typedef {import('./types').Selected} Selected */
/** @typedef {import('./position.js').Position} Position */
/** @typedef {import('./plan.js').Plan} Plan */
/** @typedef {'off' | 'own' | 'attack' | 'defence' | 'allies'} Heat */
/** @typedef {ReturnType<typeof createSession>} Session */

/**
 * @typedef {object} Shared
 * @property {Frame | null} frame
 * @property {Position | null} position
 * @property {Orders} orders the draft
 * @property {Plan | null} plan what it leads to; null where there is nothing to plan
 * @property {{path: string, message: string} | null} error
 * @property {boolean} locked
 * @property {number} selected index of the campaign that is being edited; -1: none
 * @property {number | null} cursor cell that keyboard, finger or panel are at
 * @property {number | null} hover cell under the pointer
 * @property {boolean} placing the next cell chosen becomes the capital
 * @property {Heat} heat which influence is shown
 * @property {boolean} letters terrain letters and names of places on the map
 * @property {number | null} club whose influence of the last round the referee sees
 * @property {number | null} sight whose sight the referee sees
 * @property {number} edit when the newest edit by hand began, in milliseconds of the page
 */

/** @param {Host} host */
export function createSession(host) {
  /** @type {Shared} */
  const state = {
    frame: null,
    position: null,
    orders: emptyOrders(),
    plan: null,
    error: null,
    locked: false,
    selected: -1,
    cursor: null,
    hover: null,
    placing: false,
    heat: 'own',
    letters: false,
    club: null,
    sight: null,
    edit: 0,
  };
  /** @type {Set<(changed: (keyof Shared)[]) => void>} */
  const listeners = new Set();

  /** @param {Partial<Shared>} part */
  function change(part) {
    Object.assign(state, part);
    const names = /** @type {(keyof Shared)[]} */ (Object.keys(part));
    for (const listener of listeners) listener(names);
  }

  /** Whether this seat may draft in a phase now. @param {import('./types').Phase} phase */
  const canOrder = (phase) =>
    !host.readonly &&
    !state.locked &&
    host.seat !== null &&
    !!state.frame &&
    !state.frame.final &&
    state.frame.view.phase === phase &&
    state.frame.choices?.phase === phase;

  /** @param {Orders} orders @returns {Plan | null} */
  function planFor(orders) {
    const view = state.frame?.view;
    return view && !host.readonly ? foreseen(view, orders) : null;
  }

  /** Takes over a draft made here or elsewhere; a frame that asks for none shows none. @param {Orders} given @param {Partial<Shared>} [part] */
  function take(given, part = {}) {
    const orders = state.frame?.choices ? given : emptyOrders();
    const selected = part.selected ?? state.selected;
    change({
      orders,
      plan: planFor(orders),
      ...part,
      selected: selected < campaignsOf(orders).length ? selected : -1,
    });
  }

  const session = {
    host,
    state,
    change,
    canOrder,

    /** @param {(changed: (keyof Shared)[]) => void} listener @returns {() => void} */
    listen(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },

    /** @param {Frame} frame */
    show(frame) {
      const isNext = frame.step !== state.frame?.step;
      const isOther = frame.view.phase !== state.frame?.view.phase;
      state.frame = frame;
      change({ frame, position: positionOf(frame.view), ...(isOther ? { cursor: null } : {}) });
      if (!isNext) return;
      const orders = host.readonly ? emptyOrders() : (host.getOrders() ?? emptyOrders());
      take(orders, { selected: -1, placing: false, error: null });
    },

    /** The page has another draft: from the panel, from undo, from another tab. @param {Orders | null} orders */
    setDrafts(orders) {
      if (orders !== state.orders) take(orders ?? emptyOrders());
    },

    /** The hand on the board made a draft. @param {Orders} orders @param {Partial<Shared>} [part] */
    draft(orders, part = {}) {
      const edit = performance.now();
      take(orders, { error: null, edit, ...part });
      host.setOrders(orders);
    },

    /** Shows what other orders would lead to, without drafting them; null: what the draft leads to. @param {Orders | null} orders */
    aim(orders) {
      change({ plan: planFor(orders ?? state.orders) });
    },

    /** @param {number} index of a campaign; -1: none */
    select(index) {
      const campaign = campaignsOf(state.orders)[index];
      const cursor = campaign && state.position ? cellOf(state.position.chart, campaign.at) : state.cursor;
      change({ selected: campaign ? index : -1, cursor, placing: false });
      host.select(campaign ? { kind: 'campaign', index } : null);
    },

    /** @param {number} cell */
    inspect(cell) {
      if (!state.position) return;
      change({ cursor: cell });
      host.select({ kind: 'cell', at: placeOfCell(state.position.chart, cell) });
    },

    /** Index of the campaign in the draft that stands on a cell; -1: none. @param {number} cell */
    campaignOn: (cell) => (state.position ? campaignAt(state.orders, placeOfCell(state.position.chart, cell)) : -1),

    /** What the panel, or this board, told the page. @param {Selected} what */
    hear(what) {
      const chart = state.position?.chart;
      if (!chart || !what) return;
      if (what.kind === 'campaign' && what.index !== state.selected) {
        const campaign = campaignsOf(state.orders)[what.index];
        if (campaign) change({ selected: what.index, cursor: cellOf(chart, campaign.at), placing: false });
      } else if (what.kind === 'cell' && cellOf(chart, what.at) !== state.cursor)
        change({ cursor: cellOf(chart, what.at) });
      else if (what.kind === 'capital' && !state.placing && canOrder('rounds')) change({ placing: true, selected: -1 });
    },
  };
  return session;
}
