/** What does the match page get of Frames? Table, panel, keys, words and commands, put together by the kit. */
import { t } from 'app/i18n.js';
import { defineGame } from 'kit/mount.js';
import { commandHelp, parseCommand } from './command.js';
import { milestone, nameChapter, nameReady, words } from './describe.js';
import { doubt } from './doubt.js';
import { deciding, goal, turnOf } from './goal.js';
import { KEYS } from './keys.js';
import { legend } from './legend.js';
import { panelParts } from './panel.js';
import { createScene } from './scene.js';
import { sessionOf, whole, without } from './session.js';
import { nameStep } from './steps.js';
import { createZoom } from './zoom.js';

export default defineGame({
  sessionOf,
  createScene,
  label: () => t('Card table. Arrow keys: areas, letters: actions, digits: what is offered, Enter: give the order.'),
  kept: ['read'],
  keys: KEYS,
  overlay: (session, { el }) => createZoom(el, session),
  doubt,
  legend,
  panel: panelParts,
  panelClass: 'fr-panel',
  styles: ['games/frames/match.css'],
  // Dice on a table.
  sounds: {
    own: [0, 0.07, 0.13, 0.22].map((at, i) => ({ pitch: [2600, 1900, 3100, 1500][i], lasts: 0.05, at, wave: 'noise' })),
    events: { attack: 'own', damage: 'hit' },
  },
  emptyOrders: whole,
  words: {
    ...words,
    goal,
    deciding,
    turnOf,
    parseCommand,
    commandHelp,
    milestone,
    nameStep,
    nameChapter,
    nameReady,
    removeOrder: (orders, path) => without(orders, Number(path)),
  },
});
