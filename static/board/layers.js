/**
 * What is painted again, and when? A stack of canvases; each is painted only when it is dirty. A cached layer (the ground) is
 * kept off-screen with a margin and merely moved while the camera moves; it is painted crisply when the camera rests.
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

/** @typedef {{canvas: HTMLCanvasElement, dirty: boolean, store: HTMLCanvasElement | null, taken: Camera | null, fine: number}} Sheet */

const MARGIN = 0.3;
const MOST_PIXELS = 2;

/** What a painter would get for another camera or size. @param {import('./state.js').State} state @param {Camera} camera @param {import('./camera.js').Size} size @returns {View} */
export function viewOf(state, camera, size) {
  return { ...size, camera, palette: state.palette, state, at: (x, y) => toScreen(camera, size, x, y) };
}

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
    sheet = { canvas, dirty: true, store: layer.cached ? document.createElement('canvas') : null, taken: null, fine };
    sheets.set(layer.name, sheet);
    return sheet;
  }

  /** @param {Layer} layer @param {CanvasRenderingContext2D} ctx @param {import('./state.js').State} state @param {number} mx @param {number} my */
  function paintInto(layer, ctx, state, mx, my) {
    const size = { width: width + 2 * mx, height: height + 2 * my };
    const scale = ratio * (layer.fine ?? 1);
    ctx.setTransform(scale, 0, 0, scale, 0, 0);
    ctx.clearRect(0, 0, size.width, size.height);
    layer.paint(ctx, viewOf(state, state.camera, size));
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
        [sheet.dirty, sheet.taken] = [true, null];
      }
    },

    /** @param {string[]} [names] none: all */
    soil(names) {
      for (const [name, sheet] of sheets) {
        if (names && !names.includes(name)) continue;
        [sheet.dirty, sheet.taken] = [true, null];
      }
    },

    /** The camera moved: all must follow, but cached layers need not be painted anew. */
    shift() {
      for (const sheet of sheets.values()) sheet.dirty = true;
    },

    /** @param {import('./state.js').State} state @param {boolean} moving the camera is on its way */
    paint(state, moving) {
      if (!width || !height) return;
      for (const layer of state.layers) {
        const sheet = sheetOf(layer);
        if (!sheet.dirty) continue;
        sheet.dirty = false;
        const isIdle = layer.idle?.() ?? false;
        sheet.canvas.style.visibility = isIdle ? 'hidden' : '';
        if (isIdle) continue;
        const ctx = /** @type {CanvasRenderingContext2D} */ (sheet.canvas.getContext('2d'));
        if (!sheet.store) {
          paintInto(layer, ctx, state, 0, 0);
          continue;
        }
        const [mx, my] = [width * MARGIN, height * MARGIN];
        if (!sheet.taken || !moving) {
          measure(sheet.store, width + 2 * mx, height + 2 * my, sheet.fine);
          paintInto(layer, /** @type {CanvasRenderingContext2D} */ (sheet.store.getContext('2d')), state, mx, my);
          sheet.taken = state.camera;
        }
        const zoom = state.camera.scale / sheet.taken.scale;
        const x = width / 2 + (sheet.taken.x - state.camera.x) * state.camera.scale - (width / 2 + mx) * zoom;
        const y = height / 2 + (sheet.taken.y - state.camera.y) * state.camera.scale - (height / 2 + my) * zoom;
        ctx.setTransform(1, 0, 0, 1, 0, 0);
        ctx.clearRect(0, 0, sheet.canvas.width, sheet.canvas.height);
        const scale = ratio * sheet.fine;
        ctx.imageSmoothingEnabled = !state.hurried;
        // A copy at whole pixels is sharp and much cheaper than one at fractions of a pixel.
        if (zoom === 1) ctx.drawImage(sheet.store, Math.round(x * scale), Math.round(y * scale));
        else
          ctx.drawImage(
            sheet.store,
            x * scale,
            y * scale,
            (width + 2 * mx) * zoom * scale,
            (height + 2 * my) * zoom * scale,
          );
      }
    },

    destroy() {
      for (const sheet of sheets.values()) sheet.canvas.remove();
      sheets.clear();
    },
  };
}
