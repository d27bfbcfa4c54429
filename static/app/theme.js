/**
 * Dark or light? The system's setting until the person chooses. The choice is stored with the account and comes with the page; that of a visitor is stored
 * in this browser. The page's style reads `data-theme` on <html> ("dark", "light"; absent: the system's).
 */
import { post } from 'app/api.js';
import { load } from 'app/i18n.js';
import { siteUrl } from 'app/site_url.js';
import { trying } from 'app/trouble.js';

const KEY = 'fogbound.theme';
export const CHOICES = /** @type {const} */ (['system', 'dark', 'light']);

const media = () => window.matchMedia('(prefers-color-scheme: light)');
const root = () => document.documentElement;

/** The chosen theme. @returns {"system" | "dark" | "light"} */
export function choice() {
  const chosen = isPerson() ? root().dataset.theme : read();
  return chosen === 'dark' || chosen === 'light' ? chosen : 'system';
}

/** The theme that is shown. @returns {"dark" | "light"} */
export function theme() {
  const chosen = choice();
  return chosen !== 'system' ? chosen : media().matches ? 'light' : 'dark';
}

/** @param {"system" | "dark" | "light"} chosen */
export function choose(chosen) {
  if (isPerson()) send(chosen);
  else store(chosen);
  if (chosen === 'system') delete root().dataset.theme;
  else root().dataset.theme = chosen;
}

/** Calls back whenever the shown theme may have changed. @param {() => void} listener */
export function onChange(listener) {
  media().addEventListener('change', listener);
  new MutationObserver(listener).observe(root(), { attributes: true, attributeFilter: ['data-theme'] });
}

const isPerson = () => root().hasAttribute('data-account');

/** @param {string} chosen */
function send(chosen) {
  // Many pages need no words from scripts until something goes wrong.
  void load('app/theme.js');
  const form = new FormData();
  form.append('theme', chosen);
  // Sent even if the next click leaves the page.
  const sent = () => post(siteUrl('/account/theme/'), form, { wants: 'nothing', keepalive: true });
  trying('theme', sent, () => send(chosen)).catch(() => {
    // The choice applies to this page only.
  });
}

/** @param {string} chosen */
function store(chosen) {
  try {
    if (chosen === 'system') localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, chosen);
  } catch {
    // Storage is not available: the choice applies to this page only.
  }
}

function read() {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
}
