/** What is what is selected on a map of squares like? Fields of a thing or of the whole map, with the server's words at those that are wrong. */
import { h, setText } from 'app/dom.js';
import { t } from 'app/i18n.js';
import { fieldOf, inspectorOf } from './fields.js';
import { THE_MAP } from './grid_desk.js';
import { areaOf, groundAt, kindOf, listCalled, recordOf, thingsIn } from './grid_model.js';
import { valueAt } from './model.js';

/** @typedef {import('./grid_desk.js').GridDesk} GridDesk */
/** @typedef {import('./grid_model.js').GridTarget} GridTarget */
/** @typedef {import('./model.js').Field} Field */
/** @typedef {import('kit/workshop/store.js').Store} Store */

/** @param {Store} store @param {GridDesk} desk */
export function createGridInspector(store, desk) {
  const { drawing, state, chart } = desk;
  const about = h('p', { class: 'small muted' });
  const sides = h('div', { class: 'draw-fields' });
  const inspector = inspectorOf(store, desk, (body) => [about, sides, body]);
  // How many squares it is wide and high, for things that have areas.
  const stretching = [t('Squares wide'), t('Squares high')].map((label, axis) => {
    const field = /** @type {any} */ ({ kind: 'int', label, help: '', minimum: 1, maximum: 9, choices: [] });
    const shown = fieldOf(field, `draw-side-${axis}`, (value) => {
      const now = stretching.map(({ input }) => Number(input.value));
      if (Number.isInteger(value) && value >= 1) desk.stretch(state.target, [now[0], now[1]]);
      else store.draw();
    });
    return { shown, input: /** @type {HTMLInputElement} */ (shown.element.querySelector('input')) };
  });
  sides.append(...stretching.map(({ shown }) => shown.element));

  /** What a field has without a value of its own: by the ground below, or always. @param {Field} field */
  function usual(field) {
    const { target } = state;
    if (target.of === 'map') return field.default;
    const area = areaOf(listCalled(drawing, target.key), recordOf(chart(), target));
    return (area && field.by[groundAt(drawing, chart(), [area[0], area[1]])]) ?? field.default;
  }

  store.onChange(() => {
    const { target } = state;
    const record = recordOf(chart(), target);
    const list = target.of === 'map' ? null : listCalled(drawing, target.key);
    const kind = list ? kindOf(list, record)?.value : undefined;
    const of = [list?.key ?? 'map', kind].filter(Boolean).join('-');
    const area = list?.area ? areaOf(list, record) : null;
    sides.hidden = !area;
    if (area && list) {
      const now = [area[2] - area[0] + 1, area[3] - area[1] + 1];
      for (const [i, { input, shown }] of stretching.entries()) {
        input.max = String(list.widest);
        shown.show(now[i], []);
      }
    }
    const all = drawing.things.flatMap(({ key }) =>
      thingsIn(chart(), key).map((_, i) => /** @type {GridTarget} */ ({ of: 'thing', key, i })),
    );
    const fields = (list?.fields ?? drawing.fields).filter(({ only }) => !only.length || only.includes(kind));
    inspector.show(of, fields, (field) => valueAt(record, field.key) ?? usual(field), [THE_MAP, ...all]);
    setText(about, target.of === 'map' ? '' : t(listCalled(drawing, target.key).help));
  });
  return inspector.element;
}
