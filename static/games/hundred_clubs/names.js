/**
 * What are things called, and by which drawing are they known? Words for clubs, relations, commands, terrain and places, and small
 * line drawings on a 24 × 24 grid.
 */
import { language, t } from 'app/i18n.js';
import { seatMark } from 'app/seat_mark.js';
import { seatLetter } from 'board/marks.js';

/** @import { MatchInfo } from '../../types' */
/** @import { Cell, Command, Relation, ClubView as View, Landmark } from './types' */

/** Relations, and the truce that a neutral pair may have: word and drawing (question, ring, tick, cross, hourglass). */
const RELATIONS = /** @type {Record<Relation | 'truce' | 'out', {name: () => string, icon: string}>} */ ({
  undiscovered: { name: () => t('undiscovered'), icon: 'M8.5 9a3.5 3.5 0 1 1 5 3.2c-1.2.6-1.5 1.3-1.5 2.6M12 18.5v.5' },
  neutral: { name: () => t('at peace'), icon: 'M12 5a7 7 0 1 0 .01 0' },
  allied: { name: () => t('allied'), icon: 'm4.5 12.5 5 5 10-11' },
  at_war: { name: () => t('at war'), icon: 'M5.5 5.5l13 13M18.5 5.5l-13 13' },
  truce: { name: () => t('truce'), icon: 'M6 3.5h12M6 20.5h12M7.5 3.5c0 5 9 6 9 17M16.500 3.5c0 5-9 6-9 17' },
  out: { name: () => t('out'), icon: 'M5 12h14' },
});

const COMMANDS = /** @type {Record<Command, {name: () => string, meaning: () => string}>} */ ({
  keep_neutral: {
    name: () => t('Keep the peace'),
    meaning: () => t('Nothing is asked. Ends an alliance; a war only if the other side stops, too.'),
  },
  form_alliance: {
    name: () => t('Form alliance'),
    meaning: () => t('Allied if both say so; costs the alliance tax every round, whether it comes about or not.'),
  },
  justify_war: {
    name: () => t('Justify war'),
    meaning: () => t('War once it has been said often enough in a row; keeps a war going.'),
  },
  backstab: {
    name: () => t('Backstab'),
    meaning: () => t('War at once, whatever you were to each other. Once in a match, and free.'),
  },
});

const TERRAIN = /** @type {Record<string, () => string>} */ ({
  dormitory: () => t('dormitory'),
  teaching: () => t('teaching building'),
  playground: () => t('playground'),
  road: () => t('road'),
  water: () => t('water'),
  bridge: () => t('bridge'),
  bridge_road: () => t('road at a bridge'),
  grass: () => t('grass'),
  residential: () => t('residential area'),
});

/** Why a campaign does nothing, or less than asked. */
const REFUSALS = /** @type {Record<string, () => string>} */ ({
  no_access: () => t('not on your land or an ally’s'),
  no_money: () => t('no money is left for it'),
  over_limit: () => t('beyond the number of campaigns of a round'),
  off_board: () => t('not on the campus'),
  cut: () => t('the money does not suffice for all of it'),
  alliance_needed: () => t('only if the alliance comes about'),
});

/** Signs of the panel. */
const SIGNS = /** @type {Record<string, string>} */ ({
  capital: 'M6 21V4M6 5h11l-3 3.5L17 12H6',
  where: 'M12 3v4M12 17v4M3 12h4M17 12h4M12 8.500a3.500 3.500 0 1 0 .01 0',
  up: 'M12 19V6M6 11.500 12 5.500l6 6',
  down: 'M12 5v13M6 12.500l6 6 6-6',
  knife: 'M4 20l5-5M7.500 13.500l9-10c2.500 3 2.500 7-1 10.500l-4 3.500z',
});

/** @param {string} name a relation or a sign */
export const iconPath = (name) => RELATIONS[/** @type {Relation} */ (name)]?.icon ?? SIGNS[name] ?? '';

/** A club's shape in its colour with its letter; only ever beside its name or letter in words. @param {number} seat */
export function badge(seat) {
  const mark = seatMark(seat);
  mark.setAttribute('aria-hidden', 'true');
  return mark;
}

/** @param {string} relation or `truce`, `out` */
export const relationName = (relation) => RELATIONS[/** @type {Relation} */ (relation)]?.name() ?? relation;

/** @param {string} command */
export const commandName = (command) => COMMANDS[/** @type {Command} */ (command)]?.name() ?? command;

/** @param {Command} command */
export const commandMeaning = (command) => COMMANDS[command].meaning();

/** @param {string} key */
export const terrainName = (key) => TERRAIN[key]?.() ?? key;

/** @param {Landmark} landmark */
export const landmarkName = (landmark) => (language().startsWith('zh') && landmark.name_zh) || landmark.name;

/** What is said of the place; '' if nothing. @param {Landmark} landmark */
export const landmarkNote = (landmark) => (language().startsWith('zh') && landmark.note_zh) || landmark.note;

/** @param {string} reason of a forecast or of an event */
export const refusalName = (reason) => REFUSALS[reason]?.() ?? reason;

/** A cell as it is written and typed: “15,8”. @param {Cell} at */
export const cellName = (at) => `${at[0]},${at[1]}`;

/** A club's name without its letter; '' if it has none. @param {number} seat @param {MatchInfo} info */
export function plainName(seat, info) {
  const found = info.seats.find((other) => other.seat === seat);
  // Bots are named by their game, in English; the catalog knows those names.
  return (found?.kind === 'bot' ? t(found.name) : found?.name) ?? '';
}

/** The seat of a club by letter, number or name; null if there is none. @param {string} word @param {MatchInfo} info */
export function seatOf(word, { seats }) {
  const wanted = word.toLowerCase();
  const names = (/** @type {{seat: number, name: string}} */ { seat, name }) =>
    [seatLetter(seat), String(seat), name].map((one) => one.toLowerCase());
  return seats.find((entry) => wanted !== '' && names(entry).includes(wanted))?.seat ?? null;
}

/** A club where there is no room for its name. @param {number} seat */
export const clubMark = (seat) => t('club {letter}', { letter: seatLetter(seat) });

/** A club: name and letter. @param {number} seat @param {MatchInfo} info */
export function clubName(seat, info) {
  const name = plainName(seat, info);
  return name
    ? t('{name} ({letter})', { name, letter: seatLetter(seat) })
    : t('Club {letter}', { letter: seatLetter(seat) });
}
