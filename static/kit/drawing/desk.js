/** What is somebody doing at the drawing board: what is selected, with which tool, with which symmetry? What is drawn is in the store. */
import { t } from 'app/i18n.js';
import {
  added,
  isThere,
  joined,
  marksIn,
  moved,
  parted,
  placeCalled,
  placesIn,
  removed,
  THE_MAP,
  targetOf,
  withMark,
  withValue,
} from './model.js';

/** @typedef {import('kit/workshop/store.js').Store} Store */
/** @typedef {import('./model.js').Target} Target */
/** @typedef {import('./model.js').Drawing} Drawing */
/** @typedef {import('./model.js').Chart} Chart */
/** @typedef {import('./symmetry.js').Point} Point */
/** @typedef {import('./symmetry.js').Symmetry} Symmetry */
/** @typedef {'move' | 'place' | 'join' | 'erase'} Tool */
/** @typedef {ReturnType<typeof createDesk>} Desk */

/** @param {Store} store */
export function createDesk(store) {
  /** @type {Drawing} */
  const drawing = store.description.drawing;
  const state = {
    target: /** @type {Target} */ (THE_MAP),
    tool: /** @type {Tool} */ ('move'),
    symmetry: /** @type {Symmetry} */ ('none'),
    /** Kind of the next new place. */
    kind: kindsOf(drawing).at(0),
    /** From where a way is being drawn. @type {string | null} */
    from: null,
    /** Where the keyboard points. @type {Point} */
    cursor: [drawing.size[0] / 2, drawing.size[1] / 2],
    zoom: 1,
  };
  const chart = () => store.now().build;
  let isToolChosen = false;

  /** Until somebody chooses a tool: that which there is something for. On an empty map nothing can be done but to put the first place. */
  function chooseTool() {
    const isEmpty = placesIn(drawing, chart()).length === 0;
    if (isEmpty) state.tool = 'place';
    else if (!isToolChosen) state.tool = 'move';
  }
  chooseTool();

  /** @param {Partial<typeof state>} part */
  function set(part) {
    if (part.tool) isToolChosen = true;
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
    chooseTool();
    if (!isThere(drawing, chart(), state.target)) state.target = THE_MAP;
    if (state.from && !isThere(drawing, chart(), { of: 'place', id: state.from })) state.from = null;
  });
  /** @param {string} id */
  function nameOf(id) {
    const { places } = drawing;
    const record = placeCalled(drawing, chart(), id);
    return record?.[places.name] || record?.[places.id] || id;
  }

  /** What the target is called. @param {Target} target */
  function name(target) {
    if (target.of === 'map') return t('The map');
    if (target.of === 'place') return nameOf(target.id);
    const [one, other] = target.ends.map(nameOf);
    return t('{one} – {other}', { one, other });
  }
  return {
    drawing,
    state,
    chart,
    set,
    name,
    /** @param {string} path of a fault */
    targetOf: (path) => targetOf(drawing, chart(), path),
    /** @param {Target} target */
    select: (target) => set({ target }),
    /** @param {Point} at */
    add(at) {
      // Whoever puts one puts more.
      isToolChosen = true;
      const made = added(drawing, chart(), at, state.symmetry, state.kind);
      make(made.chart, made.id ? { target: { of: 'place', id: made.id } } : {});
      return made.id;
    },
    /** @param {string} id @param {Point} to */
    move: (id, to) => make(moved(drawing, chart(), id, to, state.symmetry)),
    /** @param {string} a @param {string} b */
    join: (a, b) =>
      make(joined(drawing, chart(), [a, b], state.symmetry), {
        from: null,
        target: a === b ? state.target : { of: 'way', ends: [a, b] },
      }),
    /** @param {Target} target */
    erase(target) {
      if (target.of === 'place') make(removed(drawing, chart(), target.id, state.symmetry));
      if (target.of === 'way') make(parted(drawing, chart(), target.ends, state.symmetry));
    },
    /** @param {string} id */
    mark: (id) => make(withMark(drawing, chart(), id, !marksIn(drawing, chart()).includes(id), state.symmetry)),
    /** @param {import('./model.js').Field} field @param {any} value */
    change(field, value) {
      const isKind = state.target.of === 'place' && field.key === drawing.places.kind;
      make(withValue(drawing, chart(), state.target, field, value, state.symmetry), isKind ? { kind: value } : {});
    },
  };
}

/** What kinds of places there are, the usual one first. @param {Drawing} drawing @returns {any[]} */
function kindsOf({ places }) {
  const field = places.fields.find(({ key }) => key === places.kind);
  const kinds = field?.choices.map(([value]) => value) ?? [];
  return kinds.toSorted((one, other) => Number(other === field?.default) - Number(one === field?.default));
}
