/** How does a match of Hundred Clubs look on a page that has none? Its map, and the most telling event of each round in words. */
import { t } from 'app/i18n.js';
import { demoOf } from 'kit/demo.js';
import { describeEvent } from './describe.js';
import { emptyOrders } from './orders.js';
import { createScene } from './scene.js';
import { sessionOf } from './session.js';
import { loadStyle } from './style.js';

const play = demoOf({
  sessionOf,
  createScene(el, session) {
    const scene = createScene(el, session, { isWhole: true });
    scene.board.set({ insets: { top: 12, right: 12, bottom: 12, left: 12 } });
    return scene;
  },
  emptyOrders,
  describeEvent,
  story: ['over', 'eliminated', 'capital_lost', 'relation', 'cut_off', 'taken'],
  caption: ({ view }) => t('Round {round}', { round: view.round }),
  // A club that is out sees nothing more.
  ending(frames) {
    const out = frames.findIndex(({ view }) => view.me?.alive === false);
    return out >= 0 ? out : frames.length - 1;
  },
});

/** @type {typeof play} */
export function mountDemo(el, source) {
  loadStyle();
  return play(el, source);
}
