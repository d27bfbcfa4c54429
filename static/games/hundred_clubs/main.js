/**
 * What does the match page get of Hundred Clubs? The game's module as static/types.d.ts asks for it: board, panel, words, commands.
 */
import { t } from 'app/i18n.js';
import { commandHelp, parseCommand } from './command.js';
import { describe, describeEvent, describeOrders, describeSeries, milestone, nameStep, score } from './describe.js';
import { createHand } from './hand.js';
import { keyHandler, keys } from './keys.js';
import { emptyOrders, removeOrder } from './orders.js';
import { createOverlay } from './overlay.js';
import { mountPanel } from './panel.js';
import { placeOfCell } from './position.js';
import { createScene, SHOWS } from './scene.js';
import { createSession } from './session.js';
import { loadStyle } from './style.js';

/** @typedef {import('../../types').Host} Host */
/** @typedef {import('../../types').Frame} Frame */

/** @param {HTMLElement} el @param {Host} host @returns {import('../../types').Board} */
function mountBoard(el, host) {
  loadStyle();
  const session = createSession(host);
  const { state } = session;
  const hand = createHand(session);
  const scene = createScene(el, session);
  const { board } = scene;
  const overlay = createOverlay(el, session, hand, { screen: board.screen, replay: () => void replay() });
  /** @type {Frame | null} */
  let earlier = null;

  async function replay() {
    if (!earlier || !state.frame || scene.playing()) return;
    await scene.play(earlier, state.frame, { instant: host.reducedMotion() });
  }

  const handleKey = keyHandler(session, hand, {
    reveal(cell) {
      const { chart } = /** @type {import('./position.js').Position} */ (state.position);
      const [x, y] = placeOfCell(chart, cell);
      board.reveal(x + 0.5, y + 0.5);
    },
    replay: () => void replay(),
  });

  board.set({
    draggable: (piece) => session.canOrder('rounds') && !state.placing && session.campaignOn(piece.data) >= 0,
    on: {
      hover(piece) {
        const from = board.state.drag?.from;
        if (from) hand.aim(session.campaignOn(from.data), piece?.data ?? null);
        session.change({ hover: piece?.data ?? null });
      },
      tap(piece) {
        if (scene.playing()) board.timeline.skip();
        if (piece) hand.act(piece.data);
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
      key: handleKey,
    },
  });
  el.setAttribute('role', 'application');
  el.setAttribute(
    'aria-label',
    t('Map of the campus. Arrow keys: move the cursor, Enter: put a campaign, Tab: your campaigns.'),
  );

  const stopListening = session.listen((changed) => {
    overlay.refresh();
    if (changed.includes('frame')) return;
    const layers = new Set(['hints']);
    for (const name of changed) for (const layer of SHOWS[name] ?? []) layers.add(layer);
    if (changed.includes('edit')) scene.edited(state.edit);
    scene.refresh([...layers]);
  });
  const stopHearing = host.onSelect((what) => session.hear(what));

  return {
    async show(frame, { previous, animate }) {
      earlier = previous;
      session.show(frame);
      if (!state.position) return;
      scene.settle(state.position);
      if (previous && animate) await scene.play(previous, frame, { instant: host.reducedMotion() });
    },
    setDrafts: (orders) => session.setDrafts(orders),
    setLocked: (locked) => session.change({ locked, ...(locked ? { selected: -1, placing: false } : {}) }),
    setError: (error) => session.change({ error }),
    skip: () => board.timeline.skip(),
    focus: () => el.focus(),
    destroy() {
      stopListening();
      stopHearing();
      overlay.destroy();
      board.destroy();
    },
  };
}

/** @type {import('../../types').GameModule} */
export default {
  mountBoard,
  mountPanel,
  emptyOrders,
  describe,
  describeEvent,
  milestone,
  describeOrders,
  removeOrder,
  draftsInPanel: true,
  parseCommand,
  commandHelp,
  score,
  keys,
  describeSeries,
  nameStep,
};
