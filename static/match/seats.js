/**
 * How is a seat shown and called? Shape, colour and letter together (colour is never alone), and its name.
 *
 * @typedef {import("../types").MatchInfo} MatchInfo
 * @typedef {[number, boolean, string]} Rating
 */
import { h } from 'app/dom.js';
import { t } from 'app/i18n.js';
import { inWords } from 'app/names.js';
import { LETTERS } from 'app/seat_mark.js';
import { siteUrl } from 'app/site_url.js';

export { LETTERS, seatMark } from 'app/seat_mark.js';

/** Does one person play several seats? @param {MatchInfo} info */
export const isAlone = (info) => info.kind === 'hot_seat' || info.kind === 'sandbox';

/** Does one person play against machines alone? @param {MatchInfo} info */
export const isAgainstBots = ({ kind, seats, you }) =>
  kind === 'ordinary' && seats.every((seat) => seat.kind === 'bot' || seat.seat === you);

/** @param {MatchInfo} info @param {number} seat */
export function seatName(info, seat) {
  const found = info.seats.find((entry) => entry.seat === seat);
  // Where one person has several seats, their name tells nobody which.
  if (isAlone(info) && found?.kind === 'person') return t('Seat {letter}', { letter: LETTERS[seat] });
  // Bots are named by their game, in English; the catalog knows those names.
  const name = found?.bot ? t(found.name) : found?.name;
  return name || t('Seat {letter}', { letter: LETTERS[seat] });
}

/**
 * The page of whoever sits there, by way of the match; null for machines, and where it is or was a secret who sits where.
 * @param {string} match @param {MatchInfo} info @param {number} seat
 */
export function personPage(match, info, seat) {
  const found = info.seats.find((entry) => entry.seat === seat);
  const isKnown = found?.kind === 'person' && found.name !== '' && !info.anonymous && !isAlone(info);
  return isKnown ? siteUrl(`/matches/${match}/seats/${seat}/`) : null;
}

/** Ratings of the seats as they were when the page came: [points, is it provisional?, name]. @type {Record<string, Rating>} */
let ratings = {};

/**
 * The rating of whoever sits there, to stand beside the name; null where there is none, or where another person sits now.
 * @param {import("../types").SeatInfo} seat
 */
export function seatRating(seat) {
  const found = ratings[seat.seat];
  if (!found) return null;
  const [points, isProvisional, name] = found;
  if (seat.kind === 'person' && seat.name !== name) return null;
  return h(
    'span',
    { class: 'rating', title: isProvisional ? t('Provisional rating') : t('Rating') },
    String(points),
    isProvisional && h('span', { 'aria-hidden': 'true' }, '?'),
    isProvisional && h('span', { class: 'visually-hidden' }, ` ${t('provisional')}`),
  );
}

/** How the page's game names its steps; a page has one game. @type {import("../types").GameModule["nameStep"]} */
let named;

/** From now on steps are called as this game calls them. @param {import("../types").GameModule} game */
export function nameStepsBy(game) {
  named = game.nameStep;
}

/**
 * "Round 12": what the game calls a step, and its number for people.
 * @param {MatchInfo} info @param {number} step @param {import("../types").View | null} [view] the position it begins with, if at hand
 */
export function stepName(info, step, view = null) {
  const own = named?.(step, info, view);
  if (own) return own;
  const n = info.first_step + step + 1;
  return info.turns === 'round' ? t('Round {n}', { n }) : t('Step {n}', { n });
}

/**
 * The name of the step on the board: after the last one there is only the end.
 * @param {MatchInfo} info @param {number} step @param {import("../types").Frame | null} [frame] what is on the board at that step, if at hand
 */
export function shownName(info, step, frame = null) {
  if (!frame?.final || step === 0) return stepName(info, step, frame?.view);
  return t('After {step}', { step: stepName(info, step - 1) });
}

/**
 * Names of bots, and why a match ends, in the page's language; the socket tells the same to everybody. From now on `seatRating` knows ratings.
 * @param {MatchInfo} info @param {{ bots: Record<string, string>, reasons: Record<string, string>, ratings?: Record<string, Rating> }} page
 */
export function putInWords(info, { bots, reasons, ratings: known }) {
  ratings = known ?? {};
  for (const seat of info.seats) {
    const level = bots[seat.bot];
    if (level) seat.name = seat.given?.length ? t('{level} {name}', { level, name: inWords(seat.given) }) : level;
  }
  info.reasons = reasons;
}
