/** What do the signs, colours and patterns on the sea chart mean? The drawings are those of zones.js, fleet.js, buildings.js and drawn.js. */
import { t } from 'app/i18n.js';
import { ago } from 'kit/describe.js';
import { figure } from 'kit/legend.js';
import { SIGNS } from './hints.js';

const HULL = 'M2 12c2-4 13-5 20 0-7 5-18 4-20 0';

/** What the round red badges at ships say. @type {[sign: string, words: () => string][]} */
const ALARMS = [
  ['fuel', () => t('red, a drop: the fuel does not last for the way home')],
  ['shots', () => t('red, a shell: ammo for the last shots only')],
  ['ammo', () => t('red, a shell struck through: no ammo')],
];

/** @returns {import('kit/legend.js').Chapter[]} */
export const legend = () => [
  {
    name: t('Where one can go, and what is dangerous'),
    entries: [
      [figure(['M2 2h20v20H2z', 'good']), t('within the firm line: where the selected can come in this round')],
      [
        figure(['M2 2h20v20H2z', 'bad dashed']),
        t(
          'dashed line: within it ships and buildings that are seen can fire at them next round; dotted: planes, with “Planes’ reach”',
        ),
      ],
      [
        figure(['M3 21 21 3M3 13 13 3M11 21 21 11', 'bad']),
        t('hatched: a way ends where it can be shot at; U, or “All names and numbers”, hatches all of it'),
      ],
      [figure(['M2 2h20v20H2z', 'veil']), t('veiled: not seen now; deeper the farther from your eyes')],
    ],
  },
  {
    name: t('Ships and planes'),
    entries: [
      [figure([HULL, 'own']), t('the colour of a seat, and its shape below the hull')],
      [
        figure([HULL, 'faint'], ['M4 21h16', 'good broad']),
        t('bar: health, green, amber below a half, red below a quarter'),
      ],
      [figure([HULL, 'dashed']), t('pale: seen earlier')],
      [ago(2), t('seen so many rounds ago')],
      ['×3', t('a number on a plate: so many lie close together; press it to choose')],
      ...ALARMS.map(
        ([sign, words]) => /** @type {import('kit/legend.js').Entry} */ ([figure([SIGNS[sign], 'bad']), words()]),
      ),
      [figure(['M8 6 14 3l-2 6zM11 12v9', 'own']), t('above a thin line: in the air; below one: under water')],
    ],
  },
  {
    name: t('Bases, islands, stocks'),
    entries: [
      [
        figure(['M3 21h18', 'own broad'], ['M5 3h14v12H5z', 'faint']),
        t('first bar: health in the colour of the owner; grey: nobody’s'),
      ],
      [figure(['M3 21h18', 'fuel broad'], ['M5 3h14v12H5z', 'faint']), t('green bar: fuel')],
      [figure(['M3 21h18', 'metal broad'], ['M5 3h14v12H5z', 'faint']), t('sand-coloured bar: metal')],
      ['60', t('number below an island: what must be shot away before it is taken')],
    ],
  },
];
