/** How does a match of Planet Conquer look on a page that has none? Its chart, and the most telling event of each round in words. */
import { t } from 'app/i18n.js';
import { mountRecording } from 'app/recording.js';
import { describeEvent } from './describe.js';
import { emptyOrders } from './orders.js';
import { positionOf } from './position.js';
import { createScene } from './scene.js';
import { sessionOf } from './session.js';
import { loadStyle } from './style.js';

/** Events worth a caption, the most telling first. */
const STORY = ['match_ended', 'seat_out', 'battle', 'strike', 'tactic_played', 'occupied'];

/**
 * @param {HTMLElement} el @param {{url: string}} source of the recorded match
 * @returns {Promise<{destroy: () => void}>}
 */
export function mountDemo(el, { url }) {
  loadStyle();
  return mountRecording(el, url, { emptyOrders, mount });
}

/** @param {HTMLElement} stage @param {import('../../types').Host} host @returns {import('app/recording.js').Show} */
function mount(stage, host) {
  const session = sessionOf(host);
  const scene = createScene(stage, session);
  return {
    show(frame) {
      session.show(frame);
      scene.settle(positionOf(frame.view));
      const event = STORY.map((type) => frame.events.find((other) => other.type === type)).find(Boolean);
      const words = event && describeEvent(event, frame, host.info);
      return words || t('Round {round}', { round: frame.view.round });
    },
    play: (previous, frame) => scene.play(previous, frame, { speed: 1, instant: false }),
    destroy: () => scene.board.destroy(),
  };
}
