/** How is a campus drawn? What the kit's room of the drawing board needs to know of Hundred Clubs: how the ground looks. */
import { t, tn } from 'app/i18n.js';
import { readPalette } from 'board/palette.js';
import { openDrawing } from 'kit/drawing/map_editor.js';
import { chartOf } from './position.js';
import { paintTerrain } from './terrain.js';

/** @param {Record<string, import('./types').Terrain>} terrain @returns {import('kit/drawing/grid_board.js').PaintGround} */
const painter = (terrain) => (ctx, rows, _chart, side, el) => {
  const [width, height] = [rows[0].length, rows.length];
  const map = /** @type {any} */ ({ width, height, rows: rows.map((row) => row.join('')) });
  const chart = chartOf({ map, terrain });
  /** @type {import('./grid.js').Sheet} */
  const sheet = {
    camera: { x: width / 2, y: height / 2, scale: side },
    palette: readPalette(el),
    width: width * side,
    height: height * side,
    at: (x, y) => [x * side, y * side],
  };
  paintTerrain(ctx, sheet, chart, { terrain }, null);
};

/** @param {{terrain: Record<string, import('./types').Terrain>}} description @returns {import('kit/drawing/map_editor.js').MapCraft} */
const craft = ({ terrain }) => ({
  paint: painter(terrain),
  glance: ({ width, height, starts = [] }) =>
    [
      t('{width} × {height} cells', { width, height }),
      starts.length ? tn('{n} birthplace', '{n} birthplaces', starts.length) : t('birthplaces are bid for'),
    ].join(' · '),
});

/** @param {HTMLElement} el @param {import('kit/workshop/store.js').WorkshopPage} page */
export const mountWorkshop = (el, page) => openDrawing(el, page, craft);
