/** Where do the large words of a moment stand? Off the place that they speak of: at the head of the board, at its foot where that place lies high; in the middle where they speak of none. */

/** CSS pixels: how far what is seen of a place reaches above and below it, and what the bar at the foot of the board takes. */
const REACH = 70;
const BAR = 64;

/**
 * Words that stand clear stay where they are, whatever the camera does.
 * @param {HTMLElement} words centred on their place @param {readonly number[]} heights of the places that they speak of, in CSS pixels of the board
 * @param {{head: number, height: number}} board where a sentence would stand, and its height
 */
export function placeWords(words, heights, { head, height }) {
  if (words.hidden || !heights.length) {
    words.style.removeProperty('top');
    words.classList.remove('low');
    return;
  }
  const tall = words.offsetHeight;
  const above = Math.min(...heights) - REACH - (head + tall);
  const below = height - BAR - tall - (Math.max(...heights) + REACH);
  const isLow = words.classList.contains('low') ? below >= 0 || below >= above : above < 0 && below > above;
  words.classList.toggle('low', isLow);
  words.style.setProperty('top', `${Math.round(isLow ? height - BAR - tall / 2 : head + tall / 2)}px`);
}
