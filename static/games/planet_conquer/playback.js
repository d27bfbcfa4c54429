/**
 * How does a round look when it is played again? Turns the events this audience saw into tracks of a timeline and into changes of
 * the stage. Shows nothing that is not in the events or in one of the two frames.
 */
import { t } from 'app/i18n.js';
import { lengthOf, trimmed } from 'board/lines.js';
import { sign } from 'board/marks.js';
import { signed } from 'kit/describe.js';
import { legsOf, legTracks } from 'kit/legs.js';
import { paintPlate } from 'kit/pill.js';
import { tracksFrom } from 'kit/playback.js';
import { bars, burst, flash, placeAt, pulse, rise, streak, sweep } from 'kit/tracks.js';
import { lossOf } from './battles.js';
import { iconPath } from './names.js';
import { radiusOf } from './planets.js';
import { laneOf, paintFleets, progress } from './traffic.js';

/** @import { BattleSide, Fleet, Palette, Planet, Point, Position, Track, View } from './types' */

/**
 * When the parts of a round begin, in milliseconds at speed 1: fleets set out, strikes, flight, what arrives, an exchange, what grows. Without strikes fleets
 * need not wait for them.
 * @typedef {{launch: number, strike: number, glide: number, battle: number, sweep: number, swap: number, grow: number, end: number}} Times
 */
/** @param {readonly any[]} events @returns {Times} */
function timesOf(events) {
  const glide = events.some(({ type }) => type === 'strike') ? 420 : 0;
  return {
    launch: 0,
    strike: glide ? 60 : 0,
    glide,
    battle: glide + 650,
    sweep: glide + 780,
    swap: glide + 850,
    grow: glide + 930,
    end: glide + 1200,
  };
}

/** What the painters show while a round is played. @typedef {{planets: Planet[], fleets: Fleet[]}} Stage */

/** The stage before the first beat: the earlier position, with fleets left to the tracks. @param {Position} before @returns {Stage} */
export function stageOf(before) {
  return { planets: before.planets.map((planet) => ({ ...planet })), fleets: [] };
}

/** How fleets go from one frame to the next. @param {readonly Fleet[]} before @param {readonly Fleet[]} after @param {readonly any[]} events */
export function fleetLegs(before, after, events) {
  const ofType = (/** @type {string[]} */ ...types) => events.filter(({ type }) => types.includes(type));
  const reached = new Set(ofType(...RECEIVED).map(({ planet }) => planet));
  return legsOf(before, after, {
    launched: ofType('fleet_launched').map(({ fleet }) => fleet),
    destroyed: ofType('fleet_destroyed').map(({ fleet }) => fleet?.id ?? fleet),
    hasArrived: ({ to }) => reached.has(to),
    progress,
  });
}

/** Who arrives is received with one of these. */
const RECEIVED = ['battle', 'joined', 'occupied'];

/** @param {import('kit/legs.js').Leg<Fleet>} leg @param {Position} position @param {Times} times @param {readonly any[]} events */
function glide(leg, position, times, events) {
  const { group: fleet, fate } = leg;
  const left = fate === 'arrives' ? 0 : fleet.left;
  return legTracks(
    leg,
    {
      at: times.glide,
      arrive: times.battle,
      end: times.end,
      until: events.find(({ type, planet }) => RECEIVED.includes(type) && planet === fleet.to),
    },
    {
      line: (view) => laneOf(view, position, fleet.from, fleet.to),
      jumps: fleet.kind === 'teleport',
      paint: (ctx, view, spot) => paintFleets(ctx, view, [{ ...fleet, ...spot, left }]),
    },
  ).map((track) => ({ ...track, piece: fleet.id }));
}

/** Map units a ring runs beyond the middle of a disc. @param {Planet} planet */
const wide = (planet) => 2 * (16 + 10 * Math.sqrt(planet.max / 1000));

/** @param {Planet} planet @param {number} at @param {import('kit/tracks.js').Colour} colour */
const ring = (planet, at, colour) => pulse({ at, lasts: 300 }, placeAt(planet.x, planet.y), wide(planet), colour, 1, 1);

/** The new owner's colour runs over the disc. @param {Planet} planet @param {number | null} seat @param {Times} times */
const takeOver = (planet, seat, times) =>
  sweep(
    { at: times.battle, lasts: times.sweep - times.battle + 120 },
    placeAt(planet.x, planet.y),
    (scale) => radiusOf(planet, scale),
    ({ panel, seats }) => (seat === null ? panel : seats[seat]),
  );

