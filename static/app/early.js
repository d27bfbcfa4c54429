/* Puts the stored theme on the page before anything is painted. The only script that is not a module; see theme.js. */
try {
  const stored = localStorage.getItem('fogbound.theme');
  if (stored === 'dark' || stored === 'light') document.documentElement.dataset.theme = stored;
} catch {
  // No storage, no choice: the system's theme shows.
}
