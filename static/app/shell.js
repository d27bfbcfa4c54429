/**
 * What does every page of the site have? A theme switch, menus that close, announcements and times in the reader's zone. Nothing about matches.
 */
import 'app/maintenance.js';
import { load } from 'app/i18n.js';
import { choose, theme } from 'app/theme.js';
import { keepTimes } from 'app/times.js';

keepTimes();
// Texts of the card for what goes wrong, which every page may need.
void load('app/trouble.js');

const toggle = document.getElementById('theme-toggle');
if (toggle) {
  toggle.hidden = false;
  toggle.addEventListener('click', () => choose(theme() === 'dark' ? 'light' : 'dark'));
}

for (const menu of document.querySelectorAll('details.menu')) {
  document.addEventListener('click', (event) => {
    if (!menu.contains(/** @type {Node} */ (event.target))) menu.removeAttribute('open');
  });
  menu.addEventListener('keydown', (event) => {
    if (/** @type {KeyboardEvent} */ (event).key !== 'Escape') return;
    menu.removeAttribute('open');
    menu.querySelector('summary')?.focus();
  });
}
