/**
 * What is painted again, and when? A stack of canvases; each is painted only when it is dirty. A cached layer (the ground) is
 * kept off-screen with a margin and merely moved while the camera moves; it is painted crisply when the camera rests. Where the camera goes
 * beyond what is kept, that is painted once more, so that there is ground wherever one looks.
 */
import { toScreen } from './camera.js';

/** @typedef {import('./camera.js').Camera} Camera */
/** @typedef {import('./lines.js').Point} Point */

/**
 * What a painter gets beside its canvas context, whose unit is the CSS pixel.
 * @typedef {object} View
 * @property {Camera} camera
 * @property {number} width
 * @property {number} height
 * @property {import('./palette.js').Palette} palette
 * @property {(x: number, y: number) => Point} at world point to canvas point
 * @property {import('./state.js').State} state
 */

/**
 * @typedef {object} Layer
 * @property {string} name
 * @property {(ctx: CanvasRenderingContext2D, view: View) => void} paint
 * @property {boolean} [cached]
 * @property {() => boolean} [idle] nothing to paint now: the canvas is hidden, which saves the page from compositing it
 * @property {number} [fine] share of the screen's pixels that it is painted with; soft drawings cost less below 1
 */

/** What a cached layer looked like to a camera; `isCoarse`: a pixel of it is one of CSS. @typedef {{canvas: HTMLCanvasElement, taken: Camera | null, isCoarse: boolean}} Shot */
/** `shots`: of a cached layer, from where the camera rested and, while it moves, from where it goes. @typedef {{canvas: HTMLCanvasElement, dirty: boolean, shots: [Shot, Shot] | null, fine: number}} Sheet */

const MARGIN = 0.3;
/** How much a shot may be magnified. */
const MOST_ZOOM = 1.6;
const MOST_PIXELS = 2;

/** What a painter would get for another camera or size. @param {import('./state.js').State} state @param {Camera} camera @param {import('./camera.js').Size} size @returns {View} */
export function viewOf(state, camera, size) {
  return { ...size, camera, palette: state.palette, state, at: (x, y) => toScreen(camera, size, x, y) };
}

/** Does a shot show all that a camera sees? @param {Shot} shot @param {Camera} camera @param {import('./camera.js').Size} size */
function shows({ taken }, { x, y, scale }, { width, height }) {
  if (!taken) return false;
  const room = (0.5 + MARGIN) / taken.scale - 0.5 / scale;
  return Math.abs(x - taken.x) <= width * room && Math.abs(y - taken.y) <= height * room;
}

/** @param {Sheet} sheet */
function forget(sheet) {
  sheet.dirty = true;
  for (const shot of sheet.shots ?? []) shot.taken = null;
}

/** @param {boolean} isCoarse @returns {Shot} */
const emptyShot = (isCoarse) => ({ canvas: document.createElement('canvas'), taken: null, isCoarse });

