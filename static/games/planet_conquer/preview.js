/** What does a map look like before anybody plays on it? */
import { t } from 'app/i18n.js';
import { curve } from 'board/lines.js';
import { pictureOf } from 'kit/preview.js';
import { mapName } from './names.js';

/** @import { StarMap } from './types' */

/**
 * @param {HTMLElement} el @param {{map: StarMap | null}} facts what the game's `preview` says of a table
 * @returns {{destroy: () => void}}
 */
export function mountPreview(el, { map }) {
  if (!map) {
    el.textContent = t('The map is made when the table opens.');
    return { destroy: () => el.replaceChildren() };
  }
  const { planets, routes, starts = [] } = map;
  const places = new Map(planets.map(({ key, at }) => [key, at]));
  const ways = routes.flatMap(([from, to, , bend]) => {
    const [a, b] = [places.get(from), places.get(to)];
    return a && b ? [curve(a, b, bend)] : [];
  });
  const nodes = planets.map(({ at: [x, y], key, max, natives }) => {
    const kind = starts.includes(key) ? 'start' : natives ? 'held' : 'free';
    return { x, y, radius: 12 + 14 * Math.sqrt(max / 1000), kind: /** @type {'start' | 'held' | 'free'} */ (kind) };
  });
  const facts = { name: mapName(map), planets: planets.length, routes: routes.length };
  const picture = pictureOf(nodes, ways, t('{name}: {planets} planets, {routes} routes', facts));
  el.append(picture);
  return { destroy: () => picture.remove() };
}
