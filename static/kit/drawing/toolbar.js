/** With what is drawn? Tools, symmetry, kinds of new places, how near one looks; what is wrong, with the way there. */
import { h, list, setText } from 'app/dom.js';
import { t } from 'app/i18n.js';
import { ZOOMS } from './board.js';
import { SYMMETRIES } from './symmetry.js';

/** @typedef {import('./desk.js').Desk} Desk */
/** @typedef {import('kit/workshop/store.js').Store} Store */

/** @type {Record<import('./desk.js').Tool, () => string>} */
const TOOLS = {
  move: () => t('Move'),
  place: () => t('Put'),
  join: () => t('Connect'),
  erase: () => t('Erase'),
};
/** What to do with each. @type {Record<import('./desk.js').Tool, () => string>} */
const HOW = {
  move: () => t('Drag to move. Tap to select.'),
  place: () => t('Tap where a new one is to lie.'),
  join: () => t('Drag from one to another, or tap one and then the other.'),
  erase: () => t('Tap what is to go.'),
};
/** What symmetries of points and of squares are called. @type {Record<import('./symmetry.js').Symmetry | import('./grid_symmetry.js').GridSymmetry, () => string>} */
export const SYMMETRY_NAMES = {
  none: () => t('no symmetry'),
  mirror: () => t('mirror, left and right'),
  flip: () => t('mirror, top and bottom'),
  half: () => t('half turn, two ways'),
  both: () => t('mirrors, four ways'),
  diagonal: () => t('mirror along the diagonal'),
  quarter: () => t('quarter turns, four ways'),
  three: () => t('three ways'),
  four: () => t('four ways'),
  eight: () => t('eight ways'),
};

/**
 * A button for each tool, and those for how near one looks. @template {string} Tool
 * @param {{state: {tool: Tool, zoom: number}, set: (part: {tool?: Tool, from?: null, zoom?: number}) => void}} desk @param {Record<Tool, () => string>} tools
 */
export function toolButtons({ state, set }, tools) {
  const names = /** @type {Tool[]} */ (Object.keys(tools));
  const button = (/** @type {string} */ text, /** @type {() => void} */ onclick) =>
    h('button', { type: 'button', class: 'button slim', onclick }, text);
  const buttons = names.map((tool) => button(tools[tool](), () => set({ tool, from: null })));
  const nearer = button(t('Nearer'), () => zoom(1));
  const farther = button(t('Farther'), () => zoom(-1));
  const zoom = (/** @type {1 | -1} */ by) =>
    set({ zoom: ZOOMS[Math.max(0, Math.min(ZOOMS.length - 1, ZOOMS.indexOf(state.zoom) + by))] });
  return {
    tools: h('div', { class: 'row', role: 'group', 'aria-label': t('Tools') }, buttons),
    distance: h('div', { class: 'row', role: 'group', 'aria-label': t('Distance') }, farther, nearer),
    show() {
      for (const [i, one] of buttons.entries()) one.setAttribute('aria-pressed', String(names[i] === state.tool));
      nearer.setAttribute('aria-disabled', String(state.zoom === ZOOMS.at(-1)));
      farther.setAttribute('aria-disabled', String(state.zoom === ZOOMS[0]));
    },
  };
}

/** @param {Store} store @param {Desk} desk */
export function createTools(store, desk) {
  const { state, drawing } = desk;
  const { tools, distance, show } = toolButtons(desk, TOOLS);
  const symmetry = h(
    'select',
    { id: 'draw-symmetry', onchange: () => desk.set({ symmetry: SYMMETRIES[symmetry.selectedIndex] }) },
    SYMMETRIES.map((one) => h('option', { value: one }, SYMMETRY_NAMES[one]())),
  );
  const kinds = drawing.places.fields.find(({ key }) => key === drawing.places.kind)?.choices ?? [];
  const kind = h(
    'select',
    { id: 'draw-kind', onchange: () => desk.set({ kind: kinds[kind.selectedIndex][0], tool: 'place' }) },
    kinds.map(([value, label]) => h('option', { value: String(value) }, t(label))),
  );
  const how = h('p', { class: 'small muted draw-how' });

  store.onChange(() => {
    show();
    symmetry.value = state.symmetry;
    kind.value = String(state.kind);
    setText(how, HOW[state.tool]());
  });
  return h(
    'div',
    { class: 'draw-tools' },
    tools,
    h('p', null, h('label', { for: 'draw-symmetry' }, t('Symmetry')), symmetry),
    kinds.length > 0 && h('p', null, h('label', { for: 'draw-kind' }, t('New ones are')), kind),
    distance,
    how,
  );
}

/**
 * Everything that is wrong, each with the way there; of what has no fault what the game tells of it.
 * @template {{of: string}} T
 * @param {Store} store @param {{targetOf: (path: string) => {target: T, field: string}, name: (target: T) => string, select: (target: T) => void}} desk
 * @param {() => void} goToFields
 */
export function createFaults(store, desk, goToFields) {
  const wrong = h('ul', { class: 'build-faults draw-faults' });
  const facts = h('ul', { class: 'draw-facts' });
  store.onChange(() => {
    const faults = store.state.faults ?? [];
    list(
      wrong,
      faults,
      ({ path, message }) => `${path} ${message}`,
      (fault) => {
        const link = h('button', { type: 'button', class: 'link' }, fault.message);
        link.addEventListener('click', () => {
          desk.select(desk.targetOf(fault.path).target);
          goToFields();
        });
        return h('li', null, h('span', { class: 'muted' }), link);
      },
      (item, { path, message }) => {
        const { target } = desk.targetOf(path);
        const name = target.of === 'map' ? '' : desk.name(target);
        // A sentence that names it already says it once.
        setText(
          /** @type {Element} */ (item.firstElementChild),
          name && !message.includes(name) ? t('{name}: ', { name }) : '',
        );
      },
    );
    list(
      facts,
      store.state.facts,
      (text) => text,
      (text) => h('li', null, text),
    );
  });
  return h('div', null, wrong, facts);
}
