/**
 * Where does that stand which speaks of a cell? Near it, and over as little as can be of what somebody looks at: the cell itself, land that is
 * about to be won, other things over the map, then one's own land.
 */
import { overlap } from 'kit/labels.js';
import { boxesOver } from './over.js';
import { cellOf, isAccess, placeOfCell } from './position.js';

/** @import { Box } from 'kit/labels.js' */
/** @import { Stage } from 'kit/mount.js' */
/** @import { Shared } from './session.js' */
/** Something that is not to be hidden, and how much it costs to hide it. @typedef {{box: Box, cost: number}} Kept */

/** What hiding costs: the cell that is spoken of, another thing over the map, a cell to be won, one of one's own. */
const COSTS = { cell: 1000, thing: 200, won: 12, own: 1 };
/** Pixels away from the cell that are as bad as one own cell hidden. */
const FAR = 60;
/** Pixels between the cell and what speaks of it, to the edge of the board, and those at its sides where tools stand. */
const [AWAY, EDGE, TOOLS] = [18, 8, 60];

/**
 * @param {number} cell the one that is spoken of @param {Pick<Shared, 'plan'> & {position: import('./position.js').Position}} known
 * @param {Pick<Stage, 'board'>} stage @returns {Kept[]} in pixels of the board
 */
function landToKeep(cell, { position, plan }, { board }) {
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
  const land = [...owner.keys()].filter((at) => won.has(at) || isAccess(position, at));
  return [
    { box: box(cell, 0.4), cost: COSTS.cell },
    ...land.map((at) => ({
      box: box(at),
      cost: won.has(at) ? COSTS.won : COSTS.own,
    })),
  ];
}

/**
 * The place where an element that speaks of a cell hides least: beside the cell, beside the land that is won around it, else at the edges.
 * @param {number} cell @param {HTMLElement} element @param {Pick<Shared, 'plan'> & {position: import('./position.js').Position}} known
 * @param {Pick<Stage, 'el' | 'board'>} stage @returns {[left: number, top: number]}
 */
export function clearPlace(cell, element, known, { el, board }) {
  const size = { width: element.offsetWidth, height: element.offsetHeight };
  const land = landToKeep(cell, known, { board });
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
  const spots = [...beside, ...edges].map(([left, top]) => ({
    x: across(left),
    y: down(top),
    ...size,
  }));
  const costs = spots.map((spot) => {
    const away = Math.hypot(spot.x + size.width / 2 - cx, spot.y + size.height / 2 - cy);
    return kept.reduce((sum, { box, cost }) => sum + (overlap(spot, box) ? cost : 0), away / FAR);
  });
  const { x, y } = spots[costs.indexOf(Math.min(...costs))];
  return [x, y];
}

/** @param {Box[]} boxes @returns {Box} */
function enclosing(boxes) {
  const [x, y] = [Math.min(...boxes.map((box) => box.x)), Math.min(...boxes.map((box) => box.y))];
  const right = Math.max(...boxes.map((box) => box.x + box.width));
  const bottom = Math.max(...boxes.map((box) => box.y + box.height));
  return { x, y, width: right - x, height: bottom - y };
}
