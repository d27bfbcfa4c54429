/**
 * Is the page at rest? `<html data-busy="draw line">` names what is under way, for as long as anything is: requests, a connection that is
 * not caught up, drafts not sent, drawing that is due, playback, movements of style sheets. Who looks at a page from outside, as the tests
 * do, waits until the attribute is gone. Loops without an end are no work: a sea that moves is at rest.
 */

/** How many of each kind are under way. @type {Map<string, number>} */
const underWay = new Map();
const root = () => (typeof document === 'undefined' ? null : document.documentElement);
let isLooking = false;

/** Begins something; what it returns ends it, once. @param {string} name a word for what it is @returns {() => void} */
export function begin(name) {
  underWay.set(name, (underWay.get(name) ?? 0) + 1);
  tell();
  let isOver = false;
  return () => {
    if (isOver) return;
    isOver = true;
    const left = /** @type {number} */ (underWay.get(name)) - 1;
    if (left) underWay.set(name, left);
    else underWay.delete(name);
    look();
  };
}

/** The same promise, under way until it is settled. @template T @param {string} name @param {Promise<T>} promise @returns {Promise<T>} */
export function during(name, promise) {
  const end = begin(name);
  promise.then(end, end);
  return promise;
}

/** What is under way while a condition holds, which is told again and again. @param {string} name @returns {(isBusy: boolean) => void} */
export function state(name) {
  /** @type {(() => void) | null} */
  let end = null;
  return (isBusy) => {
    if (isBusy) end ??= begin(name);
    else {
      end?.();
      end = null;
    }
  };
}

/**
 * A function that has `act` run with the next frame, once for all calls until then; `cancel` calls it off.
 * @param {() => void} act @returns {(() => void) & { cancel: () => void }}
 */
export function oncePerFrame(act) {
  const busy = state('draw');
  let waiting = 0;
  const draw = () => {
    waiting = 0;
    try {
      act();
    } finally {
      if (!waiting) busy(false);
    }
  };
  const call = () => {
    busy(true);
    waiting ||= requestAnimationFrame(draw);
  };
  call.cancel = () => {
    cancelAnimationFrame(waiting);
    waiting = 0;
    busy(false);
  };
  return call;
}

function tell() {
  const at = root();
  if (!at?.setAttribute) return;
  if (underWay.size) at.setAttribute('data-busy', [...underWay.keys()].join(' '));
  else at.removeAttribute('data-busy');
}

/** One thing leads to the next, so the page is at rest only if nothing has begun one frame later, and nothing moves by style. */
function look() {
  if (underWay.size) return tell();
  if (isLooking || !root()?.setAttribute) return;
  isLooking = true;
  // A page in the background draws no frames.
  const soon = document.hidden ? queueMicrotask : requestAnimationFrame;
  soon(() =>
    setTimeout(async () => {
      isLooking = false;
      if (underWay.size) return tell();
      const moving = movements();
      if (!moving.length) return tell();
      await during('movement', Promise.allSettled(moving.map(({ finished }) => finished)));
    }),
  );
}

/** What style sheets move and will end. */
const movements = () =>
  document
    .getAnimations()
    .filter((one) => one.playState === 'running' && one.effect?.getComputedTiming().endTime !== Infinity);

/** A page begins with its attribute (templates/base.html), which ends when all that it names has been loaded. */
export function watchPage() {
  const loaded = begin('page');
  if (document.readyState === 'complete') loaded();
  else addEventListener('load', loaded);
  const stir = () => begin('movement')();
  for (const kind of ['transitionrun', 'animationstart']) document.addEventListener(kind, stir);
}
