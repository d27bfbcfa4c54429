/** Which figures stand in a panel? Bars of a row of numbers, and curves over a match. Looks: css/kit_figures.css. */
import { h, replace, s, setText } from 'app/dom.js';
import { curveMarks } from 'app/seat_mark.js';
import { seatLetter } from 'board/marks.js';

/**
 * A bar per number, the highest as high as there is room; full ones are told by colour and rim. The words below say it all.
 * @returns {import('./parts.js').Part<{bars: {value: number, isFull: boolean}[], text: string}>}
 */
export function bars() {
  const row = h('div', { class: 'kit-bars', role: 'img' });
  const words = h('p', { class: 'kit-hint' });
  return {
    element: h('div', null, row, words),
    show({ bars: numbers, text }) {
      const most = Math.max(1, ...numbers.map(({ value }) => value));
      replace(
        row,
        ...numbers.map(({ value, isFull }) => {
          const bar = h('i', { class: isFull ? 'full' : '' });
          bar.style.height = `${Math.max(6, (value / most) * 100)}%`;
          return bar;
        }),
      );
      row.setAttribute('aria-label', text);
      setText(words, text);
    },
  };
}

const WIDE = 300;
const HIGH = 90;

/**
 * How numbers have grown, a line per seat in its own dashes with its shape on it and its letter at the end, over a dashed line from nothing to what decides.
 * @returns {import('./parts.js').Part<{lines: {seat: number, points: number[][]}[], end: [number, number], text: string}>} `end`: the last x, and the y that decides
 */
export function curves() {
  const drawing = s('svg', { viewBox: `0 0 ${WIDE + 16} ${HIGH + 4}`, role: 'img' });
  const words = h('p', { class: 'kit-hint' });
  const element = h('div', { class: 'kit-curves' }, drawing, words);
  return {
    element,
    show({ lines, end: [last, level], text }) {
      const drawn = lines.filter(({ points }) => points.length);
      element.hidden = !drawn.length;
      const most = Math.max(level, ...drawn.flatMap(({ points }) => points.map(([, value]) => value)));
      const place = (/** @type {number[]} */ [x, y]) =>
        /** @type {[number, number]} */ ([(x / last) * WIDE, HIGH - (y / most) * (HIGH - 6)]);
      const at = (/** @type {number[]} */ point) =>
        place(point)
          .map((length) => length.toFixed(1))
          .join(' ');
      replace(
        drawing,
        s('path', { class: 'kit-axis', d: `M0 ${HIGH}H${WIDE}` }),
        s('path', { class: 'kit-pace', d: `M0 ${HIGH}L${at([last, level])}` }),
        ...drawn.flatMap(({ seat, points }) => {
          const [x, y] = at(points[points.length - 1]).split(' ');
          return [
            s('path', { class: `seat-${seat}`, d: `M0 ${HIGH}${points.map((point) => `L${at(point)}`).join('')}` }),
            ...curveMarks(seat, drawn.length, points.map(place)),
            s('text', { x: String(Number(x) + 4), y: String(Number(y) + 3) }, seatLetter(seat)),
          ];
        }),
      );
      drawing.setAttribute('aria-label', text);
      setText(words, text);
    },
  };
}
