/**
 * What does the panel know at this moment? The frame, the draft and what it leads to, what is selected, which backstab waits for its
 * second click. The panel's parts read it and change it; nothing here draws and nothing here is a rule.
 */
import { t } from 'app/i18n.js';
import { foreseen } from './foreseen.js';
import { campaignsOf, emptyOrders, reorderCampaign } from './orders.js';

/** @typedef {import('../../types').Host} Host */
/** @typedef {import('../../types').Frame} Frame */
/** @typedef {import('./types').ClubView} View */
/** @typedef {import('./types').ClubOrders} Orders */
/** @typedef {import('./types').Phase} Phase */
/** @typedef {import('./types').Selected} Selected */
/** @typedef {ReturnType<typeof createDesk>} Desk */
/** A part of the panel: its element, and how it is brought up to date. @typedef {{element: HTMLElement, show: (view: View) => void}} Part */

/**
 * @param {Host} host
 * @param {() => void} changed called whenever a part may look different
 */
export function createDesk(host, changed) {
  const state = {
    /** @type {Frame | null} */
    frame: null,
    /** Newest step that was shown: the draft belongs to it. */
    latest: -1,
    /** @type {Orders} */
    orders: emptyOrders(),
    locked: false,
    /** @type {{path: string, message: string} | null} */
    error: null,
    /** Index of the campaign that board and list have selected; -1: none. */
    selected: -1,
    /** Seat whose backstab waits for the second click. @type {number | null} */
    armed: null,
    /** Whether the next cell chosen on the board becomes the capital. */
    placing: false,
  };

  /** @param {Selected} what */
  function hear(what) {
    state.selected = what?.kind === 'campaign' ? what.index : -1;
    state.placing = what?.kind === 'capital';
    changed();
  }
  const stop = host.onSelect(hear);

  const isPast = () => (state.frame?.step ?? 0) < state.latest;

  /** Whether a draft of this seat belongs to what is shown. */
  const hasDraft = () =>
    !host.readonly && host.seat !== null && !!state.frame?.choices && !state.frame.final && !isPast();

  const desk = {
    host,
    state,
    hasDraft,
    /** @param {Phase} phase */
    canOrder: (phase) => hasDraft() && !state.locked && state.frame?.choices?.phase === phase,

    /** The draft of what is shown; empty where there is none. @returns {Orders} */
    orders: () => (hasDraft() ? state.orders : emptyOrders()),

    /** What the draft leads to; null where nothing is drafted. */
    plan: () => (hasDraft() && state.frame ? foreseen(state.frame.view, state.orders) : null),

    /** Words of a refusal of this part of the draft. @param {string} path */
    refusal: (path) => (hasDraft() && state.error?.path.startsWith(path) ? state.error.message : ''),

    /** A hand in the panel made a draft. @param {Orders} orders */
    draft: (orders) => host.setOrders(orders),

    /** @param {number} index of a campaign */
    select(index) {
      if (index !== state.selected) host.select(index < 0 ? null : { kind: 'campaign', index });
    },

    /** Pays a campaign earlier or later, and keeps it selected. @param {number} index @param {number} to */
    reorder(index, to) {
      const place = Math.max(0, Math.min(campaignsOf(state.orders).length - 1, to));
      if (place === index || !desk.canOrder('rounds')) return;
      desk.draft(reorderCampaign(state.orders, index, place));
      desk.select(place);
      host.announce(t('Paid as number {n}', { n: place + 1 }));
    },

    /** @param {Partial<typeof state>} part */
    change(part) {
      Object.assign(state, part);
      changed();
    },

    /** @param {Frame} frame */
    show(frame) {
      const isNext = frame.step !== state.frame?.step;
      state.frame = frame;
      state.latest = Math.max(state.latest, frame.step);
      if (isNext)
        Object.assign(state, {
          orders: host.getOrders() ?? emptyOrders(),
          selected: -1,
          armed: null,
          placing: false,
          error: null,
        });
      changed();
    },

    /** @param {Orders | null} orders */
    setDrafts(orders) {
      state.orders = orders ?? emptyOrders();
      if (state.selected >= campaignsOf(state.orders).length) state.selected = -1;
      changed();
    },

    destroy: stop,
  };
  return desk;
}
