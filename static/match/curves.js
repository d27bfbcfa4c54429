/**
 * How did the match develop? Turning points computed from the game's scores (pure), and a chart of those scores.
 *
 * @typedef {Record<string, number[][]>} Scores series → step → one number per seat
 * @typedef {{ step: number, seat: number, change: number }} Turn `change`: by how much the seat's share of the total changed, -1..1
 */
import { s } from 'app/dom.js';
import { curveMarks } from 'app/seat_mark.js';

/** Least distance between two turning points, in steps; of closer ones only the larger counts. */
const APART = 3;
/** Least change of a share that is worth a line. */
const LEAST = 0.02;

/**
 * The largest swings of the main series, in order of time: steps in which the share of one seat changed most.
 * @param {Scores} scores @param {number} [mine] the seat to tell of where several changed as much @param {number} [count] @returns {Turn[]}
 */
export function turningPoints(scores, mine = 0, count = 3) {
  const series = Object.values(scores)[0] ?? [];
  /** @type {Turn[]} */
  const swings = [];
  for (let step = 1; step < series.length; step += 1) {
    const before = shares(series[step - 1]);
    const changes = shares(series[step]).map((share, seat) => share - before[seat]);
    const seat = changes.reduce(
      (best, change, at) => (Math.abs(change) > Math.abs(changes[best]) + 1e-9 ? at : best),
      mine,
    );
    if (Math.abs(changes[seat] ?? 0) >= LEAST) swings.push({ step, seat, change: changes[seat] });
  }
  swings.sort((a, b) => Math.abs(b.change) - Math.abs(a.change) || a.step - b.step);
  /** @type {Turn[]} */
  const found = [];
  for (const swing of swings) {
    if (found.length === count) break;
    if (found.every((other) => Math.abs(other.step - swing.step) >= APART)) found.push(swing);
  }
  return found.sort((a, b) => a.step - b.step);
}

/** Each seat's share of the total; negative values count as zero. @param {number[]} values */
function shares(values) {
  const positive = values.map((value) => Math.max(0, value));
  const sum = positive.reduce((total, value) => total + value, 0);
  return positive.map((value) => (sum ? value / sum : 1 / values.length));
}

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
