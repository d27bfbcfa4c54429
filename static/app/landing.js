/**
 * What moves on the landing page? A recorded match of the game that is shown there, played under fog by that game's own module. Until
 * it is loaded there is a picture of the board. It is loaded after everything else, when the browser is idle. With reduced motion,
 * on a slow line, or with a browser that saves data the picture stays, with a button that starts the match.
 */
import { load } from 'app/i18n.js';
import { isMotionReduced } from 'app/motion.js';

/** Greatest delay in milliseconds while the browser is busy. */
const PATIENCE = 3000;

const element = /** @type {HTMLElement | null} */ (document.querySelector('[data-demo]'));
const start = /** @type {HTMLElement | null} */ (document.querySelector('[data-demo-start]'));
const url = element?.dataset.recording;

if (element && start && url) {
  if (isMotionReduced() || isLineSpared()) {
    start.hidden = false;
    start.addEventListener('click', async () => {
      start.hidden = true;
      await show(element, element.dataset.demo ?? '', url);
      // A person who asked for the recording wants to see it move.
      const button = /** @type {HTMLElement | null} */ (element.querySelector('.demo-button'));
      if (isMotionReduced()) button?.click();
      button?.focus();
    });
  } else whenIdle(() => whenSeen(element, () => show(element, element.dataset.demo ?? '', url)));
}

/** Is the browser set to save data, or its line one of a phone's third generation or slower? Not every browser tells. */
function isLineSpared() {
  const { connection } = /** @type {any} */ (navigator);
  return !!connection && (connection.saveData || connection.effectiveType !== '4g');
}

/** Runs after the page and all its pictures are loaded. @param {() => void} act */
function whenIdle(act) {
  const wait = () => {
    if ('requestIdleCallback' in window) requestIdleCallback(act, { timeout: PATIENCE });
    else setTimeout(act, PATIENCE);
  };
  if (document.readyState === 'complete') wait();
  else addEventListener('load', wait, { once: true });
}

/** @param {Element} target @param {() => void} act once it can be seen */
function whenSeen(target, act) {
  const observer = new IntersectionObserver((entries) => {
    if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
    observer.disconnect();
    act();
  });
  observer.observe(target);
}

/** @param {HTMLElement} target @param {string} game @param {string} recording */
async function show(target, game, recording) {
  try {
    const name = `games/${game}/demo.js`;
    const [{ mountDemo }] = await Promise.all([import(name), load(name)]);
    await mountDemo(target, { url: recording });
    target.classList.add('alive');
  } catch (error) {
    // The picture stays.
    console.warn('no demo', error);
  }
}
