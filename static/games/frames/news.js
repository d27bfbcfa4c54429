/**
 * What of a step matters to a seat, and where was it? Own losses first, then blows with their cause and damage, what the enemy did, what one did
 * oneself. Places are a unit, an area or a card, which the table shows each in its way.
 */

import { ofSeat } from 'app/changes.js';
import { t } from 'app/i18n.js';
import { plainName, seatName } from 'kit/describe.js';
import { costsOf, dealtBy, groupOf, total } from './costs.js';
import { areaOf, isShip, keyOf, positionOf, seatOf, shipArea, standing } from './position.js';
import { cardName, modelName } from './words.js';

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

/** A mech that walks onto the other warship wins by that if it holds. @param {any} event */
const raids = ({ unit, to_area: to }) => to && keyOf(to) === shipArea(1 - seatOf(unit));

/** How much it matters that a mech of the reader's moved. @param {any} event */
const ownMove = (event) => (event.how === 'push' || event.how === 'pull' ? 82 : raids(event) ? 71 : 10);

/** How much an event matters to a seat. @type {Record<string, (event: any, you: number | null) => number>} */
const WEIGHTS = {
  over: () => 100,
  ship_wrecked: bySeat(98, 88),
  destroyed: (event, you) => (seatOf(event.unit) === you ? 96 : 86),
  damage: bySeat(92, 85),
  pilot_lost: bySeat(90, 50),
  giant: bySeat(60, 89),
  status: bySeat(84, 45),
  atom_lost: bySeat(83, 8),
  fizzle: bySeat(83, 8),
  pilot_wounded: bySeat(80, 42),
  steal: bySeat(10, 79),
  react: bySeat(20, 78),
  redirect: bySeat(30, 77),
  attack: bySeat(46, 74),
  deploy: bySeat(12, 72),
  move: (event, you) => (seatOf(event.unit) === you ? ownMove(event) : 68),
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

/** What an answer took back in its own step has not happened. @type {Record<string, (event: any, after: any[]) => boolean>} */
const UNDONE = {
  deploy: ({ unit }, after) => after.some((one) => one.type === 'recall' && one.unit === unit),
  gather: ({ seat }, after) =>
    isAnswered(seat, after) && !after.some((one) => one.type === 'energy' && one.seat === seat && one.change > 0),
  attack({ by, targets }, after) {
    const hit = [...targets, ...after.filter(({ type }) => type === 'redirect').map((one) => one.to_unit)];
    return isAnswered(seatOf(by), after) && !after.some(({ type, unit }) => type === 'damage' && hit.includes(unit));
  },
};

/** Did the other side answer what a seat did? @param {number} seat @param {any[]} after */
const isAnswered = (seat, after) => after.some((one) => one.type === 'react' && one.seat !== seat);

/** Has somebody's act come to nothing? While answers are awaited nobody knows. @param {any} event @param {About} about */
function isUndone(event, { frame, position }) {
  const at = frame.events.indexOf(event);
  return position.view.phase !== 'window' && at >= 0 && !!UNDONE[event.type]?.(event, frame.events.slice(at + 1));
}

/** Is it of a window that closed at once, or that somebody is told to have passed? @param {any} event @param {About} about */
function isPassed({ type, seat }, { frame: { events }, position }) {
  const is = (/** @type {string} */ kind) => events.some((one) => one.type === kind && one.seat === seat);
  if (type === 'window') return is('window_closed');
  return type === 'window_closed' && seat === position.you && is('window') && !is('react');
}

/** How much an act matters that came to nothing: it is told, and explains nothing. */
const NOTHING = 9;

/** What a turn has come to: the own one, another's. @type {Record<string, [() => string, (facts: {seat: string}) => string]>} */
const PHASES = {
  operate: [
    () => t('Your mechs act one after the other.'),
    (facts) => t('Mechs of {seat} act one after the other.', facts),
  ],
  main: [() => t('Your mechs have acted.'), (facts) => t('Mechs of {seat} have acted.', facts)],
  end_step: [() => t('Your turn ends.'), (facts) => t('The turn of {seat} ends.', facts)],
};

/** Hit points lost at once that are a moment: of a warship, of a mech. */
const HEAVY = { ship: 5, mech: 3 };

/** The mech that ends the match by standing in the enemy ship area; null: it ends otherwise. @param {any} event @param {Position} position */
function raiderOf({ outcome }, position) {
  if (outcome.reason !== 'raid') return null;
  const [winner] = outcome.ranking[0];
  return standing(position, shipArea(1 - winner)).find(({ id }) => seatOf(id) === winner)?.id ?? null;
}

/** What stops the eye. @type {Record<string, (event: any, about: About) => string | null>} */
const MOMENTS = {
  over(event, { position }) {
    const raider = raiderOf(event, position);
    if (!raider) return null;
    const unit = modelName(position, raider);
    if (position.you === null) return t('{unit} raids the warship', { unit });
    return seatOf(raider) === position.you
      ? t('{unit} raids the enemy warship', { unit })
      : t('{unit} raids your warship', { unit });
  },
  ship_wrecked: ({ seat }, { position }) =>
    seat === position.you ? t('Your warship is a wreck') : t('The enemy warship is a wreck'),
  giant: ({ seat }, { position, info }) =>
    seat === position.you ? t('Your giant rises') : t('The giant of {name} rises', { name: plainName(seat, info) }),
  destroyed: ({ unit }, { position }) =>
    seatOf(unit) === position.you
      ? t('{unit} is lost', { unit: modelName(position, unit) })
      : t('{unit} is destroyed', { unit: modelName(position, unit) }),
  damage(event, { position, frame }) {
    const n = total(groupOf(event, frame.events), 'amount');
    if (n < (isShip(event.unit) ? HEAVY.ship : HEAVY.mech)) return null;
    return t('{unit}: −{n}', { unit: modelName(position, event.unit), n });
  },
  pilot_lost: ({ card }, { position }) => t('{pilot} falls', { pilot: cardName(position, card) }),
  reveal: ({ what, card, seat }, { position }) => {
    if (seat === position.you || !card) return null;
    return what === 'captain' ? t('The captain is {card}', { card: cardName(position, card) }) : null;
  },
  skill_used: ({ skill }, { position }) => t('Captain’s skill: {card}', { card: cardName(position, skill) }),
  react: ({ seat, card, skill, gear }, { position }) =>
    seat === position.you ? null : t('Answer: {card}', { card: cardName(position, card ?? skill ?? gear) }),
  event_card: ({ card }, { position }) => t('Event: {card}', { card: cardName(position, card) }),
};

/** @satisfies {import('kit/describe.js').NewsTable<Position>} */
export const NEWS = {
  weigh(event, about) {
    if (isPassed(event, about)) return 0;
    return isUndone(event, about) ? NOTHING : (WEIGHTS[event.type]?.(event, about.position.you) ?? 3);
  },
  moment: (event, about) => MOMENTS[event.type]?.(event, about) ?? null,
  sides: costsOf,
  changes(event, about) {
    const costs = costsOf(event, about);
    return [...ofSeat(costs, about.position.you), ...dealtBy(costs, about.position.you)];
  },
  /** What is asked for now, which no event tells. */
  more({ position, info }, before) {
    const { phase, active } = position.view;
    const was = before?.view.phase;
    if (!before || was === phase || (phase === 'main' && was !== 'operate')) return [];
    const [own, others] = PHASES[phase] ?? [];
    if (!own || !others) return [];
    const text = active === position.you ? own() : others({ seat: seatName(active, info) });
    return [{ text, weight: 5, at: null, by: active }];
  },
  by({ seat, by, unit, acting }) {
    if (typeof seat === 'number') return seat;
    if (typeof by === 'number') return by;
    const one = by ?? unit;
    return typeof one === 'string' ? seatOf(one) : (acting ?? null);
  },

  /** @returns {Place | null} */
  at(event, { position, frame }, before) {
    const { type, to_area: to, at, seat } = event;
    if (type === 'over') {
      const raider = raiderOf(event, position);
      return raider ? { unit: raider, area: areaOf(position, raider) ?? undefined } : null;
    }
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
