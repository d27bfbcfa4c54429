/**
 * Who stands with whom? A small drawing of the known clubs on a ring, with lines for alliances, wars and truces.
 */
import { h, replace, s } from 'app/dom.js';
import { t } from 'app/i18n.js';
import { drawing, section } from 'kit/parts.js';
import { badge, clubName, iconPath, relationName } from './names.js';
import { inTurn } from './phrases.js';
import { knownSeats, knownTies } from './relations.js';

/** @import { Session } from './session.js' */
/** @import { Edge } from './relations.js' */

const [WIDTH, HEIGHT, MARK, SIGN] = [300, 170, 26, 14];
const TIES = /** @type {import('./relations.js').Tie[]} */ (['allied', 'at_war', 'truce']);

/** Places on an ellipse, the first one on top. @param {number} count @returns {[number, number][]} */
function ring(count) {
  return Array.from({ length: count }, (_, i) => {
    const angle = (i / count - 0.25) * 2 * Math.PI;
    return [WIDTH / 2 + Math.cos(angle) * (WIDTH / 2 - MARK), HEIGHT / 2 + Math.sin(angle) * (HEIGHT / 2 - MARK * 0.7)];
  });
}

/** @param {Edge} edge @param {Map<number, [number, number]>} places */
function line({ a, b, tie }, places) {
  const [from, to] = [places.get(a), places.get(b)];
  if (!from || !to) return null;
  // Not half way, where the lines of a ring of even length cross.
  const [x, y] = [from[0] + (to[0] - from[0]) * 0.42, from[1] + (to[1] - from[1]) * 0.42];
  return s(
    'g',
    { class: `hc-tie hc-tie-${tie}` },
    s('line', { x1: from[0], y1: from[1], x2: to[0], y2: to[1] }),
    s('circle', { cx: x, cy: y, r: SIGN * 0.62 }),
    s(
      'svg',
      { x: x - SIGN / 2, y: y - SIGN / 2, width: SIGN, height: SIGN, viewBox: '0 0 24 24' },
      s('path', { d: iconPath(tie) }),
    ),
  );
}

/** @param {Session} session @returns {import('./panel.js').Part} */
export function createRelations(session) {
  const graph = h('div', { class: 'hc-graph' });
  const legend = h(
    'p',
    { class: 'hc-legend', 'aria-hidden': 'true' },
    TIES.map((tie) => h('span', { class: `hc-tie-${tie}` }, drawing(iconPath(tie)), relationName(tie))),
  );
  const part = section(t('Known relations'), {}, graph, legend);
  let shown = '';
  return {
    element: part.element,
    show(view) {
      const [seats, ties] = [knownSeats(view), knownTies(view)];
      part.show({ shown: view.auction === null && seats.length > 1 && ties.length > 0 });
      const key = JSON.stringify([seats, ties]);
      if (part.element.hidden || key === shown) return;
      shown = key;
      const all = [...new Set([...seats, ...ties.flatMap(({ a, b }) => [a, b])])].sort((a, b) => a - b);
      const places = new Map(ring(all.length).map((place, i) => [all[i], place]));
      const words = ties.map(({ a, b, tie }) =>
        t('{a} and {b}: {relation}', {
          a: clubName(a, session.host.info),
          b: clubName(b, session.host.info),
          relation: relationName(tie),
        }),
      );
      replace(
        graph,
        s(
          'svg',
          { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: 'img', 'aria-label': inTurn(words) },
          ...ties.map((edge) => line(edge, places)),
          ...all.map((seat) => {
            const [x, y] = /** @type {[number, number]} */ (places.get(seat));
            const mark = badge(seat);
            for (const [name, value] of Object.entries({ x: x - MARK / 2, y: y - MARK / 2, width: MARK, height: MARK }))
              mark.setAttribute(name, String(value));
            mark.classList.toggle('hc-mine', seat === view.you);
            return mark;
          }),
        ),
      );
    },
  };
}
