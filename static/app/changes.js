/** What did a step cost and bring, in numbers? Changes are counted by kind; what was lost and what was gained stay apart. */

/** @typedef {import('../types').Change} Change */
/** @typedef {import('../types').SideChange} SideChange */

/**
 * A number that changed.
 * @param {string} kind @param {string} icon a sign of `static/icons.json` @param {number} amount below 0: lost
 * @param {(n: number) => string} named the kind in words, for so many @returns {Change}
 */
export const change = (kind, icon, amount, named) => ({ kind, icon, amount, name: named(Math.abs(amount)), named });

/** @param {number | null} seat whose it is @param {Change} one @returns {SideChange} */
export const changeOf = (seat, one) => ({ ...one, seat });

/** What of it one seat lost and gained; a reader without a seat has none. @param {SideChange[]} changes @param {number | null | undefined} seat @returns {Change[]} */
export const ofSeat = (changes, seat) =>
  seat === null || seat === undefined
    ? []
    : changes.filter((one) => one.seat === seat).map(({ seat: _, ...one }) => one);

/**
 * Sums by kind, and by side where it is told, lost and gained apart, in the order in which kinds first come.
 * @template {Change & {seat?: number | null}} One
 * @param {One[]} changes @returns {One[]} none of 0
 */
export function sums(changes) {
  /** @type {Map<string, One>} */
  const found = new Map();
  for (const one of changes) {
    if (!one.amount) continue;
    const key = `${one.kind} ${one.seat} ${one.amount < 0}`;
    const before = found.get(key)?.amount ?? 0;
    const amount = before + one.amount;
    const first = found.get(key) ?? one;
    found.set(key, { ...first, amount, name: one.named?.(Math.abs(amount)) ?? first.name });
  }
  return [...found.values()];
}
