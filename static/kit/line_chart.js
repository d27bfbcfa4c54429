/**
 * How will a number run? A small line chart of a few steps to come, with levels worth knowing; in the colour of whoever it belongs to.
 */
import { s } from 'app/dom.js';

const [WIDTH, HEIGHT, LEFT, BOTTOM] = [300, 100, 34, 16];

/**
 * @param {{value: number, name: string}[]} points at least two, in turn; `name` of the step
 * @param {{label: string, seat?: number | null, levels?: {level: number, label: string}[]}} how `label` tells it all to whoever does not
 *   see it; levels far above the line are left out
 */
export function lineChart(points, { label, seat = null, levels = [] }) {
  const values = points.map(({ value }) => value);
  const near = levels.filter(({ level }) => level <= Math.max(...values) * 1.6);
  const all = [...values, ...near.map(({ level }) => level)];
  const [least, most] = [Math.min(...all), Math.max(...all)];
  const low = Math.max(0, least - (most - least) * 0.2 - 1);
  const x = (/** @type {number} */ i) => LEFT + ((WIDTH - LEFT - 8) * i) / Math.max(1, points.length - 1);
  const y = (/** @type {number} */ value) =>
    HEIGHT - BOTTOM - ((HEIGHT - BOTTOM - 22) * (value - low)) / Math.max(1, most - low);
  const line = values.map((value, i) => `${x(i)},${y(value)}`).join(' ');
  const [first, last, end] = [points[0], points[points.length - 1], x(points.length - 1)];
  const text = (
    /** @type {string} */ kind,
    /** @type {number} */ left,
    /** @type {number} */ top,
    /** @type {string} */ words,
    isEnd = false,
  ) => s('text', { class: kind, x: left, y: top, 'text-anchor': isEnd ? 'end' : null }, words);
  return s(
    'svg',
    {
      class: `kit-line-chart ${seat === null ? '' : `seat-${seat}`}`.trim(),
      viewBox: `0 0 ${WIDTH} ${HEIGHT}`,
      role: 'img',
      'aria-label': label,
    },
    near.flatMap(({ level, label: words }) => [
      s('line', { x1: LEFT, x2: WIDTH - 8, y1: y(level), y2: y(level) }),
      text('tick', LEFT + 4, y(level) - 3, words),
    ]),
    s('polygon', { points: `${LEFT},${HEIGHT - BOTTOM} ${line} ${end},${HEIGHT - BOTTOM}` }),
    s('polyline', { points: line }),
    s('circle', { cx: end, cy: y(last.value), r: 3 }),
    text('tick', LEFT - 5, y(first.value) + 4, String(first.value), true),
    text('value', end, y(last.value) - 7, String(last.value), true),
    text('tick', LEFT, HEIGHT - 3, first.name),
    text('tick', WIDTH - 8, HEIGHT - 3, last.name, true),
  );
}
