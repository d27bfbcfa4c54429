/**
 * The map as it is drawn on: by pointer, finger and keyboard. It shows what the store has; every change goes through the desk. What is wrong is
 * marked where it is.
 */
import { h, replace, s, setText } from 'app/dom.js';
import { t } from 'app/i18n.js';
import { LETTERS, SEAT_SHAPES } from 'app/seat_mark.js';
import { press } from 'board/keyboard.js';
import { ARROWS } from 'kit/keys.js';
import {
  isSameTarget,
  marksIn,
  moved,
  nearest,
  placeCalled,
  placesIn,
  pointOf,
  THE_MAP,
  targetOf,
  waysIn,
} from './model.js';
import { images } from './symmetry.js';

/** @typedef {import('./desk.js').Desk} Desk */
/** @typedef {import('./symmetry.js').Point} Point */
/** @typedef {import('./model.js').Target} Target */
/** @typedef {import('kit/workshop/store.js').Store} Store */
/** @typedef {{radius: number, icon: string, colour: string}} Look of a place: radius on the map, a drawing on a 24 × 24 grid, a colour that is mixed with the ground's */

/** Free space around the map, in its units. */
const EDGE = 60;
/** How near to a place or way one has to point, in pixels. */
const [REACH, WAY_REACH] = [24, 12];
/** So many pixels are no drag yet. */
const STILL = 5;
const FAR = 5;
export const ZOOMS = [1, 1.6, 2.4];

/** The middle of a drawn way, and the point that its curve bends to. @param {Point} a @param {Point} b @param {number} bend */
function curve([ax, ay], [bx, by], bend) {
  const [mx, my] = [(ax + bx) / 2, (ay + by) / 2];
  const [dx, dy] = [by - ay, ax - bx];
  return {
    via: [mx + dx * bend * 2, my + dy * bend * 2],
    middle: /** @type {Point} */ ([mx + dx * bend, my + dy * bend]),
  };
}

/** What a map looks like: its ways and places, as shapes. @param {import('./model.js').Drawing} drawing @param {any} chart @param {(place: any) => Look} look @param {(target: Target) => string} state classes */
export function shapes(drawing, chart, look, state = () => '') {
  const points = new Map(placesIn(drawing, chart).map((one) => [one[drawing.places.id], pointOf(drawing, one)]));
  const marks = marksIn(drawing, chart);
  const ways = waysIn(drawing, chart).flatMap((way) => {
    const [a, b] = [points.get(way[0]), points.get(way[1])];
    if (!a || !b) return [];
    const { via, middle } = curve(a, b, Number(way[3]) || 0);
    const kind = `draw-way ${state({ of: 'way', ends: [way[0], way[1]] })}`.trim();
    return [
      s(
        'g',
        { class: kind },
        s('path', { d: `M${a[0]} ${a[1]}Q${via[0]} ${via[1]} ${b[0]} ${b[1]}` }),
        s('circle', { cx: middle[0], cy: middle[1], r: 15 }),
        s('text', { x: middle[0], y: middle[1] + 7 }, `${way[2] ?? ''}`),
      ),
    ];
  });
  const places = placesIn(drawing, chart).flatMap((one) => {
    const id = one[drawing.places.id];
    const at = points.get(id);
    if (!at) return [];
    const { radius, icon, colour } = look(one);
    const seat = marks.indexOf(id);
    const name = one[drawing.places.name] || id;
    const size = radius * 1.1;
    return [
      s(
        'g',
        {
          class: `draw-place ${seat >= 0 ? `seat-${seat % LETTERS.length}` : ''} ${state({ of: 'place', id })}`.trim(),
          transform: `translate(${at[0]} ${at[1]})`,
        },
        s('circle', { class: 'draw-hold', r: radius + 12 }),
        s('circle', { class: 'draw-disc', r: radius, style: { '--kind': colour } }),
        s('path', { class: 'draw-icon', d: icon, transform: `scale(${(size / 24).toFixed(3)}) translate(-12 -12)` }),
        seat >= 0 && seat < LETTERS.length && mark(seat, radius),
        s('text', { class: 'draw-name', y: radius + 30 }, name),
        s('text', { class: 'draw-wrong', x: radius + 4, y: -radius + 8 }, '!'),
      ),
    ];
  });
  return [...ways, ...places];
}

