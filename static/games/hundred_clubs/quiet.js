/**
 * What of a press that was meant for a button which has just gone? Where something stood over the map a moment ago the map takes no press:
 * a second tap on “Done” is no campaign.
 */

/** Milliseconds in which a finger may still mean what it saw. */
const MOMENT = 450;

/**
 * @param {HTMLElement} el the board's element @param {HTMLElement} element what lies over it
 * @returns {{leave: () => void}} `leave`: called before the element goes away or moves
 */
export function quietPlace(el, element) {
  /** @type {{box: DOMRect, until: number} | null} */
  let left = null;
  el.addEventListener(
    'pointerdown',
    (event) => {
      if (!left || event.timeStamp > left.until || element.contains(/** @type {Node} */ (event.target))) return;
      const { box } = left;
      const isInside =
        event.clientX >= box.left &&
        event.clientX <= box.right &&
        event.clientY >= box.top &&
        event.clientY <= box.bottom;
      if (isInside) event.stopPropagation();
    },
    { capture: true },
  );
  return {
    leave() {
      const box = element.getBoundingClientRect();
      if (!element.hidden && box.width > 0) left = { box, until: performance.now() + MOMENT };
    },
  };
}
