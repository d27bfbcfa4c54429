/** What would Ready give away by accident? A bid of nothing, the choice of the birthplace, or a round without campaigns. */
import { t } from 'app/i18n.js';
import { campaignsOf, emptyOrders } from './orders.js';

/** @param {import('./session.js').Session} session @returns {import('../../types').Doubt | null} */
export function doubt({ state, affordable }) {
  const { orders, frame } = state;
  if (!frame || orders.resign) return null;
  const { phase, auction } = frame.view;
  if (phase === 'auction')
    return orders.bid || auction?.my_bid
      ? null
      : { kind: 'bid', text: t('Your bid is 0: every club that bids more chooses its birthplace before you.') };
  if (phase === 'birthplaces')
    return orders.birthplace
      ? null
      : { kind: 'birthplace', text: t('You have chosen no birthplace. Then the site chooses one for you.') };
  const isIdle = !campaignsOf(orders).length && JSON.stringify(orders) === JSON.stringify(emptyOrders());
  return isIdle && affordable() > 0
    ? { kind: 'nothing', text: t('You have ordered nothing. Your money is saved, and no land is won.') }
    : null;
}
