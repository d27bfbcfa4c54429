/** What needs this person before the step is played? Harm that a draft would do, from the server's forecast; and planets that do nothing. */
import { t, tn } from 'app/i18n.js';
import { keptText, stopOf } from './bidding.js';
import { isLong, lackOf, lackText } from './building.js';
import { entityName, failureText, properName, roundsText } from './names.js';
import { reflexesOf, standingOf } from './orders.js';
import { adviceOf } from './ways.js';

/** @import { Forecast, Hit, Session } from './types' */

/** @param {Session} session @returns {import('kit/needs.js').Need[]} the most pressing first */
export function needsOf(session) {
  const { byId } = session.position();
  const told = /** @type {Forecast | null} */ (session.state.told);
  if (!session.hasDraft()) return [];
  const need = (/** @type {number} */ id, /** @type {string} */ why, /** @type {string} */ text) => {
    const entity = byId.get(id);
    return entity
      ? [{ key: `${why} ${id}`, id, text: t('{name}: {text}', { name: entityName(entity), text: text }) }]
      : [];
  };
  const idle = atRest(session, need, told);
  if (!told) return [...idle, ...bidsThatEnd(session, need)];
  const least = told.least_burst;
  const voidText = (/** @type {number} */ energy) =>
    energy < least
      ? t('a burst has no effect below {least} energy; the ship would be lost', { least })
      : t('its burst would hit nobody; the ship would be lost');
  const { view } = session.position();
  /** A burst is shared among all it reaches. @param {Hit[]} hits */
  function sharedText(hits) {
    const own = hits.filter(({ id }) => byId.get(id)?.seat === view.seat).length;
    if (!own) return null;
    return own === hits.length
      ? t('its burst would reach nobody but your own')
      : tn('{n} of your own takes a share of the burst', '{n} of your own take their shares of the burst', own);
  }
  const bare = told.bare.flatMap(({ planet, left, foe, burst }) => {
    const ship = byId.get(foe);
    const text = t('only {left} energy would be left; a burst of {burst} by {foe} would take it', {
      left,
      burst,
      foe: ship ? entityName(ship) : '',
    });
    return need(planet, 'bare', text);
  });
  const harms = told.events.flatMap(({ type, id, hits, energy, code }) => {
    if (type === 'overloaded' && !hits.length) return need(id, 'void', voidText(energy));
    const shared = type === 'overloaded' && sharedText(hits);
    if (shared) return need(id, 'shared', shared);
    return type === 'order_failed' ? need(id, `fails ${code}`, failureText(code, byId.get(id), view)) : [];
  });
  return [
    ...bare,
    // What is tried in each round of a step is said once.
    ...new Map(harms.map((line) => [line.key, line])).values(),
    ...told.vain.flatMap(({ planet, bid, rival, most: more, round }) =>
      need(
        planet,
        'bid',
        rival === null
          ? t('it bids {bid}; {more} lost in round {round}', { bid, more, round })
          : t('it bids {bid} against another planet of yours, which bids {more}', { bid, more }),
      ),
    ),
    ...bidsThatEnd(session, need),
    ...buildsLate(session, need, told),
    ...lostErrands(session, need),
    ...idle,
  ];
}

/**
 * Planets that are to build in turn and do not get to it. @param {Session} session @param {(id: number, why: string, text: string) => import('kit/needs.js').Need[]} need
 * @param {Forecast} told
 */
function buildsLate(session, need, told) {
  return session.position().shown.flatMap((planet) => {
    const lack = planet.seen === 'own' ? lackOf(planet, told) : null;
    // Nothing is lost by it: what the chart offers comes first.
    return lack && isLong(lack)
      ? need(planet.id, 'waits', lackText(lack)).map((line) => ({ ...line, rests: true }))
      : [];
  });
}

/**
 * Scouts that go for a miner and cannot take it apart: they are too weak by now, or it is no miner of others any more. They would go round it for good.
 * @param {Session} session @param {(id: number, why: string, text: string) => import('kit/needs.js').Need[]} need
 */
