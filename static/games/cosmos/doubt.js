/** What would Ready give away by accident? An order that waits for its target, or a step in which nothing is ordered although there is something to do. */
import { join, sentences, t, tn } from 'app/i18n.js';
import { isEmpty } from './orders.js';
import { hasChosen, waitOf } from './waits.js';
import { adviceOf, wayOf } from './ways.js';

/** @param {import('./types').Session} session @returns {import('../../types').Doubt | null} */
export function doubt(session) {
  const { state } = session;
  if (state.aim) return { kind: 'aim', text: t('An order still waits for its target. It is not given.') };
  // To wait is a choice as well.
  if (!state.position || !isEmpty(state.orders) || hasChosen(state)) return null;
  // What goes on by itself, such as a scout under way, is no order of this step.
  const waiting = session.idle().length;
  const isWaiting = (/** @type {number} */ id) => {
    const planet = session.position().byId.get(id);
    return !!planet && waitOf(state, planet) !== null;
  };
  const ways = adviceOf(session).filter(({ by, orders }) => orders && !isWaiting(by));
  if (!waiting && !ways.length) return null;
  // A step is many rounds: whoever lets them pass is asked with a mouse as well.
  return {
    kind: 'idle',
    text: sentences([
      waiting
        ? tn(
            'Nothing is ordered: {n} of yours has nothing to do.',
            'Nothing is ordered: {n} of yours have nothing to do.',
            waiting,
          )
        : t('Nothing is ordered.'),
      ways.length ? t('Ways to go on: {ways}.', { ways: join(ways.map(wayOf)) }) : '',
    ]),
  };
}
