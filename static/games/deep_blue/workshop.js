/** How is a sea drawn? What the kit's room of the drawing board needs to know of Deep Blue: how land, ocean and buildings look. */
import { t, tn } from 'app/i18n.js';
import { readPalette } from 'board/palette.js';
import { openDrawing } from 'kit/drawing/map_editor.js';

/** Land and ocean, each with the colour of its pattern, by day and by night. */
const LOOKS = {
  day: { land: ['#d9cba0', '#a8935a'], ocean: ['#a9d2e8', '#7fb4d4'] },
  night: { land: ['#5b5236', '#8a7d52'], ocean: ['#10304c', '#24527a'] },
};
/** Known by their drawing, not by colour alone: a palm on its island, a pick, a drop of oil. @type {Record<string, string>} */
const SIGNS = {
  island:
    'M4 20h16M12 20c0-5 .5-8 1.500-11M13.500 9c-3-2-6-1-7.500 2M13.500 9c3-2 5-.5 6.500 2M13.500 9c0-3-2-5-5-5M13.500 9c1-3 3-4 5-3.500',
  mine: 'M5 20 15 9M8 6c5-2 9 0 12 5M15 5l3 3',
  oilfield: 'M12 3.500c4 5.500 6 8.500 6 11.500a6 6 0 0 1-12 0c0-3 2-6 6-11.500Z',
};
/** A step to a neighbour, and the ends of the side that one has with it. */
const SHORES = [
  [-1, 0, 0, 0, 0, 1],
  [1, 0, 1, 0, 1, 1],
  [0, -1, 0, 0, 1, 0],
  [0, 1, 0, 1, 1, 1],
];
/** Squares smaller than this have no pattern: it would be noise. */
const PATTERN_FROM = 9;

/** @type {import('kit/drawing/grid_board.js').PaintGround} */
function paint(ctx, rows, _chart, side, el) {
  const { land, ocean } = LOOKS[readPalette(el).dark ? 'night' : 'day'];
  ctx.lineWidth = 1.5;
  for (const [y, row] of rows.entries()) {
    for (const [x, kind] of row.entries()) {
      const [ground, ink] = kind === '#' ? land : ocean;
      const [left, top] = [x * side, y * side];
      ctx.fillStyle = ground;
      ctx.fillRect(left, top, side, side);
      if (side < PATTERN_FROM) continue;
      ctx.strokeStyle = ink;
      ctx.beginPath();
      if (kind === '#') {
        for (const [px, py] of [
          [0.25, 0.3],
          [0.65, 0.7],
        ]) {
          ctx.moveTo(left + (px + 0.1) * side, top + py * side);
          ctx.arc(left + px * side, top + py * side, side * 0.09, 0, Math.PI * 2);
        }
      } else {
        ctx.moveTo(left + side * 0.2, top + side * 0.55);
        ctx.quadraticCurveTo(left + side * 0.35, top + side * 0.35, left + side * 0.5, top + side * 0.55);
        ctx.quadraticCurveTo(left + side * 0.65, top + side * 0.75, left + side * 0.8, top + side * 0.55);
      }
      // A shore stands out of both.
      for (const [dx, dy, ...ends] of kind === '#' ? SHORES : []) {
        if (rows[y + dy]?.[x + dx] !== '.') continue;
        ctx.moveTo(left + ends[0] * side, top + ends[1] * side);
        ctx.lineTo(left + ends[2] * side, top + ends[3] * side);
      }
      ctx.stroke();
    }
  }
}

/** @returns {import('kit/drawing/map_editor.js').MapCraft} */
const craft = () => ({
  paint,
  sign: (kind) => SIGNS[kind] ?? '',
  glance: ({ width, height, objects = [] }) =>
    [t('{width} × {height} cells', { width, height }), tn('{n} building', '{n} buildings', objects.length ?? 0)].join(
      ' · ',
    ),
});

/** @param {HTMLElement} el @param {import('kit/workshop/store.js').WorkshopPage} page */
export const mountWorkshop = (el, page) => openDrawing(el, page, craft);
