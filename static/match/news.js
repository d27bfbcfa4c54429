/**
 * What changed for me? The strip under the board: one sentence for what mattered most, what the step cost and brought in numbers, and the way to its
 * report. The strip has a fixed height, so that the board never moves.
 *
 * @typedef {import("../types").Frame} Frame
 * @typedef {import("../types").GameModule} Game
 * @typedef {import("../types").MatchInfo} Info
 * @typedef {import("../types").News} News
 */
import { byId, h, replace } from 'app/dom.js';
import { t } from 'app/i18n.js';
import { asTold, isBehind } from 'app/untold.js';
import { openReport } from 'match/report.js';
import { stepName } from 'match/seats.js';
import { figures, formOf, lineOf, spoken, sumsOf } from 'match/sums.js';

/** So many letters of the title and the sentence have room in one line of large ones. */
const LONG = 96;
/** Greatest number of sums in the strip; a narrow one shows fewer. */
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

/**
 * The same of the whole turn of a seat and of what others did before it, where seats move in turn; null: they do not, it is not that seat's turn, or
 * it is its first step.
 * @param {Game} game @param {Map<number, Frame>} frames by step @param {Frame} frame @returns {{told: Frame, before: Frame} | null}
 */
export function sinceTurn(game, frames, frame) {
  const turn = frame.choices && game.turnOf?.(frame);
  if (!turn) return null;
  /** @type {Frame} */
  let before = frame;
  /** @type {Frame['events']} */
  let events = [];
  for (
    let one = frames.get(frame.step - 1);
    one && Number(game.turnOf?.(one)) >= turn - 1;
    one = frames.get(one.step - 1)
  ) {
    events = [...before.events, ...events];
    before = one;
  }
  return before === frame ? null : { told: { ...frame, events }, before };
}

/** The lines of a step, the most important first; without those that weigh nothing. @param {Game} game @param {Info} info @param {Frame} frame @param {Frame | null} before @returns {News[]} */
export function newsOf(game, info, frame, before) {
  const isGreat = (/** @type {import("../types").GameEvent} */ event) => Boolean(game.milestone?.(event, frame, info));
  const told = () =>
    frame.events.map((event) => ({
      text: game.describeEvent(event, frame, info) ?? '',
      weight: isGreat(event) ? 2 : 1,
      at: null,
    }));
  const lines = game.news?.(frame, before, info) ?? told();
  return lines.filter(({ text, weight }) => text && weight !== 0).sort((a, b) => b.weight - a.weight);
}

/**
 * @param {{ game: Game, info: Info, audience: import("../types").Audience | string | null, frame: Frame | undefined, frames: Map<number, Frame>, point: (at: any) => void, tell: (line: News) => boolean, need?: (step: number) => void }} shown
 *   `audience`: whose view it is; `point` shows a place on the board, `tell` what a line tells, if that is anywhere; `need` asks for the frame of a step
 */
export function showNews({ game, info, audience, frame, frames, point, tell, need }) {
  const box = byId('news');
  if (!frame) return;
  if (isBehind(frame)) {
    box.dataset.step = '';
    const title = h('b', null, stepName(info, frame.step - 1, asTold(frame).view));
    return replace(
      box,
      h('p', { class: 'news-story' }, h('span', null, title, ' ', t('What happened is being shown.'))),
      byId('beads'),
    );
  }
  const { told, before } = sinceAsked(frames, frame);
  if (!before && frame.step) need?.(frame.step - 1);
  const key = `${audience} ${frame.step} ${before?.step ?? ''}`;
  if (box.dataset.step === key) return;
  box.dataset.step = key;
  if (!frame.step)
    return replace(box, h('p', { class: 'news-story' }, h('span', null, t('The match begins.'))), byId('beads'));
  const lines = newsOf(game, info, told, before ?? null);
  const title =
    before && before.step < frame.step - 1 ? t('Since your last order') : stepName(info, frame.step - 1, before?.view);
  const you = /^\d+$/.test(String(audience)) ? Number(audience) : null;
  const report = () => {
    const turn = sinceTurn(game, frames, frame);
    const all = turn ? newsOf(game, info, turn.told, turn.before) : lines;
    const order = game.turnOf?.(frame) ? (turn?.told ?? told).events : null;
    openReport({ info, you, title: turn ? t('Since your last turn') : title, lines: all, order, point });
  };
  const [first] = lines;
  const shown = sumsOf(lines).slice(0, MOST);
  replace(
    box,
    story(title, first, before ? t('Nothing that you could see.') : t('The step before is not at hand.'), report, tell),
    byId('beads'),
    shown.length > 0 &&
      h(
        'ul',
        { class: 'bare news-sums', 'aria-label': t('In numbers') },
        shown.map((sum) => {
          const line = lineOf(lines, sum);
          const go = line ? () => tell(line) || report() : report;
          return h(
            'li',
            null,
            h(
              'button',
              { type: 'button', class: formOf(sum), 'aria-label': spoken(sum), title: spoken(sum), onclick: go },
              figures(sum),
            ),
          );
        }),
      ),
    h(
      'button',
      { type: 'button', class: 'plain link news-all', 'aria-haspopup': 'dialog', onclick: report },
      t('See all'),
    ),
  );
}

/** Letters that three lines of a phone of 320 pixels hold beside the name of the step; a Chinese sign counts as two. */
export const ROOM = 112;

/** How much room a text takes, in letters. @param {string} text */
export const roomOf = (text) => text.length + (text.match(/[\u3000-\u9fff\uff00-\uff60]/g)?.length ?? 0);

/** What a long sentence may end before, and the least letters of what is left: "Round 7:" says nothing. */
const CUTS = [/[;；]/, /[:：]/];
const LEAST = 24;

/** The first sentence of a line, or the first part of a long one: the strip has room for that, the report for all. @param {string} text */
export function firstOf(text) {
  const sentence = /^.*?(?:[.!?](?=\s)|[。！？])/.exec(text)?.[0] ?? text;
  return CUTS.reduce((said, cut) => {
    const at = said.search(cut);
    return roomOf(said) > ROOM && at >= 0 && roomOf(said.slice(0, at)) >= LEAST
      ? said.slice(0, at) + said.at(-1)
      : said;
  }, sentence);
}

/** What mattered most, in one sentence that leads to it. @param {string} title @param {News | undefined} line @param {string} nothing what is said without one @param {() => void} report @param {(line: News) => boolean} tell */
function story(title, line, nothing, report, tell) {
  const words = h('span', null, h('b', null, title), ' ', line ? firstOf(line.text) : nothing);
  if (!line) return h('p', { class: 'news-story' }, words);
  const size = title.length + firstOf(line.text).length > LONG ? ' long' : '';
  const go = () => tell(line) || report();
  return h('button', { type: 'button', class: `plain news-story${size}`, title: line.text, onclick: go }, words);
}
