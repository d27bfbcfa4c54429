/** Which cards are there? All of them in a grid, with filters, each with how often it is in the build; less and more of it. */
import { h, list, setText } from 'app/dom.js';
import { keep } from 'app/entry.js';
import { t, tn } from 'app/i18n.js';
import { SIGNS, signButton } from 'kit/parts.js';
import { rove } from 'kit/roving.js';
import { changed, countOf } from './contents.js';

/** @typedef {import('./store.js').Store} Store */
/** @typedef {import('./contents.js').Part} Part */
/** @typedef {import('./builder.js').Craft} Craft */

/**
 * A question that cards answer, to be filtered by.
 * @typedef {object} Facet
 * @property {string} label
 * @property {string} any what it is called when nothing is asked
 * @property {(card: any) => string[]} of what a card answers
 * @property {(answer: string) => string} name of an answer
 */

/**
 * A way to put a card in and to take it out: less and more with how many there are; one button for a card that can be there once.
 * @param {Store} store @param {Craft} craft @param {Part} part @param {string} id
 */
export function counter(store, craft, part, id) {
  const what = craft.name(id);
  const n = () => countOf(store.now().build, part, id);
  /** @param {1 | -1} by */
  function turn(by) {
    if (by > 0 ? n() < part.copies : n() > 0) store.build(changed(store.now().build, part, id, by));
  }
  if (part.copies === 1) {
    const choose = h('button', { type: 'button', class: 'button slim', onclick: () => turn(n() ? -1 : 1) });
    const words = () => (n() ? t('Picked') : t('Pick'));
    return {
      element: choose,
      buttons: [choose],
      turn,
      words: () => (n() ? t('picked') : t('not picked')),
      show() {
        setText(choose, words());
        choose.setAttribute('aria-pressed', String(n() > 0));
        choose.setAttribute('aria-label', t('{name}: {text}', { name: words(), text: what }));
        return n();
      },
    };
  }
  const count = h('b');
  const less = signButton(SIGNS.less, t('Less: {what}', { what }), () => turn(-1));
  const more = signButton(SIGNS.more, t('More: {what}', { what }), () => turn(1));
  const words = () => t('{n} of {most}', { n: n(), most: part.copies });
  return {
    element: h('div', { class: 'build-counter' }, less, count, more),
    buttons: [less, more],
    turn,
    words,
    show() {
      setText(count, words());
      less.setAttribute('aria-disabled', String(n() === 0));
      more.setAttribute('aria-disabled', String(n() >= part.copies));
      return n();
    },
  };
}

/** A card of the grid: to be read, and to be put in or taken out. @param {Store} store @param {Craft} craft @param {any} card @param {(id: string) => void} read */
function tileOf(store, craft, card, read) {
  const part = store.parts.find(({ kind }) => kind === card.kind);
  const count = part ? counter(store, craft, part, card.id) : null;
  const face = h('button', {
    type: 'button',
    class: 'build-face',
    title: t('Read this card'),
    'aria-keyshortcuts': count ? '+ -' : null,
    onclick: () => read(card.id),
    onkeydown: (/** @type {KeyboardEvent} */ { key }) => {
      if (key === '+' || key === '=') count?.turn(1);
      if (key === '-') count?.turn(-1);
    },
  });
  // The grid is one stop of the Tab key: the buttons are for pointers, the card itself knows + and −.
  for (const button of count?.buttons ?? []) button.tabIndex = -1;
  const item = h('li', { class: 'build-tile' }, h('div', null, craft.card(card.id, 'hand'), face), count?.element);
  return {
    item,
    show() {
      item.classList.toggle('in', (count?.show() ?? 0) > 0);
      const says = [craft.name(card.id), craft.kind(card.kind), count?.words()];
      face.setAttribute('aria-label', says.filter(Boolean).join(t(', ')));
    },
  };
}

/**
 * The cards that answer every question as it is asked ("" asks nothing) and have every word of a search.
 * @param {any[]} cards @param {{of: Facet['of'], answer: string}[]} asked @param {string} search @param {(card: any) => string} wordsOf in small letters
 */
export function found(cards, asked, search, wordsOf) {
  const words = search.toLowerCase().split(/\s+/);
  const isAnswered = (/** @type {any} */ card) => asked.every(({ of, answer }) => !answer || of(card).includes(answer));
  return cards.filter((card) => isAnswered(card) && words.every((word) => wordsOf(card).includes(word)));
}

