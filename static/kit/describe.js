/**
 * How does a match read in words? From a game's tables of sentences: the text view of the board, the log, the drafts, the standings.
 * All of it comes from the view and the events of one audience and from nothing else.
 */

import { sums } from 'app/changes.js';
import { sentences, t } from 'app/i18n.js';
import { seatLetter } from 'board/marks.js';
import { asRead, seenThrough } from './reader.js';

/** @typedef {import('../types').Frame} Frame */
/** @typedef {import('../types').MatchInfo} MatchInfo */
/** @typedef {import('../types').GameEvent} GameEvent */

/**
 * What a sentence is about; `forecast` is the server's answer to drafts that are described, null until it comes; `before`: the frame before, where it is at
 * hand; `brief`: events of one place and moment are told in one sentence, at the first of them, and not each for itself as in the log; `through`:
 * the seat whose view it is, where the reader is somebody else (`reader.js`), with that view: words of position and events get one that is nobody's beside it.
 * @template Position
 * @typedef {{frame: Frame, view: any, position: Position, info: MatchInfo, forecast: any, before?: Frame | null, brief?: boolean, through?: import('./reader.js').Through | null}} About
 */

/**
 * What of a step matters to whoever sees it: `weigh` from 1 to 100, 0: not worth a word; `at`: where, as the board's `point` takes it (a canvas in world units); `more`: what no event
 * tells, from what has come into sight.
 * @template Position
 * @typedef {object} NewsTable
 * @property {(event: any, about: About<Position>, before: Frame | null) => number} weigh
 * @property {(event: any, about: About<Position>, before: Frame | null) => any} at null: nowhere in particular
 * @property {(about: About<Position>, before: Frame | null) => import('../types').News[]} [more]
 * @property {(event: any, about: About<Position>, before: Frame | null) => string | null} [moment] large words for an event that stops the eye; null: it does not
 * @property {(event: any, about: About<Position>) => [number, number] | null} [between] a moment between two seats, whose marks stand around its words as long as it is told; its game shows it on the board
 * @property {(event: any, about: About<Position>, before: Frame | null) => import('../types').Change[]} [changes] what the event cost or brought the seat that looks on; a reader without a seat has none
 * @property {(event: any, about: About<Position>, before: Frame | null) => import('../types').SideChange[]} [sides] what it cost or brought each side, as far as the view tells
 * @property {(event: any, about: About<Position>, before: Frame | null) => number | null} [by] the seat whose deed or fate it is
 * @property {(event: any, about: About<Position>) => boolean} [isUsual] no match turned by it alone
 */

/**
 * @template Position, Orders
 * @typedef {object} Sentences
 * @property {(view: any) => Position} positionOf
 * @property {(orders: any) => Orders} whole orders with all their fields
 * @property {NewsTable<Position>} [news] what of a step matters, and where it was
 * @property {[heading: (about: About<Position>) => string, lines: (about: About<Position>) => (string | null | false)[]][]} sections of the text view; one without lines is left out
 * @property {Record<string, (event: any, about: About<Position>, facts?: any) => string | null>} events a sentence per type; null: not worth a line
 * @property {(event: any, about: About<Position>) => Record<string, any>} [facts] what most sentences name, in words; they get it beside the event's own
 * @property {(orders: Orders, about: About<Position>) => {text: string, path: string, brief?: {of: string, does: string}}[]} orders
 * @property {(seat: any, about: About<Position>) => {seat: number, text: string}} standing of an entry of `standings`
 * @property {(view: any) => any[]} standings one entry per seat
 * @property {Record<string, () => string>} [series] names of the curves
 */

/**
 * @template Position, Orders
 * @param {Sentences<Position, Orders>} sentences
 */
