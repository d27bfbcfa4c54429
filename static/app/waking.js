/**
 * How long has something lasted, and when may what a page shows be out of date? Durations are by a clock that nobody sets; that clock may
 * stand still while the machine sleeps, so the clock on the wall is looked at too, here alone: for whether the two have parted, and for the time of day.
 */

/** Milliseconds by a clock that only goes forward; its zero means nothing. */
export const ticks = () => performance.now();

/** The time of day at this device, for what is told to its person only. Milliseconds since 1970. */
export const today = () => Date.now();

/** How far the two clocks may part without news: the machine corrects its clock by a little all the time. */
const SLACK = 1_500;
/** Milliseconds between two looks at the clocks of a page that is open in front. */
const LOOK_EVERY = 1_000;

const apart = () => Date.now() - ticks();

/**
 * Calls whenever what the page shows may be out of date: it is looked at again, comes back from the browser's cache or from being frozen,
 * the network changes, the machine has slept, or its clock was set.
 * @param {(gap: number) => void} run `gap`: by how many milliseconds the clock on the wall has gone further than the other one since the
 *   last call; 0: they agree
 * @returns {() => void} ends it
 */
export function onWaking(run) {
  const ending = new AbortController();
  const { signal } = ending;
  let known = apart();
  const wake = () => {
    const gap = apart() - known;
    known += gap;
    run(Math.abs(gap) > SLACK ? gap : 0);
  };
  const seen = () => document.hidden || wake();
  addEventListener('online', wake, { signal });
  addEventListener('offline', wake, { signal });
  addEventListener('pageshow', (event) => /** @type {PageTransitionEvent} */ (event).persisted && wake(), { signal });
  document.addEventListener('visibilitychange', seen, { signal });
  document.addEventListener('resume', seen, { signal });
  const timer = setInterval(() => Math.abs(apart() - known) > SLACK && wake(), LOOK_EVERY);
  return () => {
    ending.abort();
    clearInterval(timer);
  };
}
