/** What is what is selected like? Fields of a place, a way or the whole map, with the server's words at those that are wrong. */
import { h, list, replace, setText } from 'app/dom.js';
import { t } from 'app/i18n.js';
import { SIGNS, signButton } from 'kit/parts.js';
import {
  isSameTarget,
  marksIn,
  placeCalled,
  placesIn,
  THE_MAP,
  targetOf,
  usual,
  valueAt,
  wayBetween,
  waysIn,
} from './model.js';

/** @typedef {import('./desk.js').Desk} Desk */
/** @typedef {import('./model.js').Field} Field */
/** @typedef {import('./model.js').Target} Target */
/** @typedef {import('kit/workshop/store.js').Store} Store */

/** @param {any} record @param {Desk} desk */
export const nameOf = (record, { drawing: { places } }) => record?.[places.name] || record?.[places.id] || '';

/** A way in words. @param {Desk} desk @param {[string, string]} ends */
export function wayName(desk, ends) {
  const [one, other] = ends.map((id) => nameOf(placeCalled(desk.drawing, desk.chart(), id), desk) || id);
  return t('{one} – {other}', { one, other });
}

/** What the target is called. @param {Desk} desk @param {Target} target */
export function targetName(desk, target) {
  if (target.of === 'map') return t('The map');
  if (target.of === 'way') return wayName(desk, target.ends);
  return nameOf(placeCalled(desk.drawing, desk.chart(), target.id), desk) || target.id;
}

/** @param {string} text @returns {number | undefined} */
const figure = (text) => (text.trim() === '' || !Number.isFinite(Number(text)) ? undefined : Number(text));

/** One field. @param {Field} field @param {string} id @param {(value: any) => void} onset */
function fieldOf(field, id, onset) {
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

/** @param {Store} store @param {Desk} desk */
export function createInspector(store, desk) {
  const { drawing, state, chart } = desk;
  const { places, ways, marks } = drawing;
  const chosen = h('select', { id: 'draw-chosen', onchange: () => desk.select(JSON.parse(chosen.value)) });
  const body = h('div', { class: 'draw-fields' });
  const roads = h('ul', { class: 'build-rows draw-roads' });
  const start = h('input', {
    type: 'checkbox',
    id: 'draw-start',
    onchange: () => state.target.of === 'place' && desk.mark(state.target.id),
  });
  const other = h('select', { id: 'draw-other' });
  const join = h('button', { type: 'button', class: 'button slim', onclick: joinOther }, t('Connect'));
  const erase = h(
    'button',
    { type: 'button', class: 'button slim danger', onclick: () => desk.erase(state.target) },
    t('Delete'),
  );
  const ofPlace = h(
    'div',
    { class: 'draw-of-place' },
    h('div', { class: 'draw-field bool' }, start, h('label', { for: 'draw-start' }, t(marks.one))),
    h('h4', null, t(ways.many)),
    roads,
    h('p', { class: 'draw-join' }, h('label', { for: 'draw-other' }, t('Connect with')), other, join),
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
    body,
    ofPlace,
  );
  /** @type {{of: string, fields: {field: Field, shown: ReturnType<typeof fieldOf>}[]}} */
  let made = { of: '', fields: [] };

  function joinOther() {
    if (state.target.of !== 'place' || !other.value) return;
    const { id } = state.target;
    desk.join(id, other.value);
    desk.select({ of: 'place', id });
  }

  /** @param {Target} target @returns {Field[]} */
  const fieldsOf = (target) => ({ map: drawing.fields, place: places.fields, way: ways.fields })[target.of];

  function recordNow() {
    const { target } = state;
    if (target.of === 'place') return placeCalled(drawing, chart(), target.id);
    return target.of === 'way' ? wayBetween(drawing, chart(), target.ends) : chart();
  }

  /** @param {HTMLSelectElement} select @param {[value: string, text: string][]} options @param {string} value */
  function fill(select, options, value) {
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

  function showPlace() {
    const { target } = state;
    ofPlace.hidden = target.of !== 'place';
    if (target.of !== 'place') return;
    const { id } = target;
    start.checked = marksIn(drawing, chart()).includes(id);
    const joinedTo = waysIn(drawing, chart()).filter((way) => way[0] === id || way[1] === id);
    const ends = joinedTo.map((way) => (way[0] === id ? way[1] : way[0]));
    list(
      roads,
      joinedTo.map((way, i) => ({ way, end: ends[i] })),
      ({ end }) => end,
      ({ end }) => {
        const name = wayName(desk, [id, end]);
        const go = h('button', {
          type: 'button',
          class: 'link draw-road',
          onclick: () => desk.select({ of: 'way', ends: [id, end] }),
        });
        return h(
          'li',
          null,
          go,
          signButton(SIGNS.close, t('Delete: {what}', { what: name }), () =>
            desk.erase({ of: 'way', ends: [id, end] }),
          ),
        );
      },
      (item, { way, end }) =>
        setText(
          /** @type {Element} */ (item.firstElementChild),
          t('{name}: {text}', { name: targetName(desk, { of: 'place', id: end }), text: `${way[2]}` }),
        ),
    );
    const free = placesIn(drawing, chart()).filter((one) => one[places.id] !== id && !ends.includes(one[places.id]));
    fill(
      other,
      free.map((one) => [one[places.id], nameOf(one, desk)]),
      other.value,
    );
    join.disabled = !free.length;
  }

  store.onChange(() => {
    const { target } = state;
    if (made.of !== target.of) {
      const fields = fieldsOf(target).map((field) => ({
        field,
        shown: fieldOf(field, `draw-${target.of}-${field.key}`.replace('.', '-'), (value) => desk.change(field, value)),
      }));
      made = { of: target.of, fields };
      replace(
        body,
        fields.map(({ shown }) => shown.element),
      );
    }
    const record = recordNow();
    const faults = (store.state.faults ?? []).map(({ path, message }) => ({
      ...targetOf(drawing, chart(), path),
      message,
    }));
    for (const { field, shown } of made.fields) {
      const own = faults.filter((one) => isSameTarget(one.target, target) && one.field === String(field.key));
      shown.show(
        valueAt(record, field.key) ?? usual(field, record, places.kind),
        own.map(({ message }) => message),
      );
    }
    const options = /** @type {[string, string][]} */ ([
      [JSON.stringify(THE_MAP), t('The map')],
      ...placesIn(drawing, chart()).map((one) => [
        JSON.stringify({ of: 'place', id: one[places.id] }),
        nameOf(one, desk),
      ]),
      ...(target.of === 'way' ? [[JSON.stringify(target), wayName(desk, target.ends)]] : []),
    ]);
    fill(chosen, options, JSON.stringify(target));
    erase.hidden = target.of === 'map';
    showPlace();
  });
  return element;
}
