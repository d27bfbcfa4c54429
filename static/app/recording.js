/**
 * A recorded match in a loop on a page that has no match: pauses while it is not visible, and under reduced motion until a person
 * starts it. Not here: how a game shows a frame (games/<id>/demo.js).
 */
import { get } from 'app/api.js';
import { h } from 'app/dom.js';
import { t, tn } from 'app/i18n.js';
import { isMotionReduced } from 'app/motion.js';

/** @typedef {import('../types').Frame} Frame */
/** @typedef {import('../types').Host} Host */
/** @typedef {import('../types').MatchInfo} MatchInfo */

/**
 * @typedef {object} Show what a game makes of the stage
 * @property {(frame: Frame) => string} show puts a frame on the stage; returns its caption
 * @property {(previous: Frame, frame: Frame) => Promise<unknown>} play animates the way from one frame to the next
 * @property {() => void} destroy
 */

/** Milliseconds of pause after a round before the next one is played. */
const PAUSE = 900;
const LAST_PAUSE = 3000;

/** The host for a read-only board. @param {MatchInfo} info @param {() => any} emptyOrders @returns {Host} */
function watchingHost(info, emptyOrders) {
  const nothing = () => {};
  return {
    info,
    seat: null,
    readonly: true,
    t,
    tn,
    reducedMotion: isMotionReduced,
    theme: () => (document.documentElement.dataset.theme === 'light' ? 'light' : 'dark'),
    getOrders: emptyOrders,
    setOrders: nothing,
    announce: nothing,
    select: nothing,
    onSelect: () => nothing,
  };
}

/**
 * @param {HTMLElement} el @param {string} url JSON of `{info, frames}`, the shape of /matches/<id>/frames/
 * @param {{
 *   emptyOrders: () => any,
 *   mount: (stage: HTMLElement, host: Host) => Show,
 *   ending?: (frames: Frame[]) => number,
 * }} game `ending`: index of the last frame worth showing; without it all are
 * @returns {Promise<{destroy: () => void}>}
 */
export async function mountRecording(el, url, { emptyOrders, mount, ending }) {
  const recorded = /** @type {{info: MatchInfo, frames: Frame[]}} */ (
    await get(url, { wants: ['info', 'frames'], isForAnybody: true })
  );
  for (const frame of recorded.frames) frame.view = { ...recorded.info.static, ...frame.view };
  const frames = recorded.frames.slice(0, (ending?.(recorded.frames) ?? recorded.frames.length - 1) + 1);
  const host = watchingHost(recorded.info, emptyOrders);
  const stage = h('div', { class: 'demo-board', 'aria-hidden': 'true' });
  const caption = h('p', { class: 'demo-caption' });
  const button = h('button', { type: 'button', class: 'demo-button', onclick: toggle });
  const root = h('div', { class: 'demo-player' }, stage, h('div', { class: 'demo-bar' }, caption, button));
  el.append(root);
  const game = mount(stage, host);
  stage.tabIndex = -1;
  stage.style.pointerEvents = 'none';
  let at = 0;
  let wanted = !host.reducedMotion();
  let visible = false;
  let timer = 0;
  let gone = false;

  /** @param {number} index */
  function show(index) {
    at = index;
    caption.textContent = game.show(frames[at]);
  }

  async function next() {
    if (gone || !wanted || !visible) return;
    const previous = frames[at];
    const again = at === frames.length - 1;
    show(again ? 0 : at + 1);
    if (!again) await game.play(previous, frames[at]);
    clearTimeout(timer);
    timer = window.setTimeout(() => void next(), at === frames.length - 1 ? LAST_PAUSE : PAUSE);
  }

  function resume() {
    clearTimeout(timer);
    button.textContent = wanted ? t('Pause') : t('Play');
    if (wanted && visible) timer = window.setTimeout(() => void next(), PAUSE);
  }

  function toggle() {
    wanted = !wanted;
    resume();
  }

  const observer = new IntersectionObserver((entries) => {
    visible = entries.some(({ isIntersecting }) => isIntersecting) && !document.hidden;
    resume();
  });
  const hidden = () => {
    visible = !document.hidden && el.getBoundingClientRect().bottom > 0;
    resume();
  };
  observer.observe(el);
  document.addEventListener('visibilitychange', hidden);
  if (frames.length) show(0);
  resume();

  return {
    destroy() {
      gone = true;
      clearTimeout(timer);
      observer.disconnect();
      document.removeEventListener('visibilitychange', hidden);
      game.destroy();
      root.remove();
    },
  };
}