function lostErrands(session, need) {
  const { shown, byId, view } = session.position();
  const { orders } = session.state;
  return shown.flatMap((ship) => {
    if (ship.seen !== 'own' || ship.kind !== 'scout') return [];
    const movement = standingOf(orders, ship.id)?.movement ?? ship.all?.standing.movement;
    const hunts = reflexesOf(orders, ship).some(({ type }) => type === 'auto_analyse');
    const goal = movement?.type === 'pursue' && hunts ? byId.get(movement.id) : undefined;
    if (!goal) return [];
    const text =
      goal.kind !== 'miner' || goal.seat === view.seat
        ? t('it was sent to take {goal} apart, which is no rival’s miner any more', { goal: properName(goal.id) })
        : ship.defence < view.rules.analyse_min_defence
          ? failureText('not_enough_defence', ship, view)
          : '';
    return text ? need(ship.id, 'errand', text).map((line) => ({ ...line, rests: true })) : [];
  });
}

/** Lines of those who do nothing, at most: more are for the button beside them. */
const MOST = 3;

/**
 * Who does nothing, and what is there for it: the ways that the server knows come before a routine, which would spend what they need.
 * @param {Session} session @param {(id: number, why: string, text: string) => import('kit/needs.js').Need[]} need @param {Forecast | null} told
 */
function atRest(session, need, told) {
  const idle = told ? session.idle() : [];
  const withWays = new Set(idle.length ? adviceOf(session).map(({ by }) => by) : []);
  /** @param {import('./types').Shown} one */
  const text = ({ id, kind }) => {
    if (withWays.has(id)) return t('it does nothing; on the chart stand ways to go on');
    return kind === 'planet' ? t('it does nothing; give it a routine') : t('it waits; send it, or give it a routine');
  };
  // Planets for which there is nothing are one line: that energy gathers there needs nobody.
  const [first, ...others] = idle.filter(({ id, kind }) => kind === 'planet' && !withWays.has(id));
  const each = idle.filter((one) => !others.includes(one)).slice(0, MOST);
  const more = tn(
    'it gathers energy, as {n} other does; a routine can use it',
    'it gathers energy, as {n} others do; a routine can use it',
    others.length,
  );
  return each
    .flatMap((one) => need(one.id, 'rests', one === first && others.length ? more : text(one)))
    .map((line) => ({ ...line, rests: true }));
}

/**
 * Planets whose bids of every round stop within the next step, unless the draft tells them again: since they were for so many rounds, or since a ship
 * of the draft leaves no more than what is kept back. Who has had that for a step has been told of it.
 * @param {Session} session @param {(id: number, why: string, text: string) => import('kit/needs.js').Need[]} need
 */
function bidsThatEnd(session, need) {
  const { shown, view } = session.position();
  const { orders } = session.state;
  const lately = new Set(
    (view.weapon?.history ?? []).filter(([round]) => round >= view.round - view.stride).map(([, planet]) => planet),
  );
  return shown.flatMap((planet) => {
    const { id, seen, all } = planet;
    const why = seen === 'own' ? stopOf(orders, planet, view.stride) : null;
    const rule = reflexesOf(orders, planet).find(({ type }) => type === 'auto_charge');
    const left = all?.bids_left;
    // They last for this step and no longer: there is time to tell them again.
    if (!why && rule && left && left < 2 * view.stride && !standingOf(orders, id)?.reflexes)
      return need(id, 'ends', t('its bids end in {rounds}', { rounds: roundsText(left) })).map((line) => ({
        ...line,
        rests: true,
      }));
    if (!why || !rule) return [];
    if (why === 'ended')
      return need(
        id,
        'ends',
        left ? t('its bids end in {rounds}', { rounds: roundsText(left) }) : t('its bids have ended; bid on to go on'),
      );
    return lately.has(id) || left === 0 ? need(id, 'ends', keptText(rule)) : [];
  });
}
