/** What does the map say in words to somebody new? In the first rounds: which land is one's own and waits for a press, and what is out of sight. */
import { t } from 'app/i18n.js';
import { createPlacer } from 'kit/labels.js';
import { createPlates } from 'kit/plates.js';
import { writeUnknown } from 'kit/unknown.js';
import { gridOf, middleOf } from './grid.js';
import { campaignsOf } from './orders.js';
import { UNSEEN } from './position.js';

/** Rounds in which somebody is new to the map. */
const NEW = 2;

/** @param {CanvasRenderingContext2D} ctx @param {import('board/layers.js').View} view @param {import('./session.js').Session} session @param {import('kit/labels.js').Box[]} over what lies over the board, in its pixels */
export function paintFirstWords(ctx, view, session, over) {
  const { position, orders } = session.state;
  if (!position || !session.hasDraft()) return;
  const { chart, owner, capitals, view: facts } = position;
  const isNew = facts.phase === 'rounds' && facts.round <= NEW;
  if (!isNew || campaignsOf(orders).length) return;
  const placer = createPlacer(view);
  const grid = gridOf(view, chart);
  for (const { cell } of capitals) placer.disc(...middleOf(grid, chart, cell), grid.size);
  const own = capitals.find(({ seat }) => seat === facts.you);
  if (own && facts.round === 1 && session.canOrder('rounds'))
    createPlates(ctx, view, placer).label(t('your club: press it'), middleOf(grid, chart, own.cell), {
      away: grid.size * 1.1,
      towards: Math.PI / 2,
      ink: view.palette.seats[own.seat],
    });
  const isUnseen = (/** @type {number} */ x, /** @type {number} */ y) => owner[y * chart.width + x] === UNSEEN;
  writeUnknown(ctx, view, chart, isUnseen, { placer, over, words: t('out of sight') });
}
