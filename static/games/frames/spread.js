/** How much room gets what? Rows of the table where mechs stand, and the cards of a hand; pure. */

/** CSS pixels of a card in the hand: the least in which its rules can be read, the most that is worth it, and between two. */
export const CARD = { least: 156, most: 204, gap: 8 };

/**
 * Rows of the table from the far side to the near one, as CSS grid tracks: those with mechs take what empty ones need not; a home row keeps the
 * height of its warship.
 * @param {boolean[]} full which have mechs
 */
export function tracks(full) {
  const isAny = full.includes(true);
  return full
    .map((is, row) => {
      const isHome = row === 0 || row === full.length - 1;
      if (is) return `minmax(${isHome ? 'var(--row-home)' : 'var(--row)'}, 1fr)`;
      return `minmax(${isHome ? 'var(--deck)' : 'var(--lane)'}, ${isAny ? (isHome ? 0.36 : 0.2) : 1}fr)`;
    })
    .join(' ');
}

/**
 * How wide each card is, so that all are seen whole, or as many as there is room for, and the rest is scrolled to.
 * @param {number} width of the room for cards @param {number} count
 */
export function cardWidth(width, count) {
  const { least, most, gap } = CARD;
  if (!count || width <= 0) return least;
  const room = Math.max(1, Math.min(count, Math.floor((width + gap) / (least + gap))));
  return Math.max(Math.min(least, width), Math.min(most, Math.floor((width - gap * (room - 1)) / room)));
}

/** Whether all cards are seen at once. @param {number} width of the room for cards @param {number} count */
export const fits = (width, count) => count * (CARD.least + CARD.gap) - CARD.gap <= width;

/** How wide a text is, in letters: those of Chinese count twice. @param {string} text */
export const letters = (text) => [...text].reduce((sum, one) => sum + (one.charCodeAt(0) > 0x2e7f ? 1.9 : 1), 0);
