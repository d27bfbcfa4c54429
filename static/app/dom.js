/**
 * How is an element made, and a list of them kept in step with data? Nothing else; no framework, no inline HTML.
 *
 * @typedef {Node | string | number | null | undefined | false} Child
 * @typedef {Record<string, any>} Props
 */

const SVG = 'http://www.w3.org/2000/svg';
/** Names of people, and what is typed or pressed: the same in every language, also for tools that translate pages. */
const VERBATIM = new Set(['bdi', 'code', 'kbd', 'pre']);

/**
 * An HTML element. Props: `class`, `dataset`, `style` (object), `on…` listeners, properties of the element (`value`,
 * `disabled`…), everything else an attribute; false, null and undefined leave it out, true sets it empty.
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag @param {Props | null} [props] @param {(Child | Child[])[]} children
 * @returns {HTMLElementTagNameMap[K]}
 */
export function h(tag, props, ...children) {
  const element = document.createElement(tag);
  if (VERBATIM.has(tag)) element.translate = false;
  assign(element, props);
  append(element, children);
  return element;
}

/**
 * An SVG element, same props.
 * @param {string} tag @param {Props | null} [props] @param {(Child | Child[])[]} children
 */
export function s(tag, props, ...children) {
  const element = document.createElementNS(SVG, tag);
  assign(element, props);
  append(element, children);
  return element;
}

const PROPERTIES = new Set([
  'value',
  'checked',
  'disabled',
  'hidden',
  'selected',
  'open',
  'textContent',
  'tabIndex',
  'indeterminate',
]);

/** @param {Element} element @param {Props | null} [props] */
export function assign(element, props) {
  for (const [key, value] of Object.entries(props ?? {})) {
    if (key.startsWith('on') && typeof value === 'function')
      element.addEventListener(key.slice(2).toLowerCase(), value);
    else if (key === 'dataset') Object.assign(/** @type {HTMLElement} */ (element).dataset, value);
    else if (key === 'style') setStyle(/** @type {HTMLElement} */ (element), value);
    else if (PROPERTIES.has(key) && key in element) /** @type {any} */ (element)[key] = value;
    else if (value === false || value === null || value === undefined) element.removeAttribute(key);
    else element.setAttribute(key, value === true ? '' : String(value));
  }
}

/** @param {HTMLElement} element @param {Record<string, string>} style */
function setStyle(element, style) {
  for (const [name, text] of Object.entries(style)) element.style.setProperty(name, text);
}

/** @param {Element} parent @param {(Child | Child[])[]} children */
export function append(parent, children) {
  for (const child of children.flat()) {
    if (child === null || child === undefined || child === false) continue;
    parent.append(child instanceof Node ? child : String(child));
  }
}

/** Replaces all children of `parent`. @param {Element} parent @param {(Child | Child[])[]} children */
export function replace(parent, ...children) {
  parent.replaceChildren();
  append(parent, children);
}

/** Sets text only when it differs, so that a live region speaks once. @param {Element} element @param {string} text */
export function setText(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

/**
 * Makes `parent`'s children match `items`: an item keeps its element by key, and elements move only if necessary, so the focus stays. If the
 * focused element is removed, the one that takes its place gets the focus, so a person at the keyboard stays there.
 * @template T
 * @param {Element} parent @param {T[]} items @param {(item: T) => string | number} key
 * @param {(item: T) => Element} create @param {(element: Element, item: T) => void} [update]
 */
export function list(parent, items, key, create, update) {
  const old = new Map([...parent.children].map((child) => [child.getAttribute('data-key'), child]));
  const left = new Set(old.keys());
  for (const item of items) left.delete(String(key(item)));
  const focused = [...parent.children].findIndex((child) => child.contains(document.activeElement));
  const isFocusLost = focused >= 0 && left.has(parent.children[focused].getAttribute('data-key'));
  // Remove these first: otherwise the remaining elements would be moved past them and lose the focus.
  for (const name of left) old.get(name)?.remove();
  let place = parent.firstElementChild;
  for (const item of items) {
    const name = String(key(item));
    let element = old.get(name);
    if (!element) {
      element = create(item);
      element.setAttribute('data-key', name);
    }
    update?.(element, item);
    if (element === place) place = place.nextElementSibling;
    else parent.insertBefore(element, place);
  }
  if (isFocusLost) focusIn(parent.children[Math.min(focused, items.length - 1)] ?? parent);
}

const FOCUSABLE = 'button:not([disabled]), a[href], input, select, textarea, [tabindex]';

/** Focuses the element, else the first focusable one in it, else the nearest focusable one around it. @param {Element} element */
function focusIn(element) {
  const found = element.matches(FOCUSABLE)
    ? element
    : (element.querySelector(FOCUSABLE) ?? element.closest('[tabindex]'));
  /** @type {HTMLElement | null} */ (found)?.focus();
}

/** Is the element on the page and in its layout? Browsers from before 2024 have no `checkVisibility`. @param {Element} element */
export const isShown = (element) => element.getClientRects().length > 0;

/** The JSON in `<script type="application/json" id=…>`. @param {string} id @returns {any} */
export function pageData(id) {
  const element = document.getElementById(id);
  return element?.textContent ? JSON.parse(element.textContent) : {};
}

/** The icon `name` of the site's sprite; only ever beside words or on a labelled button. @param {string} name */
export function icon(name) {
  const use = s('use', { href: `${import.meta.resolve('vendor/icons.svg')}#${name}` });
  return s('svg', { class: 'icon', 'aria-hidden': 'true', focusable: 'false' }, use);
}

/**
 * Puts a style sheet on the page, once. By its name in the import map (`games/<game>/<game>.css`), never by an address relative to
 * a module: in production modules are bundled into other files. A link, because pages allow no inline style.
 * @param {string} name
 */
export function loadStyle(name) {
  const href = import.meta.resolve(name);
  const sheets = /** @type {NodeListOf<HTMLLinkElement>} */ (document.querySelectorAll('link[rel=stylesheet]'));
  if (![...sheets].some((sheet) => sheet.href === href)) document.head.append(h('link', { rel: 'stylesheet', href }));
}

/** The element with this id; the page's template must contain it. @param {string} id @returns {HTMLElement} */
export function byId(id) {
  const element = document.getElementById(id);
  if (!element) throw new Error(`The page lacks #${id}`);
  return element;
}
