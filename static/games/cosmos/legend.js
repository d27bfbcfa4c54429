/** What do the colours and signs of the aether mean? The drawings are those of glyphs.js. */
import { t } from 'app/i18n.js';
import { rampColours } from 'kit/heat.js';
import { figure, ramp } from 'kit/legend.js';
import { RAMPS } from './glyphs.js';

const RIM = 'M12 4a8 8 0 1 0 .01 0';

/** @param {import('./types').Session} session @returns {import('kit/legend.js').Chapter[]} */
export const legend = ({ host }) => [
  {
    name: t('Planets and ships'),
    entries: [
      [figure([RIM, 'own']), t('Disc with a number: planet and its energy')],
      [figure(['M4 20 12 3l8 17-8-5z', 'own']), t('Arrowhead: battleship; with “?” it may be a miner')],
      [
        figure(['M12 3l8 4.5v9L12 21l-8-4.5v-9z', 'own']),
        t('Hexagon: miner; its eight strokes fill until it becomes a battleship, thick once it pays'),
      ],
      [figure(['M12 3l8 9-8 9-8-9z', 'own']), t('Diamond: scout')],
      [
        figure(['M2 6 10 10 2 14z', 'own'], ['M9 12 17 16 9 20z', 'own']),
        t('“×3 · 120” beside ships: how many stand there; of battleships how much energy they have'),
      ],
      [
        figure(['M12 4a8 8 0 0 1 8 8', 'broad'], ['M4 19v.01', 'good broad']),
        t('White arc: rounds until it can act; green dot: ready'),
      ],
      [figure([RIM, 'dashed']), t('Dashed rim: remembered, with its age; dashed ring: somebody unknown')],
    ],
  },
  {
    name: t('Aether'),
    entries: [[figure(['M3 21 21 3M3 13 13 3M11 21 21 11', 'faint']), t('Hatched: never sensed; dim: out of sight')]],
    foot: ramp(rampColours(RAMPS[host.theme()], 12), [t('thin aether: slow'), t('dense: quick')]),
  },
];
