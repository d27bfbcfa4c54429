/** What does a map of nodes and ways look like before anybody plays on it? A small still picture for cards and tables. */
import { s } from 'app/dom.js';

/** @typedef {import('board/lines.js').Point} Point */

/**
 * @param {{x: number, y: number, radius: number, kind: 'start' | 'held' | 'free'}[]} nodes @param {Point[][]} ways lines between them
 * @param {string} label
 */
export function pictureOf(nodes, ways, label) {
  const [xs, ys] = [nodes.map(({ x }) => x), nodes.map(({ y }) => y)];
  const [left, top] = [Math.min(...xs) - 40, Math.min(...ys) - 40];
  const fills = { start: 'var(--text)', held: 'var(--nobody)', free: 'var(--panel)' };
  return s(
    'svg',
    {
      class: 'kit-preview',
      role: 'img',
      viewBox: `${left} ${top} ${Math.max(...xs) - left + 40} ${Math.max(...ys) - top + 40}`,
      'aria-label': label,
    },
    ways.map((way) => s('polyline', { points: way.join(' '), fill: 'none', stroke: 'var(--line)', 'stroke-width': 5 })),
    nodes.map(({ x, y, radius, kind }) =>
      s('circle', {
        cx: x,
        cy: y,
        r: radius,
        'stroke-width': 5,
        fill: fills[kind],
        stroke: kind === 'start' ? 'var(--text)' : 'var(--muted)',
      }),
    ),
  );
}
