/**
 * How long do this page's own frames take, and may the board move by itself? Ambient motion is the first thing to go: while the
 * camera moves, where the machine is slow, where motion is not wanted, while nobody looks.
 */

/** @typedef {import('board/board.js').Board} Board */

/** An ambient frame may take so many milliseconds on the page's own thread; on average above that, all stands still for a while. */
const TOO_SLOW = 14;
/** Milliseconds after which a slow machine is tried again. */
const TRY_AGAIN = 30_000;
/** Frames after which the average means something. */
const ENOUGH = 12;
/** Milliseconds between two ambient frames. */
const BETWEEN = 90;

/** @param {readonly number[]} times @param {number} part 0.5: the median */
export function quantile(times, part) {
  const sorted = [...times].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0;
}

/**
 * Measures frames from the beginning of their painting until the page's thread is free again, and leaves one measure
 * `board:pan`, `board:zoom`, `board:play` or `board:drift` in the page's timings for every stretch, with the number of frames, median, 95th percentile and longest.
 * @param {Board} board
 * @param {{drift?: (time: number) => void, playing: () => boolean, busy?: () => boolean}} how drift: paints the next ambient moment, seconds;
 *   busy: something else takes the time now, so that slow frames mean nothing
 */
export function createPace(board, { drift, playing, busy = () => false }) {
  /** @type {{name: string, start: number, times: number[]} | null} */
  let run = null;
  let scale = 0;
  let [average, count, drifted] = [0, 0, false];
  let timer = 0;
  /** Until when nothing drifts because the machine is slow. */
  let rests = 0;
  const channel = new MessageChannel();
  /** @type {number[]} */
  const begun = [];

  channel.port1.onmessage = () => {
    const start = begun.shift();
    if (start === undefined) return;
    const took = performance.now() - start;
    if (run) run.times.push(took);
    if (board.moving() && !board.state.hurried && took > TOO_SLOW) board.set({ hurried: true }, []);
    if (!drifted) return;
    drifted = false;
    if (busy()) return;
    count += 1;
    average += (took - average) / Math.min(count, 20);
    if (count < ENOUGH || average <= TOO_SLOW) return;
    rests = performance.now() + TRY_AGAIN;
    count = 0;
    drift?.(performance.now() / 1000);
  };

  /** Ends the stretch that is measured and begins another. @param {string | null} name */
  function turnTo(name) {
    if (run?.name === name) return;
    if (run && run.times.length > 2) {
      const { times } = run;
      performance.measure(`board:${run.name}`, {
        start: run.start,
        end: performance.now(),
        detail: {
          frames: times.length,
          median: quantile(times, 0.5),
          p95: quantile(times, 0.95),
          most: Math.max(...times),
        },
      });
    }
    run = name ? { name, start: performance.now(), times: [] } : null;
  }

  const mayDrift = () =>
    !!drift &&
    performance.now() > rests &&
    !board.state.still &&
    !board.moving() &&
    !playing() &&
    document.visibilityState === 'visible';

  function tick() {
    timer = window.setTimeout(tick, BETWEEN);
    if (!mayDrift()) return;
    drifted = true;
    drift?.(performance.now() / 1000);
  }
  timer = window.setTimeout(tick, BETWEEN);

  const stop = board.watch({
    camera() {
      if (playing()) return;
      const isZoom = board.state.camera.scale !== scale;
      scale = board.state.camera.scale;
      if (board.moving()) {
        if (run?.name !== 'zoom') turnTo(isZoom ? 'zoom' : 'pan');
        return;
      }
      turnTo(null);
      // Every movement finds out anew how fast the machine is.
      if (board.state.hurried) board.set({ hurried: false }, []);
    },
    painted(start) {
      if (playing()) turnTo('play');
      else if (run?.name === 'play') turnTo(null);
      begun.push(start);
      channel.port2.postMessage(0);
    },
  });

  return {
    mayDrift,
    destroy() {
      clearTimeout(timer);
      turnTo(null);
      stop();
      channel.port1.close();
    },
  };
}
