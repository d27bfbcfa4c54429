/** How is a map of aether drawn? What the kit's room of the drawing board needs to know of Cosmos: how aether and planets look. */
import { t, tn } from 'app/i18n.js';
import { readPalette } from 'board/palette.js';
import { openDrawing } from 'kit/drawing/map_editor.js';
import { rampColours } from 'kit/heat.js';
import { RAMPS } from './glyphs.js';

/** Densities are thousandths from here on. */
const [THINNEST, FULL] = [100, 1000];
const SHADES = 37;
/** A planet with its ring: neutral ones are known by it, not by a colour. */
const PLANET = 'M12 6a6 6 0 1 0 .01 0M3.500 16C1 12.500 8 7.500 14.500 6.200M20.500 8C23 11.500 16 16.500 9.500 17.800';

/** @type {import('kit/drawing/grid_board.js').PaintGround} */
function paint(ctx, rows, _chart, side, el) {
  const shades = rampColours(RAMPS[readPalette(el).dark ? 'dark' : 'light'], SHADES);
  for (const [y, row] of rows.entries()) {
    for (const [x, density] of row.entries()) {
      ctx.fillStyle = shades[Math.round(((density - THINNEST) / (FULL - THINNEST)) * (SHADES - 1))];
      ctx.fillRect(x * side, y * side, side, side);
    }
  }
}

/** @returns {import('kit/drawing/map_editor.js').MapCraft} */
const craft = () => ({
  paint,
  sign: () => PLANET,
  say: (density) => t('aether {percent} %', { percent: Math.round(density / 10) }),
  glance: ({ width, height, planets = [] }) =>
    [t('{width} × {height} tiles', { width, height }), tn('{n} planet', '{n} planets', planets.length ?? 0)].join(
      ' · ',
    ),
});

/** @param {HTMLElement} el @param {import('kit/workshop/store.js').WorkshopPage} page */
export const mountWorkshop = (el, page) => openDrawing(el, page, craft);
