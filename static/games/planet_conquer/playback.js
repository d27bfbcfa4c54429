/**
 * How does a round look when it is played again? Turns the events this audience saw into tracks of a timeline and into changes of
 * the stage. Shows nothing that is not in the events or in one of the two frames.
 */
import { lengthOf, pointAlong, trimmed } from 'board/lines.js';
import { signed } from 'kit/describe.js';
import { tracksFrom } from 'kit/playback.js';
import { bars, flash, placeAt, pulse, rise, streak, sweep } from 'kit/tracks.js';
import { paintSign, radiusOf } from './planets.js';
import { laneOf, paintFleet, progress } from './traffic.js';

/** @typedef {import('board/animate.js').Track} Track */
/** @typedef {import('board/layers.js').View} View */
/** @typedef {import('board/lines.js').Point} Point */
/** @typedef {import('./position.js').Position} Position */
/** @typedef {import('./position.js').Planet} Planet */
/** @typedef {import('./types').Fleet} Fleet */
/** @typedef {import('./types').BattleSide} Side */

/** The parts of a round in milliseconds at speed 1; together 1.2 seconds. */
const BEATS = { launch: 0, strike: 150, glide: 250, battle: 650, sweep: 780, grow: 930, end: 1200 };

/** What the painters show while a round is played. @typedef {{planets: Planet[], fleets: Fleet[]}} Stage */

/** The stage before the first beat: the earlier position, with fleets left to the tracks. @param {Position} before @returns {Stage} */
export function stageOf(before) {
  return { planets: before.planets.map((planet) => ({ ...planet })), fleets: [] };
}

/** How fleets go from one frame to the next: from and to as parts of their way. @typedef {{fleet: Fleet, from: number, to: number, fate: 'goes' | 'arrives' | 'dies' | 'appears' | 'vanishes'}} Leg */

/** @param {readonly Fleet[]} before @param {readonly Fleet[]} after @param {readonly any[]} events @returns {Leg[]} */
export function legsOf(before, after, events) {
  const ofType = (/** @type {string[]} */ ...types) => events.filter(({ type }) => types.includes(type));
  const launched = new Map(ofType('fleet_launched').map(({ fleet }) => [fleet.id, fleet]));
  const destroyed = new Set(ofType('fleet_destroyed').map(({ fleet }) => fleet?.id ?? fleet));
  const reached = new Set(ofType('battle', 'joined', 'occupied').map(({ planet }) => planet));
  const earlier = new Map(before.map((fleet) => [fleet.id, fleet]));
  const start = (/** @type {Fleet} */ fleet) => {
    const known = earlier.get(fleet.id);
    return known ? progress(known) : launched.has(fleet.id) ? 0 : progress(fleet);
  };
  /** @type {Leg[]} */
  const legs = after.map((fleet) => ({
    fleet,
    from: start(fleet),
    to: progress(fleet),
    fate: earlier.has(fleet.id) || launched.has(fleet.id) ? 'goes' : 'appears',
  }));
  const still = new Set(after.map(({ id }) => id));
  for (const fleet of new Map([...launched, ...earlier]).values()) {
    if (still.has(fleet.id)) continue;
    const gone = reached.has(fleet.to) ? 'arrives' : 'vanishes';
    const fate = destroyed.has(fleet.id) ? 'dies' : gone;
    legs.push({ fleet, from: start(fleet), to: fate === 'arrives' ? 1 : start(fleet), fate });
  }
  return legs;
}

/** @param {Leg} leg @param {Position} position @returns {Track} */
function legTrack({ fleet, from, to, fate }, position) {
  const isThere = fate === 'arrives';
  const teleport = fleet.kind === 'teleport';
  return {
    at: BEATS.launch,
    lasts: isThere ? BEATS.battle - BEATS.launch : BEATS.end,
    paint(ctx, view, eased) {
      // Fleets that go on stand at their new place for the rest of the round, so time is stretched back to the gliding beat.
      const k = isThere ? eased : Math.min(1, eased * 1.25);
      const line = laneOf(view, position, fleet.from, fleet.to);
      const part = teleport ? (k < 0.5 ? 0 : 1) : from + (to - from) * k;
      if (fate === 'vanishes' || fate === 'dies') ctx.globalAlpha = Math.max(0, 1 - k * 1.4);
      if (fate === 'appears') ctx.globalAlpha = k;
      if (teleport) ctx.globalAlpha = Math.abs(1 - 2 * k);
      paintFleet(ctx, view, { ...fleet, ...pointAlong(line, lengthOf(line) * part), left: isThere ? 0 : fleet.left });
    },
  };
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
  return [
    { ...when, paint: (ctx, view) => paintSign(ctx, view.palette, 'battle', ...above(20 + sides.length * 7)(view)) },
    bars(
      when,
      above(10),
      sides.map((/** @type {import('./types').BattleSide} */ { seat, heads }) => ({
        from: heads,
        to: seat === winner ? survivors : 0,
        colour: (/** @type {import('board/palette.js').Palette} */ { nobody, seats }) =>
          seat === null ? nobody : seats[seat],
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
      const colour = (/** @type {import('board/palette.js').Palette} */ { good, bad }) => (shielded ? good : bad);
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
    ...legsOf(before.view.fleets, after.view.fleets, events).map((leg) => legTrack(leg, before)),
    // Even a quiet round takes its time, so that the eye knows that one has passed.
    { at: BEATS.end, lasts: 0 },
  ];
}
