/**
 * When is a bitmap made anew? What takes long to draw is kept under its cause (a map, what is seen, a step, a theme) and made again
 * only when that changes; the making runs in slices between frames, and until it has ended the board shows what it had, or nothing.
 */
import { state } from 'app/rest.js';

/** Anything told apart by `Object.is`: numbers, words, objects that stay the same as long as they mean the same. @typedef {readonly unknown[]} Cause */
/** @template T @typedef {() => Generator<unknown, T, unknown>} Recipe yields wherever it may be interrupted */
/** @typedef {ReturnType<typeof createBakery>} Bakery */

/** What a name gets whose first drawing is a coarse one. */
const COARSE = ' coarse';
/** Milliseconds of work between two chances for the page to do something else. */
const SLICE = 7;

/** @param {Cause} a @param {Cause} b */
function isSame(a, b) {
  return a.length === b.length && a.every((part, i) => Object.is(part, b[i]));
}

/** @param {() => void} work @returns {() => void} the way to call it off */
function soon(work) {
  const { scheduler } = /** @type {any} */ (globalThis);
  if (!scheduler?.postTask) {
    const timer = setTimeout(work, 0);
    return () => clearTimeout(timer);
  }
  const control = new AbortController();
  scheduler.postTask(work, { priority: 'user-visible', signal: control.signal }).catch(() => {});
  return () => control.abort();
}

/**
 * A page leaves a mark `bake:NAME` when something is ready, with the time spent, the number of slices and the longest one.
 * @param {object} how
 * @param {(name: string, done: boolean) => void} how.ready something has been made; `done`: nothing else is being made
 * @param {(work: () => void) => () => void} [how.later] runs a slice after a while; tests bring their own
 * @param {() => number} [how.now]
 */
export function createBakery({ ready, later = soon, now = () => performance.now() }) {
  /** @type {Map<string, {cause: Cause, value: unknown}>} */
  const kept = new Map();
  /** @type {Map<string, {cause: Cause, steps: Generator<unknown, unknown, unknown>, spent: number, slices: number, longest: number}>} */
  const jobs = new Map();
  /** @type {(() => void) | null} */
  let stop = null;
  let held = false;
  let isOver = false;
  const making = state('picture');

  /** Works on the oldest job for a while: coarse drawings come before all fine ones. @param {number} most milliseconds */
  function work(most) {
    const all = [...jobs.entries()];
    const first = all.find(([name]) => name.endsWith(COARSE)) ?? all[0];
    if (!first) return;
    const [name, job] = first;
    const start = now();
    let step = job.steps.next();
    while (!step.done && now() - start < most) step = job.steps.next();
    const took = now() - start;
    job.spent += took;
    job.slices += 1;
    job.longest = Math.max(job.longest, took);
    if (!step.done) return;
    jobs.delete(name);
    kept.set(name, { cause: job.cause, value: step.value });
    kept.delete(name + COARSE);
    const { spent, slices, longest } = job;
    performance.mark(`bake:${name}`, { detail: { spent, slices, longest } });
    ready(name, jobs.size === 0);
    making(jobs.size > 0);
  }

  function schedule() {
    if (stop || held || !jobs.size) return;
    stop = later(() => {
      stop = null;
      work(SLICE);
      schedule();
    });
  }

  return {
    /**
     * What was made for this cause; until it is ready, what was made for an earlier one, or null.
     * @template T
     * @param {string} name @param {Cause} cause @param {Recipe<T>} recipe
     * @param {Recipe<T>} [coarse] makes the same in a fraction of the time, to be seen while there is nothing yet
     * @returns {T | null}
     */
    get(name, cause, recipe, coarse) {
      // A last frame may still be drawn of a board that has gone.
      if (isOver) return null;
      const shelf = kept.get(name);
      if (shelf && isSame(shelf.cause, cause)) {
        jobs.delete(name);
        making(jobs.size > 0);
        return /** @type {T} */ (shelf.value);
      }
      const job = jobs.get(name);
      if (!job || !isSame(job.cause, cause))
        jobs.set(name, { cause, steps: recipe(), spent: 0, slices: 0, longest: 0 });
      making(true);
      schedule();
      if (!shelf && coarse) return this.get(name + COARSE, cause, coarse);
      return /** @type {T | null} */ (shelf?.value ?? null);
    },

    /** What was made last under a name, whatever its cause. @param {string} name @returns {any} */
    last: (name) => kept.get(name)?.value ?? null,

    /** Whether something is still being made. */
    busy: () => jobs.size > 0,

    /** No work while the hand moves the board. @param {boolean} now_ */
    hold(now_) {
      held = now_;
      if (held) {
        stop?.();
        stop = null;
      } else schedule();
    },

    /** Makes everything now, without interruption. */
    finish() {
      while (jobs.size) work(Infinity);
    },

    destroy() {
      isOver = true;
      stop?.();
      jobs.clear();
      making(false);
      kept.clear();
    },
  };
}

/** A canvas off the page and its context. @param {number} width pixels @param {number} [height] @returns {[OffscreenCanvas, OffscreenCanvasRenderingContext2D]} */
export function sheet(width, height = width) {
  const canvas = new OffscreenCanvas(Math.max(1, Math.ceil(width)), Math.max(1, Math.ceil(height)));
  return [canvas, /** @type {OffscreenCanvasRenderingContext2D} */ (canvas.getContext('2d'))];
}
