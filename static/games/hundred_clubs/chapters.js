/** What do the signs, colours and patterns of the campus mean? The drawings are those of territory.js, tokens.js and heat.js; those that stand on the map now are in legend.js. */
import { h } from 'app/dom.js';
import { t, tn } from 'app/i18n.js';
import { figure } from 'kit/legend.js';
import { pieceOf } from './campus.js';
import { iconPath, terrainName } from './names.js';

const SQUARE = 'M3 3h18v18H3z';
const SLANTED = 'M4 12 12 4M4 20 20 4M12 20l8-8';

/** @param {import('./session.js').Session} session @returns {import('kit/legend.js').Chapter[]} */
export const legend = ({ host, state: { position } }) => [
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
    entries: position
      ? groundsOf(position).map(([letter, words]) => [
          pieceOf(letter, position.view.terrain, host.theme() === 'dark'),
          words,
        ])
      : [],
    foot: h(
      'p',
      { class: 'muted' },
      t(
        'Members are income, each round. Take ×3: a campaign counts three times there, so the land is cheap to win. Hold ×3: it is dear to take from its owner.',
      ),
    ),
  },
];

/** What land of each kind on this map gives, and how it is taken and held; the richest first. @param {import('./position.js').Position} position @returns {[letter: string, words: string][]} */
export const groundsOf = ({ chart, view: { terrain } }) =>
  [...new Set(chart.letters)]
    .sort((a, b) => terrain[b].members - terrain[a].members || terrain[b].atk - terrain[a].atk)
    .map((letter) => {
      const { key, members, atk, def } = terrain[letter];
      const facts = { ground: terrainName(key), n: members, take: atk / 10, hold: def / 10 };
      const words = atk
        ? tn(
            '{ground}: {n} member a cell, take ×{take}, hold ×{hold}',
            '{ground}: {n} members a cell, take ×{take}, hold ×{hold}',
            members,
            facts,
          )
        : t('{ground}: cannot be taken', facts);
      return [letter, words];
    });
