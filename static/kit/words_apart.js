/** How do the large words of a moment keep off the sentence that is told with them? They stand in the middle, unless that lies there. */

/** CSS pixels between the two. */
const GAP = 8;

/** @param {HTMLElement} words centred on their place @param {HTMLElement} caption both in the same box */
export function keepApart(words, caption) {
  words.style.removeProperty('top');
  if (words.hidden || caption.hidden) return;
  const [middle, half] = [words.offsetTop, words.offsetHeight / 2];
  const [head, foot] = [caption.offsetTop, caption.offsetTop + caption.offsetHeight];
  if (middle + half + GAP <= head || middle - half - GAP >= foot) return;
  const isBelow = (head + foot) / 2 < middle;
  words.style.setProperty('top', `${Math.round(isBelow ? foot + GAP + half : head - GAP - half)}px`);
}
