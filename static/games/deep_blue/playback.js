/**
 * What happens when within a round? Turns the events between two positions into actors and tracks; phases follow each other in the order
 * of the rules.
 */
import { t } from 'app/i18n.js';
import { actorFrom, moment } from 'kit/actors.js';
import { centreOf } from 'kit/cells.js';
import * as effects from './bursts.js';
import { rectOf } from './position.js';

/** @import { Actor, AirCombatEvent, Building, Drawn, MoveEvent, Place, Position, StrikeEvent, Track, Unit } from './types' */

/** @typedef {import('kit/beats.js').Course & {actors: Actor[]}} Round */
/** A track with which a building changes: so much of its health goes, it is somebody else's, it is gone. @typedef {Track & {work?: {id: number, loss?: number, part?: Partial<Building>, isGone?: boolean}}} WorkTrack */

/** Milliseconds of a cell of movement, between two shots, of going down, of a service, … */
const TIMES = { step: 85, shot: 150, sink: 900, service: 950, duel: 1100, launch: 800, pause: 160 };
/** Who meets on the way. */
const MEETINGS = new Set(['air_combat', 'battle', 'crash']);
/** The whole of an attack phase is never much longer than this, however many fire. */
const LONGEST_ATTACK = 4200;
/** How large a hull is when it bursts, in cells. */
const SIZE = /** @type {Record<string, number>} */ ({
  cruiser: 1.1,
  battleship: 1.6,
  carrier: 1.6,
  base: 2.6,
  island: 1.4,
});
const COLOURS = { repair: '#7FE39B', metal: '#E2C88C', fuel: '#86D7BE', muzzle: '#FFD98A' };

/** What the phases are called. @type {Record<string, () => string>} */
const PHASES = {
  attack: () => t('Attack'),
  move: () => t('Movement'),
  services: () => t('Supply'),
  production: () => t('Launches'),
};
/** How words name air mastery, from the attacker's side. @type {Record<string, () => string>} */
const BANDS = {
  full_control: () => t('full control of the air'),
  advantage: () => t('advantage in the air'),
  even: () => t('even in the air'),
  inferior: () => t('inferior in the air'),
  lost_control: () => t('control of the air lost'),
};

/**
 * Buildings at a moment of the round, asked for in any order of times.
 * @param {readonly Building[]} before @param {readonly WorkTrack[]} tracks @param {number} time
 */
export function buildingsAt(before, tracks, time) {
  const past = tracks.filter(({ work, at }) => work && at <= time).sort((a, b) => a.at - b.at);
  return before.flatMap((building) => {
    const one = { ...building };
    for (const { work } of past) {
      if (work?.id !== one.id) continue;
      if (work.isGone) return [];
      if (one.health !== null) one.health = Math.max(0, one.health - (work.loss ?? 0));
      Object.assign(one, work.part);
    }
    return [one];
  });
}

/**
 * The course of a round.
 * @param {Position} before @param {Position} after @param {readonly any[]} events
 * @param {object} how
 * @param {(unit: Unit) => Drawn} how.draw how a unit looks at rest
 * @param {(x: number, y: number, level: number) => Place} how.place of a point in map units
 * @param {string[]} how.colours of the seats
 * @returns {Round}
 */
