/**
 * What does a campus look like before anybody plays on it? A small still picture for the page of an open table.
 */

import { h } from 'app/dom.js';
import { listed, t } from 'app/i18n.js';
import { readPalette, watchPalette } from 'board/palette.js';
import { createBakery } from 'kit/bake.js';
import { campusOf } from './campus.js';
import { landmarkName } from './names.js';
import { chartOf } from './position.js';
import { loadStyle } from './style.js';
import { paintTerrain } from './terrain.js';

/** @import { CampusMap, Terrain } from './types' */

/** Pixels per cell: fine enough for a card on any screen, and still a small canvas. */
const CELL = 28;

/**
 * @param {HTMLElement} el
 * @param {{map: CampusMap | null, terrain: Record<string, Terrain>}} facts what the game's `preview` says of a table
 * @returns {{destroy: () => void}}
 */
export function mountPreview(el, { map, terrain }) {
  if (!map) {
    el.textContent = t('The map is made when the table opens.');
    return { destroy: () => el.replaceChildren() };
  }
  const places = listed((map.landmarks ?? []).map(landmarkName));
  const size = t('Map of {width} by {height} cells.', { width: map.width, height: map.height });
  const canvas = h('canvas', {
    class: 'hcb-preview',
    role: 'img',
    width: map.width * CELL,
    height: map.height * CELL,
    'aria-label': places ? `${size} ${places}` : size,
  });
  const chart = chartOf({ map, terrain });
  const starts = map.starts ?? [];

  const bakery = createBakery({ ready: draw });

  function draw() {
    const palette = readPalette(el);
    const ctx = /** @type {CanvasRenderingContext2D} */ (canvas.getContext('2d'));
    const camera = { x: chart.width / 2, y: chart.height / 2, scale: CELL };
    /** @type {import('./grid.js').Sheet} */
    const sheet = {
      camera,
      palette,
      width: canvas.width,
      height: canvas.height,
      at: (x, y) => [x * CELL, y * CELL],
    };
    const picture = bakery.get('campus', [palette.dark], () => campusOf(chart, terrain, palette.dark, CELL / 2));
    paintTerrain(ctx, sheet, chart, { terrain }, picture);
    ctx.fillStyle = palette.text;
    for (const [x, y] of starts) {
      ctx.beginPath();
      ctx.arc((x + 0.5) * CELL, (y + 0.5) * CELL, CELL * 0.7, 0, Math.PI * 2);
      ctx.fill();
    }
  }

  loadStyle();
  el.append(canvas);
  draw();
  const unwatch = watchPalette(draw);
  return {
    destroy() {
      unwatch();
      bakery.destroy();
      canvas.remove();
    },
  };
}
