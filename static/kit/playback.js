/**
 * How is a step played again? From a game's table of events: when each begins, what it changes on the stage, what moves meanwhile. The
 * stage is a copy of the earlier position; it ends as the later one.
 */

/** @typedef {import('board/animate.js').Track} Track */

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
    const made = tracks?.(event, piece) ?? [];
    if (!change) return made;
    const begin = () => {
      Object.assign(piece, change(event, piece, stage) ?? {});
      changed();
    };
    return [{ at, lasts: 0, begin }, ...made];
  });
}
