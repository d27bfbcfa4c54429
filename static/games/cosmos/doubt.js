/** What would Ready give away by accident? An order that waits for its target, or a step in which nothing is ordered although somebody has nothing to do. */
import { t, tn } from 'app/i18n.js';
import { isEmpty } from './orders.js';

/** @param {import('./types').Session} session @returns {import('../../types').Doubt | null} */
export function doubt({ state, idle }) {
  if (state.aim) return { kind: 'aim', text: t('An order still waits for its target. It is not given.') };
  if (!state.position) return null;
  // What goes on by itself, such as a scout under way, is no order of this step.
  const waiting = idle().length;
  if (!waiting || !isEmpty(state.orders)) return null;
  return {
    kind: 'nothing',
    text: tn(
      'Nothing is ordered: {n} of yours has nothing to do.',
      'Nothing is ordered: {n} of yours have nothing to do.',
      waiting,
    ),
  };
}
