/**
 * The page of a game: old addresses of the exact rules redirect here with their chapter (`/rules/<game>/#…`), so go on to that chapter.
 */
const page = /** @type {HTMLElement | null} */ (document.querySelector('[data-exact-rules]'));
const chapter = decodeURIComponent(location.hash.slice(1));

if (page && chapter && !document.getElementById(chapter))
  location.replace(`${page.dataset.exactRules}${location.hash}`);

// Nothing is exported, but the file must be a module: only modules are bundled.
export {};
