/**
 * Which gesture was made? Pointer, wheel and key events become hover, tap, long press, drag from piece to piece, lasso, pan and
 * zoom. Changes nothing but hover, drag and lasso; everything else is called back.
 */
import { press } from './keyboard.js';
import { distance } from './lines.js';

/** @typedef {import('./lines.js').Point} Point */
/** @typedef {import('./pieces.js').Piece} Piece */

/**
 * What input needs of a board.
 * @typedef {object} Surface
 * @property {import('./state.js').State} state
 * @property {(at: Point, touch: boolean) => Piece | null} pick
 * @property {(shape: Point[]) => Piece[]} within
 * @property {(shape: Point[]) => (x: number, y: number) => boolean} holds whether a shape holds a world point
 * @property {(at: Point) => boolean} comeCloser true: it was too crowded there, the camera goes nearer instead
 * @property {(dx: number, dy: number) => void} pan
 * @property {(at: Point, factor: number) => void} zoom
 * @property {(before: [Point, Point], after: [Point, Point]) => void} pinch
 * @property {() => void} fit
 * @property {() => void} changed hover, drag or lasso changed
 */

const SLOP = { mouse: 4, touch: 10 };
const LONG_PRESS = 480;
const DOUBLE_TAP = 320;
/** Milliseconds after a touch in which a context menu counts as caused by the finger. */
const AFTER_TOUCH = 1500;

