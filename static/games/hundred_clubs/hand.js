/**
 * What does a hand on the map do? Clicks, drags, wheel and keys end here as changes of the draft, in each phase its own. What the
 * rules forbid for sure is refused in words at once; the rest is the server's.
 */
import { t } from 'app/i18n.js';
import { shared } from 'kit/session.js';
import { wonText } from './foreseen.js';
import { birthRefusal, cellLines } from './inspect.js';
import { cellName, clubMark } from './names.js';
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
  setCommand,
} from './orders.js';
import { spoken } from './phrases.js';
import { placeName } from './places.js';
import { cellOf, membersAround, placeOfCell } from './position.js';

/** @typedef {import('./session.js').Session} Session */
/** @typedef {ReturnType<typeof createHand>} Hand */

/** The hand of a session: pointer, keys and panel share it. */
export const handOf = shared(createHand);

/** Size of a campaign that nothing speaks for. */
const ANY_SIZE = 10;

/** @param {Session} session */
function createHand(session) {
  const { state, say, host } = session;
  /** The campaign whose size was proposed: the least that wins a cell. @type {{cell: number, size: number} | null} */
  let proposed = null;
  /** What a change of the draft leads to is still to be told. */
  let isAwaited = false;

  /** Why a campaign cannot stand on a cell; null if it can. @param {number} cell */
  function refusal(cell) {
    const { frame, orders, position } = state;
    const [x, y] = placeOfCell(chart(), cell);
    const access = frame?.choices?.access?.[y]?.[x] ?? '-';
    if (access === '-') return t('Campaigns stand on your own land or an ally’s.');
    if (access === '?' && !Object.values(orders.diplomacy ?? {}).includes('form_alliance'))
      return t('You do not see this cell. Campaigns stand on your own land or an ally’s.');
    const owner = position?.owner[cell] ?? -1;
    if (access === 'n' && state.plan?.wars.includes(owner)) return t('Campaigns stand on your own land or an ally’s.');
    if (access === 'n' && commandTo(orders, owner) !== 'form_alliance') return rivalText(owner);
    return null;
  }

  /** What takes the land of a club that is neutral. @param {number} seat */
  function rivalText(seat) {
    const { view } = /** @type {import('../../types').Frame} */ (state.frame);
    const facts = { club: clubMark(seat) };
    const truce = view.players.find((/** @type {any} */ other) => other.seat === seat)?.truce ?? 0;
    return truce
      ? t('This is the land of {club}: war takes it, and with the truce War can be pressed from round {n} on.', {
          ...facts,
          n: view.round + truce,
        })
      : t(
          'This is the land of {club}: war takes it. Press War at its name; then campaigns on your own land beside it do.',
          facts,
        );
  }

  const chart = () => /** @type {import('./position.js').Position} */ (state.position).chart;

  /** What wins most for its price there, if that is a place to spend money well; else what suffices for one cell more. @param {number} cell */
  function easiest(cell) {
    const [x, y] = placeOfCell(chart(), cell);
    const wise = state.plan?.spend?.alone.find(({ at }) => at[0] === x && at[1] === y);
    if (wise) return wise.size;
    const least = state.plan?.easiest[y][x] || ANY_SIZE;
    // Where no sum that there is wins a cell, not all of it is meant.
    return least <= session.affordable() ? least : ANY_SIZE;
  }

  /**
   * Where a campaign stands that is meant for a cell: on it, or, for land that is no club's at peace, where one's own or an ally's land lets it
   * work most there; the cell itself where nothing reaches it.
   * @param {number} cell
   */
  function standingFor(cell) {
    const { frame, position } = state;
    const [x, y] = placeOfCell(chart(), cell);
    const { access = [] } = frame?.choices ?? {};
    // Land of a club on which war begins with these orders is a foe's.
    const isFoe = !!position && !!state.plan?.wars.includes(position.owner[cell]);
    if (!position || refusal(cell) === null || !(isFoe || ['-', '?'].includes(access[y]?.[x]))) return cell;
    const kernel = position.view.kernel20;
    let best = { cell, share: 0 };
    for (const other of position.owner.keys()) {
      const [ox, oy] = placeOfCell(chart(), other);
      const share = kernel[Math.abs(oy - y)]?.[Math.abs(ox - x)] ?? 0;
      if (share > best.share && 'oa'.includes(access[oy]?.[ox] ?? '-')) best = { cell: other, share };
    }
    return best.cell;
  }

  /** @param {number} cell @param {string} words */
  function refuse(cell, words) {
    session.change({ cursor: cell });
    session.deny(words);
  }

  /** Why nothing can be ordered on the map now; null: nobody could expect it. */
  function idleReason() {
    if (session.canOrder('auction')) return t('First the bids: where your club is born is chosen after them.');
    if (session.hasDraft() && state.locked && !host.readonly)
      return t('Your orders are handed in. Take Ready back to change them.');
    return null;
  }

  /** @param {number} cell */
  function placeCampaign(cell) {
    const why = refusal(cell);
    if (why) return refuse(cell, why);
    if (campaignsOf(state.orders).length >= (state.frame?.choices?.campaign_limit ?? 0))
      return refuse(cell, t('No more campaigns can be placed in one round.'));
    const size = Math.min(easiest(cell), session.affordable());
    const [x, y] = placeOfCell(chart(), cell);
    if (size === state.plan?.easiest[y][x]) proposed = { cell, size };
    if (size < 1) return refuse(cell, t('No money is left for a campaign.'));
    const at = placeOfCell(chart(), cell);
    const orders = addCampaign(state.orders, at, size);
    session.draft(orders, { cursor: cell, selected: campaignAt(orders, at), placing: false });
    tell();
  }

  const placeHere = (/** @type {import('./types').Cell} */ at) =>
    state.frame ? placeName(state.frame.view, at) : cellName(at);

  /** @param {number} cell */
  function orderCapital(cell) {
    if (chart().atk[cell] === 0) return refuse(cell, t('A capital cannot stand on water.'));
    const at = placeOfCell(chart(), cell);
    const present = state.frame?.view.me?.capital;
    const isPresent = present && cellOf(chart(), present) === cell;
    session.draft(setCapital(state.orders, isPresent ? null : at), { placing: false, cursor: cell });
    say(isPresent ? t('The capital stays.') : t('The capital moves to {cell}.', { cell: placeHere(at) }));
  }

  /** @param {number} cell */
  function chooseBirthplace(cell) {
    const why = state.position && birthRefusal(state.position, cell);
    if (why) return refuse(cell, why);
    const at = placeOfCell(chart(), cell);
    session.draft(setBirthplace(state.orders, at), { cursor: cell });
    say(
      t('Birthplace {cell}: {n} members within two cells.', { cell: placeHere(at), n: membersAround(chart(), cell) }),
    );
  }

  /** Which campaign is chosen, in a sentence; what the draft leads to follows when the server has said it. */
  function tell() {
    const { orders, selected, forecast } = state;
    const campaign = campaignsOf(orders)[selected];
    if (!campaign) return;
    const size = t('Campaign {n} of size {size} at {cell}', {
      n: selected + 1,
      size: campaign.size,
      cell: placeHere(campaign.at),
    });
    isAwaited = !forecast;
    say(forecast ? spoken([size, outcome(forecast)]) : size);
  }

  /** @param {import('./types').RoundForecast} forecast */
  const outcome = ({ cells, money }) => t('{cells}, money left {left}.', { cells: wonText(cells), left: money.left });
  session.listen(() => {
    if (!isAwaited || !state.forecast?.money) return;
    isAwaited = false;
    say(outcome(state.forecast));
  }, ['forecast']);

  const hand = {
    tell,

    /** Whether a campaign has the size that was proposed for it, the least that wins a cell there. @param {import('./types').Campaign} campaign */
    isLeast: ({ at, size }) => proposed?.size === size && proposed.cell === cellOf(chart(), at),

    /** A click, a tap or Enter on a cell. @param {number} cell @param {boolean} [isPointed] by a pointer or finger, which means land near by too: keys are at one cell */
    act(cell, isPointed = false) {
      session.change({ asked: false });
      if (session.canOrder('birthplaces')) chooseBirthplace(cell);
      else if (!session.canOrder('rounds')) {
        const why = idleReason();
        if (why) refuse(cell, why);
        else session.change({ cursor: cell, asked: true });
      } else if (state.placing) orderCapital(cell);
      else {
        const standing = isPointed ? standingFor(cell) : cell;
        const index = session.campaignOn(standing);
        if (index < 0) placeCampaign(standing);
        else {
          // A key at the campaign that it rests on means that one; Escape lets it go.
          session.select(isPointed && index === state.selected && standing === cell ? -1 : index);
          // A press on land that the campaign there works on asks of that land.
          session.change(standing === cell ? { cursor: cell } : { cursor: cell, asked: true });
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
      session.change({ cursor: cell, asked: true });
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
      const most = campaign.size + session.affordable();
      const next = Math.max(1, Math.min(most, size));
      if (next === campaign.size) session.select(index);
      else session.draft(resizeCampaign(state.orders, index, next), { selected: index });
    },

    /** @param {number} index @param {number} by */
    grow(index, by) {
      hand.resize(index, (campaignsOf(state.orders)[index]?.size ?? 0) + by);
    },

    /** A campaign is being dragged over a cell: asks what it would do there. @param {number} index @param {number | null} cell null: over none */
    aim(index, cell) {
      const place = cell === null || refusal(cell) ? null : placeOfCell(chart(), cell);
      session.aim(place && moveCampaign(state.orders, index, place));
    },

    /** A campaign is dragged to another cell, or sent there with another size. @param {number} index @param {number} cell @param {number} [size] */
    move(index, cell, size) {
      const why = refusal(cell);
      if (why || !campaignsOf(state.orders)[index]) session.aim(null);
      if (why) return refuse(cell, why);
      const at = placeOfCell(chart(), cell);
      const sized = size ? resizeCampaign(state.orders, index, size) : state.orders;
      const orders = moveCampaign(sized, index, at);
      if (orders === sized) return session.aim(null);
      if (size) proposed = { cell, size };
      session.draft(orders, { cursor: cell, selected: campaignAt(orders, at) });
      tell();
    },

    /** Justifies war on a club that a campaign cannot touch. @param {number | null} seat */
    justify(seat) {
      if (seat === null || !session.canOrder('rounds')) return;
      session.draft(setCommand(state.orders, seat, 'justify_war'));
      say(t('War on {letter} is pressed with these orders.', { letter: clubMark(seat) }));
    },

    /** The next cell chosen becomes the capital; again: not after all. */
    toggleCapital() {
      if (!session.canOrder('rounds')) return;
      const placing = !state.placing;
      session.change({ placing, selected: -1 });
      if (placing) say(t('Choose the cell of your capital.'));
    },
  };
  return hand;
}
