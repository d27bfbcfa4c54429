/** What of a round matters, and where was it? Losses first, then what threatens, then gains; what others did among themselves last. */

import { changeOf, ofSeat } from 'app/changes.js';
import { join, t, tn } from 'app/i18n.js';
import { plainName } from 'kit/describe.js';
import { beaten, beatenBy, costsOf, lastOf, planets, slightTaker, units, unitsOf } from './battles.js';
import { fleetLine } from './fleets.js';
import { seatName } from './names.js';
import { isOwn, positionOf } from './position.js';

/** @import { Frame, Point, Position } from './types' */
/** @typedef {import('kit/describe.js').About<Position>} About */

/** Whose a planet was before the round, as far as that was seen. @param {number} id @param {Frame | null} before @returns {number | null} */
const ownerBefore = (id, before) => before?.view.planets[id]?.owner ?? null;

/** Homes and the middle of a map count before all others. @param {number} planet @param {About} about */
const isGreat = (planet, { position }) => ['base', 'core'].includes(position.planets[planet]?.kind ?? '');

/** How much an event matters to a seat: what it loses, and what it takes from others, before what was empty. @type {Record<string, (event: any, seat: number | null, about: About, before: Frame | null) => number>} */
const WEIGHTS = {
  match_ended: () => 100,
  swapped: ({ seats }, seat) => (seats.includes(seat) ? 98 : 60),
  battle({ planet, sides, winner, owner_before: held }, seat, about) {
    if (seat === null || !sides.some((/** @type {any} */ side) => side.seat === seat)) return 30;
    if (held === seat) return winner === seat ? 80 : isGreat(planet, about) ? 98 : 96;
    if (winner !== seat) return 74;
    if (held === null) return isGreat(planet, about) ? 93 : 76;
    return isGreat(planet, about) ? 97 : 91;
  },
  planet_abandoned: ({ seat: whose, cause }, seat) => (cause === 'departure' ? 10 : whose === seat ? 94 : 22),
  // A planet that was left before the strike loses nothing by it.
  strike({ planet, lost, shielded, seat: whose }, seat, _, before) {
    if (seat !== null && (lost || shielded) && ownerBefore(planet, before) === seat) return 95;
    if (seat !== null && whose === seat && lost) return 92;
    return lost ? 40 : 15;
  },
  fleet_destroyed: ({ seat: whose }, seat) => (whose === seat ? 92 : 35),
  seat_out: ({ seat: whose }, seat) => (whose === seat ? 99 : 94),
  lost_turn: ({ seat: whose }, seat) => (whose === seat ? 97 : 10),
  occupied: ({ planet, seat: whose }, seat, about) => (whose !== seat ? 32 : isGreat(planet, about) ? 93 : 70),
  tactic_played: ({ seat: whose, tactic }, seat) =>
    whose === seat ? 12 : tactic.type === 'swap' && tactic.seat === seat ? 93 : 64,
  garrison_freed: () => 20,
  joined: ({ seat: whose }, seat) => (whose === seat ? 16 : 18),
};

/** Parts of all own units that make a battle a great one, and the fewest units. */
const GREAT = { part: 0.6, least: 200 };

/** What stops the eye. @type {Record<string, (event: any, about: About, before: Frame | null) => string | null>} */
const MOMENTS = {
  battle(event, { position, view }, before) {
    const { planet, sides, owner_before: held, winner, survivors } = event;
    const [name, isBase] = [position.planets[planet].name, position.planets[planet].kind === 'base'];
    const mine = sides.find((/** @type {any} */ { seat }) => seat !== null && seat === view.seat);
    if (!mine) return null;
    if (held === view.seat && winner !== view.seat)
      return isBase ? t('Your base {planet} falls', { planet: name }) : t('{planet} falls', { planet: name });
    if (held === view.seat && isBase) return t('Base under fire');
    if (mine.god && winner === view.seat) return t('God takes {planet}', { planet: name });
    if (winner === view.seat && survivors && held !== null && isBase)
      return t('You take the base {planet}', { planet: name });
    const heads = sides.reduce((/** @type {number} */ sum, /** @type {any} */ side) => sum + side.heads, 0);
    const own = before?.view.you?.units ?? view.you?.units ?? 0;
    return heads >= GREAT.least && mine.heads >= own * GREAT.part
      ? t('Great battle at {planet}', { planet: name })
      : null;
  },
  strike({ planet, lost, left, shielded, kind, seat }, { position, view }, before) {
    if (view.seat === null || !lost || shielded) return null;
    const isMine = ownerBefore(planet, before) === view.seat;
    if (!isMine && (seat !== view.seat || kind !== 'terminator')) return null;
    const facts = { planet: position.planets[planet].name, n: lost, all: lost + left };
    if (left) return t('{planet} is hit: {n} of {all} die', facts);
    return isMine
      ? t('{planet} is wiped out', facts)
      : tn('{planet}: {n} unit dies', '{planet}: {n} units die', lost, facts);
  },
  swapped({ seats: [a, b] }, { view, info }) {
    const facts = { a: plainName(a, info), b: plainName(b, info) };
    if (a === view.seat || b === view.seat)
      return t('You change places with {name}', { name: a === view.seat ? facts.b : facts.a });
    return t('{a} and {b} change places', facts);
  },
  seat_out: ({ seat }, { view, info }) =>
    seat === view.seat ? t('You are out') : t('{name} is out', { name: plainName(seat, info) }),
  tactic_played({ seat, tactic }, { view, info }) {
    if (seat === null || seat === view.seat) return null;
    if (tactic.type === 'god') return t('{name} plays God', { name: plainName(seat, info) });
    return tactic.type === 'swap' && tactic.seat === view.seat
      ? t('{name} wants all you have', { name: plainName(seat, info) })
      : null;
  },
  occupied: ({ planet, seat }, { position, view }) =>
    seat === view.seat && position.planets[planet].kind === 'core'
      ? t('{planet} is yours', { planet: position.planets[planet].name })
      : null,
};

