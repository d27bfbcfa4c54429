/** Is a style sheet on the page? Games load their own when they are mounted: a link, because pages allow no inline style. */
import { h } from 'app/dom.js';

/** Loads a style sheet once. @param {URL} sheet `new URL('./name.css', import.meta.url)` */
export function loadSheet({ href }) {
  if (!document.querySelector(`link[href="${href}"]`)) document.head.append(h('link', { rel: 'stylesheet', href }));
}
