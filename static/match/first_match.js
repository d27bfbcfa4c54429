/**
 * What does the page say to somebody who plays a game for the first time? What wins and how far it is, always in view; and in the first
 * steps of the first match one hint each, which can be put away. Which match is the first one this browser remembers.
 *
 * @typedef {import("../types").Frame} Frame
 * @typedef {import("../types").GameModule} Game
 * @typedef {import("../types").MatchInfo} Info
 * @typedef {{ match: string, away: number }} Memory `away`: steps whose hints have been put away
 */
import { byId, h, icon, replace, setText } from 'app/dom.js';
import { t } from 'app/i18n.js';

/** @param {{ game: Game, match: string, id: string, lessons: string }} config `id` of the game; `lessons`: address of its lessons, "" if it has none */
export function createFirstMatch({ game, match, id, lessons }) {
  const goal = byId('goal');
  const box = byId('first-hint');
  const key = `first-match:${id}`;
  let shown = -1;

  /** @param {Info} info @param {Frame} frame on the board @param {boolean} isPlaying */
  function show(info, frame, isPlaying) {
    setText(goal, game.goal?.(frame, info) ?? '');
    const { hints = [] } = game;
    const memory = isPlaying && info.kind === 'ordinary' && frame.step < hints.length ? remembered() : null;
    const isDue = memory !== null && memory.match === match && frame.step >= memory.away;
    box.hidden = !isDue;
    if (!isDue || shown === frame.step) return;
    shown = frame.step;
    replace(
      box,
      h('p', null, hints[frame.step]()),
      frame.step === 0 && lessons && h('a', { href: lessons }, t('Learn it in a few minutes')),
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
    write({ match, away: shown + 1 });
    box.hidden = true;
    byId('board').focus({ preventScroll: true });
  }

  /** @returns {Memory} */
  function remembered() {
    try {
      const known = JSON.parse(localStorage.getItem(key) ?? 'null');
      if (known) return known;
    } catch {
      // Private windows may refuse; what is there may be somebody else's. Then this match is the first one.
    }
    return write({ match, away: 0 });
  }

  /** @param {Memory} memory */
  function write(memory) {
    try {
      localStorage.setItem(key, JSON.stringify(memory));
    } catch {
      // The hints come again with the next page.
    }
    return memory;
  }

  return { show };
}
