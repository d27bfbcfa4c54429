/**
 * What of a step matters to a seat, and where was it? Own losses first, then blows, what the enemy did, what one did oneself. Places are a unit,
 * an area or a card, which the table shows each in its way.
 */
import { areaOf, keyOf, positionOf, seatOf } from './position.js';

/** @typedef {import('./position.js').Position} Position */
/** @typedef {import('kit/describe.js').About<Position>} About */
/** @typedef {{unit?: string, area?: string, card?: string}} Place */

/** An own thing matters so much, another's so much. @param {number} own @param {number} other */
const bySeat =
  (own, other) =>
  (
    /** @type {{seat?: number, unit?: string, by?: string, from?: string, target?: string}} */ event,
    /** @type {number | null} */ you,
  ) => {
    const unit = event.unit ?? event.by ?? event.from ?? event.target;
    const seat = event.seat ?? (unit === undefined ? null : seatOf(unit));
    return seat === you ? own : other;
  };

/** How much an event matters to a seat. @type {Record<string, (event: any, you: number | null) => number>} */
const WEIGHTS = {
  over: () => 100,
  ship_wrecked: bySeat(98, 88),
  destroyed: (event, you) => (seatOf(event.unit) === you ? 96 : 86),
  damage: bySeat(92, 76),
  pilot_lost: bySeat(90, 50),
  giant: bySeat(60, 89),
  status: bySeat(84, 45),
  atom_lost: bySeat(83, 8),
  fizzle: bySeat(83, 8),
  pilot_wounded: bySeat(80, 42),
  steal: bySeat(10, 79),
  react: bySeat(20, 78),
  redirect: bySeat(30, 77),
  attack: bySeat(30, 74),
  deploy: bySeat(12, 72),
  move: ({ unit, how }, you) => (seatOf(unit) === you ? (how === 'push' || how === 'pull' ? 82 : 10) : 68),
  skill_gained: () => 66,
  play: bySeat(14, 65),
  install: bySeat(14, 65),
  gear: bySeat(14, 64),
  skill_used: bySeat(14, 64),
  cannon: (event, you) => (seatOf(event.target) === you ? 63 : 18),
  peek: () => 62,
  event_card: () => 58,
  fleets_shown: () => 57,
  victory_shown: () => 56,
  first: () => 55,
  immune: bySeat(54, 52),
  gather: bySeat(11, 51),
  recall: bySeat(10, 48),
  reveal: bySeat(16, 46),
  weather_end: () => 40,
  heal: bySeat(36, 44),
  pilot_ready: bySeat(38, 34),
  drawn: () => 33,
  chosen: bySeat(12, 32),
  initiative: () => 31,
  turn_start: bySeat(26, 6),
  window_closed: bySeat(4, 24),
  draw: bySeat(0, 22),
  reshuffle: bySeat(6, 9),
  energy: ({ seat, change }, you) => (seat === you && change < 0 ? 43 : 7),
};

/** @type {import('kit/describe.js').NewsTable<Position>} */
export const NEWS = {
  weigh: (event, { position }) => WEIGHTS[event.type]?.(event, position.you) ?? 3,

  /** @returns {Place | null} */
  at(event, { position, frame }, before) {
    const { type, to_area: to, at, seat } = event;
    if (to) return { unit: event.unit, area: keyOf(to) };
    const unit = event.unit ?? event.target ?? event.targets?.[0] ?? event.by;
    if (type !== 'reveal' && typeof unit === 'string') {
      // Who is gone was where it last stood.
      const last = frame.events.findLast((one) => one.unit === unit && one.to_area);
      const area =
        areaOf(position, unit) ?? (last ? keyOf(last.to_area) : before && areaOf(positionOf(before.view), unit));
      return { unit, ...((at || area) && { area: at ? keyOf(at) : area }) };
    }
    if (type === 'ship_wrecked' || type === 'giant') return { unit: position.sides[seat]?.ship.id };
    const card = event.card ?? event.skill ?? event.gear ?? event.cards?.[0]?.card ?? event.cards?.[0];
    return typeof card === 'string' && position.cards[card.split('#')[0]] ? { card: card.split('#')[0] } : null;
  },
};
