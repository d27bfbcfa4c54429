/**
 * How does what happened read in words? A line of the log per event; events that come by the dozen (cells taken, campaigns placed) are
 * told in one line, at the first of them. Only what the event says is told: holes stay holes.
 */
import { join, t, tn } from 'app/i18n.js';
import { cellsText, extentText } from './describe_land.js';
import { clubName, commandName, refusalName } from './names.js';
import { about, inTurn, remarked } from './phrases.js';
import { placeName, placesOf as placeNames } from './places.js';

/** @import { MatchInfo } from '../../types' */
/** @import { ClubView as View, Cell } from './types' */
/** @typedef {import('kit/describe.js').About<import('./position.js').Position>} About */
/** @typedef {{event: any, view: View, info: MatchInfo, club: (seat: number) => string}} Told */

/** @param {number} n */
const cellsOf = (n) => tn('{n} cell', '{n} cells', n);
/** @param {number} n */
const roundsOf = (n) => tn('{n} round', '{n} rounds', n);

/** What makes events of a kind one line: same kind, same value of these fields. */
const GROUPS = /** @type {Record<string, (event: any) => string>} */ ({
  taken: ({ seat, was }) => `taken ${seat} ${was}`,
  contested: ({ was, seats }) => `contested ${was} ${seats}`,
  not_connected: ({ seat }) => `not_connected ${seat}`,
  washed_away: ({ seat }) => `washed_away ${seat}`,
  campaign: ({ seat }) => `campaign ${seat}`,
  paid: ({ seat }) => `paid ${seat}`,
});

/** Groups of a frame's events, by their first event. @type {WeakMap<object[], Map<object, any[]>>} */
const grouped = new WeakMap();

/** All events told at this one: itself, its whole group, or none if an earlier one tells it. @param {any} event @param {any[]} events */
function groupOf(event, events) {
  if (!GROUPS[event.type] || !events.includes(event)) return [event];
  let known = grouped.get(events);
  if (!known) grouped.set(events, (known = groupsOf(events)));
  return known.get(event) ?? [];
}

/** @param {any[]} events */
function groupsOf(events) {
  /** @type {Map<string, any[]>} */
  const byName = new Map();
  for (const event of events) {
    const name = GROUPS[event.type]?.(event);
    if (name === undefined) continue;
    const group = byName.get(name);
    if (group) group.push(event);
    else byName.set(name, [event]);
  }
  return new Map([...byName.values()].map((group) => [group[0], group]));
}

/** So many cells are named one by one; of more only where they lie, unless they were one's own. */
const NAMED = 12;

/** Cells of a group in words. @param {any[]} group @param {View} view */
function placesOf(group, view) {
  const { map, you } = view;
  const cells = group.map(({ at }) => at);
  const named = placeNames(view, cells);
  if (named !== null) return named;
  const isMine = you !== null && group[0].was === you;
  return cells.length > NAMED && !isMine ? extentText(cells) : cellsText(cells, map.width, map.height);
}

/** @param {Told} told @param {any[]} group */
function takenLine({ event, view, club }, group) {
  const facts = { club: club(event.seat), cells: cellsOf(group.length), places: placesOf(group, view) };
  if (event.was === null) return t('{club} takes {cells} of unowned land: {places}', facts);
  return t('{club} takes {cells} from {other}: {places}', { ...facts, other: club(event.was) });
}

/** @param {Told} told @param {any[]} group */
function contestedLine({ event, view, club }, group) {
  const facts = { cells: cellsOf(group.length), places: placesOf(group, view) };
  if (!event.seats) return t('Equal attacks leave {cells} to nobody: {places}', facts);
  return t('Equal attacks of {clubs} leave {cells} to nobody: {places}', {
    ...facts,
    clubs: join(event.seats.map(club)),
  });
}

