/**
 * Which shape does a seat have in a page's drawings? Tag and attributes per seat, in a box of 24 × 24, as the templates draw them:
 * ● ■ ▲ ◆ ⬢ ★ ✚ ○. On canvases board/marks.js draws the same shapes.
 */
import { s } from 'app/dom.js';

export const LETTERS = 'ABCDEFGH';

/** @type {[string, Record<string, string>][]} */
export const SEAT_SHAPES = [
  ['circle', { cx: '12', cy: '12', r: '10' }],
  ['rect', { x: '2.5', y: '2.5', width: '19', height: '19', rx: '1.5' }],
  ['path', { d: 'M12 1.5 23 21.5H1z' }],
  ['path', { d: 'M12 1 23 12 12 23 1 12z' }],
  ['path', { d: 'M6.5 2.5h11L23 12l-5.5 9.5h-11L1 12z' }],
  ['path', { d: 'm12 .8 3.4 7.2 7.9 1-5.8 5.5 1.5 7.8-7-3.8-7 3.8 1.5-7.8L.7 9l7.9-1z' }],
  ['path', { d: 'M8 1.5h8V8h6.5v8H16v6.5H8V16H1.5V8H8z' }],
  ['circle', { cx: '12', cy: '12', r: '8.5', class: 'hollow' }],
];

/** A seat's shape in its colour with its letter, to stand before a name. @param {number} seat */
export function seatMark(seat) {
  const [tag, shape] = SEAT_SHAPES[seat];
  return s(
    'svg',
    { class: `seat-mark seat-${seat}`, viewBox: '0 0 24 24', role: 'img', 'aria-label': LETTERS[seat] },
    s(tag, shape),
    s('text', { x: '12', y: '16.5', 'text-anchor': 'middle', 'aria-hidden': 'true' }, LETTERS[seat]),
  );
}

/** Half the height of a shape on a curve, in the units of its drawing. */
const POINT = 3.5;

/**
 * A seat's shape on its curve: marks at four places, each seat's at others, so that lines that lie upon each other show both.
 * @param {number} seat @param {number} seats @param {[number, number][]} points of the curve, in the units of the drawing
 */
export function curveMarks(seat, seats, points) {
  const [tag, shape] = SEAT_SHAPES[seat];
  const places = [0, 1, 2, 3].map((part) => Math.round(((part + (seat + 1) / (seats + 1)) / 4) * (points.length - 1)));
  return [...new Set(places)].map((place) => {
    const [x, y] = points[place].map((at) => (at - POINT).toFixed(1));
    return s(
      'g',
      { class: `curve-mark seat-${seat}`, transform: `translate(${x} ${y}) scale(${(POINT / 12).toFixed(3)})` },
      s(tag, shape),
    );
  });
}
