/** Which cards are there? All of them, with filters, each with how often it is in the fleet; and one at a time to read. */
import { h, list, replace, setText } from 'app/dom.js';
import { t, tn } from 'app/i18n.js';
import { cardElement, kindName } from './card.js';
import { cardName, say } from './words.js';
import { changed, choicesOf, countOf, found } from './workshop_fleet.js';

/** @typedef {import('./workshop_store.js').Store} Store */

/** Kinds that stand in the order of the rules; a ready-made fleet is no card. */
const KINDS = [
  ...['ship', 'captain', 'ship_weapon', 'mech', 'pilot', 'ship_card', 'mech_card'],
  ...['mech_weapon', 'trait', 'ship_skill', 'captain_skill', 'event'],
];

/** @param {string} cost as `costOf` has it */
function costName(cost) {
  const [what, n] = cost.split(' ');
  if (what === 'ap') return t('{n} AP', { n });
  return what === 'energy' ? t('{n} energy', { n }) : t('nothing');
}

/** Less and more of a card, with how many there are. @param {Store} store @param {import('./workshop_fleet.js').Part} part @param {string} id */
export function counter(store, part, id) {
  const name = cardName(store.position, id);
  const count = h('b');
  /** @param {1 | -1} by @param {string} sign @param {string} label */
  const button = (by, sign, label) =>
    h('button', { type: 'button', class: 'fr-turn', 'aria-label': label, title: label, onclick: () => turn(by) }, sign);
  const less = button(-1, '−', t('Less: {what}', { what: name }));
  const more = button(1, '+', t('More: {what}', { what: name }));

  /** @param {1 | -1} by */
  function turn(by) {
    const { build } = store.now();
    const n = countOf(build, part, id);
    if (by > 0 ? n < part.copies : n > 0) store.build(changed(build, part, id, by));
  }
  return {
    element: h('div', { class: 'fr-counter' }, less, count, more),
    show() {
      const n = countOf(store.now().build, part, id);
      setText(count, t('{n} of {most}', { n, most: part.copies }));
      less.setAttribute('aria-disabled', String(n === 0));
      more.setAttribute('aria-disabled', String(n >= part.copies));
      return n;
    },
  };
}

/** A card over the page, with its words explained. @param {Store} store */
export function createReading({ position }) {
  const card = h('div');
  const close = h('button', { type: 'button', class: 'button', onclick: () => element.close() }, t('Close'));
  const element = h('dialog', { class: 'fr-reading', 'aria-label': t('Card') }, card, close);
  element.addEventListener('click', ({ target }) => target === element && element.close());
  return {
    element,
    /** @param {string} id */
    open(id) {
      replace(card, cardElement(position, id, { size: 'reading' }));
      element.showModal();
    },
  };
}

