/** What do orders have in common with a part of them, and what is left without it? JSON of any game; nothing here knows what it means. */
import { same } from 'match/drafts.js';

/** @param {unknown} value @returns {value is Record<string, any>} */
const isRecord = (value) => typeof value === 'object' && value !== null && !Array.isArray(value);

/** `draft` with `more` in it: objects by key, lists one after the other, all else as `more` has it. @param {any} draft @param {any} more @returns {any} */
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
 * Is all of `part` in the draft? Entries of lists may say more than the part does: what the server has stored has every default
 * filled in.
 * @param {any} draft @param {any} part @returns {boolean}
 */
export function holds(draft, part) {
  if (Array.isArray(draft) && Array.isArray(part)) {
    // [0, 2] is another place than [2, 0].
    if (isPlace(part) && draft.length === part.length) return same(draft, part);
    return part.every((entry) => draft.some((other) => holds(other, entry)));
  }
  if (isRecord(draft) && isRecord(part)) return Object.entries(part).every(([key, value]) => holds(draft[key], value));
  return same(draft, part);
}

/** `draft` without what `part` says of it, nor what is empty without that. @param {any} draft @param {any} part @returns {any} */
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

/** Does this say nothing, as a default does? @param {any} value @returns {boolean} */
export const isNothing = (value) =>
  value === undefined ||
  value === null ||
  value === false ||
  (typeof value === 'object' && Object.values(value).every(isNothing));

/** Are the orders this and nothing else? @param {any} orders @param {any} part */
export const isAll = (orders, part) => holds(orders, part) && isNothing(without(orders, part));
