/** What does a map look like before anybody plays on it? A small still picture: water, land, bases, islands, mines and oilfields. */
import { s } from 'app/dom.js';
import { t, tn } from 'app/i18n.js';
import { mapName } from './names.js';

/** What stands out, by kind: colours of the page. */
const FILLS = /** @type {Record<string, string>} */ ({
  base: 'var(--text)',
  island: 'var(--good)',
  mine: 'var(--muted)',
  oilfield: 'var(--muted)',
});

/**
 * @param {HTMLElement} el
 * @param {{map: {title: string, width: number, height: number, terrain: string[], objects: {kind: string, rect: number[]}[]} | null}} facts
 *   what the game's `preview` says of a table
 * @returns {{destroy: () => void}}
 */
export function mountPreview(el, { map }) {
  if (!map) {
    el.textContent = t('The map is made when the table opens.');
    return { destroy: () => el.replaceChildren() };
  }
  const { width, height, terrain, objects } = map;
  const box = (/** @type {number[]} */ [x0, y0, x1, y1], /** @type {string} */ fill) =>
    s('rect', { x: x0, y: y0, width: x1 - x0 + 1, height: y1 - y0 + 1, rx: 0.25, fill });
  const land = terrain.flatMap((row, y) =>
    [...row.matchAll(/#+/g)].map(({ index, 0: run }) => box([index, y, index + run.length - 1, y], 'var(--line)')),
  );
  const islands = objects.filter(({ kind }) => kind === 'island').length;
  const label = tn('{name}, {n} island', '{name}, {n} islands', islands, { name: mapName(map.title, width) });
  const marks = objects.map(({ kind, rect }) => box(rect, FILLS[kind]));
  const sea = box([0, 0, width - 1, height - 1], 'var(--fog-unseen)');
  const how = { class: 'kit-preview', role: 'img', viewBox: `0 0 ${width} ${height}`, 'aria-label': label };
  const picture = s('svg', how, sea, land, marks);
  el.append(picture);
  return { destroy: () => picture.remove() };
}
