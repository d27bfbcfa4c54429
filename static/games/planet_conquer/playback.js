/**
 * How does a round look when it is played again? Turns the events this audience saw into tracks of a timeline and into changes of
 * the stage. Shows nothing that is not in the events or in one of the two frames.
 */
import { t } from 'app/i18n.js';
import { lengthOf, pointAlong, trimmed } from 'board/lines.js';
import { circle } from 'board/marks.js';
import { faded } from 'board/palette.js';
import { signed } from 'kit/describe.js';
import { tracksFrom } from 'kit/playback.js';
import { flash, placeAt, pulse, rise, streak } from 'kit/tracks.js';
import { lastOf } from './battles.js';
import { legsOf, legTracks } from './legs.js';
import { radiusOf } from './planets.js';
import { battleTracks, craftFor, dart, lastLight } from './skirmish.js';
import { laneOf, paintFleets, progress } from './traffic.js';

/** @import { Fleet, Palette, Planet, Point, Position, Track, View } from './types' */

/** Milliseconds until a battle is decided. */
const FOUGHT = 700;

/**
 * When the parts of a round begin, in milliseconds at speed 1: fleets set out, strikes, flight, what arrives, an exchange, what grows. Without strikes fleets
 * need not wait for them.
 * @typedef {{launch: number, strike: number, glide: number, battle: number, sweep: number, swap: number, grow: number, end: number}} Times
 */