/** @param {Told} told */
function relationLine({ event, club }) {
  const facts = { a: club(event.a), b: club(event.b) };
  const by = event.by ?? null;
  const other = by === event.a ? event.b : event.a;
  if (event.now === 'allied') return t('{a} and {b} are allied.', facts);
  if (event.now === 'at_war') {
    if (by !== null && event.cause === 'backstab')
      return t('{by} stabs {other} in the back: war.', { by: club(by), other: club(other) });
    if (by !== null && event.cause === 'justified')
      return t('{by} has justified its war: {by} and {other} are at war.', { by: club(by), other: club(other) });
    return t('{a} and {b} are at war.', facts);
  }
  const met = t('{a} and {b} have discovered each other', facts);
  const end =
    event.was === 'undiscovered'
      ? met
      : event.was === 'at_war'
        ? t('The war between {a} and {b} is over', facts)
        : t('The alliance of {a} and {b} is over', facts);
  return event.truce ? t('{end}; truce for {rounds}.', { end, rounds: roundsOf(event.truce) }) : t('{end}.', { end });
}

/** @param {Told} told */
function capitalLostLine({ event, view, club }) {
  const why = /** @type {Record<string, () => string>} */ ({
    taken: () => t('the land was lost'),
    no_access: () => t('the land is neither its own nor an ally’s'),
    water: () => t('water took it'),
  });
  const facts = {
    club: club(event.seat),
    place: placeName(view, event.at),
    why: why[event.reason]?.() ?? event.reason,
  };
  if (event.from !== null && String(event.from) !== String(event.at))
    return t('{club} cannot move its capital to {place} and has none now: {why}.', facts);
  return t('{club} has lost its capital on {place}: {why}.', facts);
}

/** The most cells of one club that a line names; more are counted. The position as text names all cells without defence. */
const MOST_NAMED = 8;

/** Cells of a list by the club that owns them now. @param {Told} told */
function supplyLine({ event, view, club }) {
  const letters = [...new Set(event.cells.map((/** @type {Cell} */ [x, y]) => view.owners[y][x]))].sort();
  const clubs = letters.map((letter) => {
    const cells = event.cells.filter((/** @type {Cell} */ [x, y]) => view.owners[y][x] === letter);
    const owner = /\d/.test(String(letter)) ? club(Number(letter)) : t('nobody');
    const named = placeNames(view, cells);
    if (named !== null) return about(owner, named);
    if (cells.length <= MOST_NAMED) return about(owner, cellsText(cells, view.map.width, view.map.height));
    return letters.length > 1 ? about(owner, cellsOf(cells.length)) : owner;
  });
  const facts = { cells: cellsOf(event.cells.length), clubs: inTurn(clubs) };
  return event.type === 'cut_off'
    ? t('Cut off, without defence: {cells} ({clubs})', facts)
    : t('Supplied again: {cells} ({clubs})', facts);
}

/** What diplomacy has cost; what is free is not told. @param {Told} told @param {any[]} group */
function paidLine({ event, club }, group) {
  const paid = group.filter(({ price }) => price > 0);
  if (!paid.length) return null;
  const list = paid.map(({ command, target, price }) =>
    t('{command} ({target}, {price})', { command: commandName(command), target: club(target), price }),
  );
  return t('{club} pays {price}: {list}', {
    club: club(event.seat),
    price: paid.reduce((sum, { price }) => sum + price, 0),
    list: inTurn(list),
  });
}

