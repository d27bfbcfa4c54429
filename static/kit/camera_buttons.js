/** How does a hand without a wheel zoom? Three buttons over the board: nearer, farther, everything. */
import { h, icon, loadStyle } from 'app/dom.js';
import { t } from 'app/i18n.js';
import { keepPresses } from 'kit/over.js';

/** @typedef {import('board/board.js').Board} Board */

const STEP = 1.5;
/** Pixels between a fitted map and the edge of the board, without and with buttons there. */
const EDGE = 16;
const ROOM = 60;

/**
 * Puts the buttons into a corner of the board's element.
 * @param {HTMLElement} el @param {Board} board
 * @param {{clear?: boolean}} [how] `clear`: a map that is fitted leaves room for them, beside it on a wide board and above it on a tall one
 * @returns {() => void} takes them away
 */
export function addCameraButtons(el, board, { clear = false } = {}) {
  loadStyle('kit/overlay.css');
  const button = (/** @type {string} */ name, /** @type {string} */ label, /** @type {() => void} */ act) =>
    h('button', { type: 'button', class: 'board-button', 'aria-label': label, title: label, onClick: act }, icon(name));
  const group = h(
    'div',
    { class: 'board-camera', role: 'group', 'aria-label': t('Map view') },
    button('plus', t('Zoom in'), () => board.zoom(STEP)),
    button('minus', t('Zoom out'), () => board.zoom(1 / STEP)),
    button('maximize', t('Show the whole map'), () => board.fit()),
  );
  keepPresses(group);
  el.append(group);
  /** @type {boolean | null} */
  let isTall = null;
  function makeRoom() {
    const tall = el.clientHeight > el.clientWidth;
    if (!clear || tall === isTall) return;
    isTall = tall;
    group.classList.toggle('board-camera-above', tall);
    board.set({
      insets: { ...board.state.insets, top: tall ? ROOM : EDGE, right: tall ? EDGE : ROOM, bottom: tall ? ROOM : EDGE },
    });
  }
  makeRoom();
  const stop = board.watch({ camera: makeRoom });
  return () => {
    stop();
    group.remove();
  };
}
