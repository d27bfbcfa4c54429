/** How much room gets what? Rows of the table where mechs stand, and the cards of a hand; pure. */

/** CSS pixels of a card in the hand: the least in which its rules can be read, the same of long rules, the most that is worth it, and between two. */
export const CARD = { least: 124, long: 168, most: 204, gap: 8 };
/** Rules of more letters are long. */
const LONG = 122;

/**
 * Rows of the table from the far side to the near one, as CSS grid tracks: those with mechs take what empty ones need not; a home row keeps the
 * height of its warship. While nobody stands anywhere, the warships are what there is to see.
 * @param {boolean[]} full which have mechs
 */
export function tracks(full) {
  const isAny = full.includes(true);
  return full
    .map((is, row) => {
      const isHome = row === 0 || row === full.length - 1;
      if (is) return `minmax(${isHome ? 'var(--row-home)' : 'var(--row)'}, 1fr)`;
      const share = isAny ? (isHome ? 0.24 : 0.16) : isHome ? 1 : 0.5;
      return `minmax(${isHome ? 'var(--deck)' : 'var(--lane)'}, ${share}fr)`;
    })
    .join(' ');
}

/** Which rows have mechs, or had some in the same turn: within a turn rows grow, and none shrinks under the hand that acts there. */
export function createManned() {
  let turn = '';
  /** @type {boolean[]} */
  let kept = [];
  /** @param {string} now the turn, and from which side it is seen @param {boolean[]} full which have mechs @returns {boolean[]} */
  return (now, full) => {
    if (now !== turn) kept = [];
    turn = now;
    kept = full.map((is, row) => is || !!kept[row]);
    return kept;
  };
}

/** The least width of a card with rules of so many letters. @param {number} count */
export const leastOf = (count) => (count > LONG ? CARD.long : CARD.least);

/**
 * How wide each card is, so that all are seen whole, or as many as there is room for, and the rest is scrolled to.
 * @param {number} width of the room for cards @param {number[]} leasts of each card
 */
export function cardWidths(width, leasts) {
  const { most, gap } = CARD;
  let shown = leasts.length;
  const needs = () => leasts.slice(0, shown).reduce((sum, one) => sum + one, gap * (shown - 1));
  while (shown > 1 && needs() > width) shown -= 1;
  const more = shown ? Math.max(0, Math.floor((width - needs()) / shown)) : 0;
  return leasts.map((least) => Math.min(most, Math.min(least, Math.max(width, CARD.least)) + more));
}

/** Whether all cards are seen at once. @param {number} width of the room for cards @param {number[]} leasts */
export const fits = (width, leasts) => leasts.reduce((sum, one) => sum + one + CARD.gap, -CARD.gap) <= width;

/** How wide a text is, in letters: those of Chinese count twice. @param {string} text */
export const letters = (text) => [...text].reduce((sum, one) => sum + (one.charCodeAt(0) > 0x2e7f ? 1.9 : 1), 0);
