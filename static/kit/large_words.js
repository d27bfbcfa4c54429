/** The large words of a moment: between two seats, with their marks, or alone, before the sentence. Where do those stand? */
import { h, replace, setText } from 'app/dom.js';
import { seatMark } from 'app/seat_mark.js';

/** CSS pixels: how far what is seen of a place reaches above and below it, and what the bar at the foot of the board takes. */
const REACH = 70;
const BAR = 64;

export function createLargeWords() {
  const element = h('div', { class: 'board-words', hidden: true });
  const isBetween = () => element.classList.contains('between');
  /** Words that come before the sentence and the numbers: those between two seats come with them. */
  const isAlone = () => !element.hidden && !isBetween();
  return {
    element,
    isAlone,
    isBetween,
    /** @param {readonly import('board/lines.js').Point[]} spots that they speak of, in CSS pixels of the board @param {{head: number, height: number}} board */
    place(spots, board) {
      if (!isBetween())
        placeWords(
          element,
          spots.map(([, y]) => y),
          board,
        );
    },
    /** @param {import('../types').News | undefined} line @param {string} [sentence] what happened, below words between two seats */
    say(line, sentence = line?.text) {
      element.hidden = !line;
      element.classList.toggle('between', !!line?.between);
      const [by, of] = line?.between ?? [];
      if (by === undefined || of === undefined) return setText(element, line?.moment ?? '');
      const moment = h('p', null, seatMark(by), h('b', null, line?.moment), seatMark(of));
      replace(element, moment, h('small', null, sentence));
    },
  };
}

/**
 * Puts words alone off the place that they speak of: at the head of the board, at its foot where that place lies high; in the middle where they speak of
 * none. Words that stand clear stay where they are, whatever the camera does.
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
