/** Where was it? Brings a place into view and draws a ring around it for a moment. */
import { h, loadStyle } from 'app/dom.js';

/** Milliseconds that the ring stays. */
const STAYS = 1600;

/** @param {HTMLElement} el the board's element @param {import('board/board.js').Board} board @param {[number, number]} at world units */
export function pointAt(el, board, [x, y]) {
  loadStyle('kit/overlay.css');
  for (const ring of el.querySelectorAll('.board-here')) ring.remove();
  board.reveal(x, y);
  const ring = h('div', { class: 'board-here', 'aria-hidden': 'true' });
  el.append(ring);
  const place = () => {
    const [left, top] = board.screen(x, y);
    ring.style.left = `${left}px`;
    ring.style.top = `${top}px`;
  };
  place();
  const stop = board.watch({ camera: place });
  setTimeout(() => {
    stop();
    ring.remove();
  }, STAYS);
}
