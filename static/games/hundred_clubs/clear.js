/**
 * Where does that stand which speaks of a cell? Near it, and over as little as can be of what somebody looks at: the cell itself, land that is
 * about to be won, other things over the map, then one's own land.
 */
import { overlap } from 'kit/labels.js';
import { NARROW } from 'kit/minimap.js';
import { boxesOver } from './over.js';
import { cellOf, isAccess, NOBODY, placeOfCell } from './position.js';

/** @import { Box } from 'kit/labels.js' */
/** @import { Stage } from 'kit/mount.js' */
/** @import { Shared } from './session.js' */
/** Something that is not to be hidden, and how much it costs to hide it. @typedef {{box: Box, cost: number}} Kept */

/** What hiding costs: the cell that is spoken of, another thing over the map, a cell to be won, one in reach, one that is somebody's. */
const COSTS = { cell: 1000, thing: 200, won: 12, aim: 4, own: 1 };
/** Pixels away from the cell that are as bad as one own cell hidden. */
const FAR = 60;
/** Pixels between the cell and what speaks of it, to the edge of the board, and those at its sides, or at the top of a narrow one, where tools stand. */
const [AWAY, EDGE, TOOLS] = [18, 8, 60];

/** Pixels of a board above which its handle has all its rows, and what is kept free for it before its words are known. */
const [LOW, LEAST] = [340, 176];

/** How a campaign's handle stands on a board: at foot or top of a narrow one, and in few rows where that is low too, as above a sheet half way up. @param {{clientWidth: number, clientHeight: number}} el */
export function roomOn({ clientWidth, clientHeight }) {
  const isNarrow = clientWidth < NARROW;
  const isLow = isNarrow && clientHeight < LOW;
  return { isNarrow, isLow, least: isLow ? 0 : LEAST };
}

/** Land of others, or of nobody, that a campaign on a cell reaches and that can be taken. @param {number} cell @param {import('./position.js').Position} position @returns {number[]} */
export function aimsOf(cell, position) {
  const { chart, owner, view } = position;
  const [x, y] = placeOfCell(chart, cell);
  return [...owner.keys()].filter((at) => {
    const [ax, ay] = placeOfCell(chart, at);
    const isNear = !!view.kernel20[Math.abs(ay - y)]?.[Math.abs(ax - x)];
    return isNear && chart.atk[at] > 0 && owner[at] >= NOBODY && !isAccess(position, at);
  });
}

/**
 * @param {number} cell the one that is spoken of @param {Pick<Shared, 'plan'> & {position: import('./position.js').Position}} known
 * @param {Pick<Stage, 'board'>} stage @param {boolean} isAimed a campaign is there: land in its reach counts @returns {Kept[]} in pixels of the board
 */
function landToKeep(cell, { position, plan }, { board }, isAimed) {
  const { chart, owner } = position;
  const box = (/** @type {number} */ at, around = 0) => {
    const [x, y] = placeOfCell(chart, at);
    const [[left, top], [right, bottom]] = [
      board.screen(x - around, y - around),
      board.screen(x + 1 + around, y + 1 + around),
    ];
    return { x: left, y: top, width: right - left, height: bottom - top };
  };
  const won = new Set([...(plan?.sure ?? []), ...(plan?.likely ?? [])].map((at) => cellOf(chart, at)));
  const land = [...owner.keys()].filter((at) => won.has(at) || owner[at] > NOBODY);
  const aims = isAimed ? aimsOf(cell, position).filter((at) => !won.has(at)) : [];
  return [
    { box: box(cell, 0.4), cost: COSTS.cell },
    ...land.map((at) => ({
      box: box(at),
      cost: won.has(at) ? COSTS.won : COSTS.own,
    })),
    ...aims.map((at) => ({ box: box(at), cost: COSTS.aim })),
  ];
}

/**
 * How far the map has to go, down the screen, for nothing to hide what a campaign is about: its cell, and what it wins and aims at. 0 where all of it is
 * in view, or has no room beside the element.
 * @param {number} cell @param {{top: number, height: number}} standing where the element stands, at foot or top of the board
 * @param {Pick<Shared, 'plan'> & {position: import('./position.js').Position}} known @param {Pick<Stage, 'el' | 'board'>} stage
 */
