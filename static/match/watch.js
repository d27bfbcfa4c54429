/**
 * Through whose eyes does this page look, and what does it say to the server? The address names the audience; else it is one's own seat, or what the
 * server thinks best for whoever has none.
 *
 * @typedef {import("../types").Audience} Audience
 * @typedef {import("../types").MatchPage} MatchPage
 * @typedef {import("match/store.js").State} State
 */
import { keep } from 'app/entry.js';
import { connect, PASSING, socketUrl } from 'app/socket.js';

/** Messages that are about one seat. */
const OF_A_SEAT = new Set(['orders', 'ready', 'forecast', 'resign', 'return', 'substitute', 'preferences', 'go_on']);

/**
 * @param {{
 *   page: MatchPage, state: State, onMessage: (message: import("../types").ServerMessage) => void, onState: (line: string) => void,
 *   onCut: () => void,
 * }} config
 */
export function createWatch({ page, state, onMessage, onState, onCut }) {
  const socket = connect({
    url: socketUrl(page.socket),
    match: page.match,
    person: page.person,
    onMessage,
    onState,
    onCut,
  });
  socket.watch(page.match, named(), () => state.newest);

  /** The audience that the address names, or the page. @returns {Audience | null} */
  function named() {
    const as = new URLSearchParams(location.search).get('as');
    if (as === 'public' || as === 'referee') return as;
    return as !== null && /^\d+$/.test(as) ? Number(as) : (page.watch_as ?? null);
  }

  /** Whoever has several seats says for which one. @param {string} type */
  const seatOf = (type) =>
    (state.info?.yours.length ?? 0) > 1 && OF_A_SEAT.has(type) ? { seat: state.info?.you } : {};

  return {
    socket,

    /** Tells the server something of this match. @param {string} type @param {Record<string, unknown>} [fields] */
    send: (type, fields) => socket.send(type, { match: page.match, ...seatOf(type), ...fields }),

    /** Looks through other eyes. @param {Audience} as */
    as(as) {
      // It starts from nothing: the frames at hand are another audience's until its own have come.
      socket.watch(page.match, as, () => (state.audience === as ? state.newest : null));
      const address = new URL(location.href);
      address.searchParams.set('as', String(as));
      keep({}, address);
    },

    /** Some frames are missing: the server sends them again. */
    again: () => socket.rewatch(page.match),

    /**
     * The match is not shown to us as the address asks: it is watched from one's own seat.
     * @param {import("../types").ErrorMessage} message @returns {boolean} is it more than a passing fault, which has a notice of its own?
     */
    refused(message) {
      if (message.code === 'not_allowed' && named() !== null) socket.watch(page.match, null, () => state.newest);
      return message.ack !== null && !PASSING.has(message.code);
    },
  };
}
