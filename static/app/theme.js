/**
 * Dark or light? The system's wish until the person chooses; the choice is stored in this browser.
 * The page's style reads `data-theme` on <html> ("dark", "light"; absent: the system's).
 */
const KEY = 'fogbound.theme';
export const CHOICES = /** @type {const} */ (['system', 'dark', 'light']);

const media = () => window.matchMedia('(prefers-color-scheme: light)');

/** What was chosen. @returns {"system" | "dark" | "light"} */
export function choice() {
  const stored = read();
  return stored === 'dark' || stored === 'light' ? stored : 'system';
}

/** What is shown. @returns {"dark" | "light"} */
export function theme() {
  const chosen = choice();
  return chosen !== 'system' ? chosen : media().matches ? 'light' : 'dark';
}

/** @param {"system" | "dark" | "light"} chosen */
export function choose(chosen) {
  try {
    if (chosen === 'system') localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, chosen);
  } catch {
    // Storage is closed to us: the choice holds for this page only.
  }
  show(chosen);
}

/** Applies the stored choice; call it as early as possible. */
export const apply = () => show(choice());

/** Calls back whenever the shown theme may have changed. @param {() => void} listener */
export function onChange(listener) {
  media().addEventListener('change', listener);
  new MutationObserver(listener).observe(document.documentElement, {
    attributes: true,
    attributeFilter: ['data-theme'],
  });
}

/** @param {string} chosen */
function show(chosen) {
  if (chosen === 'system') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = chosen;
}

function read() {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
}
