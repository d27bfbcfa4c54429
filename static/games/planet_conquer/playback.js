/**
 * How does a round look when it is played again? Turns the events this audience saw into tracks of a timeline and into changes of
 * the stage. Shows nothing that is not in the events or in one of the two frames.
 */

import { lengthOf, pointAlong } from 'board/lines.js';
import { circle, glyph, text } from 'board/marks.js';
import { faded, mixed } from 'board/palette.js';
import { signed } from './names.js';
import { icon, radiusOf } from './planets.js';
import { laneOf, paintFleet, progress } from './traffic.js';

/** @typedef {import('board/animate.js').Track} Track */
/** @typedef {import('./position.js').Position} Position */
/** @typedef {import('./position.js').Planet} Planet */
/** @typedef {import('./types').Fleet} Fleet */

/** The parts of a round in milliseconds at speed 1; together 1.2 seconds. */
const BEATS = { launch: 0, strike: 150, glide: 250, battle: 650, sweep: 780, grow: 930, end: 1200 };

/** What the painters show while a round is played. @typedef {{planets: Planet[], fleets: Fleet[]}} Stage */

/** The stage before the first beat: the earlier position, with fleets left to the tracks. @param {Position} before @returns {Stage} */
export function stageOf(before) {
  return { planets: before.planets.map((planet) => ({ ...planet })), fleets: [] };
}

/** How fleets go from one frame to the next: from and to as parts of their way. @typedef {{fleet: Fleet, from: number, to: number, fate: 'goes' | 'arrives' | 'dies' | 'appears' | 'vanishes'}} Leg */

/**
 * @param {readonly Fleet[]} before @param {readonly Fleet[]} after @param {readonly any[]} events
 * @returns {Leg[]}
 */
export function legsOf(before, after, events) {
  const launched = new Map(
    events.filter(({ type }) => type === 'fleet_launched').map(({ fleet }) => [fleet.id, fleet]),
  );
  const destroyed = new Set(
    events.filter(({ type }) => type === 'fleet_destroyed').map((event) => event.fleet?.id ?? event.fleet),
  );
  const reached = new Set(
    events.filter(({ type }) => ['battle', 'joined', 'occupied'].includes(type)).map(({ planet }) => planet),
  );
  const earlier = new Map(before.map((fleet) => [fleet.id, fleet]));
  /** @type {Leg[]} */
  const legs = [];
  for (const fleet of after) {
    const old = earlier.get(fleet.id);
    const from = old ? progress(old) : launched.has(fleet.id) ? 0 : progress(fleet);
    legs.push({ fleet, from, to: progress(fleet), fate: old || launched.has(fleet.id) ? 'goes' : 'appears' });
    earlier.delete(fleet.id);
    launched.delete(fleet.id);
  }
  for (const fleet of [...earlier.values(), ...launched.values()]) {
    const from = launched.has(fleet.id) && !earlier.has(fleet.id) ? 0 : progress(fleet);
    const dies = destroyed.has(fleet.id);
    const fate = dies ? 'dies' : reached.has(fleet.to) ? 'arrives' : 'vanishes';
    legs.push({ fleet, from, to: fate === 'arrives' ? 1 : from, fate });
  }
  return legs;
}

/** @param {Leg} leg @param {Position} position @param {number | null} seat @returns {Track} */
function legTrack({ fleet, from, to, fate }, position, seat) {
  const lasts = BEATS.battle - BEATS.launch;
  const teleport = fleet.kind === 'teleport';
  return {
    at: BEATS.launch,
    lasts: fate === 'arrives' ? lasts : BEATS.end,
    paint(ctx, view, eased) {
      // Fleets that go on stand at their new place for the rest of the round, so time is stretched back to the gliding beat.
      const k = fate === 'arrives' ? eased : Math.min(1, eased * 1.25);
      const line = laneOf(view, position, fleet.from, fleet.to);
      const part = teleport ? (k < 0.5 ? 0 : 1) : from + (to - from) * k;
      const spot = pointAlong(line, lengthOf(line) * part);
      if (fate === 'vanishes' || fate === 'dies') ctx.globalAlpha = Math.max(0, 1 - k * 1.4);
      if (fate === 'appears') ctx.globalAlpha = k;
      if (teleport) ctx.globalAlpha = Math.abs(1 - 2 * k);
      paintFleet(
        ctx,
        view,
        { ...spot, seat: fleet.seat, units: fleet.units, left: fate === 'arrives' ? 0 : fleet.left },
        { own: fleet.seat === seat },
      );
    },
  };
}

