/**
 * What was really there? After the end everybody may see everything: the last position as the referee has it lies over the board, and the fog
 * goes from it outwards. A board without fog, or without a canvas, stays as it is.
 *
 * @typedef {import("../types").Frame} Frame
 * @typedef {import("../types").GameModule} Game
 * @typedef {import("../types").MatchInfo} Info
 * @typedef {import("../types").Still} Still
 */
import { h } from 'app/dom.js';
import { t, tn } from 'app/i18n.js';
import { isMotionReduced } from 'app/motion.js';
import { theme } from 'app/theme.js';

/** What a board that nobody plays on needs of its page. @param {Game} game @param {Info} info @param {number | null} seat @returns {import("../types").Host} */
export const stillHost = (game, info, seat) => ({
  ...{ info, seat, readonly: true, t, tn, theme, reducedMotion: isMotionReduced },
  getOrders: game.emptyOrders,
  setOrders: () => undefined,
  announce: () => undefined,
  select: () => undefined,
  onSelect: () => () => undefined,
});

/**
 * @param {Game} game @param {Element} board the element of the board, which it covers
 * @param {{ info: Info, frame: Frame, at: unknown }} told `info` and `frame` of the referee; `at`: where the fog begins to go
 */
export function createTruth(game, board, { info, frame, at }) {
  // A board decides for itself how its element is placed.
  const stage = h('div', { class: 'end-stage' });
  const element = h('div', { class: 'end-truth', inert: true, 'aria-hidden': 'true' }, stage);
  board.after(element);
  /** @type {Still | null} */
  const still = game.still?.(stage, stillHost(game, info, null), frame) ?? null;
  if (!still) element.remove();
  return {
    /** What is seen instead of the board; null: the board itself is. */
    shown: () => (still && !element.hidden ? element : null),
    /** @param {import("../types").Cover} cover what lies over it; it is shown from here on */
    show(cover) {
      if (!still) return;
      element.hidden = false;
      still.survey(cover);
      if (!Array.isArray(at) || element.style.getPropertyValue('--from-x')) return;
      const [x, y] = still.screen(/** @type {[number, number]} */ (at));
      element.style.setProperty('--from-x', `${Math.round(x)}px`);
      element.style.setProperty('--from-y', `${Math.round(y)}px`);
    },
    hide() {
      element.hidden = true;
    },
  };
}
