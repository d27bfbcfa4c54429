/** What does a map look like before anybody plays on it? A small still picture: the aether, brighter where it is denser, and the planets. */
import { s } from 'app/dom.js';
import { t, tn } from 'app/i18n.js';

/** Shades of the aether. Tiles of one shade beside each other are one shape, so that the page stays small. */
const SHADES = 8;
const DENSEST = 1000;

/**
 * @param {HTMLElement} el
 * @param {{map: {width: number, height: number, aether: number[][], planets: {x: number, y: number, side: number | null, energy: number}[]} | null}} facts
 *   what the game's `preview` says of a table
 * @returns {{destroy: () => void}}
 */
export function mountPreview(el, { map }) {
  if (!map) {
    el.textContent = t('The map is drawn when the match begins.');
    return { destroy: () => el.replaceChildren() };
  }
  const { width, height, aether, planets } = map;
  const tiles = aether.flatMap((row, y) => runsOf(row).map((run) => strip(run, height - 1 - y)));
  const marks = planets.map(({ x, y, side, energy }) => {
    const is = side === null ? 'var(--nobody)' : 'var(--text)';
    const radius = side === null ? 0.55 + energy / 300 : 1.1;
    const place = { cx: x + 0.5, cy: height - y - 0.5, r: radius };
    return s('circle', { ...place, fill: is, stroke: 'var(--ink)', 'stroke-width': 0.3 });
  });
  const homes = planets.filter(({ side }) => side !== null).length;
  const free = tn('{n} neutral planet', '{n} neutral planets', planets.length - homes);
  const label = t('Map of {width} by {height} tiles, {homes} home planets, {free}', { width, height, homes, free });
  const picture = s(
    'svg',
    { class: 'kit-preview', role: 'img', viewBox: `0 0 ${width} ${height}`, 'aria-label': label },
    s('rect', { width, height, fill: 'var(--fog-unseen)' }),
    tiles,
    marks,
  );
  el.append(picture);
  return { destroy: () => picture.remove() };
}

/** Tiles of one shade beside each other: first tile, how many, shade. @param {number[]} row */
function runsOf(row) {
  /** @type {[number, number, number][]} */
  const runs = [];
  for (const [x, density] of row.entries()) {
    const shade = Math.round((SHADES * density) / DENSEST);
    const last = runs.at(-1);
    if (last && last[2] === shade) last[1] += 1;
    else runs.push([x, 1, shade]);
  }
  return runs;
}

/** @param {[number, number, number]} run @param {number} y rows from the top */
const strip = ([x, width, shade], y) =>
  s('rect', { x, y, width, height: 1, fill: 'var(--seat-1)', 'fill-opacity': (shade / SHADES) ** 2 * 0.9 });
