/**
 * What is there to know about one cell? In words: for the note beside the pointer and for screen readers alike.
 */
import { t, tn } from 'app/i18n.js';
import { isReader } from 'kit/reader.js';
import { campaignLine } from './foreseen.js';
import { figure } from './heat.js';
import { clubName, landmarkName, relationName, terrainName } from './names.js';
import { campaignAt, sameCell } from './orders.js';
import { remarked } from './phrases.js';
import { placeName, spotName } from './places.js';
import { cellOf, distanceOf, isAccess, membersAround, NOBODY, placeOfCell, UNSEEN } from './position.js';

/** @import { Position } from './position.js' */
/** @import { RoundForecast as Plan, ClubOrders as Orders } from './types' */
/** @import { MatchInfo } from '../../types' */

/**
 * Lines about a cell, the most wanted first.
 * @param {number} cell
 * @param {{position: Position, plan: Plan | null, orders: Orders, selected: number, info: MatchInfo, letters?: boolean}} known `letters`: the
 *   numbers of the ground are asked for
 * @returns {string[]}
 */
export function cellLines(cell, known) {
  const { position } = known;
  const { view, chart } = position;
  const at = placeOfCell(chart, cell);
  const landmark = view.map.landmarks?.find((entry) => cellOf(chart, entry.at) === cell);
  const place = `${spotName(view, at)} ${terrainName(view.terrain[chart.letters[cell]].key)}`;
  const lines = [landmark ? `${place} · ${landmarkName(landmark)}` : place, worthText(chart, cell, known.letters)];
  if (view.phase === 'auction' || view.phase === 'birthplaces') lines.push(...birthLines(cell, position));
  else lines.push(...ownerLines(cell, known), ...planLines(cell, known));
  return lines;
}

/** The factors of most ground: what differs from them is worth a word. */
const USUAL = 20;

/** What a cell brings, and how it is taken and held. @param {Position['chart']} chart @param {number} cell @param {boolean} [exactly] */
function worthText({ atk, def, members }, cell, exactly) {
  const words = [tn('{n} member a round', '{n} members a round', members[cell])];
  if (exactly) words.push(t('attack ×{atk}, defence ×{def}', { atk: atk[cell], def: def[cell] }));
  else if (atk[cell] === 0) words.push(t('nobody can take it'));
  else {
    if (atk[cell] !== USUAL) words.push(atk[cell] > USUAL ? t('easy to take') : t('hard to take'));
    if (def[cell] !== USUAL) words.push(def[cell] > USUAL ? t('easy to hold') : t('hard to hold'));
  }
  return words.join(' · ');
}

/** Why a birthplace may not stand on a cell; null if it may. @param {Position} position @param {number} cell */
export function birthRefusal({ view, chart }, cell) {
  const least = view.options.min_birth_distance;
  const near = (view.auction?.chosen ?? []).find((at) => distanceOf(chart, cell, cellOf(chart, at)) < least);
  if (!near) return null;
  return t('too close to {cell}: at least {n} steps', { cell: placeName(view, near), n: least });
}

/** @param {number} cell @param {Position} position */
function birthLines(cell, position) {
  const { chart } = position;
  const lines = [t('{n} members within two cells', { n: membersAround(chart, cell) })];
  const refusal = birthRefusal(position, cell);
  if (refusal) lines.push(refusal);
  else if (chart.atk[cell] === 0) lines.push(t('Water: a birthplace here is lost after round 1'));
  return lines;
}

/** @param {number} cell @param {{position: Position, info: MatchInfo}} known */
function ownerLines(cell, { position, info }) {
  const { view, owner, cut, lastOwner, lastRound, capitals } = position;
  const lines = [];
  const whose = owner[cell];
  if (whose === UNSEEN) {
    const last = lastOwner[cell];
    if (last === UNSEEN) lines.push(t('Not seen yet'));
    else {
      const name = last === NOBODY ? t('unowned') : clubName(last, info);
      lines.push(t('Not seen; in round {round}: {owner}', { round: lastRound[cell], owner: name }));
    }
  } else if (whose === NOBODY) lines.push(t('Unowned'));
  else lines.push(ownerLine(position, whose, info));
  if (whose >= 0 && cut[cell]) lines.push(t('Cut off: no defence'));
  for (const capital of capitals)
    if (capital.cell === cell)
      lines.push(
        capital.seat === view.you && view.me && isReader(view.you, info)
          ? t('Your capital: free influence of size {n}', { n: view.me.capital_influence })
          : t('Capital of {club}', { club: clubName(capital.seat, info) }),
      );
  return lines;
}

/** @param {Position} position @param {number} seat @param {MatchInfo} info */
function ownerLine({ view }, seat, info) {
  if (seat === view.you)
    return isReader(seat, info) ? t('Your land') : t('Land of {club}', { club: clubName(seat, info) });
  const player = view.players.find((other) => other.seat === seat);
  const name = clubName(seat, info);
  return player && 'relation' in player ? remarked(name, relationName(player.relation)) : name;
}

/** @param {number} cell @param {{position: Position, plan: Plan | null, orders: Orders, selected: number}} known */
function planLines(cell, { position, plan, orders, selected }) {
  if (!plan) return [];
  const at = placeOfCell(position.chart, cell);
  const [x, y] = at;
  const lines = [];
  const { influence, missing } = plan.layers;
  const own = influence[y][x];
  const need = missing[y][x];
  const isIn = (/** @type {import('./types').Cell[]} */ cells) => cells.some((other) => sameCell(other, at));
  if (isAccess(position, cell)) {
    if (own) lines.push(t('Your influence {n} defends here', { n: figure(own) }));
  } else if (need !== null) {
    if (isIn(plan.sure))
      lines.push(t('Influence {n}: surely taken, if no club out of sight answers', { n: figure(own) }));
    else if (isIn(plan.likely)) lines.push(t('Influence {n}: likely taken', { n: figure(own) }));
    else if (isIn(plan.broken)) lines.push(t('Influence {n}: broken, but not connected', { n: figure(own) }));
    else if (need > 0) lines.push(t('Influence {n}: {more} more needed', { n: figure(own), more: figure(need) }));
    else lines.push(t('Influence {n}: enough, if it is neither held nor contested', { n: figure(own) }));
    const more = plan.campaigns[selected]?.growth.find(([gx, gy]) => gx === x && gy === y)?.[2];
    if (more) lines.push(t('= {n} more in the chosen campaign', { n: more }));
  }
  const index = campaignAt(orders, at);
  if (index >= 0) lines.push(campaignLine(index, plan, orders));
  return lines;
}
