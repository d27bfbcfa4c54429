/** How is one value of something drawn set? A field with its words, its limits and what is wrong with it; a list to choose from; all fields of what is selected. */
import { h, list, replace } from 'app/dom.js';
import { t } from 'app/i18n.js';
import { isSameTarget } from './model.js';

/** @typedef {import('./model.js').Field} Field */
/** @typedef {import('kit/workshop/store.js').Store} Store */

/** @param {string} text @returns {number | undefined} */
const figure = (text) => (text.trim() === '' || !Number.isFinite(Number(text)) ? undefined : Number(text));

/** One field. @param {Field} field @param {string} id @param {(value: any) => void} onset */
export function fieldOf(field, id, onset) {
  const { kind, label, help, minimum, maximum, choices } = field;
  const about = help ? `${id}-help` : null;
  const common = { id, 'aria-describedby': [about, `${id}-wrong`].filter(Boolean).join(' ') };
  const wrong = h('ul', { class: 'build-faults', id: `${id}-wrong` });
  /** @type {HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement} */
  let input;
  if (kind === 'choice') {
    const select = h(
      'select',
      { ...common, onchange: () => onset(choices[select.selectedIndex][0]) },
      choices.map(([value, said]) => h('option', { value: String(value) }, t(said))),
    );
    input = select;
  } else if (kind === 'bool') {
    const box = h('input', { ...common, type: 'checkbox', onchange: () => onset(box.checked) });
    input = box;
  } else if (kind === 'lines') {
    const area = h('textarea', {
      ...common,
      rows: '3',
      maxlength: maximum,
      onchange: () => onset(area.value || undefined),
    });
    input = area;
  } else {
    const isText = kind === 'text';
    const limits = isText ? { maxlength: maximum } : { min: minimum, max: maximum, step: kind === 'int' ? '1' : 'any' };
    const line = h('input', {
      ...common,
      ...limits,
      type: isText ? 'text' : 'number',
      autocomplete: 'off',
      onchange: () => onset(isText ? line.value || undefined : figure(line.value)),
    });
    input = line;
  }
  const title = h('label', { for: id }, t(label));
  const element = h(
    'div',
    { class: `draw-field ${kind}` },
    kind === 'bool' ? [input, title] : [title, input],
    help && h('p', { class: 'small muted', id: about }, t(help)),
    wrong,
  );
  return {
    element,
    /** @param {any} value @param {string[]} faults */
    show(value, faults) {
      if (kind === 'bool') /** @type {HTMLInputElement} */ (input).checked = Boolean(value);
      else if (document.activeElement !== input || kind === 'choice')
        input.value = value === undefined || value === null ? '' : String(value);
      input.toggleAttribute('aria-invalid', faults.length > 0);
      if (faults.length) input.setAttribute('aria-invalid', 'true');
      list(
        wrong,
        faults,
        (text) => text,
        (text) => h('li', null, text),
      );
    },
  };
}

/** Offers these, written only when they are others. @param {HTMLSelectElement} select @param {[value: string, text: string][]} options @param {string} value */
export function fill(select, options, value) {
  const key = JSON.stringify(options);
  if (select.dataset.shows !== key) {
    select.dataset.shows = key;
    replace(
      select,
      options.map(([one, text]) => h('option', { value: one }, text)),
    );
  }
  if (options.some(([one]) => one === value)) select.value = value;
}

/**
 * What is selected: a list to choose from, the way to delete it, and its fields with what is wrong with each.
 * @template {{of: string}} Target
 * @param {Store} store
 * @param {{
 *   state: {target: Target}, select: (target: Target) => void, erase: (target: Target) => void, name: (target: Target) => string,
 *   change: (field: any, value: any) => void, targetOf: (path: string) => {target: Target, field: string},
 * }} desk
 * @param {(fields: HTMLElement) => import('app/dom.js').Child[]} parts what stands below, the fields among it
 */
export function inspectorOf(store, desk, parts) {
  const { state } = desk;
  const chosen = h('select', { id: 'draw-chosen', onchange: () => desk.select(JSON.parse(chosen.value)) });
  const body = h('div', { class: 'draw-fields' });
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
    parts(body),
  );
  /** @type {{kind: string, fields: {field: Field, shown: ReturnType<typeof fieldOf>}[]}} */
  let made = { kind: '', fields: [] };
  return {
    element,
    /**
     * @template {Field} Own
     * @param {string} kind of fields: those of another one are made anew @param {Own[]} fields @param {(field: Own) => any} value
     * @param {Target[]} targets what can be selected
     */
    show(kind, fields, value, targets) {
      const { target } = state;
      if (made.kind !== kind) {
        const shown = fields.map((field) => ({
          field,
          shown: fieldOf(field, `draw-${kind}-${field.key}`.replace('.', '-'), (set) => desk.change(field, set)),
        }));
        made = { kind, fields: shown };
        replace(
          body,
          shown.map((one) => one.shown.element),
        );
      }
      const faults = (store.state.faults ?? []).map(({ path, message }) => ({ ...desk.targetOf(path), message }));
      for (const { field, shown } of made.fields) {
        const own = faults.filter(
          (one) =>
            isSameTarget(/** @type {any} */ (one.target), /** @type {any} */ (target)) &&
            one.field === String(field.key),
        );
        shown.show(
          value(/** @type {Own} */ (field)),
          own.map(({ message }) => message),
        );
      }
      fill(
        chosen,
        targets.map((one) => [JSON.stringify(one), desk.name(one)]),
        JSON.stringify(target),
      );
      erase.hidden = target.of === 'map';
    },
  };
}
