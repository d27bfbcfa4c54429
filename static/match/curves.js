/** How did the match develop? A chart of the game's scores. */
import { s } from 'app/dom.js';
import { curveMarks } from 'app/seat_mark.js';

const WIDTH = 300;
const HEIGHT = 120;
const TOP = 8;

/**
 * Chart of one series: a line per seat in its own dashes with its shape on it and its letter at its end. `at` is the step on the board.
 * @param {number[][]} series @param {number} at @param {string} letters @param {string} label
 */
export function drawCurves(series, at, letters, label) {
  const steps = Math.max(1, series.length - 1);
  const most = Math.max(1, ...series.flat());
  const x = (/** @type {number} */ step) => (step / steps) * WIDTH;
  const y = (/** @type {number} */ value) => HEIGHT - (Math.max(0, value) / most) * (HEIGHT - TOP);
  const seats = [...(series[0] ?? []).keys()];
  const taken = /** @type {number[]} */ ([]);
  const ends = seats
    .map((seat) => ({ seat, y: y(series[series.length - 1][seat]) }))
    .sort((a, b) => a.y - b.y)
    .map((end) => {
      // Move letters apart where lines end at the same height.
      const place = Math.max(end.y, (taken.at(-1) ?? -14) + 13);
      taken.push(place);
      return { ...end, place };
    });
  return s(
    'svg',
    { class: 'curves', viewBox: `0 0 ${WIDTH + 22} ${HEIGHT + 16}`, role: 'img', 'aria-label': label },
    s('path', { class: 'curve-axis', d: `M0 ${HEIGHT}H${WIDTH}` }),
    s('text', { class: 'curve-label', x: '0', y: '10' }, String(Math.round(most))),
    s('path', { class: 'curve-now', d: `M${x(Math.min(at, steps)).toFixed(1)} ${TOP}V${HEIGHT}` }),
    ...seats.flatMap((seat) => {
      const points = series.map((values, step) => /** @type {[number, number]} */ ([x(step), y(values[seat])]));
      const d = points.map(([left, top], step) => `${step ? 'L' : 'M'}${left.toFixed(1)} ${top.toFixed(1)}`).join('');
      return [s('path', { class: `curve seat-${seat}`, d }), ...curveMarks(seat, seats.length, points)];
    }),
    ...ends.map(({ seat, place }) =>
      s('text', { class: 'curve-end', x: String(WIDTH + 6), y: String((place + 4).toFixed(1)) }, letters[seat]),
    ),
  );
}
