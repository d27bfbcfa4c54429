/** What is somebody doing at a map of squares: with which tool, which ground, which symmetry, and what is selected? What is drawn is in the store. */
import { t } from 'app/i18n.js';
import { BRUSHES, field, rectangle, stroke } from './brush.js';
import {
  added,
  areaOf,
  evened,
  filled,
  groundAt,
  isOn,
  kindOf,
  listCalled,
  moved,
  painted,
  recordOf,
  removed,
  reshaped,
  sizeOf,
  standingAt,
  symmetryOf,
  targetOf,
  thingsIn,
  withValue,
} from './grid_model.js';
import { symmetriesOf } from './grid_symmetry.js';

/** @typedef {import('kit/workshop/store.js').Store} Store */
/** @typedef {import('./grid_model.js').GridTarget} GridTarget */
/** @typedef {import('./grid_model.js').GridDrawing} GridDrawing */
/** @typedef {import('./grid_model.js').Chart} Chart */
/** @typedef {import('./grid_symmetry.js').Cell} Cell */
/** @typedef {import('./grid_symmetry.js').GridSymmetry} GridSymmetry */
/** @typedef {'brush' | 'line' | 'rectangle' | 'fill' | 'put' | 'move' | 'erase'} GridTool */
/** @typedef {ReturnType<typeof createGridDesk>} GridDesk */

/** @type {GridTarget} */
export const THE_MAP = { of: 'map' };

/** @param {GridTarget} one @param {GridTarget} other */
export const isSame = (one, other) => JSON.stringify(one) === JSON.stringify(other);

