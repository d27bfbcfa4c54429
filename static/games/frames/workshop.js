/**
 * How is a fleet built at leisure? The room of the workshop: fleets to begin with, all cards with filters, the fleet with what is wrong at
 * its place, averages against a target. What is legal and what comes of it the server says.
 */
import { h, loadStyle, replace, setText } from 'app/dom.js';
import { t } from 'app/i18n.js';
import { loadDrawings } from './drawings.js';
import { createAverages } from './workshop_averages.js';
import { createCatalogue, createReading } from './workshop_catalogue.js';
import { createPrint, createSheet } from './workshop_sheet.js';
import { createKept, createReady, createShared } from './workshop_shelves.js';
import { loadStore } from './workshop_store.js';

/** @typedef {import('./workshop_store.js').Store} Store */

/** Ctrl+Z and Ctrl+Y, outside of fields that have their own. @param {Store} store @param {KeyboardEvent} event */
function press(store, event) {
  const isField = event.target instanceof Element && event.target.matches('input, textarea, select');
  if (isField || event.altKey || !(event.ctrlKey || event.metaKey)) return;
  const key = event.key.toLowerCase();
  if (key === 'z' && !event.shiftKey) store.undo();
  else if (key === 'y' || key === 'z') store.redo();
  else return;
  event.preventDefault();
}

/** The way between the parts on a small screen, with how the fleet stands. @param {Store} store @param {() => string} verdict */
function createBar(store, verdict) {
  const stands = h('span', { 'aria-hidden': 'true' });
  const link = (/** @type {string} */ to, /** @type {string} */ text) => h('a', { href: `#${to}` }, text);
  store.onChange(() => setText(stands, verdict()));
  return h(
    'nav',
    { class: 'fr-jumps', 'aria-label': t('Parts of the builder') },
    link('fleet-built', t('Fleet')),
    link('fleet-cards', t('Cards')),
    link('fleet-averages', t('On average')),
    stands,
  );
}

/** @param {HTMLElement} el @param {Store} store */
function draw(el, store) {
  const reading = createReading(store);
  const print = createPrint(store);
  const catalogue = createCatalogue(store, reading.open);
  const sheet = createSheet(store, { read: reading.open, add: catalogue.go, print: () => window.print() });
  const averages = createAverages(store);
  replace(
    el,
    h(
      'div',
      { class: 'fr-workshop', onkeydown: (/** @type {KeyboardEvent} */ event) => press(store, event) },
      createShared(store, () => sheet.go()),
      createKept(store, sheet.go).element,
      createReady(store, () => sheet.go()),
      h('div', { class: 'fr-bench' }, h('div', null, catalogue.element, averages.element), sheet.element),
      createBar(store, sheet.verdict),
      reading.element,
      print.element,
    ),
  );
  store.draw();
}

/** @param {HTMLElement} el @param {import('./workshop_store.js').Room} page */
export async function mountWorkshop(el, page) {
  loadStyle('games/frames/frames.css');
  loadStyle('games/frames/cards.css');
  replace(el, h('p', { class: 'muted', role: 'status' }, t('The cards are on their way …')));
  loadDrawings();
  try {
    draw(el, await loadStore(page));
  } catch (error) {
    const again = h(
      'button',
      { type: 'button', class: 'button', onclick: () => mountWorkshop(el, page) },
      t('Try again'),
    );
    replace(
      el,
      h('div', { class: 'notice bad', role: 'alert' }, h('p', null, /** @type {Error} */ (error).message), again),
    );
  }
}
