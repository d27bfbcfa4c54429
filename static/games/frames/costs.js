/** What did an act cost whom, in numbers? Blows at one unit in a step are one event, told at the first of them. */

import { change, changeOf } from 'app/changes.js';
import { t, tn } from 'app/i18n.js';
import { seatOf } from './position.js';

/** @typedef {import('../../types').SideChange} SideChange */
/** @typedef {import('kit/describe.js').About<import('./position.js').Position>} About */

/** @param {number} amount */
const hitPoints = (amount) => change('hp', 'heart', amount, () => t('HP'));
/** Hit points that the other side lost, also those that it paid. @param {number} amount */
const dealt = (amount) => change('dealt', 'swords', amount, () => t('enemy HP lost'));
/** @param {number} amount */
const mechs = (amount) => change('mechs', 'bot', amount, (n) => tn('mech', 'mechs', n));
/** Mechs of the other side. @param {number} amount */
const beaten = (amount) => change('beaten', 'crosshair', amount, (n) => tn('mech beaten', 'mechs beaten', n));
/** @param {number} amount */
const energy = (amount) => change('energy', 'zap', amount, () => t('energy'));
/** @param {number} amount */
const cards = (amount) => change('cards', 'layers', amount, (n) => tn('card', 'cards', n));
/** @param {number} amount */
const pilots = (amount) => change('pilots', 'users', amount, (n) => tn('pilot', 'pilots', n));

/** What two events of a kind must have in common to be told together. */
const GROUPS = /** @type {Record<string, (event: any) => string>} */ ({
  damage: ({ unit, cause }) => `${unit} ${cause}`,
  draw: ({ seat, kind }) => `${seat} ${kind}`,
  energy: ({ seat, change: n }) => `${seat} ${n < 0}`,
});

/** All events that are told at this one: itself, its whole group, or none if an earlier one tells it. @param {any} event @param {any[]} events @returns {any[]} */
export function groupOf(event, events) {
  const key = GROUPS[event.type]?.(event);
  if (key === undefined || !events.includes(event)) return [event];
  const group = events.filter((one) => one.type === event.type && GROUPS[event.type](one) === key);
  return group[0] === event ? group : [];
}

/** @param {any[]} group @param {string} field */
export const total = (group, field) => group.reduce((sum, one) => sum + one[field], 0);

/** What each side lost and won. @type {Record<string, (event: any, group: any[]) => SideChange[]>} */
const COSTS = {
  damage: ({ unit }, group) => [changeOf(seatOf(unit), hitPoints(-total(group, 'amount')))],
  heal: ({ unit, amount }) => [changeOf(seatOf(unit), hitPoints(amount))],
  destroyed: ({ unit }) => [changeOf(seatOf(unit), mechs(-1))],
  energy: ({ seat }, group) => [changeOf(seat, energy(total(group, 'change')))],
  draw: ({ seat }, group) => [changeOf(seat, cards(total(group, 'count')))],
  pilot_lost: ({ seat }) => [changeOf(seat, pilots(-1))],
};

/** @param {any} event @param {About} about @returns {SideChange[]} */
export const costsOf = (event, { frame, position }) => {
  if (event.type === 'drawn') return position.you === null ? [] : [changeOf(position.you, cards(event.cards.length))];
  // Own cards are named, and counted there.
  if (event.type === 'draw' && event.seat === position.you) return [];
  const group = groupOf(event, frame.events);
  return group.length ? (COSTS[event.type]?.(event, group) ?? []) : [];
};

/** What the other side lost, as a gain of whoever looks on. @param {SideChange[]} costs @param {number | null} you */
export const dealtBy = (costs, you) =>
  you === null
    ? []
    : costs.flatMap(({ seat, kind, amount }) => {
        if (seat === you || amount >= 0) return [];
        if (kind === 'hp') return [dealt(-amount)];
        return kind === 'mechs' ? [beaten(-amount)] : [];
      });
