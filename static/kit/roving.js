/** How do the arrow keys go through a grid? It is one stop of the Tab key; how many columns it has is read off the page. */

/**
 * @param {Element} element of the grid @param {string} selector of what can have the focus in it, one in each field
 * @returns {{show: () => void}} to be called whenever the fields have changed
 */
export function rove(element, selector) {
  /** @type {HTMLElement | undefined} */
  let current;
  const stops = () => /** @type {HTMLElement[]} */ ([...element.querySelectorAll(selector)]);
  /** @param {HTMLElement[]} all */
  function columnsOf(all) {
    const top = all[0].getBoundingClientRect().top;
    const second = all.findIndex((one) => Math.abs(one.getBoundingClientRect().top - top) > 1);
    return second < 0 ? all.length : second;
  }
  function show() {
    const all = stops();
    if (!current || !all.includes(current)) current = all[0];
    for (const one of all) one.tabIndex = one === current ? 0 : -1;
  }
  element.addEventListener('focusin', ({ target }) => {
    const stop = target instanceof Element ? target.closest(selector) : null;
    if (stop instanceof HTMLElement) current = stop;
    show();
  });
  element.addEventListener('keydown', (event) => {
    const { key, target, ctrlKey, metaKey, altKey } = /** @type {KeyboardEvent} */ (event);
    const all = stops();
    const at = all.indexOf(/** @type {HTMLElement} */ (target));
    if (at < 0 || ctrlKey || metaKey || altKey) return;
    const columns = columnsOf(all);
    const places = /** @type {Record<string, number>} */ ({
      ArrowRight: at + 1,
      ArrowLeft: at - 1,
      ArrowDown: at + columns,
      ArrowUp: at - columns,
      Home: 0,
      End: all.length - 1,
    });
    if (!(key in places)) return;
    event.preventDefault();
    all[places[key]]?.focus();
  });
  return { show };
}