/** Did a seat leave the planet and come back to it in one round? That is neither won nor lost. @param {any} event @param {{events: readonly any[]}} frame */
const isBack = ({ planet, seat }, { events }) =>
  ['planet_abandoned', 'occupied'].every((type) =>
    events.some((other) => other.type === type && other.planet === planet && other.seat === seat),
  );

/** What an event cost and brought each side. @type {Record<string, (event: any, about: About, before: Frame | null) => import('../../types').SideChange[]>} */
const COSTS = {
  battle: costsOf,
  occupied: (event, { frame }) => (isBack(event, frame) ? [] : [changeOf(event.seat, planets(1))]),
  // Strikes and battles say so themselves.
  planet_abandoned: (event, { frame }) =>
    ['departure', 'decay'].includes(event.cause) && !isBack(event, frame) ? [changeOf(event.seat, planets(-1))] : [],
  strike({ planet, lost, left }, { frame }, before) {
    const empty = frame.events.find(
      (event) => event.type === 'planet_abandoned' && event.planet === planet && event.cause === 'strike',
    );
    const owner = empty?.seat ?? (lost ? ownerBefore(planet, before) : null);
    if (owner === null) return [];
    return [changeOf(owner, units(-lost)), ...(left ? [] : [changeOf(owner, planets(-1))])];
  },
  fleet_destroyed: ({ seat, units: n }) => [changeOf(seat, units(-n))],
  garrison_freed: ({ seat, units: n }) => [changeOf(seat, planets(-1)), changeOf(seat, units(-n))],
};

/** @param {Position} position @param {number | null | undefined} id @returns {Point | null} */
const placeOf = ({ planets: all }, id) => (id == null || !all[id] ? null : [all[id].x, all[id].y]);

/** @satisfies {import('kit/describe.js').NewsTable<Position>} */
export const NEWS = {
  weigh: (event, about, before) => WEIGHTS[event.type]?.(event, about.view.seat, about, before) ?? 5,
  at: ({ type, planet, seat, tactic, fleet }, { position, frame }) =>
    placeOf(
      position,
      type === 'seat_out' ? lastOf(frame.events, seat) : (planet ?? tactic?.planet ?? tactic?.to ?? fleet?.to),
    ),
  moment: (event, about, before) => MOMENTS[event.type]?.(event, about, before) ?? null,
  sides: (event, about, before) => COSTS[event.type]?.(event, about, before) ?? [],
  changes(event, about, before) {
    const { seat } = about.view;
    const own = ofSeat(NEWS.sides(event, about, before), seat);
    // Beside a planet that is lost what was beaten would read like a gain.
    const isLost = event.owner_before === seat && event.winner !== seat;
    if (seat !== null && event.type === 'strike' && event.seat === seat && !own.length && event.lost)
      return [beaten(event.lost)];
    return seat !== null && event.type === 'battle' && own.length && !isLost ? [...own, ...beatenBy(event, seat)] : own;
  },
  // Planets that nobody defends fall to everybody: only the core, which is in the middle of all, is worth a match.
  isUsual: (event, { position }) =>
    (event.type === 'occupied' ||
      (event.type === 'battle' && slightTaker(event) !== null && event.owner_before === null)) &&
    position.planets[event.planet].kind !== 'core',
  by({ type, seat, winner, seats }) {
    if (type === 'battle') return winner;
    return seats?.[0] ?? seat ?? null;
  },
  /** What was taken together, fleets of others and planets that came into sight, and what grew at home. */
  more(about, before) {
    if (!before || about.view.seat === null) return captures(about, before);
    return [
      ...captures(about, before),
      ...threats(about, before),
      ...growth(about),
      ...sights(about, before),
      ...onTheWay(about),
      ...abroad(about, before),
    ];
  },
};

