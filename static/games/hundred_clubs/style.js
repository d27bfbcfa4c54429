/** Is the board's style sheet on the page? A link, because pages allow no inline style. */
import { h } from 'app/dom.js';

/** Loads the style sheet once. */
export function loadStyle() {
  const href = new URL('./hundred_clubs.css', import.meta.url).href;
  if (!document.querySelector(`link[href="${href}"]`)) document.head.append(h('link', { rel: 'stylesheet', href }));
}