/** The shape of a seat beside its start, with its letter. @param {number} seat @param {number} radius */
function mark(seat, radius) {
  const [tag, shape] = SEAT_SHAPES[seat];
  return s(
    'g',
    { class: 'draw-mark', transform: `translate(${-radius} ${-radius}) scale(1.5) translate(-12 -12)` },
    s(tag, shape),
    s('text', { x: 12, y: 17 }, LETTERS[seat]),
  );
}

/** A small picture of a map, as large as what is on it. @param {import('./model.js').Drawing} drawing @param {any} chart @param {(place: any) => Look} look @param {string} label */
export function picture(drawing, chart, look, label) {
  const at = (/** @type {string} */ id) => pointOf(drawing, placeCalled(drawing, chart, id));
  const bends = waysIn(drawing, chart).flatMap((way) => {
    const [a, b] = [at(way[0]), at(way[1])];
    return a && b ? [curve(a, b, Number(way[3]) || 0).middle] : [];
  });
  const points = [...placesIn(drawing, chart).flatMap((one) => pointOf(drawing, one) ?? []), ...bends.flat()];
  const sides = [0, 1].map((axis) => {
    const all = points.filter((_, i) => i % 2 === axis);
    const from = Math.min(...all, drawing.size[axis]) - EDGE;
    return [from, Math.max(...all, from + 3 * EDGE) + EDGE - from];
  });
  const box = [sides[0][0], sides[1][0], sides[0][1], sides[1][1]].join(' ');
  return s(
    'svg',
    { class: 'draw-picture', viewBox: box, role: 'img', 'aria-label': label },
    shapes(drawing, chart, look),
  );
}

