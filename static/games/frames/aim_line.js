/**
 * From whom to whom does an order go? One dashed line over the table, from the shooter or mover to what is aimed at, with the odds of what is
 * drafted on it. Draws what it is told; what stands where is measured on the page.
 */
import { h, replace, s } from 'app/dom.js';

/** How far the line bends aside, as a part of its length: it runs clear of what stands between. */
const BEND = 0.12;
/** CSS pixels that it keeps off the middle of either end. */
const CLEAR = 26;

/** @typedef {[number, number]} Point */

/**
 * The line between two points as a path, and its middle; null: they are too near each other for one.
 * @param {Point} from @param {Point} to @returns {{d: string, middle: Point} | null}
 */
export function lineBetween([x0, y0], [x1, y1]) {
  const [dx, dy] = [x1 - x0, y1 - y0];
  const length = Math.hypot(dx, dy);
  if (length < 3 * CLEAR) return null;
  const [ux, uy] = [dx / length, dy / length];
  const [cx, cy] = [(x0 + x1) / 2 - uy * length * BEND, (y0 + y1) / 2 + ux * length * BEND];
  const round = (/** @type {number} */ value) => Math.round(value * 10) / 10;
  const [ax, ay, bx, by] = [x0 + ux * CLEAR, y0 + uy * CLEAR, x1 - ux * CLEAR, y1 - uy * CLEAR].map(round);
  // The middle of a quadratic curve lies half way to its control point.
  const middle = /** @type {Point} */ ([ax / 4 + cx / 2 + bx / 4, ay / 4 + cy / 2 + by / 4].map(round));
  return { d: `M${ax} ${ay}Q${round(cx)} ${round(cy)} ${bx} ${by}`, middle };
}

/**
 * @param {HTMLElement} felt around the table
 * @param {(token: string) => Element | null} elementOf what stands for a token of an order
 * @param {<T>(measure: () => T) => T} settled measures where moving rows will be
 */
export function createAimLine(felt, elementOf, settled) {
  const picture = s('svg', { class: 'fr-line', 'aria-hidden': 'true' });
  const odds = h('span', { class: 'fr-line-odds', 'aria-hidden': 'true' });
  felt.append(picture, odds);
  /** @type {{from: string, to: string, words: string} | null} */
  let shown = null;

  /** @param {string} token @returns {Point | null} */
  function pointOf(token) {
    const element = elementOf(token);
    if (!element) return null;
    const [box, base] = settled(() => [element.getBoundingClientRect(), felt.getBoundingClientRect()]);
    return [box.left + box.width / 2 - base.left, box.top + box.height / 2 - base.top];
  }

  function draw() {
    const [from, to] = shown ? [pointOf(shown.from), pointOf(shown.to)] : [null, null];
    const line = from && to && lineBetween(from, to);
    replace(picture, line && [s('path', { class: 'under', d: line.d }), s('path', { d: line.d })]);
    odds.textContent = (line && shown?.words) || '';
    odds.hidden = !odds.textContent;
    if (line) Object.assign(odds.style, { left: `${line.middle[0]}px`, top: `${line.middle[1]}px` });
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
