/** For what does a planet wait that builds in turn by itself, and when is that there? As the server's forecast says it. */
import { t } from 'app/i18n.js';
import { roundsText } from './names.js';

/** @import { Forecast, Lack, Shown } from './types' */

/** Rounds of waiting that are worth a line: what goes on so long is no plan. */
const LONG = 40;

/** What a planet lacks for its next ship; undefined: nothing, or it builds nothing in turn. @param {Pick<Shown, 'id'>} planet @param {Pick<Forecast, 'waits'> | null} told */
export const lackOf = ({ id }, told) => told?.waits?.find(({ planet }) => planet === id);

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
