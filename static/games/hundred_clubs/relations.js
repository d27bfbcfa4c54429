/**
 * Who is whose ally, enemy or truce partner, as far as the audience knows? Pure: own relations, and what neutral and allied clubs let one
 * see of theirs (rules, 5.3); the referee knows all.
 */

import { t } from 'app/i18n.js';
import { placeOfCell } from './position.js';

/** @import { Position } from './position.js' */
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

/** What is at stake with each club. @type {WeakMap<Position, Map<number, {theirs: number, yours: number}>>} */
const stakes = new WeakMap();

/**
 * What a war with a club is about, by the land in sight: members of cells of either that a campaign on the other's land would reach.
 * @param {Position} position of a seat @param {number} seat
 */
export function stakesOf(position, seat) {
  let known = stakes.get(position);
  if (!known) stakes.set(position, (known = new Map()));
  let found = known.get(seat);
  if (!found)
    known.set(
      seat,
      (found = {
        theirs: reached(position, position.view.you, seat),
        yours: reached(position, seat, position.view.you),
      }),
    );
  return found;
}

/** @param {Position} position @param {number | null} from @param {number | null} to whose members are counted */
function reached({ chart, owner, view }, from, to) {
  const reach = view.kernel20.length - 1;
  const near = new Set();
  for (const [cell, whose] of owner.entries()) {
    if (whose !== from) continue;
    const [x, y] = placeOfCell(chart, cell);
    for (let j = Math.max(0, y - reach); j <= Math.min(chart.height - 1, y + reach); j += 1)
      for (let i = Math.max(0, x - reach); i <= Math.min(chart.width - 1, x + reach); i += 1)
        near.add(j * chart.width + i);
  }
  let members = 0;
  for (const cell of near) if (owner[cell] === to) members += chart.members[cell];
  return members;
}

/** From which round on war can be pressed again; '' without a truce. @param {View} view @param {PlayerView} player */
export const truceText = ({ round }, { truce = 0 }) =>
  truce ? t('Truce: nobody can begin a war. From round {n} on War can be pressed.', { n: round + truce }) : '';

/** Why War would cost money and lead to nothing; null where it leads to war. @param {View} view @param {PlayerView} player */
export function warRefusal(view, player) {
  if (player.truce) return truceText(view, player);
  const rest = view.options.truce_rounds;
  return player.relation === 'allied' && rest
    ? t('With an ally no war can be prepared: press Peace first, then there is a truce for {n} rounds.', { n: rest })
    : null;
}
