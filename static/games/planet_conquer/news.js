/** What of a round matters, and where was it? Losses first, then what threatens, then gains; what others did among themselves last. */
import { fleetLine } from './fleets.js';
import { isOwn } from './position.js';

/** @import { Point, Position } from './types' */
/** @typedef {import('kit/describe.js').About<Position>} About */

/** How much an event matters to a seat. @type {Record<string, (event: any, seat: number | null, about: About) => number>} */
const WEIGHTS = {
  match_ended: () => 100,
  swapped: ({ seats }, seat) => (seats.includes(seat) ? 98 : 60),
  battle({ sides, winner, owner_before: before }, seat) {
    if (seat === null || !sides.some((/** @type {any} */ side) => side.seat === seat)) return 30;
    if (before === seat) return winner === seat ? 80 : 96;
    return winner === seat ? 76 : 74;
  },
  planet_abandoned: ({ seat: whose }, seat) => (whose === seat ? 94 : 22),
  strike: ({ owner }, seat) => (owner === seat ? 95 : 40),
  fleet_destroyed: ({ fleet }, seat) => (fleet?.seat === seat ? 92 : 35),
  seat_out: ({ seat: whose }, seat) => (whose === seat ? 99 : 66),
  lost_turn: ({ seat: whose }, seat) => (whose === seat ? 97 : 10),
  occupied: ({ seat: whose }, seat) => (whose === seat ? 70 : 32),
  tactic_played: ({ seat: whose }, seat) => (whose === seat ? 12 : 64),
  garrison_freed: () => 20,
  joined: ({ seat: whose }, seat) => (whose === seat ? 16 : 18),
};

/** @param {Position} position @param {number | null | undefined} id @returns {Point | null} */
const placeOf = ({ planets }, id) => (id == null || !planets[id] ? null : [planets[id].x, planets[id].y]);

/** @satisfies {import('kit/describe.js').NewsTable<Position>} */
export const NEWS = {
  weigh: (event, about) => WEIGHTS[event.type]?.(event, about.view.seat, about) ?? 5,
  at: ({ planet, tactic, fleet }, { position }) =>
    placeOf(position, planet ?? tactic?.planet ?? tactic?.to ?? fleet?.to),
  /** Fleets of others that came into sight. */
  more({ position, info }, before) {
    const { view } = position;
    const known = new Set(before?.view.fleets.map((/** @type {any} */ { id }) => id));
    if (!before || view.seat === null) return [];
    return view.fleets
      .filter(({ id, seat, kind }) => kind === 'route' && seat !== view.seat && !known.has(id))
      .map((fleet) => {
        const threatens = isOwn(position, fleet.to);
        const at = placeOf(position, threatens ? fleet.to : fleet.from);
        return { text: `${fleetLine(fleet, position, info)}.`, weight: threatens ? 90 : 24, at };
      });
  },
};
