/** What is the one next thing to do, and where on the chart? What needs somebody comes first, then a planet that can be taken. */
import { t } from 'app/i18n.js';
import { reflexesOf } from './orders.js';
import { homeOf } from './position.js';
import { takingOf } from './taking.js';
import { needsOf } from './warnings.js';

/** @import { Session } from './types' */

/** Who bids nothing after this part of the rounds leaves points to others for next to nothing. */
const EARLY = 0.1;

/** @param {Session} session @returns {{id: number, words: string} | null} who it is about, and what to do there in few words; null: nothing waits */
export function nextOf(session) {
  if (!session.hasDraft() || !session.canOrder()) return null;
  const [need] = needsOf(session);
  if (need)
    return {
      id: need.id,
      words: need.rests ? t('tell it what to do') : need.key.startsWith('bids end') ? t('bid on') : t('look here'),
    };
  const { view, shown } = session.position();
  const home = homeOf(session.position());
  const bids = shown.some(({ seen, kind, ...one }) => {
    const isPlanet = seen === 'own' && kind === 'planet';
    return isPlanet && reflexesOf(session.state.orders, one).some(({ type }) => type === 'auto_charge');
  });
  if (home && !bids && view.round > EARLY * view.rounds) return { id: home.id, words: t('bid for the final weapon') };
  const found = session
    .position()
    .shown.flatMap((planet) => {
      const taking = takingOf(session, planet);
      return taking?.by && !taking.isUnderWay ? [{ id: planet.id, price: taking.price }] : [];
    })
    .sort((a, b) => a.price - b.price)[0];
  return found ? { id: found.id, words: t('can be taken') } : null;
}
