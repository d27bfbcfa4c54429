/**
 * From whom to whom does an order go? One dashed line over the table, from the shooter or mover to what is aimed at, with the odds of what is
 * drafted on it. Draws what it is told; what stands where is measured on the page.
 */
import { h, replace, s } from 'app/dom.js';

/** How far the line bends aside, as a part of its length: it runs clear of what stands between. */
const BEND = 0.12;
/** CSS pixels that it keeps off the middle of either end. */
const CLEAR = 26;
/** Where on the line its words may lie, the best place first. */
const PLACES = [0.5, 0.42, 0.58, 0.34, 0.66, 0.26, 0.74, 0.18, 0.82];
/** What its words keep off. */
const WORDS = '.fr-name b, .fr-chip-words, .fr-weather, .fr-ship';

/** @typedef {[number, number]} Point */

/**
 * The line between two points as a path, and where it is at a part of its way from 0 to 1; null: they are too near each other for one.
 * @param {Point} from @param {Point} to @returns {{d: string, at: (part: number) => Point} | null}
 */
export function lineBetween([x0, y0], [x1, y1]) {
  const [dx, dy] = [x1 - x0, y1 - y0];
  const length = Math.hypot(dx, dy);
  if (length < 3 * CLEAR) return null;
  const [ux, uy] = [dx / length, dy / length];
  const [ax, ay, bx, by] = [x0 + ux * CLEAR, y0 + uy * CLEAR, x1 - ux * CLEAR, y1 - uy * CLEAR].map(Math.round);
  const [cx, cy] = [(x0 + x1) / 2 - uy * length * BEND, (y0 + y1) / 2 + ux * length * BEND].map(Math.round);
  return {
    d: `M${ax} ${ay}Q${cx} ${cy} ${bx} ${by}`,
    at(part) {
      const [first, bend, last] = [(1 - part) ** 2, 2 * part * (1 - part), part ** 2];
      return [first * ax + bend * cx + last * bx, first * ay + bend * cy + last * by];
    },
  };
}

/**
 * The first of some places at which a box of words covers none of others; else the first of all.
 * @param {Point[]} places @param {{width: number, height: number}} size @param {DOMRect[]} others
 */
export function freeOf(places, { width, height }, others) {
  const isFree = (/** @type {Point} */ [x, y]) =>
    others.every(
      ({ left, right, top, bottom }) =>
        x + width / 2 <= left || x - width / 2 >= right || y + height / 2 <= top || y - height / 2 >= bottom,
    );
  return places.find(isFree) ?? places[0];
}

/**
 * @param {HTMLElement} felt around the table
 * @param {(token: string) => Element | null} elementOf what stands for a token of an order
 */
export function createAimLine(felt, elementOf) {
  const picture = s('svg', { class: 'fr-line', 'aria-hidden': 'true' });
  const odds = h('span', { class: 'fr-line-odds', 'aria-hidden': 'true' });
  felt.append(picture, odds);
  /** @type {{from: string, to: string, words: string} | null} */
  let shown = null;

  /** @param {string} token @returns {Point | null} */
  function pointOf(token) {
    const element = elementOf(token);
    if (!element) return null;
    const [box, base] = [element.getBoundingClientRect(), felt.getBoundingClientRect()];
    return [box.left + box.width / 2 - base.left, box.top + box.height / 2 - base.top];
  }

  /** Lays the words on the line where they cover no others. @param {NonNullable<ReturnType<typeof lineBetween>>} line */
  function layWords(line) {
    const { left, top } = felt.getBoundingClientRect();
    const boxes = [...felt.querySelectorAll(WORDS)].map((one) => one.getBoundingClientRect());
    const others = boxes
      .filter(({ width }) => width)
      .map((box) => new DOMRect(box.x - left, box.y - top, box.width, box.height));
    const size = { width: odds.offsetWidth, height: odds.offsetHeight };
    const [x, y] = freeOf(PLACES.map(line.at), size, others);
    Object.assign(odds.style, { left: `${x}px`, top: `${y}px` });
  }

  function draw() {
    const [from, to] = shown ? [pointOf(shown.from), pointOf(shown.to)] : [null, null];
    const line = from && to && lineBetween(from, to);
    replace(picture, line && [s('path', { class: 'under', d: line.d }), s('path', { d: line.d })]);
    odds.textContent = (line && shown?.words) || '';
    odds.hidden = !odds.textContent;
    if (line && !odds.hidden) layWords(line);
  }
  const sized = new ResizeObserver(draw);
  sized.observe(felt);

  return {
    /** @param {{from: string | null, to: string | null, words: string} | null} order null: none */
    show(order) {
      shown = order?.from && order.to && order.from !== order.to ? { ...order, from: order.from, to: order.to } : null;
      draw();
    },
    destroy: () => sized.disconnect(),
  };
}