/** @param {Store} store */
export function createGridDesk(store) {
  /** @type {GridDrawing} */
  const drawing = store.description.drawing;
  const chart = () => store.now().build;
  const size = () => sizeOf(drawing, chart());
  /** Everything that can be put: a list, and a kind of it where it has some. */
  const offers = drawing.things.flatMap(({ key, one, help, kinds }) =>
    kinds.length
      ? kinds.map(({ value, label }) => ({ key, kind: value, label, help }))
      : [{ key, kind: null, label: one, help }],
  );
  const state = {
    target: THE_MAP,
    tool: /** @type {GridTool} */ ('brush'),
    symmetry: drawing.symmetry_key ? symmetryOf(drawing, chart()) : drawing.symmetry,
    kind: drawing.ground.kinds[0][0],
    /** Side of the brush. */
    side: BRUSHES[1],
    /** What is put next: a number of `offers`. */
    what: 0,
    /** Where the keyboard points. @type {Cell} */
    cursor: [Math.floor(size()[0] / 2), Math.floor(size()[1] / 2)],
    /** Where a line or rectangle of the keyboard begins. @type {Cell | null} */
    from: null,
    zoom: 1,
  };

  /** With which this map may be drawn. */
  function symmetries() {
    const all = symmetriesOf(size());
    const said = drawing.symmetries?.map(([name]) => name) ?? [];
    return drawing.symmetry_key ? all.filter((one) => said.includes(one)) : all;
  }

  /** @param {Partial<typeof state>} part */
  function set(part) {
    Object.assign(state, part);
    store.draw();
  }

  /** Shows what was made of the map; nothing, if that changes nothing. @param {Chart} made @param {Partial<typeof state>} [part] */
  function make(made, part = {}) {
    Object.assign(state, part);
    if (made === chart()) store.draw();
    else store.build(made);
  }
  store.onChange(() => {
    const [width, height] = size();
    const { target, cursor } = state;
    if (recordOf(chart(), target) === undefined) state.target = THE_MAP;
    if (drawing.symmetry_key) state.symmetry = symmetryOf(drawing, chart());
    else if (!symmetries().includes(state.symmetry)) state.symmetry = 'none';
    if (!isOn([width, height], cursor))
      state.cursor = [Math.min(cursor[0], width - 1), Math.min(cursor[1], height - 1)];
  });

  /** The squares that a tool would paint from one to another. @param {Cell} from @param {Cell} to @returns {Cell[]} */
  function reach(from, to) {
    if (state.tool === 'rectangle') return rectangle(from, to);
    if (state.tool !== 'fill') return stroke(from, to, state.side);
    const on = size();
    return field((at) => (isOn(on, at) ? groundAt(drawing, chart(), at) : undefined), to);
  }

  /** @param {GridTarget} target */
  function name(target) {
    if (target.of === 'map') return t('The map');
    const list = listCalled(drawing, target.key);
    const record = recordOf(chart(), target);
    const said = list.name && record?.[list.name];
    if (said) return said;
    const kind = kindOf(list, record);
    const alike = thingsIn(chart(), target.key).slice(0, target.i + 1);
    const n = kind ? alike.filter((one) => kindOf(list, one) === kind).length : target.i + 1;
    return t('{what} {n}', { what: t(kind?.label ?? list.one), n });
  }
  return {
    drawing,
    state,
    offers,
    chart,
    size,
    set,
    reach,
    name,
    symmetries,
    /** Draws with another symmetry from now on; a map that says which one it has becomes its own image under it. @param {GridSymmetry} symmetry */
    drawWith: (symmetry) => (drawing.symmetry_key ? make(evened(drawing, chart(), symmetry)) : set({ symmetry })),
    /** Gives all ground at once. @param {(at: Cell) => any} kindAt */
    fillAll: (kindAt) => make(filled(drawing, chart(), kindAt, state.symmetry)),
    /** @param {GridTarget} target */
    select: (target) => set({ target }),
    /** @param {string} path of a fault */
    targetOf: (path) => targetOf(drawing, chart(), path),
    /** What becomes of the map if these are painted. @param {Cell[]} cells */
    withPaint: (cells) => painted(drawing, chart(), cells, state.kind, state.symmetry),
    /** @param {Cell[]} cells */
    paint: (cells) => make(painted(drawing, chart(), cells, state.kind, state.symmetry), { from: null }),
    /** @param {Cell} at */
    add(at) {
      const what = offers[state.what];
      const [there] = standingAt(drawing, chart(), at, what.key);
      if (there) return set({ target: there });
      const name = (/** @type {number} */ n) => t('{what} {n}', { what: t(what.label), n });
      const made = added(drawing, chart(), what, at, state.symmetry, name);
      return make(made.chart, made.target ? { target: made.target } : {});
    },
    /** Whether no more of what is put fit on the map. */
    isFull() {
      const { key } = offers[state.what];
      return thingsIn(chart(), key).length >= listCalled(drawing, key).most;
    },
    /** The map with a thing so many squares away. @param {GridTarget} target @param {Cell} by @returns {Chart} */
    withMoved: (target, by) => (target.of === 'thing' ? moved(drawing, chart(), target, by, state.symmetry) : chart()),
    /** @param {GridTarget} target @param {Cell} by */
    move(target, by) {
      if (target.of === 'thing') make(moved(drawing, chart(), target, by, state.symmetry), { target });
    },
    /** Makes a thing so wide and high. @param {GridTarget} target @param {Cell} sides */
    stretch(target, [wide, high]) {
      if (target.of !== 'thing') return;
      const area = areaOf(listCalled(drawing, target.key), recordOf(chart(), target));
      if (!area) return;
      const [x, y] = area;
      make(reshaped(drawing, chart(), target, [x, y, x + wide - 1, y + high - 1], state.symmetry), { target });
    },
    /** @param {GridTarget} target */
    erase(target) {
      if (target.of === 'thing') make(removed(drawing, chart(), target, state.symmetry), { target: THE_MAP });
    },
    /** @param {import('./model.js').Field} one @param {any} value */
    change: (one, value) => make(withValue(drawing, chart(), state.target, one, value, state.symmetry)),
  };
}
