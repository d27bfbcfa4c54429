/** Of which rivals has somebody taken the last planet that was known? No view tells it later: the page keeps it until one of them is seen to have one again. */
import { keep, kept } from 'app/entry.js';

/** @import { CosmosView, Position } from './types' */

/** @returns {number[]} seats, as this entry of the browser's history has kept them */
export const beaten = () => (globalThis.history ? (kept('beaten') ?? []) : []);

/** Whose planets one has taken in a step, of those that have none left as far as is known. @param {any[]} events @param {Position} position @param {number[]} before */
export function beatenBy(events, { view, shown }, before) {
  const taken = events.flatMap(({ type, kind, old_seat: was, new_seat: is }) =>
    type === 'captured' && kind === 'planet' && is === view.seat && typeof was === 'number' ? [was] : [],
  );
  const holds = (/** @type {number} */ seat) => shown.some((one) => one.kind === 'planet' && one.seat === seat);
  return [...new Set([...before, ...taken])].filter(
    (seat) => seat !== view.seat && view.alive.includes(seat) && !holds(seat),
  );
}

/** Is that how somebody takes the last planet that is known of a rival? @param {any} event a capture @param {Position} position after the step */
export const takesLast = (event, position) =>
  event.new_seat === position.view.seat && beatenBy([event], position, []).includes(event.old_seat);

/** @param {any[]} events of the step @param {Position} position after it */
export function noteBeaten(events, position) {
  const [before, now] = [beaten(), beatenBy(events, position, beaten())];
  if (globalThis.history && String(before) !== String(now)) keep({ beaten: now });
}
