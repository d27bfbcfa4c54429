/** What does the map say in words to somebody new? In the first rounds: which land is one's own and waits for a press, and what is out of sight. */
import { t } from 'app/i18n.js';
import { createPlacer } from 'kit/labels.js';
import { createPlates } from 'kit/plates.js';
import { writeUnknown } from 'kit/unknown.js';
import { gridOf, middleOf } from './grid.js';
import { campaignAt, campaignsOf } from './orders.js';
import { cellOf, isKnownWhere, startsOfOthers, UNSEEN } from './position.js';
import { pinBox } from './tokens.js';

/** Rounds in which somebody is new to the map. */
const NEW = 2;

/** Rounds in which one looks for the others. */
const SEEKING = 4;
/** Pixels between the edge of the board and a sign that points over it. */
const EDGE = 26;
const ARROWS = ['→', '↘', '↓', '↙', '←', '↖', '↑', '↗'];

/** Part of a cell on which a pointer means it, whatever is beside it. */
const MIDDLE = 0.2;
/** Pixels from a ring to words that need no line to it. */
const NEAR = 8;

/** Rounds in which one learns where to go on, and so many places at once. */
const GUIDED = 4;
const FEW = 3;

/** Where a sign for a point stands: there, or at the edge of the board beyond which it lies, with an arrow. @param {import('board/layers.js').View} view @param {number} x @param {number} y @returns {{at: [number, number], arrow: string}} */
function signAt({ width, height }, x, y) {
  const at = /** @type {[number, number]} */ ([
    Math.max(EDGE * 3, Math.min(width - EDGE * 3, x)),
    Math.max(EDGE, Math.min(height - EDGE, y)),
  ]);
  if (x >= 0 && y >= 0 && x <= width && y <= height) return { at, arrow: '' };
  const turn = Math.round(Math.atan2(y - at[1], x - at[0]) / (Math.PI / 4));
  return { at, arrow: ARROWS[(turn + 8) % 8] };
}

/** Where the money that is left wins most, best first, in rounds in which that is said: places of which each wins land by itself. Where a campaign stands already its handle says it. @param {import('./session.js').Session} session */
function worthwhileOf(session) {
  const { position, orders, plan } = session.state;
  if (position?.view.phase !== 'rounds') return [];
  const { round } = position.view;
  if (round === 1 || round > GUIDED || !session.canOrder('rounds')) return [];
  return (plan?.spend.alone ?? []).filter(({ at }) => campaignAt(orders, at) < 0).slice(0, FEW);
}

/** The same places for a finger: on cells too small for it a press near one of them means that one. @param {import('./session.js').Session} session @returns {import('board/pieces.js').Piece[]} */
export function worthwhilePieces(session) {
  const { position } = session.state;
  if (!position) return [];
  return worthwhileOf(session).map(({ at: [x, y] }) => {
    const cell = cellOf(position.chart, [x, y]);
    const radius = (/** @type {number} */ scale) => scale * MIDDLE;
    return { id: `cell:${cell}`, kind: 'cell', x: x + 0.5, y: y + 0.5, radius, isSure: true, data: cell };
  });
}

/** A line from a ring to its words, where these stand away from it. @param {import('kit/plates.js').Plates} plates @param {[number, number]} at @param {number} radius @param {import('kit/labels.js').Box} box @param {string} ink */
function tie(plates, [x, y], radius, box, ink) {
  const end = /** @type {[number, number]} */ ([
    Math.max(box.x, Math.min(box.x + box.width, x)),
    Math.max(box.y, Math.min(box.y + box.height, y)),
  ]);
  const far = Math.hypot(end[0] - x, end[1] - y);
  if (far < radius + NEAR) return;
  const start = /** @type {[number, number]} */ ([
    x + ((end[0] - x) * radius) / far,
    y + ((end[1] - y) * radius) / far,
  ]);
  plates.line([start, end], ink, { still: true, dash: [] });
}