/** Swords, and bars of the sides that shrink to what is left. @param {any} event @param {Planet} planet @param {Times} times @returns {Track[]} */
function clash(event, planet, times) {
  const { sides, winner, survivors } = event;
  const when = { at: times.battle, lasts: times.end - times.battle };
  const above = (/** @type {number} */ by) => (/** @type {View} */ view) => {
    const [x, y] = view.at(planet.x, planet.y);
    return /** @type {Point} */ ([x, y - radiusOf(planet, view.camera.scale) - by]);
  };
  const sparks = ['#FFF2E4', '#FFC9A0', '#FFFFFF'];
  return [
    flash({ at: times.battle, lasts: 380 }, placeAt(planet.x, planet.y), wide(planet) * 0.75, '#FFD9B8'),
    burst(when, placeAt(planet.x, planet.y), wide(planet) * 1.1, sparks, 40),
    {
      ...when,
      paint: (ctx, view) => sign(ctx, view.palette, iconPath('battle'), ...above(20 + sides.length * 7)(view)),
    },
    losses(when, above(24), event),
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

/** What each side lost, in plates beside the bars: attackers to the right, who was there to the left. @param {{at: number, lasts: number}} when @param {(view: View) => Point} place @param {any} event @returns {Track} */
function losses(when, place, event) {
  const shown = event.sides
    .map((/** @type {BattleSide} */ side) => ({ side, lost: lossOf(event, side.seat) }))
    .filter((/** @type {{lost: number}} */ { lost }) => lost > 0);
  return {
    ...when,
    paint(ctx, view) {
      const [x, y] = place(view);
      let [left, right] = [0, 0];
      for (const { side, lost } of shown) {
        const isHolder = side.garrison > 0;
        const row = isHolder ? left++ : right++;
        const words = `−${lost}`;
        paintPlate(ctx, view.palette, x + (isHolder ? -1 : 1) * 52, y - row * 20, 18, { seat: side.seat, words });
      }
    },
  };
}

/** A number rises from the rim of the disc. @param {Planet} planet @param {number} change @param {Times} times */
function growth(planet, change, times) {
  const rim = (/** @type {View} */ view) => {
    const [x, y] = view.at(planet.x, planet.y);
    return /** @type {Point} */ ([x, y - radiusOf(planet, view.camera.scale) + 8]);
  };
  const when = { at: times.grow, lasts: times.end - times.grow };
  return rise(when, rim, signed(change), ({ good, bad }) => (change < 0 ? bad : good));
}

/** @param {Times} times @returns {Record<string, import('kit/playback.js').Played<Planet, Stage>>} */
const eventsAt = (times) => ({
  fleet_launched: {
    at: times.launch,
    change: ({ fleet }, { units }) => (units === null ? {} : { units: Math.max(0, units - fleet.units) }),
  },
  planet_abandoned: { at: times.strike, change: () => ({ owner: null, units: 0 }) },
  garrison_freed: { at: times.launch, change: ({ units }) => ({ owner: null, units }) },
  strike: {
    at: times.strike + 60,
    change: ({ left }, { owner }) => ({ units: left, owner: left ? owner : null }),
    tracks({ shielded }, planet) {
      const colour = (/** @type {Palette} */ { good, bad }) => (shielded ? good : bad);
      const when = { at: times.strike, lasts: 260 };
      const light = flash(when, placeAt(planet.x, planet.y), wide(planet) / 2, colour);
      return [light, ring(planet, times.strike, colour)];
    },
  },
  joined: {
    at: times.battle,
    change: ({ units, seat }) => ({ units, owner: seat }),
    tracks: ({ seat }, planet) => [ring(planet, times.battle, ({ seats }) => seats[seat])],
  },
  occupied: {
    at: times.sweep,
    change: ({ seat, units }) => ({ owner: seat, units, seen: 'now' }),
    tracks: ({ seat }, planet) => [takeOver(planet, seat, times)],
  },
  battle: {
    at: times.sweep,
    change: ({ survivors, winner }) => ({ owner: survivors ? winner : null, units: survivors, seen: 'now' }),
    tracks: (event, planet) => [
      ...clash(event, planet, times),
      event.winner === event.owner_before
        ? ring(planet, times.battle, ({ text }) => text)
        : takeOver(planet, event.winner, times),
    ],
  },
  swapped: {
    at: times.swap,
    change({ seats: [a, b] }, _, { planets }) {
      for (const planet of planets) planet.owner = planet.owner === a ? b : planet.owner === b ? a : planet.owner;
    },
  },
  production: {
    at: times.grow,
    change: ({ after }) => ({ units: after }),
    tracks: ({ before, after }, planet) => (after === before ? [] : [growth(planet, after - before, times)]),
  },
});

/** A streak behind a fleet that was sped up. @param {Fleet} fleet @param {Position} position @param {Times} times */
function speedUp(fleet, position, times) {
  const way = (/** @type {View} */ view) => {
    const line = laneOf(view, position, fleet.from, fleet.to);
    return trimmed(line, 0, lengthOf(line) * (1 - progress(fleet)));
  };
  return streak({ at: times.glide, lasts: 450 }, way, ({ seats }) => seats[fleet.seat]);
}

/**
 * The course of the round that led from one position to the next.
 * @param {Stage} stage changed as the round goes on @param {Position} before @param {Position} after @param {readonly any[]} events
 * @param {() => void} changed the stage changed
 * @returns {import('kit/beats.js').Course}
 */
export function courseOf(stage, before, after, events, changed) {
  const times = timesOf(events);
  // An exchange of everything happens to no planet of its own.
  const pieceOf = (/** @type {any} */ { type, planet, fleet }) =>
    stage.planets[type === 'swapped' ? 0 : (planet ?? fleet?.from ?? -1)];
  const sped = new Set(events.filter(({ type }) => type === 'fleet_sped').map(({ fleet }) => fleet));
  const tracks = [
    ...tracksFrom(events, { stage, table: eventsAt(times), pieceOf, changed }),
    ...after.view.fleets.filter(({ id }) => sped.has(id)).map((fleet) => speedUp(fleet, before, times)),
    ...fleetLegs(before.view.fleets, after.view.fleets, events).flatMap((leg) => glide(leg, before, times, events)),
    // Even a quiet round takes its time, so that the eye knows that one has passed.
    { at: times.end, lasts: 0 },
  ];
  const phases = [
    { name: t('Departure'), at: times.launch },
    ...(times.glide ? [{ name: t('Strikes'), at: times.strike }] : []),
    { name: t('Flight'), at: times.glide },
    { name: t('Arrivals'), at: times.battle },
    ...(events.some(({ type }) => type === 'swapped') ? [{ name: t('Exchange'), at: times.swap }] : []),
    { name: t('Growth'), at: times.grow },
  ];
  return { tracks, phases: phases.filter(({ at }, i) => phases[i + 1]?.at !== at), length: times.end };
}
