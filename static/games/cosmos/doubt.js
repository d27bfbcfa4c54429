/** What would Ready give away by accident? An order that waits for its target, or a step in which none of one's own has anything to do. */
import { t, tn } from 'app/i18n.js';

/** @param {import('./types').Session} session @returns {import('../../types').Doubt | null} */
export function doubt({ state, idle, position }) {
  if (state.aim) return { kind: 'aim', text: t('An order still waits for its target. It is not given.') };
  if (!state.position) return null;
  const waiting = idle().length;
  const all = position().shown.filter(({ seen }) => seen === 'own').length;
  if (!waiting || waiting < all) return null;
  return {
    kind: 'nothing',
    text: tn(
      'Nothing is ordered: {n} of yours has nothing to do.',
      'Nothing is ordered: {n} of yours have nothing to do.',
      waiting,
    ),
  };
}
