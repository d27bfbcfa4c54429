/**
 * How does somebody draw a map for a game? The room around it: shelves to begin with, the board with its tools, what is selected, what is wrong at
 * its place, texts and files. For games whose `Workshop.describe` has a `drawing`; what is right the server says, how a place looks and what
 * things are called the game's `workshop.js`, which calls `openDrawing`. Looks: css/drawing.css.
 */
import { h, replace, setText } from 'app/dom.js';
import { t } from 'app/i18n.js';
import { siteUrl } from 'app/site_url.js';
import { isWriting, press } from 'board/keyboard.js';
import { createSheet } from 'kit/workshop/sheet.js';
import { createKept, createReady, createShared } from 'kit/workshop/shelves.js';
import { createStore, loadRoom } from 'kit/workshop/store.js';
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
 * @property {import('kit/workshop/room.js').Craft['words']} words
 * @property {(place: any) => import('./board.js').Look} look of a place
 * @property {(chart: any) => string} glance a map in a few words
 */

/** Ctrl+Z and Ctrl+Y, outside of fields that have their own. @param {Store} store @param {KeyboardEvent} event */
function edit(store, event) {
  if (isWriting(event.target)) return;
  const isTaken = press(event, {
    'ctrl Z': () => (event.shiftKey ? store.redo() : store.undo()),
    'ctrl Y': () => !event.shiftKey && store.redo(),
  });
  if (isTaken) event.preventDefault();
}

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
  document.addEventListener('keydown', (event) => edit(store, event));
  // What was not saved stays in this browser, but a map of another window would go over it.
  addEventListener('beforeunload', (event) => store.page.is_known && store.isUnsaved() && event.preventDefault());
  replace(
    el,
    h(
      'div',
      { class: 'build-room draw-room' },
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
  const wanted = new URLSearchParams(location.search).get('open');
  const one = store.state.kept.find(({ id }) => String(id) === wanted);
  const ready = store.description.ready.find((/** @type {any} */ { id }) => id === wanted);
  if (one) store.open({ id: one.id, name: one.name, build: one.content });
  else if (ready) store.open({ id: null, name: t(ready.name), build: ready.build });
  store.draw();
  if (one || ready) sheet.go();
}

/** @param {HTMLElement} el @param {import('kit/workshop/store.js').Room} page @param {MapCraft} craft */
export async function openDrawing(el, page, craft) {
  replace(el, h('p', { class: 'muted', role: 'status' }, t('The maps are on their way …')));
  try {
    const { description, kept } = await loadRoom(page);
    const contents = {
      isEmpty: (/** @type {any} */ chart) => placesIn(description.drawing, chart).length === 0,
      isSame: isSameChart,
    };
    draw(el, createStore(page, description, kept, { untitled: craft.words.untitled, contents }), craft);
  } catch (error) {
    // The card over the page says it, and leads on; meanwhile the page shows what it has without a board.
    if (/** @type {any} */ (error).isTold) {
      replace(el);
      return;
    }
    const again = h(
      'button',
      { type: 'button', class: 'button', onclick: () => openDrawing(el, page, craft) },
      t('Try again'),
    );
    replace(
      el,
      h('div', { class: 'notice bad', role: 'alert' }, h('p', null, /** @type {Error} */ (error).message), again),
    );
  }
}
