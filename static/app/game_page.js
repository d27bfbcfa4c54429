/**
 * The page of a game: old addresses of the full rules lead here with the chapter they meant (`/rules/<game>/#…`), so go on to that chapter.
 */
const page = /** @type {HTMLElement | null} */ (document.querySelector('[data-full-rules]'));
const chapter = decodeURIComponent(location.hash.slice(1));

if (page && chapter && !document.getElementById(chapter)) location.replace(`${page.dataset.fullRules}${location.hash}`);

// A module, though nothing needs a name of it: only modules are packed for pages.
export {};
