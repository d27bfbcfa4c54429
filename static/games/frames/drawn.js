/** Has it changed? Elements are written anew only where what they show differs, so that focus and a press under way survive. */

/** @type {WeakMap<Element, string>} */
const seen = new WeakMap();

/** Draws if these facts are not what the element was drawn from last. @param {Element} element @param {unknown} facts @param {() => void} draw */
export function whenNew(element, facts, draw) {
  const key = JSON.stringify(facts);
  if (seen.get(element) === key) return;
  seen.set(element, key);
  draw();
}
