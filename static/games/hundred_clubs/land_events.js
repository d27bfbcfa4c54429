/**
 * Whose was the land, whose is it now, and how much of it? Events that come by the cell, put together: what one club takes of another in a
 * step is one event with one number.
 */

import { change, changeOf } from 'app/changes.js';
import { join, sentences, t, tn } from 'app/i18n.js';
import { sameCell } from './orders.js';
import { about, inTurn } from './phrases.js';

/** @import { ClubView as View, Cell } from './types' */
/** @typedef {import('./describe_events.js').Told} Told */

/** @param {number} n */
export const cellsOf = (n) => tn('{n} cell', '{n} cells', n);

/** What makes events of a kind one line: same kind, same value of these fields. */
const GROUPS = /** @type {Record<string, (event: any) => string>} */ ({
  taken: ({ seat, was }) => `taken ${seat} ${was}`,
  contested: ({ was, seats }) => `contested ${was} ${seats}`,
  not_connected: ({ seat }) => `not_connected ${seat}`,
  washed_away: ({ seat }) => `washed_away ${seat}`,
  campaign: ({ seat }) => `campaign ${seat}`,
  campaign_void: ({ seat, reason }) => `campaign_void ${seat} ${reason}`,
  paid: ({ seat }) => `paid ${seat}`,
});

/** Groups of a frame's events, by their first event. @type {WeakMap<object[], Map<object, any[]>>} */
const grouped = new WeakMap();

