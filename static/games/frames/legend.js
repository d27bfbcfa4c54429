/** What do the signs, colours and marks on the table of cards mean? Drawings are those of the pieces (units.js); what a card says is on the card. */
import { h } from 'app/dom.js';
import { t } from 'app/i18n.js';
import { figure } from 'kit/legend.js';
import { backElement } from './card.js';
import { hasSign, sign } from './drawings.js';
import { STATES } from './words.js';

const PLATE = 'M2 7h20v10H2z';
const COIN = 'M12 5a7 7 0 1 0 .01 0';

/** @returns {import('kit/legend.js').Chapter[]} */
export const legend = () => [
  {
    name: t('Warships and mechs'),
    entries: [
      [
        figure(['M3 9h13v6H3z', 'good broad'], ['M18 9h3v6h-3z', 'faint']),
        t('bar or squares: hit points that are left'),
      ],
      [
        h(
          'span',
          { class: 'fr-pips ammo' },
          [1, 2, 3].map(() => h('i', { class: 'on' })),
        ),
        t('shots that a weapon has left'),
      ],
      [figure([COIN, 'energy broad']), t('energy of a warship')],
      [backElement('ship', 'chip'), t('cards face down: in the hand of a warship')],
      [backElement('mech', 'chip'), t('cards face down: of a mech')],
      [figure([PLATE, 'own broad']), t('broad rim: yours, in your colour')],
    ],
  },
  {
    name: t('What can be done'),
    entries: [
      [figure([COIN, 'lamp broad']), t('an action point of this turn')],
      [figure([PLATE, 'good']), t('glows: can be chosen now')],
      [figure([PLATE, 'lamp dashed']), t('dashed: a target, with the odds of a hit')],
      [figure([PLATE, 'faint']), t('pale: has acted')],
      [sign('launch'), t('a deck: mechs are deployed here')],
    ],
  },
  {
    name: t('Signs on a mech'),
    entries: Object.entries(STATES)
      .filter(([id]) => hasSign(id))
      .map(([id, words]) => [sign(id), words()]),
  },
];