/** @param {readonly any[]} events @returns {Times} */
function timesOf(events) {
  const glide = events.some(({ type }) => type === 'strike') ? 420 : 0;
  const battle = glide + 650;
  // A battle is fought out before the planet changes hands.
  const sweep = battle + (events.some(({ type }) => type === 'battle') ? FOUGHT : 130);
  return {
    launch: 0,
    strike: glide ? 60 : 0,
    glide,
    battle,
    sweep,
    swap: sweep + 70,
    grow: sweep + 150,
    end: sweep + 420,
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

/** @param {import('./legs.js').Leg<Fleet>} leg @param {Position} position @param {Times} times @param {readonly any[]} events */
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

/** A wash in the new owner's colour runs over the disc behind a bright edge, and leaves the planet to be seen. @param {Planet} planet @param {number | null} seat @param {number} at @returns {Track} */
const takeOver = (planet, seat, at) => ({
  at,
  lasts: 420,
  paint(ctx, view, k) {
    const [x, y] = view.at(planet.x, planet.y);
    const radius = radiusOf(planet, view.camera.scale);
    const colour = seat === null ? view.palette.panel : view.palette.seats[seat];
    const front = x - radius + 2 * radius * k;
    circle(ctx, x, y, radius);
    ctx.clip();
    ctx.fillStyle = faded(colour, 0.75 - 0.5 * k);
    ctx.fillRect(x - radius, y - radius, front - x + radius, radius * 2);
    if (k > 0.98) return;
    ctx.fillStyle = faded('#FFFFFF', 0.85);
    ctx.fillRect(front - 2, y - radius, 3, radius * 2);
  },
});

/** From which angles the fleets of each seat come that arrive somewhere. @param {Position} position @param {readonly Fleet[]} flying @param {number} planet */
const comingTo =
  ({ planets }, flying, planet) =>
  (/** @type {number | null} */ seat) => {
    const { x, y } = planets[planet];
    const angles = flying
      .filter((fleet) => fleet.to === planet && fleet.seat === seat)
      .map(({ from }) => Math.atan2(planets[from].y - y, planets[from].x - x));
    return angles.length ? [...new Set(angles)] : [-Math.PI / 2];
  };

/** Craft one behind the other on their way, drawn apart in full flight. @param {import('./legs.js').Leg<Fleet>} leg @param {Position} position @param {Times} times @returns {Track} */
function trail({ group: fleet, from, to }, position, times) {
  return {
    at: times.glide,
    lasts: times.battle - times.glide,
    piece: fleet.id,
    paint(ctx, view, k) {
      const way = laneOf(view, position, fleet.from, fleet.to);
      const [length, head] = [lengthOf(way), from + (to - from) * k];
      const colour = view.palette.seats[fleet.seat];
      const apart = 13 * Math.sin(Math.PI * k);
      for (let i = 1; i <= craftFor(fleet.units); i += 1) {
        const along = length * head - i * apart - 8;
        if (along < 0 || apart < 2) return;
        const { x, y, angle } = pointAlong(way, along);
        dart(ctx, x, y, angle, 3.6, faded(colour, 0.95 - 0.05 * i), faded(view.palette.ink, 0.6));
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

/** @param {Times} times @param {Position} position before @param {readonly Fleet[]} flying who is on the way in this round @returns {Record<string, import('kit/playback.js').Played<Planet, Stage>>} */
const eventsAt = (times, position, flying) => ({
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
    tracks: ({ seat }, planet) => [takeOver(planet, seat, times.battle)],
  },
  battle: {
    at: times.sweep,
    change: ({ survivors, winner }) => ({ owner: survivors ? winner : null, units: survivors, seen: 'now' }),
    tracks: (event, planet) => [
      flash({ at: times.battle, lasts: 300 }, placeAt(planet.x, planet.y), wide(planet) * 0.6, '#FFD9B8'),
      ...battleTracks(
        event,
        planet,
        { at: times.battle, decided: times.sweep, end: times.end },
        position.view.seat,
        comingTo(position, flying, planet.id),
      ),
      ...(event.winner === event.owner_before ? [] : [takeOver(planet, event.winner, times.sweep)]),
    ],
  },
  seat_out: {
    at: times.sweep,
    tracks: ({ seat }, planet) => lastLight({ at: times.sweep, lasts: 900 }, planet, seat),
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
  // An exchange of everything happens to no planet of its own; who goes out does so where the last planet fell.
  const pieceOf = (/** @type {any} */ { type, planet, fleet, seat }) => {
    const place = type === 'seat_out' ? lastOf(events, seat) : planet;
    return stage.planets[type === 'swapped' ? 0 : (place ?? fleet?.from ?? -1)];
  };
  const launched = events.filter(({ type }) => type === 'fleet_launched').map(({ fleet }) => fleet);
  const flying = [...before.view.fleets, ...launched];
  const legs = fleetLegs(before.view.fleets, after.view.fleets, events);
  const sped = new Set(events.filter(({ type }) => type === 'fleet_sped').map(({ fleet }) => fleet));
  const tracks = [
    ...tracksFrom(events, { stage, table: eventsAt(times, before, flying), pieceOf, changed }),
    ...after.view.fleets.filter(({ id }) => sped.has(id)).map((fleet) => speedUp(fleet, before, times)),
    ...legs.flatMap((leg) => glide(leg, before, times, events)),
    ...legs
      .filter(({ group, from, to }) => group.kind === 'route' && to > from)
      .map((leg) => trail(leg, before, times)),
    // Even a quiet round takes its time, so that the eye knows that one has passed.
    { at: times.end, lasts: 0 },
  ];
  const phases = [
    { name: t('Departure'), at: times.launch },
    ...(times.glide ? [{ name: t('Strikes'), at: times.strike }] : []),
    { name: t('Flight'), at: times.glide },
    { name: t('Arrivals'), at: times.battle },
    // Who goes out does so after the blow that did it.
    ...(events.some(({ type }) => type === 'seat_out') ? [{ name: t('Out of the match'), at: times.sweep }] : []),
    ...(events.some(({ type }) => type === 'swapped') ? [{ name: t('Exchange'), at: times.swap }] : []),
    { name: t('Growth'), at: times.grow },
  ];
  return { tracks, phases: phases.filter(({ at }, i) => phases[i + 1]?.at !== at), length: times.end };
}
