/**
 * How does a thing that lies over the board keep its presses to itself? Buttons, bars and menus there are inside the board's element, and
 * the board listens to every gesture in it.
 */
import { h } from 'app/dom.js';

const GESTURES = ['pointerdown', 'pointerup', 'pointermove', 'dblclick', 'wheel', 'contextmenu', 'keydown'];

/**
 * What is pressed in the element is no gesture on the board below. The click that follows a tap on the board may find the element already
 * under the finger, if that tap made it appear: only what is pressed in the element counts there.
 * @param {HTMLElement} element
 */
export function keepPresses(element) {
  let isPressed = false;
  for (const name of GESTURES) element.addEventListener(name, (event) => event.stopPropagation());
  // No click comes here of a press that slid off the element: whoever presses next, wherever that is, begins anew.
  const begin = () => {
    isPressed = false;
  };
  element.addEventListener(
    'pointerdown',
    () => {
      isPressed = true;
      window.addEventListener('pointerdown', begin, { capture: true, once: true });
    },
    true,
  );
  element.addEventListener(
    'click',
    (event) => {
      if (event.detail > 0 && !isPressed) event.stopPropagation();
      isPressed = false;
    },
    true,
  );
}

/** A button over the board that shows only a sign. @param {Element} sign @param {string} label @param {() => void} act @param {Record<string, any>} [more] attributes */
export const boardButton = (sign, label, act, more = {}) =>
  h(
    'button',
    { type: 'button', class: 'board-button', 'aria-label': label, title: label, onclick: act, ...more },
    sign,
  );
