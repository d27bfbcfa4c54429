/**
 * What are the memorable moments of a match? Events of the loaded frames that the game calls milestones. Pure.
 *
 * @typedef {import("../types").Frame} Frame
 * @typedef {import("../types").GameModule} Game
 * @typedef {import("../types").MatchInfo} Info
 * @typedef {{ step: number, seat: number | null, text?: string }} Mark a point of the timeline: `seat` gives the colour
 */
import { tn } from 'app/i18n.js';

/** Greatest number of lines in one mark; it states how many more there are. */
const MOST_LINES = 6;

/**
 * Reduces the marks to at most `most`: marks of one seat that are near each other are merged at the first of them.
 * @param {Mark[]} marks in order of time @param {number} steps of the whole match @param {number} most
 * @returns {Mark[]}
 */
export function gathered(marks, steps, most) {
  if (marks.length <= most) return marks;
  const seats = new Set(marks.map(({ seat }) => seat)).size;
  const width = Math.ceil((steps + 1) / Math.max(1, Math.floor(most / seats)));
  /** @type {Map<string, Mark[]>} */
  const bins = new Map();
  for (const mark of marks) {
    const key = `${Math.floor(mark.step / width)} ${mark.seat}`;
    bins.set(key, [...(bins.get(key) ?? []), mark]);
  }
  return [...bins.values()].map((near) => {
    const texts = near.flatMap(({ text }) => text ?? []);
    const left = texts.length - MOST_LINES;
    const more = left > 0 ? [tn('and {n} more', 'and {n} more', left)] : [];
    return { ...near[0], text: [...texts.slice(0, MOST_LINES), ...more].join('\n') };
  });
}

/**
 * One mark per step and seat, in order of time; a mark lists all moments of its step and seat.
 * @param {Iterable<Frame>} frames @param {Game} game @param {Info} info @returns {Mark[]}
 */
export function milestonesOf(frames, game, info) {
  /** @type {Map<string, { step: number, seat: number | null, texts: Set<string> }>} */
  const marks = new Map();
  for (const frame of frames) {
    for (const event of frame.events) {
      const found = game.milestone?.(event, frame, info);
      if (!found) continue;
      const key = `${frame.step} ${found.seat}`;
      const mark = marks.get(key) ?? { step: frame.step, seat: found.seat, texts: new Set() };
      mark.texts.add(found.text);
      marks.set(key, mark);
    }
  }
  return [...marks.values()]
    .sort((a, b) => a.step - b.step || (a.seat ?? -1) - (b.seat ?? -1))
    .map(({ step, seat, texts }) => ({ step, seat, text: [...texts].join('\n') }));
}
