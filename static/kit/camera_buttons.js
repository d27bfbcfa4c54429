/** How does a hand without a wheel zoom, and find back? Buttons over the board: nearer, farther, everything, and where one's own things are. */
import { h, icon, loadStyle } from 'app/dom.js';
import { t } from 'app/i18n.js';
import { boardButton, keepPresses } from 'kit/over.js';
import { drawing } from 'kit/parts.js';
import { pointAt } from 'kit/point.js';
import { startAt } from 'kit/start.js';

/** @typedef {import('board/board.js').Board} Board */
/**
 * Where somebody's own things are, in world units: `place` (null: nowhere), and `around`, how far around them one wants to see; `least`: pixels of a
 * world unit below which nothing can be read; `first`: what the first look is to hold, instead of what is around the place.
 * @typedef {{label: () => string, place: () => [number, number] | null, around: number, least?: number, first?: () => import('./start.js').Disc | null}} Home
 */

const STEP = 1.5;
/** Pixels of a button, between two of them, and between them and the edges of the board, as the style sheet has them. */
const [BUTTON, GAP, EDGE] = [36, 4, 12];
/** Pixels that the buttons take at an edge of the board. */
const ROOM = 60;
/** Pixels that a strip takes at the foot, and the number and the name that hang below a piece at the edge of the map. */
const STRIP_ROOM = 84;
/** Pixels that a map keeps above the room of a strip. A board without so many has the strip in place of the buttons, while there is one. */
const LEAST = 120;
/** Pixels that a strip takes at the upper edge of such a low board. */
const STRIP_ABOVE = 72;
/** Is a strip for fingers shown at all? */
const isTouched = () => matchMedia('(pointer: coarse)').matches;
/** Below so many pixels of width a strip has no room at the foot beside the buttons. */
const BOTH = 420;
/** A cross of hairs around a point. */
const WHERE = 'M12 2v5M12 17v5M2 12h5M17 12h5M12 7a5 5 0 1 0 0 10a5 5 0 1 0 0-10';

/**
 * Puts the buttons into a corner of the board's element.
 * @param {HTMLElement} el @param {Board} board
 * @param {{clear?: 'buttons' | 'strip', home?: Home, isFolded?: boolean}} [how] `isFolded`: on a tall board another button shows and hides them, and nothing is left free for them above the map; `clear`: a map that is fitted leaves room for them, beside it on a wide board and
 *   above it on a tall one, where nothing stands at its sides; there a strip may have room below it too, and on any that is too narrow for both
 * @returns {() => void} takes them away
 */
export function addCameraButtons(el, board, { clear, home, isFolded = false } = {}) {
  loadStyle('kit/overlay.css');
  const where =
    home &&
    boardButton(drawing(WHERE), home.label(), () => {
      const place = home.place();
      if (place) pointAt(el, board, place, { centred: true });
    });
  const group = h(
    'div',
    { class: 'board-camera', role: 'group', 'aria-label': t('Map view') },
    where,
    boardButton(icon('plus'), t('Zoom in'), () => board.zoom(STEP)),
    boardButton(icon('minus'), t('Zoom out'), () => board.zoom(1 / STEP)),
    boardButton(icon('maximize'), t('Show the whole map'), () => board.fit()),
  );
  keepPresses(group);
  el.append(group);
  const edges = { ...board.state.insets };
  let room = '';

  /** Where the map would reach beneath them it is fitted beside them. */
  function makeRoom() {
    if (where) where.hidden = !home.place();
    if (!clear) return;
    const { clientWidth: width, clientHeight: height } = el;
    const { world } = board.state;
    const isAbove = height > width || (clear === 'strip' && width < BOTH);
    // For a finger the strip stands at the foot of a wide board too.
    const foot = clear === 'strip' && isTouched() ? STRIP_ROOM : edges.bottom;
    const beside = (width - (world.width * (height - edges.top - edges.bottom)) / world.height) / 2;
    const isLow = isAbove && clear === 'strip' && isTouched() && height < ROOM + LEAST + STRIP_ROOM;
    el.classList.toggle('board-low', isLow);
    const strip = isLow ? { top: STRIP_ABOVE, bottom: edges.bottom + 4 } : { bottom: STRIP_ROOM };
    const part = isAbove
      ? { top: isFolded ? edges.top : ROOM, left: edges.right, ...(clear === 'strip' && strip) }
      : { right: beside < ROOM ? ROOM : edges.right, bottom: foot };
    const wanted = JSON.stringify(part);
    if (wanted === room) return;
    room = wanted;
    group.classList.toggle('board-camera-above', isAbove);
    board.set({ insets: { ...edges, ...part } });
  }
  let placed = '';
  /** No words go where the buttons are: each where it is laid out, for a low board has them in two rows; a column before that. */
  function takePlace() {
    const { clientWidth: width, clientHeight: height } = el;
    const shown = [...group.children].filter((one) => !(/** @type {HTMLElement} */ (one).hidden));
    const isAbove = group.classList.contains('board-camera-above');
    const { offsetWidth, offsetHeight, offsetTop } = group;
    const layout = JSON.stringify([width, height, shown.length, isAbove, offsetWidth, offsetHeight, offsetTop]);
    if (layout === placed) return;
    placed = layout;
    const { left, top } = el.getBoundingClientRect();
    const boxes = shown.map((one) => one.getBoundingClientRect()).filter((box) => box.width > 0);
    const length = shown.length * (BUTTON + GAP);
    const [wide, high] = isAbove ? [length, BUTTON + GAP] : [BUTTON + GAP, length];
    const column = {
      x: width - EDGE - wide,
      y: isAbove ? EDGE - GAP : height - EDGE - high,
      width: wide,
      height: high,
    };
    const over = boxes.map((box) => ({
      ...{ x: box.left - left - GAP, y: box.top - top - GAP },
      ...{ width: box.width + 2 * GAP, height: box.height + 2 * GAP },
    }));
    board.set({ over: over.length || (isFolded && isAbove) ? over : [column] });
  }
  const settle = () => {
    makeRoom();
    takePlace();
  };
  settle();
  const stop = board.watch({ camera: settle });
  const stay = home ? startAt(el, board, home) : () => {};
  return () => {
    stop();
    stay();
    group.remove();
  };
}
