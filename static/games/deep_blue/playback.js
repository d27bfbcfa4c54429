/**
 * What happens when within a round? Turns the events between two positions into actors whose place, health and end are known for every
 * moment, and into tracks around them; phases follow each other in the order of the rules, so that the run can be sought back and forth.
 */
import { t } from 'app/i18n.js';
import { even } from 'board/animate.js';
import * as effects from 'kit/bursts.js';
import { centreOf } from 'kit/cells.js';
import { rectOf } from './position.js';

/** @typedef {import('board/animate.js').Track} Track */
/** @typedef {import('./position.js').Position} Position */
/** @typedef {import('./fleet.js').Drawn} Drawn */
/** @typedef {import('./types').DeepBlueEvent} Event */
/** @typedef {{start: number, end: number, cells: [number, number][]}} Leg */

/**
 * A unit through the round.
 * @typedef {object} Actor
 * @property {Drawn} first how it looks at the beginning
 * @property {Leg[]} legs in order
 * @property {{at: number, health: number, planes?: number}[]} turns health (and planes) from a time on
 * @property {number} born when it is first seen; 0: from the start
 * @property {number} gone when it is last seen
 * @property {boolean} sinks
 */
/** @typedef {{actors: Actor[], tracks: Track[], phases: {name: string, at: number}[], length: number}} Round */

/** Milliseconds of a cell of movement, between two shots, of going down, of a service. */
const TIMES = { step: 85, shot: 150, sink: 900, service: 950, dogfight: 1100, launch: 800, pause: 160 };
/** The whole of an attack phase is never longer than this, however many fire. */
const LONGEST_ATTACK = 4200;
/** How large a hull is when it bursts, in cells. */
const SIZE = /** @type {Record<string, number>} */ ({
  submarine: 0.8,
  destroyer: 0.9,
  cargo: 0.9,
  cruiser: 1.1,
  battleship: 1.6,
  carrier: 1.6,
  formation: 0.7,
  base: 2.6,
  island: 1.4,
});

/** The heading of a step. @param {readonly number[]} a @param {readonly number[]} b */
export function headingOf(a, b) {
  return Math.atan2(b[1] - a[1], b[0] - a[0]);
}

/** How words name air mastery, from the attacker's side. @param {string} band */
function bandName(band) {
  const names = /** @type {Record<string, () => string>} */ ({
    full_control: () => t('full control of the air'),
    advantage: () => t('advantage in the air'),
    even: () => t('even in the air'),
    inferior: () => t('inferior in the air'),
    lost_control: () => t('control of the air lost'),
  });
  return names[band]?.() ?? '';
}

/**
 * The course of a round.
 * @param {Position} before @param {Position} after @param {readonly any[]} events
 * @param {object} how
 * @param {(element: any, position: Position) => Drawn} how.draw how an element looks in a position
 * @param {(x: number, y: number, level: number) => import('kit/tracks.js').Place} how.place of a point in map units
 * @param {string[]} how.colours of the seats
 * @returns {Round}
 */
