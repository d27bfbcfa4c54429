/** What will a planet bid in the next step by what it has been told, and why nothing? From the server's forecast of the draft. */
import { t, tn } from 'app/i18n.js';
import { actionsOf, reflexesOf, setReflex, standingOf } from './orders.js';

/** @import { Forecast, Orders, Reflex, Session, Shown } from './types' */

/** How a planet bids by itself. @param {Session} session @param {Shown} planet @returns {Reflex | undefined} */
export const bidRuleOf = ({ state }, planet) =>
  reflexesOf(state.orders, planet).find(({ type }) => type === 'auto_charge');

/** Has it no more than what stays? @param {Pick<Shown, 'energy'>} planet @param {Reflex} rule */
export const isShort = ({ energy }, { keep = 0 }) => energy <= keep;

/** What is left of a planet's energy once the ships of the draft are built. @param {Orders} orders @param {Pick<Shown, 'id' | 'energy'>} planet */
export const leftOf = (orders, { id, energy }) =>
  actionsOf(orders, id).reduce((left, action) => left - (action.do === 'build' ? action.energy : 0), energy);

/**
 * Why does a planet bid no more that has bid the same in every round? `ended`: that was for so many rounds, and is over or ends in the next step;
 * `kept`: it has no more than what stays, which comes first. null: it goes on, or bids by no such order.
 * @param {Orders} orders @param {Pick<Shown, 'id' | 'energy' | 'all'>} planet @param {number} stride rounds of a step
 */
export function stopOf(orders, planet, stride) {
  const rule = reflexesOf(orders, planet).find(({ type }) => type === 'auto_charge');
  if (!rule) return null;
  if (rule.mode === 'fixed' && isShort({ energy: leftOf(orders, planet) }, rule)) return 'kept';
  const left = planet.all?.bids_left;
  return left !== undefined && left < stride && !standingOf(orders, planet.id)?.reflexes ? 'ended' : null;
}

/** The draft with which a planet bids as it did; if all of it would stay, no more stays than what its bids of a step leave. @param {Orders} orders @param {Shown} planet @param {number} stride */
export function bidsOn(orders, planet, stride) {
  const rule = reflexesOf(orders, planet).find(({ type }) => type === 'auto_charge');
  if (!rule) return orders;
  const spare = leftOf(orders, planet) - (rule.energy ?? 1) * stride;
  const keep = stopOf(orders, planet, stride) === 'kept' ? Math.max(0, spare) : rule.keep;
  return setReflex(orders, planet, 'auto_charge', { ...rule, keep });
}

/** Bids without those that were lost to another planet of the same seat, which has won that round. @template {{round: number, result: string}} Bid @param {readonly Bid[]} bids of one seat @returns {Bid[]} */
export function againstOthers(bids) {
  const won = new Set(bids.filter(({ result }) => result === 'won').map(({ round }) => round));
  return bids.filter(({ round, result }) => result === 'won' || !won.has(round));
}

/** Bids that show how high one has to bid. */
const LATELY = 10;
/** @param {number[]} sizes */
const span = (sizes) => [...new Set([Math.min(...sizes), Math.max(...sizes)])].join('–');

/** How high bids of late were that won, and that lost; empty where there are none. @param {readonly (readonly [round: number, planet: number, bid: number, result: string, ...rest: any[]])[]} history bids of one seat, as the view tells them */
export function latelyText(history) {
  const last = againstOthers(history.map(([round, , bid, result]) => ({ round, bid, result }))).slice(-LATELY);
  const sizes = (/** @type {boolean} */ isWon) =>
    last.filter(({ result }) => (result === 'won') === isWon).map(({ bid }) => bid);
  const [won, lost] = [sizes(true), sizes(false)];
  if (!last.length) return '';
  if (!lost.length) return t('Last bids: {won} won.', { won: span(won) });
  return won.length
    ? t('Last bids: {won} won, {lost} lost.', { won: span(won), lost: span(lost) })
    : t('Last bids: {lost} lost.', { lost: span(lost) });
}

/** @param {Reflex} rule */
export const keptText = ({ keep = 0 }) =>
  t('bids nothing, since {keep} energy are kept back; from {from} on it bids', { keep, from: keep + 1 });

/**
 * One sentence; empty where nothing is bid by itself, or the server has not answered yet.
 * @param {Pick<Shown, 'id' | 'energy'>} planet @param {Reflex | undefined} rule @param {Pick<Forecast, 'events'> | null} forecast of this draft
 */
export function bidsText(planet, rule, forecast) {
  if (!rule || !forecast) return '';
  const bids = forecast.events.flatMap(({ type, planet: who, bid }) =>
    type === 'charged' && who === planet.id ? [bid] : [],
  );
  if (bids.length) {
    const facts = { bid: bids[0], n: bids.length };
    return rule.mode === 'fixed'
      ? tn('Next step: {n} bid of {bid}.', 'Next step: {n} bids of {bid}.', facts.n, facts)
      : t('Next step: it begins with a bid of {bid}.', facts);
  }
  const { keep = 0 } = rule;
  return isShort(planet, rule)
    ? t('Next step: it bids nothing. It has {has} energy, and {keep} stay; from {from} on it bids.', {
        has: planet.energy,
        keep,
        from: keep + 1,
      })
    : t('Next step: it bids nothing, as far as is foreseen.');
}