/** A ring that widens and fades. @param {Planet} planet @param {(view: import('board/layers.js').View) => string} colour @param {number} at @returns {Track} */
function pulse(planet, colour, at) {
  return {
    at,
    lasts: 300,
    paint(ctx, view, k) {
      const [x, y] = view.at(planet.x, planet.y);
      circle(ctx, x, y, radiusOf(planet, view.camera.scale) + 4 + 16 * k);
      ctx.globalAlpha = 1 - k;
      ctx.lineWidth = 3;
      ctx.strokeStyle = colour(view);
      ctx.stroke();
    },
  };
}

/** The new owner's colour runs over the disc. @param {Planet} planet @param {number | null} seat @returns {Track} */
function sweep(planet, seat) {
  return {
    at: BEATS.battle,
    lasts: BEATS.sweep - BEATS.battle + 120,
    paint(ctx, view, k) {
      const [x, y] = view.at(planet.x, planet.y);
      const radius = radiusOf(planet, view.camera.scale);
      circle(ctx, x, y, radius);
      ctx.clip();
      ctx.fillStyle = seat === null ? view.palette.panel : view.palette.seats[seat];
      ctx.fillRect(x - radius, y - radius, radius * 2 * k, radius * 2);
    },
  };
}

/** Bars of the sides that shrink to what is left. @param {any} event @param {Planet} planet @returns {Track} */
function battleTrack(event, planet) {
  const most = Math.max(1, ...event.sides.map((/** @type {import('./types').BattleSide} */ side) => side.heads));
  return {
    at: BEATS.battle,
    lasts: BEATS.end - BEATS.battle,
    paint(ctx, view, k) {
      const { palette } = view;
      const [x, y] = view.at(planet.x, planet.y);
      const top = y - radiusOf(planet, view.camera.scale) - 14 - event.sides.length * 7;
      circle(ctx, x, top - 6, 9);
      ctx.fillStyle = palette.panel;
      ctx.fill();
      glyph(ctx, icon('battle'), x, top - 6, 12, palette.text);
      event.sides.forEach((/** @type {import('./types').BattleSide} */ side, /** @type {number} */ i) => {
        const left = side.seat === event.winner ? event.survivors : 0;
        const width = (44 * (side.heads + (left - side.heads) * k)) / most;
        ctx.fillStyle = faded(palette.ink, 0.8);
        ctx.fillRect(x - 23, top + 4 + i * 7, 46, 6);
        ctx.fillStyle = side.seat === null ? palette.nobody : palette.seats[side.seat];
        ctx.fillRect(x - 22, top + 5 + i * 7, Math.max(0, width), 4);
      });
    },
  };
}

/** @param {Planet} planet @param {number} change @returns {Track} */
function growth(planet, change) {
  return {
    at: BEATS.grow,
    lasts: BEATS.end - BEATS.grow,
    paint(ctx, view, k) {
      const [x, y] = view.at(planet.x, planet.y);
      ctx.globalAlpha = k < 0.7 ? 1 : (1 - k) / 0.3;
      const colour = change < 0 ? view.palette.bad : view.palette.good;
      text(ctx, signed(change), x, y - radiusOf(planet, view.camera.scale) - 6 - 12 * k, {
        font: `700 12px ${view.palette.font}`,
        fill: colour,
        halo: view.palette.ink,
      });
    },
  };
}

/**
 * @typedef {object} Maker what one kind of event does
 * @property {number} at when the stage changes
 * @property {(event: any, planet: Planet) => Partial<Planet>} [change] of the planet
 * @property {(event: any, planet: Planet) => Track[]} [tracks]
 */
