/**
 * Which routines mean something now, and what will each do and cost? A routine is offered once there is somebody whom it is about; whoever has it
 * sees it always. Commands and the list of choices give any.
 */
import { sentences, t } from 'app/i18n.js';
import { ROUTINES, shipText } from './names.js';

/** @import { Kind, Position, Reflex, Rules } from './types' */

/** @param {Position} position @param {(one: import('./types').Shown) => boolean} is */
const knows = ({ shown }, is) => shown.some((one) => one.seen !== 'own' && is(one));

/** @typedef {Record<string, number>} Usual what ships cost that are offered to be built, as far as the server has said it */

/** @type {Record<string, (position: Position, usual?: Usual) => boolean>} */
const MEANT = {
  war: (position) => knows(position, ({ kind, seat }) => kind === 'planet' || seat !== null),
  // With miners, or once none pays any more.
  weapon: ({ shown }, usual) =>
    (!!usual && !('miner' in usual)) || shown.some(({ kind, seen }) => kind === 'miner' && seen === 'own'),
  raider: (position) => knows(position, ({ seat }) => seat !== null),
  guard: (position) => knows(position, ({ seat }) => seat !== null),
  siege: (position) => knows(position, ({ kind }) => kind === 'planet'),
  shy: (position) => knows(position, ({ seat }) => seat !== null),
};

/** Is it about anybody who is known? @param {string} name a routine's @param {Position} position @param {Usual} [usual] */
export const isMeant = (name, position, usual) => MEANT[name]?.(position, usual) ?? true;

/** Does it build only what is offered to be built? @param {Rules} rules @param {Usual} [usual] */
export const isInTime = ({ reflexes = [] }, usual) =>
  !usual ||
  reflexes.every(({ pattern = [] }) => pattern.every((/** @type {{kind: Kind}} */ { kind }) => kind in usual));

/** @param {Reflex[]} reflexes @param {string} type */
const find = (reflexes, type) => reflexes.find((reflex) => reflex.type === type);

/** What a routine takes, from its rules. @param {Rules} rules */
function cost({ reflexes = [] }) {
  const builds = find(reflexes, 'auto_build');
  const bids = find(reflexes, 'auto_charge');
  const words = [];
  if (builds) {
    const ships = builds.pattern.map(shipText).join(', ');
    words.push(t('Each turn costs {ships}; {keep} energy stays.', { ships, keep: builds.keep ?? 0 }));
  }
  if (bids) words.push(t('Bids cost what is above {keep}.', { keep: bids.keep ?? 0 }));
  if (find(reflexes, 'auto_overload')) words.push(t('A burst costs the ship.'));
  if (find(reflexes, 'auto_analyse')) words.push(t('An analysis may cost defence.'));
  return words;
}

/** One sentence on what it will do, and what that costs. @param {string} name @param {Rules} rules */
export const routineText = (name, rules) => sentences([ROUTINES[name].meaning(), ...cost(rules)]);