/** @param {HTMLElement} el */
export function createLayers(el) {
  /** @type {Map<string, Sheet>} */
  const sheets = new Map();
  let [width, height, ratio] = [0, 0, 1];

  /** @param {HTMLCanvasElement} canvas @param {number} w @param {number} h @param {number} fine */
  function measure(canvas, w, h, fine) {
    canvas.width = Math.round(w * ratio * fine);
    canvas.height = Math.round(h * ratio * fine);
  }

  /** @param {Layer} layer @returns {Sheet} */
  function sheetOf(layer) {
    let sheet = sheets.get(layer.name);
    if (sheet) return sheet;
    const canvas = document.createElement('canvas');
    canvas.setAttribute('aria-hidden', 'true');
    Object.assign(canvas.style, {
      position: 'absolute',
      inset: '0',
      width: '100%',
      height: '100%',
      pointerEvents: 'none',
    });
    const { fine = 1 } = layer;
    measure(canvas, width, height, fine);
    el.append(canvas);
    sheet = { canvas, dirty: true, shots: layer.cached ? [emptyShot(false), emptyShot(true)] : null, fine };
    sheets.set(layer.name, sheet);
    return sheet;
  }

  /** @param {Layer} layer @param {HTMLCanvasElement} canvas @param {import('./state.js').State} state @param {Camera} camera @param {import('./camera.js').Size} size @param {number} fine */
  function paintInto(layer, canvas, state, camera, size, fine) {
    const ctx = /** @type {CanvasRenderingContext2D} */ (canvas.getContext('2d'));
    const scale = ratio * fine;
    ctx.setTransform(scale, 0, 0, scale, 0, 0);
    ctx.clearRect(0, 0, size.width, size.height);
    layer.paint(ctx, viewOf(state, camera, size));
  }

  /** @param {Layer} layer @param {Sheet} sheet @param {Shot} shot @param {import('./state.js').State} state @param {Camera} camera */
  function take(layer, sheet, shot, state, camera) {
    const size = { width: width * (1 + 2 * MARGIN), height: height * (1 + 2 * MARGIN) };
    // On the way a quarter of a phone's pixels is enough.
    const fine = shot.isCoarse ? sheet.fine / ratio : sheet.fine;
    measure(shot.canvas, size.width, size.height, fine);
    paintInto(layer, shot.canvas, state, camera, size, fine);
    shot.taken = camera;
  }

  /** @param {Sheet} sheet @param {Shot} shot @param {import('./state.js').State} state */
  function lay({ canvas, fine }, { canvas: store, taken, isCoarse }, { camera, hurried }) {
    if (!taken) return;
    const ctx = /** @type {CanvasRenderingContext2D} */ (canvas.getContext('2d'));
    const [mx, my] = [width * MARGIN, height * MARGIN];
    const zoom = camera.scale / taken.scale;
    const x = width / 2 + (taken.x - camera.x) * camera.scale - (width / 2 + mx) * zoom;
    const y = height / 2 + (taken.y - camera.y) * camera.scale - (height / 2 + my) * zoom;
    const scale = ratio * fine;
    ctx.imageSmoothingEnabled = !hurried || isCoarse;
    // A copy at whole pixels is sharp and much cheaper than one at fractions of a pixel.
    if (zoom === 1 && !(isCoarse && ratio > 1)) ctx.drawImage(store, Math.round(x * scale), Math.round(y * scale));
    else ctx.drawImage(store, x * scale, y * scale, (width + 2 * mx) * zoom * scale, (height + 2 * my) * zoom * scale);
  }

  return {
    /** @returns {import('./camera.js').Size} */
    size: () => ({ width, height }),

    /** Takes over the element's size and the screen's pixel ratio; everything is dirty then. */
    resize() {
      [width, height, ratio] = [
        el.clientWidth,
        el.clientHeight,
        Math.min(MOST_PIXELS, globalThis.devicePixelRatio || 1),
      ];
      for (const sheet of sheets.values()) {
        measure(sheet.canvas, width, height, sheet.fine);
        forget(sheet);
      }
    },

    /** @param {string[]} [names] none: all */
    soil(names) {
      for (const [name, sheet] of sheets) {
        if (names && !names.includes(name)) continue;
        forget(sheet);
      }
    },

    /** The camera moved: all must follow, but cached layers need not be painted anew. */
    shift() {
      for (const sheet of sheets.values()) sheet.dirty = true;
    },

    /**
     * @param {import('./state.js').State} state @param {Camera | null} goal where the camera goes, null: it rests
     * @returns {boolean} whether the ground was painted for where it goes, which takes longer than a frame
     */
    paint(state, goal) {
      let isAhead = false;
      if (!width || !height) return isAhead;
      for (const layer of state.layers) {
        const sheet = sheetOf(layer);
        if (!sheet.dirty) continue;
        sheet.dirty = false;
        const isIdle = layer.idle?.() ?? false;
        sheet.canvas.style.visibility = isIdle ? 'hidden' : '';
        if (isIdle) continue;
        if (!sheet.shots) {
          paintInto(layer, sheet.canvas, state, state.camera, { width, height }, sheet.fine);
          continue;
        }
        const [kept, ahead] = sheet.shots;
        if (!kept.taken || !goal) {
          take(layer, sheet, kept, state, state.camera);
          ahead.taken = null;
        }
        const isReady = (/** @type {Shot} */ shot) =>
          !goal || (shows(shot, goal, { width, height }) && goal.scale <= (shot.taken?.scale ?? 0) * MOST_ZOOM);
        if (goal && !sheet.shots.some(isReady)) {
          take(layer, sheet, ahead, state, goal);
          isAhead = true;
        }
        const ctx = /** @type {CanvasRenderingContext2D} */ (sheet.canvas.getContext('2d'));
        ctx.setTransform(1, 0, 0, 1, 0, 0);
        ctx.clearRect(0, 0, sheet.canvas.width, sheet.canvas.height);
        // What was painted nearest to this scale lies over the other one, where that is to be seen.
        const off = (/** @type {Shot} */ { taken }) =>
          taken ? Math.abs(Math.log(state.camera.scale / taken.scale)) : Infinity;
        const [upper, lower] = off(ahead) < off(kept) ? [ahead, kept] : [kept, ahead];
        if (!shows(upper, state.camera, { width, height })) lay(sheet, lower, state);
        lay(sheet, upper, state);
      }
      return isAhead;
    },

    destroy() {
      for (const sheet of sheets.values()) sheet.canvas.remove();
      sheets.clear();
    },
  };
}
