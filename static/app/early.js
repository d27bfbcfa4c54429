/* Tells styles that scripts run, and puts the theme that this browser remembers on the page, before anything is painted. The only script that
   is not a module; see theme.js. */
document.documentElement.dataset.scripts = 'on';
try {
  const stored = localStorage.getItem('fogbound.theme');
  // The page already has the theme of a person who is logged in.
  const isKnown = document.documentElement.hasAttribute('data-account');
  if (!isKnown && (stored === 'dark' || stored === 'light')) document.documentElement.dataset.theme = stored;
} catch {
  // Storage is not available: use the system's theme.
}
