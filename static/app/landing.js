/**
 * What lives on the landing page? A recorded match of the first game, played under fog by that game's own module. Without it the
 * page lacks nothing; so it is fetched when somebody is there: with the first movement of a pointer, key or page.
 */
import { load } from 'app/i18n.js';

const element = /** @type {HTMLElement | null} */ (document.querySelector('[data-demo]'));
const url = element?.dataset.recording;
const SIGNS = ['pointermove', 'pointerdown', 'keydown', 'scroll'];

if (element && url) {
  const awake = new AbortController();
  const wake = () => {
    awake.abort();
    show(element, element.dataset.demo ?? '', url);
  };
  for (const sign of SIGNS) addEventListener(sign, wake, { signal: awake.signal, passive: true });
}

/** @param {HTMLElement} target @param {string} game @param {string} recording */
async function show(target, game, recording) {
  try {
    const [{ mountDemo }] = await Promise.all([import(`games/${game}/demo.js`), load()]);
    await mountDemo(target, { url: recording });
    target.classList.add('alive');
  } catch (error) {
    // The drawing behind the board stays.
    console.warn('no demo', error);
  }
}
