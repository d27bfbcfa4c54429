/** What does a draft lead to? The plan of a draft, computed once for all who ask: lists, bars and words. */
import { planOf } from './plan.js';

/** @typedef {import('./types').ClubView} View */
/** @typedef {import('./types').ClubOrders} Orders */
/** @typedef {import('./plan.js').Plan} Plan */

/** @type {WeakMap<View, {orders: Orders, plan: Plan}>} */
const newest = new WeakMap();

/** The plan of a round's draft; null where there is nothing to plan. @param {View} view @param {Orders} orders @returns {Plan | null} */
export function foreseen(view, orders) {
  if (view.phase !== 'rounds' || !view.me?.alive) return null;
  const known = newest.get(view);
  if (known?.orders === orders) return known.plan;
  const plan = planOf(view, orders);
  newest.set(view, { orders, plan });
  return plan;
}
