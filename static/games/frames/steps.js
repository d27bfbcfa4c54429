/** What is a step called? By its round and whose turn it is; steps have no numbers that people could use. */
import { t } from 'app/i18n.js';
import { seatName } from 'kit/describe.js';

/** @type {Map<number, string>} names of the steps whose views this page has had: others ask for them without a view, as the end does */
const named = new Map();

/** @param {import('../../types').MatchInfo} info @param {any} view */
function nameOf(info, view) {
  if (view.phase === 'fleet') return t('Choosing fleets');
  if (view.phase === 'victory') return t('Choosing a way to win');
  if (!view.turn) return null;
  const round = view.race
    ? t('Round {n} of {last}', { n: view.round, last: view.race.last_round })
    : t('Round {n}', { n: view.round });
  if (view.mode === 'blitz' || view.active === null || view.active === undefined) return round;
  if (view.you === view.active) return t('{round} · your turn', { round });
  return t('{round} · {seat}’s turn', { round, seat: seatName(view.active, info) });
}

/** @param {number} step @param {import('../../types').MatchInfo} info @param {any} view */
export function nameStep(step, info, view) {
  if (!view) return named.get(step) ?? null;
  const name = nameOf(info, view);
  if (name) named.set(step, name);
  return name;
}