/** All events told at this one: itself, its whole group, or none if an earlier one tells it. @param {any} event @param {any[]} events @returns {any[]} */
export function groupOf(event, events) {
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

/** The first event of the taking by which land came to be cut off: the one that touches most of it; null where no club took anything beside it. @param {any} cut @param {readonly any[]} events @returns {any} */
export function cutterOf({ cells }, events) {
  /** @type {Map<string, {event: any, n: number}>} */
  const found = new Map();
  for (const event of events) {
    if (event.type !== 'taken' || event.was === null || !Array.isArray(event.at)) continue;
    const [x, y] = event.at;
    const n = cells.filter((/** @type {Cell} */ [cx, cy]) => Math.abs(cx - x) + Math.abs(cy - y) === 1).length;
    const name = GROUPS.taken(event);
    const known = found.get(name);
    if (known) known.n += n;
    else found.set(name, { event, n });
  }
  const most = [...found.values()].sort((a, b) => b.n - a.n)[0];
  return most?.n ? most.event : null;
}

/** Cells of the loser that are cut off by what was taken from it, told at the first event of the taking. @param {any} event @param {readonly any[]} events @param {View} view after it */
export const cutOffBy = (event, events, { owners }) =>
  events.reduce((sum, cut) => {
    if (cut.type !== 'cut_off' || cutterOf(cut, events) !== event) return sum;
    return sum + cut.cells.filter((/** @type {Cell} */ [x, y]) => owners[y]?.[x] === String(event.was)).length;
  }, 0);

/** The cell of a group that is nearest to the middle of them all. @param {any[]} group @returns {Cell | null} */
export function middleCell(group) {
  const cells = /** @type {Cell[]} */ (group.map(({ at }) => at).filter((at) => Array.isArray(at) && at.length === 2));
  if (!cells.length) return null;
  const [x, y] = [0, 1].map((axis) => cells.reduce((sum, cell) => sum + cell[axis], 0) / cells.length);
  const far = (/** @type {Cell} */ cell) => Math.hypot(cell[0] - x, cell[1] - y);
  return cells.reduce((best, cell) => (far(cell) < far(best) ? cell : best));
}

/** What a club's land gives each round. @param {number} amount */
const income = (amount) => change('income', 'users', amount, () => t('income'));
/** @param {number} amount */
const money = (amount) => change('money', 'coins', amount, () => t('money'));
/** Money that orders cost is no loss. @param {number} amount */
const paid = (amount) => ({ ...change('paid', 'coins', -amount, () => t('money for orders')), isPaid: true });

/** What each club lost and won by a group of events; of land what it gives, which is what counts: how many cells stands in its sentence. @param {any} event its first @param {number} spent what the club had spent before its taxes @param {number} members of the land of the group */
export function costsOf({ type, seat, was, corruption, dole, income: earned }, spent, members) {
  const won = changeOf(seat, income(members));
  const lost = was === null || was === undefined ? [] : [changeOf(was, income(-members))];
  if (type === 'taken') return [won, ...lost];
  if (type === 'contested') return lost;
  if (type === 'washed_away') return [changeOf(seat, income(-members))];
  if (type !== 'taxes') return [];
  return [changeOf(seat, paid(spent)), changeOf(seat, money(-corruption)), changeOf(seat, money(dole + earned))];
}

/** @param {Told} told @param {any[]} group */
export function takenLine({ event, view, you, club, events, cut = [] }, group) {
  const n = cutOffBy(event, events, view);
  return sentences([
    takenOnly({ event, you, club, cut }, group),
    n
      ? tn(
          '{n} cell more is cut off by it and no longer defends itself.',
          '{n} cells more are cut off by it and no longer defend themselves.',
          n,
        )
      : '',
  ]);
}

/** @param {Pick<Told, 'event' | 'you' | 'club'> & {cut: Cell[]}} told @param {any[]} group */
function takenOnly({ event, you, club, cut }, group) {
  const facts = {
    club: club(event.seat),
    cells: cellsOf(group.length),
    other: event.was === null ? '' : club(event.was),
  };
  if (event.was === null)
    return event.seat === you
      ? t('You take {cells} of free land.', facts)
      : t('{club} takes {cells} of free land.', facts);
  if (event.seat === you) return withWhy(t('You take {cells} from {other}.', facts), cut, group);
  return event.was === you
    ? withWhy(t('{club} takes {cells} from you.', facts), cut, group)
    : t('{club} takes {cells} from {other}.', facts);
}

/** Why land fell so easily: what of it was cut off before. @param {string} sentence @param {Cell[]} cut @param {any[]} group */
function withWhy(sentence, cut, group) {
  const n = group.filter(({ at }) => cut.some((cell) => sameCell(cell, at))).length;
  if (!n) return sentence;
  const why =
    n === group.length
      ? t('Cut off before, this land did not defend itself.')
      : tn(
          '{n} of them was cut off and did not defend itself.',
          '{n} of them were cut off and did not defend themselves.',
          n,
        );
  return t('{sentence} {why}', { sentence, why });
}

/** @param {Told} told @param {any[]} group */
export function contestedLine({ event, you, club }, group) {
  const facts = { cells: cellsOf(group.length), clubs: event.seats ? join(event.seats.map(club)) : '' };
  if (event.was !== null && event.was === you)
    return event.seats
      ? t('Equal attacks of {clubs} cost you {cells}, which are nobody’s now.', facts)
      : t('Equal attacks cost you {cells}, which are nobody’s now.', facts);
  return event.seats
    ? t('Equal attacks of {clubs} leave {cells} to nobody.', facts)
    : t('Equal attacks leave {cells} to nobody.', facts);
}

/** @param {Told} told @param {any[]} group */
export function brokenLine({ event, you, club }, group) {
  const n = group.length;
  return event.seat === you
    ? tn(
        '{n} cell that you could have taken is not joined to your land and stays as it was.',
        '{n} cells that you could have taken are not joined to your land and stay as they were.',
        n,
      )
    : tn(
        '{n} cell that {club} could have taken is not joined to its land and stays as it was.',
        '{n} cells that {club} could have taken are not joined to its land and stay as they were.',
        n,
        { club: club(event.seat) },
      );
}

/** @param {Told} told @param {any[]} group */
export function washedLine({ event, you, club }, group) {
  const facts = { club: club(event.seat), cells: cellsOf(group.length) };
  return event.seat === you
    ? t('The water takes {cells} from you.', facts)
    : t('The water takes {cells} from {club}.', facts);
}

/** How many cells of a list are whose now. @param {Told} told */
export function supplyLine({ event, view, you, club }) {
  const letters = [...new Set(event.cells.map((/** @type {Cell} */ [x, y]) => view.owners[y][x]))].sort();
  const clubs = letters.map((letter) => {
    const n = event.cells.filter((/** @type {Cell} */ [x, y]) => view.owners[y][x] === letter).length;
    const owner = /\d/.test(String(letter))
      ? Number(letter) === you
        ? t('yours')
        : club(Number(letter))
      : t('nobody');
    return letters.length > 1 ? about(owner, cellsOf(n)) : owner;
  });
  const facts = { cells: cellsOf(event.cells.length), clubs: inTurn(clubs) };
  return event.type === 'cut_off'
    ? t('Cut off, without defence: {cells} ({clubs}).', facts)
    : t('Supplied again: {cells} ({clubs}).', facts);
}

/** Own cells of a list. @param {Cell[]} list @param {View} view */
export const ownOf = (list, { owners, you }) =>
  list.filter(([x, y]) => you !== null && owners[y]?.[x] === String(you)).length;
