/**
 * How does what happened read in words? A line of the log per event; events that come by the dozen (cells taken, campaigns placed) are
 * told in one line, at the first of them. Only what the event says is told: holes stay holes.
 */
import { join, t, tn } from 'app/i18n.js';
import { capitalLostLine, justificationLine, paidLine, relationLine, stabLine } from './diplomacy_events.js';
import { brokenLine, cellsOf, contestedLine, groupOf, supplyLine, takenLine, washedLine } from './land_events.js';
import { clubName, commandName, refusalName } from './names.js';
import { inTurn, remarked } from './phrases.js';
import { placeName } from './places.js';

/** @import { MatchInfo } from '../../types' */
/** @import { ClubView as View, Cell } from './types' */
/** @typedef {import('kit/describe.js').About<import('./position.js').Position>} About */
/** @typedef {{event: any, view: View, you: number | null, info: MatchInfo, club: (seat: number) => string, events: readonly any[], cut?: import('./types').Cell[]}} Told `events`: all of the round; `cut`: what was cut off before, where that is at hand */

/** How much a club has placed; where, the board shows. A capital alone works every round and is no news. @param {Told} told @param {any[]} group */
function campaignLine({ event, you, club }, group) {
  const paid = group.filter(({ capital }) => !capital);
  const free = group.find(({ capital }) => capital)?.size;
  const facts = { club: club(event.seat), size: paid.reduce((sum, { size }) => sum + size, 0), free };
  if (!paid.length) return null;
  const placed =
    event.seat === you
      ? tn('You place {n} campaign of {size}', 'You place {n} campaigns, {size} in all', paid.length, facts)
      : tn('{club} places {n} campaign of {size}', '{club} places {n} campaigns, {size} in all', paid.length, facts);
  if (free && event.seat === you) return t('{placed}; your capital adds {free} for free.', { placed, free });
  return free ? t('{placed}; its capital adds {free} for free.', { placed, free }) : t('{placed}.', { placed });
}

/** What came into sight and what left it. @param {Told} told */
function sightLine({ event, view, club }) {
  const owned = event.cells.filter(
    (/** @type {{owner: number | null}} */ { owner }) => owner !== null && owner !== view.you,
  );
  const owners = [...new Set(owned.map((/** @type {{owner: number}} */ { owner }) => owner))].sort();
  const facts = { found: cellsOf(event.cells.length), lost: cellsOf(event.lost.length), clubs: join(owners.map(club)) };
  const lines = [];
  if (event.cells.length)
    lines.push(
      owners.length ? t('{found} in sight anew, land of {clubs} among them', facts) : t('{found} in sight anew', facts),
    );
  if (event.lost.length) lines.push(t('{lost} out of sight', facts));
  return lines.length ? t('{end}.', { end: inTurn(lines) }) : null;
}

/** @param {Told} told */
function orderLine({ event, club }) {
  const clubs = event.order.map((/** @type {number} */ seat) => {
    const amount = event.amounts?.[seat];
    return amount === undefined || amount === null ? club(seat) : remarked(club(seat), amount);
  });
  return t('The bids are in. Order of choice: {clubs}', { clubs: clubs.join(' → ') });
}

/** @param {Told} told */
function overLine({ event, club }) {
  const first = event.outcome?.ranking?.[0] ?? [];
  return first.length
    ? t('The match is over. First: {clubs}.', { clubs: join(first.map(club)) })
    : t('The match is over.');
}

/** What came in at the end of a round, and what was lost of what had been left over. @param {Told} told */
function taxesLine({ event, you, club }) {
  const { before, corruption, dole, income, saving } = event;
  const facts = { club: club(event.seat), before, corruption, dole, income, saving };
  if (event.seat !== you)
    return t('Taxes of {club}: {before} − corruption {corruption} + dole {dole} + income {income} = {saving}', facts);
  return corruption
    ? t('Land +{income}, capital +{dole}, taxes −{corruption}: you have {saving}.', facts)
    : t('Land brings {income}, the capital {dole}: you have {saving}.', facts);
}

const LINES = /** @type {Record<string, (told: Told, group: any[]) => string | null>} */ ({
  bids_closed: orderLine,
  birthplace_chosen({ event, view, you, club }) {
    const place = placeName(view, event.at);
    if (event.seat === null) return t('A birthplace is chosen: {place}.', { place });
    return event.seat === you
      ? t('You choose your birthplace: {place}.', { place })
      : t('{club} chooses its birthplace: {place}.', { club: club(event.seat), place });
  },
  paid: paidLine,
  unpaid({ event, you, club }) {
    const facts = {
      club: club(event.seat),
      price: event.price,
      command: commandName(event.command),
      target: club(event.target),
    };
    return event.seat === you
      ? t('You cannot pay {price} and keep the peace instead: {command} ({target}).', facts)
      : t('{club} cannot pay {price} and keeps the peace instead: {command} ({target}).', facts);
  },
  backstab_spent: stabLine,
  justification: justificationLine,
  relation: relationLine,
  campaign: campaignLine,
  campaign_void({ event, you, club }, group) {
    const isElsewhere = event.reason === 'no_access' && event.seat !== you;
    const why = isElsewhere ? t('not on its land or an ally’s') : refusalName(event.reason);
    const facts = { club: club(event.seat), why };
    return event.seat === you
      ? tn('{n} campaign of yours is void: {why}.', '{n} campaigns of yours are void: {why}.', group.length, facts)
      : tn('{n} campaign of {club} is void: {why}.', '{n} campaigns of {club} are void: {why}.', group.length, facts);
  },
  campaign_cut({ event, you, club }) {
    const facts = { n: event.index + 1, club: club(event.seat), asked: event.asked, funded: event.funded };
    return event.seat === you
      ? t('Your campaign {n} is cut from {asked} to {funded}: no more money.', facts)
      : t('Campaign {n} of {club} is cut from {asked} to {funded}: no more money.', facts);
  },
  taken: takenLine,
  contested: contestedLine,
  not_connected: brokenLine,
  washed_away: washedLine,
  capital_moved({ event, view, you, club }) {
    const facts = { club: club(event.seat), place: placeName(view, event.at) };
    return event.seat === you
      ? t('You move your capital to {place}.', facts)
      : t('{club} moves its capital to {place}.', facts);
  },
  capital_lost: capitalLostLine,
  cut_off: supplyLine,
  resupplied: supplyLine,
  taxes: taxesLine,
  sighted: (told) => (told.view.you === null ? null : sightLine(told)),
  eliminated: ({ event, you, club }) =>
    event.seat === you ? t('You are out of the match.') : t('{club} is out.', { club: club(event.seat) }),
  over: overLine,
});

/** A sentence per type of event, for the kit's log; what an earlier event of its group has told is told no more. */
export const EVENTS = Object.fromEntries(
  Object.entries(LINES).map(([type, tell]) => [
    type,
    (/** @type {any} */ event, /** @type {About} */ { frame, view, info, before }) => {
      const group = groupOf(event, frame.events);
      return group.length
        ? tell(
            {
              ...{ event, view, you: view.you, info, events: frame.events, cut: before?.view.cut_off },
              club: (seat) => clubName(seat, info),
            },
            group,
          )
        : null;
    },
  ]),
);

/** Whose moment an event is that the match is remembered for; undefined if it is none. @param {any} event @returns {number | undefined} */
export function heroOf({ type, seat, now, a, by }) {
  if (type === 'eliminated' || type === 'capital_lost') return seat;
  return type === 'relation' && (now === 'at_war' || now === 'allied') ? (by ?? a) : undefined;
}
