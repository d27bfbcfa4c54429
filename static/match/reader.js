/**
 * Which frames of a replay are loaded, and which are loaded next? A requested step is loaded alone and at once; the request is aborted when
 * another step is requested. The steps around it are loaded in runs, one run at a time, the nearest first. Distant runs are dropped.
 *
 * @typedef {import("../types").Frame} Frame
 */
import { get } from 'app/api.js';
import { inTurn } from 'match/in_turn.js';
import { framesOf } from 'match/runs.js';

/** Steps of a run. */
export const RUN = 100;
/** Greatest number of single frames that are kept. */
const ALONE = 20;

/**
 * @param {{
 *   address: string,
 *   constant: object,
 *   count: number,
 *   first: Frame[],
 *   keep: number,
 *   arrived: (frames: Frame[]) => void,
 *   ask?: (url: string, how: import('app/api.js').How) => Promise<any>,
 *   rest?: () => Promise<void>,
 *   wait?: typeof inTurn,
 * }} config `address` of runs, its query without the steps; `constant`: keys that are the same in every view; `count`: number of steps; `first`: frames
 * loaded already; `keep`: greatest number of runs, at least 3; `arrived` is called once for every run; `rest`: pause between two runs loaded in advance; `wait`: until nothing else is asked for that may take long
 */
export function createReader({
  address,
  constant,
  count,
  first,
  keep,
  arrived,
  ask = get,
  rest = aMoment,
  wait = inTurn,
}) {
  /** @type {Map<number, Frame>} */
  const frames = new Map(first.map((frame) => [frame.step, frame]));
  /** Steps of frames that were loaded alone, the newest last. @type {number[]} */
  const alone = [...frames.keys()];
  /** First steps of the runs that are loaded now, and of those that were loaded at any time. */
  const [here, read] = [new Set(), new Set()];
  /** @type {AbortController | null} the frame that somebody waits for */
  let seek = null;
  /** @type {AbortController | null} the run under way */
  let ahead = null;
  let at = 0;
  let isClosed = false;

  /** @param {number} from @param {number} to @param {AbortSignal} signal @returns {Promise<Frame[]>} */
  async function fetchRun(from, to, signal) {
    const { run } = await ask(`${address}&first=${from}&last=${to}`, { signal, wants: ['run'] });
    return run ? framesOf(run, constant) : [];
  }

  /** The run to load next; null: none. Runs near the present step are always loaded, each other run once. */
  function next() {
    const centre = runOf(at);
    const runs = [];
    for (let run = 0; run < count; run += RUN) {
      const isNear = Math.abs(run - centre) <= RUN;
      if (!here.has(run) && (isNear || !read.has(run))) runs.push(run);
    }
    // Later steps are more likely to be requested than earlier ones.
    const far = (/** @type {number} */ run) => Math.abs(run - centre) * 2 + (run < centre ? 1 : 0);
    return runs.sort((a, b) => far(a) - far(b))[0] ?? null;
  }

  function readOn() {
    // Do not abort a run under way: the site has rendered it already, or soon will have.
    if (ahead || seek || isClosed) return;
    const run = next();
    if (run !== null) fetchAhead(run);
  }

  /** @param {number} run */
  async function fetchAhead(run) {
    const { signal } = (ahead = new AbortController());
    try {
      const news = await wait(() => fetchRun(run, run + RUN - 1, signal));
      if (isClosed) return;
      take(news, run);
      await rest();
    } catch {
      return; // The connection is poor: the next move asks again.
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
    /** The loaded frames, by step. */
    frames,
    /**
     * The frame of a step, loaded if necessary; null if another step was requested meanwhile. Throws the site's refusal.
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
      // A new object each time: what a board caches for a view is then released with that view.
      return frame ? { ...frame, view: { ...frame.view } } : null;
    },
    /** Aborts all requests; nothing is loaded afterwards. */
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

/** A short pause, so that a requested step can go first. */
const aMoment = () => new Promise((/** @type {(value: void) => void} */ resolve) => setTimeout(resolve, 120));
