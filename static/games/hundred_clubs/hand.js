/**
 * What does a hand on the map do? Clicks, drags, wheel and keys end here as changes of the draft, in each phase its own. What the
 * rules forbid for sure is refused in words at once; the rest is the server's.
 */
import { t } from 'app/i18n.js';
import { seatLetter } from 'board/marks.js';
import { birthRefusal, cellLines } from './inspect.js';
import { cellName } from './names.js';
import {
  addCampaign,
  campaignAt,
  campaignsOf,
  commandTo,
  moveCampaign,
  removeCampaign,
  resizeCampaign,
  setBirthplace,
  setCapital,
  totalSize,
} from './orders.js';
import { spoken } from './phrases.js';
import { easiestSize } from './plan.js';
import { cellOf, membersAround, placeOfCell } from './position.js';

/** @typedef {import('./session.js').Session} Session */
/** @typedef {ReturnType<typeof createHand>} Hand */

/** Size of a campaign that nothing speaks for. */
const ANY_SIZE = 10;

/** @param {Session} session */
export function createHand(session) {
  const { state, host } = session;
  /** The size the player chose last; 0: none yet. */
  let usual = 0;
  const say = (/** @type {string} */ words) => host.announce(words);

  /** Money for more campaigns, in units of size: what no other campaign asks for, paid or not. */
  function affordable() {
    const { frame, plan, orders } = state;
    if (!frame || !plan) return 0;
    const price = frame.view.options.campaign_price;
    const asked = totalSize(orders);
    return Math.min(Math.floor(plan.money.left / price), Math.floor(plan.money.saving / price) - asked);
  }

  /** Why a campaign cannot stand on a cell; null if it can. @param {number} cell */
  function refusal(cell) {
    const { frame, orders, position } = state;
    const [x, y] = placeOfCell(chart(), cell);
    const access = frame?.choices?.access?.[y]?.[x] ?? '-';
    if (access === '-') return t('Campaigns stand on your own land or an ally’s.');
    if (access === '?' && !Object.values(orders.diplomacy ?? {}).includes('form_alliance'))
      return t('Not seen: it could only be the land of a new ally, and none is asked.');
    const owner = position?.owner[cell] ?? -1;
    if (access === 'n' && commandTo(orders, owner) !== 'form_alliance')
      return t('Only with an alliance offered to {letter} in the same round.', { letter: seatLetter(owner) });
    return null;
  }

  const chart = () => /** @type {import('./position.js').Position} */ (state.position).chart;

  /** What suffices for one cell more. @param {number} cell */
  function easiest(cell) {
    const { plan, frame } = state;
    return (plan && frame && easiestSize(frame.view, plan, cell)) || ANY_SIZE;
  }

  /** @param {number} cell @param {string} words */
  function refuse(cell, words) {
    session.inspect(cell);
    say(words);
  }

  /** @param {number} cell */
  function placeCampaign(cell) {
    const why = refusal(cell);
    if (why) return refuse(cell, why);
    if (campaignsOf(state.orders).length >= (state.frame?.choices?.campaign_limit ?? 0))
      return refuse(cell, t('No more campaigns can be placed in one round.'));
    const size = Math.min(usual || easiest(cell), affordable());
    if (size < 1) return refuse(cell, t('No money is left for a campaign.'));
    const at = placeOfCell(chart(), cell);
    const orders = addCampaign(state.orders, at, size);
    session.draft(orders, { cursor: cell });
    session.select(campaignAt(orders, at));
    tell();
  }

  /** @param {number} cell */
  function orderCapital(cell) {
    if (chart().atk[cell] === 0) return refuse(cell, t('A capital cannot stand on water.'));
    const at = placeOfCell(chart(), cell);
    const present = state.frame?.view.me?.capital;
    const isPresent = present && cellOf(chart(), present) === cell;
    session.draft(setCapital(state.orders, isPresent ? null : at), { placing: false, cursor: cell });
    say(isPresent ? t('The capital stays.') : t('The capital moves to {cell}.', { cell: cellName(at) }));
  }

  /** @param {number} cell */
  function chooseBirthplace(cell) {
    const why = state.position && birthRefusal(state.position, cell);
    if (why) return refuse(cell, why);
    const at = placeOfCell(chart(), cell);
    session.draft(setBirthplace(state.orders, at), { cursor: cell });
    say(t('Birthplace {cell}: {n} members within two cells.', { cell: cellName(at), n: membersAround(chart(), cell) }));
  }

  /** What the draft leads to, in a sentence. */
  function tell() {
    const { plan, orders, selected } = state;
    const campaign = campaignsOf(orders)[selected];
    if (!plan || !campaign) return;
    say(
      t('Campaign {n} of size {size} at {cell}. {taken} cells would be taken, money left {left}.', {
        n: selected + 1,
        size: campaign.size,
        cell: cellName(campaign.at),
        taken: plan.taken.length,
        left: plan.money.left,
      }),
    );
  }

  const hand = {
    tell,

    /** A click, a tap or Enter on a cell. @param {number} cell */
    act(cell) {
      if (session.canOrder('birthplaces')) chooseBirthplace(cell);
      else if (!session.canOrder('rounds')) session.inspect(cell);
      else if (state.placing) orderCapital(cell);
      else {
        const index = session.campaignOn(cell);
        if (index < 0) placeCampaign(cell);
        else {
          session.select(index === state.selected ? -1 : index);
          session.change({ cursor: cell });
          tell();
        }
      }
    },

    /** A right click or a long press on a cell: takes away what is ordered there, else tells of the cell. @param {number} cell */
    undo(cell) {
      const index = session.canOrder('rounds') ? session.campaignOn(cell) : -1;
      const { capital, birthplace } = state.orders;
      if (index >= 0) hand.remove(index);
      else if (session.canOrder('rounds') && capital && cellOf(chart(), capital) === cell)
        session.draft(setCapital(state.orders, null));
      else if (session.canOrder('birthplaces') && birthplace && cellOf(chart(), birthplace) === cell)
        session.draft(setBirthplace(state.orders, null));
      else hand.look(cell);
    },

    /** Tells of a cell. @param {number} cell */
    look(cell) {
      session.inspect(cell);
      if (state.position) say(spoken(cellLines(cell, { ...state, position: state.position, info: host.info })));
    },

    /** @param {number} index */
    remove(index) {
      if (!session.canOrder('rounds') || !campaignsOf(state.orders)[index]) return;
      session.draft(removeCampaign(state.orders, index), { selected: -1 });
      say(t('Campaign {n} is taken away.', { n: index + 1 }));
    },

    /** Sets the size of a campaign, within the money there is. @param {number} index @param {number} size */
    resize(index, size) {
      const campaign = campaignsOf(state.orders)[index];
      if (!campaign || !session.canOrder('rounds')) return;
      const most = campaign.size + affordable();
      const next = Math.max(1, Math.min(most, size));
      if (next !== campaign.size) session.draft(resizeCampaign(state.orders, index, next), { selected: index });
      usual = next;
    },

    /** @param {number} index @param {number} by */
    grow(index, by) {
      hand.resize(index, (campaignsOf(state.orders)[index]?.size ?? 0) + by);
    },

    /** A campaign is being dragged over a cell: shows what it would do there. @param {number} index @param {number | null} cell null: over none */
    aim(index, cell) {
      const place = cell === null || refusal(cell) ? null : placeOfCell(chart(), cell);
      session.aim(place && moveCampaign(state.orders, index, place));
    },

    /** A campaign is dragged to another cell. @param {number} index @param {number} cell */
    move(index, cell) {
      session.aim(null);
      const why = refusal(cell);
      if (why) return refuse(cell, why);
      const at = placeOfCell(chart(), cell);
      const orders = moveCampaign(state.orders, index, at);
      if (orders === state.orders) return;
      session.draft(orders, { cursor: cell, selected: campaignAt(orders, at) });
      tell();
    },

    /** The next cell chosen becomes the capital; again: not after all. */
    toggleCapital() {
      if (!session.canOrder('rounds')) return;
      const placing = !state.placing;
      session.change({ placing, selected: -1 });
      host.select(placing ? { kind: 'capital' } : null);
      if (placing) say(t('Choose the cell of your capital.'));
    },
  };
  return hand;
}
