/** What would Ready give away by accident? Health of one's own by one's own fire, an order that waits for its place, an island that falls now or an enemy in reach at which nobody is told to fire, or a round in which nobody is ordered anything. */
import { t, tn } from 'app/i18n.js';
import { isEmpty } from './orders.js';
import { isLikely, losses } from './warnings.js';

/** @param {import('./types').Session} session @returns {import('../../types').Doubt | null} */
export function doubt({ state, idle, needs }) {
  if (state.aim)
    return {
      kind: 'aim',
      text: t('An order still waits for its place on the chart. It is not given.'),
    };
  const hit = hitByOwn(state.told).filter(([id, lost]) => matters(state.position?.elements.get(id)?.health, lost));
  if (hit.length)
    return {
      kind: 'own',
      text: t('Your own fire is expected to hit your own side: {losses}.', {
        losses: losses(hit, /** @type {import('./types').Position} */ (state.position)),
      }),
    };
  const lines = needs().filter(({ code }) => code === 'in_reach');
  const takers = lines.filter(isLikely).length;
  if (takers && !state.orders.resign)
    return {
      kind: 'take',
      text: tn(
        '{n} unit could take an island now and is not told to fire: “What needs you” leads to it.',
        '{n} units could take an island now and are not told to fire: “What needs you” leads to them.',
        takers,
      ),
    };
  const guns = lines.filter(({ target }) => state.position?.elements.get(target)?.seat !== null).length;
  if (guns && !state.orders.resign)
    return {
      kind: 'fire',
      text: tn(
        '{n} unit has an enemy in reach and is not told to fire: “What needs you” leads to it.',
        '{n} units have an enemy in reach and are not told to fire: “What needs you” leads to them.',
        guns,
      ),
    };
  const waiting = idle().length;
  if (!isEmpty(state.orders) || state.orders.resign || !waiting) return null;
  return {
    kind: 'nothing',
    text: tn(
      'You have ordered nothing, and {n} unit has nothing to do.',
      'You have ordered nothing, and {n} units have nothing to do.',
      waiting,
    ),
  };
}

/** Health from a tenth of which on a loss is worth a question. @param {number | null | undefined} health @param {number} lost */
const matters = (health, lost) => lost * 10 >= (health ?? 0);

/** Own elements that the own fire of this round would hit, each once, with the health that it would cost. @param {any} told @returns {[number, number][]} */
function hitByOwn(told) {
  /** @type {Map<number, number>} */
  const lost = new Map();
  for (const { warnings } of Object.values(told?.units ?? {}))
    for (const { code, id, damage, ids = [] } of warnings) {
      const hits = code === 'own_in_line' ? [[id, damage]] : code === 'own_in_splash' ? ids : [];
      for (const [one, health] of hits) lost.set(one, (lost.get(one) ?? 0) + health);
    }
  return [...lost];
}
