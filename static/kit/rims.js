/** How far does anybody reach? Of discs that overlap only the outer rim is left, as arcs. Pure. */

/** @typedef {readonly [x: number, y: number, radius: number]} Disc */
/** @typedef {{disc: Disc, from: number, to: number}} Arc part of a disc's rim, clockwise on the screen, in radians; `from` < `to` */

const TURN = Math.PI * 2;

/**
 * The part of a disc's rim that lies in another, as angles; null: none of it. Of two alike the first covers the second.
 * @param {Disc} one @param {Disc} other @param {boolean} isFirst the other comes first
 * @returns {[number, number] | null}
 */
function coveredBy([x, y, radius], [ox, oy, reach], isFirst) {
  const away = Math.hypot(ox - x, oy - y);
  if (away >= radius + reach) return null;
  if (away + radius <= reach) return away === 0 && radius === reach && !isFirst ? null : [0, TURN];
  if (away + reach <= radius) return null;
  const half = Math.acos((radius * radius + away * away - reach * reach) / (2 * radius * away));
  const middle = Math.atan2(oy - y, ox - x);
  return [middle - half, middle + half];
}

/** The outer rim of all of them together. @param {readonly Disc[]} discs @returns {Arc[]} */
export function rimsOf(discs) {
  return discs.flatMap((disc, i) => {
    const covered = discs
      .flatMap((other, j) => (i === j ? [] : [coveredBy(disc, other, j < i)]))
      .filter((part) => part !== null)
      .flatMap(([from, to]) => {
        const start = to - from >= TURN ? 0 : ((from % TURN) + TURN) % TURN;
        const end = start + to - from;
        return end > TURN
          ? [
              [start, TURN],
              [0, end - TURN],
            ]
          : [[start, end]];
      })
      .sort(([a], [b]) => a - b);
    /** @type {Arc[]} */
    const free = [];
    let at = 0;
    for (const [from, to] of [...covered, [TURN, TURN]]) {
      if (from > at) free.push({ disc, from: at, to: from });
      at = Math.max(at, to);
    }
    return free;
  });
}
