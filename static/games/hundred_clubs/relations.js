/**
 * Who is whose ally, enemy or truce partner, as far as the audience knows? Pure: own relations, and what neutral and allied clubs let one
 * see of theirs (rules, 5.3); the referee knows all.
 */

/** @import { ClubView as View, PlayerView, RefereePlayer } from './types' */
/** @typedef {'allied' | 'at_war' | 'truce'} Tie */
/** @typedef {{a: number, b: number, tie: Tie}} Edge `a` is the smaller seat */

/** What a club is told that is told nothing (rules, 5.1). */
const STATUS_QUO = /** @type {Record<string, import('./types').Command>} */ ({
  undiscovered: 'keep_neutral',
  neutral: 'keep_neutral',
  allied: 'form_alliance',
  at_war: 'justify_war',
});

/** The command that goes on by itself towards a club. @param {View} view @param {number} seat */
export function statusQuo(view, seat) {
  const player = /** @type {PlayerView | undefined} */ (view.players.find((other) => other.seat === seat));
  return STATUS_QUO[player?.relation ?? 'undiscovered'];
}

/** Seats that the audience knows anything of, its own included, in order. @param {View} view @returns {number[]} */
export function knownSeats(view) {
  const known = view.players
    .filter((player) => !Number.isInteger(player.eliminated_in) && isKnown(player))
    .map(({ seat }) => seat);
  return [...known, ...(view.you === null || !view.me?.alive ? [] : [view.you])].sort((a, b) => a - b);
}

/** @param {PlayerView | RefereePlayer} player */
const isKnown = (player) => 'income' in player || player.relation !== 'undiscovered';

/** Known alliances, wars and truces, each pair once. @param {View} view @returns {Edge[]} */
export function knownTies(view) {
  /** @type {Map<string, Edge>} */
  const edges = new Map();
  const add = (/** @type {number} */ a, /** @type {number} */ b, /** @type {Tie} */ tie) => {
    const [low, high] = a < b ? [a, b] : [b, a];
    if (low !== high) edges.set(`${low} ${high}`, { a: low, b: high, tie });
  };
  for (const player of view.players) {
    if ('income' in player) openTies(player, add);
    else seatTies(player, view.you, add);
  }
  return [...edges.values()].sort((x, y) => x.a - y.a || x.b - y.b);
}

/** @param {RefereePlayer} player @param {(a: number, b: number, tie: Tie) => void} add */
function openTies({ seat, relations, truce }, add) {
  for (const [other, relation] of Object.entries(relations)) {
    if (relation === 'allied' || relation === 'at_war') add(seat, Number(other), relation);
  }
  for (const [other, rounds] of Object.entries(truce)) if (rounds > 0) add(seat, Number(other), 'truce');
}

/** @param {PlayerView} player @param {number | null} you @param {(a: number, b: number, tie: Tie) => void} add */
function seatTies(player, you, add) {
  if (you !== null && (player.relation === 'allied' || player.relation === 'at_war'))
    add(you, player.seat, player.relation);
  if (you !== null && player.truce) add(you, player.seat, 'truce');
  for (const other of player.at_war_with ?? []) add(player.seat, other, 'at_war');
  for (const other of player.in_truce_with ?? []) add(player.seat, other, 'truce');
  for (const [other, relation] of Object.entries(player.relations ?? {})) {
    if (relation === 'allied') add(player.seat, Number(other), 'allied');
  }
}