/** @param {Store} store @param {Desk} desk @param {(place: any) => Look} look @param {(text: string) => void} tell */
export function createBoard(store, desk, look, tell) {
  const { drawing, state, chart } = desk;
  const [width, height] = drawing.size;
  const ground = s('g', { class: 'draw-ground' });
  const layer = s('g');
  const over = s('g', { class: 'draw-over' });
  const svg = /** @type {SVGSVGElement} */ (
    s(
      'svg',
      {
        class: 'draw-board',
        viewBox: `${-EDGE} ${-EDGE} ${width + 2 * EDGE} ${height + 2 * EDGE}`,
        tabindex: '0',
        role: 'application',
        'aria-label': t('Drawing board'),
        'aria-describedby': 'draw-keys',
      },
      ground,
      layer,
      over,
    )
  );
  const scroll = h('div', { class: 'draw-scroll' }, svg);

  /** Pixels of a unit. */
  const scale = () => svg.getBoundingClientRect().width / (width + 2 * EDGE) || 1;
  /** @param {PointerEvent} event @returns {Point} */
  function pointAt({ clientX, clientY }) {
    const { left, top } = svg.getBoundingClientRect();
    return [(clientX - left) / scale() - EDGE, (clientY - top) / scale() - EDGE];
  }
  /** @param {Point} at @returns {Point} */
  const snapped = (at) => /** @type {Point} */ (at.map((one) => Math.round(one / drawing.step) * drawing.step));

  /** @param {Point} at @returns {Target} */
  function under(at) {
    const id = nearest(drawing, chart(), at, REACH / scale());
    if (id) return { of: 'place', id };
    const reach = Math.max(15, WAY_REACH / scale());
    for (const way of waysIn(drawing, chart())) {
      const [a, b] = [way[0], way[1]].map((one) => pointOf(drawing, placeCalled(drawing, chart(), one)));
      if (!a || !b) continue;
      const { via, middle } = curve(a, b, Number(way[3]) || 0);
      if (
        isOn(at, [a, /** @type {Point} */ (via), b], reach) ||
        Math.hypot(middle[0] - at[0], middle[1] - at[1]) < reach
      )
        return { of: 'way', ends: [way[0], way[1]] };
    }
    return THE_MAP;
  }

  /** Places and the map itself lie under a finger that has gone down. @type {{target: Target, at: Point, x: number, y: number, isDrag: boolean, left: number, top: number} | null} */
  let held = null;

  /** @param {PointerEvent} event */
  function down(event) {
    if (event.button > 0 || held) return;
    const at = pointAt(event);
    svg.setPointerCapture(event.pointerId);
    const { scrollLeft: left, scrollTop: top } = scroll;
    held = { target: under(at), at, x: event.clientX, y: event.clientY, isDrag: false, left, top };
    svg.focus({ preventScroll: true });
    event.preventDefault();
  }

  /** @param {PointerEvent} event */
  function move(event) {
    if (!held) return;
    const { clientX, clientY } = event;
    if (Math.hypot(clientX - held.x, clientY - held.y) > STILL) held.isDrag = true;
    if (!held.isDrag) return;
    const { target } = held;
    if (target.of === 'place' && state.tool === 'join') return paintRubber(target.id, pointAt(event));
    if (target.of === 'place' && state.tool !== 'erase')
      return paint(moved(drawing, chart(), target.id, snapped(pointAt(event)), state.symmetry));
    scroll.scrollTo(held.left - clientX + held.x, held.top - clientY + held.y);
  }

  /** @param {PointerEvent} event */
  function up(event) {
    if (!held) return;
    const { target, isDrag } = held;
    held = null;
    const at = pointAt(event);
    if (isDrag) return dragged(target, at);
    desk.set({ cursor: snapped(at) });
    tap(target, at);
  }

  /** @param {Target} target @param {Point} at */
  function dragged(target, at) {
    replace(over);
    if (target.of !== 'place' || state.tool === 'erase') return show();
    if (state.tool !== 'join') {
      state.target = target;
      return desk.move(target.id, snapped(at));
    }
    const to = nearest(drawing, chart(), at, REACH / scale());
    if (to && to !== target.id) desk.join(target.id, to);
    else show();
  }

  /** @param {Target} target @param {Point} at */
  function tap(target, at) {
    if (state.tool === 'erase' && target.of !== 'map') return desk.erase(target);
    if (state.tool === 'place' && target.of !== 'place') return void desk.add(snapped(at));
    if (state.tool === 'join' && target.of === 'place') return begin(target.id);
    desk.set({ target, from: null });
  }

  /** A way begins or ends here. @param {string} id */
  function begin(id) {
    if (state.from && state.from !== id) desk.join(state.from, id);
    else desk.set({ from: state.from ? null : id, target: { of: 'place', id } });
  }

  /** @param {string} id @param {Point} to */
  function paintRubber(id, to) {
    const from = pointOf(drawing, placeCalled(drawing, chart(), id));
    if (from) replace(over, s('line', { class: 'draw-rubber', x1: from[0], y1: from[1], x2: to[0], y2: to[1] }));
  }

  // Keyboard

  /** @param {Point} by @param {boolean} isMove */
  function arrow([dx, dy], isMove) {
    const { target, cursor } = state;
    const from = isMove && target.of === 'place' ? pointOf(drawing, placeCalled(drawing, chart(), target.id)) : cursor;
    if (!from) return;
    const to = /** @type {Point} */ ([
      Math.max(0, Math.min(width, from[0] + dx * drawing.step)),
      Math.max(0, Math.min(height, from[1] + dy * drawing.step)),
    ]);
    if (isMove && target.of === 'place') {
      state.cursor = to;
      desk.move(target.id, to);
    } else desk.set({ cursor: to });
    sayCursor();
  }

  /** To the next place, or the one before. @param {1 | -1} by */
  function step(by) {
    const ids = placesIn(drawing, chart()).map((one) => one[drawing.places.id]);
    if (!ids.length) return;
    const { target } = state;
    const now = target.of === 'place' ? ids.indexOf(target.id) : by > 0 ? -1 : 0;
    const id = ids[(now + by + ids.length) % ids.length];
    desk.set({
      target: { of: 'place', id },
      cursor: pointOf(drawing, placeCalled(drawing, chart(), id)) ?? state.cursor,
    });
    sayCursor();
  }

  const here = () => nearest(drawing, chart(), state.cursor, Math.max(20, drawing.step * 2));

  function sayCursor() {
    const id = here();
    if (id) tell(placeCalled(drawing, chart(), id)[drawing.places.name] || id);
  }

  /** @param {KeyboardEvent} event */
  function keyed(event) {
    const by = ARROWS[event.key];
    if (by) {
      const far = event.shiftKey ? FAR : 1;
      arrow([by[0] * far, by[1] * far], event.ctrlKey || event.metaKey || event.altKey);
      event.preventDefault();
      return;
    }
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const isTaken = press(event, {
      N: () => void desk.add(state.cursor),
      C: () => {
        const id = here() ?? (state.target.of === 'place' ? state.target.id : null);
        if (id) begin(id);
      },
      H: () => (state.target.of === 'place' ? desk.mark(state.target.id) : false),
      Enter: () => {
        const id = here();
        desk.select(id ? { of: 'place', id } : THE_MAP);
      },
      Delete: () => desk.erase(state.target),
      Backspace: () => desk.erase(state.target),
      PageDown: () => step(1),
      PageUp: () => step(-1),
      Escape: () => (state.from || state.target.of !== 'map' ? desk.set({ from: null, target: THE_MAP }) : false),
    });
    if (isTaken) event.preventDefault();
  }
  svg.addEventListener('pointerdown', /** @type {any} */ (down));
  svg.addEventListener('pointermove', /** @type {any} */ (move));
  svg.addEventListener('pointerup', /** @type {any} */ (up));
  svg.addEventListener('pointercancel', () => {
    held = null;
    replace(over);
    show();
  });
  svg.addEventListener('keydown', /** @type {any} */ (keyed));

  // Painting

  /** @param {any} shown the map, or what becomes of it */
  function paint(shown) {
    const wrong = (store.state.faults ?? []).map(({ path }) => targetOf(drawing, chart(), path).target);
    /** @param {Target} target */
    const classes = (target) =>
      [
        isSameTarget(target, state.target) && 'selected',
        wrong.some((one) => isSameTarget(one, target)) && 'wrong',
        target.of === 'place' && target.id === state.from && 'from',
      ]
        .filter(Boolean)
        .join(' ');
    replace(layer, shapes(drawing, shown, look, classes));
  }

  function show() {
    const [x, y] = state.cursor;
    const n = images(state.symmetry, drawing.size).length;
    const spokes = state.symmetry === 'mirror' ? [s('path', { d: `M${width / 2} 0V${height}` })] : [];
    if (n > 1 && state.symmetry !== 'mirror') spokes.push(s('circle', { cx: width / 2, cy: height / 2, r: 6 }));
    replace(
      ground,
      s('rect', { x: -EDGE / 2, y: -EDGE / 2, width: width + EDGE, height: height + EDGE, rx: 24 }),
      spokes,
    );
    ground.append(s('path', { class: 'draw-cursor', d: `M${x - 16} ${y}h32M${x} ${y - 16}v32` }));
    paint(chart());
    svg.style.setProperty('--zoom', String(state.zoom));
    svg.dataset.tool = state.tool;
  }
  store.onChange(show);
  const keys = h('p', { class: 'small muted build-keys', id: 'draw-keys' });
  setText(
    keys,
    t(
      'On the board: arrow keys go, N puts a place, C connects two of them, Ctrl with an arrow key moves, H makes a start, Page Up and Page Down go from place to place, Delete takes away.',
    ),
  );
  return { element: h('div', { class: 'draw-frame' }, scroll, keys), focus: () => svg.focus() };
}

/** Whether a point lies on a curve through a point that it bends to. @param {Point} at @param {[Point, Point, Point]} curve @param {number} reach */
function isOn([x, y], [a, via, b], reach) {
  for (let i = 1; i < 20; i += 1) {
    const [u, v] = [i / 20, 1 - i / 20];
    const px = v * v * a[0] + 2 * u * v * via[0] + u * u * b[0];
    const py = v * v * a[1] + 2 * u * v * via[1] + u * u * b[1];
    if (Math.hypot(px - x, py - y) < reach) return true;
  }
  return false;
}
