/** Which ships are told of together on the chart? Those of one kind and seat that stand close to each other; a battleship says how strong it is. */

/** @import { Kind, Shown } from './types' */
/** @typedef {{lead: Shown, n: number, energy: number}} Fleet `lead`: the strongest */

/** Of battleships one alone has a number as well: its energy. */
const KIND = 'battleship';
/** More would be a crowd of numbers: the strongest have theirs. */
const MOST = 12;

/** @param {readonly Shown[]} shown @param {number} tiles how close @returns {Fleet[]} what has a number, the strongest first */
export function fleetsOf(shown, tiles) {
  const ships = shown.filter(({ kind, seen }) => kind !== 'planet' && seen !== 'remembered');
  /** @type {Fleet[]} */
  const fleets = [];
  for (const ship of ships.toSorted((a, b) => b.energy - a.energy || a.id - b.id)) {
    const fleet = fleets.find(
      ({ lead }) =>
        lead.kind === ship.kind &&
        lead.seat === ship.seat &&
        lead.sure === ship.sure &&
        Math.hypot(lead.x - ship.x, lead.y - ship.y) <= tiles,
    );
    if (fleet) {
      fleet.n += 1;
      fleet.energy += ship.energy;
    } else fleets.push({ lead: ship, n: 1, energy: ship.energy });
  }
  return fleets
    .filter(({ lead, n }) => n > 1 || lead.kind === KIND)
    .toSorted((a, b) => Number(b.lead.kind === KIND) - Number(a.lead.kind === KIND) || b.energy - a.energy)
    .slice(0, MOST);
}

/** How many they are, and of battleships how much energy they have together. @param {Fleet} fleet */
export const fleetWords = ({ lead, n, energy }) =>
  [n > 1 ? `×${n}` : '', lead.kind === KIND ? String(Math.floor(energy)) : ''].filter(Boolean).join(' · ');
