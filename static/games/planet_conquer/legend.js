/** What do the signs, colours and patterns on the star chart mean? The drawings are those of planets.js, stream.js and kit/drafts.js. */
import { t } from 'app/i18n.js';
import { figure } from 'kit/legend.js';
import { drawing } from 'kit/parts.js';
import { iconPath, kindName } from './names.js';

const DISC = 'M12 5a7 7 0 1 0 .01 0';
const RIM = 'M12 2a10 10 0 1 0 .01 0';
const KINDS = ['base', 'normal', 'resource', 'fortress', 'wasteland', 'core', 'relay'];

/** @returns {import('kit/legend.js').Chapter[]} */
export const legend = () => [
  {
    name: t('Planets'),
    entries: [
      ['42', t('units that stand there, in the colour and with the letter of their owner')],
      [figure([DISC, 'faint'], [RIM, 'own']), t('broad ring: yours; it fills up to what the planet can hold')],
      [figure([DISC, 'faint'], [RIM, 'dotted']), t('dotted ring: nobody’s')],
      [figure([RIM, 'dashed'], ['M9 9a3 3 0 1 1 3 3v2M12 17v.01']), t('dashed, with “?”: never seen')],
      ['↺ 3', t('seen so many rounds ago; paler than what is seen now')],
      ['⊙', t('defence: each unit of the garrison counts so many times')],
      [
        '⚔',
        t(
          'battle: the greater strength wins and loses the square of the smaller one, divided by its own: strength 60 against 20 loses 7',
        ),
      ],
      ['★', t('growth: units times the first number, plus the second, each round')],
      ['≥', t('the most that grows there')],
    ],
  },
  { name: t('Kinds of planets'), entries: KINDS.map((kind) => [drawing(iconPath(kind)), kindName(kind)]) },
  {
    name: t('Fleets and orders'),
    entries: [
      [figure(['M2 12h16M13 7l5 5-5 5', 'lamp']), t('an order of this round, with what becomes of it')],
      [figure(['M3 7l4 5-4 5M10 7l4 5-4 5M17 7l4 5-4 5', 'own']), t('a stream: sent every round from here to there')],
      [
        figure(['M3 7l4 5-4 5M10 7l4 5-4 5M17 7l4 5-4 5', 'lamp']),
        t('a stream that begins or changes with your orders'),
      ],
      [figure(['M5 7v10M12 7v10M19 7v10', 'faint']), t('strokes across: a stream that ends')],
      [figure(['M12 6a6 6 0 1 0 .01 0M12 1v6M12 17v6M1 12h6M17 12h6', 'bad']), t('crosshair: an announced strike')],
    ],
  },
];
