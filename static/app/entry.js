/** What does a page show besides what its address says? Kept with the entry of the browser's history: Back and a reload bring it back. */

/** What was kept under that name with this entry; undefined if nothing was. @param {string} name @returns {any} */
export const kept = (name) => history.state?.[name];

/**
 * Keeps values by name, beside those that have been kept already, and replaces the address if one is given.
 * @param {Record<string, unknown>} values plain data @param {string | URL} [address]
 */
export function keep(values, address = location.href) {
  history.replaceState({ ...history.state, ...values }, '', address);
}
