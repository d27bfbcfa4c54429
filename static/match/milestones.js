/**
 * What is the match remembered for? The moments that a game calls milestones, among the events of the frames at hand. Pure.
 *
 * @typedef {import("../types").Frame} Frame
 * @typedef {import("../types").GameModule} Game
 * @typedef {import("../types").MatchInfo} Info
 * @typedef {{ step: number, seat: number | null, text?: string }} Mark a point of the timeline: `seat` gives the colour
 */

/**
 * One mark per step and seat, in order of time; several moments of one mark are told together.
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