/** @param {Store} store @param {Craft} craft @param {(id: string) => void} read */
export function createCatalogue(store, craft, read) {
  const kinds = Object.keys(craft.kinds);
  const all = kinds.flatMap((kind) => Object.values(store.description.cards).filter((card) => card.kind === kind));
  /** @type {Map<string, ReturnType<typeof tileOf>>} */
  const tiles = new Map();
  /** @type {Map<string, string>} */
  const words = new Map(all.map((card) => [card.id, craft.text(card).toLowerCase()]));

  /** @param {Facet} facet */
  function filterOf({ label, any, of, name }) {
    const answers = [...new Set(all.flatMap(of))];
    const options = [['', any], ...answers.map((answer) => [answer, name(answer)])];
    const field = h(
      'select',
      { onchange: ask },
      options.map(([value, text]) => h('option', { value }, text)),
    );
    return { field, of, element: h('label', null, h('span', null, label), field) };
  }
  const kind = filterOf({ label: t('Kind'), any: t('all kinds'), of: (card) => [card.kind], name: craft.kind });
  const filters = [kind, ...craft.facets.map(filterOf)];
  const search = h('input', {
    type: 'search',
    'aria-label': t('Search in names and texts'),
    placeholder: t('Search in names and texts'),
    oninput: show,
    onchange: ask,
  });
  /** Fields by their names in the address. @type {[string, HTMLInputElement | HTMLSelectElement][]} */
  const fields = [
    ...filters.map(({ field }, at) => /** @type {[string, HTMLSelectElement]} */ ([at ? `facet${at}` : 'kind', field])),
    ['search', search],
  ];
  const address = new URL(location.href).searchParams;
  const isAsked = fields.some(([name]) => address.has(name));
  for (const [name, field] of fields) field.value = address.get(name) ?? '';
  if (!isAsked) kind.field.value = kinds[0];

  const total = h('p', { class: 'small muted', role: 'status' });
  const nothing = h(
    'div',
    { class: 'empty' },
    h('p', null, t('No card is like that.')),
    h('button', { type: 'button', class: 'button slim', onclick: () => clear('') }, t('Show all cards')),
  );
  const grid = h('ul', { class: 'build-grid', 'aria-labelledby': 'build-cards' });
  const roving = rove(grid, '.build-face');
  const heading = h('h2', { id: 'build-cards', tabindex: '-1' }, t('Cards'));
  const element = h(
    'section',
    { 'aria-labelledby': 'build-cards' },
    heading,
    h(
      'div',
      { class: 'build-filters' },
      search,
      filters.map((filter) => filter.element),
    ),
    total,
    h(
      'p',
      { class: 'small muted build-keys' },
      t('Arrow keys go from card to card, Enter reads it, + puts one in, − takes one out.'),
    ),
    nothing,
    grid,
  );

  /** @param {string} wanted a kind, or "" for all */
  function clear(wanted) {
    for (const { field } of filters) field.value = '';
    kind.field.value = wanted;
    search.value = '';
    ask();
  }

  /** Shows what is asked for, and keeps it in the address, so that it can be shared and Back brings it back. */
  function ask() {
    const url = new URL(location.href);
    for (const [name, { value }] of fields) {
      if (value || name === 'kind') url.searchParams.set(name, value);
      else url.searchParams.delete(name);
    }
    keep({}, url);
    show();
  }

  function show() {
    const asked = filters.map(({ field, of }) => ({ of, answer: field.value }));
    const cards = found(all, asked, search.value, ({ id }) => words.get(id) ?? '');
    setText(total, tn('{n} card', '{n} cards', cards.length));
    nothing.hidden = cards.length > 0;
    list(
      grid,
      cards,
      ({ id }) => id,
      (card) => {
        const tile = tiles.get(card.id) ?? tileOf(store, craft, card, read);
        tiles.set(card.id, tile);
        return tile.item;
      },
      (_, { id }) => tiles.get(id)?.show(),
    );
    roving.show();
  }
  store.onChange(show);
  return {
    element,
    /** The cards of a kind, and the way there. @param {string} wanted */
    go(wanted) {
      clear(wanted);
      heading.scrollIntoView({ block: 'start' });
      kind.field.focus({ preventScroll: true });
    },
  };
}
