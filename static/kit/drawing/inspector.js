/** What is what is selected like? Fields of a place, a way or the whole map, with the server's words at those that are wrong. */
import { h, list, setText } from 'app/dom.js';
import { t } from 'app/i18n.js';
import { SIGNS, signButton } from 'kit/parts.js';
import { fill, inspectorOf } from './fields.js';
import { marksIn, placeCalled, placesIn, THE_MAP, usual, valueAt, wayBetween, waysIn } from './model.js';

/** @typedef {import('./desk.js').Desk} Desk */
/** @typedef {import('./model.js').Field} Field */
/** @typedef {import('./model.js').Target} Target */
/** @typedef {import('kit/workshop/store.js').Store} Store */

/** @param {Store} store @param {Desk} desk */
export function createInspector(store, desk) {
  const { drawing, state, chart } = desk;
  const { places, ways, marks } = drawing;
  const roads = h('ul', { class: 'build-rows draw-roads' });
  const start = h('input', {
    type: 'checkbox',
    id: 'draw-start',
    onchange: () => state.target.of === 'place' && desk.mark(state.target.id),
  });
  const other = h('select', { id: 'draw-other' });
  const join = h('button', { type: 'button', class: 'button slim', onclick: joinOther }, t('Connect'));
  const ofPlace = h(
    'div',
    { class: 'draw-of-place' },
    h('div', { class: 'draw-field bool' }, start, h('label', { for: 'draw-start' }, t(marks.one))),
    h('h4', null, t(ways.many)),
    roads,
    h('p', { class: 'draw-join' }, h('label', { for: 'draw-other' }, t('Connect with')), other, join),
  );
  const inspector = inspectorOf(store, desk, (body) => [body, ofPlace]);

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
        const name = desk.name({ of: 'way', ends: [id, end] });
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
          t('{name}: {text}', { name: desk.name({ of: 'place', id: end }), text: `${way[2]}` }),
        ),
    );
    const free = placesIn(drawing, chart()).filter((one) => one[places.id] !== id && !ends.includes(one[places.id]));
    fill(
      other,
      free.map((one) => [one[places.id], desk.name({ of: 'place', id: one[places.id] })]),
      other.value,
    );
    join.disabled = !free.length;
  }

  store.onChange(() => {
    const { target } = state;
    const record = recordNow();
    const all = placesIn(drawing, chart()).map((one) => /** @type {Target} */ ({ of: 'place', id: one[places.id] }));
    inspector.show(
      target.of,
      fieldsOf(target),
      (field) => valueAt(record, field.key) ?? usual(field, record, places.kind),
      [THE_MAP, ...all, ...(target.of === 'way' ? [target] : [])],
    );
    showPlace();
  });
  return inspector.element;
}
