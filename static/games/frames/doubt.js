/** What would Ready give away by accident? An order that is only half chosen, or action points of one's own turn. */
import { t, tn } from 'app/i18n.js';
import { isEmpty } from './session.js';

/** @param {import('./session.js').Session} session @returns {import('../../types').Doubt | null} */
export function doubt({ state, options }) {
  const { frame, orders, picked } = state;
  const { phase, ap = 0 } = frame?.view ?? {};
  if (picked.length) return { kind: 'picked', text: t('An order is only half chosen. It is not given.') };
  if (!isEmpty(orders)) return null;
  const can = options().some(({ order }) => order && !['end_turn', 'finish'].includes(order.type));
  if (phase === 'plan' && can) return { kind: 'nothing', text: t('You have planned nothing for this round.') };
  return phase === 'main' && ap > 0 && can
    ? {
        kind: 'nothing',
        text: tn(
          '{n} action point (AP) of this turn is left. It is lost when the turn ends.',
          '{n} action points (AP) of this turn are left. They are lost when it ends.',
          ap,
        ),
      }
    : null;
}
