/**
 * The buttons below the board: Ready, undo, redo and clear, and beside them whether the server has the drafts. Decides nothing about orders.
 *
 * @typedef {import("../types").GameModule} Game
 * @typedef {ReturnType<typeof import("match/drafts.js").createDrafts>} Drafts
 * @typedef {import("match/store.js").State} State
 */
import { byId, h, replace, setText } from 'app/dom.js';
import { t, tn } from 'app/i18n.js';
import { handOf } from 'match/doubts.js';
import { idleText, saveText, unheardText } from 'match/due.js';
import { isPlaying } from 'match/store.js';

/**
 * @param {{
 *   game: Game, state: State, drafts: Drafts, canSend: () => boolean, edit: (how: 'undo' | 'redo' | 'clear') => void,
 *   leave?: () => void, doubts?: ReturnType<typeof import("match/doubts.js").createDoubts>, onReady: () => void, onBusy: () => void, onDone: () => void, fail: (error: Error) => void,
 * }} config `canSend`: now, or when the line is back; `leave`: hands the focus to the board; `onReady`: the server knows that this person is ready; `onBusy`, `onDone`: a button waits for the server, and waits no more
 */
export function createAct({ game, state, drafts, canSend, edit, doubts, leave, onReady, onBusy, onDone, fail }) {
  const ready = byId('ready');
  const undo = /** @type {HTMLButtonElement} */ (byId('undo'));
  const redo = /** @type {HTMLButtonElement} */ (byId('redo'));
  const save = byId('save');
  let isBusy = false;
  /** What is due, as the board says; Ready is, on a board that says nothing. @type {import("../types").Due} */
  let due = { act: 'ready' };
  let isAsked = false;
  /** The step for which `submit` was asked for while an earlier word was unanswered. @type {number | null} */
  let wanted = null;

  ready.addEventListener('click', (event) => {
    const hand = handOf(event);
    // Whoever presses it with a hand has not gone there with keys: Enter is not to end the next step.
    if (hand !== 'key') leave?.();
    void toggle(hand);
  });
  undo.addEventListener('click', () => edit('undo'));
  redo.addEventListener('click', () => edit('redo'));
  byId('clear').addEventListener('click', () => edit('clear'));

  /** Is this person ready, as the server knows, or as it will hear when the line is back? */
  const meansReady = () => drafts.unheard ?? drafts.ready;
  const isShut = () => ready.ariaDisabled === 'true' || isBusy;

  /** Says that this person is ready, or is not after all. @param {import("match/doubts.js").Hand} [hand] */
  async function toggle(hand = 'word') {
    if (isShut()) return;
    if (hand === 'key' && due.act === 'board' && due.press) return due.press();
    const { step } = drafts;
    const may = meansReady() || (doubts?.mayPass(step, hand) ?? true);
    // The step may have ended while the question stood.
    if (may !== true && (!(await may) || isShut() || drafts.step !== step || meansReady())) return;
    await say(!meansReady());
  }

  /** Sends the drafts with Ready: a choice that is an answer by itself. While an earlier word has no answer it waits, and is not lost. */
  async function submit() {
    if (ready.ariaDisabled === 'true') return;
    if (isBusy) wanted = drafts.step;
    else if (!drafts.ready || drafts.save !== 'saved') await say(true);
  }

  /** @param {boolean} isReady */
  async function say(isReady) {
    isBusy = true;
    onBusy();
    try {
      await drafts.setReady(isReady);
      if (drafts.ready) onReady();
    } catch (error) {
      // A refusal of the orders shows at the orders, and what is said again once the line is back beside Ready.
      if (!drafts.problem && drafts.unheard === null) fail(/** @type {Error} */ (error));
    } finally {
      isBusy = false;
      onDone();
      const step = wanted;
      wanted = null;
      if (step !== null && step === drafts.step) void submit();
    }
  }

  /** What the newest forecast of a step says: it stays until the next has come, as on the board. */
  let foretold = { step: /** @type {number | null} */ (null), forecast: /** @type {any} */ (null) };
  /** @param {any} forecast */
  function foretell(forecast) {
    const { step } = drafts;
    if (forecast || step !== foretold.step) foretold = { step, forecast };
    return (foretold.forecast && game.foretell?.(foretold.forecast, drafts.orders)) || '';
  }

  /** What is due now stands elsewhere, or again here. @param {import("../types").Due} next */
  function place(next) {
    const isOther = next.hint?.text !== due.hint?.text;
    due = next;
    shine();
    if (isOther) onBusy();
  }

  /** The one act that is due shines, and Ready gives way to a button that does the same. */
  function shine() {
    const box = byId('act');
    box.dataset.due = isAsked ? due.act : 'ready';
    box.dataset.twin = String(isAsked && due.isTwin === true);
    ready.classList.toggle('primary', isAsked && !meansReady() && due.act === 'ready');
  }

  /** @param {boolean} isDue @param {boolean} isLocked can no order be given now? @param {any} [forecast] the server's answer to the drafts */
  function show(isDue, isLocked, forecast = null) {
    byId('act').hidden = !isPlaying(state);
    doubts?.at(isDue ? drafts.step : null);
    const focused = document.activeElement;
    undo.disabled = isLocked || !drafts.canUndo;
    redo.disabled = isLocked || !drafts.canRedo;
    // What is disabled loses the focus; a person at the keyboard stays at the pair.
    if (focused === undo && undo.disabled) redo.focus();
    if (focused === redo && redo.disabled) undo.focus();
    // Not disabled: that would take the focus from whoever waits at it.
    ready.setAttribute('aria-disabled', String(!isDue || !canSend()));
    ready.setAttribute('aria-pressed', String(isDue && meansReady()));
    ready.setAttribute('aria-busy', String(isBusy));
    isAsked = isDue;
    shine();
    const frame = state.newest === null ? null : state.frames.get(state.newest);
    const meant = (frame && game.nameReady?.(drafts.orders, frame)) || t('Ready');
    setText(ready, !isDue ? idleText(state) : meansReady() ? t('Ready ✓ Change') : meant);
    const { unheard } = drafts;
    save.dataset.save = !isDue ? 'empty' : unheard === null ? drafts.save : 'offline';
    const count = isDue && frame && state.info ? game.describeOrders(drafts.orders, frame, state.info).length : 0;
    const ahead = foretell(forecast);
    const text = isDue
      ? [
          count && ahead ? ahead : count ? tn('{n} order', '{n} orders', count) : '',
          unheard === null || drafts.save !== 'offline' ? saveText(drafts.save) : '',
          unheardText(unheard),
        ]
          .filter(Boolean)
          .join(' · ')
      : '';
    const why = isDue && drafts.problem ? `: ${drafts.problem.message}` : '';
    // A live region that is written anew speaks anew.
    if (save.textContent !== text + why) replace(save, text, why && h('span', { class: 'why' }, why));
  }

  return { toggle, submit, show, place, hint: () => (isAsked ? (due.hint ?? null) : null) };
}
