/**
 * What does a board look like that nobody plays on? The scene of a game alone, with one frame: for the truth at the end of a match, and for the
 * small picture of a place. Only scenes on canvases can stand; those of page elements need their page.
 *
 * @typedef {import('../types').Host} Host
 * @typedef {import('../types').Frame} Frame
 * @typedef {ReturnType<typeof import('board/board.js').createBoard>} Canvas
 */
import { oncePerFrame } from 'app/rest.js';

/** How much nearer than the whole map a small picture shows its place. */
const NEARER = 3.2;

/** What the board's edges covered before something lay over it. @type {WeakMap<Canvas, import('board/camera.js').Insets>} */
const uncovered = new WeakMap();

/** Shows all of the map beside what is covered; null: nothing is any more. @param {Canvas} board @param {import('../types').Cover | null} cover @param {boolean} [smoothly] */
export function surveyed(board, cover, smoothly = true) {
  const insets = uncovered.get(board) ?? board.state.insets;
  if (cover) uncovered.set(board, insets);
  else uncovered.delete(board);
  // What a board keeps free for its buttons is free as well: these are not there then.
  const edge = Math.min(insets.top, insets.right, insets.bottom, insets.left);
  const beside = cover && { top: edge, right: edge, left: edge + cover.left, bottom: edge + cover.bottom };
  board.set({ insets: beside ?? insets });
  board.fit(smoothly);
}

/**
 * @template {import('./session.js').AnySession} Session
 * @param {{ sessionOf: (host: Host) => Session, createScene: (el: HTMLElement, session: Session) => import('./mount.js').Scene }} parts
 * @param {HTMLElement} el @param {Host} host @param {Frame} frame
 * @returns {import('../types').Still | null}
 */
export function stillOf({ sessionOf, createScene }, el, host, frame) {
  const session = sessionOf(host);
  const scene = createScene(el, session);
  const { board } = scene;
  const destroy = () => {
    scene.destroy?.();
    board?.destroy();
  };
  if (!board) {
    destroy();
    return null;
  }
  session.show(frame);
  scene.settle(session.state.position);
  return {
    survey: (cover) => surveyed(board, cover, false),
    screen: ([x, y]) => board.screen(x, y),
    async near([x, y]) {
      const { world, closest } = board.state;
      const whole = Math.min(el.clientWidth / world.width, el.clientHeight / world.height);
      board.centre(x, y, Math.min(whole * NEARER, closest ?? Number.POSITIVE_INFINITY), false);
      await resting(board);
    },
    destroy,
  };
}

/** What a board paints anew when it is over: its camera moves, and its pictures are still being made (`kit/bake.js`). */
const UNFINISHED = /\b(camera|picture)\b/;

/** Resolves when the board has painted itself with all its pictures after its camera moved. @param {Canvas} board @returns {Promise<void>} */
function resting(board) {
  return new Promise((done) => {
    let isLast = false;
    const look = oncePerFrame(() => {
      const isMade = !board.moving() && !UNFINISHED.test(document.documentElement.dataset.busy ?? '');
      if (isMade && isLast) return done();
      isLast = isMade;
      look();
    });
    look();
  });
}