/** @param {HTMLElement} el @param {Surface} surface @returns {() => void} unbind */
export function bindInput(el, surface) {
  const { state } = surface;
  /** @type {Map<number, Point>} */
  const fingers = new Map();
  /** @type {{start: Point, last: Point, piece: Piece | null, touch: boolean, shift: boolean, mode: 'wait' | 'pan' | 'drag' | 'lasso' | 'spent', timer: number} | null} */
  let gesture = null;
  let touched = -Infinity;
  let lastTap = { time: 0, at: /** @type {Point} */ ([0, 0]) };

  /** @param {MouseEvent} event @param {boolean} touch @param {Point} at @param {boolean} [again] @returns {import('./state.js').How} */
  const how = (event, touch, at, again = false) => ({
    touch,
    shift: event.shiftKey,
    ctrl: event.ctrlKey || event.metaKey,
    again,
    at,
  });

  /** @param {MouseEvent} event @returns {Point} */
  const place = (event) => {
    const box = el.getBoundingClientRect();
    return [event.clientX - box.left, event.clientY - box.top];
  };

  /** @param {Piece | null} piece */
  function hover(piece) {
    if (state.hover?.id === piece?.id) return;
    state.hover = piece;
    el.style.cursor = piece ? 'pointer' : '';
    surface.changed();
    state.on.hover?.(piece);
  }

  function stop() {
    if (gesture) clearTimeout(gesture.timer);
    gesture = null;
    state.drag = null;
    state.lasso = null;
    surface.changed();
  }

  /** Ends a gesture that leads to nothing: what a drag was over is no longer pointed at. */
  function abandon() {
    const wasDragged = state.drag !== null;
    stop();
    if (!wasDragged) return;
    state.on.drag?.(null);
    state.on.hover?.(null);
  }

  /** @param {PointerEvent} event */
  function down(event) {
    const at = place(event);
    const touch = event.pointerType === 'touch';
    if (touch) touched = event.timeStamp;
    fingers.set(event.pointerId, at);
    if (fingers.size === 2) {
      abandon();
      return;
    }
    if (fingers.size > 2 || (!touch && event.button !== 0)) return;
    el.setPointerCapture(event.pointerId);
    const found = surface.pick(at, touch);
    const piece = found?.faint ? null : found;
    gesture = { start: at, last: at, piece, touch, shift: event.shiftKey, mode: 'wait', timer: 0 };
    if (touch && piece) {
      gesture.timer = window.setTimeout(() => {
        if (!gesture) return;
        gesture.mode = 'spent';
        state.on.press?.(piece, how(event, true, at));
      }, LONG_PRESS);
    }
  }

  /** @param {PointerEvent} event */
  function move(event) {
    const at = place(event);
    if (fingers.size === 2 && fingers.has(event.pointerId)) {
      const other = [...fingers].find(([id]) => id !== event.pointerId);
      const before = fingers.get(event.pointerId);
      if (other && before) surface.pinch([other[1], before], [other[1], at]);
      fingers.set(event.pointerId, at);
      return;
    }
    if (fingers.has(event.pointerId)) fingers.set(event.pointerId, at);
    if (!gesture) {
      if (event.pointerType !== 'touch') hover(surface.pick(at, false));
      return;
    }
    if (gesture.mode === 'wait' && distance(at, gesture.start) > (gesture.touch ? SLOP.touch : SLOP.mouse)) {
      clearTimeout(gesture.timer);
      if (gesture.piece && state.draggable(gesture.piece)) gesture.mode = 'drag';
      else {
        const isLasso = gesture.shift || state.boxes;
        gesture.mode = isLasso ? 'lasso' : 'pan';
        // Why stands at the piece: the map would move away below it.
        if (gesture.piece && !isLasso && state.on.pull?.(gesture.piece)) gesture.mode = 'spent';
      }
      if (gesture.mode === 'lasso') state.lasso = [gesture.start];
    }
    if (gesture.mode === 'pan') surface.pan(at[0] - gesture.last[0], at[1] - gesture.last[1]);
    if (gesture.mode === 'lasso') state.lasso = drawn(gesture.start, at);
    if (gesture.mode === 'drag' && gesture.piece) {
      const found = surface.pick(at, gesture.touch);
      const drag = { from: gesture.piece, at, over: found?.id === gesture.piece.id ? null : found };
      const held = state.on.drag?.(drag) ?? null;
      const over = held ?? found;
      const changed = over?.id !== state.drag?.over?.id;
      state.drag = held ? { ...drag, over: held } : drag;
      if (changed) state.on.hover?.(over);
    }
    gesture.last = at;
    if (gesture.mode === 'lasso' || gesture.mode === 'drag') surface.changed();
  }

  /** Over cells a box between two corners is drawn, elsewhere a free line. @param {Point} start @param {Point} at @returns {Point[]} */
  function drawn(start, at) {
    if (state.ground) return [start, [at[0], start[1]], at, [start[0], at[1]]];
    return [...(state.lasso ?? [start]), at];
  }

  /** @param {PointerEvent} event */
  function up(event) {
    fingers.delete(event.pointerId);
    if (!gesture || fingers.size) return;
    const done = gesture;
    const [drag, shape] = [state.drag, state.lasso];
    stop();
    if (done.mode === 'drag' && drag) {
      state.on.drop?.(drag.from, drag.over);
      // A finger that has left the screen points at nothing.
      state.on.hover?.(done.touch ? null : drag.over);
    }
    if (done.mode === 'lasso' && shape && shape.length > 2)
      state.on.lasso?.(surface.within(shape), surface.holds(shape));
    if (done.mode !== 'wait') return;
    const now = event.timeStamp;
    const again = now - lastTap.time < DOUBLE_TAP && distance(lastTap.at, done.start) < 24;
    lastTap = { time: again ? 0 : now, at: done.start };
    if (!done.piece && again) surface.fit();
    else if (done.touch && surface.comeCloser(done.start)) {
      hover(null);
      state.on.nearer?.();
    } else state.on.tap?.(done.piece, { ...how(event, done.touch, done.start, again), shift: done.shift });
  }

  /** @param {PointerEvent} event */
  function cancel(event) {
    fingers.delete(event.pointerId);
    abandon();
    hover(null);
  }

  function leave() {
    if (!gesture) hover(null);
  }

  /** @param {WheelEvent} event */
  function wheel(event) {
    event.preventDefault();
    const at = place(event);
    const piece = state.drag?.from ?? surface.pick(at, false);
    if (piece && !event.ctrlKey && state.on.wheel?.(piece, event.deltaY < 0 ? 1 : -1)) return;
    const pixels = event.deltaMode === 1 ? event.deltaY * 16 : event.deltaY;
    surface.zoom(at, Math.exp(-Math.max(-120, Math.min(120, pixels)) / 500));
  }

  /** @param {MouseEvent} event */
  function menu(event) {
    event.preventDefault();
    const at = place(event);
    const piece = surface.pick(at, false);
    // A long press brings one too, sometimes after the finger has left: it has been told already.
    const isOfFinger = gesture?.touch || event.timeStamp - touched < AFTER_TOUCH;
    if (piece && !isOfFinger) state.on.press?.(piece, how(event, false, at));
  }

  /** @param {KeyboardEvent} event */
  function key(event) {
    if (event.target !== el) return;
    const middle = /** @type {Point} */ ([el.clientWidth / 2, el.clientHeight / 2]);
    if (state.on.key?.(event)) event.preventDefault();
    else {
      const closer = () => surface.zoom(middle, 1.25);
      press(event, { '+': closer, '=': closer, '-': () => surface.zoom(middle, 0.8) });
    }
  }

  const focus = (/** @type {FocusEvent} */ event) => state.on.focus?.(event);

  const listeners = /** @type {[string, (event: any) => void, AddEventListenerOptions?][]} */ ([
    ['pointerdown', down],
    ['pointermove', move],
    ['pointerup', up],
    ['pointercancel', cancel],
    ['pointerleave', leave],
    ['wheel', wheel, { passive: false }],
    ['contextmenu', menu],
    ['keydown', key],
    ['focus', focus],
    ['blur', focus],
  ]);
  for (const [name, listener, options] of listeners) el.addEventListener(name, listener, options);
  return () => {
    stop();
    for (const [name, listener, options] of listeners) el.removeEventListener(name, listener, options);
  };
}
