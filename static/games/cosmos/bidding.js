/** What will a planet bid in the next step by what it has been told, and why nothing? From the server's forecast of the draft. */
import { t, tn } from 'app/i18n.js';
import { reflexesOf } from './orders.js';

/** @import { Forecast, Reflex, Session, Shown } from './types' */

/** How a planet bids by itself. @param {Session} session @param {Shown} planet @returns {Reflex | undefined} */
export const bidRuleOf = ({ state }, planet) =>
  reflexesOf(state.orders, planet).find(({ type }) => type === 'auto_charge');

/** Has it no more than what stays? @param {Pick<Shown, 'energy'>} planet @param {Reflex} rule */
export const isShort = ({ energy }, { keep = 0 }) => energy <= keep;

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
