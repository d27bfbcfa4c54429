/** What is what is selected on a map of squares like? Fields of a thing or of the whole map, with the server's words at those that are wrong. */
import { h, replace, setText } from 'app/dom.js';
import { t } from 'app/i18n.js';
import { fieldOf, fill } from './fields.js';
import { isSame, THE_MAP } from './grid_desk.js';
import { cellOf, groundAt, listCalled, recordOf, thingsIn } from './grid_model.js';
import { valueAt } from './model.js';

/** @typedef {import('./grid_desk.js').GridDesk} GridDesk */
/** @typedef {import('./grid_model.js').GridTarget} GridTarget */
/** @typedef {import('./model.js').Field} Field */
/** @typedef {import('kit/workshop/store.js').Store} Store */

/** @param {Store} store @param {GridDesk} desk */
export function createGridInspector(store, desk) {
  const { drawing, state, chart } = desk;
  const chosen = h('select', { id: 'draw-chosen', onchange: () => desk.select(JSON.parse(chosen.value)) });
  const body = h('div', { class: 'draw-fields' });
  const about = h('p', { class: 'small muted' });
  const erase = h(
    'button',
    { type: 'button', class: 'button slim danger', onclick: () => desk.erase(state.target) },
    t('Delete'),
  );
  const element = h(
    'section',
    { class: 'build-part draw-inspector', 'aria-labelledby': 'draw-inspected' },
    h('h3', { id: 'draw-inspected', tabindex: '-1' }, t('Selected')),
    h(
      'p',
      { class: 'draw-choose' },
      h('label', { for: 'draw-chosen', class: 'visually-hidden' }, t('What is selected')),
      chosen,
      erase,
    ),
    about,
    body,
  );
  /** @type {{of: string, fields: {field: Field, shown: ReturnType<typeof fieldOf>}[]}} */
  let made = { of: '', fields: [] };

  /** What a field has without a value of its own: by the ground below, or always. @param {Field} field */
  function usual(field) {
    const { target } = state;
    if (target.of === 'map') return field.default;
    const at = cellOf(listCalled(drawing, target.key), recordOf(chart(), target));
    return (at && field.by[groundAt(drawing, chart(), at)]) ?? field.default;
  }

  store.onChange(() => {
    const { target } = state;
    const of = target.of === 'map' ? 'map' : target.key;
    if (made.of !== of) {
      const described = target.of === 'map' ? drawing.fields : listCalled(drawing, target.key).fields;
      const fields = described.map((field) => ({
        field,
        shown: fieldOf(field, `draw-${of}-${field.key}`, (value) => desk.change(field, value)),
      }));
      made = { of, fields };
      replace(
        body,
        fields.map(({ shown }) => shown.element),
      );
    }
    const record = recordOf(chart(), target);
    const faults = (store.state.faults ?? []).map(({ path, message }) => ({ ...desk.targetOf(path), message }));
    for (const { field, shown } of made.fields) {
      const own = faults.filter((one) => isSame(one.target, target) && one.field === String(field.key));
      shown.show(
        valueAt(record, field.key) ?? usual(field),
        own.map(({ message }) => message),
      );
    }
    const all = drawing.things.flatMap(({ key }) =>
      thingsIn(chart(), key).map((_, i) => /** @type {GridTarget} */ ({ of: 'thing', key, i })),
    );
    fill(
      chosen,
      [THE_MAP, ...all].map((one) => [JSON.stringify(one), desk.name(one)]),
      JSON.stringify(target),
    );
    erase.hidden = target.of === 'map';
    setText(about, target.of === 'map' ? '' : t(listCalled(drawing, target.key).help));
  });
  return element;
}