const MAKERS = /** @type {Record<string, Maker>} */ ({
  planet_abandoned: { at: BEATS.strike, change: () => ({ owner: null, units: 0 }) },
  garrison_freed: { at: BEATS.launch, change: (event) => ({ owner: null, units: event.units }) },
  strike: {
    at: BEATS.strike + 60,
    change: (event, planet) => ({ units: event.left, owner: event.left ? planet.owner : null }),
    tracks: (event, planet) => [
      flash(planet, event.shielded),
      pulse(planet, ({ palette }) => (event.shielded ? palette.good : palette.bad), BEATS.strike),
    ],
  },
  joined: {
    at: BEATS.battle,
    change: (event) => ({ units: event.units, owner: event.seat }),
    tracks: (event, planet) => [pulse(planet, ({ palette }) => palette.seats[event.seat], BEATS.battle)],
  },
  occupied: {
    at: BEATS.sweep,
    change: (event) => ({ owner: event.seat, units: event.units, seen: 'now' }),
    tracks: (event, planet) => [sweep(planet, event.seat)],
  },
  battle: {
    at: BEATS.sweep,
    change: (event) => ({ owner: event.survivors ? event.winner : null, units: event.survivors, seen: 'now' }),
    tracks: (event, planet) => [
      battleTrack(event, planet),
      ...(event.winner !== event.owner_before
        ? [sweep(planet, event.winner)]
        : [pulse(planet, ({ palette }) => palette.text, BEATS.battle)]),
    ],
  },
  production: {
    at: BEATS.grow,
    change: (event) => ({ units: event.after }),
    tracks: (event, planet) => (event.after === event.before ? [] : [growth(planet, event.after - event.before)]),
  },
});

/** @param {Planet} planet @param {boolean} shielded @returns {Track} */
function flash(planet, shielded) {
  return {
    at: BEATS.strike,
    lasts: 260,
    paint(ctx, view, k) {
      const [x, y] = view.at(planet.x, planet.y);
      circle(ctx, x, y, radiusOf(planet, view.camera.scale) * (1 + 0.5 * k));
      ctx.fillStyle = faded(mixed(shielded ? view.palette.good : view.palette.bad, '#FFFFFF', 0.5), 0.75 * (1 - k));
      ctx.fill();
    },
  };
}

/** A streak behind a fleet that was sped up. @param {Fleet} fleet @param {Position} position @returns {Track} */
function streak(fleet, position) {
  return {
    at: BEATS.launch,
    lasts: BEATS.glide + 200,
    paint(ctx, view, k) {
      const line = laneOf(view, position, fleet.from, fleet.to);
      const end = lengthOf(line) * progress(fleet);
      const [a, b] = [pointAlong(line, end * (0.4 + 0.6 * k)), pointAlong(line, end)];
      ctx.lineCap = 'round';
      ctx.lineWidth = 5;
      ctx.strokeStyle = faded(view.palette.seats[fleet.seat], 0.7 * (1 - k));
      ctx.beginPath();
      ctx.moveTo(a.x, a.y);
      ctx.lineTo(b.x, b.y);
      ctx.stroke();
    },
  };
}

/**
 * Tracks for the round that led from one position to the next.
 * @param {Stage} stage changed as the round goes on @param {Position} before @param {Position} after @param {readonly any[]} events
 * @param {() => void} changed the stage changed
 * @returns {Track[]}
 */
export function tracksOf(stage, before, after, events, changed) {
  /** @type {Track[]} */
  const tracks = [];
  const begin = (/** @type {number} */ at, /** @type {() => void} */ act) =>
    tracks.push({
      at,
      lasts: 0,
      begin() {
        act();
        changed();
      },
    });
  for (const event of events) {
    if (event.type === 'fleet_launched') {
      const from = stage.planets[event.fleet.from];
      begin(BEATS.launch, () => {
        if (from.units !== null) from.units = Math.max(0, from.units - event.fleet.units);
      });
    }
    if (event.type === 'fleet_sped') {
      const fleet = after.view.fleets.find(({ id }) => id === event.fleet);
      if (fleet) tracks.push(streak(fleet, before));
    }
    if (event.type === 'swapped') {
      const [a, b] = event.seats;
      begin(BEATS.sweep, () => {
        for (const planet of stage.planets)
          planet.owner = planet.owner === a ? b : planet.owner === b ? a : planet.owner;
      });
    }
    const maker = MAKERS[event.type];
    const planet = maker && stage.planets[event.planet];
    if (!planet) continue;
    const { change } = maker;
    if (change) begin(maker.at, () => Object.assign(planet, change(event, planet)));
    tracks.push(...(maker.tracks?.(event, planet) ?? []));
  }
  for (const leg of legsOf(before.view.fleets, after.view.fleets, events))
    tracks.push(legTrack(leg, before, after.view.seat));
  // Even a quiet round takes its time, so that the eye knows that one has passed.
  tracks.push({ at: BEATS.end, lasts: 0 });
  return tracks;
}