/**
 * Where the money that is left wins most: the places to go on from, in the first rounds, the best of them in words.
 * @param {CanvasRenderingContext2D} ctx @param {import('board/layers.js').View} view @param {import('./session.js').Session} session @param {import('kit/labels.js').Box[]} over what lies over the board, and campaigns
 */
export function paintWorthwhile(ctx, view, session, over) {
  const { position, frame } = session.state;
  const [best, ...others] = worthwhileOf(session);
  if (!best || !position) return;
  const placer = createPlacer(view);
  for (const box of over) placer.plate(box, 3);
  const grid = gridOf(view, position.chart);
  const middleAt = (/** @type {import('./types').Cell} */ at) =>
    middleOf(grid, position.chart, cellOf(position.chart, at));
  const { at, arrow } = signAt(view, ...middleAt(best.at));
  const plates = createPlates(ctx, view, placer);
  const ink = view.palette.lamp;
  if (arrow) {
    plates.label(`${arrow} ${t('land is easiest to win there')}`, at, { away: 0, towards: Math.PI / 2, ink });
    return;
  }
  const radius = grid.size * 0.6;
  for (const { cell } of position.capitals) placer.disc(...middleOf(grid, position.chart, cell), grid.size);
  for (const { at: cell } of [best, ...others]) placer.disc(...middleAt(cell), radius);
  // Each ring has its sum: the first in a sentence, by which the others are understood.
  for (const { at: cell, size } of [best, ...others]) {
    const [x, y] = middleAt(cell);
    const n = size * (frame?.choices?.campaign_price ?? 1);
    const words = cell === best.at ? t('press here: {n} money wins land', { n }) : t('{n} money', { n });
    plates.ring([x, y], radius, ink, { still: true, dash: [] });
    const box = plates.label(words, [x, y], { away: radius + 3, towards: Math.PI / 2, ink });
    if (box) tie(plates, [x, y], radius, box, ink);
  }
}

/**
 * Where others have begun, in words: at the cell, or at the edge of the board beyond which it lies, with an arrow.
 * @param {CanvasRenderingContext2D} ctx @param {import('board/layers.js').View} view @param {import('./session.js').Session} session @param {import('kit/labels.js').Box[]} over what lies over the board
 */
export function paintOthersStarts(ctx, view, session, over) {
  const { position } = session.state;
  if (position?.view.phase !== 'rounds' || position.view.round > SEEKING) return;
  const starts = startsOfOthers(position);
  const isSure = isKnownWhere(position);
  const words = isSure ? t('a rival began here') : t('a rival may have begun here');
  const away = isSure ? t('a rival began there') : t('a rival may have begun there');
  const grid = gridOf(view, position.chart);
  const placer = createPlacer(view);
  for (const box of over) placer.plate(box, 3);
  for (const cell of starts) {
    const [x, y] = middleOf(grid, position.chart, cell);
    const sign = signAt(view, x, y);
    const how = { away: sign.arrow ? 0 : grid.size * 0.8, towards: sign.arrow ? -Math.PI / 2 : Math.PI / 2 };
    createPlates(ctx, view, placer).label(sign.arrow ? `${sign.arrow} ${away}` : words, sign.at, how);
  }
}

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
  const label =
    own &&
    facts.round === 1 &&
    session.canOrder('rounds') &&
    createPlates(ctx, view, placer).label(t('your club: press it'), middleOf(grid, chart, own.cell), {
      away: grid.size * 1.1,
      towards: Math.PI / 2,
      ink: view.palette.seats[own.seat],
    });
  const isUnseen = (/** @type {number} */ x, /** @type {number} */ y) => owner[y * chart.width + x] === UNSEEN;
  const signs = [...(label ? [label] : []), ...startsOfOthers(position).map((cell) => pinBox(view, chart, cell))];
  writeUnknown(ctx, view, chart, isUnseen, { placer, over: [...over, ...signs], words: t('out of sight') });
}
