/**
 * Which step is told on a board just now, and what may stand beside the board meanwhile? What was before that step: scores, news, the log and the
 * column wait for the end of what is told. A frame is known by its object, so boards of one page do not meddle with each other.
 */

/** @typedef {import('../types').Frame} Frame */

/** The frames that are told, and what was before each; null: all of it may be seen at once. @type {Map<Frame, Frame | null>} */
const told = new Map();
/** @type {Set<() => void>} */
const listeners = new Set();

function tell() {
  for (const listener of listeners) listener();
}

/** @param {Frame} frame @param {Frame | null} before what stands beside the board until it has been told */
export function beginTelling(frame, before) {
  told.set(frame, before);
  tell();
}

/** It has been told, or nobody will tell it. @param {Frame} frame */
export function endTelling(frame) {
  if (told.delete(frame)) tell();
}

/** Whether that step is told now; any, if none is named. @param {Frame} [frame] */
export const isTelling = (frame) => (frame ? told.has(frame) : told.size > 0);

/** What of a frame may stand beside the board: the one before it, until it has been told. @template {Frame | null} Some @param {Some} frame @returns {Frame | Some} */
export const asTold = (frame) => (frame && told.get(frame)) || frame;

/** Whether that frame's step is told now, and what stands beside the board is from before. @param {Frame | null | undefined} frame */
export const isBehind = (frame) => !!(frame && told.get(frame));

/** Hears when something begins to be told, and when it has been. @param {() => void} listener @returns {() => void} the way to stop */
export function onTelling(listener) {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