/** How much a club has placed; where, the board shows. A capital alone works every round and is no news. @param {Told} told @param {any[]} group */
function campaignLine({ event, club }, group) {
  const paid = group.filter(({ capital }) => !capital);
  const free = group.find(({ capital }) => capital)?.size;
  const facts = { club: club(event.seat), size: paid.reduce((sum, { size }) => sum + size, 0), free };
  if (!paid.length) return null;
  const placed = tn(
    '{club} places {n} campaign of {size}',
    '{club} places {n} campaigns, {size} in all',
    paid.length,
    facts,
  );
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

const LINES = /** @type {Record<string, (told: Told, group: any[]) => string | null>} */ ({
  bids_closed: orderLine,
  birthplace_chosen: ({ event, view, club }) =>
    event.seat === null
      ? t('A birthplace is chosen: {place}.', { place: placeName(view, event.at) })
      : t('{club} chooses its birthplace: {place}.', { club: club(event.seat), place: placeName(view, event.at) }),
  paid: paidLine,
  unpaid: ({ event, club }) =>
    t('{club} cannot pay {price} and keeps neutral instead: {command} ({target}).', {
      club: club(event.seat),
      price: event.price,
      command: commandName(event.command),
      target: club(event.target),
    }),
  backstab_spent: ({ event, club }) =>
    event.effective
      ? t('{club} has used its backstab on {target}.', { club: club(event.seat), target: club(event.target) })
      : t('{club} has used its backstab on {target}, without effect.', {
          club: club(event.seat),
          target: club(event.target),
        }),
  justification: ({ event, view, club }) => {
    const facts = {
      club: club(event.seat),
      target: club(event.target),
      count: event.count,
      needed: view.options.justify_rounds,
    };
    return event.blocked_by_truce
      ? t('{club} cannot justify war on {target}: truce.', facts)
      : t('{club} justifies war on {target}: {count} of {needed} rounds.', facts);
  },
  relation: relationLine,
  campaign: campaignLine,
  campaign_void: ({ event, view, club }) =>
    t('Campaign {n} of {club} on {cell} is void: {why}.', {
      n: event.index + 1,
      club: club(event.seat),
      cell: placeName(view, event.at),
      why: refusalName(event.reason),
    }),
  campaign_cut: ({ event, club }) =>
    t('Campaign {n} of {club} is cut from {asked} to {funded}: no more money.', {
      n: event.index + 1,
      club: club(event.seat),
      asked: event.asked,
      funded: event.funded,
    }),
  taken: takenLine,
  contested: contestedLine,
  not_connected: ({ event, view, club }, group) =>
    t('{club} breaks {cells} without a connection: {places}', {
      club: club(event.seat),
      cells: cellsOf(group.length),
      places: placesOf(group, view),
    }),
  washed_away: ({ event, view, club }, group) =>
    t('The water takes the land of {club} on {places}.', { club: club(event.seat), places: placesOf(group, view) }),
  capital_moved: ({ event, view, club }) =>
    t('{club} moves its capital to {place}.', { club: club(event.seat), place: placeName(view, event.at) }),
  capital_lost: capitalLostLine,
  cut_off: supplyLine,
  resupplied: supplyLine,
  taxes: ({ event, club }) =>
    t('Taxes of {club}: {before} − corruption {corruption} + dole {dole} + income {income} = {saving}', {
      club: club(event.seat),
      before: event.before,
      corruption: event.corruption,
      dole: event.dole,
      income: event.income,
      saving: event.saving,
    }),
  sighted: (told) => (told.view.you === null ? null : sightLine(told)),
  eliminated: ({ event, club }) => t('{club} is out.', { club: club(event.seat) }),
  over: overLine,
});

/** A sentence per type of event, for the kit's log; what an earlier event of its group has told is told no more. */
export const EVENTS = Object.fromEntries(
  Object.entries(LINES).map(([type, tell]) => [
    type,
    (/** @type {any} */ event, /** @type {About} */ { frame, view, info }) => {
      const group = groupOf(event, frame.events);
      return group.length ? tell({ event, view, info, club: (seat) => clubName(seat, info) }, group) : null;
    },
  ]),
);

/** Whose moment an event is that the match is remembered for; undefined if it is none. @param {any} event @returns {number | undefined} */
export function heroOf({ type, seat, now, a, by }) {
  if (type === 'eliminated' || type === 'capital_lost') return seat;
  return type === 'relation' && (now === 'at_war' || now === 'allied') ? (by ?? a) : undefined;
}
