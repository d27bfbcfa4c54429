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

/** Lines that are shown here, and those that stand nowhere else. */
const MOST = 6;

/**
 * What a frame has to tell: the events of its step. Where others acted alone in the steps before, those of all steps since its seat was last asked.
 * @param {Map<number, Frame>} frames by step @param {Frame} frame @returns {{told: Frame, before: Frame | undefined}} `before`: what they began with
 */
export function sinceAsked(frames, frame) {
  let [before, events] = [frames.get(frame.step - 1), frame.events];
  if (frame.choices === null) return { told: frame, before };
  let earlier = before;
  while (earlier && earlier.choices === null && earlier.step > 0) {
    events = [...earlier.events, ...events];
    earlier = frames.get(earlier.step - 1);
  }
  // Of a seat that was never asked, and where a step is not known, the last one is told.
  if (earlier && earlier.choices !== null) before = earlier;
  else events = frame.events;
  return { told: { ...frame, events }, before };
}

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
 * @param {{ game: Game, info: Info, frame: Frame | undefined, frames: Map<number, Frame>, point: (at: any) => void, openLog: () => void }} shown
 *   `point` shows a place on the board
 */
export function showNews({ game, info, frame, frames, point, openLog }) {
  const box = byId('news');
  if (!frame) return;
  const { told, before } = sinceAsked(frames, frame);
  const key = `${frame.step} ${before?.step ?? ''}`;
  if (box.dataset.step === key) return;
  box.dataset.step = key;
  if (!frame.step) return replace(box, h('p', null, t('The match begins.')));
  const lines = newsOf(game, info, told, before ?? null);
  const shown = lines.filter(({ onlyHere }, i) => i < MOST || onlyHere);
  const more = lines.length - shown.length;
  replace(
    box,
    h(
      'b',
      null,
      before && before.step < frame.step - 1
        ? t('Since your last order')
        : stepName(info, frame.step - 1, before?.view),
    ),
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
