/**
 * How does a match look? Plays recorded frames in a loop on a page that has no match: rests while nobody can see it, and under
 * reduced motion until it is asked to play.
 */
import { h } from 'app/dom.js';
import { t, tn } from 'app/i18n.js';
import { describeEvent } from './describe.js';
import { emptyOrders } from './orders.js';
import { positionOf } from './position.js';
import { createScene } from './scene.js';
import { createSession } from './session.js';
import { loadStyle } from './style.js';

/** @typedef {import('../../types').Frame} Frame */
/** @typedef {import('../../types').MatchInfo} MatchInfo */

/** Milliseconds a round stands still before the next one is played. */
const PAUSE = 900;
const LAST_PAUSE = 3000;
/** Events worth a caption, the most telling first. */
const STORY = ['over', 'eliminated', 'capital_lost', 'relation', 'cut_off', 'taken'];

/** A session that only watches. @param {MatchInfo} info */
function watcher(info) {
  const quiet = matchMedia('(prefers-reduced-motion: reduce)');
  const nothing = () => {};
  return createSession({
    info,
    seat: null,
    readonly: true,
    t,
    tn,
    reducedMotion: () => quiet.matches,
    theme: () => (document.documentElement.dataset.theme === 'light' ? 'light' : 'dark'),
    getOrders: emptyOrders,
    setOrders: nothing,
    announce: nothing,
    select: nothing,
    onSelect: () => nothing,
  });
}

/**
 * @param {HTMLElement} el @param {{url: string}} source JSON of `{info, frames}`, the shape of /matches/<id>/frames/
 * @returns {Promise<{destroy: () => void}>}
 */
export async function mountDemo(el, { url }) {
  const answer = await fetch(url);
  if (!answer.ok) throw new Error(`demo: ${answer.status}`);
  const { info, frames } = /** @type {{info: MatchInfo, frames: Frame[]}} */ (await answer.json());
  for (const frame of frames) frame.view = { ...info.static, ...frame.view };
  // A club that is out sees nothing more: the recording begins again.
  const out = frames.findIndex(({ view }) => view.me?.alive === false);
  if (out >= 0) frames.length = out + 1;
  loadStyle();
  const session = watcher(info);
  const stage = h('div', { class: 'hcb-demo-board', 'aria-hidden': 'true' });
  const caption = h('p', { class: 'hcb-demo-caption' });
  const button = h('button', { type: 'button', class: 'hcb-demo-button', onclick: toggle });
  const root = h('div', { class: 'hcb-demo' }, stage, h('div', { class: 'hcb-demo-bar' }, caption, button));
  el.append(root);
  const scene = createScene(stage, session);
  scene.board.set({ insets: { top: 12, right: 12, bottom: 12, left: 12 } });
  stage.tabIndex = -1;
  stage.style.pointerEvents = 'none';
  let at = 0;
  let wanted = !session.host.reducedMotion();
  let visible = false;
  let timer = 0;
  let gone = false;

  /** @param {number} index */
  function show(index) {
    at = index;
    const frame = frames[at];
    session.show(frame);
    scene.settle(positionOf(frame.view));
    const told = STORY.flatMap((type) => frame.events.filter((event) => event.type === type));
    const words = told.map((event) => describeEvent(event, frame, info)).find(Boolean);
    caption.textContent = words || t('Round {round}', { round: frame.view.round });
  }

  async function next() {
    if (gone || !wanted || !visible) return;
    const previous = frames[at];
    const again = at === frames.length - 1;
    show(again ? 0 : at + 1);
    if (!again) await scene.play(previous, frames[at], { instant: false });
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
      scene.board.destroy();
      root.remove();
    },
  };
}
