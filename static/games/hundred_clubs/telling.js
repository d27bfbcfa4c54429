/** How is a round of Hundred Clubs told on the board? All land that goes from one club to another is one event, whatever its cells. */
import { t, tn } from 'app/i18n.js';
import { betrayalOf, betrayers } from './betrayal.js';
import { cutOffBy, cutterOf } from './land_events.js';
import { clubName } from './names.js';
import { positionOf } from './position.js';

/** What is told together. @type {Record<string, (event: any, events: readonly any[]) => string | null>} */
const GROUPS = {
  taken: ({ seat, was }) => `taken ${seat} ${was}`,
  contested: ({ was, seats }) => `contested ${was} ${seats}`,
  washed_away: ({ seat }) => `washed_away ${seat}`,
  not_connected: ({ seat }) => `not_connected ${seat}`,
  // What cuts land off is told with it.
  cut_off(event, events) {
    const cutter = cutterOf(event, events);
    return cutter && GROUPS.taken(cutter, events);
  },
  // A betrayal is one with what it takes.
  relation: (event) => betrayers(event) && `taken ${betrayers(event)?.join(' ')}`,
};

/** @param {any} cell */
const placeOf = (cell) => (Array.isArray(cell) && cell.length === 2 ? [cell[0] + 0.5, cell[1] + 0.5] : null);

/** @type {import('kit/beats.js').Telling} */
export const TELLING = {
  close: 34,
  small: 12,
  group: (event, events) => GROUPS[event.type]?.(event, events) ?? null,
  places: ({ at, cells }) =>
    /** @type {import('board/lines.js').Point[]} */ ([at, ...(cells ?? [])].map(placeOf).filter(Boolean)),
  still(session, told) {
    const before = told && positionOf(told.previous.view);
    const betrayal = before && betrayalOf(before, told.frame.events);
    session.change({ betrayal: betrayal && betrayal.event === told.event ? { before, betrayal } : null });
  },
  /** Whom one meets; what to do about it stands with the name. */
  short({ events, before, info }) {
    const [{ was, a, b } = /** @type {any} */ ({})] = events;
    const { you } = before.view;
    if (was !== 'undiscovered' || you === null || ![a, b].includes(you)) return null;
    return t('You meet {other}', { other: clubName(a === you ? b : a, info) });
  },
  /** Land that changes hands: how much, and whose it was. */
  caption(told) {
    const land = landCaption(told);
    const first = /** @type {any[]} */ (told.events).find(({ type }) => type === 'taken');
    const n = first ? cutOffBy(first, told.frame.events, told.frame.view) : 0;
    return land && n ? tn('{land}; {n} more is cut off', '{land}; {n} more are cut off', n, { land }) : land;
  },
};

/** @param {{events: any[], before: any, info: any}} told */
function landCaption({ events, before, info }) {
  const land = events.filter(({ type }) => type === 'taken' || type === 'contested');
  if (!land.length) return null;
  const [{ type, seat, was }] = /** @type {any[]} */ (land);
  const { you } = before.view;
  const n = land.length;
  const other = was === null ? '' : clubName(was, info);
  if (type === 'contested')
    return was === you && you !== null
      ? tn('You lose {n} cell, which nobody wins', 'You lose {n} cells, which nobody wins', n)
      : null;
  const club = clubName(seat, info);
  if (seat === you)
    return was === null
      ? tn('You take {n} cell', 'You take {n} cells', n)
      : tn('You take {n} cell from {other}', 'You take {n} cells from {other}', n, { other });
  if (was === null) return tn('{club} takes {n} cell', '{club} takes {n} cells', n, { club });
  if (was === you) return tn('{club} takes {n} cell from you', '{club} takes {n} cells from you', n, { club });
  return tn('{club} takes {n} cell from {other}', '{club} takes {n} cells from {other}', n, { club, other });
}
