/** Does who is chosen lie clear of what lies over the chart? Else the chart moves, as little as is needed and once for each time somebody is chosen. */
import { begun } from 'board/camera.js';
import { freeOf } from 'kit/start.js';

/** @typedef {{left: number, top: number, right: number, bottom: number}} Edges pixels of the board */

/** What lies over the chart. */
const LYING =
  ':is(.board-camera, .board-minimap:not(.board-minimap-idle), .kit-strip, .kit-dock, .cosmos-standing):not([hidden], .is-away)';

/** @param {HTMLElement} el the board's element @param {string} [which] @returns {Edges[]} */
export function lyingOver(el, which = LYING) {
  const { left, top } = el.getBoundingClientRect();
  return [...el.querySelectorAll(which)].flatMap((one) => {
    const box = one.getBoundingClientRect();
    const edges = { left: box.left - left, top: box.top - top, right: box.right - left, bottom: box.bottom - top };
    return box.width && box.height ? [edges] : [];
  });
}

/** Do two boxes share anything? @param {Edges} a @param {Edges} b */
export const meets = (a, b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;

/** @param {HTMLElement} el @param {import('board/board.js').Board} board */
export function createClearing(el, board) {
  let last = '';
  return {
    /**
     * @param {{x: number, y: number}} tile of who matters @param {number} radius pixels around its middle that are to be free
     * @param {string} why once for each: who is chosen, and how much room what lies over the chart takes
     */
    show(tile, radius, why) {
      if (why === last) return;
      last = why;
      const { camera, world, insets } = board.state;
      const size = { width: el.clientWidth, height: el.clientHeight };
      const [x, y] = board.screen(tile.x + 0.5, tile.y + 0.5);
      const boxes = lyingOver(el);
      const around = { left: x - radius, top: y - radius, right: x + radius, bottom: y + radius };
      if (!boxes.some((box) => meets(box, around))) return;
      const disc = { x: tile.x + 0.5, y: tile.y + 0.5, radius: radius / camera.scale };
      board.visit(begun(camera, world, size, insets, { disc, free: freeOf(size, boxes), least: 0 }));
      // As by a hand: the first look does not come back.
      board.shift(0, 0);
    },
  };
}
