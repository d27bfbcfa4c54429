/**
 * What does the match page get of Hundred Clubs? Session, scene, keys, panel and words, put together by the kit into the game's module
 * as static/types.d.ts asks for it.
 */
import { t } from 'app/i18n.js';
import { defineGame } from 'kit/mount.js';
import { legend } from './chapters.js';
import { commandHelp, parseCommand } from './command.js';
import {
  describe,
  describeEvent,
  describeOrders,
  describeSeries,
  milestone,
  nameStep,
  news,
  score,
} from './describe.js';
import { doubt } from './doubt.js';
import { foretell } from './foreseen.js';
import { goal, hint } from './goal.js';
import { handOf } from './hand.js';
import { KEYS } from './keys.js';
import { emptyOrders, removeOrder } from './orders.js';
import { createOverlay } from './overlay.js';
import { panelParts } from './panel.js';
import { createBeside } from './panel_clubs.js';
import { createScene, SHOWS } from './scene.js';
import { sessionOf } from './session.js';
import { TELLING } from './telling.js';

/** What a hand on the map does. @param {import('./session.js').Session} session @param {import('kit/mount.js').Stage} stage */
function pointer(session, { board }) {
  const { state } = session;
  const hand = handOf(session);
  return {
    draggable: (/** @type {import('board/pieces.js').Piece} */ piece) =>
      session.canOrder('rounds') && !state.placing && session.campaignOn(piece.data) >= 0,
    on: /** @type {import('board/state.js').Callbacks} */ ({
      hover(piece) {
        const from = board.state.drag?.from;
        if (from) hand.aim(session.campaignOn(from.data), piece?.data ?? null);
        session.change({ hover: piece?.data ?? null });
      },
      tap(piece) {
        if (piece) hand.act(piece.data, true);
        else session.change({ cursor: null, selected: -1 });
      },
      press: (piece) => hand.undo(piece.data),
      drop(from, to) {
        const index = session.campaignOn(from.data);
        if (to && index >= 0) hand.move(index, to.data);
        else session.aim(null);
      },
      wheel(piece, steps) {
        const index = session.canOrder('rounds') ? session.campaignOn(piece.data) : -1;
        if (index < 0) return false;
        hand.grow(index, steps);
        return true;
      },
    }),
  };
}

export default defineGame({
  sessionOf,
  createScene,
  shows: SHOWS,
  hasWordTool: true,
  label: ({ readonly }) =>
    readonly
      ? t('Map of the campus. Arrow keys: move the cursor.')
      : t('Map of the campus. Arrow keys: move the cursor, Enter: put a campaign, Tab: your campaigns.'),
  pointer,
  kept: ['cursor'],
  keys: KEYS,
  overlay: createOverlay,
  doubt,
  legend,
  panel: panelParts,
  beside: createBeside,
  panelClass: 'hc-panel',
  styles: ['hundred_clubs', 'panel'].map((name) => `games/hundred_clubs/${name}.css`),
  // A stamp on paper: land goes to the listener. Land that goes away is a blow.
  sounds: {
    own: [
      { pitch: 420, to: 180, lasts: 0.12, wave: 'noise' },
      { pitch: 150, to: 90, lasts: 0.16 },
      { pitch: 3200, to: 2400, lasts: 0.18, at: 0.1, wave: 'noise', loud: 0.15 },
    ],
    events: {
      taken: ({ seat: taker, was }, seat) => (seat === null || taker === seat ? 'own' : was === seat ? 'hit' : null),
      capital_lost: 'hit',
    },
  },
  emptyOrders,
  telling: TELLING,
  words: {
    goal,
    hint,
    foretell,
    describe,
    describeEvent,
    milestone,
    describeOrders,
    removeOrder,
    draftsInPanel: true,
    parseCommand,
    commandHelp,
    score,
    describeSeries,
    news,
    nameStep,
  },
});
