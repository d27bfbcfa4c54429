/** What lies over the map? Words and notes keep clear of it. */

const OVER =
  '.hcb-fold, .hcb-tools, .hcb-legend, .hcb-handle, .hcb-foot, .hcb-prompt, .hcb-lenses, .board-minimap, .board-camera, .board-caption';

/** In pixels of the board. @param {HTMLElement} el the board's element @param {Element} [except] whatever asks @returns {import('kit/labels.js').Box[]} */
export function boxesOver(el, except) {
  const base = el.getBoundingClientRect();
  return [...el.querySelectorAll(OVER)]
    .filter((part) => part !== except)
    .map((part) => part.getBoundingClientRect())
    .filter((box) => box.width > 0)
    .map(({ left, top, width, height }) => ({ x: left - base.left, y: top - base.top, width, height }));
}