export function createWords({
  positionOf,
  whole,
  sections,
  events,
  news,
  orders,
  standing,
  standings,
  series = {},
  facts,
}) {
  /** @param {Frame} frame @param {MatchInfo} info @returns {About<Position>} */
  const about = (frame, info) => ({
    frame,
    view: frame.view,
    position: positionOf(frame.view),
    info,
    forecast: null,
  });
  /** The same as it is read: nobody is "you" but the reader. @param {Frame} frame @param {MatchInfo} info */
  const readOf = (frame, info) => ({ ...about(asRead(frame, info), info), through: throughOf(frame.view, info) });
  /** @param {GameEvent} event @param {About<Position>} what @returns {string | null} */
  const tell = (event, what) => events[event.type]?.(event, what, { ...event, ...facts?.(event, what) }) ?? null;
  return {
    /** @param {Frame} frame @param {MatchInfo} info @param {any} [forecast] of the drafts as they are @returns {{heading: string, lines: string[]}[]} */
    describe(frame, info, forecast = null) {
      const what = { ...readOf(frame, info), forecast };
      return sections
        .map(([heading, lines]) => ({
          heading: heading(what),
          lines: lines(what).filter((line) => typeof line === 'string' && line !== ''),
        }))
        .filter(({ lines }) => lines.length)
        .map(({ heading, lines }) => ({ heading, lines: /** @type {string[]} */ (lines) }));
    },
    /** @param {GameEvent} event @param {Frame} frame @param {MatchInfo} info @param {Frame | null} [before] @returns {string | null} */
    describeEvent: (event, frame, info, before = null) =>
      tell(event, { ...readOf(frame, info), before: asRead(before, info) }),
    /** @param {Frame} frame @param {Frame | null} before @param {MatchInfo} info @returns {import('../types').News[]} */
    news(frame, before, info) {
      const through = throughOf(frame.view, info);
      const what = { ...about(frame, info), before, brief: true, through };
      const readBefore = asRead(before, info);
      const read = { ...readOf(frame, info), before: readBefore, brief: true };
      const told = frame.events.map((event) => ({
        text: tell(event, read) ?? '',
        weight: news?.weigh(event, what, before) ?? 1,
        at: news?.at(event, what, before) ?? null,
        event,
        ...optional('moment', news?.moment?.(event, read, readBefore)),
        ...optional('between', news?.between?.(event, what)),
        ...optional('changes', sums(news?.changes?.(event, what, before) ?? [])),
        ...optional('sides', sums(news?.sides?.(event, what, before) ?? [])),
        ...(news?.by && { by: news.by(event, what, before) ?? null }),
        ...optional('isUsual', news?.isUsual?.(event, what) || null),
      }));
      const more = news?.more?.(what, before).map((line) => ({ ...line, onlyHere: true })) ?? [];
      // What happened several times and cost nothing is one line.
      const said = new Set();
      return [...more, ...told].filter((line) => {
        if (!line.text || line.weight <= 0 || (!('sides' in line) && said.has(line.text))) return false;
        said.add(line.text);
        return true;
      });
    },
    /** @param {any} given @param {Frame} frame @param {MatchInfo} info @param {any} [forecast] */
    describeOrders: (given, frame, info, forecast = null) => orders(whole(given), { ...about(frame, info), forecast }),
    /** @param {Frame} frame @param {MatchInfo} info */
    score: (frame, info) => standings(frame.view).map((entry) => standing(entry, about(frame, info))),
    /** @param {string} name */
    describeSeries: (name) => series[name]?.() ?? null,
  };
}

/** The seat through whose eyes somebody else looks, with its name and view. @param {any} view @param {MatchInfo} info @returns {import('./reader.js').Through | null} */
export function throughOf(view, info) {
  const seat = seenThrough(view, info);
  return seat === null ? null : { seat, name: seatName(seat, info), view };
}

/** The field, where there is something for it. @template Value @param {string} name @param {Value} value @returns {Record<string, NonNullable<Value>>} */
function optional(name, value) {
  return value && !(Array.isArray(value) && !value.length) ? { [name]: value } : {};
}

/** What a seat is called where large words leave no room for its letter. @param {number | null} seat @param {MatchInfo} info @returns {string} */
export const plainName = (seat, info) =>
  seat === null
    ? t('nobody')
    : info.seats.find((entry) => entry.seat === seat)?.name || t('seat {letter}', { letter: seatLetter(seat) });

/** A seat by name and letter; the letter never stands first, where it would read as a word. @param {number} seat @param {MatchInfo} info */
export function seatName(seat, info) {
  const name = info.seats.find((entry) => entry.seat === seat)?.name;
  return name
    ? t('{name} ({letter})', { name, letter: seatLetter(seat) })
    : t('seat {letter}', { letter: seatLetter(seat) });
}

/**
 * How a match ended: who wins, or that it is over, and why.
 * @param {{ranking: {place: number, seat: number}[], reason: string} | null | undefined} result @param {MatchInfo} info
 */
export function resultLine(result, info) {
  const [first, ...others] = (result?.ranking ?? []).filter(({ place }) => place === 1);
  const text =
    first && !others.length
      ? t('The match is over: {seat} wins.', { seat: seatName(first.seat, info) })
      : t('The match is over.');
  const why = info.reasons?.[result?.reason ?? ''];
  return sentences([text, why]);
}

/** A number as text; hidden ones are a question mark. @param {number | null | undefined} value */
export function count(value) {
  return value === null || value === undefined ? '?' : String(value);
}

/** How many rounds ago something was seen, for a mark on a board, which has no room for words; never with a minus, which reads as a loss. @param {number} rounds */
export const ago = (rounds) => `↺ ${rounds}`;

/** A number with its sign. @param {number} value */
export function signed(value) {
  return value < 0 ? `−${-value}` : `+${value}`;
}
