/**
 * What was ordered in the step before? Kept in the tab, so that it survives a reload; board and command line both repeat it.
 */
import { keptJson } from 'app/kept.js';

const place = () => keptJson(`past.${globalThis.location?.pathname ?? ''}`, { isOfTab: true });

/** @param {number} step @param {any} orders */
export function keepOrders(step, orders) {
  const before = keptOrders(step - 1);
  place().write({ ...(before ? { [step - 1]: before } : {}), [step]: orders });
}

/** @param {number} step @returns {any} null: not known */
export const keptOrders = (step) => place().read()?.[step] ?? null;