/** Who takes a planet, empty or as good as without a battle. @param {any} event @returns {number | null} */
const takerOf = (event) =>
  event.type === 'occupied' ? event.seat : event.type === 'battle' ? slightTaker(event) : null;

/** Planets that one seat has taken, several in one sentence; a battle that cost something, and what stops the eye, keep their own. @param {About} about @param {Frame | null} before @returns {import('../../types').News[]} */
function captures(about, before) {
  const { position, frame, info, view, through } = about;
  const taken = frame.events.filter(
    (event) => takerOf(event) !== null && !isBack(event, frame) && !NEWS.moment?.(event, about, before),
  );
  return [...new Set(taken.map(takerOf))].flatMap((seat) => {
    const all = taken.filter((event) => takerOf(event) === seat);
    if (all.length < 2) return [];
    const isYou = seat === view.seat && !through;
    // A number counts those too that have a line of their own: it is the one of the round's sums.
    const won = frame.events.filter(
      (event) =>
        !isBack(event, frame) &&
        (event.type === 'battle' ? event.outcome === 'taken' && event.winner : takerOf(event)) === seat,
    );
    const core = won.map(({ planet }) => position.planets[planet]).find(({ kind }) => kind === 'core');
    const told = all.length > NAMED || core ? won : all;
    const named = told
      .map(({ planet }) => position.planets[planet])
      .toSorted((a, b) => Number(b === core) - Number(a === core));
    const names =
      core && named.length > NAMED
        ? t('{planets}, with the core {core}', { planets: namesOf(named), core: core.name })
        : namesOf(named);
    const facts = { seat: seatName(seat, info), planets: names };
    const text = isYou ? t('You take {planets}.', facts) : t('{seat} takes {planets}.', facts);
    const most = Math.max(...all.map((event) => NEWS.weigh(event, about, before)));
    const weight = Math.max(seat === view.seat ? 77 : 34, most);
    return [{ text, weight, at: placeOf(position, all[0].planet), event: all[0], by: seat }];
  });
}

/** What of a step is one beat: the planets that one seat has taken without a battle to speak of; what stops the eye is told by itself. @param {any} event @param {readonly any[]} [_events] @param {boolean} [isMoment] */
export function grouped(event, _events, isMoment) {
  const seat = isMoment ? null : takerOf(event);
  return seat === null ? null : `taken ${seat}`;
}

/** Fleets of others that have come into sight: a line for each own planet that they go to, and one for each seat's others. @param {About} about @param {Frame} before @returns {import('../../types').News[]} */
function threats({ position, info, through }, before) {
  const { view } = position;
  const known = new Set(before.view.fleets.map((/** @type {any} */ { id }) => id));
  /** @type {Map<string, import('./types').Fleet[]>} */
  const groups = new Map();
  for (const fleet of view.fleets) {
    if (fleet.kind !== 'route' || fleet.seat === view.seat || known.has(fleet.id)) continue;
    const key = `${fleet.seat} ${isOwn(position, fleet.to) ? fleet.to : ''}`;
    groups.set(key, [...(groups.get(key) ?? []), fleet]);
  }
  return [...groups.values()].map((fleets) => {
    const [first] = fleets.toSorted((a, b) => a.left - b.left || b.units - a.units);
    const threatens = isOwn(position, first.to);
    const facts = {
      seat: seatName(first.seat, info),
      units: unitsOf(fleets.reduce((sum, fleet) => sum + fleet.units, 0)),
      planet: position.planets[first.to].name,
      of: through?.name ?? '',
      round: view.round + first.left - 1,
    };
    const text = threatens
      ? through
        ? t('{seat} sends {units} against {planet} of {of}, there in round {round}.', facts)
        : t('{seat} sends {units} against your {planet}, there in round {round}.', facts)
      : fleets.length === 1
        ? `${fleetLine(first, position, info)}.`
        : t('{seat} moves {units} in several fleets.', facts);
    const at = placeOf(position, threatens ? first.to : first.from);
    return { text, weight: threatens ? 90 : 24, at, by: first.seat };
  });
}

