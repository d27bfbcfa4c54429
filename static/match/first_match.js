/**
 * What does the page tell a person who plays a game for the first time? The goal and the progress, always visible; and in the first
 * match a few hints, which can be dismissed. The game says which hint fits a position. The browser remembers which match is the first.
 *
 * @typedef {import("../types").Frame} Frame
 * @typedef {import("../types").GameModule} Game
 * @typedef {import("../types").MatchInfo} Info
 * @typedef {import("match/due.js").State} State
 * @typedef {{ match: string, second?: string, away: string[] }} Memory the first match and the one after it; `away`: keys of the hints that have been dismissed
 */
import { byId, h, icon, replace, setText } from 'app/dom.js';
import { t } from 'app/i18n.js';
import { firstMatchOf } from 'app/kept.js';
import { isOver } from 'match/due.js';
import { isPlaying } from 'match/store.js';

/** @param {{ game: Game, match: string, id: string }} config `id` of the game */
export function createFirstMatch({ game, match, id }) {
  const goal = byId('goal');
  const box = byId('first-hint');
  /** Link to the person's next lesson; the page has it if there is one. */
  const next = box.querySelector('a');
  const place = firstMatchOf(id);
  /** @type {import("../types").Hint} */
  let shown = { key: '', text: '' };
  /** What the server said last of drafts of this step: a hint does not change to and fro while it answers the next. @type {{ step: number, forecast: any }} */
  let told = { step: -1, forecast: null };

  /**
   * @param {State} state @param {Frame} frame on the board @param {import("../types").Orders} orders drafts @param {any} forecast what the server says of them; null: nothing yet
   * @param {import("../types").Hint | null} [due] what the board says of the act that is due
   */
  function show(state, frame, orders, forecast, due = null) {
    const info = /** @type {Info} */ (state.info);
    if (forecast || told.step !== frame.step) told = { step: frame.step, forecast };
    // Once it is over, who has won says it.
    setText(goal, frame.final || isOver(state.status) ? '' : (game.goal?.(frame, info) ?? ''));
    goal.title = goal.textContent;
    const isTold = isPlaying(state) && info.kind === 'ordinary';
    const hint = isTold ? (due ?? game.hint?.(frame, orders, told.forecast)) : null;
    const memory = hint ? remembered() : null;
    const isTaught = memory?.match === match || (hint?.again && memory?.second === match);
    const isDue = isTaught && !memory?.away.includes(hint?.key ?? '');
    box.hidden = !hint || !isDue;
    if (!hint || !isDue || (shown.key === hint.key && shown.text === hint.text)) return;
    shown = hint;
    replace(
      box,
      h('p', null, hint.text),
      next,
      h(
        'button',
        {
          type: 'button',
          class: 'tool',
          'aria-label': t('Put the hint away'),
          title: t('Put the hint away'),
          onclick: putAway,
        },
        icon('x'),
      ),
    );
  }

  function putAway() {
    const { away, ...matches } = remembered();
    write({ ...matches, away: [...away, shown.key] });
    box.hidden = true;
    byId('board').focus({ preventScroll: true });
  }

  /** @returns {Memory} */
  function remembered() {
    const known = place.read();
    if (!known) return write({ match, away: [] });
    const memory = { ...known, away: Array.isArray(known.away) ? known.away : [] };
    return known.match === match || known.second ? memory : write({ ...memory, second: match });
  }

  /** @param {Memory} memory */
  function write(memory) {
    place.write(memory);
    return memory;
  }

  return { show };
}
