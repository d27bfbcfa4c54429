/**
 * How does somebody build what a game lets people bring to a table, a fleet, a deck? The page around it: shelves to begin with, all cards with
 * filters, the build with what is wrong at its place, averages, a card to read, paper. What is right and what comes of it the server says; what
 * things are called and how a card looks the game's `workshop.js`, which calls `openBuilder`. For builds that are made of cards in parts
 * (`parts` of `Workshop.describe`). Looks: css/workshop.css.
 */
import { h, replace, setText } from 'app/dom.js';
import { t } from 'app/i18n.js';
import { createAverages } from './averages.js';
import { createCatalogue } from './catalogue.js';
import { cardsIn, countOf } from './contents.js';
import { enterRoom, startRoom } from './entry.js';
import { carriedLines } from './fittings.js';
import { createSheet, verdict } from './sheet.js';
import { createKept, createReady, createShared } from './shelves.js';
import { createStore } from './store.js';

/** @typedef {import('app/dom.js').Child} Child */
/** @typedef {import('./store.js').Store} Store */

/**
 * What a game says of its own workshop.
 * @typedef {object} Craft
 * @property {{mine: string, fresh: string, ready: string, now: string, short: string, named: string, untitled: string, legal: string}} words
 *   shelf of one's own and the button for a new one, shelf of ready ones, heading of the bench, the way there, the field of the name, the name of what has none, the verdict
 * @property {Record<string, string>} parts key of a part → what it is called
 * @property {Record<string, string>} kinds kind of card → what it is called; cards stand in this order
 * @property {(kind: string) => string} kind what a kind is called
 * @property {(id: string) => string} name of a card
 * @property {(message: any) => string} say a message of the game in the page's language
 * @property {(id: string, size: 'chip' | 'hand' | 'reading', note?: string) => HTMLElement} card
 * @property {(card: any) => string} text everything that a search looks through
 * @property {import('./catalogue.js').Facet[]} facets what cards can be filtered by besides their kind
 * @property {(build: any) => Child[]} glance a build at a glance: drawings, a few words
 * @property {import('./averages.js').Averages} averages
 */

/** Cards beside each other on paper. */
const PAPER_COLUMNS = 4;

/** The way between the parts on a small screen, with how the build stands. @param {Store} store @param {Craft} craft */
function createWays(store, craft) {
  const stands = h('span', { 'aria-hidden': 'true' });
  const link = (/** @type {string} */ to, /** @type {string} */ text) => h('a', { href: `#${to}` }, text);
  store.onChange(() => setText(stands, verdict(store, craft)));
  return h(
    'nav',
    { class: 'build-ways', 'aria-label': t('Parts of the builder') },
    link('build-sheet', craft.words.short),
    link('build-cards', t('Cards')),
    link('build-averages', t('On average')),
    stands,
  );
}

/** A card over the page, with its words explained. @param {Craft} craft */
function createReading({ card, name }) {
  const place = h('div', { tabindex: '0', autofocus: true });
  const close = h('button', { type: 'button', class: 'button', onclick: () => element.close() }, t('Close'));
  const element = h('dialog', { class: 'build-reading' }, place, close);
  element.addEventListener('click', ({ target }) => target === element && element.close());
  return {
    element,
    /** @param {string} id */
    open(id) {
      element.setAttribute('aria-label', name(id));
      replace(place, card(id, 'reading'));
      element.showModal();
    },
  };
}

/** The build on paper: every card with its text, by part. @param {Store} store @param {Craft} craft */
function createPaper(store, craft) {
  const { now, parts } = store;
  const element = h('div', { class: 'build-paper', 'aria-hidden': 'true' });
  addEventListener('beforeprint', () => {
    const { name, build } = now();
    const sections = parts.map((part) => {
      /** @param {string} id */
      const note = (id) => (part.copies > 1 ? `× ${countOf(build, part, id)}` : '');
      /** @param {string} id */
      const carried = (id) =>
        carriedLines(store, craft, part, id).map((line) => h('p', { class: 'build-carries' }, line));
      const cards = cardsIn(build, part).map((id) => h('li', null, craft.card(id, 'reading', note(id)), carried(id)));
      const columns = Math.max(1, Math.min(PAPER_COLUMNS, cards.length));
      const how = { class: columns === PAPER_COLUMNS ? 'wide' : '', style: { '--columns': String(columns) } };
      return h('section', how, h('h3', null, craft.parts[part.key]), h('ul', null, cards));
    });
    replace(element, h('h2', null, name.trim() || craft.words.untitled), sections);
  });
  return element;
}

/** @param {HTMLElement} el @param {Store} store @param {Craft} craft */
function draw(el, store, craft) {
  const reading = createReading(craft);
  const catalogue = createCatalogue(store, craft, reading.open);
  const sheet = createSheet(store, craft, { read: reading.open, add: catalogue.go });
  replace(
    el,
    h(
      'div',
      { class: 'builder' },
      createShared(store, craft, sheet.go),
      createKept(store, craft, sheet.go),
      createReady(store, craft, sheet.go),
      h(
        'div',
        { class: 'build-bench' },
        h('div', null, catalogue.element, createAverages(store, craft)),
        sheet.element,
      ),
      createWays(store, craft),
      reading.element,
      createPaper(store, craft),
    ),
  );
  startRoom(store, craft.say, sheet.go);
}

/**
 * @param {HTMLElement} el @param {import('./store.js').WorkshopPage} page @param {(description: any) => Craft} craftOf
 */
export function openBuilder(el, page, craftOf) {
  return enterRoom(el, page, t('The cards are on their way …'), (description, kept) => {
    const craft = craftOf(description);
    draw(el, createStore(page, description, kept, craft.words), craft);
  });
}
