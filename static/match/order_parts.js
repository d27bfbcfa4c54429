/** How are partial orders added to a draft, found in it and removed from it? Works on JSON of any game, without knowing its meaning. */
import { same } from 'match/drafts.js';

/** @param {unknown} value @returns {value is Record<string, any>} */
const isRecord = (value) => typeof value === 'object' && value !== null && !Array.isArray(value);

/** Merges `more` into `draft`: objects by key, lists by appending; any other value is that of `more`. @param {any} draft @param {any} more @returns {any} */
export function merged(draft, more) {
  if (Array.isArray(draft) && Array.isArray(more)) return [...draft, ...more];
  if (!isRecord(draft) || !isRecord(more)) return more;
  return {
    ...draft,
    ...Object.fromEntries(Object.entries(more).map(([key, value]) => [key, merged(draft[key], value)])),
  };
}

/** @param {unknown[]} list */
const isPlace = (list) => list.length > 1 && list.every(Number.isFinite);

/**
 * Does the draft contain all of `part`? Entries of its lists may have more fields than the part's: stored orders have every default
 * filled in.
 * @param {any} draft @param {any} part @returns {boolean}
 */
export function holds(draft, part) {
  if (Array.isArray(draft) && Array.isArray(part)) {
    // Order counts in a list of plain values: [0, 2] and [2, 0] are different places.
    if (isPlace(part) && draft.length === part.length) return same(draft, part);
    return part.every((entry) => draft.some((other) => holds(other, entry)));
  }
  if (isRecord(draft) && isRecord(part)) return Object.entries(part).every(([key, value]) => holds(draft[key], value));
  return same(draft, part);
}

/** Removes `part` from `draft`, and what is empty afterwards. @param {any} draft @param {any} part @returns {any} */
export function without(draft, part) {
  if (Array.isArray(draft) && Array.isArray(part))
    return draft.filter((entry) => !part.some((other) => holds(entry, other)));
  if (!isRecord(draft) || !isRecord(part)) return undefined;
  const left = { ...draft };
  for (const [key, value] of Object.entries(part)) {
    const rest = without(draft[key], value);
    if (rest === undefined || !Object.keys(rest).length) delete left[key];
    else left[key] = rest;
  }
  return left;
}

/** Is this value empty, like a default? @param {any} value @returns {boolean} */
export const isNothing = (value) =>
  value === undefined ||
  value === null ||
  value === false ||
  (typeof value === 'object' && Object.values(value).every(isNothing));

/** Do the orders consist of this part only? @param {any} orders @param {any} part */
export const isAll = (orders, part) => holds(orders, part) && isNothing(without(orders, part));
