/**
 * What does a board of baked bitmaps need around it? The toolkit's board with a bakery, a small map, camera buttons and its
 * own measurements; so that a scene only says what is painted.
 */
import { createBoard } from 'board/board.js';
import { createBakery } from './bake.js';
import { addCameraButtons } from './camera_buttons.js';
import { createMinimap } from './minimap.js';
import { createPace } from './pace.js';

/** @typedef {ReturnType<typeof createBakedBoard>} BakedBoard */

/** Sides of the small map: part of the board's width, least and most CSS pixels. */
const SMALL = { part: 0.16, least: 84, most: 150 };

/**
 * The page gets the marks `board:first` (call `shown` when the first picture is painted) and `board:baked` (nothing is left to be made).
 * @param {HTMLElement} el
 * @param {object} how
 * @param {(table: {drifts: () => boolean, playing: () => boolean}) => import('board/layers.js').Layer[]} how.layers bottom to top; drifts: ambient
 *   motion is wanted now
 * @param {Partial<import('board/state.js').State>} how.config of the board
 * @param {Record<string, string[]>} how.bakes which layers show what is baked; what is not named is shown by all
 * @param {() => string[]} how.moves layers that ambient motion paints
 * @param {(ctx: CanvasRenderingContext2D, scale: number) => void} how.small paints the small map, in world units
 * @param {import('./camera_buttons.js').Home} [how.home] the way back to what is one's own
 */
export function createBakedBoard(el, { layers, config, bakes, moves, small, home }) {
  let [isPlaying, drift, rested, hasBegun] = [false, 0, 0, false];
  /** @type {{mayDrift: () => boolean, destroy: () => void} | null} */
  let pace = null;
  const playing = () => isPlaying;
  /** What lies over the board to be pressed gives way while a step plays (css). @param {boolean} is */
  const plays = (is) => {
    isPlaying = is;
    el.toggleAttribute('data-plays', is);
  };
  const bakery = createBakery({
    ready(name, done) {
      board.redraw(bakes[name]);
      minimap.refresh();
      if (done) performance.mark('board:baked');
    },
  });
  const board = createBoard(el, { ...config, layers: layers({ drifts: () => pace?.mayDrift() ?? false, playing }) });
  const minimap = createMinimap(el, board, {
    side: (width) => Math.max(SMALL.least, Math.min(SMALL.most, width * SMALL.part)),
    paint: small,
  });
  const removeButtons = addCameraButtons(el, board, { clear: 'buttons', home });
  pace = createPace(board, {
    playing,
    busy: () => bakery.busy(),
    drift(time) {
      drift = time;
      board.redraw(moves());
    },
  });
  const unwatch = board.watch({
    camera() {
      bakery.hold(board.moving());
      if (!board.moving()) rested = board.state.camera.scale;
    },
  });

  return {
    board,
    bakery,
    minimap,
    playing,
    /** Seconds of ambient motion; stands still where none is wanted. */
    drift: () => drift,
    /** How sprites are drawn now: `fluid` while the scale changes, `plain` while a slow machine moves the camera. */
    haste: () => ({
      fluid: board.moving() && board.state.camera.scale !== rested,
      plain: board.moving() && board.state.hurried,
    }),

    /** The first picture that can be used has been painted. */
    shown() {
      if (!hasBegun) performance.mark('board:first');
      hasBegun = true;
    },

    /** @param {import('board/animate.js').Track[]} tracks @param {import('board/animate.js').How} how */
    async play(tracks, how) {
      const done = board.timeline.play(tracks, how);
      plays(board.timeline.playing());
      board.redraw();
      await done;
      if (board.timeline.playing()) return;
      plays(false);
      board.redraw();
    },

    /** Ends what is played, at once. */
    stop() {
      board.timeline.skip();
      plays(false);
    },

    destroy() {
      bakery.destroy();
      pace?.destroy();
      unwatch();
      minimap.destroy();
      removeButtons();
    },
  };
}