export function roundOf(before, after, events, { draw, place, colours }) {
  /** @type {Map<number, Actor>} */
  const actors = new Map();
  /** @type {Track[]} */
  const tracks = [];
  /** @type {{name: string, at: number}[]} */
  const phases = [];
  const seat = after.seat;
  let now = 0;

  const actor = (/** @type {any} */ element, /** @type {Position} */ position) => {
    const made = { first: draw(element, position), legs: [], turns: [], born: 0, gone: Infinity, sinks: false };
    actors.set(element.id, made);
    return made;
  };
  for (const unit of before.units) actor(unit, before);
  /** An actor that is first seen in the course of the round. @param {number} id @param {number} at */
  const enter = (id, at) => {
    const known = actors.get(id);
    if (known) return known;
    const unit = after.elements.get(id);
    if (!unit || !('pos' in unit)) return null;
    const made = actor(unit, after);
    made.born = at;
    return made;
  };
  const at = (/** @type {readonly number[]} */ [x, y, level = 1]) => place(x + 0.5, y + 0.5, level);
  /** Where an element is, before anything moves. @param {number | null} id @param {Position} [position] */
  const whereIs = (id, position = before) => {
    const element = position.elements.get(id ?? -1) ?? after.elements.get(id ?? -1);
    if (!element) return null;
    const [x, y] = centreOf(rectOf(element));
    return place(x, y, 'pos' in element ? element.pos[2] : 1);
  };
  const colourOf = (/** @type {number} */ id) =>
    colours[(before.elements.get(id) ?? after.elements.get(id))?.seat ?? 0] ?? '#FFFFFF';
  const lastTurn = (/** @type {Actor} */ one) =>
    one.turns.at(-1) ?? { health: one.first.health, planes: one.first.planes };
  /** @param {number | null} id @param {number} damage @param {number} time */
  const hurt = (id, damage, time) => {
    const one = actors.get(id ?? -1);
    const unit = before.elements.get(id ?? -1);
    if (!one || !unit || !damage || !unit.health) return;
    const turn = lastTurn(one);
    one.turns.push({ ...turn, at: time, health: Math.max(0, turn.health - (damage / unit.health) * one.first.health) });
  };
  const begin = (/** @type {string} */ name) => phases.push({ name, at: now });
  /** When something that was hit shows it. @type {Map<number, number>} */
  const struck = new Map();

  // Attack: shot after shot, in the order in which they were settled.
  const attack = events.filter(({ phase }) => phase === 'attack');
  if (attack.length) {
    begin('attack');
    const shots = attack.filter(({ type }) => type === 'strike' || type === 'air_combat');
    const gap = Math.min(TIMES.shot, LONGEST_ATTACK / Math.max(1, shots.length));
    let latest = now;
    for (const event of shots) {
      if (event.type === 'air_combat') {
        fight(event, now);
        latest = Math.max(latest, now + TIMES.dogfight);
        now += Math.min(TIMES.dogfight, gap * 4);
        continue;
      }
      latest = Math.max(latest, strike(event, now));
      now += gap;
    }
    now = latest + TIMES.pause;
    endings(attack);
  }

  /** @param {import('./types').StrikeEvent} event @param {number} start @returns {number} when it has arrived */
  function strike({ from, cell, kind, result, damage, target, owner, splash, attacker }, start) {
    const end = start + (kind === 'torpedo' ? effects.FLIGHT.run : effects.FLIGHT.shell);
    // A shot from the dark is only seen where it strikes.
    if (from && cell) {
      const origin = whereIs(attacker) ?? at(from);
      if (kind === 'torpedo') tracks.push(effects.run(start, origin, at(cell)));
      else tracks.push(...effects.shell(start, origin, at(cell)));
    } else if (from) tracks.push(...effects.launch(start, at(from), '#FFD98A').slice(1));
    if (!cell) return end;
    const spot = result === 'hit' || result === 'blocked_by_unit' ? (whereIs(target) ?? at(cell)) : at(cell);
    if (damage) tracks.push(...effects.hit(end, spot, damage, owner === seat));
    else if (result !== 'lost_on_land' && cell[2] < 2)
      tracks.push(effects.splash(end, spot, kind === 'torpedo' ? 0.7 : 1));
    else tracks.push(...effects.hit(end, spot, 0, false));
    hurt(target, damage ?? 0, end);
    if (target !== null) struck.set(target, end);
    for (const [id, loss] of splash) {
      hurt(id, loss, end + 90);
      struck.set(id, end + 90);
      const side = whereIs(id);
      if (side) tracks.push(...effects.hit(end + 90, side, loss, before.elements.get(id)?.seat === seat));
    }
    return end;
  }

  /** @param {import('./types').AirCombatEvent} event @param {number} start */
  function fight({ attacker, defender, cell, mastery, band, losses, planes }, start) {
    tracks.push(
      effects.duel(start, TIMES.dogfight, at(cell), [colourOf(attacker), colourOf(defender)], mastery, bandName(band)),
    );
    [attacker, defender].forEach((id, side) => {
      const end = start + TIMES.dogfight * 0.8;
      const left = planes[side];
      hurt(id, losses[side], end);
      const one = actors.get(id);
      const turn = one?.turns.at(-1);
      if (turn) turn.planes = Array.isArray(left) ? left.reduce((sum, n) => sum + n, 0) : left;
      struck.set(id, end);
    });
  }

  /** Who dies and what changes hands in a phase. @param {readonly any[]} happened */
  function endings(happened) {
    for (const event of happened) {
      if (event.type === 'destroyed') {
        const time = Math.max(struck.get(event.id) ?? now - TIMES.pause, 0) + 80;
        const one = actors.get(event.id);
        if (one) {
          one.sinks = event.pos[2] < 2;
          one.gone = time + TIMES.sink;
        }
        const spot = one?.legs.length ? placeOfActor(one, time) : at(event.pos);
        tracks.push(...effects.explosion(time, spot, SIZE[event.kind] ?? 1));
        now = Math.max(now, time + TIMES.sink * 0.7);
      } else if (event.type === 'captured') {
        const spot = whereIs(event.id);
        const time = (struck.get(event.id) ?? now) + 120;
        if (spot) tracks.push(...effects.flag(time, spot, event.seat, colours[event.seat]));
        now = Math.max(now, time + 700);
      }
    }
  }

  const placeOfActor = (/** @type {Actor} */ one, /** @type {number} */ time) => {
    const { x, y, level } = moment(one, time) ?? one.first;
    return place(x, y, level);
  };

  // Movement: all at once, step by step.
  const moving = events.filter(({ phase }) => phase === 'move');
  if (moving.some(({ type }) => type !== 'hover')) {
    begin('move');
    const longest = Math.max(1, ...moving.map((event) => (event.path ?? event.segments?.flat() ?? []).length - 1));
    const end = now + longest * TIMES.step;
    for (const event of moving) if (event.type === 'move') walk(event, now, end);
    const middle = now + (end - now) * 0.6;
    for (const event of moving) {
      if (event.type === 'battle') {
        tracks.push(...effects.collision(middle, at([...event.cell]), [colourOf(event.a), colourOf(event.b)]));
        for (const [id, , result, damage] of event.strikes) {
          const other = id === event.a ? event.b : event.a;
          if (result !== 'hit') continue;
          hurt(other, damage, middle + 250);
          struck.set(other, middle + 250);
          tracks.push(
            ...effects.hit(middle + 250, at([...event.cell]), damage, before.elements.get(other)?.seat === seat),
          );
        }
      } else if (event.type === 'air_combat') fight(event, middle - TIMES.dogfight / 2);
      else if (event.type === 'crash') {
        const one = actors.get(event.id);
        if (one) one.gone = end;
        tracks.push(...effects.crash(end, at(event.pos), at([event.pos[0], event.pos[1], 1])));
        if (event.damage) {
          hurt(event.victim, event.damage, end + 400);
          struck.set(event.victim, end + 400);
          tracks.push(
            ...effects.hit(
              end + 400,
              at([event.pos[0], event.pos[1], 1]),
              event.damage,
              before.elements.get(event.victim)?.seat === seat,
            ),
          );
        }
      }
    }
    now = end + TIMES.pause;
    endings(moving);
  }

  /** @param {import('./types').MoveEvent} event @param {number} start @param {number} end */
  function walk({ id, path, segments }, start, end) {
    if (path) {
      const one = enter(id, 0);
      if (one && path.length > 1) one.legs.push({ start, end: start + (path.length - 1) * TIMES.step, cells: path });
      return;
    }
    const parts = segments ?? [];
    const steps = parts.reduce((sum, part) => sum + part.length, 0);
    let time = start;
    parts.forEach((cells, i) => {
      const isFirst = i === 0 && before.elements.has(id);
      const isLast = i === parts.length - 1 && after.elements.has(id);
      // What lies between two stretches was not seen; the first begins with the phase, the last ends with it, as far as is known.
      const takes = (cells.length - 1) * TIMES.step;
      const from = isFirst
        ? start
        : isLast
          ? Math.max(time, end - takes)
          : time + ((end - start) * cells.length) / Math.max(1, steps) / 3;
      const one = enter(id, from);
      one?.legs.push({ start: from, end: from + takes, cells });
      time = from + takes;
      if (one && i === parts.length - 1 && !after.elements.has(id)) one.gone = Math.min(one.gone, time + 350);
    });
  }

  // Services: hoses, crates, tools; then those who blow themselves up.
  const services = events.filter(({ phase, type }) => phase === 'services' && type !== 'command_failed');
  if (services.length) {
    begin('services');
    for (const event of services) {
      if (event.type === 'activity')
        tracks.push(...event.at.map((/** @type {number[]} */ spot) => effects.launch(now, at(spot), '#86D7BE')[0]));
      else if (event.type === 'self_destruct') {
        tracks.push(...effects.explosion(now, at(event.pos), 1.8));
        const one = actors.get(event.id);
        if (one) Object.assign(one, { gone: now + TIMES.sink, sinks: true });
        for (const [id, loss] of event.victims) {
          hurt(id, loss, now + 200);
          struck.set(id, now + 200);
          const spot = whereIs(id, after);
          if (spot) tracks.push(...effects.hit(now + 200, spot, loss, before.elements.get(id)?.seat === seat));
        }
      } else if (event.at) {
        const colour = event.type === 'repair' ? '#7FE39B' : event.metal ? '#E2C88C' : '#86D7BE';
        const [giver, receiver] = event.type === 'collect' ? [event.at[1], event.at[0]] : event.at;
        const given = [
          event.fuel && t('fuel +{n}', { n: event.fuel }),
          event.ammo && t('ammunition +{n}', { n: event.ammo }),
          event.metal && t('metal +{n}', { n: event.metal }),
        ];
        tracks.push(
          ...effects.handOver(
            now,
            at(giver),
            at(receiver),
            event.metal ? 'crates' : 'hose',
            colour,
            given.filter(Boolean),
          ),
        );
      }
    }
    now += TIMES.service;
    endings(services);
  }

  const launches = events.filter(({ type }) => type === 'launched');
  if (launches.length) {
    begin('production');
    for (const event of launches) {
      enter(event.id, now + 150);
      tracks.push(...effects.launch(now, at(event.pos), colours[event.seat]));
    }
    now += TIMES.launch;
  }

  // Whoever is gone without a word has left what is seen; whoever is there now and was not has come into it.
  for (const [id, one] of actors) {
    if (after.elements.has(id)) continue;
    const leaves = Math.max(300, (one.legs.at(-1)?.end ?? now * 0.6) + 200);
    one.gone = Math.min(now, one.gone === Infinity ? leaves : one.gone);
  }
  for (const unit of after.units) enter(unit.id, now * 0.6);
  return { actors: [...actors.values()], tracks, phases, length: now + TIMES.pause };
}

