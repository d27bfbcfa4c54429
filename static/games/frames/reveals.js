/**
 * Which acts of a step own the page for a moment? An answer that is turned over, and a hit that takes the last hit points of a warship or a mech.
 * Read from the events of an act and what was before it; pure. How it looks is in `reveal.js`.
 */
import { t, tn } from 'app/i18n.js';
import { seatName } from 'kit/describe.js';
import { isShip, seatOf } from './position.js';
import { cardName, sentence, unitName } from './words.js';

/** @typedef {import('./position.js').Position} Position */
/** @typedef {Record<string, any>} Event */
/** A unit, what it lost, and what it had left after each blow and in the end. @typedef {{unit: string, amount: number, hp: number}} Hit */
/**
 * @typedef {object} Reveal
 * @property {number | null} seat who turned a card over; null: nobody did
 * @property {string | null} card
 * @property {string | null} carrier the mech that it was on
 * @property {{by: string, weapon: string, to: string} | null} shot
 * @property {boolean} isBack the shot came back to whoever fired it
 * @property {boolean} isStopped nothing of the shot was left
 * @property {Hit[]} hits the weightiest first
 * @property {string[]} lost units that are destroyed
 */

/** Blows at one unit are one. @param {Event[]} events @returns {Hit[]} */
function hitsOf(events) {
  /** @type {Map<string, Hit>} */
  const found = new Map();
  for (const { type, unit, amount, hp } of events) {
    if (type !== 'damage' || !amount) continue;
    found.set(unit, { unit, amount: amount + (found.get(unit)?.amount ?? 0), hp });
  }
  const weight = (/** @type {Hit} */ { unit, amount, hp }) => (isShip(unit) ? 100 : 0) + (hp ? 0 : 50) + amount;
  return [...found.values()].sort((a, b) => weight(b) - weight(a));
}

/** The shot that an act answers or ends. @param {Event[]} events from the step's first to the end of the act @param {any} window that was open before the step @param {number | null} at the seat that it was aimed at, if that is known */
function shotOf(events, window, at) {
  const told = events.findLast(({ type }) => type === 'attack');
  const targets = told?.targets ?? window?.attack?.targets.map((/** @type {any} */ one) => one.unit);
  const { by, weapon } = told ?? window?.attack ?? {};
  if (!by || !targets?.length) return null;
  const to = targets.find((/** @type {string} */ unit) => seatOf(unit) === at) ?? targets[0];
  return { by, weapon, to };
}

/**
 * @param {Event[]} act @param {{earlier: Event[], window: any}} how the events of the step before the act, and the window that was open when the step began
 * @returns {Reveal | null} null: the act stays on the table
 */
export function revealOf(act, { earlier, window }) {
  const answer = act.find(({ type }) => type === 'react') ?? null;
  const hits = hitsOf(act);
  const lost = act.filter(({ type }) => type === 'destroyed').map(({ unit }) => unit);
  const last = hits.find(({ unit }) => lost.includes(unit));
  if (!answer && !last) return null;
  const main = answer ? hits[0] : last;
  const shot = shotOf([...earlier, ...act], window, answer ? answer.seat : main ? seatOf(main.unit) : null);
  const isBack = !!answer && !!shot && hits.some(({ unit }) => unit === shot.by) && seatOf(shot.by) !== answer.seat;
  return {
    seat: answer?.seat ?? null,
    card: answer ? (answer.card ?? answer.gear ?? answer.skill) : null,
    carrier: answer?.unit ?? null,
    // A blow that no shot dealt has no line; who answers from a mech was hit there.
    shot: shot && { ...shot, to: answer ? (answer.unit ?? shot.to) : (last?.unit ?? shot.to) },
    isBack,
    isStopped: !!answer && !hits.length && act.some(({ type, amount }) => type === 'packet' && amount === 0),
    hits: answer ? hits : hits.filter((hit) => hit === last).concat(hits.filter((hit) => hit !== last)),
    lost,
  };
}

/** All of a step, with the number of the act. @param {Event[][]} acts @param {any} window @returns {Map<number, Reveal>} */
export function revealsOf(acts, window) {
  const found = new Map();
  /** @type {Event[]} */
  let earlier = [];
  acts.forEach((act, i) => {
    const reveal = revealOf(act, { earlier, window });
    if (reveal) found.set(i, reveal);
    earlier = [...earlier, ...act];
  });
  return found;
}

/** The one sentence that names who, what, how much, on whom. @param {Reveal} reveal @param {Position} position @param {import('../../types').MatchInfo} info */
export function captionOf({ seat, card, shot, isBack, isStopped, hits, lost }, position, info) {
  const hit = hits[0];
  const facts = {
    n: hit?.amount ?? 0,
    unit: hit ? unitName(position, hit.unit) : '',
    card: cardName(position, card),
    seat: seat === null ? '' : seatName(seat, info),
  };
  const isYours = seat !== null && seat === position.reader;
  if (card === null) {
    if (!shot || hit?.unit !== shot.to)
      return sentence(tn('{unit} loses its last {n} HP', '{unit} loses its last {n} HP', facts.n, facts));
    const more = { ...facts, weapon: cardName(position, shot.weapon), by: unitName(position, shot.by) };
    return sentence(
      isShip(hit.unit)
        ? t('{by} wrecks {unit} with {weapon}: {n} damage', more)
        : t('{by} destroys {unit} with {weapon}: {n} damage', more),
    );
  }
  if (isBack && hit)
    return isYours
      ? t('Your {card} turns the shot back: {n} damage to {unit}', facts)
      : t('{card} of {seat} turns the shot back: {n} damage to {unit}', facts);
  if (isStopped && shot) {
    const unit = unitName(position, shot.to);
    return isYours
      ? t('Your {card} stops the shot at {unit}', { ...facts, unit })
      : t('{card} of {seat} stops the shot at {unit}', { ...facts, unit });
  }
  if (hit)
    return isYours
      ? t('You answer with {card}: {n} damage to {unit}', facts)
      : t('{seat} answers with {card}: {n} damage to {unit}', facts);
  if (lost.length) return sentence(t('{unit} is destroyed.', { unit: unitName(position, lost[0]) }));
  return isYours ? t('You answer with {card}.', facts) : t('{seat} answers with {card}.', facts);
}

/**
 * Who stands on which side of the scene: whoever pays, else who fired or was fired at, else the warship.
 * @param {Reveal} reveal @param {Position} position @returns {[far: string, near: string]}
 */
export function standsOf({ shot, hits, carrier }, position) {
  const named = [hits[0]?.unit, shot?.to, shot?.by, carrier, ...hits.map(({ unit }) => unit)];
  const of = (/** @type {number} */ seat) =>
    named.find((unit) => unit && seatOf(unit) === seat) ?? position.sides[seat]?.ship.id;
  return [of(1 - position.near), of(position.near)];
}