/** @param {Store} store @param {(id: string) => void} read */
export function createCatalogue(store, read) {
  const { description, parts, position } = store;
  const all = KINDS.flatMap((kind) => Object.values(description.cards).filter((card) => card.kind === kind));
  const choices = choicesOf(all);
  const filter = { kind: 'ship', attribute: '', cost: '', keyword: '', text: '' };
  /** @type {Map<string, {item: HTMLElement, show: () => void}>} */
  const tiles = new Map();
  const words = new Map(all.map((card) => [card.id, [card.name, ...card.text, ...card.facts, ...card.when]]));
  const lines = (/** @type {any} */ card) => [...(card.weapons ?? []), ...(card.traits ?? []), ...(card.skills ?? [])];
  /** @param {any} card */
  const wordsOf = (card) =>
    [card.id, ...lines(card)]
      .flatMap((id) => words.get(id) ?? [])
      .map(say)
      .join(' ');

  /** @param {'kind' | 'attribute' | 'cost' | 'keyword'} key @param {string} label @param {string} any @param {[value: string, text: string][]} options */
  function select(key, label, any, options) {
    const field = h(
      'select',
      {
        onchange: () => {
          filter[key] = field.value;
          show();
        },
      },
      [/** @type {[string, string]} */ (['', any]), ...options].map(([value, text]) => h('option', { value }, text)),
    );
    field.value = filter[key];
    return { field, element: h('label', null, h('span', null, label), field) };
  }
  const kind = select(
    'kind',
    t('Kind'),
    t('all kinds'),
    choices.kinds.map((one) => [one, kindName({ kind: one })]),
  );
  const others = [
    select(
      'attribute',
      t('Attribute'),
      t('any'),
      choices.attributes.map((one) => [one, t(one)]),
    ),
    select(
      'cost',
      t('Costs'),
      t('anything'),
      choices.costs.map((one) => [one, costName(one)]),
    ),
    select(
      'keyword',
      t('Keyword'),
      t('any'),
      choices.keywords.map((one) => [one, say(description.keywords[one].name)]),
    ),
  ];
  const search = h('input', {
    type: 'search',
    'aria-label': t('Search in names and texts'),
    placeholder: t('Search in names and texts'),
    oninput: () => {
      filter.text = search.value;
      show();
    },
  });
  const total = h('p', { class: 'small muted', role: 'status' });
  const shelf = h('ul', { class: 'fr-shelf' });
  const nothing = h(
    'div',
    { class: 'empty' },
    h('p', null, t('No card is like that.')),
    h('button', { type: 'button', class: 'button slim', onclick: () => clear('') }, t('Show all cards')),
  );
  const heading = h('h2', { id: 'fleet-cards', tabindex: '-1' }, t('Cards'));
  const element = h(
    'section',
    { class: 'fr-catalogue', 'aria-labelledby': 'fleet-cards' },
    heading,
    h(
      'div',
      { class: 'fr-filters' },
      search,
      kind.element,
      others.map((one) => one.element),
    ),
    total,
    nothing,
    shelf,
  );

  /** @param {string} wanted a kind, or "" for all */
  function clear(wanted) {
    Object.assign(filter, { kind: wanted, attribute: '', cost: '', keyword: '', text: '' });
    kind.field.value = wanted;
    for (const { field } of others) field.value = '';
    search.value = '';
    show();
  }

  /** @param {any} card */
  function tile(card) {
    const part = parts.find((one) => one.kind === card.kind);
    const face = h(
      'button',
      { type: 'button', class: 'fr-face', title: t('Read this card'), onclick: () => read(card.id) },
      cardElement(position, card.id, { size: 'hand' }),
    );
    const item = h('li', null, face);
    if (!part) return { item, show() {} };
    if (part.copies > 1) {
      const count = counter(store, part, card.id);
      item.append(count.element);
      return { item, show: () => void item.classList.toggle('in', count.show() > 0) };
    }
    const choose = h('button', {
      type: 'button',
      class: 'button slim',
      onclick: () => store.build(changed(store.now().build, part, card.id, isChosen() ? -1 : 1)),
    });
    const isChosen = () => countOf(store.now().build, part, card.id) > 0;
    item.append(choose);
    return {
      item,
      show() {
        item.classList.toggle('in', isChosen());
        setText(choose, isChosen() ? t('Chosen') : t('Choose'));
        choose.setAttribute('aria-pressed', String(isChosen()));
        choose.setAttribute('aria-label', `${choose.textContent}: ${cardName(position, card.id)}`);
      },
    };
  }

  function show() {
    const cards = found(all, filter, wordsOf);
    setText(total, tn('{n} card', '{n} cards', cards.length));
    nothing.hidden = cards.length > 0;
    list(
      shelf,
      cards,
      ({ id }) => id,
      (card) => {
        if (!tiles.has(card.id)) tiles.set(card.id, tile(card));
        return /** @type {{item: HTMLElement}} */ (tiles.get(card.id)).item;
      },
      (_, { id }) => tiles.get(id)?.show(),
    );
  }
  store.onChange(show);
  return {
    element,
    show,
    /** The cards of a kind, and the way there. @param {string} wanted */
    go(wanted) {
      clear(wanted);
      heading.scrollIntoView({ block: 'start' });
      kind.field.focus({ preventScroll: true });
    },
  };
}
