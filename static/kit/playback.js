/**
 * How is a step played again? From a game's table of events: when each begins, what it changes on the stage, what moves meanwhile. The
 * stage is a copy of the earlier position; it ends as the later one.
 */

/** @typedef {import('board/animate.js').Track} Track */
/** @typedef {import('./beats.js').Course} Course */
/**
 * How a step is played: `direct` lays its course out as it is told; a board without a timeline calls `follow` whenever it has come farther;
 * `isStill`: there nothing moves; `isBrief`: there is no time to tell it at length.
 * @typedef {import('board/animate.js').How & {direct?: (course: Course) => Course, follow?: () => void, isStill?: boolean, isBrief?: boolean}} How
 */

/**
 * What one type of event does.
 * @template Piece, Stage
 * @typedef {object} Played
 * @property {number} at when the stage changes, milliseconds after the start
 * @property {(event: any, piece: Piece, stage: Stage) => Partial<Piece> | void} [change] of the piece it happens to
 * @property {(event: any, piece: Piece) => Track[]} [tracks]
 */

/**
 * @template Piece, Stage
 * @param {readonly any[]} events
 * @param {{stage: Stage, table: Record<string, Played<Piece, Stage>>, pieceOf: (event: any) => Piece | undefined, changed: () => void}} how
 *   `pieceOf` an event; one that happens to no piece on the stage is passed over
 * @returns {Track[]}
 */
export function tracksFrom(events, { stage, table, pieceOf, changed }) {
  return events.flatMap((event) => {
    const played = table[event.type];
    const piece = played && pieceOf(event);
    if (!piece) return [];
    const { at, change, tracks } = played;
    /** @type {Track[]} */
    const made = (tracks?.(event, piece) ?? []).map((track) => ({ ...track, of: event }));
    if (!change) return [{ at, lasts: 0, event }, ...made];
    const begin = () => {
      Object.assign(piece, change(event, piece, stage) ?? {});
      changed();
    };
    return [{ at, lasts: 0, begin, event }, ...made];
  });
}

/**
 * The stage of a board: what is painted while a step is played; null while the position itself is.
 * @template Stage
 * @param {{
 *   board: {timeline: {play: (tracks: Track[], how: import('board/animate.js').How) => Promise<void>}, redraw: (layers?: string[]) => void},
 *   stageOf: (before: any) => Stage, courseOf: (stage: Stage, before: any, after: any, events: readonly any[], changed: () => void) => Course,
 *   positionOf: (view: any) => any, layers: string[], turned?: () => void,
 * }} how `layers` show the stage; `turned`: there is another stage, or none any more
 */
export function createStage({ board, stageOf, courseOf, positionOf, layers, turned }) {
  /** @type {Stage | null} */
  let stage = null;
  /** @param {Stage | null} next */
  function turnTo(next) {
    stage = next;
    turned?.();
    board.redraw();
  }
  return {
    now: () => stage,
    isPlayed: () => stage !== null,
    clear: () => turnTo(null),
    /**
     * Plays the step between two frames; the promise is kept when it has ended.
     * @param {import('../types').Frame} previous @param {import('../types').Frame} frame @param {How} how
     */
    async play(previous, frame, how) {
      const [before, after] = [positionOf(previous.view), positionOf(frame.view)];
      const mine = stageOf(before);
      turnTo(mine);
      const changed = () => board.redraw(layers);
      const course = courseOf(mine, before, after, frame.events, changed);
      await board.timeline.play((how.direct?.(course) ?? course).tracks, how);
      if (stage === mine) turnTo(null);
    },
  };
}
