/**
 * What does the page tell a person who plays a game for the first time? The goal and the progress, always visible; and in the first
 * match a few hints, which can be dismissed. The game says which hint fits a position. The browser remembers which match is the first.
 *
 * @typedef {import("../types").Frame} Frame
 * @typedef {import("../types").GameModule} Game
 * @typedef {import("../types").MatchInfo} Info
 * @typedef {{ match: string, away: string[] }} Memory `away`: keys of the hints that have been dismissed
 */
import { byId, h, icon, replace, setText } from 'app/dom.js';
import { t } from 'app/i18n.js';
import { keptJson } from 'app/kept.js';

/** @param {{ game: Game, match: string, id: string }} config `id` of the game */
export function createFirstMatch({ game, match, id }) {
  const goal = byId('goal');
  const box = byId('first-hint');
  /** Link to the person's next lesson; the page has it if there is one. */
  const next = box.querySelector('a');
  const place = keptJson(`first-match.${id}`);
  let shown = '';
  let said = '';
  /** What the server said last of drafts of this step: a hint does not change to and fro while it answers the next. @type {{ step: number, forecast: any }} */
  let told = { step: -1, forecast: null };

  /** @param {Info} info @param {Frame} frame on the board @param {import("../types").Orders} orders drafts @param {boolean} isPlaying @param {any} [forecast] the server's answer to the drafts, null until it comes */
  function show(info, frame, orders, isPlaying, forecast = null) {
    if (forecast || told.step !== frame.step) told = { step: frame.step, forecast };
    setText(goal, game.goal?.(frame, info) ?? '');
    const hint = isPlaying && info.kind === 'ordinary' ? game.hint?.(frame, orders, told.forecast) : null;
    const memory = hint ? remembered() : null;
    const isDue = memory?.match === match && !memory.away.includes(hint?.key ?? '');
    box.hidden = !hint || !isDue;
    if (!hint || !isDue || (shown === hint.key && said === hint.text)) return;
    shown = hint.key;
    said = hint.text;
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
    write({ match, away: [...remembered().away, shown] });
    box.hidden = true;
    byId('board').focus({ preventScroll: true });
  }

  /** @returns {Memory} */
  function remembered() {
    const known = place.read();
    return known
      ? { match: known.match, away: Array.isArray(known.away) ? known.away : [] }
      : write({ match, away: [] });
  }

  /** @param {Memory} memory */
  function write(memory) {
    place.write(memory);
    return memory;
  }

  return { show };
}
