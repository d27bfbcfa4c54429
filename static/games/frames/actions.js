/** Which actions has a turn? Their letters, names and what they mean. */
import { t } from 'app/i18n.js';

/** The actions of a turn with their letters; `of` is the group of choices that each stands for, `help` what the word means. */
export const ACTIONS =
  /** @type {{of: string, key: string, name: () => string, ap: number, help?: () => string}[]} */ ([
    { of: 'fire', key: 'F', name: () => t('Fire'), ap: 2, help: () => t('Your warship shoots at an enemy.') },
    {
      of: 'operate_all',
      key: 'A',
      name: () => t('Operate all'),
      ap: 2,
      help: () => t('Each of your mechs moves or attacks, one after the other.'),
    },
    {
      of: 'operate_one',
      key: 'O',
      name: () => t('Operate one'),
      ap: 1,
      help: () => t('One of your mechs moves or attacks.'),
    },
    {
      of: 'deploy',
      key: 'D',
      name: () => t('Deploy'),
      ap: 1,
      help: () => t('A mech leaves the hangar and stands on a deck of your warship, with a pilot.'),
    },
    {
      of: 'recall',
      key: 'C',
      name: () => t('Recall'),
      ap: 1,
      help: () => t('A mech beside your warship returns to the hangar. It comes out again repaired.'),
    },
    {
      of: 'resupply',
      key: 'R',
      name: () => t('Draw cards'),
      ap: 1,
      help: () => t('You take one ship card, or mech cards until you hold three.'),
    },
    {
      of: 'gather',
      key: 'G',
      name: () => t('Gather'),
      ap: 2,
      help: () =>
        t('Your warship gains energy, which some weapons and cards need. A turn without gathering loses all of it.'),
    },
    { of: 'end_acts', key: 'X', name: () => t('At the end'), ap: 0 },
    { of: 'standing', key: 'S', name: () => t('Standing orders'), ap: 0 },
    { of: 'prefer', key: 'V', name: () => t('Prefer a card'), ap: 0 },
    { of: 'finish', key: 'E', name: () => t('Finish'), ap: 0 },
    {
      of: 'end_turn',
      key: 'E',
      name: () => t('End turn'),
      ap: 0,
      help: () => t('The other side moves. Action points that are left are lost.'),
    },
  ]);
