/**
 * What changed for me? The lines of a step under the board, the most important first. Each leads to its place; lines beyond the limit are only in the
 * log. The box has a fixed height, so that the board never moves.
 *
 * @typedef {import("../types").Frame} Frame
 * @typedef {import("../types").GameModule} Game
 * @typedef {import("../types").MatchInfo} Info
 * @typedef {import("../types").News} News
 */
import { byId, h, replace } from 'app/dom.js';
import { t, tn } from 'app/i18n.js';
import { stepName } from 'match/seats.js';

/** Greatest number of lines in the box. */
const MOST = 6;

/**
 * The news of a frame: the events of its step and, if only others acted in the steps before, of all steps since its seat last gave orders.
 * @param {Map<number, Frame>} frames by step @param {Frame} frame @returns {{told: Frame, before: Frame | undefined}} `before`: the frame before the first of these events
 */
export function sinceAsked(frames, frame) {
  let [before, events] = [frames.get(frame.step - 1), frame.events];
  if (frame.choices === null) return { told: frame, before };
  let earlier = before;
  while (earlier && earlier.choices === null && earlier.step > 0) {
    events = [...earlier.events, ...events];
    earlier = frames.get(earlier.step - 1);
  }
  // If the seat never gave orders, or a frame is missing, take the last step only.
  if (earlier && earlier.choices !== null) before = earlier;
  else events = frame.events;
  return { told: { ...frame, events }, before };
}

/** The lines of a step, the most important first. @param {Game} game @param {Info} info @param {Frame} frame @param {Frame | null} before @returns {News[]} */
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
