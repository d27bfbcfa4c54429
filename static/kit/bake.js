/**
 * When is a bitmap made anew? What takes long to draw is kept under its cause (a map, what is seen, a step, a theme) and made again
 * only when that changes; the making runs in slices between frames, and until it has ended the board shows what it had, or a coarse drawing, or
 * nothing. What earlier pages have made is taken from the browser's shelf.
 */
import { state } from 'app/rest.js';
import { createShelf } from './shelf.js';

/** Anything told apart by `Object.is`: numbers, words, objects that stay the same as long as they mean the same. @typedef {readonly unknown[]} Cause */
/** @template T @typedef {() => Generator<unknown, T, unknown>} Recipe yields wherever it may be interrupted */
/** @typedef {ReturnType<typeof createBakery>} Bakery */
/**
 * How a drawing outlives its page: under a key that says all that it is made of. Without `close` and `open` its value is a record of pictures.
 * @template T
 * @typedef {{key: string, close?: (value: T) => import('./shelf.js').Parts, open?: (parts: any) => Recipe<T>}} Keeping
 */

/** What a name gets whose first drawing is a coarse one. */
const COARSE = ' coarse';
/** Milliseconds of work between two chances for the page to do something else. */
const SLICE = 7;
/** The same for a coarse drawing: until it is there the board can be read by nobody. */
const FIRST_SLICE = 60;

/** @param {Cause} a @param {Cause} b */
function isSame(a, b) {
  return a.length === b.length && a.every((part, i) => Object.is(part, b[i]));
}

/** Milliseconds within which a drawing is kept also where a sea that moves leaves no moment free. */
const KEEP_WITHIN = 2000;

/** Whenever nothing else is to do: keeping a drawing is for the next page. @param {() => void} work */
const whenIdle = (work) =>
  'requestIdleCallback' in globalThis ? requestIdleCallback(work, { timeout: KEEP_WITHIN }) : setTimeout(work, 0);

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
 * @param {import('./shelf.js').Shelf | null} [how.shelf] where drawings outlive their page
 */
export function createBakery({ ready, later = soon, now = () => performance.now(), shelf: store = createShelf() }) {
  /** @type {Map<string, {cause: Cause, value: unknown}>} */
  const kept = new Map();
  /** @typedef {{cause: Cause, steps: Generator<unknown, unknown, unknown>, spent: number, slices: number, longest: number, isLooking: boolean, isFound: boolean, keep: (value: unknown) => void}} Job `isLooking`: on the shelf; `isFound`: there, and only to be opened */
  /** @type {Map<string, Job>} */
  const jobs = new Map();
  /** @type {(() => void) | null} */
  let stop = null;
  let held = false;
  let isOver = false;
  const making = state('picture');

  /** What is drawn next: coarse drawings, then what the board has nothing of yet, then what only gets finer; the oldest first. */
  function nextJob() {
    const all = [...jobs.entries()].filter(([, { isLooking }]) => !isLooking);
    const isBlank = (/** @type {string} */ name) => !kept.has(name) && !kept.has(name + COARSE);
    return all.find(([name]) => name.endsWith(COARSE)) ?? all.find(([name]) => isBlank(name)) ?? all[0];
  }

  /** Works on one job for a while. @param {number} [limit] milliseconds */
  function work(limit) {
    const first = nextJob();
    if (!first) return;
    const [name, job] = first;
    const most = limit ?? (name.endsWith(COARSE) ? FIRST_SLICE : SLICE);
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
    job.keep(step.value);
    const { spent, slices, longest } = job;
    performance.mark(`bake:${name}`, { detail: { spent, slices, longest } });
    ready(name, jobs.size === 0);
    making(jobs.size > 0);
  }

  function schedule() {
    if (stop || held || ![...jobs.values()].some(({ isLooking }) => !isLooking)) return;
    stop = later(() => {
      stop = null;
      work();
      schedule();
    });
  }

  /** Looks whether an earlier page has made it; what is found has only to be opened. @template T @param {string} name @param {Job} job @param {Keeping<T>} keeping */
  async function look(name, job, { key, close = (value) => /** @type {any} */ (value), open }) {
    if (!store) return;
    job.isLooking = true;
    const parts = await store.get(key);
    if (!job.isLooking) return;
    job.isLooking = false;
    if (jobs.get(name) !== job) return;
    if (parts) {
      job.isFound = true;
      job.steps = (open?.(parts) ?? (() => whole(parts)))();
    } else job.keep = (value) => whenIdle(() => void store.put(key, close(/** @type {T} */ (value))));
    // Without it a coarse drawing is wanted first.
    if (!parts) ready(name, false);
    schedule();
  }

  return {
    /**
     * What was made for this cause; until it is ready, what was made for an earlier one, or null.
     * @template T
     * @param {string} name @param {Cause} cause @param {Recipe<T>} recipe
     * @param {Recipe<T>} [coarse] makes the same in a fraction of the time, to be seen while there is nothing yet
     * @param {Keeping<T>} [keeping] it is the same whenever its key is
     * @returns {T | null}
     */
    get(name, cause, recipe, coarse, keeping) {
      // A last frame may still be drawn of a board that has gone.
      if (isOver) return null;
      const shelf = kept.get(name);
      if (shelf && isSame(shelf.cause, cause)) {
        jobs.delete(name);
        making(jobs.size > 0);
        return /** @type {T} */ (shelf.value);
      }
      let job = jobs.get(name);
      if (!job || !isSame(job.cause, cause)) {
        job = {
          cause,
          steps: recipe(),
          spent: 0,
          slices: 0,
          longest: 0,
          isLooking: false,
          isFound: false,
          keep: () => {},
        };
        jobs.set(name, job);
        if (keeping) void look(name, job, keeping);
      }
      making(true);
      schedule();
      if (!shelf && coarse && !job.isLooking && !job.isFound) return this.get(name + COARSE, cause, coarse);
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
      for (const job of jobs.values()) job.isLooking = false;
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

/** Keeps a drawing that is one picture. @param {string} key @returns {Keeping<any>} */
export const onePicture = (key) => ({
  key,
  close: (picture) => ({ picture }),
  open:
    ({ picture }) =>
    () =>
      whole(picture),
});

/** A recipe of one step. @param {any} value @returns {Generator<unknown, any, unknown>} */
// biome-ignore lint/correctness/useYield: there is nothing to interrupt
function* whole(value) {
  return value;
}

/** A canvas off the page and its context. @param {number} width pixels @param {number} [height] @returns {[OffscreenCanvas, OffscreenCanvasRenderingContext2D]} */
export function sheet(width, height = width) {
  const canvas = new OffscreenCanvas(Math.max(1, Math.ceil(width)), Math.max(1, Math.ceil(height)));
  return [canvas, /** @type {OffscreenCanvasRenderingContext2D} */ (canvas.getContext('2d'))];
}
