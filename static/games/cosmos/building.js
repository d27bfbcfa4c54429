/** For what does a planet wait that builds in turn by itself, and when is that there? From its rules and the server's forecast. */
import { t } from 'app/i18n.js';
import { leftOf } from './bidding.js';
import { roundsText } from './names.js';
import { reflexesOf, standingOf } from './orders.js';

/** @import { Forecast, Orders, Shown } from './types' */
/** @typedef {{from: number, rounds: number | null, bids: boolean}} Lack `from`: energy from which on it builds; `rounds`: in how many it has that, null: not as it goes on; `bids`: it bids besides */

/** Rounds of waiting that are worth a line: what goes on so long is no plan. */
const LONG = 40;

/**
 * What a planet lacks for its next ship; null: nothing, or it builds nothing in turn. Which ship is next is known of a fresh order; of an older one that
 * rests it is none that could be paid. @param {Orders} orders @param {Shown} planet @param {Pick<Forecast, 'planets' | 'rounds'> | null} told @param {number} round
 * @returns {Lack | null}
 */
export function lackOf(orders, planet, told, round) {
  const reflexes = reflexesOf(orders, planet);
  const rule = reflexes.find(({ type }) => type === 'auto_build');
  const energies = told?.planets[planet.id];
  if (!told || !rule?.pattern.length || !energies?.length || !planet.all?.ready) return null;
  const costs = rule.pattern.map((/** @type {any} */ { energy, permille }) => {
    // Of a part of what is above it is the first energy that gives a ship of one.
    return (rule.keep ?? 0) + (energy ?? Math.ceil(1000 / Math.max(1, permille)));
  });
  const had = leftOf(orders, planet);
  const isFresh = Boolean(standingOf(orders, planet.id)?.reflexes);
  const from = Math.min(...(isFresh ? costs.slice(0, 1) : costs).filter((/** @type {number} */ cost) => cost > had));
  if (!Number.isFinite(from)) return null;
  const gain = energies[energies.length - 1] - had;
  const ahead = told.rounds[energies.length - 1] - round + 1;
  const bids = reflexes.some(({ type }) => type === 'auto_charge');
  return { from, rounds: gain > 0 ? Math.ceil(((from - had) * ahead) / gain) : null, bids };
}

/** Does it wait so long that somebody ought to know? @param {Lack} lack */
export const isLong = ({ rounds }) => rounds === null || rounds > LONG;

/** @param {Lack} lack */
export function lackText({ from, rounds, bids }) {
  if (rounds !== null)
    return t('it waits until it has {n} energy, in about {rounds}', { n: from, rounds: roundsText(rounds) });
  return bids
    ? t('it waits until it has {n} energy, and its bids take what it gains', { n: from })
    : t('it waits until it has {n} energy, and gains nothing', { n: from });
}
