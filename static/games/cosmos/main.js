/** What does the match page get of Cosmos? The parts that kit/mount.js makes the game's module of. */
import { t } from 'app/i18n.js';
import { defineGame } from 'kit/mount.js';
import { commandHelp, parseCommand } from './command.js';
import { battle } from './deeds.js';
import { milestone, nameStep, words } from './describe.js';
import { doubt } from './doubt.js';
import { goal, hint } from './goal.js';
import { pointer } from './hand.js';
import { keys } from './keys.js';
import { legend } from './legend.js';
import { runnerName } from './names.js';
import { removeOrder, whole } from './orders.js';
import { createPanel } from './panel.js';
import { createScene } from './scene.js';
import { sessionOf } from './session.js';
import { createStrip } from './strip.js';

export default defineGame({
  sessionOf,
  createScene,
  shows: { spelled: [], heat: ['ground'], lens: ['ground', 'entities'], position: ['ground', 'entities'] },
  label: ({ readonly }) =>
    readonly
      ? t('Chart of the aether. Arrow keys: move the cursor.')
      : t('Chart of the aether. Arrow keys: move the cursor, Enter: choose, Tab: next of yours without orders.'),
  pointer,
  overlay: (session, { el, board }) => createStrip(el, session, board),
  kept: ['selected'],
  ahead: { parts: ['hover', 'selected', 'orders', 'told'], ask: (session) => session.askArrival(session.state.hover) },
  keys,
  doubt,
  legend,
  panel: createPanel,
  panelClass: 'cosmos-panel',
  styles: ['games/cosmos/cosmos.css'],
  // Two waves that meet.
  sounds: {
    own: [
      { pitch: 587, to: 880, lasts: 0.9, loud: 0.3 },
      { pitch: 1174, to: 880, lasts: 0.9, loud: 0.25 },
    ],
    events: {
      overloaded: 'hit',
      destroyed: 'hit',
      captured: 'own',
      evolved: 'own',
      bid_result: ({ result }) => (result === 'won' ? 'own' : null),
    },
  },
  emptyOrders: whole,
  // A burst and what it hits are one beat.
  telling: { close: 40, small: 14, near: 3.2, caption: battle },
  words: {
    ...words,
    goal,
    hint,
    unread: ['last_sequence'],
    milestone,
    nameStep,
    nameRunner: runnerName,
    removeOrder,
    parseCommand,
    commandHelp,
  },
});
