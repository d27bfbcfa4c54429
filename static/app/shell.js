/**
 * What does every page of the site have? A theme switch, menus that close, announcements, times in the reader's zone, places that stay scrolled,
 * and a cover for when somebody else is at the device. Nothing about matches.
 */
import 'app/maintenance.js';
import { h } from 'app/dom.js';
import { load, t } from 'app/i18n.js';
import { arrive, isOfAnother, leave } from 'app/kept.js';
import { newKey } from 'app/once.js';
import { watchPage } from 'app/rest.js';
import { keepScrolled } from 'app/scrolled.js';
import { choose, theme } from 'app/theme.js';
import { keepTimes } from 'app/times.js';
import { over, tellOfAnother } from 'app/trouble.js';
import { onWaking } from 'app/waking.js';

/** Pixels between a menu and the edge of the window. */
const EDGE = 8;

arrive();
if (document.querySelector('time[data-local]')) keepTimes();

watchPage();
keepScrolled();

if (document.getElementById('bell')) void import('app/bell.js');
// A member of iOS alone.
if ('standalone' in navigator)
  void import('app/start_picture.js').then(({ startPictures }) => {
    document.head.append(...startPictures(screen, devicePixelRatio, document.documentElement));
  });

const toggle = document.getElementById('theme-toggle');
if (toggle) {
  toggle.hidden = false;
  toggle.addEventListener('click', () => choose(theme() === 'dark' ? 'light' : 'dark'));
}

/** What a menu opens stays within the window, wherever its button has come to stand. @param {Element} menu */
function fit(menu) {
  const body = /** @type {HTMLElement | null} */ (menu.querySelector('.menu-body'));
  if (!body) return;
  body.style.translate = '';
  const { left, right } = body.getBoundingClientRect();
  const by = left < EDGE ? EDGE - left : Math.min(0, document.documentElement.clientWidth - EDGE - right);
  if (by) body.style.translate = `${by}px`;
}

for (const menu of document.querySelectorAll('details.menu')) {
  menu.addEventListener('toggle', () => fit(menu));
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
  if (!(target instanceof HTMLFormElement)) return;
  if (target.hasAttribute('data-logout')) leave();
  // Two presses on a button are one wish.
  if (target.method === 'post' && !target.elements.namedItem('once'))
    target.append(h('input', { type: 'hidden', name: 'once', value: newKey() }));
});
addEventListener('pageshow', ({ persisted }) => {
  if (persisted) for (const key of document.querySelectorAll('input[name=once]')) key.remove();
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