/** What the own planets made, and the points of the round. @param {About} about @returns {import('../../types').News[]} */
function growth({ position, frame, view, through }) {
  const whose = through && { seat: through.name };
  const { seat } = view;
  const own = frame.events.filter(({ type, seat: whose }) => type === 'production' && whose === seat);
  const n = own.reduce((sum, { before, after }) => sum + after - before, 0);
  const most = own.toSorted((a, b) => b.after - b.before - a.after + a.before)[0];
  const gained = frame.events.filter(({ type, seat: whose }) => type === 'points' && whose === seat);
  const each = view.rules?.points_per_round ?? 1;
  const line = (
    /** @type {string} */ text,
    /** @type {import('../../types').Change} */ one,
    /** @type {any} */ at,
  ) => ({
    text,
    weight: 14,
    at,
    by: seat,
    changes: [one],
    sides: [changeOf(seat, one)],
  });
  return [
    ...(n > 0
      ? [
          line(
            whose
              ? tn('Planets of {seat} grow by {n} unit.', 'Planets of {seat} grow by {n} units.', n, whose)
              : tn('Your planets grow by {n} unit.', 'Your planets grow by {n} units.', n),
            units(n),
            placeOf(position, most.planet),
          ),
        ]
      : []),
    ...(n < 0
      ? [
          line(
            whose
              ? tn('Planets of {seat} shrink by {n} unit.', 'Planets of {seat} shrink by {n} units.', -n, whose)
              : tn('Your planets shrink by {n} unit.', 'Your planets shrink by {n} units.', -n),
            units(n),
            placeOf(position, most.planet),
          ),
        ]
      : []),
    // As many every round: a line, and no number among those of what happened.
    ...(gained.length
      ? [
          {
            text: whose
              ? tn(
                  '{seat} gains {n} point for tactics.',
                  '{seat} gains {n} points for tactics.',
                  gained.length * each,
                  whose,
                )
              : tn('You gain {n} point for tactics.', 'You gain {n} points for tactics.', gained.length * each),
            weight: 13,
            at: null,
            by: seat,
          },
        ]
      : []),
  ];
}

/** Greatest number of planets that a line names. */
const NAMED = 3;

/** @param {readonly {name: string}[]} list */
const namesOf = (list) =>
  list.length > NAMED ? tn('{n} planet', '{n} planets', list.length) : join(list.map(({ name }) => name));

/** Planets that the fog has given free or taken. @param {About} about @param {Frame} before @returns {import('../../types').News[]} */
function sights({ frame, position }, before) {
  // What the last step shows is the fog that lifts, and nothing comes of it any more.
  if (frame.final) return [];
  const was = positionOf(before.view).planets;
  const isSeen = (/** @type {{seen: string}} */ { seen }) => seen === 'now';
  const found = position.planets.filter((planet) => isSeen(planet) && !isSeen(was[planet.id]));
  const lost = position.planets.filter((planet) => !isSeen(planet) && isSeen(was[planet.id]));
  const line = (/** @type {typeof found} */ list, /** @type {string} */ text, /** @type {number} */ weight) =>
    list.length ? [{ text, weight, at: placeOf(position, list[0].id), by: null }] : [];
  return [
    ...line(found, t('In sight now: {planets}.', { planets: namesOf(found) }), 22),
    ...line(lost, t('Out of sight now: {planets}.', { planets: namesOf(lost) }), 9),
  ];
}

/** @param {About} about @returns {import('../../types').News[]} */
function onTheWay({ position, view, through }) {
  const own = position.view.fleets.filter(({ seat }) => seat === view.seat);
  if (!own.length) return [];
  const n = own.reduce((sum, fleet) => sum + fleet.units, 0);
  return [
    {
      text: through
        ? tn('{n} unit of {seat} is under way.', '{n} units of {seat} are under way.', n, { seat: through.name })
        : tn('{n} unit of yours is under way.', '{n} units of yours are under way.', n),
      weight: 4,
      at: placeOf(position, own[0].to),
      by: view.seat,
    },
  ];
}

/** What grew and moved abroad, as far as one sees. @param {About} about @param {Frame} before @returns {import('../../types').News[]} */
function abroad({ position, frame, view }, before) {
  const grown = frame.events.filter(
    ({ type, seat, before: was, after }) => type === 'production' && seat !== view.seat && was !== after,
  );
  const n = grown.reduce((sum, { before: was, after }) => sum + after - was, 0);
  const known = new Map(before.view.fleets.map((/** @type {any} */ { id, left }) => [id, left]));
  const moved = position.view.fleets.filter(
    ({ id, seat, left }) => seat !== view.seat && known.has(id) && known.get(id) !== left,
  );
  const [first] = moved;
  return [
    ...(grown.length
      ? [
          {
            text:
              n < 0
                ? tn(
                    'Planets of others in sight shrink by {n} unit.',
                    'Planets of others in sight shrink by {n} units.',
                    -n,
                  )
                : tn(
                    'Planets of others in sight grow by {n} unit.',
                    'Planets of others in sight grow by {n} units.',
                    n,
                  ),
            weight: 3,
            at: placeOf(position, grown[0].planet),
            by: null,
          },
        ]
      : []),
    ...(first
      ? [
          {
            text: tn('{n} fleet of others goes on its way.', '{n} fleets of others go on their way.', moved.length),
            weight: 2,
            at: placeOf(position, first.to),
            by: first.seat,
          },
        ]
      : []),
  ];
}
