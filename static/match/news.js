/**
 * What changed for me? The lines of a step under the board, the weightiest first; each leads to its place, and what is too much for here stands in the
 * log. The box keeps its height, so that the board never moves.
 *
 * @typedef {import("../types").Frame} Frame
 * @typedef {import("../types").GameModule} Game
 * @typedef {import("../types").MatchInfo} Info
 * @typedef {import("../types").News} News
 */
import { byId, h, replace } from 'app/dom.js';
import { t, tn } from 'app/i18n.js';
import { stepName } from 'match/seats.js';

/** Lines that are shown here. */
const MOST = 6;

/** The lines of a step, the weightiest first. @param {Game} game @param {Info} info @param {Frame} frame @param {Frame | null} before @returns {News[]} */
export function newsOf(game, info, frame, before) {
  const isGreat = (/** @type {import("../types").GameEvent} */ event) => Boolean(game.milestone?.(event, frame, info));
  const told = () =>
    frame.events.map((event) => ({
      text: game.describeEvent(event, frame, info) ?? '',
      weight: isGreat(event) ? 2 : 1,
      at: null,
    }));
  const lines = game.news?.(frame, before, info) ?? told();
  return lines.filter(({ text }) => text).sort((a, b) => b.weight - a.weight);
}

/**
 * @param {{ game: Game, info: Info, frame: Frame | undefined, before: Frame | undefined, point: (at: [number, number]) => void, openLog: () => void }} shown
 *   `point` shows a place on the board
 */
export function showNews({ game, info, frame, before, point, openLog }) {
  const box = byId('news');
  const key = `${frame?.step} ${before ? 'after' : ''}`;
  if (!frame || box.dataset.step === key) return;
  box.dataset.step = key;
  if (!frame.step) return replace(box, h('p', null, t('The match begins.')));
  const lines = newsOf(game, info, frame, before ?? null);
  const shown = lines.slice(0, MOST);
  const more = lines.length - shown.length;
  replace(
    box,
    h('b', null, stepName(info, frame.step - 1, before?.view)),
    lines.length
      ? h(
          'ol',
          { class: 'bare news-list', 'aria-label': t('What changed'), tabIndex: 0 },
          shown.map(({ text, at }) =>
            h(
              'li',
              null,
              at ? h('button', { type: 'button', class: 'plain news-line', onclick: () => point(at) }, text) : text,
            ),
          ),
        )
      : h('p', null, t('Nothing that you could see.')),
    more > 0 &&
      h(
        'button',
        { type: 'button', class: 'plain link news-more', onclick: openLog },
        tn('{n} more in the log', '{n} more in the log', more),
      ),
  );
}
