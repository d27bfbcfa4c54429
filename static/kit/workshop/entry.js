/** How does a room of a workshop open? While it is on its way, where that failed, the keys of its history, and what the address asks for. */
import { h, replace } from 'app/dom.js';
import { t } from 'app/i18n.js';
import { isWriting, press } from 'board/keyboard.js';
import { loadWorkshop } from './store.js';

/** @typedef {import('./store.js').Store} Store */

/**
 * @param {HTMLElement} el @param {import('./store.js').WorkshopPage} page @param {string} waiting
 * @param {(description: any, kept: import('./store.js').Kept[]) => void} draw
 */
export async function enterRoom(el, page, waiting, draw) {
  replace(el, h('p', { class: 'muted', role: 'status' }, waiting));
  try {
    const { description, kept } = await loadWorkshop(page);
    draw(description, kept);
  } catch (error) {
    // The card over the page says it, and leads on; meanwhile the page shows what it has without a room.
    if (/** @type {any} */ (error).isTold) {
      replace(el);
      return;
    }
    const again = () => enterRoom(el, page, waiting, draw);
    const button = h('button', { type: 'button', class: 'button', onclick: again }, t('Try again'));
    const why = h('p', null, /** @type {Error} */ (error).message);
    replace(el, h('div', { class: 'notice bad', role: 'alert' }, why, button));
  }
}

/** Ctrl+Z and Ctrl+Y, outside of fields that have their own. @param {Store} store @param {KeyboardEvent} event */
function edit(store, event) {
  if (isWriting(event.target)) return;
  const isTaken = press(event, {
    'ctrl Z': () => (event.shiftKey ? store.redo() : store.undo()),
    'ctrl Y': () => !event.shiftKey && store.redo(),
  });
  if (isTaken) event.preventDefault();
}

/** Draw a room that stands, with what `?open=` names: one's own by its number, a ready one by its id. @param {Store} store @param {(message: any) => string} say @param {() => void} go to the sheet */
export function startRoom(store, say, go) {
  document.addEventListener('keydown', (event) => edit(store, event));
  const wanted = new URLSearchParams(location.search).get('open');
  const one = store.state.kept.find(({ id }) => String(id) === wanted);
  const ready = store.description.ready.find((/** @type {any} */ { id }) => id === wanted);
  if (one) store.open({ id: one.id, name: one.name, build: one.content });
  else if (ready) store.openReady(ready, say(ready.name));
  store.draw();
  if (one || ready) go();
}
