/** What of a round matters to a club, and where was it? What changed most of its land first, a loss before a gain; what others did among themselves last. */

import { ofSeat } from 'app/changes.js';
import { t } from 'app/i18n.js';
import { plainName } from 'kit/describe.js';
import { betrayers } from './betrayal.js';
import { cellsOf, costsOf, cutOffBy, groupOf, middleCell, ownOf } from './land_events.js';
import { cellOf } from './position.js';
import { strongerLines } from './stronger.js';

/** @typedef {import('kit/describe.js').About<import('./position.js').Position>} About */
/** @import { Cell } from './types' */
/** @typedef {import('../../types').Frame} Frame */

/** Weights between which an event about so much of one's own land lies, and the cells by which it has half of the difference. */
const LAND = { from: 70, to: 94, half: 12 };
/** A loss weighs more than a gain of the same size; land that is cut off is in danger, not lost. */
const LOSS = 2;
/** Land that clubs take from each other counts so many times as much as land that was nobody's: it is told first. */
const FOUGHT = 4;
const IN_DANGER = 0.6;
/** A campaign of which this part is paid was cut by a trifle. */
const NEARLY_ALL = 0.9;

/** @param {number} n cells of one's own */
const landWeight = (n) => LAND.from + ((LAND.to - LAND.from) * n) / (n + LAND.half);

/** How many cells an event tells of, with all that its line tells. @param {any} event @param {About} about */
const sizeOf = (event, { frame }) => Math.max(1, groupOf(event, frame.events).length);

/** How much an event matters to a club. @type {Record<string, (event: any, you: number | null, about: About) => number>} */
const WEIGHTS = {
  over: () => 100,
  eliminated: ({ seat }, you) => (seat === you ? 99 : 78),
  capital_lost: ({ seat }, you) => (seat === you ? 98 : 60),
  taken(event, you, about) {
    const { seat, was } = event;
    const cut = was === null ? 0 : cutOffBy(event, about.frame.events, about.view) * IN_DANGER;
    if (you !== null && was === you) return landWeight((sizeOf(event, about) + cut) * FOUGHT) + LOSS;
    if (seat === you) return landWeight(sizeOf(event, about) * (was === null ? 1 : FOUGHT));
    return was === null ? 24 : 46;
  },
  washed_away: (event, you, about) => (event.seat === you ? landWeight(sizeOf(event, about)) + LOSS : 20),
  contested: (event, you, about) => (you !== null && event.was === you ? landWeight(sizeOf(event, about)) + LOSS : 40),
  relation({ a, b, was, now, cause, by }, you) {
    if (a !== you && b !== you) return 44;
    // What one has ordered oneself, and whom one meets, comes after much land that changes hands.
    if (now === 'at_war' && cause) return by === you && cause !== 'backstab' ? 76 : 95;
    return was === 'undiscovered' ? 82 : 90;
  },
  justification: ({ target }, you) => (target === you ? 91 : 34),
  campaign_void: ({ seat }, you) => (seat === you ? 84 : 14),
  campaign_cut: ({ seat, asked, funded }, you) => (seat === you ? (funded < asked * NEARLY_ALL ? 71 : 14) : 12),
  unpaid: ({ seat }, you) => (seat === you ? 83 : 12),
  cut_off({ cells }, _, { view }) {
    const n = ownOf(cells, view);
    return n ? landWeight(n * IN_DANGER * FOUGHT) + LOSS : 36;
  },
  resupplied: ({ cells }, _, { view }) => (ownOf(cells, view) ? 58 : 18),
  // Land that never was the club's explains no turn of a match.
  not_connected: ({ seat }, you) => (seat === you ? 48 : 16),
  capital_moved: ({ seat }, you) => (seat === you ? 30 : 50),
  sighted: () => 26,
  campaign: ({ seat }, you) => (seat === you ? 6 : 28),
  paid: () => 8,
};

/** Members of the land that events are about. @param {any[]} group @param {import('./position.js').Position} position */
const membersOf = (group, { chart }) =>
  group.reduce((sum, { at }) => sum + (Array.isArray(at) ? (chart.members[cellOf(chart, at)] ?? 0) : 0), 0);

/** The parts of one's land that make a loss and a gain a moment, and the fewest cells. */
const GREAT = { lost: 0.15, won: 0.3, least: 20 };

/** Large words for relations with the club that looks on, by what they become; `end` of what they were. */
const RELATIONS = /** @type {Record<string, (facts: {name: string}) => string>} */ ({
  allied: (facts) => t('Allied with {name}', facts),
  at_war: (facts) => t('War with {name}', facts),
  end_allied: (facts) => t('The alliance with {name} breaks', facts),
  end_at_war: (facts) => t('Peace with {name}', facts),
});

