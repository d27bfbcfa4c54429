/** What does a record of the build carry? A choice for every place that its card has printed, for each of several with the same card. */
import { h, list, setText } from 'app/dom.js';
import { t } from 'app/i18n.js';
import { fitted, fittedIn } from './contents.js';

/** @typedef {import('./store.js').Store} Store */
/** @typedef {import('./contents.js').Part} Part */
/** @typedef {import('./builder.js').Craft} Craft */
/** @typedef {ReturnType<typeof fittedIn>[number] & {n: number, title: string}} Row `n`: which of those with the same card */

/** Those of a card, each with a title that tells it from the others. @param {Store} store @param {Craft} craft @param {Part} part @param {string} id @returns {Row[]} */
function rowsOf({ now, description }, craft, part, id) {
  const rows = fittedIn(now().build, part, description.cards).filter((row) => row.id === id);
  const what = craft.name(id);
  return rows.map((row, n) => ({ ...row, n, title: rows.length > 1 ? t('{what} {n}', { what, n: n + 1 }) : what }));
}

/** What those of a card carry that do not carry what is printed, a line each. @param {Store} store @param {Craft} craft @param {Part} part @param {string} id */
export const carriedLines = (store, craft, part, id) =>
  rowsOf(store, craft, part, id)
    .filter(({ isPrinted }) => !isPrinted)
    .map(({ title, carries }) =>
      t('{name}: {text}', { name: title, text: carries.filter(Boolean).map(craft.name).join(' · ') }),
    );

/**
 * The choices of all records with the same card. Where tables allow printed cards alone, only a record that carries others has them.
 * @param {Store} store @param {Craft} craft @param {Part} part one with `fits` @param {string} id
 */
export function createFittings(store, craft, part, id) {
  const { cards } = store.description;
  const { kind, copies } = /** @type {import('./contents.js').Fits} */ (part.fits);
  const choices = Object.values(cards).filter((card) => card.kind === kind);
  const element = h('div', { class: 'build-fittings' });

  /** @param {number} n @param {number} place */
  function choice(n, place) {
    const none = h('option', { value: '' }, '–');
    const options = choices.map((card) => h('option', { value: card.id }, craft.name(card.id)));
    const field = h('select', { onchange: choose }, none, options);
    function choose() {
      const { at } = rowsOf(store, craft, part, id)[n];
      store.build(fitted(store.now().build, part, { at, place, card: field.value }, cards));
    }
    return {
      element: h('label', null, h('span', null, t('{what} {n}', { what: craft.kind(kind), n: place + 1 })), field),
      /** @param {string[]} carries */
      show(carries) {
        const here = cards[carries[place]]?.kind === kind ? carries[place] : '';
        const others = carries.filter((_, i) => i !== place);
        none.hidden = here !== '';
        for (const option of options) option.disabled = others.filter((one) => one === option.value).length >= copies;
        field.value = here;
      },
    };
  }

  /** @type {Map<number, (row: Row) => void>} */
  const shows = new Map();
  /** @param {Row} row */
  function create({ n, carries }) {
    const legend = h('legend');
    const places = carries.map((_, place) => choice(n, place));
    shows.set(n, (row) => {
      setText(legend, row.title);
      for (const place of places) place.show(row.carries);
    });
    return h(
      'fieldset',
      null,
      legend,
      places.map((place) => place.element),
    );
  }
  return {
    element,
    show() {
      const isFree = store.variants[store.state.variant].fits;
      // Whoever has just chosen the printed card again stays where they are.
      const isHeld = (/** @type {number} */ n) =>
        element.querySelector(`[data-key="${n}"]`)?.contains(document.activeElement) ?? false;
      const rows = rowsOf(store, craft, part, id).filter(({ n, isPrinted }) => isFree || !isPrinted || isHeld(n));
      element.hidden = rows.length === 0;
      list(
        element,
        rows,
        ({ n }) => n,
        create,
        (_, row) => shows.get(row.n)?.(row),
      );
    },
  };
}