/** How an actor looks at a time; null: it is not there. @param {Actor} one @param {number} time @returns {Drawn | null} */
export function moment({ first, legs, turns, born, gone, sinks }, time) {
  if (time < born || time > gone) return null;
  const drawn = { ...first };
  for (const { start, end, cells } of legs) {
    if (time < start) {
      if (legs[0].start === start && cells[0]) [drawn.x, drawn.y] = [cells[0][0] + 0.5, cells[0][1] + 0.5];
      break;
    }
    const k = end > start ? Math.min(1, (time - start) / (end - start)) : 1;
    const along = k * (cells.length - 1);
    const i = Math.min(cells.length - 2, Math.floor(along));
    if (i < 0) [drawn.x, drawn.y] = [cells[0][0] + 0.5, cells[0][1] + 0.5];
    else {
      const [a, b, part] = [cells[i], cells[i + 1], along - i];
      [drawn.x, drawn.y] = [a[0] + (b[0] - a[0]) * part + 0.5, a[1] + (b[1] - a[1]) * part + 0.5];
      drawn.heading = headingOf(a, b);
      drawn.wake = k < 1 ? 1 : Math.max(0.55, 1 - (time - end) / 900);
    }
  }
  for (const turn of turns) {
    if (turn.at > time) break;
    drawn.health = turn.health;
    if (turn.planes !== undefined) drawn.planes = turn.planes;
  }
  drawn.alpha = born ? Math.min(1, (time - born) / 250) : 1;
  if (gone < Infinity) {
    const left = (gone - time) / (sinks ? 900 : 300);
    if (left < 1 && sinks) drawn.sunk = 1 - Math.max(0, left);
    else if (left < 1) drawn.alpha *= Math.max(0, left);
  }
  return drawn;
}

/** A track that draws all actors at their moment. @param {Round} round @param {(ctx: CanvasRenderingContext2D, view: import('board/layers.js').View, units: Drawn[]) => void} paint @returns {Track} */
export function fleetTrack({ actors, length }, paint) {
  return {
    at: 0,
    lasts: length,
    ease: even,
    paint: (ctx, view, k) =>
      paint(
        ctx,
        view,
        actors.flatMap((one) => moment(one, k * length) ?? []),
      ),
  };
}
