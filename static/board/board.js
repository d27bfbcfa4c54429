/**
 * A board on a page: canvas layers, a camera, pieces that can be pointed at, animations. `createBoard(el, config)`, later
 * `board.set(part)`; everything that changed within one animation frame is painted once. Knows no game and no server.
 */
import { state as busyState, oncePerFrame } from 'app/rest.js';
import { createTimeline, easeOut, screenClock } from './animate.js';
import { between, fit, framed, kept, limitsFor, panned, pinched, toScreen, toWorld, zoomedAt } from './camera.js';
import { bindInput } from './input.js';
import { createLayers } from './layers.js';
import { isInside } from './lines.js';
import { readPalette, watchPalette } from './palette.js';
import { isAmbiguous, isUnclear, pieceAt, piecesInside } from './pieces.js';
import { defaults } from './state.js';

/** @typedef {import('./state.js').State} State */
/** @typedef {import('./camera.js').Camera} Camera */
/** @typedef {import('./lines.js').Point} Point */
/** @typedef {ReturnType<typeof createBoard>} Board */

/**
 * @typedef {object} Watcher
 * @property {() => void} [camera] the camera, the board's size or the colours have changed, or the camera has come to rest
 * @property {() => void} [steered] somebody moves the camera, by hand, by key or by a button: not the board itself, not `visit`
 * @property {(start: number) => void} [painted] a frame has been painted; `start`: when that began, in the page's milliseconds
 */

/** Milliseconds that the camera must rest before cached layers are painted at full resolution. */
const REST = 140;
const GLIDE = 320;
const MAGNIFY = 2.4;

/**
 * @param {HTMLElement} el gets the canvases; positioned and focusable from here on
 * @param {Partial<State>} config
 */
