/** What is somebody doing at a map of squares: with which tool, which ground, which symmetry, and what is selected? What is drawn is in the store. */
import { t } from 'app/i18n.js';
import { BRUSHES, field, rectangle, stroke } from './brush.js';
import {
  added,
  groundAt,
  isOn,
  listCalled,
  moved,
  painted,
  recordOf,
  removed,
  sizeOf,
  standingAt,
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
  const state = {
    target: THE_MAP,
    tool: /** @type {GridTool} */ ('brush'),
    symmetry: /** @type {GridSymmetry} */ ('none'),
    kind: drawing.ground.kinds[0][0],
    /** Side of the brush. */
    side: BRUSHES[1],
    /** What is put next: a list. */
    what: drawing.things[0].key,
    /** Where the keyboard points. @type {Cell} */
    cursor: [Math.floor(size()[0] / 2), Math.floor(size()[1] / 2)],
    /** Where a line or rectangle of the keyboard begins. @type {Cell | null} */
    from: null,
    zoom: 1,
  };

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
    if (!symmetriesOf([width, height]).includes(state.symmetry)) state.symmetry = 'none';
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
    const said = list.name && recordOf(chart(), target)?.[list.name];
    return said || t('{what} {n}', { what: t(list.one), n: target.i + 1 });
  }
  return {
    drawing,
    state,
    chart,
    size,
    set,
    reach,
    name,
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
      const [there] = standingAt(drawing, chart(), at, state.what);
      if (there) return set({ target: there });
      const { one } = listCalled(drawing, state.what);
      const made = added(drawing, chart(), state.what, at, state.symmetry, (n) => t('{what} {n}', { what: t(one), n }));
      return make(made.chart, made.target ? { target: made.target } : {});
    },
    /** Whether no more of what is put fit on the map. */
    isFull: () => thingsIn(chart(), state.what).length >= listCalled(drawing, state.what).most,
    /** The map with a thing elsewhere. @param {GridTarget} target @param {Cell} to @returns {Chart} */
    withMoved: (target, to) => (target.of === 'thing' ? moved(drawing, chart(), target, to, state.symmetry) : chart()),
    /** @param {GridTarget} target @param {Cell} to */
    move(target, to) {
      if (target.of === 'thing') make(moved(drawing, chart(), target, to, state.symmetry), { target });
    },
    /** @param {GridTarget} target */
    erase(target) {
      if (target.of === 'thing') make(removed(drawing, chart(), target, state.symmetry), { target: THE_MAP });
    },
    /** @param {import('./model.js').Field} one @param {any} value */
    change: (one, value) => make(withValue(drawing, chart(), state.target, one, value, state.symmetry)),
  };
}
