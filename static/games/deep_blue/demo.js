/** How does a match of Deep Blue look on a page that has none? */
import { t } from 'app/i18n.js';
import { demoOf } from 'kit/demo.js';
import { describeEvent } from './describe.js';
import { emptyOrders } from './orders.js';
import { createScene } from './scene.js';
import { sessionOf } from './session.js';

export const mountDemo = demoOf({
  sessionOf,
  createScene,
  emptyOrders,
  describeEvent,
  story: ['end', 'captured', 'destroyed', 'air_combat', 'battle', 'self_destruct', 'crash', 'strike'],
  caption: ({ view }) => t('Round {round}', { round: view.round }),
});
