/**
 * Where on the whole map is the part that the board shows? A small map in a corner with the camera's frame: a click or drag moves the
 * board there, arrow keys move it by steps.
 */
import { h, loadStyle } from 'app/dom.js';
import { t } from 'app/i18n.js';
import { oncePerFrame } from 'app/rest.js';
import { watchPalette } from 'board/palette.js';
import { ARROWS } from './keys.js';
import { keepPresses } from './over.js';

/** @typedef {import('board/board.js').Board} Board */

/** On a board this narrow there is no room for what shows nothing new. */
export const NARROW = 600;

/** A piece on the small map: a square of so many pixels around a point of the world, with a rim. @param {CanvasRenderingContext2D} ctx @param {number} scale @param {number} x @param {number} y @param {number} side @param {string} colour @param {string} rim */
export function paintDot(ctx, scale, x, y, side, colour, rim) {
  for (const [fill, pixels] of /** @type {[string, number][]} */ ([
    [rim, side + 2],
    [colour, side],
  ])) {
    ctx.fillStyle = fill;
    ctx.fillRect(x - pixels / 2 / scale, y - pixels / 2 / scale, pixels / scale, pixels / scale);
  }
}

/**
 * @param {HTMLElement} el the board's element
 * @param {Board} board
 * @param {{side: (width: number) => number, paint: (ctx: CanvasRenderingContext2D, scale: number) => void}} how side: CSS pixels of the longer side on a board of that width;
 *   paint: draws the map in world units, `scale` pixels each
 */
export function createMinimap(el, board, { side, paint }) {
  loadStyle('kit/overlay.css');
  const below = h('canvas', { 'aria-hidden': 'true' });
  const frame = h('canvas', {
    tabindex: '0',
    role: 'application',
    'aria-label': t('Small map. Arrow keys move the view, Enter shows everything.'),
  });
  const box = h('div', { class: 'board-minimap' }, below, frame);
  el.append(box);
  let scale = 1;
  let [width, height] = [0, 0];
  let stale = true;

  function measure() {
    const { world } = board.state;
    const fitted = side(el.clientWidth) / Math.max(world.width, world.height);
    if (fitted === scale && width) return;
    scale = fitted;
    [width, height] = [world.width * scale, world.height * scale];
    const ratio = Math.min(2, globalThis.devicePixelRatio || 1);
    for (const canvas of [below, frame]) {
      canvas.width = Math.round(width * ratio);
      canvas.height = Math.round(height * ratio);
      canvas.style.width = `${width}px`;
      canvas.style.height = `${height}px`;
    }
    box.style.width = `${width}px`;
    box.style.height = `${height}px`;
    stale = true;
  }

  function draw() {
    measure();
    const { world, palette } = board.state;
    const ratio = frame.width / width;
    if (stale) {
      stale = false;
      const ctx = /** @type {CanvasRenderingContext2D} */ (below.getContext('2d'));
      ctx.setTransform(ratio, 0, 0, ratio, 0, 0);
      ctx.clearRect(0, 0, width, height);
      ctx.scale(scale, scale);
      ctx.translate(-world.x, -world.y);
      paint(ctx, scale);
    }
    const ctx = /** @type {CanvasRenderingContext2D} */ (frame.getContext('2d'));
    ctx.setTransform(ratio, 0, 0, ratio, 0, 0);
    ctx.clearRect(0, 0, width, height);
    const shown = board.shown();
    const isIdle = board.showsAll();
    // What shows nothing new would only lie over the map; whoever was in it stays on the board.
    if (isIdle && box.contains(document.activeElement)) el.focus({ preventScroll: true });
    box.classList.toggle('board-minimap-idle', isIdle);
    const [x, y] = [Math.max(0, (shown.x - world.x) * scale), Math.max(0, (shown.y - world.y) * scale)];
    const [right, bottom] = [
      Math.min(width, (shown.x + shown.width - world.x) * scale),
      Math.min(height, (shown.y + shown.height - world.y) * scale),
    ];
    for (const [colour, wide] of /** @type {[string, number][]} */ ([
      [palette.ink, 4],
      [palette.text, 1.5],
    ])) {
      ctx.strokeStyle = colour;
      ctx.lineWidth = wide;
      ctx.strokeRect(x + 1, y + 1, Math.max(2, right - x - 2), Math.max(2, bottom - y - 2));
    }
  }

  const later = oncePerFrame(draw);

  /** @param {PointerEvent} event */
  function jump(event) {
    if (event.type === 'pointerdown') frame.setPointerCapture(event.pointerId);
    else if (!frame.hasPointerCapture(event.pointerId)) return;
    const { left, top } = frame.getBoundingClientRect();
    const { world } = board.state;
    const [x, y] = [world.x + (event.clientX - left) / scale, world.y + (event.clientY - top) / scale];
    board.centre(x, y, 0, event.type === 'pointerdown');
  }

  /** @param {KeyboardEvent} event */
  function key(event) {
    const by = ARROWS[event.key];
    if (by) board.shift(by[0] / 4, by[1] / 4);
    else if (event.key === 'Enter') board.fit();
    else return;
    event.preventDefault();
  }

  frame.addEventListener('pointerdown', jump);
  frame.addEventListener('pointermove', jump);
  frame.addEventListener('keydown', key);
  keepPresses(frame);

  function refresh() {
    stale = true;
    later();
  }
  const stop = board.watch({ camera: later });
  const unwatch = watchPalette(refresh);
  later();

  return {
    element: box,
    /** What of the board lies below it, in pixels of the board; nothing while it is not shown. @returns {import('./labels.js').Box} */
    place: () => ({ x: box.offsetLeft, y: box.offsetTop, width: box.offsetWidth, height: box.offsetHeight }),
    /** What the map shows has changed. */
    refresh,
    destroy() {
      later.cancel();
      stop();
      unwatch();
      box.remove();
    },
  };
}
