/**
 * How does somebody draw a map for a game? The page around it: shelves to begin with, the board with its tools, what is selected, what is wrong at
 * its place, texts and files. For games whose `Workshop.describe` has a `drawing`: places with ways between them, or squares of ground with things
 * on them. What is right the server says; how a place or the ground looks says the game's `workshop.js`, which calls
 * `openDrawing`. Looks: css/drawing.css.
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
import { createGridBoard, gridPicture } from './grid_board.js';
import { createGridDesk } from './grid_desk.js';
import { createGridInspector } from './grid_inspector.js';
import { createGridTools } from './grid_tools.js';
import { createInspector } from './inspector.js';
import { isSameChart, placesIn } from './model.js';
import { createTexts } from './texts.js';
import { createFaults, createTools } from './toolbar.js';

/** @typedef {import('kit/workshop/store.js').Store} Store */

/**
 * What a game says of its maps.
 * @typedef {object} MapCraft
 * @property {(place: any) => import('./board.js').Look} [look] of a place
 * @property {import('./grid_board.js').PaintGround} [paint] of squares of ground
 * @property {(kind: any) => string} [sign] of a kind of what stands on squares, a drawing on a 24 × 24 grid
 * @property {(kind: any) => string} [say] what ground is called, if not by its kind
 * @property {(chart: any) => string} glance a map in a few words
 */

/** What all games call their maps and the parts of this page. */
const mapWords = () => ({
  mine: t('Your maps'),
  fresh: t('New map'),
  ready: t('Maps that come with the game'),
  now: t('This map'),
  short: t('Map'),
  named: t('Name of the map'),
  untitled: t('My map'),
  legal: t('This map can be played.'),
});

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

/** @typedef {{desk: any, tools: HTMLElement, board: HTMLElement, inspector: HTMLElement, picture: (chart: any) => Element}} Bench what a kind of drawing is done with */

/** Places with ways between them. @param {Store} store @param {MapCraft} own @param {(text: string) => void} tell @returns {Bench} */
function graphBench(store, own, tell) {
  const look = /** @type {NonNullable<MapCraft['look']>} */ (own.look);
  const desk = createDesk(store);
  return {
    desk,
    tools: createTools(store, desk),
    board: createBoard(store, desk, look, tell).element,
    inspector: createInspector(store, desk),
    picture: (chart) => picture(desk.drawing, chart, look, t('A picture of the map')),
  };
}

/** Squares of ground with things on them. @param {Store} store @param {MapCraft} own @param {(text: string) => void} tell @returns {Bench} */
function gridBench(store, own, tell) {
  const { sign = () => '', say } = own;
  const paint = /** @type {NonNullable<MapCraft['paint']>} */ (own.paint);
  const desk = createGridDesk(store);
  return {
    desk,
    tools: createGridTools(store, desk, paint),
    board: createGridBoard(store, desk, { paint, sign, say }, tell).element,
    inspector: createGridInspector(store, desk),
    picture: (chart) => gridPicture(desk.drawing, chart, { paint, sign }, t('A picture of the map')),
  };
}

/** @param {HTMLElement} el @param {Store} store @param {MapCraft} own */
function draw(el, store, own) {
  const heard = h('p', { class: 'visually-hidden', role: 'status' });
  const bench = store.description.drawing.ground ? gridBench : graphBench;
  const { desk, tools, board, inspector, picture: pictured } = bench(store, own, (text) => setText(heard, text));
  /** @param {any} chart */
  const glance = (chart) => [pictured(chart), h('p', { class: 'small muted' }, own.glance(chart))];
  const craft = /** @type {any} */ ({ words: mapWords(), say: (/** @type {string} */ text) => t(text), glance });
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
    const name = desk.name(desk.state.target);
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
        h('section', { class: 'draw-bench', 'aria-label': t('Drawing board') }, tools, board, heard),
        sheet.element,
      ),
      createReady(store, craft, sheet.go),
      createTexts(store, sheet.go),
    ),
  );
  startRoom(store, t, sheet.go);
}

/** @param {HTMLElement} el @param {import('kit/workshop/store.js').WorkshopPage} page @param {(description: any) => MapCraft} craftOf */
export function openDrawing(el, page, craftOf) {
  return enterRoom(el, page, t('The maps are on their way …'), (description, kept) => {
    const contents = {
      isEmpty: (/** @type {any} */ chart) =>
        description.drawing.ground
          ? isSameChart(chart, description.empty)
          : placesIn(description.drawing, chart).length === 0,
      isSame: isSameChart,
    };
    const store = createStore(page, description, kept, { untitled: mapWords().untitled, contents });
    draw(el, store, craftOf(description));
  });
}
