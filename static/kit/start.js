/**
 * What does a board show first? All of the map, unless what is one's own would lie under buttons and strips, or be too small to be read: then
 * the camera begins at one's own things and what is around them. Until somebody moves it, it does so in every size of the board.
 *
 * @typedef {import('board/board.js').Board} Board
 * @typedef {{x: number, y: number, radius: number}} Disc in world units
 */
import { oncePerFrame } from 'app/rest.js';
import { begun, fit } from 'board/camera.js';

/** What lies over boards all the time, and what a page lays over its board. */
const OVER = '.board-camera, .board-minimap:not(.board-minimap-idle), .kit-strip:not(.here), .kit-dock';
const OF_PAGE = '[data-over-board]';
const AWAY = 4;
/** What the camera does can bring the small map, and that move the camera: so often it looks again in one size of the board and between two steps. */
const MOST = 12;

/**
 * The largest part of a board beside what lies over it: each thing takes the side that costs least.
 * @param {{width: number, height: number}} size of the board @param {{left: number, top: number, right: number, bottom: number}[]} boxes in its pixels
 * @returns {import('board/camera.js').Box}
 */
export function freeOf({ width, height }, boxes) {
  let [left, top, right, bottom] = [0, 0, width, height];
  for (const box of boxes) {
    if (box.right <= left || box.left >= right || box.bottom <= top || box.top >= bottom) continue;
    const sides = [
      { left: box.right + AWAY, top, right, bottom },
      { left, top: box.bottom + AWAY, right, bottom },
      { left, top, right: box.left - AWAY, bottom },
      { left, top, right, bottom: box.top - AWAY },
    ];
    const area = (/** @type {typeof sides[0]} */ side) =>
      Math.max(0, side.right - side.left) * Math.max(0, side.bottom - side.top);
    ({ left, top, right, bottom } = sides.reduce((best, side) => (area(side) > area(best) ? side : best)));
  }
  return { x: left, y: top, width: Math.max(1, right - left), height: Math.max(1, bottom - top) };
}

/**
 * @param {HTMLElement} el the board's element @param {Board} board
 * @param {{place: () => [number, number] | null, around: number, least?: number, first?: () => Disc | null}} home where one's own things are, in world units;
 *   `around`: how far around them one wants to see; `least`: pixels of a world unit below which nothing can be read; `first`: what is to be seen, instead
 * @returns {() => void} the way to stop
 */
export function startAt(el, board, { place, around, least = 0, first }) {
  let last = '';
  let lastSize = '';
  let times = 0;
  const apply = oncePerFrame(() => {
    const at = place();
    const { clientWidth: width, clientHeight: height } = el;
    if (board.timeline.playing()) times = 0;
    if (!at || board.timeline.playing()) return;
    const { left, top } = el.getBoundingClientRect();
    const boxes = [...el.querySelectorAll(OVER), ...document.querySelectorAll(OF_PAGE)].map((one) => {
      const box = one.getBoundingClientRect();
      return { left: box.left - left, top: box.top - top, right: box.right - left, bottom: box.bottom - top };
    });
    const { world, insets } = board.state;
    const size = `${width} ${height}`;
    if (size !== lastSize) times = 0;
    lastSize = size;
    const now = JSON.stringify([width, height, insets, world, boxes]);
    if (now === last || times >= MOST) return;
    last = now;
    times += 1;
    const all = { width, height };
    const whole = fit(world, all, insets);
    const disc = first?.() ?? { x: at[0], y: at[1], radius: around };
    const camera = begun(whole, world, all, insets, { disc, free: freeOf(all, boxes), least });
    // Where nothing is to be done nothing moves: drawings are not made while the camera does.
    if (camera === whole && board.state.followsFit) return;
    board.visit(camera, { follows: camera === whole, smoothly: false });
  });
  const stop = board.watch({ camera: apply, steered: end });
  const strips = new MutationObserver(apply);
  strips.observe(el, { subtree: true, attributes: true, attributeFilter: ['hidden', 'class'] });
  // Strips that come with what is chosen are no reason to move the board below a hand.
  const kinds = /** @type {const} */ (['pointerdown', 'keydown']);
  for (const kind of kinds) el.addEventListener(kind, end, { capture: true });
  function end() {
    stop();
    strips.disconnect();
    apply.cancel();
    for (const kind of kinds) el.removeEventListener(kind, end, { capture: true });
  }
  return end;
}
