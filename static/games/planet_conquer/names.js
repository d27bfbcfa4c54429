/**
 * What are things called, and by which drawing are they known? Words for kinds, tactics, seats and planets, and small line
 * drawings on a 24 × 24 grid for canvas and DOM alike.
 */
import { language, t, tn } from 'app/i18n.js';
import { seatName as personName } from 'kit/describe.js';

/** @import { MatchInfo, StarMap } from './types' */

/** Kinds of planets: name and drawing (house, dot, gem, tower, dune, star, ring). */
const KINDS = /** @type {Record<string, {name: () => string, icon: string}>} */ ({
  base: { name: () => t('Base'), icon: 'M4 11 12 4l8 7M6 10v10h12V10M10 20v-6h4v6' },
  normal: { name: () => t('Normal planet'), icon: 'M12 5a7 7 0 1 0 .01 0' },
  resource: { name: () => t('Resource planet'), icon: 'M7 4h10l4 6-9 11L3 10zM3 10h18M9 10l3 11 3-11' },
  fortress: { name: () => t('Fortress'), icon: 'M6 21V9H4V4h3v2h3V4h4v2h3V4h3v5h-2v12zM10 21v-5h4v5' },
  wasteland: { name: () => t('Wasteland'), icon: 'M2 18c4-8 7-8 10-2 2-4 6-5 10 2M3 21h18' },
  core: { name: () => t('Core'), icon: 'm12 3 2.6 6 6.4.6-4.9 4.2 1.5 6.4L12 16.8l-5.6 3.4 1.5-6.4L3 9.6 9.4 9z' },
  relay: { name: () => t('Relay'), icon: 'M12 4a8 8 0 1 0 .01 0M12 9a3 3 0 1 0 .01 0' },
});

/** The ten tactics in the order of the rules: name, key, drawing, what they do. */
export const TACTICS =
  /** @type {Record<string, {name: () => string, key: string, icon: string, meaning: () => string}>} */ ({
    terminator: {
      name: () => t('Terminator'),
      key: 'K',
      icon: 'M12 5a7 7 0 1 0 .01 0M12 2v6M12 16v6M2 12h6M16 12h6',
      meaning: () => t('Next round all units on the planet die; half are left if it is defended.'),
    },
    defend: {
      name: () => t('Defend'),
      key: 'D',
      icon: 'M12 3l8 3v6c0 5-3.5 7.5-8 9-4.5-1.5-8-4-8-9V6z',
      meaning: () =>
        t('The garrison defends with twice its strength for three rounds; a Terminator leaves half of it.'),
    },
    attack: {
      name: () => t('Attack'),
      key: 'A',
      icon: 'M4 4l12 12M20 4 8 16M13 19l6-6M5 13l6 6M17 17l4 4M7 17l-4 4',
      meaning: () => t('Your units attacking the planet count one and a half times for three rounds.'),
    },
    fast: {
      name: () => t('Fast'),
      key: 'F',
      icon: 'M5 6l6 6-6 6M13 6l6 6-6 6',
      meaning: () => t('Your fleets heading for the planet halve the rounds they still need.'),
    },
    teleport: {
      name: () => t('Teleport'),
      key: 'L',
      icon: 'M13 2 5 14h6l-1 8 9-13h-6z',
      meaning: () => t('Units reach any planet this round, without a route.'),
    },
    halt: {
      name: () => t('Halt'),
      key: 'H',
      icon: 'M8 5v14M16 5v14',
      meaning: () => t('The planet skips its next three productions.'),
    },
    boost: {
      name: () => t('Boost'),
      key: 'B',
      icon: 'M5 12l7-7 7 7M5 20l7-7 7 7',
      meaning: () => t('The planet grows twice as fast in its next three productions.'),
    },
    eleminate: {
      name: () => t('Eliminate'),
      key: 'E',
      icon: 'M12 2v5M12 17v5M2 12h5M17 12h5M5 5l3.5 3.5M15.5 15.5 19 19M19 5l-3.5 3.5M8.5 15.5 5 19M12 10a2 2 0 1 0 .01 0',
      meaning: () => t('Next round all enemies within your sight die.'),
    },
    swap: {
      name: () => t('Swap'),
      key: 'W',
      icon: 'M4 8h14M14 4l4 4-4 4M20 16H6M10 12l-4 4 4 4',
      meaning: () => t('At the end of the next round you and that seat exchange all planets and fleets.'),
    },
    god: {
      name: () => t('God'),
      key: 'G',
      icon: 'M12 9a5 5 0 1 0 .01 0M5 5c2-2 12-2 14 0-2 2-12 2-14 0',
      meaning: () => t('This round your units there are invincible and wipe out all others.'),
    },
  });

/** Drawings of the board that belong to no kind and no tactic. */
const MORE = /** @type {Record<string, string>} */ ({
  // Not the swords of the tactic, which stand at a planet as well.
  battle: 'M12 2l2.4 5.6L20 5l-2.6 5.6L22 13l-5.4 1.4L18 20l-5-3.4L9 22l-.6-6L2 15.4l5-3.6L4 6l6 2z',
  forecast: 'M3 20h18M4 16l5-5 4 3 7-8M15 6h5v5',
});

/** @param {string} name a kind, a tactic or a sign */
export function iconPath(name) {
  return KINDS[name]?.icon ?? TACTICS[name]?.icon ?? MORE[name] ?? '';
}

/** @param {string} kind */
export function kindName(kind) {
  return KINDS[kind]?.name() ?? kind;
}

/** @param {string} type */
export function tacticName(type) {
  return TACTICS[type]?.name() ?? type;
}

/** Does this table have that tactic at all? One that it never has is no choice, so nothing offers it. @param {import('./types').TacticState} tactic */
export const isAtTable = ({ why_not: why }) => why !== 'tactic_disabled';

/** Why a tactic cannot be played, in words. @param {string} code @param {{have: number, cost: number, rate: number}} facts */
export function whyNot(code, { have, cost, rate }) {
  if (code === 'not_enough_points') {
    const rounds = rate > 0 ? Math.ceil((cost - have) / rate) : 0;
    return rounds > 0
      ? tn(
          'Costs {cost} points, you have {have}. Affordable in {n} round.',
          'Costs {cost} points, you have {have}. Affordable in {n} rounds.',
          rounds,
          { cost, have },
        )
      : t('Costs {cost} points, you have {have}.', { cost, have });
  }
  if (code === 'tactic_disabled') return t('Not allowed at this table.');
  if (code === 'too_late') return t('Too late in the match.');
  return t('No orders are due now.');
}

/** A seat in words: letter and name. @param {number | null} seat @param {MatchInfo} info */
export function seatName(seat, info) {
  return seat === null ? t('natives') : personName(seat, info);
}

/** @param {StarMap} map */
export function mapName(map) {
  return (language().startsWith('zh') && map.name_zh) || map.name || map.id;
}
