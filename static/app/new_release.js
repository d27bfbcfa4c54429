/**
 * Has the site a newer release than this page? Then a strip offers to load the page anew. The page goes on as it is: its files stay where they are
 * (lobby/platform/assets/releases.py). The strip comes only while nothing is pressed, so that it takes no place from under a finger, and goes for this page
 * when it is put away. Orders that are not sent yet are kept in the tab, as at every reload.
 */
import { h, icon, replace } from 'app/dom.js';
import { load, t } from 'app/i18n.js';
import { reload } from 'app/trouble.js';

/** @param {{ root?: HTMLElement, box?: HTMLElement | null, again?: () => void }} [config] replaced in tests */
export function createStrip(config = {}) {
  const root = config.root ?? document.documentElement;
  const box = config.box ?? document.getElementById('new-release');
  const own = root.dataset.release ?? '';
  let isPressed = false;
  let isWanted = false;
  let isPutAway = false;

  for (const kind of ['pointerdown', 'pointerup', 'pointercancel'])
    root.addEventListener(kind, () => press(kind === 'pointerdown'), { capture: true, passive: true });

  /** @param {boolean} is */
  function press(is) {
    isPressed = is;
    // What the press was for comes first.
    if (!is) setTimeout(show, 0);
  }

  /** @param {string} release that the site has now */
  async function hear(release) {
    isWanted = Boolean(own) && release !== own;
    if (isWanted) await load('app/new_release.js');
    show();
  }

  function show() {
    if (!box || isPressed) return;
    const isShown = isWanted && !isPutAway;
    if (isShown === !box.hidden) return;
    box.hidden = !isShown;
    if (!isShown) return replace(box);
    const title = t('Later');
    replace(
      box,
      h(
        'p',
        null,
        t('There is a newer version of the site. This page goes on as it is; what you have not sent is kept.'),
      ),
      h('button', { type: 'button', class: 'button slim', onclick: config.again ?? reload }, t('Load it')),
      h('button', { type: 'button', class: 'tool', 'aria-label': title, title, onclick: putAway }, icon('x')),
    );
  }

  function putAway() {
    isPutAway = true;
    show();
  }

  return { hear };
}
