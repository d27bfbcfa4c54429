/**
 * What is there to know about one cell? In words: for the note beside the pointer and for screen readers alike.
 */
import { t } from 'app/i18n.js';
import { figure } from './heat.js';
import { cellName, clubName, landmarkName, refusalName, relationName, terrainName } from './names.js';
import { campaignAt, campaignsOf } from './orders.js';
import { about, remarked } from './phrases.js';
import { neededAt } from './plan.js';
import { cellOf, distanceOf, isAccess, membersAround, NOBODY, placeOfCell, UNSEEN } from './position.js';

/** @typedef {import('./position.js').Position} Position */
/** @typedef {import('./plan.js').Plan} Plan */
/** @typedef {import('./types').ClubOrders} Orders */
/** @typedef {import('../../types').MatchInfo} MatchInfo */

/**
 * Lines about a cell, the most wanted first.
 * @param {number} cell
 * @param {{position: Position, plan: Plan | null, orders: Orders, selected: number, info: MatchInfo}} known
 * @returns {string[]}
 */
export function cellLines(cell, known) {
  const { position } = known;
  const { view, chart } = position;
  const at = placeOfCell(chart, cell);
  const landmark = view.map.landmarks?.find((entry) => cellOf(chart, entry.at) === cell);
  const place = `${cellName(at)} ${terrainName(view.terrain[chart.letters[cell]].key)}`;
  const worth = t('attack ×{atk}, defence ×{def}, members {members}', {
    atk: chart.atk[cell],
    def: chart.def[cell],
    members: chart.members[cell],
  });
  const lines = [landmark ? `${place} · ${landmarkName(landmark)}` : place, worth];
  if (view.phase === 'auction' || view.phase === 'birthplaces') lines.push(...birthLines(cell, position));
  else lines.push(...ownerLines(cell, known), ...planLines(cell, known));
  return lines;
}

/** Why a birthplace may not stand on a cell; null if it may. @param {Position} position @param {number} cell */
export function birthRefusal({ view, chart }, cell) {
  const least = view.options.min_birth_distance;
  const near = (view.auction?.chosen ?? []).find((at) => distanceOf(chart, cell, cellOf(chart, at)) < least);
  if (!near) return null;
  return t('too close to {cell}: at least {n} steps', { cell: cellName(near), n: least });
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
        capital.seat === view.you && view.me
          ? t('Your capital: free influence of size {n}', { n: view.me.capital_influence })
          : t('Capital of {club}', { club: clubName(capital.seat, info) }),
      );
  return lines;
}

/** @param {Position} position @param {number} seat @param {MatchInfo} info */
function ownerLine({ view }, seat, info) {
  if (seat === view.you) return t('Your land');
  const player = view.players.find((other) => other.seat === seat);
  const name = clubName(seat, info);
  return player && 'relation' in player ? remarked(name, relationName(player.relation)) : name;
}

/** @param {number} cell @param {{position: Position, plan: Plan | null, orders: Orders, selected: number}} known */
function planLines(cell, { position, plan, orders, selected }) {
  if (!plan) return [];
  const { grids } = plan;
  const lines = [];
  const own = grids.influence[cell];
  const need = neededAt(position, cell) - own;
  if (isAccess(position, cell)) {
    if (own) lines.push(t('Your influence {n} defends here', { n: figure(own) }));
  } else if (grids.attackable[cell]) {
    if (grids.taken[cell]) lines.push(t('Influence {n}: taken if nobody answers', { n: figure(own) }));
    else if (grids.broken[cell]) lines.push(t('Influence {n}: broken, but not connected', { n: figure(own) }));
    else lines.push(t('Influence {n}: {more} more needed', { n: figure(own), more: figure(need) }));
    const more = sizeFor(cell, need, position, orders, selected);
    if (more) lines.push(t('= {n} more in the chosen campaign', { n: more }));
  }
  const index = campaignAt(orders, placeOfCell(position.chart, cell));
  if (index >= 0) lines.push(campaignLine(index, plan, orders));
  return lines;
}

/** How much the chosen campaign must grow to break a cell; 0 if it cannot or need not. @param {number} cell @param {number} need @param {Position} position @param {Orders} orders @param {number} selected */
function sizeFor(cell, need, { chart, view }, orders, selected) {
  const campaign = campaignsOf(orders)[selected];
  if (!campaign || need <= 0) return 0;
  const [x, y] = placeOfCell(chart, cell);
  const weight = view.kernel20[Math.abs(campaign.at[0] - x)]?.[Math.abs(campaign.at[1] - y)];
  return weight ? Math.ceil(need / weight) : 0;
}

/** @param {number} index @param {Plan} plan @param {Orders} orders */
export function campaignLine(index, plan, orders) {
  const { size } = campaignsOf(orders)[index];
  const { funded, reason } = plan.campaigns[index];
  const line = t('Campaign {n} of size {size}', { n: index + 1, size });
  if (!reason) return line;
  return about(line, funded ? t('only {funded} paid', { funded }) : refusalName(reason));
}
