/**
 * What would a neighbour need, and what could it do? The forecast's outlook in words, for the planet that is looked at; works nothing out itself.
 */
import { t } from 'app/i18n.js';
import { unitsOf } from './battles.js';
import { seatName } from './names.js';

/** @import { Foreseen, MatchInfo, Planet, Threat } from './types' */

/** What rivals beside an own planet could do there. @param {Foreseen | null} forecast @param {number} planet @returns {Threat[]} */
export const threatsTo = (forecast, planet) => forecast?.threats?.filter((threat) => threat.planet === planet) ?? [];

/** @param {Threat} threat @param {readonly Planet[]} planets @param {MatchInfo} info */
export function threatLine({ seat, from, units, arrives, left }, planets, info) {
  const facts = { seat: seatName(seat, info), units: unitsOf(units), planet: planets[from].name, round: arrives, left };
  return left
    ? t('{seat} could send {units} from {planet}, there in round {round}: it holds with {left}', facts)
    : t('{seat} could send {units} from {planet}, there in round {round}: it would fall', facts);
}

/** What these planets would be open to by another draft, and are not by this one. @param {Foreseen} wanted @param {Foreseen | null} now @param {readonly number[]} from @param {readonly Planet[]} planets @returns {string[]} */
export function opened(wanted, now, from, planets) {
  const falls = (/** @type {Foreseen | null} */ forecast, /** @type {number} */ id) =>
    threatsTo(forecast, id).filter(({ left }) => !left);
  return from
    .filter((id) => falls(wanted, id).length > falls(now, id).length)
    .map((id) => {
      const known = new Set(falls(now, id).map(({ from: rival }) => rival));
      const [{ from: rival }] = falls(wanted, id).filter((threat) => !known.has(threat.from));
      return t('then {rival} could take {planet}', { rival: planets[rival].name, planet: planets[id].name });
    });
}

/**
 * At each neighbour of a planet: what it would need, and whether it could take the planet.
 * @param {Foreseen | null} forecast @param {number} id @param {number | null} portion units that a press would send from it; null: nobody is sending
 * @param {readonly Planet[]} planets @returns {{planet: number, lines: string[], isGood: boolean}[]}
 */
export function outlookOf(forecast, id, portion, planets) {
  const reach = portion === null ? [] : (forecast?.reach?.filter(({ from }) => from === id) ?? []);
  const threats = threatsTo(forecast, id).filter(({ left }) => !left);
  const others = [...new Set([...reach.map(({ to }) => to), ...threats.map(({ from }) => from)])];
  const threat = t('could take {planet}', { planet: planets[id].name });
  return others.map((planet) => {
    const needs = reach.find(({ to }) => to === planet)?.needs ?? null;
    const isGood = needs !== null && (portion ?? 0) >= needs;
    const asks = needs ? t('needs {n}', { n: needs }) : t('enough is sent');
    const told = needs === null ? [] : [`${isGood ? '✓' : '✕'} ${asks}`];
    return { planet, isGood, lines: threats.some(({ from }) => from === planet) ? [...told, threat] : told };
  });
}
