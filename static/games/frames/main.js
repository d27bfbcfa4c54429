/** What does the match page get of Frames? Table, panel, keys, words and commands, put together by the kit. */
import { t } from 'app/i18n.js';
import { defineGame } from 'kit/mount.js';
import { commandHelp, parseCommand } from './command.js';
import { milestone, words } from './describe.js';
import { KEYS } from './keys.js';
import { panelParts } from './panel.js';
import { createScene } from './scene.js';
import { sessionOf, whole, without } from './session.js';
import { createZoom } from './zoom.js';

export default defineGame({
  sessionOf,
  createScene,
  label: () => t('Card table. Arrow keys: areas, letters: actions, digits: what is offered, Enter: give the order.'),
  keys: KEYS,
  overlay: (session, { el }) => createZoom(el, session),
  panel: panelParts,
  panelClass: 'fr-panel',
  styles: ['games/frames/match.css'],
  emptyOrders: whole,
  words: {
    ...words,
    parseCommand,
    commandHelp,
    milestone,
    removeOrder: (orders, path) => without(orders, Number(path)),
  },
});
