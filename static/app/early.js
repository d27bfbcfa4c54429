/* Puts the theme that this browser remembers on the page before anything is painted. The only script that is not a module; see theme.js. */
try {
  const stored = localStorage.getItem('fogbound.theme');
  // A person's own theme came with the page.
  const isKnown = document.documentElement.hasAttribute('data-account');
  if (!isKnown && (stored === 'dark' || stored === 'light')) document.documentElement.dataset.theme = stored;
} catch {
  // No storage, no choice: the system's theme shows.
}
