/** How does a match of Hundred Clubs look on a page that has none? Its map, and the most telling event of each round in words. */
import { t } from 'app/i18n.js';
import { mountRecording } from 'app/recording.js';
import { describeEvent } from './describe.js';
import { emptyOrders } from './orders.js';
import { positionOf } from './position.js';
import { createScene } from './scene.js';
import { sessionOf } from './session.js';
import { loadStyle } from './style.js';

/** @typedef {import('../../types').Frame} Frame */

/** Events worth a caption, the most telling first. */
const STORY = ['over', 'eliminated', 'capital_lost', 'relation', 'cut_off', 'taken'];

/**
 * @param {HTMLElement} el @param {{url: string}} source of the recorded match
 * @returns {Promise<{destroy: () => void}>}
 */
export function mountDemo(el, { url }) {
  loadStyle();
  return mountRecording(el, url, { emptyOrders, mount, ending });
}

/** A club that is out sees nothing more. @param {Frame[]} frames */
function ending(frames) {
  const out = frames.findIndex(({ view }) => view.me?.alive === false);
  return out >= 0 ? out : frames.length - 1;
}

/** @param {HTMLElement} stage @param {import('../../types').Host} host @returns {import('app/recording.js').Show} */
function mount(stage, host) {
  const session = sessionOf(host);
  const scene = createScene(stage, session);
  scene.board.set({ insets: { top: 12, right: 12, bottom: 12, left: 12 } });
  return {
    show(frame) {
      session.show(frame);
      scene.settle(positionOf(frame.view));
      const told = STORY.flatMap((type) => frame.events.filter((event) => event.type === type));
      const words = told.map((event) => describeEvent(event, frame, host.info)).find(Boolean);
      return words || t('Round {round}', { round: frame.view.round });
    },
    play: (previous, frame) => scene.play(previous, frame, { speed: 1, instant: false }),
    destroy: () => scene.board.destroy(),
  };
}
