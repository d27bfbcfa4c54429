/**
 * Does somebody point at this? A page that changes under a resting pointer says so as well (the events are the same), and whoever has just
 * pressed something would be told of what has come to lie there: that counts only once the pointer has been moved.
 */

/** Where a pointer was when it was moved or pressed last. */
let last = { x: Number.NaN, y: Number.NaN };
for (const name of ['pointermove', 'pointerdown', 'pointerup'])
  globalThis.addEventListener?.(
    name,
    (event) => {
      const { clientX: x, clientY: y } = /** @type {PointerEvent} */ (event);
      last = { x, y };
    },
    { capture: true, passive: true },
  );

/** @param {HTMLElement} element @param {(is: boolean) => void} over hears that a pointer or the focus has come to it, and that it has gone */
export function hover(element, over) {
  let is = false;
  const come = () => {
    if (!is) over((is = true));
  };
  const go = () => over((is = false));
  element.onpointerenter = (event) => {
    if (event?.clientX !== last.x || event.clientY !== last.y) come();
  };
  element.onpointermove = element.onfocus = come;
  element.onpointerleave = element.onblur = go;
}
