/**
 * Which animations run now, and how far are they? A timeline of tracks made from events. It can be skipped, and it takes no time
 * under reduced motion.
 */

import { state } from 'app/rest.js';

/** @typedef {import('./layers.js').View} View */

/**
 * @typedef {object} Track
 * @property {number} at milliseconds after the start
 * @property {number} lasts milliseconds
 * @property {(ctx: CanvasRenderingContext2D, view: View, k: number) => void} [paint] k goes from 0 to 1, eased out
 * @property {(k: number) => number} [ease] another easing from 0 to 1
 * @property {() => void} [begin] called once when its time has come, also when the timeline is skipped
 * @property {import('../types').GameEvent} [event] the event that begins with this track; listeners of the run are told, unless it is skipped
 * @property {import('../types').GameEvent} [of] the event that it shows, if it is not the one that begins with it
 * @property {string | number} [piece] the piece that it shows
 * @property {import('../types').GameEvent} [until] what it waits for: it is seen until that event begins
 * @property {number} [stays] it moves for so many milliseconds and is seen until all is over
 */

/** @typedef {(event: import('../types').GameEvent) => void} Hear */
/** @typedef {{speed: number, instant: boolean, hear?: Hear}} How of a run; `hear`: each event that a track has, at its moment */
/** @typedef {{tracks: Track[], begun: Set<Track>, start: number, speed: number, end: number, held: number | null, hear?: Hear, resolve: () => void}} Run */

/** @param {number} k */
export function easeOut(k) {
  return 1 - (1 - k) ** 3;
}

/** Linear easing. @param {number} k */
export function even(k) {
  return k;
}

/**
 * @typedef {object} Clock where time comes from; tests bring their own
 * @property {() => number} now
 * @property {(tick: () => void) => number} request
 * @property {(handle: number) => void} cancel
 */

/** @returns {Clock} */
export function screenClock() {
  return {
    now: () => performance.now(),
    request: (tick) => requestAnimationFrame(tick),
    cancel: (handle) => cancelAnimationFrame(handle),
  };
}

/**
 * @param {() => void} changed asks for the painting of the next moment
 * @param {Clock} clock
 */
export function createTimeline(changed, clock) {
  /** @type {Run | null} */
  let run = null;
  let handle = 0;
  const playing = state('playback');

  /** Milliseconds of the run that have passed. @param {Run} one */
  const timeOf = (one) => one.held ?? (clock.now() - one.start) * one.speed;

  function finish() {
    if (!run) return;
    const done = run;
    clock.cancel(handle);
    run = null;
    playing(false);
    for (const track of done.tracks) if (!done.begun.has(track)) track.begin?.();
    changed();
    done.resolve();
  }

  function tick() {
    if (!run) return;
    const time = timeOf(run);
    for (const track of run.tracks) {
      if (track.at > time || run.begun.has(track)) continue;
      run.begun.add(track);
      track.begin?.();
      if (track.event) run.hear?.(track.event);
    }
    changed();
    if (run.held !== null) return;
    if (time >= run.end) finish();
    else handle = clock.request(tick);
  }

  return {
    /** Whether something is playing. */
    playing: () => run !== null,

    /**
     * Plays tracks, ending what played before. Resolves when the last one has ended or was skipped.
     * @param {Track[]} tracks @param {Partial<How>} [how]
     * @returns {Promise<void>}
     */
    play(tracks, { speed = 1, instant = false, hear } = {}) {
      finish();
      const sorted = [...tracks].sort((a, b) => a.at - b.at);
      const end = Math.max(0, ...sorted.map((track) => track.at + track.lasts));
      return new Promise((resolve) => {
        run = { tracks: sorted, begun: new Set(), start: clock.now(), speed, end, held: null, hear, resolve };
        playing(true);
        if (instant || end === 0) finish();
        else tick();
      });
    },

    /** Jumps to the end. */
    skip: finish,

    /** How far the run is, in its milliseconds at speed 1; null: nothing is playing. */
    progress: () => run && { time: Math.min(run.end, timeOf(run)), end: run.end, held: run.held !== null },

    /** Pauses, or continues. @param {boolean} still */
    hold(still) {
      if (!run || (run.held !== null) === still) return;
      clock.cancel(handle);
      if (still) run.held = timeOf(run);
      else {
        run.start = clock.now() - (run.held ?? 0) / run.speed;
        run.held = null;
      }
      playing(!still);
      tick();
    },

    /** Goes to a time of the run, also backwards; what has begun stays begun. @param {number} time milliseconds at speed 1 */
    seek(time) {
      if (!run) return;
      clock.cancel(handle);
      const wanted = Math.max(0, Math.min(run.end, time));
      if (run.held !== null) run.held = wanted;
      else run.start = clock.now() - wanted / run.speed;
      tick();
    },

    /** Plays on faster or slower. @param {number} speed */
    pace(speed) {
      if (!run || speed <= 0) return;
      const time = timeOf(run);
      run.speed = speed;
      run.start = clock.now() - time / speed;
    },

    /** Paints what moves now. @param {CanvasRenderingContext2D} ctx @param {View} view */
    paint(ctx, view) {
      if (!run) return;
      const time = timeOf(run);
      for (const track of run.tracks) {
        if (!track.paint || time < track.at || time > track.at + track.lasts) continue;
        ctx.save();
        track.paint(ctx, view, (track.ease ?? easeOut)(track.lasts ? (time - track.at) / track.lasts : 1));
        ctx.restore();
      }
    },
  };
}
