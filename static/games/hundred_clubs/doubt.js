/** What would Ready give away by accident? A bid of nothing, the choice of the birthplace, a round without campaigns or with most of the money left, or a war half justified. */
import { t, tn } from 'app/i18n.js';
import { clubMark } from './names.js';
import { campaignsOf, commandTo, emptyOrders } from './orders.js';

/** The club that is not told again what a war with it needs in each round; null if there is none. @param {import('./types').ClubView} view @param {import('./types').ClubOrders} orders */
const forgotten = ({ me, players }, orders) =>
  /** @type {import('./types').PlayerView[]} */ (players).find(
    ({ seat, relation }) => relation === 'neutral' && (me?.justify[seat] ?? 0) > 0 && commandTo(orders, seat) === null,
  ) ?? null;

/** Cells from which on it is worth a question that money is left which would win them, and the part of the money that is. */
const [MANY, HALF] = [5, 0.5];

/** Most of the money is left, and would win land, or hold it at war: what is asked then; null if not. @param {import('./session.js').Session} session @returns {import('../../types').Doubt | null} */
function unspent({ state: { frame, forecast }, affordable }) {
  const { saving = 0, campaign_price: price = 1 } = frame?.choices ?? {};
  const left = affordable() * price;
  if (left < saving * HALF) return null;
  const held = forecast?.guard?.cells ?? 0;
  if (held)
    return {
      kind: 'rest',
      text: tn(
        '{left} of your {saving} money is left, and there is war: in defence it would hold about {n} cell more.',
        '{left} of your {saving} money is left, and there is war: in defence it would hold about {n} cells more.',
        held,
        { left, saving },
      ),
    };
  const n = forecast?.spend?.gain.about ?? 0;
  if (n < MANY) return null;
  const text = tn(
    '{left} of your {saving} money is left: spent well, it would win about {n} cell more.',
    '{left} of your {saving} money is left: spent well, it would win about {n} cells more.',
    n,
    { left, saving },
  );
  return { kind: 'rest', text };
}

/** @param {import('./session.js').Session} session @returns {import('../../types').Doubt | null} */
export function doubt(session) {
  const { state, affordable } = session;
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
  const half = forgotten(frame.view, orders);
  if (half) {
    const { me, options } = frame.view;
    const facts = { club: clubMark(half.seat), count: me.justify[half.seat], needed: options.justify_rounds };
    return {
      kind: 'justify',
      text: t(
        'Your war on {club} is prepared {count} of {needed} rounds. Without War at its name it begins anew.',
        facts,
      ),
    };
  }
  const isIdle = !campaignsOf(orders).length && JSON.stringify(orders) === JSON.stringify(emptyOrders());
  const rest = unspent(session);
  if (!isIdle || (rest && state.forecast?.guard?.cells)) return rest;
  return affordable() > 0
    ? { kind: 'nothing', text: t('You have ordered nothing. Your money is saved, and no land is won.') }
    : null;
}
