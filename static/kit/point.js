/** Where was it? Brings a place into view and draws a ring around it for a moment. */
import { h, loadStyle } from 'app/dom.js';

/** Milliseconds that the ring stays. */
const STAYS = 1600;

/**
 * @param {HTMLElement} el the board's element @param {import('board/board.js').Board} board @param {[number, number]} at world units
 * @param {{centred?: boolean}} [how] centred: into the middle, where the board shows a part only; else the board moves as little as it may
 */
export function pointAt(el, board, [x, y], { centred = false } = {}) {
  if (centred && !board.showsAll()) board.centre(x, y);
  else board.reveal(x, y);
  const { place, gone } = ring(el, () => board.screen(x, y));
  gone.then(board.watch({ camera: place }));
}

/** The same for something on a board of page elements. @param {HTMLElement} el the board's element @param {Element} target in it */
export function pointAtElement(el, target) {
  target.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  ring(el, () => {
    const [box, base] = [target.getBoundingClientRect(), el.getBoundingClientRect()];
    return [box.left + box.width / 2 - base.left, box.top + box.height / 2 - base.top];
  });
}

/** A ring on the board, for a moment. @param {HTMLElement} el @param {() => [number, number]} middle in CSS pixels from the board's corner */
function ring(el, middle) {
  loadStyle('kit/overlay.css');
  for (const old of el.querySelectorAll('.board-here')) old.remove();
  const drawn = h('div', { class: 'board-here', 'aria-hidden': 'true' });
  el.append(drawn);
  const place = () => {
    const [left, top] = middle();
    drawn.style.left = `${left}px`;
    drawn.style.top = `${top}px`;
  };
  place();
  /** @type {Promise<void>} */
  const gone = new Promise((go) => {
    setTimeout(() => {
      drawn.remove();
      go();
    }, STAYS);
  });
  return { place, gone };
}
