/**
 * Which orders are given as soon as they are put together? Those that roll nothing, cost no more than the point of their act, turn nothing
 * up, do not end the turn, and that nothing speaks against; and all of them for whoever wants that. The others are asked for once.
 */
import { keptAt } from 'app/kept.js';

/** @typedef {import('./session.js').Session} Session */

const wish = keptAt('frames.at_once', { isTakenAlong: true });

/** Does this person want every order given at once? */
export const isWished = () => wish.read() === 'all';

/** @param {boolean} is */
export const setWish = (is) => void wish.write(is ? 'all' : null);

/** Is there nothing to ask? @param {any} view @param {any} forecast of a draft */
export function isPlain({ phase, ap }, { orders, ends_turn: endsTurn }) {
  if (phase === 'plan' || orders?.length !== 1) return false;
  const [{ orders: one, odds, leads, harm }] = orders;
  if (harm?.length !== 0 || odds) return false;
  if (one.type === 'finish') return true;
  if (one.type === 'end_turn') return ap === 0;
  if (endsTurn) return false;
  if (one.type === 'resupply') return one.free === true;
  // At the end of a turn the first sentence says what lets a mech move once more.
  return ['move', 'hold'].includes(one.act?.do) && leads.length <= (phase === 'end_step' ? 1 : 0);
}

/** Can there be nothing to ask, by what a choice says before the forecast of its order has come? @param {any} view @param {any} orders @param {any} choice */
export const mayBePlain = (view, orders, { odds = null, leads = [] }) =>
  isPlain(view, { orders: [{ orders, odds, leads, harm: [] }], ends_turn: false });

/** The area of a card in which it does nothing, as its choice or its forecast says. @param {any} order @param {any} told */
export const isInVain = (order, { leads = [] }) =>
  order?.type === 'play' && leads.some((/** @type {any} */ { data }) => data?.count === 0);

/** May whoever wants every order given at once be spared the question? @param {any} view @param {any} draft @param {any} forecast */
const isSpared = ({ ap, phase }, { type }, { orders }) =>
  isWished() &&
  phase !== 'plan' &&
  type !== 'turn' &&
  !(type === 'end_turn' && ap > 0) &&
  !orders?.some((/** @type {any} */ one) => isInVain(one.orders, one));

/** Is this draft to be given now that its forecast has come? @param {any} view @param {any} draft @param {any} forecast */
export const isGiven = (view, draft, forecast) => isSpared(view, draft, forecast) || isPlain(view, forecast);
