/** What do the signs, colours and patterns of the campus mean? The drawings are those of territory.js, tokens.js and heat.js; those that stand on the map now are in legend.js. */
import { t } from 'app/i18n.js';
import { figure } from 'kit/legend.js';
import { iconPath, terrainName } from './names.js';

const SQUARE = 'M3 3h18v18H3z';
const SLANTED = 'M4 12 12 4M4 20 20 4M12 20l8-8';

/** @param {import('./session.js').Session} session @returns {import('kit/legend.js').Chapter[]} */
export const legend = ({ state: { position } }) => [
  {
    name: t('Land'),
    entries: [
      [
        figure([SQUARE, 'own broad'], ['M8 8v.01M16 8v.01M12 12v.01M8 16v.01M16 16v.01', 'own broad']),
        t('firm border, colour and pattern: land of one club'),
      ],
      [figure([iconPath('capital'), 'own']), t('flag: a capital')],
      ['?', t('here another club may have begun')],
      [figure([SQUARE, 'dashed'], [SLANTED]), t('cut off: no defence')],
      [figure([SQUARE, 'faint'], ['M3 9h18M3 15h18M9 3v18M15 3v18', 'faint']), t('not seen now')],
      [figure([SQUARE]), t('owner last seen, with the round')],
    ],
  },
  {
    name: t('Campaigns'),
    entries: [
      ['40', t('a campaign with its money, and the cells that it wins')],
      [figure([SQUARE, 'lamp dashed']), t('how far its influence reaches')],
      [figure([SQUARE, 'lamp'], ['M6 6h12v12H6z', 'veil']), t('surely won, if no club out of sight answers')],
      [figure([SQUARE, 'lamp dashed'], [SLANTED, 'lamp']), t('likely won')],
      [figure([SQUARE, 'lamp dotted']), t('broken, not connected')],
    ],
  },
  {
    name: t('Ground'),
    entries: Object.entries(position?.view.terrain ?? {}).map(([letter, { key }]) => [letter, terrainName(key)]),
  },
];
