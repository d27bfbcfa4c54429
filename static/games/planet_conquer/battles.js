/** How does a battle read, and what did it cost whom? Whoever looks on is "you". */

import { change, changeOf } from 'app/changes.js';
import { join, t, tn } from 'app/i18n.js';
import { seatName } from './names.js';

/** @import { BattleSide, MatchInfo } from './types' */
/** @typedef {{sides: BattleSide[], winner: number | null, survivors: number, owner_before: number | null, outcome: string}} Battle */

/** @param {number} n */
export const unitsOf = (n) => tn('{n} unit', '{n} units', n);

/** @param {number} amount */
export const units = (amount) => change('units', 'rocket', amount, (n) => tn('unit', 'units', n));
/** @param {number} amount */
export const planets = (amount) => change('planets', 'globe', amount, (n) => tn('planet', 'planets', n));
/** Units of others that died where one fought. @param {number} amount */
export const beaten = (amount) => change('beaten', 'swords', amount, (n) => tn('unit beaten', 'units beaten', n));

/** Units that a side lost. @param {Battle} battle @param {number | null} seat */
export function lossOf({ sides, winner, survivors, outcome }, seat) {
  const heads = sides.find((side) => side.seat === seat)?.heads ?? 0;
  const stays = (outcome === 'held' || outcome === 'taken') && winner === seat;
  return heads - (stays ? survivors : 0);
}

/** The greatest part of its units that a side loses in a battle that is as good as none. */
const SLIGHT = 0.1;

/** So many units beaten by a smaller force are a battle to speak of, whatever it cost. */
const MANY = 60;

/** Whoever takes a planet in a battle that costs next to nothing and beats nobody greater; null: it is a battle to speak of. @param {Battle} battle @returns {number | null} */
export function slightTaker(battle) {
  const { outcome, winner, sides = [] } = battle;
  const heads = sides.find(({ seat }) => seat === winner)?.heads ?? 0;
  const against = sides.reduce((sum, side) => sum + (side.seat === winner ? 0 : side.heads), 0);
  if (against > Math.max(heads, MANY)) return null;
  return outcome === 'taken' && winner !== null && lossOf(battle, winner) <= heads * SLIGHT ? winner : null;
}

/** Does anybody hold the planet after it? @param {Battle} battle */
const isHeld = ({ outcome }) => outcome === 'held' || outcome === 'taken';

/** What each side lost and won. @param {Battle} battle */
export function costsOf(battle) {
  const { sides, winner, owner_before: before } = battle;
  const after = isHeld(battle) ? winner : null;
  return [
    ...sides.map(({ seat }) => changeOf(seat, units(-lossOf(battle, seat)))),
    ...(before !== after && before !== null ? [changeOf(before, planets(-1))] : []),
    ...(before !== after && after !== null ? [changeOf(after, planets(1))] : []),
  ];
}

/** Units of the one enemy that one met; where three meet, nobody can say whose they were. @param {Battle} battle @param {number} seat */
export function beatenBy(battle, seat) {
  const [other, ...more] = battle.sides.filter((side) => side.seat !== seat);
  return other && !more.length ? [beaten(lossOf(battle, other.seat))] : [];
}

/** @param {any} event @param {number | null} you @param {MatchInfo} info @param {Record<string, any>} facts */
export function battleLine(event, you, info, facts) {
  const isIn = you !== null && event.sides.some((/** @type {BattleSide} */ { seat }) => seat === you);
  return isIn ? ownLine(event, you, info, facts) : othersLine(event, info, facts);
}

/** @param {any} event @param {MatchInfo} info @param {Record<string, any>} facts */
function othersLine(event, info, facts) {
  const sides = event.sides.map((/** @type {BattleSide} */ side) => `${seatName(side.seat, info)} (${side.heads})`);
  const known = { ...facts, sides: join(sides), winner: seatName(event.winner, info), left: event.survivors };
  if (!isHeld(event)) return t('Battle at {planet}: {sides}. Nobody is left.', known);
  if (event.outcome === 'held') return t('Battle at {planet}: {sides}. {winner} holds it with {left}.', known);
  return t('Battle at {planet}: {sides}. {winner} takes it with {left}.', known);
}

/** @param {any} event @param {number} you @param {MatchInfo} info @param {Record<string, any>} facts */
function ownLine(event, you, info, facts) {
  const others = event.sides
    .map((/** @type {BattleSide} */ { seat }) => seat)
    .filter((/** @type {any} */ one) => one !== you);
  const known = {
    ...facts,
    others: join(others.map((/** @type {number | null} */ seat) => seatName(seat, info))),
    winner: seatName(event.winner, info),
    owner: seatName(event.owner_before, info),
    lost: unitsOf(lossOf(event, you)),
    left: event.survivors,
  };
  const wasMine = event.owner_before === you;
  if (!isHeld(event)) return t('Nobody is left at {planet} after the battle with {others}; you lose {lost}.', known);
  if (event.winner === you && wasMine) return t('You hold {planet} against {others}: {lost} lost, {left} left.', known);
  if (event.winner === you)
    return others.includes(event.owner_before)
      ? t('You take {planet} from {owner}: {lost} lost, {left} left.', known)
      : t('You take {planet} against {others}: {lost} lost, {left} left.', known);
  if (wasMine) return t('{winner} takes {planet} from you with {left}; you lose {lost}.', known);
  if (event.winner === null) return t('The natives hold {planet} with {left}; you lose {lost}.', known);
  return event.outcome === 'held'
    ? t('{winner} holds {planet} with {left}; you lose {lost}.', known)
    : t('{winner} takes {planet} with {left}; you lose {lost}.', known);
}

/** The planet that a seat lost last, as far as it was seen. @param {readonly any[]} events of a round @param {number} seat @returns {number | null} */
export function lastOf(events, seat) {
  const lost = events.findLast(
    (event) =>
      (event.type === 'battle' && event.owner_before === seat && event.winner !== seat) ||
      (event.type === 'planet_abandoned' && event.seat === seat),
  );
  return lost?.planet ?? null;
}
