/**
 * What does this person have in hand on the campus? The kit's session, with the campaign that is chosen, the cell that is looked at,
 * the lens, and what the server foresees: of the draft, of a campaign being dragged, or, until an answer comes, the one before.
 */
import { t } from 'app/i18n.js';
import { createSession, shared } from 'kit/session.js';
import { campaignAt, campaignsOf, reorderCampaign, totalSize, whole } from './orders.js';
import { cellOf, placeOfCell, positionOf } from './position.js';

/** @import { Host } from '../../types' */
/** @import { ClubOrders as Orders, Phase, RoundForecast } from './types' */
/** @import { Position } from './position.js' */
/** @typedef {'off' | 'members' | 'own' | 'attack' | 'defence' | 'allies'} Heat */
/** @typedef {ReturnType<typeof make>} Session */
/** @typedef {import('kit/session.js').Known<Position, Orders> & Own} Shared */

/**
 * @typedef {object} Own
 * @property {RoundForecast | null} plan the newest forecast of a round's draft; null before the first
 * @property {number} total sum of the sizes of the draft that `plan` is of
 * @property {number} selected index of the campaign that is being edited; -1: none
 * @property {number | null} cursor cell that keyboard, finger or panel are at
 * @property {number | null} hover cell under the pointer
 * @property {boolean} asked the cell at the cursor was asked about, and is told of until something else is done
 * @property {boolean} placing the next cell chosen becomes the capital
 * @property {Heat} heat which influence is shown, and its numbers; none unless asked for
 * @property {import('./places.js').Gift} gift by what places are compared before the first round
 * @property {boolean} letters terrain letters and names of places on the map
 * @property {{before: Position, betrayal: import('./betrayal.js').Betrayal} | null} betrayal a still of one, where nothing moves
 * @property {number | null} club whose influence of the last round the referee sees
 * @property {number | null} sight whose sight the referee sees
 * @property {number} edit when the newest edit by hand began, in milliseconds of the page
 */

/** @returns {Own} */
const own = () => ({
  plan: null,
  total: 0,
  selected: -1,
  cursor: null,
  hover: null,
  asked: false,
  placing: false,
  heat: 'off',
  gift: 'members',
  letters: false,
  betrayal: null,
  club: null,
  sight: null,
  edit: 0,
});

/** @param {Host} host */
function make(host) {
  const kit = createSession(host, {
    whole,
    positionOf,
    own: () => ({ ...own(), letters: !!host.isNamed }),
    onFrame: ({ frame }, next) => (next.view.phase === frame?.view.phase ? {} : { cursor: null }),
    onStep: () => ({ plan: null, total: 0, selected: -1, placing: false, asked: false }),
    onDraft: ({ orders, selected }) => ({ selected: selected < campaignsOf(orders).length ? selected : -1 }),
    onLock: () => ({ selected: -1, placing: false }),
  });
  const { state, change } = kit;
  // The newest answer stays until the next one: a hand that edits or drags goes on looking at it.
  kit.listen(() => kit.hasDraft() && state.forecast?.money && foresee(state.forecast), ['forecast']);
  kit.listen(() => state.ahead && foresee(state.ahead), ['ahead']);

  /** @param {RoundForecast} plan */
  const foresee = (plan) => change({ plan, total: totalSize(state.orders) });

  /** Whether this seat may draft now, and in this phase. @param {Phase} [phase] */
  const canOrder = (phase) => kit.canOrder() && (!phase || state.frame?.choices?.phase === phase);

  const session = {
    ...kit,
    canOrder,

    /** A hand made this draft. @param {Orders} orders @param {Partial<Shared>} [part] what changes with it */
    draft(orders, part = {}) {
      const selected = part.selected ?? state.selected;
      kit.draft(orders, {
        edit: performance.now(),
        ...part,
        selected: selected < campaignsOf(orders).length ? selected : -1,
      });
    },

    /** Shows what other orders would lead to, without drafting them; null: what the draft leads to. @param {Orders | null} orders */
    aim(orders) {
      kit.askAhead(orders);
      if (!orders && state.forecast && state.plan !== state.forecast) foresee(state.forecast);
    },

    /** Money that no campaign of the draft asks for, in units of size: by the newest forecast, before the first by the saving. */
    affordable() {
      const { plan, orders, total: foreseen, frame } = state;
      const { saving = 0, campaign_price: price = 1 } = frame?.choices ?? {};
      const total = totalSize(orders);
      const left = plan ? Math.floor(plan.money.left / price) + foreseen : Infinity;
      return Math.max(0, Math.min(left, Math.floor(saving / price)) - total);
    },

    /** @param {number} index of a campaign; -1: none */
    select(index) {
      const campaign = campaignsOf(state.orders)[index];
      const cursor = campaign && state.position ? cellOf(state.position.chart, campaign.at) : state.cursor;
      change({ selected: campaign ? index : -1, cursor, placing: false });
    },

    /** Pays a campaign earlier or later, and keeps it selected. @param {number} index @param {number} to */
    reorder(index, to) {
      const place = Math.max(0, Math.min(campaignsOf(state.orders).length - 1, to));
      if (place === index || !canOrder('rounds')) return;
      session.draft(reorderCampaign(state.orders, index, place), { selected: place });
      session.say(t('Paid as number {n}', { n: place + 1 }));
    },

    /** Index of the campaign in the draft that stands on a cell; -1: none. @param {number} cell */
    campaignOn: (cell) => (state.position ? campaignAt(state.orders, placeOfCell(state.position.chart, cell)) : -1),
  };
  return session;
}

export const sessionOf = shared(make);
