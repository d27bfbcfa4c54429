/**
 * What becomes of groups on their way between two steps? Each goes on, sets out, arrives, dies, or comes into or out of sight; told from
 * the two frames and what the events say of it, and from nothing else.
 */
import { lengthOf, pointAlong } from 'board/lines.js';

/** @typedef {import('board/lines.js').Point} Point */
/** @typedef {'goes' | 'arrives' | 'dies' | 'appears' | 'vanishes'} Fate */

/**
 * A group's stretch of this step, from and to as parts of its way.
 * @template Group @typedef {{group: Group, from: number, to: number, fate: Fate}} Leg
 */

/**
 * @template {{id: string}} Group
 * @param {readonly Group[]} before @param {readonly Group[]} after
 * @param {{launched: readonly Group[], destroyed: readonly string[], hasArrived: (group: Group) => boolean, progress: (group: Group) => number}} told
 *   `progress`: how far it has come, 0 to 1
 * @returns {Leg<Group>[]}
 */
export function legsOf(before, after, { launched, destroyed, hasArrived, progress }) {
  const earlier = new Map(before.map((group) => [group.id, group]));
  const fresh = new Map(launched.map((group) => [group.id, group]));
  const there = new Set(after.map(({ id }) => id));
  const start = (/** @type {Group} */ group) => {
    const known = earlier.get(group.id);
    return known ? progress(known) : fresh.has(group.id) ? 0 : progress(group);
  };
  /** @param {Group} group @returns {Fate} */
  const endOf = (group) => {
    if (destroyed.includes(group.id)) return 'dies';
    return hasArrived(group) ? 'arrives' : 'vanishes';
  };
  const gone = [...new Map([...fresh, ...earlier]).values()].filter(({ id }) => !there.has(id));
  return [
    ...after.map((group) => {
      const isKnown = earlier.has(group.id) || fresh.has(group.id);
      const fate = /** @type {Fate} */ (isKnown ? 'goes' : 'appears');
      return { group, from: start(group), to: progress(group), fate };
    }),
    ...gone.map((group) => {
      const [from, fate] = [start(group), endOf(group)];
      return { group, from, to: fate === 'arrives' ? 1 : from, fate };
    }),
  ];
}

/**
 * The leg as animations: it stands where it was, goes, and stands at its new place until all is over; who arrives waits there for the event
 * with which it is received. `jumps`: it is at either end and nowhere between.
 * @template Group
 * @param {Leg<Group>} leg @param {{at: number, arrive: number, end: number, until?: import('../../types').GameEvent}} when milliseconds: it sets out, is there, the step is over
 * @param {{line: (view: import('board/layers.js').View) => Point[], jumps?: boolean, paint: (ctx: CanvasRenderingContext2D, view: import('board/layers.js').View, spot: {x: number, y: number, angle: number}) => void}} how
 * @returns {import('board/animate.js').Track[]}
 */
export function legTracks({ from, to, fate }, { at, arrive, end, until }, { line, jumps = false, paint }) {
  /** @type {(fixed?: number) => NonNullable<import('board/animate.js').Track['paint']>} */
  const painter = (fixed) => (ctx, view, eased) => {
    const k = fixed ?? eased;
    const way = line(view);
    if (fate === 'vanishes' || fate === 'dies') ctx.globalAlpha = Math.max(0, 1 - k * 1.4);
    if (fate === 'appears') ctx.globalAlpha = k;
    if (jumps) ctx.globalAlpha = Math.abs(1 - 2 * k);
    paint(ctx, view, pointAlong(way, lengthOf(way) * (jumps ? Math.round(k) : from + (to - from) * k)));
  };
  // From before the beginning: it is there while others are told of first.
  const before = fate === 'appears' ? [] : [{ at: -1, lasts: at + 1, paint: painter(0) }];
  const goes = { at, lasts: arrive - at, paint: painter() };
  const after = { at: arrive, lasts: end - arrive, stays: 0, paint: painter(1) };
  if (fate === 'arrives') return [...before, goes, ...(until ? [{ ...after, lasts: 0, until }] : [])];
  return fate === 'goes' || fate === 'appears' ? [...before, goes, after] : [...before, goes];
}
