/** Where on a board of cells is the keyboard? A cursor that arrows move, by five cells with Shift, kept on the map and in view. */
import { t } from 'app/i18n.js';
import { arrows } from 'kit/keys.js';

/** @typedef {import('kit/cells.js').Cell} Cell */

const LEAP = 5;

/**
 * The line for the arrows. The session keeps the cell in `focus`; the first arrow only shows it.
 * @template {{state: any, change: (part: any) => void, say: (words: string) => void}} Session
 * @param {{size: (session: Session) => import('kit/cells.js').Grid, start: (session: Session) => Cell, tell: (session: Session, cell: Cell) => string}} how
 *   `start`: where it appears, `tell`: what is there, spoken
 */
export function cursor({ size, start, tell }) {
  return arrows(
    () => t('Move the cursor; with Shift five cells'),
    (/** @type {Session} */ session, [dx, dy], { shift }, stage) => {
      const { focus } = session.state;
      const { width, height } = size(session);
      const by = focus ? (shift ? LEAP : 1) : 0;
      const [x, y] = focus ?? start(session);
      const keep = (/** @type {number} */ at, /** @type {number} */ most) => Math.max(0, Math.min(most - 1, at));
      const cell = /** @type {Cell} */ ([keep(x + dx * by, width), keep(y + dy * by, height)]);
      session.change({ focus: cell, hover: null });
      stage.board?.reveal(cell[0] + 0.5, cell[1] + 0.5);
      session.say(tell(session, cell));
    },
  );
}