export function wayClear(cell, { top, height }, known, { el, board }) {
  const [here, ...land] = landToKeep(cell, known, { board }, true).map(({ box, cost }) => ({ ...box, cost }));
  const reach = known.position.view.kernel20.length;
  // What other campaigns win elsewhere is not its.
  const near = land.filter((box) => box.cost !== COSTS.own && Math.abs(box.y - here.y) <= reach * box.height);
  const { y, height: high } = enclosing([here, ...near]);
  const isAtFoot = top + height / 2 > el.clientHeight / 2;
  const [from, to] = isAtFoot ? [EDGE, top - EDGE] : [top + height + EDGE, el.clientHeight - EDGE];
  if (high > to - from) return 0;
  return Math.max(from - y, 0) + Math.min(to - (y + high), 0);
}

/**
 * The place where an element that speaks of a cell hides least: beside the cell, beside the land that is won around it, else at the edges.
 * @param {number} cell @param {HTMLElement} element @param {Pick<Shared, 'plan'> & {position: import('./position.js').Position}} known
 * @param {Pick<Stage, 'el' | 'board'>} stage @param {{isNarrow?: boolean, least?: number}} [campaign] the element is for a campaign there, with the
 *   least height that is kept free for it; `isNarrow`: at the foot of the board or below the tools at its top
 * @returns {[left: number, top: number, height: number]}
 */
export function clearPlace(cell, element, known, { el, board }, campaign) {
  const size = { width: element.offsetWidth, height: Math.max(campaign?.least ?? 0, element.offsetHeight) };
  const land = landToKeep(cell, known, { board }, !!campaign);
  const things = boxesOver(el, element).map((box) => ({ box, cost: COSTS.thing }));
  const kept = [...land, ...things];
  const within = (/** @type {number} */ value, /** @type {number} */ least, /** @type {number} */ most) =>
    Math.round(Math.max(least, Math.min(most, value)));
  const across = (/** @type {number} */ left) => within(left, TOOLS, el.clientWidth - size.width - TOOLS);
  const down = (/** @type {number} */ top) => within(top, EDGE, el.clientHeight - size.height - EDGE);
  const { box: here } = land[0];
  const won = land.filter(({ cost }) => cost === COSTS.won).map(({ box }) => box);
  const around = enclosing([here, ...won]);
  const [cx, cy] = [here.x + here.width / 2, here.y + here.height / 2];
  const beside = [here, around].flatMap((box) => [
    [cx - size.width / 2, box.y + box.height + AWAY],
    [cx - size.width / 2, box.y - AWAY - size.height],
    [box.x + box.width + AWAY, cy - size.height / 2],
    [box.x - AWAY - size.width, cy - size.height / 2],
  ]);
  const edges = [0, cy - size.height / 2, el.clientHeight].flatMap((top) => [
    [0, top],
    [cx - size.width / 2, top],
    [el.clientWidth, top],
  ]);
  const middle = Math.max(0, Math.round((el.clientWidth - size.width) / 2));
  const spots = campaign?.isNarrow
    ? [el.clientHeight - size.height - EDGE, TOOLS].map((y) => ({ x: middle, y, ...size }))
    : [...beside, ...edges].map(([left, top]) => ({ x: across(left), y: down(top), ...size }));
  const costs = spots.map((spot) => {
    const away = Math.hypot(spot.x + size.width / 2 - cx, spot.y + size.height / 2 - cy);
    return kept.reduce((sum, { box, cost }) => sum + (overlap(spot, box) ? cost : 0), away / FAR);
  });
  const { x, y } = spots[costs.indexOf(Math.min(...costs))];
  return [x, y, size.height];
}

/** @param {Box[]} boxes @returns {Box} */
function enclosing(boxes) {
  const [x, y] = [Math.min(...boxes.map((box) => box.x)), Math.min(...boxes.map((box) => box.y))];
  const right = Math.max(...boxes.map((box) => box.x + box.width));
  const bottom = Math.max(...boxes.map((box) => box.y + box.height));
  return { x, y, width: right - x, height: bottom - y };
}