/** What stops the eye. @type {Record<string, (event: any, about: About, before: Frame | null) => string | null>} */
const MOMENTS = {
  eliminated: ({ seat }, { view, info }) =>
    seat === view.you ? t('You are out') : t('{name} is out', { name: plainName(seat, info) }),
  capital_lost: ({ seat }, { view, info }) =>
    seat === view.you ? t('Your capital falls') : t('The capital of {name} falls', { name: plainName(seat, info) }),
  relation({ a, b, was, now, cause, by }, { view, info }) {
    const { you } = view;
    if (a !== you && b !== you) {
      if (now !== 'at_war' || cause !== 'backstab' || by === null || by === undefined) return null;
      const facts = { a: plainName(by, info), b: plainName(by === a ? b : a, info) };
      return t('{a} turns on {b}', facts);
    }
    const facts = { name: plainName(a === you ? b : a, info) };
    if (now === 'at_war' && cause === 'backstab')
      return by === you ? t('You turn on {name}', facts) : t('{name} turns on you', facts);
    if (was === 'undiscovered' && now === 'neutral') return null;
    return RELATIONS[now === 'neutral' ? `end_${was}` : now]?.(facts) ?? null;
  },
  taken(event, { frame, view, position }, before) {
    const { you } = view;
    const group = groupOf(event, frame.events);
    const [n, area] = [group.length, before?.view.me?.area ?? 0];
    if (you === null || event.was === null || n < GREAT.least) return null;
    // How many cells, and whose, stands in the caption: what they were worth does not.
    const members = membersOf(group, position);
    if (event.was === you) return n >= area * GREAT.lost ? t('−{n} members a round', { n: members }) : null;
    return event.seat === you && n >= area * GREAT.won ? t('+{n} members a round', { n: members }) : null;
  },
  washed_away: (event, { frame, view }) =>
    event.seat === view.you && groupOf(event, frame.events).length >= GREAT.least ? t('The water rises') : null,
  cut_off({ cells }, { view }) {
    const n = ownOf(cells, view);
    return n >= Math.max(GREAT.least, (view.me?.area ?? 0) * GREAT.lost)
      ? t('{cells} cut off', { cells: cellsOf(n) })
      : null;
  },
};

/** What a club had spent when its taxes came: what it had after the taxes before, less what was left. @param {any} event @param {About} about @param {Frame | null} before */
function spentBefore(event, { frame, view }, before) {
  if (event.type !== 'taxes' || event.seat !== view.you) return 0;
  const earlier = frame.events.slice(0, frame.events.indexOf(event));
  const had =
    earlier.findLast(({ type, seat }) => type === 'taxes' && seat === view.you)?.saving ?? before?.view.me?.saving;
  return Math.max(0, (had ?? event.before) - event.before);
}

/** What each club lost and won. @param {any} event @param {About} about @param {Frame | null} before */
function costs(event, about, before) {
  const members = membersOf(groupOf(event, about.frame.events), about.position);
  return costsOf(event, spentBefore(event, about, before), members);
}

/** @satisfies {import('kit/describe.js').NewsTable<import('./position.js').Position>} */
export const NEWS = {
  weigh: (event, about) => WEIGHTS[event.type]?.(event, about.view.you, about) ?? 10,
  at(event, { frame, view }) {
    const list = (event.cells ?? []).map((/** @type {any} */ cell) => (Array.isArray(cell) ? cell : cell.at));
    const own = list.filter((/** @type {Cell} */ cell) => ownOf([cell], view));
    const places = (own.length ? own : list).map((/** @type {Cell} */ at) => ({ at }));
    const place = middleCell(groupOf(event, frame.events)) ?? middleCell(places);
    return Array.isArray(place) && place.length === 2 ? [place[0] + 0.5, place[1] + 0.5] : null;
  },
  between: betrayers,
  moment: (event, about, before) => MOMENTS[event.type]?.(event, about, before) ?? null,
  sides: costs,
  // What was paid for orders one knows; the report has it.
  changes: (event, about, before) =>
    ofSeat(costs(event, about, before), about.view.you).filter(({ isPaid }) => !isPaid),
  by: ({ type, seat, a, by }) => (type === 'relation' ? (by ?? a) : (seat ?? null)),
  /** What no event says: why campaigns won less, and what came into sight or left it. */
  more(about, before) {
    const { view, frame } = about;
    if (!before || view.you === null) return [];
    const lines = strongerLines(about, before);
    if (frame.events.some(({ type }) => type === 'sighted')) return lines;
    const [found, lost] = [newlySeen(before.view, view), newlySeen(view, before.view)];
    if (found.length) lines.push(sight(t('{cells} in sight anew.', { cells: cellsOf(found.length) }), found, 26));
    if (lost.length) lines.push(sight(t('{cells} out of sight.', { cells: cellsOf(lost.length) }), lost, 9));
    return lines;
  },
};

/** @param {string} text @param {Cell[]} cells @param {number} weight @returns {import('../../types').News} */
function sight(text, cells, weight) {
  const [x, y] = middleCell(cells.map((at) => ({ at }))) ?? cells[0];
  return { text, weight, at: [x + 0.5, y + 0.5], by: null };
}

/** Cells that one view shows and the one before did not. @param {any} before @param {any} now @returns {Cell[]} */
const newlySeen = (before, now) =>
  now.owners.flatMap((/** @type {string} */ row, /** @type {number} */ y) =>
    [...row].flatMap((letter, x) => (letter !== '?' && before.owners[y]?.[x] === '?' ? [[x, y]] : [])),
  );
