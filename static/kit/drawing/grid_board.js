/**
 * A map of squares as it is drawn on: by pointer, finger and keyboard. The ground is the game's painting, what stands on it lies over it. It
 * shows what the store has; every change goes through the desk. What is wrong is marked where it is.
 */
import { h, replace, s, setText } from 'app/dom.js';
import { t } from 'app/i18n.js';
import { LETTERS, SEAT_SHAPES } from 'app/seat_mark.js';
import { press } from 'board/keyboard.js';
import { watchPalette } from 'board/palette.js';
import { ARROWS } from 'kit/keys.js';
import { BRUSHES, dab } from './brush.js';
import { isSame, THE_MAP } from './grid_desk.js';
import { areaOf, groundAt, groundOf, isInside, isOn, kindOf, sizeOf, standingAt, thingsIn } from './grid_model.js';
import { imagesOf } from './grid_symmetry.js';

/** @typedef {import('./grid_desk.js').GridDesk} GridDesk */
/** @typedef {import('./grid_model.js').GridTarget} GridTarget */
/** @typedef {import('./grid_model.js').GridDrawing} GridDrawing */
/** @typedef {import('./grid_symmetry.js').Cell} Cell */
/** @typedef {import('kit/workshop/store.js').Store} Store */
/** @typedef {(ctx: CanvasRenderingContext2D, rows: any[][], chart: any, side: number, el: HTMLElement) => void} PaintGround rows of kinds; `side` of a square in pixels */

/** Units of the drawing over the ground in a square. */
const UNIT = 24;
/** Pixels of a square, and of the whole ground at most. */
const [SQUARE, GROUND] = [24, 1536];
/** So many pixels are no drag yet. */
const STILL = 5;
const FAR = 5;
/** So many marks side by side are as long as a small picture. */
const MARKS = 14;
/** Squares side by side from which on marks of the board are larger than a square. */
const FULL = 28;

/** A canvas with the ground of a map. @param {GridDrawing} drawing @param {any} chart @param {PaintGround} paint @param {HTMLCanvasElement} canvas @param {number} most pixels of a square */
function paintGround(drawing, chart, paint, canvas, most) {
  const found = groundOf(drawing, chart);
  const rows = drawing.ground.up ? found.toReversed() : found;
  const side = Math.max(4, Math.min(most, Math.floor(GROUND / Math.max(rows.length, rows[0].length))));
  Object.assign(canvas, { width: rows[0].length * side, height: rows.length * side });
  const ctx = canvas.getContext('2d');
  if (ctx) paint(ctx, rows, chart, side, canvas);
}

/** Where squares are shown, or what is shown there: rows count from the top. @param {GridDrawing} drawing @param {Cell} size @param {import('./grid_model.js').Area} area @returns {import('./grid_model.js').Area} */
function drawn({ ground }, [, height], [x0, y0, x1, y1]) {
  return ground.up ? [x0, height - 1 - y1, x1, height - 1 - y0] : [x0, y0, x1, y1];
}

/** The shape of a seat with its letter. @param {number} seat */
function seatShape(seat) {
  const [tag, shape] = SEAT_SHAPES[seat];
  return s(
    'g',
    { class: `draw-mark seat-${seat}`, transform: `scale(${UNIT / 20}) translate(-12 -12)` },
    s(tag, shape),
    s('text', { x: 12, y: 17 }, LETTERS[seat]),
  );
}

/**
 * What stands on a map: starts as seats, what has a name as a pin with it, everything else as a star.
 * @param {GridDrawing} drawing @param {any} chart @param {(kind: any) => string} sign of a kind, a drawing on a 24 × 24 grid
 * @param {(target: GridTarget) => string} [state] classes @param {number} [scale] how many times as large as a square marks are that have none of their own
 */
