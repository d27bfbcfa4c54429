/** What would Ready give away by accident? A tactic without its target, or a round without any order. */
import { t } from 'app/i18n.js';
import { tacticName } from './names.js';
import { isOwn } from './position.js';

/** @param {import('./types').Session} session @returns {import('../../types').Doubt | null} */
export function doubt({ state, rest }) {
  const { aim, orders, position } = state;
  if (aim)
    return {
      kind: 'aim',
      text: t('{tactic} still waits for its target. Without one it is not used.', { tactic: tacticName(aim.type) }),
    };
  if (orders.moves.length || orders.tactic || orders.resign) return null;
  const hasUnits = position?.planets.some(({ id }) => isOwn(position, id) && rest(id) > 0);
  return hasUnits ? { kind: 'nothing', text: t('You have sent no units. They all stay where they are.') } : null;
}
