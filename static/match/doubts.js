/**
 * Would Ready give something away by accident? The board says what it doubts; this page asks once, and never twice in a row.
 *
 * @typedef {import("../types").Doubt} Doubt
 * @typedef {'mouse' | 'touch' | 'pen' | 'key' | 'word'} Hand with what Ready was said; `word`: by a command
 */
import { h } from 'app/dom.js';
import { t } from 'app/i18n.js';
import { keptAt } from 'app/kept.js';
import { ask } from 'match/dialogs.js';

const NEVER = 'never';
const kept = keptAt('ready_asks', { isTakenAlong: true });

/** @param {Event} event a press of the button @returns {Hand} */
export function handOf(event) {
  const { pointerType } = /** @type {PointerEvent} */ (event);
  // A press that no pointer made came from a key.
  return pointerType ? /** @type {Hand} */ (pointerType) : 'key';
}

/** @param {{ find: () => Doubt | null | undefined, put?: typeof ask }} config `find`: what the board doubts now; `put`: asks a question */
export function createDoubts({ find, put = ask }) {
  /** Kinds that were meant, until Ready is said without any doubt. @type {Set<string>} */
  const meant = new Set();
  /** The step in which a question was asked, and the way to take it back while it stands. @type {number | null} */
  let asked = null;
  let taking = new AbortController();
  const box = h('input', { type: 'checkbox', onchange: () => kept.write(box.checked ? null : NEVER) });
  box.checked = kept.read() !== NEVER;
  const element = h('label', { class: 'check' }, box, t('Ask before Ready where something may have been forgotten'));

  /**
   * May Ready be said? At once where nothing is doubted, or it was asked already; else when the person has answered.
   * @param {number | null} step @param {Hand} hand @returns {true | Promise<boolean>}
   */
  function mayPass(step, hand) {
    const doubt = find();
    if (!doubt) {
      meant.clear();
      return true;
    }
    const isAbove = hand === 'word' || (doubt.kind === 'nothing' && hand === 'mouse');
    // Whoever went back, and says Ready again as it was, means it.
    if (asked === step) meant.add(doubt.kind);
    if (!box.checked || isAbove || meant.has(doubt.kind)) return true;
    asked = step;
    return question(doubt);
  }

  /** @param {Doubt} doubt */
  async function question({ kind, text }) {
    taking = new AbortController();
    const never = h('input', { type: 'checkbox' });
    const isMeant = await put(t('Ready as it is?'), text, t('Ready all the same'), {
      no: t('Back to the board'),
      isGrave: false,
      below: h('label', { class: 'check' }, never, t('Do not ask me again')),
      signal: taking.signal,
    });
    if (never.checked) {
      kept.write(NEVER);
      box.checked = false;
    }
    if (isMeant) meant.add(kind);
    return isMeant;
  }

  return {
    mayPass,
    /** Another step is due: a question about the one before makes no sense any more. @param {number | null} step */
    at(step) {
      if (asked !== null && asked !== step) taking.abort();
    },
    /** The switch, for the tab of the table. */
    element,
  };
}
