/**
 * What does a map look like before anybody plays on it? A small still picture for the lobby, drawn as SVG.
 */

import { s } from 'app/dom.js';
import { t } from 'app/i18n.js';
import { curve } from 'board/lines.js';
import { mapName } from './names.js';

/** @typedef {import('./types').StarMap} StarMap */

/**
 * @param {HTMLElement} el @param {{map: StarMap | null}} facts what the game's `preview` says of a table
 * @returns {{destroy: () => void}}
 */
export function mountPreview(el, { map }) {
  if (!map) {
    el.textContent = t('The map is made when the table opens.');
    return { destroy: () => el.replaceChildren() };
  }
  const ids = new Map(map.planets.map((planet) => [planet.key, planet]));
  const starts = new Set(map.starts ?? []);
  const [xs, ys] = [map.planets.map(({ at }) => at[0]), map.planets.map(({ at }) => at[1])];
  const [left, top] = [Math.min(...xs) - 40, Math.min(...ys) - 40];
  const routes = map.routes.map(([from, to, , bend]) => {
    const [a, b] = [ids.get(from), ids.get(to)];
    return (
      a &&
      b &&
      s('polyline', {
        points: curve(a.at, b.at, bend)
          .map((point) => point.join())
          .join(' '),
        fill: 'none',
        stroke: 'var(--line)',
        'stroke-width': 5,
      })
    );
  });
  const discs = map.planets.map(({ at: [x, y], key, max, natives }) =>
    s('circle', {
      cx: x,
      cy: y,
      r: 12 + 14 * Math.sqrt(max / 1000),
      'stroke-width': 5,
      fill: starts.has(key) ? 'var(--lamp)' : natives ? 'var(--nobody)' : 'var(--panel)',
      stroke: starts.has(key) ? 'var(--lamp)' : 'var(--muted)',
    }),
  );
  const picture = s(
    'svg',
    {
      class: 'pc-preview',
      role: 'img',
      viewBox: `${left} ${top} ${Math.max(...xs) - left + 40} ${Math.max(...ys) - top + 40}`,
      'aria-label': t('{name}: {planets} planets, {routes} routes', {
        name: mapName(map),
        planets: map.planets.length,
        routes: map.routes.length,
      }),
    },
    routes,
    discs,
  );
  el.append(picture);
  return { destroy: () => picture.remove() };
}
