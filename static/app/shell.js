/**
 * What does every page of the site have? A theme switch, menus that close, announcements, times in the reader's zone, and a cover for when
 * somebody else is at the device. Nothing about matches.
 */
import 'app/maintenance.js';
import { load, t } from 'app/i18n.js';
import { arrive, isOfAnother, leave } from 'app/kept.js';
import { watchPage } from 'app/rest.js';
import { choose, theme } from 'app/theme.js';
import { over, tellOfAnother } from 'app/trouble.js';
import { onWaking } from 'app/waking.js';

arrive();
// Most pages of a match have no moments.
if (document.querySelector('time[data-local]')) void import('app/times.js').then(({ keepTimes }) => keepTimes());

watchPage();

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

/** @param {boolean} isOpen */
const unfold = (isOpen) => document.getElementById('top-menu')?.setAttribute('aria-expanded', String(isOpen));
document.addEventListener('click', ({ target }) => {
  const button = target instanceof Element ? target.closest('#top-menu') : null;
  if (button) unfold(button.getAttribute('aria-expanded') !== 'true');
  else if (target instanceof Element && !target.closest('#top-fold')) unfold(false);
});
document.querySelector('.top')?.addEventListener('keydown', (event) => {
  const button = document.getElementById('top-menu');
  if (/** @type {KeyboardEvent} */ (event).key !== 'Escape' || button?.getAttribute('aria-expanded') !== 'true') return;
  unfold(false);
  button.focus();
});

document.addEventListener('submit', ({ target }) => {
  if (target instanceof HTMLFormElement && target.hasAttribute('data-logout')) leave();
});

/** What one person has on a page is not for the eyes of another who has logged in since. */
async function lookWho() {
  const isCovered = isOfAnother();
  if (isCovered === document.documentElement.hasAttribute('data-covered')) return;
  document.documentElement.toggleAttribute('data-covered', isCovered);
  for (const part of document.body.children) if (part.id !== 'trouble') part.toggleAttribute('inert', isCovered);
  if (!isCovered) return over('person');
  await load('app/shell.js');
  if (isOfAnother()) tellOfAnother(t('Somebody else is logged in here now. Nothing from this page is sent any more.'));
}
onWaking(lookWho);
addEventListener('storage', lookWho);
