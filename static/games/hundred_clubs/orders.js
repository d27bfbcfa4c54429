/**
 * What becomes of the draft when something is added, changed or taken away? Pure: every function returns new orders and leaves the
 * old ones alone; a field that says nothing is left out, so that an empty draft is `{}`. Holds no rules: whether orders are legal,
 * and what they lead to, others say.
 */

/** @import { ClubOrders as Orders, Campaign, Cell, Command } from './types' */

/** A draft of any phase: nothing said. @returns {Orders} */
export function emptyOrders() {
  return {};
}

/** Orders as they are; nothing is the empty draft. @param {any} [orders] @returns {Orders} */
export const whole = (orders) => orders ?? emptyOrders();

/** @param {Cell} a @param {Cell} b */
export const sameCell = (a, b) => a[0] === b[0] && a[1] === b[1];

/** @param {Orders | null | undefined} orders @returns {Campaign[]} in the order in which they are paid */
export const campaignsOf = (orders) => orders?.campaigns ?? [];

/** Place in the list of the first campaign on a cell; -1 if there is none. @param {Orders | null | undefined} orders @param {Cell} at */
export const campaignAt = (orders, at) => campaignsOf(orders).findIndex((campaign) => sameCell(campaign.at, at));

/** Sum of the sizes. @param {Orders | null | undefined} orders */
export const totalSize = (orders) => campaignsOf(orders).reduce((sum, { size }) => sum + size, 0);

/** The command that is said to a club; null: the status quo. @param {Orders | null | undefined} orders @param {number} target @returns {Command | null} */
export const commandTo = (orders, target) => orders?.diplomacy?.[target] ?? null;

/** A draft with another list of campaigns. @param {Orders} orders @param {Campaign[]} campaigns @returns {Orders} */
function withCampaigns(orders, campaigns) {
  const { campaigns: _, ...rest } = orders;
  return campaigns.length ? { ...rest, campaigns } : rest;
}

/** A new campaign at the end of the list, or more of the one on that cell. @param {Orders} orders @param {Cell} at @param {number} size @returns {Orders} */
export function addCampaign(orders, at, size) {
  const index = campaignAt(orders, at);
  if (index >= 0) return resizeCampaign(orders, index, campaignsOf(orders)[index].size + size);
  return size < 1 ? orders : withCampaigns(orders, [...campaignsOf(orders), { at: [at[0], at[1]], size }]);
}

/** @param {Orders} orders @param {number} index @param {number} size below 1 takes the campaign away @returns {Orders} */
export function resizeCampaign(orders, index, size) {
  if (size < 1) return removeCampaign(orders, index);
  return withCampaigns(
    orders,
    campaignsOf(orders).map((campaign, i) => (i === index ? { ...campaign, size } : campaign)),
  );
}

/** The same campaigns, the money shared evenly; what cannot be shared goes to those that are paid first. @param {Orders} orders @param {number} total sum of all sizes @returns {Orders} */
export function evenly(orders, total) {
  const campaigns = campaignsOf(orders);
  if (!campaigns.length || total < campaigns.length) return orders;
  const [each, rest] = [Math.floor(total / campaigns.length), total % campaigns.length];
  const sizes = campaigns.map((_, i) => each + (i < rest ? 1 : 0));
  if (campaigns.every(({ size }, i) => size === sizes[i])) return orders;
  return withCampaigns(
    orders,
    campaigns.map((campaign, i) => ({ ...campaign, size: sizes[i] })),
  );
}

/** Money on top: a campaign that stands already grows, others join the end of the list. @param {Orders} orders @param {Campaign[]} more @returns {Orders} */
export function spendMore(orders, more) {
  const campaigns = campaignsOf(orders).map((campaign) => {
    const added = more.find(({ at }) => sameCell(at, campaign.at));
    return added ? { ...campaign, size: campaign.size + added.size } : campaign;
  });
  const others = more.filter(({ at }) => campaignAt(orders, at) < 0);
  return withCampaigns(orders, [...campaigns, ...others]);
}

