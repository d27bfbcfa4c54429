/**
 * What may the site answer for me? The panel "Automatic answers", made from the preferences that the game declares. The server stores the values:
 * a change is sent at once, and the panel shows the server's reply.
 *
 * @typedef {import("../types").Preference} Preference
 * @typedef {{ element: HTMLElement, set: (value: any) => void }} Field
 */
import { byId, h } from 'app/dom.js';

/**
 * @param {{ declared: Preference[], send: (type: string, fields: Record<string, unknown>) => Promise<unknown>, fail: (error: Error) => void }} config
 */
export function createPreferences({ declared, send, fail }) {
  const box = byId('answers');
  /** @type {Record<string, any> | null} what holds, as the server said last */
  let known = null;
  /** @type {Map<string, Field>} */
  const fields = new Map(declared.map((option) => [option.key, fieldOf(option, (value) => change(option.key, value))]));
  byId('answers-fields').append(...[...fields.values()].map((field) => field.element));

  /** @param {string} key @param {any} value */
  async function change(key, value) {
    try {
      await send('preferences', { preferences: { [key]: value } });
    } catch (error) {
      fail(/** @type {Error} */ (error));
      fill();
    }
  }

  function fill() {
    for (const [key, field] of fields) if (known && key in known) field.set(known[key]);
  }

  /** Sets the present values; null hides the panel. @param {Record<string, any> | null} values */
  function show(values) {
    box.hidden = values === null || fields.size === 0;
    if (values === known) return;
    known = values;
    fill();
  }

  return { show, change };
}

/** @param {Preference} option @param {(value: any) => void} change @returns {Field} */
function fieldOf(option, change) {
  if (option.kind === 'bool') return flag(option, change);
  if (option.kind === 'int') return number(option, change);
  return option.kind === 'choices' ? several(option, change) : one(option, change);
}

/** @param {Preference} option @param {(value: any) => void} change @returns {Field} */
function flag(option, change) {
  const input = h('input', { type: 'checkbox', id: idOf(option), onchange: () => change(input.checked) });
  const element = h('label', { class: 'check' }, input, h('span', null, option.label, helpOf(option)));
  return {
    element,
    set: (value) => {
      input.checked = value;
    },
  };
}

/** @param {Preference} option @param {(value: any) => void} change @returns {Field} */
function number(option, change) {
  const input = h('input', {
    type: 'number',
    id: idOf(option),
    min: option.minimum,
    max: option.maximum,
    step: 1,
    required: true,
    onchange: () => input.reportValidity() && change(input.valueAsNumber),
  });
  return {
    element: labelled(option, input),
    set: (value) => {
      input.value = String(value);
    },
  };
}

/** @param {Preference} option @param {(value: any) => void} change @returns {Field} */
function one(option, change) {
  const select = h(
    'select',
    { id: idOf(option), onchange: () => change(option.choices[select.selectedIndex][0]) },
    option.choices.map(([, label]) => h('option', null, label)),
  );
  return {
    element: labelled(option, select),
    set: (value) => {
      select.selectedIndex = option.choices.findIndex(([known]) => known === value);
    },
  };
}

/** Folded: there may be many. @param {Preference} option @param {(value: any) => void} change @returns {Field} */
function several(option, change) {
  const chosen = () => option.choices.filter((_, at) => boxes[at].checked).map(([value]) => value);
  const boxes = option.choices.map(() => h('input', { type: 'checkbox', onchange: () => change(chosen()) }));
  const lines = option.choices.map(([, label], at) =>
    h('label', { class: 'check' }, boxes[at], h('span', null, label)),
  );
  const count = h('span', { class: 'muted' });
  const element = h(
    'details',
    { class: 'answers-list' },
    h('summary', null, option.label, ' ', count),
    helpOf(option),
    h('div', { role: 'group', 'aria-label': option.label }, lines),
  );
  return {
    element,
    set: (values) => {
      for (const [at, [value]] of option.choices.entries()) boxes[at].checked = values.includes(value);
      count.textContent = values.length ? `(${values.length})` : '';
    },
  };
}

/** @param {Preference} option @param {HTMLElement} input */
const labelled = (option, input) =>
  h('div', { class: 'field' }, h('label', { for: idOf(option) }, option.label), input, helpOf(option));

/** @param {Preference} option */
const helpOf = (option) => option.help && h('span', { class: 'help small muted' }, option.help);

/** @param {Preference} option */
const idOf = (option) => `answer-${option.key}`;
