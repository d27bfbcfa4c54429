/**
 * Where is everybody at a moment of a step? Actors with ways, wounds, an entrance and an end, asked for any time in any order, so that
 * playback can be sought back and forth. Pure.
 */
import { even } from 'board/animate.js';

/** @typedef {import('../types').GameEvent} GameEvent */

/**
 * What an actor looks like at one moment; a game's drawings have more.
 * @typedef {object} Look
 * @property {number} x middle, in map units
 * @property {number} y
 * @property {number} heading radians
 * @property {number} health part of what it can have
 * @property {number} wake 1 while it makes way
 * @property {number} alpha
 * @property {number} [sunk] how far it has gone down, 0 to 1
 * @property {number} [lost] part of health that a blow has just taken, until it has drained away
 */
/**
 * @template {Look} T
 * @typedef {object} Actor
 * @property {T} first how it looks at the beginning
 * @property {{start: number, end: number, cells: readonly (readonly number[])[], of?: GameEvent}[]} legs cell by cell, in order of time; milliseconds
 * @property {{at: number, part?: Partial<T>, loss?: number, of?: GameEvent}[]} turns what is different from a time on, in order of time; `loss` of health
 * @property {number} born when it is first seen; 0: from the start
 * @property {GameEvent} [bornOf] the event with which it comes
 * @property {number} gone when it is last seen; Infinity: it stays
 * @property {GameEvent} [goneOf] the event with which it goes
 * @property {boolean} sinks its end takes a while
 */

/** Milliseconds of coming into sight, of leaving it, of going down, and of a wake that settles. */
const TIMES = { enter: 250, leave: 300, sink: 900, settle: 900 };
/** What a blow took is seen for a while, then drains. */
const LOSS = { seen: 450, drains: 450 };
const SETTLED = 0.75;

/** The direction of a step, radians. @param {readonly number[]} a @param {readonly number[]} b */
export function headingOf(a, b) {
  return Math.atan2(b[1] - a[1], b[0] - a[0]);
}

/** @template {Look} T @param {T} first @param {number} [born] @returns {Actor<T>} */
export function actorFrom(first, born = 0) {
  return { first, legs: [], turns: [], born, gone: Infinity, sinks: false };
}

/** How an actor looks at a time; null: it is not there. @template {Look} T @param {Actor<T>} actor @param {number} time @returns {T | null} */
export function moment({ first, legs, turns, born, gone, sinks }, time) {
  if (time < born || time > gone) return null;
  const now = { ...first };
  if (legs.length && time < legs[0].start) stand(now, legs[0].cells[0]);
  for (const { start, end, cells } of legs) {
    if (time < start) break;
    const along = (end > start ? Math.min(1, (time - start) / (end - start)) : 1) * (cells.length - 1);
    const i = Math.min(cells.length - 2, Math.floor(along));
    if (i < 0) stand(now, cells[0]);
    else {
      const [a, b, part] = [cells[i], cells[i + 1], along - i];
      stand(now, [a[0] + (b[0] - a[0]) * part, a[1] + (b[1] - a[1]) * part]);
      now.heading = headingOf(a, b);
      now.wake = time < end ? 1 : Math.max(SETTLED, 1 - (time - end) / TIMES.settle);
    }
  }
  let lost = 0;
  for (const { at, part, loss = 0 } of turns) {
    if (at > time) continue;
    Object.assign(now, part);
    now.health -= loss;
    if (loss > 0) lost += loss * Math.max(0, Math.min(1, 1 - (time - at - LOSS.seen) / LOSS.drains));
  }
  if (lost > 0) now.lost = Math.min(lost, first.health - Math.max(0, now.health));
  now.health = Math.max(0, now.health);
  now.alpha = born ? Math.min(1, (time - born) / TIMES.enter) : 1;
  const left = Math.max(0, (gone - time) / (sinks ? TIMES.sink : TIMES.leave));
  if (left < 1 && sinks) now.sunk = 1 - left;
  else if (left < 1) now.alpha *= left;
  return now;
}

/** Puts a look into the middle of a cell. @param {Look} look @param {readonly number[]} cell */
function stand(look, [x, y]) {
  [look.x, look.y] = [x + 0.5, y + 0.5];
}

/** A track that draws all actors at their moment. @template {Look} T @param {readonly Actor<T>[]} actors @param {number} lasts milliseconds @param {(ctx: CanvasRenderingContext2D, view: import('board/layers.js').View, looks: T[]) => void} paint @returns {import('board/animate.js').Track} */
export function actorsTrack(actors, lasts, paint) {
  return {
    at: 0,
    lasts,
    ease: even,
    paint: (ctx, view, k) =>
      paint(
        ctx,
        view,
        actors.flatMap((actor) => moment(actor, k * lasts) ?? []),
      ),
  };
}
