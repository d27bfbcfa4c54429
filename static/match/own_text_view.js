/**
 * The text view of a running match: whose commands does it take, and what does it show? It is mounted anew for another audience.
 *
 * @typedef {import("../types").Frame} Frame
 * @typedef {import("../types").GameModule} Game
 * @typedef {import("../types").VoteKind} VoteKind
 * @typedef {import("match/store.js").State} State
 * @typedef {ReturnType<typeof import("match/drafts.js").createDrafts>} Drafts
 */
import { isOver } from 'match/due.js';
import { voteCommands } from 'match/proposals.js';
import { createTextView } from 'match/text_view.js';

/**
 * @param {{
 *   game: Game, state: State, drafts: Drafts, ready: () => void, edit: (how: 'undo' | 'redo' | 'clear') => void,
 *   vote: (kind: VoteKind, value: boolean) => Promise<unknown>, setOrders: (orders: any) => void, whyLocked: () => string | null,
 *   forecast: () => any, shown: () => Frame | null | undefined, more?: Record<string, import("match/text_view.js").Own>,
 * }} config `more`: further commands of the page; `ready`: says Ready, or takes it back; `whyLocked`: why no order can be given now; `shown`: the frame on the board
 */
export function createOwnTextView({
  game,
  state,
  drafts,
  ready,
  edit,
  vote,
  setOrders,
  whyLocked,
  forecast,
  shown,
  more,
}) {
  /** @type {ReturnType<typeof createTextView> | null} */
  let textView = null;

  /** @param {number | null} seat whose orders are given; null: nobody's */
  function mount(seat) {
    const own = {
      ready: () => (drafts.ready ? undefined : ready()),
      unready: () => (drafts.ready ? ready() : undefined),
      undo: () => edit('undo'),
      redo: () => edit('redo'),
      clear: () => edit('clear'),
      ...more,
      ...voteCommands(() => state.status, vote),
    };
    textView = createTextView({
      game,
      act: seat === null ? null : { orders: () => drafts.orders, forecast, set: setOrders, isLocked: whyLocked, own },
    });
  }

  function draw() {
    const { info, status } = state;
    textView?.end(isOver(status));
    const frame = shown();
    if (!info || !frame || !textView) return;
    textView.show(frame, info);
    textView.showDrafts(game.describeOrders(drafts.orders, frame, info, forecast()));
  }

  return { mount, draw, focus: () => textView?.focus() };
}
