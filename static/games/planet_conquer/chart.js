/**
 * How will the totals run? A small line chart of the next rounds as the server foresees them, with the base line of the fee.
 */

import { s } from 'app/dom.js';
import { t } from 'app/i18n.js';

const [WIDTH, HEIGHT, LEFT, BOTTOM] = [300, 100, 34, 16];

/**
 * @param {{round: number, units: number}[]} totals @param {{level: number, label: string}[]} lines levels worth knowing
 */
export function totalsChart(totals, lines) {
  const values = totals.map(({ units }) => units);
  const near = lines.filter(({ level }) => level <= Math.max(...values) * 1.6);
  const most = Math.max(...values, ...near.map(({ level }) => level));
  const least = Math.min(...values, ...near.map(({ level }) => level));
  const low = Math.max(0, least - (most - least) * 0.2 - 1);
  const x = (/** @type {number} */ i) => LEFT + ((WIDTH - LEFT - 8) * i) / Math.max(1, totals.length - 1);
  const y = (/** @type {number} */ value) =>
    HEIGHT - BOTTOM - ((HEIGHT - BOTTOM - 22) * (value - low)) / Math.max(1, most - low);
  const points = totals.map(({ units }, i) => `${x(i)},${y(units)}`);
  const [first, last] = [totals[0], totals[totals.length - 1]];
  return s(
    'svg',
    {
      class: 'pc-chart',
      viewBox: `0 0 ${WIDTH} ${HEIGHT}`,
      role: 'img',
      'aria-label': t('Your units: {first} in round {from}, {last} in round {to}', {
        first: first.units,
        from: first.round,
        last: last.units,
        to: last.round,
      }),
    },
    near.flatMap(({ level, label }) => [
      s('line', { class: 'pc-level', x1: LEFT, x2: WIDTH - 8, y1: y(level), y2: y(level) }),
      s('text', { class: 'pc-tick', x: LEFT + 4, y: y(level) - 3 }, label),
    ]),
    s('polygon', {
      class: 'pc-area',
      points: `${LEFT},${HEIGHT - BOTTOM} ${points.join(' ')} ${x(totals.length - 1)},${HEIGHT - BOTTOM}`,
    }),
    s('polyline', { class: 'pc-line', points: points.join(' ') }),
    s('circle', { class: 'pc-now', cx: x(totals.length - 1), cy: y(last.units), r: 3 }),
    s('text', { class: 'pc-tick', x: LEFT - 5, y: y(first.units) + 4, 'text-anchor': 'end' }, String(first.units)),
    s(
      'text',
      { class: 'pc-value', x: x(totals.length - 1), y: y(last.units) - 7, 'text-anchor': 'end' },
      String(last.units),
    ),
    s('text', { class: 'pc-tick', x: LEFT, y: HEIGHT - 3 }, t('r{round}', { round: first.round })),
    s(
      'text',
      { class: 'pc-tick', x: WIDTH - 8, y: HEIGHT - 3, 'text-anchor': 'end' },
      t('r{round}', { round: last.round }),
    ),
  );
}
