/** How much room gets what card of a hand? Pure. */

/** CSS pixels of a card in the hand: the least in which what it does can be read, the most that is worth it, and between two. */
export const CARD = { least: 122, most: 178, gap: 8 };

/** Whether all cards are seen at once. @param {number} width of the room for cards @param {number} count of them */
export const fits = (width, count) => count * (CARD.least + CARD.gap) - CARD.gap <= width;

/**
 * How wide a card is, so that all are seen whole, or as many as there is room for, and the rest is scrolled to.
 * @param {number} width of the room for cards @param {number} count of them
 */
export function cardWidth(width, count) {
  const { least, most, gap } = CARD;
  const shown = Math.max(1, Math.min(count, Math.floor((width + gap) / (least + gap))));
  return Math.max(least, Math.min(most, Math.floor((width + gap) / shown) - gap));
}

/** How wide a text is, in letters: those of Chinese count twice. @param {string} text */
export const letters = (text) => [...text].reduce((sum, one) => sum + (one.charCodeAt(0) > 0x2e7f ? 1.9 : 1), 0);

/** Letters of two lines of a draft at a desk, beside whom it sends out. */
const LINES = 230;

/** Whether a draft needs a third line there. @param {string} text */
export const isLong = (text) => letters(text) > LINES;