function things(drawing, chart, sign, state = () => '', scale = 1) {
  const size = sizeOf(drawing, chart);
  // What people look for lies above what is only there.
  return drawing.things.toReversed().flatMap((list) =>
    thingsIn(chart, list.key).flatMap((one, i) => {
      const area = areaOf(list, one);
      if (!area || !isInside(size, area)) return [];
      const [x0, y0, x1, y1] = drawn(drawing, size, area);
      const [wide, high] = [(x1 - x0 + 1) * UNIT, (y1 - y0 + 1) * UNIT];
      const made = kindOf(list, one);
      const seat = list.seats ? i : made?.seat ? one?.[made.seat] : null;
      const isSeat = Number.isInteger(seat) && seat >= 0 && seat < LETTERS.length;
      const middle = `translate(${((x0 + x1 + 1) / 2) * UNIT} ${((y0 + y1 + 1) / 2) * UNIT})`;
      const kind = isSeat ? 'seat' : list.name ? 'named' : made ? 'building' : 'plain';
      const box = { x: -wide / 2, y: -high / 2, width: wide, height: high };
      const hold = s('rect', {
        class: 'grid-hold',
        x: box.x - 3,
        y: box.y - 3,
        width: wide + 6,
        height: high + 6,
        rx: 5,
      });
      return [
        s(
          'g',
          { class: `grid-thing ${kind} ${state({ of: 'thing', key: list.key, i })}`.trim(), transform: middle },
          made && list.area && s('rect', { class: 'grid-plot', ...box, rx: 3 }),
          list.area && hold,
          s(
            'g',
            { transform: `scale(${(list.area && !isSeat ? 1 : scale).toFixed(2)})` },
            !list.area && hold,
            isSeat && seatShape(seat),
            kind === 'named' && s('circle', { class: 'grid-pin', r: 6 }),
            kind === 'named' && s('text', { class: 'grid-name', y: UNIT * 1.1 }, one?.[list.name] ?? ''),
            kind === 'building' && !list.area && s('circle', { class: 'grid-plot', r: UNIT / 2 }),
            kind === 'building' &&
              s('path', { class: 'grid-sign', d: sign(made?.value), transform: 'translate(-12 -12)' }),
            kind === 'plain' &&
              s('path', { class: 'grid-star', d: 'M0-9 2-2.500 9 0 2 2.500 0 9-2 2.500-9 0-2-2.500Z' }),
          ),
          s('text', { class: 'draw-wrong', x: wide / 2, y: -high / 4 }, '!'),
        ),
      ];
    }),
  );
}

/** @typedef {{paint: PaintGround, sign: (kind: any) => string, say?: (kind: any) => string}} GridLook how ground is painted, by which sign a kind of things is known, and what ground is called if not by its kind */

/** A small picture of a map. @param {GridDrawing} drawing @param {any} chart @param {GridLook} look @param {string} label */
export function gridPicture(drawing, chart, { paint, sign }, label) {
  const canvas = h('canvas', { class: 'grid-ground', 'aria-hidden': 'true' });
  const [width, height] = sizeOf(drawing, chart);
  // Colours are those of the page once it is in it.
  requestAnimationFrame(() => paintGround(drawing, chart, paint, canvas, 10));
  watchPalette(() => canvas.isConnected && paintGround(drawing, chart, paint, canvas, 10));
  return h(
    'div',
    { class: 'grid-picture', role: 'img', 'aria-label': label, style: { '--wide': `${width}`, '--high': `${height}` } },
    canvas,
    s(
      'svg',
      { viewBox: `0 0 ${width * UNIT} ${height * UNIT}`, 'aria-hidden': 'true' },
      // As large on every picture, however many squares the map has.
      things(drawing, chart, sign, undefined, Math.max(1, Math.max(width, height) / MARKS)),
    ),
  );
}