/** To another cell; a campaign that is there already takes it up. @param {Orders} orders @param {number} index @param {Cell} at @returns {Orders} */
export function moveCampaign(orders, index, at) {
  const moved = campaignsOf(orders)[index];
  if (!moved || sameCell(moved.at, at)) return orders;
  if (campaignAt(orders, at) >= 0) {
    const joined = campaignsOf(orders).map((campaign) =>
      sameCell(campaign.at, at) ? { ...campaign, size: campaign.size + moved.size } : campaign,
    );
    return removeCampaign(withCampaigns(orders, joined), index);
  }
  return withCampaigns(
    orders,
    campaignsOf(orders).map((campaign, i) => (i === index ? { ...campaign, at: [at[0], at[1]] } : campaign)),
  );
}

/** @param {Orders} orders @param {number[]} indexes @returns {Orders} */
export const withoutCampaigns = (orders, indexes) =>
  withCampaigns(
    orders,
    campaignsOf(orders).filter((_, i) => !indexes.includes(i)),
  );

/** @param {Orders} orders @param {number} index @returns {Orders} */
export function removeCampaign(orders, index) {
  return withCampaigns(
    orders,
    campaignsOf(orders).filter((_, i) => i !== index),
  );
}

/** Pays a campaign earlier or later. @param {Orders} orders @param {number} index @param {number} to its new place in the list @returns {Orders} */
export function reorderCampaign(orders, index, to) {
  const list = [...campaignsOf(orders)];
  const place = Math.max(0, Math.min(list.length - 1, to));
  if (!list[index] || place === index) return orders;
  list.splice(place, 0, ...list.splice(index, 1));
  return withCampaigns(orders, list);
}

/**
 * Says a command to a club. There is one backstab in a match: one more takes the place of the one before.
 * @param {Orders} orders @param {number} target @param {Command | null} command null: the status quo, nothing said
 * @returns {Orders}
 */
export function setCommand(orders, target, command) {
  const { diplomacy: before = {}, ...rest } = orders;
  const kept = Object.entries(before).filter(
    ([seat, said]) => Number(seat) !== target && !(command === 'backstab' && said === 'backstab'),
  );
  const diplomacy = Object.fromEntries(command ? [...kept, [String(target), command]] : kept);
  return Object.keys(diplomacy).length ? { ...rest, diplomacy } : rest;
}

/** @param {Orders} orders @param {Cell | null} at null: the capital stays @returns {Orders} */
export function setCapital(orders, at) {
  const { capital: _, ...rest } = orders;
  return at ? { ...rest, capital: [at[0], at[1]] } : rest;
}

/** @param {Orders} orders @param {number | null} bid null: nothing said @returns {Orders} */
export function setBid(orders, bid) {
  const { bid: _, ...rest } = orders;
  return bid === null ? rest : { ...rest, bid };
}

/** @param {Orders} orders @param {Cell | null} at null: nothing said @returns {Orders} */
export function setBirthplace(orders, at) {
  const { birthplace: _, ...rest } = orders;
  return at ? { ...rest, birthplace: [at[0], at[1]] } : rest;
}

/** Giving up is an order of its own, without any other. @param {Orders} orders @param {boolean} resign @returns {Orders} */
export function setResign(orders, resign) {
  if (resign) return { resign: true };
  const { resign: _, ...rest } = orders;
  return rest;
}

/**
 * The place in the orders that a path of the server names (`campaigns[2].size`, `diplomacy.3`, `capital`).
 * @param {string} path @returns {{campaign: number | null, club: number | null, field: string}}
 */
export function placeOf(path) {
  const campaign = /^campaigns\[(\d+)\]/.exec(path);
  const club = /^diplomacy\.(\d+)$/.exec(path);
  return {
    campaign: campaign ? Number(campaign[1]) : null,
    club: club ? Number(club[1]) : null,
    field: /^[a-z]*/.exec(path)?.[0] ?? '',
  };
}

/** The orders without the part at a path. @param {Orders} orders @param {string} path @returns {Orders} */
export function removeOrder(orders, path) {
  const { campaign, club, field } = placeOf(path);
  if (campaign !== null) return removeCampaign(orders, campaign);
  if (club !== null) return setCommand(orders, club, null);
  const { [/** @type {keyof Orders} */ (field)]: _, ...rest } = orders;
  return rest;
}