export function createBoard(el, config) {
  const state = defaults(readPalette(el));
  Object.assign(state, config);
  const touchAction = el.style.touchAction;
  Object.assign(el.style, { position: 'relative', overflow: 'hidden', touchAction: 'none' });
  if (el.tabIndex < 0) el.tabIndex = 0;
  const layers = createLayers(el);
  let rest = 0;
  const settling = busyState('camera');
  /** @type {{from: Camera, to: Camera, start: number} | null} */
  let glide = null;
  let moving = false;
  /** Who follows camera and frames. @type {Set<Watcher>} */
  const watchers = new Set();

  const timeline = createTimeline(() => soil(['effects']), screenClock());
  const limits = () => limitsFor(fit(state.world, layers.size(), state.insets).scale, state.closest);

  const tellCamera = () => {
    for (const watcher of watchers) watcher.camera?.();
  };

  function draw() {
    const start = performance.now();
    if (glide) {
      const k = Math.min(1, (performance.now() - glide.start) / GLIDE);
      state.camera = between(glide.from, glide.to, easeOut(k));
      layers.shift();
      if (k === 1) glide = null;
      else schedule();
      restLater();
      tellCamera();
    }
    const isAhead = layers.paint(state, moving ? (glide?.to ?? state.camera) : null);
    // The way begins when there is ground all along it.
    if (isAhead && glide) glide.start += performance.now() - start;
    for (const watcher of watchers) watcher.painted?.(start);
  }

  const schedule = oncePerFrame(draw);

  /** A person moves the camera. */
  const steered = () => {
    for (const watcher of watchers) watcher.steered?.();
  };

  /** @param {string[]} [names] */
  function soil(names) {
    layers.soil(names);
    schedule();
  }

  function restLater() {
    moving = true;
    settling(true);
    clearTimeout(rest);
    rest = window.setTimeout(() => {
      moving = false;
      soil();
      tellCamera();
      settling(false);
    }, REST);
  }

  /** @param {Camera} camera @param {boolean} [smoothly] */
  function look(camera, smoothly = false) {
    const to = state.followsFit ? camera : kept(camera, state.world, layers.size());
    if (smoothly && !state.still) {
      glide = { from: state.camera, to, start: performance.now() };
    } else {
      glide = null;
      state.camera = to;
      layers.shift();
    }
    restLater();
    schedule();
    tellCamera();
  }

  function refit(smoothly = true) {
    steered();
    state.followsFit = true;
    look(fit(state.world, layers.size(), state.insets), smoothly);
  }

  function measure() {
    layers.resize();
    if (state.followsFit) {
      glide = null;
      state.camera = fit(state.world, layers.size(), state.insets);
    }
    moving = false;
    soil();
    tellCamera();
  }

  /** Zooms around a point of the screen. @param {Point} at @param {number} factor @param {boolean} smoothly */
  function zoom(at, factor, smoothly) {
    steered();
    state.followsFit = false;
    look(zoomedAt(glide ? glide.to : state.camera, layers.size(), at, factor, limits()), smoothly);
  }

  /** @param {Point} at @param {boolean} touch */
  function pick(at, touch) {
    const piece = pieceAt(state.pieces, state.camera, layers.size(), at, touch);
    return piece ?? state.ground?.at(...toWorld(state.camera, layers.size(), at[0], at[1])) ?? null;
  }

  /** Whether a finger at this point could mean several things. @param {Point} at */
  function isCrowded(at) {
    const { ground, pieces, camera } = state;
    if (ground) return isUnclear(ground, pieces, pick(at, true), camera, layers.size(), at);
    return isAmbiguous(pieces, camera, layers.size(), at);
  }

  const unbind = bindInput(el, {
    state,
    pick,
    within: (shape) => piecesInside(state.pieces, state.camera, layers.size(), shape),
    holds: (shape) => (x, y) => isInside(shape, toScreen(state.camera, layers.size(), x, y)),
    comeCloser(at) {
      if (!isCrowded(at) || state.camera.scale >= limits().closest * 0.95) return false;
      steered();
      state.followsFit = false;
      look(zoomedAt(state.camera, layers.size(), at, MAGNIFY, limits()), true);
      return true;
    },
    pan(dx, dy) {
      steered();
      state.followsFit = false;
      look(panned(state.camera, dx, dy));
    },
    zoom: (at, factor) => zoom(at, factor, false),
    pinch(before, after) {
      steered();
      state.followsFit = false;
      look(pinched(state.camera, layers.size(), before, after, limits()));
    },
    fit: refit,
    changed: () => soil(['hints']),
  });
  const unwatch = watchPalette(() => {
    state.palette = readPalette(el);
    soil();
    tellCamera();
  });
  const observer = new ResizeObserver(measure);
  observer.observe(el);
  measure();

  return {
    /** Read it, never write it. @type {Readonly<State>} */
    state,

    /**
     * Changes part of the state. `layers`, `world` and `insets` touch everything; otherwise name the layers to paint again.
     * @param {Partial<State>} part @param {string[]} [names] layers that show it; none: all
     */
    set(part, names) {
      Object.assign(state, part);
      if (part.world || part.insets || part.closest !== undefined) {
        const whole = state.followsFit ? fit(state.world, layers.size(), state.insets) : null;
        // A camera on its way to the whole map goes on to where that is now.
        if (whole && glide) glide.to = whole;
        else if (whole) state.camera = whole;
        tellCamera();
      }
      soil(names);
    },

    /** Follows camera and frames; returns the way to stop. @param {Watcher} watcher @returns {() => void} */
    watch(watcher) {
      watchers.add(watcher);
      return () => watchers.delete(watcher);
    },

    /** Zooms around the middle of the board. @param {number} factor above 1: nearer */
    zoom: (factor) => zoom([layers.size().width / 2, layers.size().height / 2], factor, true),

    /** Moves the picture by a part of the board's size. @param {number} right @param {number} down 1: as far as the board is wide or high */
    shift(right, down) {
      steered();
      state.followsFit = false;
      const { width, height } = layers.size();
      look(panned(glide ? glide.to : state.camera, -right * width, -down * height), true);
    },

    /** The part of the world that the board shows. @returns {import('./camera.js').Box} */
    shown() {
      const { width, height } = layers.size();
      const [x, y] = toWorld(state.camera, { width, height }, 0, 0);
      return { x, y, width: width / state.camera.scale, height: height / state.camera.scale };
    },

    /** Is the whole world in view? */
    showsAll() {
      const { world } = state;
      const { x, y, width, height } = this.shown();
      return x <= world.x && y <= world.y && x + width >= world.x + world.width && y + height >= world.y + world.height;
    },

    /** Paint these layers again; none: all. @param {string[]} [names] */
    redraw: soil,

    fit: refit,

    /** Brings a world point as near to the middle as the edges of the world allow, no farther away than `scale`. @param {number} x @param {number} y @param {number} [scale] @param {boolean} [smoothly] */
    centre(x, y, scale = 0, smoothly = true) {
      steered();
      state.followsFit = false;
      const to = { x, y, scale: Math.max((glide ? glide.to : state.camera).scale, scale) };
      look(framed(to, state.world, layers.size(), state.insets), smoothly);
    },

    /** Moves just as far as is needed to show a world point. @param {number} x @param {number} y */
    reveal(x, y) {
      const { width, height } = layers.size();
      const [sx, sy] = toScreen(state.camera, { width, height }, x, y);
      const { insets } = state;
      const dx = Math.max(insets.left + 24 - sx, 0) + Math.min(width - insets.right - 24 - sx, 0);
      const dy = Math.max(insets.top + 24 - sy, 0) + Math.min(height - insets.bottom - 24 - sy, 0);
      if (dx || dy) {
        steered();
        look(panned(state.camera, dx, dy), true);
      }
    },

    /** How near and how far the camera may go. */
    limits,

    /**
     * Shows something for a while, or comes back from it: the board moves by itself. Returns how to come back to what is seen now.
     * @param {Camera} camera @param {{follows?: boolean, smoothly?: boolean}} [how] follows: the camera fits the world again from now on
     */
    visit(camera, { follows = false, smoothly = true } = {}) {
      const before = { camera: glide ? glide.to : state.camera, follows: state.followsFit };
      state.followsFit = follows;
      look(follows ? fit(state.world, layers.size(), state.insets) : camera, smoothly);
      return before;
    },

    /** The camera stays where it is. */
    halt() {
      if (glide) look(state.camera);
    },

    /** Screen point of a world point, for elements that lie over the board. @param {number} x @param {number} y @returns {Point} */
    screen: (x, y) => toScreen(state.camera, layers.size(), x, y),

    /** Whether the camera is moving; painters may leave out expensive details. */
    moving: () => moving,

    timeline,

    destroy() {
      timeline.skip();
      schedule.cancel();
      clearTimeout(rest);
      settling(false);
      observer.disconnect();
      watchers.clear();
      unwatch();
      unbind();
      layers.destroy();
      el.style.touchAction = touchAction;
    },
  };
}