/** @param {Store} store @param {GridDesk} desk @param {GridLook} look @param {(text: string) => void} tell */
export function createGridBoard(store, desk, { paint, sign, say }, tell) {
  const { drawing, state, chart, size } = desk;
  const canvas = h('canvas', { class: 'grid-ground', 'aria-hidden': 'true' });
  const [layer, over] = [s('g'), s('g', { class: 'grid-over' })];
  const svg = s('svg', { 'aria-hidden': 'true' }, layer, over);
  const board = h(
    'div',
    {
      class: 'grid-board',
      tabindex: '0',
      role: 'application',
      'aria-label': t('Drawing board'),
      'aria-describedby': 'draw-keys',
    },
    canvas,
    svg,
  );
  const scroll = h('div', { class: 'draw-scroll' }, board);

  /** @param {{clientX: number, clientY: number}} event @returns {Cell} */
  function cellUnder({ clientX, clientY }) {
    const { left, top, width } = board.getBoundingClientRect();
    const side = width / size()[0] || 1;
    const [x, y] = [Math.floor((clientX - left) / side), Math.floor((clientY - top) / side)];
    return /** @type {Cell} */ (drawn(drawing, size(), [x, y, x, y]).slice(0, 2));
  }

  // Pointer

  /** A finger that has gone down: where, on what, and what it has painted so far. @type {{at: Cell, last: Cell, target: GridTarget, cells: Cell[], x: number, y: number, isDrag: boolean, left: number, top: number} | null} */
  let held = null;
  const isBrush = () => state.tool === 'brush';
  const isShape = () => state.tool === 'line' || state.tool === 'rectangle';

  /** @param {PointerEvent} event */
  function down(event) {
    if (event.button > 0 || held) return;
    const at = cellUnder(event);
    board.setPointerCapture(event.pointerId);
    const { scrollLeft: left, scrollTop: top } = scroll;
    const [target = THE_MAP] = standingAt(drawing, chart(), at);
    held = { at, last: at, target, cells: [], x: event.clientX, y: event.clientY, isDrag: false, left, top };
    board.focus({ preventScroll: true });
    event.preventDefault();
    if (isBrush()) dabAt(at);
  }

  /** @param {Cell} at */
  function dabAt(at) {
    if (!held) return;
    held.cells.push(...desk.reach(held.last, at));
    held.last = at;
    show(desk.withPaint(held.cells));
  }

  /** @param {PointerEvent} event */
  function move(event) {
    if (!held) return;
    const { clientX, clientY } = event;
    if (Math.hypot(clientX - held.x, clientY - held.y) > STILL) held.isDrag = true;
    if (!held.isDrag) return;
    const at = cellUnder(event);
    if (isBrush() || isShape()) {
      if (at.join() === held.last.join()) return;
      if (isBrush()) return dabAt(at);
      held.last = at;
      held.cells = desk.reach(held.at, at);
      return show(desk.withPaint(held.cells));
    }
    if (state.tool === 'move' && held.target.of === 'thing')
      return show(desk.withMoved(held.target, [at[0] - held.at[0], at[1] - held.at[1]]));
    if (state.tool === 'move') scroll.scrollTo(held.left - clientX + held.x, held.top - clientY + held.y);
  }

  /** @param {PointerEvent} event */
  function up(event) {
    if (!held) return;
    const { at: from, target, isDrag, cells } = held;
    held = null;
    const at = cellUnder(event);
    if (isOn(size(), at)) state.cursor = at;
    if (isBrush()) return desk.paint(cells);
    if (isShape()) return desk.paint(desk.reach(from, at));
    if (isDrag && state.tool === 'move')
      return target.of === 'thing' ? desk.move(target, [at[0] - from[0], at[1] - from[1]]) : show();
    apply(at, target);
  }

  /** What a tool does at a square. @param {Cell} at @param {GridTarget} target */
  function apply(at, target) {
    if (!isOn(size(), at)) return show();
    if (state.tool === 'put') {
      if (desk.isFull()) tell(t('No more of these fit on the map.'));
      return desk.add(at);
    }
    if (state.tool === 'erase') return target.of === 'thing' ? desk.erase(target) : show();
    if (state.tool === 'move') return desk.select(target);
    if (isShape() && !state.from) return desk.set({ from: at });
    return desk.paint(desk.reach(state.from ?? at, at));
  }

  // Keyboard

  function sayCursor() {
    const { cursor } = state;
    const kind = groundAt(drawing, chart(), cursor);
    const known = drawing.ground.kinds.find(([one]) => one === kind)?.[1];
    const label = say?.(kind) ?? (known && t(known));
    const [column, row] = drawn(drawing, size(), [...cursor, ...cursor]);
    const names = standingAt(drawing, chart(), cursor).map(desk.name);
    tell(
      t('{what}, column {x}, row {y}', {
        what: [...names, ...(label ? [label] : [])].join(', '),
        x: column + 1,
        y: row + 1,
      }),
    );
  }

  /** @param {Cell} by @param {boolean} isActing paints, or takes along what is selected */
  function arrow([dx, dy], isActing) {
    const [width, height] = size();
    const from = state.cursor;
    const to = /** @type {Cell} */ ([
      Math.max(0, Math.min(width - 1, from[0] + dx)),
      Math.max(0, Math.min(height - 1, from[1] + dy)),
    ]);
    state.cursor = to;
    if (isActing && isBrush()) desk.paint(desk.reach(from, to));
    else if (isActing && state.target.of === 'thing') desk.move(state.target, [to[0] - from[0], to[1] - from[1]]);
    else desk.set({});
    sayCursor();
  }

  /** To the next thing, or the one before. @param {1 | -1} by */
  function step(by) {
    const all = drawing.things.flatMap(({ key }) =>
      thingsIn(chart(), key).map((_, i) => /** @type {GridTarget} */ ({ of: 'thing', key, i })),
    );
    if (!all.length) return;
    const now = all.findIndex((one) => isSame(one, state.target));
    const target = all[(now < 0 ? (by > 0 ? 0 : all.length - 1) : now + by + all.length) % all.length];
    const list = drawing.things.find(({ key }) => target.of === 'thing' && key === target.key);
    const area = list && target.of === 'thing' && areaOf(list, thingsIn(chart(), list.key)[target.i]);
    const at = /** @type {Cell} */ (area ? [area[0], area[1]] : state.cursor);
    desk.set({ target, cursor: isOn(size(), at) ? at : state.cursor });
  }

  /** @param {1 | -1} by */
  function wider(by) {
    const i = Math.max(0, Math.min(BRUSHES.length - 1, BRUSHES.indexOf(state.side) + by));
    desk.set({ side: BRUSHES[i] });
  }

  const here = () => standingAt(drawing, chart(), state.cursor)[0] ?? THE_MAP;
  const eraseHere = () => {
    const target = here();
    return desk.erase(target.of === 'thing' ? target : state.target);
  };

  /** @param {KeyboardEvent} event */
  function keyed(event) {
    const by = ARROWS[event.key];
    if (by) {
      const far = event.shiftKey ? FAR : 1;
      arrow([by[0] * far, by[1] * far * (drawing.ground.up ? -1 : 1)], event.ctrlKey || event.metaKey || event.altKey);
      event.preventDefault();
      return;
    }
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const kinds = drawing.ground.kinds.slice(0, 9).map(([kind, label], i) => [
      String(i + 1),
      () => {
        desk.set({ kind });
        tell(t(label));
      },
    ]);
    const act = () => {
      apply(state.cursor, here());
      sayCursor();
    };
    const isTaken = press(event, {
      ...Object.fromEntries(kinds),
      Enter: act,
      ' ': act,
      N: () => desk.add(state.cursor),
      '+': () => wider(1),
      '-': () => wider(-1),
      Delete: eraseHere,
      Backspace: eraseHere,
      PageDown: () => step(1),
      PageUp: () => step(-1),
      Escape: () => (state.from || state.target.of !== 'map' ? desk.set({ from: null, target: THE_MAP }) : false),
    });
    if (isTaken) event.preventDefault();
  }
  board.addEventListener('pointerdown', down);
  board.addEventListener('pointermove', move);
  board.addEventListener('pointerup', up);
  board.addEventListener('pointercancel', () => {
    held = null;
    show();
  });
  board.addEventListener('keydown', keyed);

  // Painting

  /** The ground that the canvas shows. @type {string} */
  let ground = '';

  /** @param {any} [shown] the map, or what becomes of it */
  function show(shown = chart()) {
    const [width, height] = sizeOf(drawing, shown);
    const key = JSON.stringify([shown?.[drawing.ground.key], width, height]);
    if (key !== ground) paintGround(drawing, shown, paint, canvas, SQUARE);
    ground = key;
    svg.setAttribute('viewBox', `0 0 ${width * UNIT} ${height * UNIT}`);
    board.style.setProperty('--wide', String(width));
    board.style.setProperty('--high', String(height));
    board.style.setProperty('--zoom', String(state.zoom));
    board.dataset.tool = state.tool;
    const wrong = (store.state.faults ?? []).map(({ path }) => desk.targetOf(path).target);
    /** @param {GridTarget} target */
    const classes = (target) =>
      [isSame(target, state.target) && 'selected', wrong.some((one) => isSame(one, target)) && 'wrong']
        .filter(Boolean)
        .join(' ');
    replace(layer, things(drawing, shown, sign, classes, Math.max(1, Math.max(width, height) / FULL)));
    replace(over, axes(width, height), cursor());
  }

  /** Where the map is mirrored or turned. @param {number} width @param {number} height */
  function axes(width, height) {
    const [right, low] = [width * UNIT, height * UNIT];
    const { symmetry } = state;
    const isUp = drawing.ground.up;
    const lines = [
      ['mirror', 'both', 'eight'].includes(symmetry) && `M${right / 2} 0V${low}`,
      ['flip', 'both', 'eight'].includes(symmetry) && `M0 ${low / 2}H${right}`,
      (symmetry === 'eight' || (symmetry === 'diagonal' && !isUp)) && `M0 0 ${right} ${low}`,
      (symmetry === 'eight' || (symmetry === 'diagonal' && isUp)) && `M${right} 0 0 ${low}`,
    ];
    const turns = ['half', 'quarter'].includes(symmetry);
    return [
      ...lines.filter(Boolean).map((d) => s('path', { class: 'grid-axis', d: String(d) })),
      turns && s('circle', { class: 'grid-axis', cx: right / 2, cy: low / 2, r: UNIT / 2 }),
    ];
  }

  /** Where the keyboard points, with the images, and where a line or rectangle begins. */
  function cursor() {
    const box = (/** @type {Cell[]} */ cells, /** @type {string} */ kind) => {
      const [xs, ys] = [cells.map(([x]) => x), cells.map(([, y]) => y)];
      const all = /** @type {const} */ ([Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)]);
      const [left, top, right, low] = drawn(drawing, size(), [...all]);
      const [wide, high] = [right - left + 1, low - top + 1];
      return s('rect', { class: kind, x: left * UNIT, y: top * UNIT, width: wide * UNIT, height: high * UNIT });
    };
    const isWide = isBrush() || state.tool === 'line';
    return [
      ...imagesOf(state.symmetry, size(), state.cursor)
        .slice(1)
        .map((at) => box([at], 'grid-cursor image')),
      box(isWide ? dab(state.cursor, state.side) : [state.cursor], 'grid-cursor'),
      state.from && box([state.from], 'grid-from'),
    ];
  }
  store.onChange(() => show());
  watchPalette(() => {
    ground = '';
    show();
  });
  const keys = h('p', { class: 'small muted build-keys', id: 'draw-keys' });
  setText(
    keys,
    t(
      'On the board: arrow keys go, Enter does what the tool does, Ctrl with an arrow key paints or moves, digits choose the ground, + and − the brush, N puts what is chosen, Page Up and Page Down go from one to the next, Delete takes away.',
    ),
  );
  return { element: h('div', { class: 'draw-frame' }, scroll, keys), focus: () => board.focus() };
}
