/** For what does a planet wait that builds in turn by itself, and when is that there? As the server's forecast says it. */
import { t } from 'app/i18n.js';
import { roundsText } from './names.js';

/** @import { Forecast, Kind, Lack, Shown } from './types' */

/** Rounds until one acts again that has built, or is new; null: it can now, or nobody knows. @param {Pick<Shown, 'all'>} one */
export const readyIn = ({ all }) => (all && !all.ready ? Math.max(1, Math.ceil(all.cooldown) - 1) : null);

/** Until when a planet builds nothing that has just built. @param {Pick<Shown, 'all'>} planet */
export function restText(planet) {
  const rounds = readyIn(planet);
  return rounds === null ? '' : t('It has just built: the next ship in {rounds}.', { rounds: roundsText(rounds) });
}

/** Why a planet cannot build a ship now: in few words, and in a sentence. @param {Pick<Shown, 'energy' | 'all'>} planet @param {Kind} kind @param {boolean} isFree is one of its sides? @param {Record<string, number>} usual what ships cost, as far as the server has said it @returns {{small: string, title: string}} */
export function offOf(planet, kind, isFree, usual) {
  const rest = restText(planet);
  // One sentence for all its ships stands above them.
  if (rest) return { small: '', title: rest };
  if (kind === 'miner' && usual.scout && !usual.miner)
    return { small: t('too late'), title: t('A miner that is built now does not bring its price before the end.') };
  const facts = { n: usual[kind], has: planet.energy };
  if (planet.energy < usual[kind])
    return {
      small: t('from {n}', facts),
      title:
        kind === 'battleship'
          ? t(
              'From {n} energy on, and it has {has}. A smaller one that takes a planet is offered at that planet.',
              facts,
            )
          : t('From {n} energy on, and it has {has}.', facts),
    };
  return { small: '', title: isFree ? t('Not offered now.') : t('All its sides are taken.') };
}

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