export function roundOf(before, after, events, { draw, place, colours }) {
  const actors = new Map(before.units.map((unit) => [unit.id, actorFrom(draw(unit))]));
  /** @type {WorkTrack[]} */
  const tracks = [];
  /** @type {{name: string, at: number}[]} */
  const phases = [];
  /** When something that was hit shows it. @type {Map<number, number>} */
  const struck = new Map();
  let now = 0;
  /** The event that is being played: what it brings about belongs to it. @type {any} */
  let current;
  const add = (/** @type {WorkTrack[]} */ ...made) => tracks.push(...made.map((track) => ({ ...track, of: current })));

  const known = (/** @type {number | null} */ id) => before.elements.get(id ?? -1) ?? after.elements.get(id ?? -1);
  const isOwn = (/** @type {number | null} */ id) => known(id)?.seat === after.seat;
  const colourOf = (/** @type {number} */ id) => colours[known(id)?.seat ?? 0];
  const at = (/** @type {readonly number[]} */ [x, y, level = 1]) => place(x + 0.5, y + 0.5, level);
  /** The middle of an element before anything moves; null: it is not known. @param {number | null} id */
  const whereIs = (id) => {
    const element = known(id);
    return element ? place(...centreOf(rectOf(element)), 'pos' in element ? element.pos[2] : 1) : null;
  };
  /** An actor, or one that comes into sight at a time. @param {number} id @param {number} time */
  const enter = (id, time) => {
    const unit = after.elements.get(id);
    if (!actors.has(id) && unit && 'pos' in unit) actors.set(id, { ...actorFrom(draw(unit), time), bornOf: current });
    return actors.get(id);
  };
  /** Points lost show at a time, as a number and in the health. @param {number | null} id @param {number} damage @param {number} time @param {Place | null} spot */
  const hurt = (id, damage, time, spot) => {
    if (spot) add(...effects.hit(time, spot, damage, isOwn(id)));
    if (id === null) return;
    struck.set(id, time);
    const [one, unit] = [actors.get(id), before.elements.get(id)];
    if (unit && !('pos' in unit)) add({ at: time, lasts: 0, work: { id, loss: damage } });
    if (!one || !unit?.health) return;
    one.turns.push({ at: time, part: {}, loss: (damage / unit.health) * one.first.health, of: current });
  };
  const sound = (/** @type {any} */ event, /** @type {number} */ time) => {
    current = event;
    if (event) add({ at: time, lasts: 0, event });
  };
  const begin = (/** @type {string} */ name) => {
    current = undefined;
    // Where nothing happened no phase was.
    if (phases.at(-1)?.at === now) phases.pop();
    phases.push({ name: PHASES[name](), at: now });
  };

  /** @param {StrikeEvent} event @param {number} start @returns {number} when it has arrived */
  function strike({ from, cell, kind, result, damage, target, splash, attacker }, start) {
    const isTorpedo = kind === 'torpedo';
    const end = start + (isTorpedo ? effects.FLIGHT.run : effects.FLIGHT.shell);
    if (from) {
      const origin = whereIs(attacker) ?? at(from);
      // A shot from the dark is seen only where it strikes; one into the dark only where it is fired.
      if (!cell) add(effects.launch(start, origin, COLOURS.muzzle)[1]);
      else if (isTorpedo) add(effects.run(start, origin, at(cell)));
      else add(...effects.shell(start, origin, at(cell)));
    }
    if (!cell) return end;
    const spot = (result === 'hit' || result === 'blocked_by_unit' ? whereIs(target) : null) ?? at(cell);
    if (damage || result === 'lost_on_land' || cell[2] === 2) hurt(target, damage ?? 0, end, spot);
    else add(effects.splash(end, spot, isTorpedo ? 0.7 : 1));
    for (const [id, loss] of splash) hurt(id, loss, end + 90, whereIs(id));
    return end;
  }

  /** @param {AirCombatEvent} event @param {number} start */
  function duel({ attacker, defender, cell, mastery, band, losses, planes }, start) {
    const sides = /** @type {[string, string]} */ ([colourOf(attacker), colourOf(defender)]);
    add(effects.duel(start, TIMES.duel, at(cell), sides, mastery, BANDS[band]?.() ?? ''));
    [attacker, defender].forEach((id, side) => {
      hurt(id, losses[side], start + TIMES.duel * 0.8, null);
      const left = planes[side];
      const turn = actors.get(id)?.turns.at(-1);
      if (turn?.part) turn.part.planes = Array.isArray(left) ? left.reduce((sum, n) => sum + n, 0) : left;
    });
  }

  /** Who dies and what changes hands in a phase, once all of it has happened. @param {string} name of the phase; empty: the one that goes on @param {readonly any[]} happened */
  function endings(name, happened) {
    if (name && happened.some(({ type }) => type === 'destroyed' || type === 'captured')) begin(name);
    for (const event of happened) {
      current = event;
      if (event.type === 'destroyed') {
        const time = Math.max(phases.at(-1)?.at ?? 0, (struck.get(event.id) ?? now - TIMES.pause) + 80);
        const one = actors.get(event.id);
        const last = one && moment(one, time);
        if (one) Object.assign(one, { sinks: event.pos[2] < 2, gone: time + TIMES.sink, goneOf: event });
        const spot = last ? place(last.x, last.y, last.level) : at(event.pos);
        sound(event, time);
        add(...effects.explosion(time, spot, SIZE[event.kind] ?? 0.85));
        if (!one) add({ at: time, lasts: 0, work: { id: event.id, isGone: true } });
        if (event.pos[2] < 2) add(effects.oil(time + TIMES.sink * 0.6, spot, SIZE[event.kind] ?? 0.85));
        now = Math.max(now, time + TIMES.sink * 0.7);
      } else if (event.type === 'captured') {
        const time = Math.max(phases.at(-1)?.at ?? 0, (struck.get(event.id) ?? now) + 120);
        add(...effects.flag(time, whereIs(event.id) ?? at([0, 0]), event.seat, colours[event.seat]));
        const taken = /** @type {Building | undefined} */ (after.elements.get(event.id));
        add({ at: time, lasts: 0, work: { id: event.id, part: { ...taken, seat: event.seat } } });
        now = Math.max(now, time + 700);
      }
    }
  }

  /** A move of one's own, or the stretches of another's that were seen. @param {MoveEvent} event @param {number} start @param {number} end */
  function walk({ id, path, segments = [] }, start, end) {
    const parts = path ? [path] : segments;
    let time = start;
    parts.forEach((cells, i) => {
      const takes = (cells.length - 1) * TIMES.step;
      // What lies between two stretches was not seen: the first begins with the phase, the last ends with it, as far as is known.
      const isFirst = path || (i === 0 && before.elements.has(id));
      const isLast = i === parts.length - 1 && after.elements.has(id);
      const from = isFirst ? start : isLast ? Math.max(time, end - takes) : time + (end - start) / (parts.length + 2);
      enter(id, from)?.legs.push({ start: from, end: from + takes, cells, of: current });
      time = from + takes;
    });
    const one = actors.get(id);
    if (one && !after.elements.has(id)) one.gone = Math.min(one.gone, time + 350);
  }

  /** Who met on the way, once all have gone it. @param {any} event */
  function meet(event) {
    current = event;
    if (event.type === 'air_combat') duel(event, now);
    else if (event.type === 'battle') {
      add(...effects.collision(now, at([...event.cell]), [colourOf(event.a), colourOf(event.b)]));
      for (const [id, , result, damage] of event.strikes)
        if (result === 'hit') hurt(id === event.a ? event.b : event.a, damage, now + 250, at([...event.cell]));
    } else if (event.type === 'crash') {
      const below = at([event.pos[0], event.pos[1], 1]);
      const one = actors.get(event.id);
      if (one) Object.assign(one, { gone: now, goneOf: event });
      add(...effects.crash(now, at(event.pos), below));
      if (event.damage) hurt(event.victim, event.damage, now + 400, below);
    }
  }

  /** @param {any} event */
  function serve(event) {
    current = event;
    if (event.type === 'activity') for (const spot of event.at) add(effects.launch(now, at(spot), COLOURS.fuel)[0]);
    else if (event.type === 'self_destruct') {
      add(...effects.explosion(now, at(event.pos), 1.8));
      const one = actors.get(event.id);
      if (one) Object.assign(one, { gone: now + TIMES.sink, sinks: true, goneOf: event });
      for (const [id, loss] of event.victims) hurt(id, loss, now + 200, whereIs(id));
    } else if (event.at) {
      // What is mended is as whole as it will be.
      const unit = after.elements.get(event.to_id);
      if (event.type === 'repair' && unit && 'pos' in unit) {
        const { health, planes } = draw(unit);
        actors.get(unit.id)?.turns.push({ at: now + TIMES.service / 2, part: { health, planes }, of: event });
      }
      const [giver, receiver] = event.type === 'collect' ? [event.at[1], event.at[0]] : event.at;
      const colour = event.type === 'repair' ? COLOURS.repair : event.metal ? COLOURS.metal : COLOURS.fuel;
      const given = [
        event.fuel && t('fuel +{n}', { n: event.fuel }),
        event.ammo && t('ammunition +{n}', { n: event.ammo }),
        event.metal && t('metal +{n}', { n: event.metal }),
      ];
      const by = event.metal ? 'crates' : 'hose';
      add(...effects.handOver(now, at(giver), at(receiver), by, colour, given.filter(Boolean)));
    }
  }

  /** Shots one after the other, duels with more time. @param {readonly any[]} shots @param {number} gap */
  function exchange(shots, gap) {
    let latest = now;
    for (const event of shots) {
      current = event;
      if (event.type === 'strike') {
        const end = strike(event, now);
        latest = Math.max(latest, end);
        sound(event, end);
      } else {
        sound(event, now);
        duel(event, now);
        latest = Math.max(latest, now + TIMES.duel);
      }
      now += event.type === 'strike' ? gap : gap * 4;
    }
    if (shots.length) now = latest + TIMES.pause;
  }

  const attack = events.filter(({ phase }) => phase === 'attack');
  if (attack.length) {
    begin('attack');
    const shots = attack.filter(({ type }) => type === 'strike' || type === 'air_combat');
    const gap = Math.min(TIMES.shot, LONGEST_ATTACK / Math.max(1, shots.length));
    // All fire at once, and who dies has fired too: what sinks somebody comes last, with the sinking.
    const dead = new Set(attack.filter(({ type }) => type === 'destroyed').map(({ id }) => id));
    const isFatal = (/** @type {any} */ { type, target, attacker }) =>
      type === 'strike' && dead.has(target) && !dead.has(attacker);
    const others = shots.filter((event) => !isFatal(event));
    exchange(others, gap);
    if (others.length) begin('attack');
    exchange(shots.filter(isFatal), gap);
    if (!shots.some(isFatal)) endings('attack', attack);
    else endings('', attack);
  }
  const moves = events.filter(({ phase }) => phase === 'move');
  if (moves.some(({ type }) => type !== 'hover')) {
    begin('move');
    const longest = Math.max(2, ...moves.map((event) => (event.path ?? event.segments?.flat() ?? []).length));
    const end = now + (longest - 1) * TIMES.step;
    sound(
      moves.find(({ type }) => type === 'move'),
      now,
    );
    for (const event of moves) {
      current = event;
      if (event.type === 'move') walk(event, now, end);
    }
    now = end + TIMES.pause;
    const met = moves.filter(({ type }) => MEETINGS.has(type));
    if (met.length) begin('move');
    for (const event of met) meet(event);
    if (met.length) now += TIMES.duel;
    endings('move', moves);
  }
  const services = events.filter(({ phase, type }) => phase === 'services' && type !== 'command_failed');
  if (services.length) {
    begin('services');
    for (const event of services) serve(event);
    now += TIMES.service;
    endings('services', services);
  }
  const launches = events.filter(({ type }) => type === 'launched');
  if (launches.length) {
    begin('production');
    for (const event of launches) {
      const { id, pos, seat } = event;
      current = event;
      enter(id, now + 150);
      add(...effects.launch(now, at(pos), colours[seat]));
    }
    now += TIMES.launch;
  }
  current = undefined;
  // A formation that lost planes can have less, and not every blow was seen: the last one that was leaves what is left. What was mended out
  // of sight is whole in the end.
  for (const unit of after.units) {
    const one = actors.get(unit.id);
    if (!one || one.born || one.turns.some(({ part }) => part?.health !== undefined)) continue;
    const { health, planes } = draw(unit);
    const losses = one.turns.filter(({ loss }) => loss !== undefined);
    const last = losses.at(-1);
    const left = one.first.health - losses.reduce((sum, { loss = 0 }) => sum + loss, 0);
    if (last) last.loss = (last.loss ?? 0) + left - health;
    else if (left !== health) one.turns.push({ at: now, part: { health, planes } });
  }
  // Whoever is gone without a word has left what is seen; whoever is there now and was not has come into it.
  for (const [id, one] of actors) {
    if (after.elements.has(id)) continue;
    const leaves = Math.max(300, (one.legs.at(-1)?.end ?? now * 0.6) + 200);
    one.gone = Math.min(now, one.gone === Infinity ? leaves : one.gone);
  }
  for (const { id } of after.units) enter(id, now * 0.6);
  if (!phases.length || phases[0].at > 0) phases.unshift({ name: '', at: 0 });
  return { actors: [...actors.values()], tracks, phases, length: now + TIMES.pause };
}
