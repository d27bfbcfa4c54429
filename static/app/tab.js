/**
 * What do the title and the icon of the tab say to somebody who looks elsewhere? How many matches wait, and what this page wants.
 */

const DISC = '#FFB84D';
const INK = '#121C2E';
/** A number with more digits than that says nothing at this size. */
const MOST = 99;

/** What the page came with. @type {{ title: string, icon: string } | null} */
let own = null;
let waiting = 0;
let lines = 0;
let asks = '';
let came = '';

/** @param {{ waiting?: number, lines?: number, asks?: string, came?: string }} news `waiting`: other matches that wait; `lines` that were said and not read; `asks`: what this page wants, in words; `came`: that somebody has sat down at a table which another page shows, in words */
export function tellTab(news) {
  ({ waiting = waiting, lines = lines, asks = asks, came = came } = news);
  const link = /** @type {HTMLLinkElement | null} */ (document.querySelector('link[rel=icon]'));
  own ??= { title: document.title, icon: link?.href ?? '' };
  const parts = [
    waiting && `(${waiting})`,
    lines && `✉ ${lines}`,
    came && `● ${came} ·`,
    asks && `● ${asks} ·`,
    own.title,
  ];
  const words = parts.filter(Boolean).join(' ');
  if (document.title !== words) document.title = words;
  if (!link) return;
  if (waiting) link.href = numbered(waiting);
  else link.href = asks || came ? drawn(`<circle cx="16" cy="16" r="8" fill="${DISC}"/>`) : own.icon;
}

/** @param {number} number */
const numbered = (number) =>
  drawn(
    `<circle cx="16" cy="16" r="13" fill="${DISC}"/><text x="16" y="22.5" text-anchor="middle" font-family="sans-serif" font-weight="700" font-size="${number > 9 ? 16 : 19}" fill="${INK}">${Math.min(number, MOST)}</text>`,
  );

/** @param {string} parts of a picture of 32 x 32 */
const drawn = (parts) =>
  `data:image/svg+xml,${encodeURIComponent(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><circle cx="16" cy="16" r="15" fill="${INK}"/>${parts}</svg>`)}`;
