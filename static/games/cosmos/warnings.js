/**
 * What needs this person before the step is played? Harm that a draft would do, from the server's forecast and the position; who has
 * nothing to do; what a newcomer can do first.
 */
import { t } from 'app/i18n.js';
import { entityName, failure } from './names.js';
import { actionsOf } from './orders.js';

/** @import { Forecast, Session, Shown } from './types' */

/** @typedef {{key: string, id: number, text: string}} Need */

/** What can be done, while a match is young; by step. */
const HINTS = [
  () =>
    t(
      'Give your planet a routine below: “Economy” builds miners that pay from round 50 on. Then give new scouts “Hunter” and press Ready; everything goes on by itself.',
    ),
  () =>
    t('Click a ship and right-click the chart to send it, on a phone tap the place. X explores, Tab finds the idle.'),
  () => t('Neutral planets fall to bursts: a battleship beside one with radius 1 and more energy than it, plus 10.'),
  () =>
    t('The highest bid of a round wins a point. Bid a little each round; more points than half the rounds are safe.'),
];

/** @param {number} step from 0 @returns {string} empty: none */
export const hintOf = (step) => HINTS[step]?.() ?? '';

/** @param {Session} session @returns {Need[]} the most pressing first */
export function needsOf(session) {
  const { state } = session;
  const position = session.position();
  const forecast = /** @type {Forecast | null} */ (state.forecast);
  if (!session.hasDraft()) return [];
  /** @type {Need[]} */
  const needs = [];
  const add = (/** @type {Shown} */ entity, /** @type {string} */ why, /** @type {string} */ text) =>
    needs.push({ key: `${why} ${entity.id}`, id: entity.id, text: `${entityName(entity)}: ${text}` });
  const told = (/** @type {string} */ type) =>
    (forecast?.events ?? []).flatMap((event) => {
      const entity = event.type === type && position.byId.get(event.id);
      return entity ? [{ event, entity }] : [];
    });
  for (const { event, entity } of told('overloaded'))
    if (!event.hits.length) {
      const least = forecast?.least_burst ?? 0;
      const why =
        entity.energy < least
          ? t('a burst has no effect below {least} energy; the ship would be lost', { least })
          : t('its burst would hit nobody; the ship would be lost');
      add(entity, 'void', why);
    }
  for (const { event, entity } of told('order_failed')) add(entity, `fails ${event.code}`, failure(event.code));
  const foes = position.shown.filter(
    ({ kind, seat, seen }) => kind === 'battleship' && seen === 'seen' && seat !== null && seat !== position.view.seat,
  );
  const strongest = foes.reduce((best, foe) => (foe.energy > (best?.energy ?? 0) ? foe : best), foes[0]);
  for (const [id, [left]] of Object.entries(forecast?.planets ?? {})) {
    const planet = position.byId.get(Number(id));
    const spends = actionsOf(state.orders, Number(id)).length > 0;
    if (planet && strongest && spends && left < strongest.energy)
      add(
        planet,
        'bare',
        t('only {left} energy would be left, and {foe} of {energy} is in sight', {
          left,
          foe: entityName(strongest),
          energy: strongest.energy,
        }),
      );
  }
  return needs;
}
