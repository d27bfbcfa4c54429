/** With what is a map of squares drawn? Tools, kinds of ground, the brush, what is put, symmetry, how near one looks. */
import { h, list, setText } from 'app/dom.js';
import { t } from 'app/i18n.js';
import { watchPalette } from 'board/palette.js';
import { BRUSHES } from './brush.js';
import { createNoise } from './grid_noise.js';
import { SYMMETRY_NAMES, toolButtons } from './toolbar.js';

/** @typedef {import('./grid_desk.js').GridDesk} GridDesk */
/** @typedef {import('./grid_desk.js').GridTool} GridTool */
/** @typedef {import('./grid_symmetry.js').GridSymmetry} GridSymmetry */
/** @typedef {import('kit/workshop/store.js').Store} Store */

/** @type {Record<GridTool, () => string>} */
const TOOLS = {
  brush: () => t('Brush'),
  line: () => t('Line'),
  rectangle: () => t('Rectangle'),
  fill: () => t('Fill'),
  put: () => t('Put'),
  move: () => t('Move'),
  erase: () => t('Erase'),
};
/** What to do with each. @type {Record<GridTool, () => string>} */
const HOW = {
  brush: () => t('Drag over the map to paint.'),
  line: () => t('Drag from one end to the other.'),
  rectangle: () => t('Drag from one corner to the opposite one.'),
  fill: () => t('Tap a field: all that hangs together with it changes.'),
  put: () => t('Tap where a new one is to stand.'),
  move: () => t('Drag to move. Tap to select. Drag the ground to see other parts.'),
  erase: () => t('Tap what is to go.'),
};
/** Which tools paint ground. @type {GridTool[]} */
const PAINTING = ['brush', 'line', 'rectangle', 'fill'];
/** Pixels of a square of a sample, which is two squares wide. */
const SAMPLE = 14;

/** @param {Store} store @param {GridDesk} desk @param {import('./grid_board.js').PaintGround} paint */
export function createGridTools(store, desk, paint) {
  const { state, drawing } = desk;
  const { tools, distance, show } = toolButtons(desk, TOOLS);
  const kinds = drawing.ground.kinds.map(([kind, label]) => {
    const sample = h('canvas', { width: 2 * SAMPLE, height: 2 * SAMPLE, 'aria-hidden': 'true' });
    const choose = () => desk.set({ kind, tool: PAINTING.includes(state.tool) ? state.tool : 'brush' });
    const button = h('button', { type: 'button', class: 'button slim grid-kind', onclick: choose }, sample, t(label));
    return { kind, sample, button };
  });
  function paintSamples() {
    for (const { kind, sample } of kinds) {
      const ctx = sample.getContext('2d');
      const rows = [
        [kind, kind],
        [kind, kind],
      ];
      if (ctx) paint(ctx, rows, { [drawing.ground.width]: 2, [drawing.ground.height]: 2 }, SAMPLE, sample);
    }
  }
  requestAnimationFrame(paintSamples);
  watchPalette(paintSamples);

  const side = h(
    'select',
    { id: 'draw-side', onchange: () => desk.set({ side: BRUSHES[side.selectedIndex] }) },
    BRUSHES.map((one) => h('option', { value: one }, t('{n} × {n}', { n: one }))),
  );
  const what = h(
    'select',
    { id: 'draw-what', onchange: () => desk.set({ what: what.selectedIndex, tool: 'put' }) },
    desk.offers.map(({ label }, i) => h('option', { value: i }, t(label))),
  );
  const symmetry = h('select', {
    id: 'draw-symmetry',
    onchange: () => desk.drawWith(/** @type {GridSymmetry} */ (symmetry.value)),
  });
  const repeat = h(
    'button',
    { type: 'button', class: 'button slim', onclick: () => state.symmetry !== 'none' && desk.drawWith(state.symmetry) },
    t('Repeat on all sides'),
  );
  const how = h('p', { class: 'small muted draw-how' });

  store.onChange(() => {
    show();
    for (const { kind, button } of kinds) button.setAttribute('aria-pressed', String(kind === state.kind));
    side.value = String(state.side);
    what.selectedIndex = state.what;
    list(
      symmetry,
      desk.symmetries(),
      (one) => one,
      (one) => h('option', { value: one }, SYMMETRY_NAMES[one]()),
    );
    symmetry.value = state.symmetry;
    repeat.setAttribute('aria-disabled', String(state.symmetry === 'none'));
    const said = state.tool === 'put' ? [HOW.put(), t(desk.offers[state.what].help)] : [HOW[state.tool]()];
    setText(how, said.join(' '));
  });
  return h(
    'div',
    { class: 'draw-tools' },
    tools,
    h(
      'div',
      { class: 'row grid-kinds', role: 'group', 'aria-label': t('Ground') },
      kinds.map(({ button }) => button),
    ),
    h('p', null, h('label', { for: 'draw-side' }, t('Brush')), side),
    h('p', null, h('label', { for: 'draw-what' }, t('To put')), what),
    h('p', null, h('label', { for: 'draw-symmetry' }, t('Symmetry')), symmetry, drawing.symmetry_key && repeat),
    drawing.ground.scale && createNoise(desk),
    distance,
    how,
  );
}
