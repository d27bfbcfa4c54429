/** What is what is selected on a map of squares like? Fields of a thing or of the whole map, with the server's words at those that are wrong. */
import { h, replace, setText } from 'app/dom.js';
import { t } from 'app/i18n.js';
import { fieldOf, fill } from './fields.js';
import { isSame, THE_MAP } from './grid_desk.js';
import { areaOf, groundAt, kindOf, listCalled, recordOf, thingsIn } from './grid_model.js';
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
  const sides = h('div', { class: 'draw-fields' });
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
    sides,
    body,
  );
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
  /** @type {{of: string, fields: {field: Field, shown: ReturnType<typeof fieldOf>}[]}} */
  let made = { of: '', fields: [] };

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
    if (made.of !== of) {
      const described = (list?.fields ?? drawing.fields).filter(({ only }) => !only.length || only.includes(kind));
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
    const area = list?.area ? areaOf(list, record) : null;
    sides.hidden = !area;
    if (area && list) {
      const now = [area[2] - area[0] + 1, area[3] - area[1] + 1];
      for (const [i, { input, shown }] of stretching.entries()) {
        input.max = String(list.widest);
        shown.show(now[i], []);
      }
    }
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
