/**
 * What was ordered in the step before? Kept in the tab, so that it survives a reload; board and command line both repeat it.
 */

const key = () => `fogbound.past.${globalThis.location?.pathname ?? ''}`;

/** @returns {Record<number, any>} orders by step */
function read() {
  try {
    return JSON.parse(sessionStorage.getItem(key()) ?? '{}');
  } catch {
    return {}; // No storage: nothing can be repeated after a reload.
  }
}

/** @param {number} step @param {any} orders */
export function keepOrders(step, orders) {
  const before = read()[step - 1];
  try {
    sessionStorage.setItem(key(), JSON.stringify({ ...(before ? { [step - 1]: before } : {}), [step]: orders }));
  } catch {
    // See above.
  }
}

/** @param {number} step @returns {any} null: not known */
export const keptOrders = (step) => read()[step] ?? null;
