/**
 * How does somebody draw a map for a game? The page around it: shelves to begin with, the board with its tools, what is selected, what is wrong at
 * its place, texts and files. For games whose `Workshop.describe` has a `drawing`; what is right the server says, how a place looks and what
 * things are called the game's `workshop.js`, which calls `openDrawing`. Looks: css/drawing.css.
 */
import { h, replace, setText } from 'app/dom.js';
import { t } from 'app/i18n.js';
import { siteUrl } from 'app/site_url.js';
import { enterRoom, startRoom } from 'kit/workshop/entry.js';
import { createSheet } from 'kit/workshop/sheet.js';
import { createKept, createReady, createShared } from 'kit/workshop/shelves.js';
import { createStore } from 'kit/workshop/store.js';
import { createBoard, picture } from './board.js';
import { createDesk } from './desk.js';
import { createFairness } from './fairness.js';
import { createInspector, targetName } from './inspector.js';
import { isSameChart, placesIn } from './model.js';
import { createTexts } from './texts.js';
import { createFaults, createTools } from './toolbar.js';

/** @typedef {import('kit/workshop/store.js').Store} Store */

/**
 * What a game says of its maps.
 * @typedef {object} MapCraft
 * @property {import('kit/workshop/builder.js').Craft['words']} words
 * @property {(place: any) => import('./board.js').Look} look of a place
 * @property {(chart: any) => string} glance a map in a few words
 */

/** The way to a table with the map that is kept and has no fault; why there is none yet. @param {Store} store */
function createPlaying(store) {
  const { page } = store;
  const link = h('a', { class: 'button slim' }, t('Play on it'));
  store.onChange(() => {
    const one = store.keptNow();
    link.hidden = !one || store.isUnsaved() || store.state.faults?.length !== 0;
    if (one) link.href = siteUrl(`/tables/new/${page.game}/?build=${one.id}`);
  });
  return link;
}

/** @param {HTMLElement} el @param {Store} store @param {MapCraft} own */
function draw(el, store, own) {
  const { drawing } = store.description;
  /** @param {any} chart */
  const glance = (chart) => [
    picture(drawing, chart, own.look, t('A picture of the map')),
    h('p', { class: 'small muted' }, own.glance(chart)),
  ];
  const craft = /** @type {any} */ ({ words: own.words, say: (/** @type {string} */ text) => t(text), glance });
  const desk = createDesk(store);
  const heard = h('p', { class: 'visually-hidden', role: 'status' });
  const board = createBoard(store, desk, own.look, (text) => setText(heard, text));
  const inspector = createInspector(store, desk);
  const goToFields = () => {
    inspector.scrollIntoView({ block: 'nearest' });
    inspector.querySelector('h3')?.focus({ preventScroll: true });
  };
  const faults = createFaults(store, desk, goToFields);
  const sheet = createSheet(store, craft, /** @type {any} */ ({}), {
    faults,
    tools: [createPlaying(store)],
    more: [createFairness(store), inspector],
  });
  let last = '';
  store.onChange(() => {
    const name = targetName(desk, desk.state.target);
    if (last && name !== last) setText(heard, t('Selected: {name}', { name }));
    last = name;
  });
  // What was not saved stays in this browser, but a map of another window would go over it.
  addEventListener('beforeunload', (event) => store.page.is_known && store.isUnsaved() && event.preventDefault());
  replace(
    el,
    h(
      'div',
      { class: 'builder map-editor' },
      createShared(store, craft, sheet.go),
      createKept(store, craft, sheet.go),
      h(
        'div',
        { class: 'build-bench' },
        h(
          'section',
          { class: 'draw-bench', 'aria-label': t('Drawing board') },
          createTools(store, desk),
          board.element,
          heard,
        ),
        sheet.element,
      ),
      createReady(store, craft, sheet.go),
      createTexts(store, sheet.go),
    ),
  );
  startRoom(store, t, sheet.go);
}

/** @param {HTMLElement} el @param {import('kit/workshop/store.js').WorkshopPage} page @param {MapCraft} craft */
export function openDrawing(el, page, craft) {
  return enterRoom(el, page, t('The maps are on their way …'), (description, kept) => {
    const contents = {
      isEmpty: (/** @type {any} */ chart) => placesIn(description.drawing, chart).length === 0,
      isSame: isSameChart,
    };
    draw(el, createStore(page, description, kept, { untitled: craft.words.untitled, contents }), craft);
  });
}
