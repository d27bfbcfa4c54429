/**
 * How does a round look when it is played again? Turns the events this audience saw into tracks of a timeline and into changes of
 * the stage. Shows nothing that is not in the events or in one of the two frames.
 */
import { lengthOf, trimmed } from 'board/lines.js';
import { sign } from 'board/marks.js';
import { signed } from 'kit/describe.js';
import { legsOf, legTrack } from 'kit/legs.js';
import { tracksFrom } from 'kit/playback.js';
import { bars, burst, flash, placeAt, pulse, rise, streak, sweep } from 'kit/tracks.js';
import { iconPath } from './names.js';
import { radiusOf } from './planets.js';
import { laneOf, paintFleet, progress } from './traffic.js';

/** @import { BattleSide, Fleet, Palette, Planet, Point, Position, Track, View } from './types' */

/** The parts of a round in milliseconds at speed 1; together 1.2 seconds. */
const BEATS = { launch: 0, strike: 150, glide: 250, battle: 650, sweep: 780, grow: 930, end: 1200 };

/** What the painters show while a round is played. @typedef {{planets: Planet[], fleets: Fleet[]}} Stage */

/** The stage before the first beat: the earlier position, with fleets left to the tracks. @param {Position} before @returns {Stage} */
export function stageOf(before) {
  return { planets: before.planets.map((planet) => ({ ...planet })), fleets: [] };
}

/** How fleets go from one frame to the next. @param {readonly Fleet[]} before @param {readonly Fleet[]} after @param {readonly any[]} events */
export function fleetLegs(before, after, events) {
  const ofType = (/** @type {string[]} */ ...types) => events.filter(({ type }) => types.includes(type));
  const reached = new Set(ofType('battle', 'joined', 'occupied').map(({ planet }) => planet));
  return legsOf(before, after, {
    launched: ofType('fleet_launched').map(({ fleet }) => fleet),
    destroyed: ofType('fleet_destroyed').map(({ fleet }) => fleet?.id ?? fleet),
    hasArrived: ({ to }) => reached.has(to),
    progress,
  });
}

/** @param {import('kit/legs.js').Leg<Fleet>} leg @param {Position} position */
function glide(leg, position) {
  const { group: fleet, fate } = leg;
  const left = fate === 'arrives' ? 0 : fleet.left;
  return legTrack(
    leg,
    { at: BEATS.launch, arrive: BEATS.battle, end: BEATS.end },
    {
      line: (view) => laneOf(view, position, fleet.from, fleet.to),
      jumps: fleet.kind === 'teleport',
      paint: (ctx, view, spot) => paintFleet(ctx, view, { ...fleet, ...spot, left }),
    },
  );
}

/** Map units a ring runs beyond the middle of a disc. @param {Planet} planet */
const wide = (planet) => 2 * (16 + 10 * Math.sqrt(planet.max / 1000));

/** @param {Planet} planet @param {number} at @param {import('kit/tracks.js').Colour} colour */
const ring = (planet, at, colour) => pulse({ at, lasts: 300 }, placeAt(planet.x, planet.y), wide(planet), colour, 1, 1);

/** The new owner's colour runs over the disc. @param {Planet} planet @param {number | null} seat */
const takeOver = (planet, seat) =>
  sweep(
    { at: BEATS.battle, lasts: BEATS.sweep - BEATS.battle + 120 },
    placeAt(planet.x, planet.y),
    (scale) => radiusOf(planet, scale),
    ({ panel, seats }) => (seat === null ? panel : seats[seat]),
  );

/** Swords, and bars of the sides that shrink to what is left. @param {any} event @param {Planet} planet @returns {Track[]} */
function clash({ sides, winner, survivors }, planet) {
  const when = { at: BEATS.battle, lasts: BEATS.end - BEATS.battle };
  const above = (/** @type {number} */ by) => (/** @type {View} */ view) => {
    const [x, y] = view.at(planet.x, planet.y);
    return /** @type {Point} */ ([x, y - radiusOf(planet, view.camera.scale) - by]);
  };
  const sparks = ['#FFF2E4', '#FFC9A0', '#FFFFFF'];
  return [
    flash({ at: BEATS.battle, lasts: 380 }, placeAt(planet.x, planet.y), wide(planet) * 0.75, '#FFD9B8'),
    burst(when, placeAt(planet.x, planet.y), wide(planet) * 1.1, sparks, 40),
    {
      ...when,
      paint: (ctx, view) => sign(ctx, view.palette, iconPath('battle'), ...above(20 + sides.length * 7)(view)),
    },
    bars(
      when,
      above(10),
      sides.map((/** @type {BattleSide} */ { seat, heads }) => ({
        from: heads,
        to: seat === winner ? survivors : 0,
        colour: (/** @type {Palette} */ { nobody, seats }) => (seat === null ? nobody : seats[seat]),
      })),
    ),
  ];
}

