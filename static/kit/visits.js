/** Where does the camera go while a step is told? To what is out of sight or too small, and back; never while a hand has the board. */

/** @typedef {import('./beats.js').Placed} Placed */

/** CSS pixels around a beat that the camera leaves free, beside what is said and pressed above and below. */
const MARGIN = { side: 48, top: 110, bottom: 76 };
/** The least of a board that counts as free, CSS pixels. */
const LEAST = 48;
/** Nearer to an edge than this a beat is as good as out of sight: its light and its numbers are cut there. */
const EDGE = { side: 64, top: 84, bottom: 44 };

/** @param {{el: HTMLElement, board: import('board/board.js').Board | undefined, telling: import('./beats.js').Telling}} how without a board nothing moves */
export function createVisits({ el, board, telling }) {
  /** The camera as the person had it. @type {{camera: import('board/camera.js').Camera, follows: boolean} | null} */
  let home = null;
  /** A hand is on the board, or was since the step began: the camera goes nowhere. */
  let isTouched = false;
  /** A hand is on it now: nothing moves beneath it. */
  let isPressed = false;
  let isVisiting = false;

  /**
   * Goes to a beat that is out of sight or too small.
   * @param {Placed} beat @param {number} [told] CSS pixels at the head of the board that its sentence and its numbers take @returns {boolean} whether it does
   */
  function goTo(beat, told = 0) {
    if (!board || isTouched || !beat.spots.length) return false;
    const { camera } = board.state;
    const { clientWidth: width, clientHeight: height } = el;
    const xs = beat.spots.map(([x]) => x);
    const ys = beat.spots.map(([, y]) => y);
    const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
    const isSmall = telling.small !== undefined && camera.scale < telling.small;
    // A board that is lower than what lies over it, above a sheet half way up, has some room all the same.
    const free = {
      width: Math.max(LEAST, width - 2 * MARGIN.side),
      height: Math.max(LEAST, height - MARGIN.top - MARGIN.bottom),
    };
    const isOut = beat.spots.some(([x, y]) => {
      const [a, b] = board.screen(x, y);
      return a < EDGE.side || b < EDGE.top || a > width - EDGE.side || b > height - EDGE.bottom;
    });
    if (!isSmall && !isOut) return false;
    // Clear of what is said, unless that would be farther off than the person had it.
    const clear = height - Math.max(MARGIN.top, told) - MARGIN.bottom;
    const [wide, high] = [Math.max(1e-6, right - left), Math.max(1e-6, bottom - top)];
    const tall = clear / high >= (home?.camera.scale ?? camera.scale) ? clear : free.height;
    const fitting = Math.min(free.width / wide, tall / high);
    const wanted = Math.max(camera.scale, isSmall ? (telling.close ?? camera.scale) : camera.scale);
    const scale = Math.min(fitting, wanted, board.limits().closest);
    // What has to be shrunk to be seen whole is seen as it is.
    if (scale < camera.scale && !isOut) return false;
    // On a small board that may be most of it: what is spread wider than the rest stands where all of it is seen.
    const isRoom = (bottom - top) * scale <= height - told - MARGIN.bottom;
    const head = isRoom ? Math.max(MARGIN.top, told) : MARGIN.top;
    isVisiting = true;
    const before = board.visit({
      x: (left + right) / 2,
      y: (top + bottom) / 2 - (head - MARGIN.bottom) / 2 / scale,
      scale,
    });
    isVisiting = false;
    home ??= before;
    return true;
  }

  function comeBack() {
    if (!board || !home || isPressed) return;
    const { camera, follows } = home;
    home = null;
    isVisiting = true;
    board.visit(camera, { follows });
    isVisiting = false;
  }

  return {
    goTo,
    comeBack,
    /** A beat is over, and the step goes on. */
    leave: () => !isTouched && comeBack(),
    /** A step begins. */
    begin() {
      isTouched = isPressed;
    },
    /** A hand comes down on the board, and goes. */
    touched() {
      isTouched = true;
      isPressed = true;
      if (home) board?.halt();
    },
    released() {
      isPressed = false;
    },
    /** The camera was moved, by a person unless it visits something. */
    steered() {
      if (isVisiting) return;
      isTouched = true;
      home = null;
    },
  };
}
