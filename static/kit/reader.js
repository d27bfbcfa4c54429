/**
 * Who is "you"? The seat whose view is shown, if the reader plays it. Somebody else who looks through its eyes, a spectator or whoever replays a
 * rival's side, reads of it by its name, as of all others.
 */

/** @typedef {import('../types').Frame} Frame */
/** @typedef {import('../types').MatchInfo} MatchInfo */
/** Through whose eyes somebody else looks. @typedef {{seat: number, name: string, view: any}} Through */

/** The seat that a view is of: games write it as `seat` or as `you`. @param {any} view @returns {number | null} */
const seatOf = (view) => [view?.seat, view?.you].find((seat) => typeof seat === 'number') ?? null;

/** Whether a seat is the reader's. @param {number | null | undefined} seat @param {MatchInfo} info */
export const isReader = (seat, info) =>
  seat !== null && seat !== undefined && (seat === info.you || !!info.yours?.includes(seat));

/** The seat through whose eyes somebody else looks; null: it is the reader's own view, or nobody's. @param {any} view @param {MatchInfo} info @returns {number | null} */
export function seenThrough(view, info) {
  const seat = seatOf(view);
  return seat === null || isReader(seat, info) ? null : seat;
}

/** Frames of others' seats as they are read: each once. @type {WeakMap<object, any>} */
const read = new WeakMap();

/**
 * A frame as its words take it: where somebody looks through another's eyes, it is nobody's, so that every sentence speaks of all seats by name.
 * @template {Frame | null | undefined} Some @param {Some} frame @param {MatchInfo} info @returns {Some}
 */
export function asRead(frame, info) {
  if (!frame || seenThrough(frame.view, info) === null) return frame;
  if (!read.has(frame)) {
    const { view } = frame;
    read.set(frame, {
      ...frame,
      view: { ...view, ...('seat' in view && { seat: null }), ...('you' in view && { you: null }) },
    });
  }
  return read.get(frame);
}