/** A number rises from the rim of the disc. @param {Planet} planet @param {number} change */
function growth(planet, change) {
  const rim = (/** @type {View} */ view) => {
    const [x, y] = view.at(planet.x, planet.y);
    return /** @type {Point} */ ([x, y - radiusOf(planet, view.camera.scale) + 8]);
  };
  const when = { at: BEATS.grow, lasts: BEATS.end - BEATS.grow };
  return rise(when, rim, signed(change), ({ good, bad }) => (change < 0 ? bad : good));
}

const EVENTS = /** @type {Record<string, import('kit/playback.js').Played<Planet, Stage>>} */ ({
  fleet_launched: {
    at: BEATS.launch,
    change: ({ fleet }, { units }) => (units === null ? {} : { units: Math.max(0, units - fleet.units) }),
  },
  planet_abandoned: { at: BEATS.strike, change: () => ({ owner: null, units: 0 }) },
  garrison_freed: { at: BEATS.launch, change: ({ units }) => ({ owner: null, units }) },
  strike: {
    at: BEATS.strike + 60,
    change: ({ left }, { owner }) => ({ units: left, owner: left ? owner : null }),
    tracks({ shielded }, planet) {
      const colour = (/** @type {Palette} */ { good, bad }) => (shielded ? good : bad);
      const when = { at: BEATS.strike, lasts: 260 };
      const light = flash(when, placeAt(planet.x, planet.y), wide(planet) / 2, colour);
      return [light, ring(planet, BEATS.strike, colour)];
    },
  },
  joined: {
    at: BEATS.battle,
    change: ({ units, seat }) => ({ units, owner: seat }),
    tracks: ({ seat }, planet) => [ring(planet, BEATS.battle, ({ seats }) => seats[seat])],
  },
  occupied: {
    at: BEATS.sweep,
    change: ({ seat, units }) => ({ owner: seat, units, seen: 'now' }),
    tracks: ({ seat }, planet) => [takeOver(planet, seat)],
  },
  battle: {
    at: BEATS.sweep,
    change: ({ survivors, winner }) => ({ owner: survivors ? winner : null, units: survivors, seen: 'now' }),
    tracks: (event, planet) => [
      ...clash(event, planet),
      event.winner === event.owner_before
        ? ring(planet, BEATS.battle, ({ text }) => text)
        : takeOver(planet, event.winner),
    ],
  },
  swapped: {
    at: BEATS.sweep,
    change({ seats: [a, b] }, _, { planets }) {
      for (const planet of planets) planet.owner = planet.owner === a ? b : planet.owner === b ? a : planet.owner;
    },
  },
  production: {
    at: BEATS.grow,
    change: ({ after }) => ({ units: after }),
    tracks: ({ before, after }, planet) => (after === before ? [] : [growth(planet, after - before)]),
  },
});

/** A streak behind a fleet that was sped up. @param {Fleet} fleet @param {Position} position */
function speedUp(fleet, position) {
  const way = (/** @type {View} */ view) => {
    const line = laneOf(view, position, fleet.from, fleet.to);
    return trimmed(line, 0, lengthOf(line) * (1 - progress(fleet)));
  };
  return streak({ at: BEATS.launch, lasts: BEATS.glide + 200 }, way, ({ seats }) => seats[fleet.seat]);
}

/**
 * Tracks for the round that led from one position to the next.
 * @param {Stage} stage changed as the round goes on @param {Position} before @param {Position} after @param {readonly any[]} events
 * @param {() => void} changed the stage changed
 * @returns {Track[]}
 */
export function tracksOf(stage, before, after, events, changed) {
  // An exchange of everything happens to no planet of its own.
  const pieceOf = (/** @type {any} */ { type, planet, fleet }) =>
    stage.planets[type === 'swapped' ? 0 : (planet ?? fleet?.from ?? -1)];
  const sped = new Set(events.filter(({ type }) => type === 'fleet_sped').map(({ fleet }) => fleet));
  return [
    ...tracksFrom(events, { stage, table: EVENTS, pieceOf, changed }),
    ...after.view.fleets.filter(({ id }) => sped.has(id)).map((fleet) => speedUp(fleet, before)),
    ...fleetLegs(before.view.fleets, after.view.fleets, events).map((leg) => glide(leg, before)),
    // Even a quiet round takes its time, so that the eye knows that one has passed.
    { at: BEATS.end, lasts: 0 },
  ];
}
