/**
 * How does a match look on a page that has none? A game's board with recorded frames, and the most telling event of each step in words.
 */
import { mountRecording } from 'app/recording.js';

/** @typedef {import('../types').Frame} Frame */
/** @typedef {import('../types').Host} Host */

/**
 * The `mountDemo` of a game's demo.js.
 * @template {import('./session.js').AnySession} Session
 * @param {{
 *   sessionOf: (host: Host) => Session,
 *   createScene: (el: HTMLElement, session: Session) => import('./mount.js').Scene,
 *   emptyOrders: () => any,
 *   story: string[],
 *   describeEvent: import('../types').GameModule['describeEvent'],
 *   caption: (frame: Frame) => string,
 *   ending?: (frames: Frame[]) => number,
 * }} game `story`: types of events worth a caption, the most telling first; `caption` where none of them has words; `ending`: index of
 *   the last frame worth showing, without it all are
 * @returns {(el: HTMLElement, source: {url: string}) => Promise<{destroy: () => void}>}
 */
export function demoOf({ sessionOf, createScene, emptyOrders, story, describeEvent, caption, ending }) {
  /** @param {HTMLElement} stage @param {Host} host @returns {import('app/recording.js').Show} */
  function mount(stage, host) {
    const session = sessionOf(host);
    const scene = createScene(stage, session);
    return {
      show(frame) {
        session.show(frame);
        scene.settle(session.state.position);
        const told = story.flatMap((type) => frame.events.filter((event) => event.type === type));
        return told.map((event) => describeEvent(event, frame, host.info)).find(Boolean) || caption(frame);
      },
      play: (previous, frame) => scene.play(previous, frame, { speed: 1, instant: false }),
      destroy() {
        scene.destroy?.();
        scene.board?.destroy();
      },
    };
  }
  return (el, { url }) => mountRecording(el, url, { emptyOrders, mount, ending });
}
