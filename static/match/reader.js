/**
 * Which frames of a replay are at hand, and which come next? A step that somebody wants comes alone and at once, and is called off when
 * another one is wanted; around it the match is read in runs, one at a time and the nearest first. What is far away is let go.
 *
 * @typedef {import("../types").Frame} Frame
 */
import { get } from 'app/api.js';
import { framesOf } from 'match/runs.js';

/** Steps of a run. */
export const RUN = 100;
/** Frames that came alone and are kept. */
const ALONE = 20;

/**
 * @param {{
 *   address: string,
 *   constant: object,
 *   count: number,
 *   first: Frame[],
 *   keep: number,
 *   arrived: (frames: Frame[]) => void,
 *   ask?: (url: string, how: { signal: AbortSignal }) => Promise<any>,
 *   rest?: () => Promise<void>,
 * }} config `address` of runs, with a query that lacks the steps; `constant`: what is the same in every view; `count` of the steps; `first`: frames
 * that are here; `keep`: runs at most, 3 or more; `arrived` is told of every run once; `rest`: between two runs that nobody waits for
 */
export function createReader({ address, constant, count, first, keep, arrived, ask = get, rest = aMoment }) {
  /** @type {Map<number, Frame>} */
  const frames = new Map(first.map((frame) => [frame.step, frame]));
  /** Steps of frames that came alone, the newest last. @type {number[]} */
  const alone = [...frames.keys()];
  /** First steps of the runs that are here, and of those that have been. */
  const [here, read] = [new Set(), new Set()];
  /** @type {AbortController | null} the frame that somebody waits for */
  let seek = null;
  /** @type {AbortController | null} the run under way */
  let ahead = null;
  let at = 0;
  let isClosed = false;

  /** @param {number} from @param {number} to @param {AbortSignal} signal @returns {Promise<Frame[]>} */
  async function fetchRun(from, to, signal) {
    const { run } = await ask(`${address}&first=${from}&last=${to}`, { signal });
    return run ? framesOf(run, constant) : [];
  }

  /** The run that should be here next; null: none. Around the place all should be, elsewhere each is read once. */
  function next() {
    const centre = runOf(at);
    const runs = [];
    for (let run = 0; run < count; run += RUN) {
      const isNear = Math.abs(run - centre) <= RUN;
      if (!here.has(run) && (isNear || !read.has(run))) runs.push(run);
    }
    // What comes is more likely to be wanted than what has been.
    const far = (/** @type {number} */ run) => Math.abs(run - centre) * 2 + (run < centre ? 1 : 0);
    return runs.sort((a, b) => far(a) - far(b))[0] ?? null;
  }

  function readOn() {
    // A run under way stays, wherever somebody looks now: the site has made it already, or soon has.
    if (ahead || seek || isClosed) return;
    const run = next();
    if (run !== null) fetchAhead(run);
  }

  /** @param {number} run */
  async function fetchAhead(run) {
    ahead = new AbortController();
    try {
      const news = await fetchRun(run, run + RUN - 1, ahead.signal);
      if (isClosed) return;
      take(news, run);
      await rest();
    } catch {
      return; // The line is poor: whoever moves on asks again.
    } finally {
      ahead = null;
    }
    readOn();
  }

  /** @param {Frame[]} news @param {number} run */
  function take(news, run) {
    for (const frame of news) frames.set(frame.step, frame);
    const isNew = !read.has(run);
    here.add(run);
    read.add(run);
    const centre = runOf(at);
    const far = [...here].sort((a, b) => Math.abs(b - centre) - Math.abs(a - centre));
    for (const old of far.slice(0, Math.max(0, here.size - keep))) {
      here.delete(old);
      for (let step = old; step < old + RUN; step += 1) if (!alone.includes(step)) frames.delete(step);
    }
    if (isNew) arrived(news);
  }

  return {
    /** What is at hand, by step. */
    frames,
    /**
     * The frame of a step, asked for if it is not here; null when another one was wanted meanwhile. Throws what the site refuses.
     * @param {number} step @returns {Promise<Frame | null>}
     */
    async want(step) {
      at = step;
      seek?.abort();
      seek = null;
      if (!frames.has(step)) {
        const mine = new AbortController();
        seek = mine;
        try {
          const [frame] = await fetchRun(step, step, mine.signal);
          if (mine.signal.aborted) return null;
          if (frame) keepAlone(frame);
        } catch (error) {
          if (mine.signal.aborted) return null;
          throw error;
        } finally {
          if (seek === mine) seek = null;
        }
      }
      readOn();
      const frame = frames.get(step);
      // As an object of its own: what a board keeps beside a view that it has shown goes with it.
      return frame ? { ...frame, view: { ...frame.view } } : null;
    },
    /** Nobody looks any more. */
    close() {
      isClosed = true;
      seek?.abort();
      ahead?.abort();
    },
  };

  /** @param {Frame} frame */
  function keepAlone(frame) {
    frames.set(frame.step, frame);
    alone.push(frame.step);
    const old = alone.length > ALONE ? alone.shift() : undefined;
    if (old !== undefined && !here.has(runOf(old))) frames.delete(old);
  }
}

/** @param {number} step the first step of its run */
const runOf = (step) => Math.floor(step / RUN) * RUN;

/** So that what somebody wants in between comes first. */
const aMoment = () => new Promise((/** @type {(value: void) => void} */ resolve) => setTimeout(resolve, 120));
