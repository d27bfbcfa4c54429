/** What is in a fleet, and how does it look at a glance? For the builder and for the choice before a match. */
import { h } from 'app/dom.js';
import { join, t } from 'app/i18n.js';
import { drawing } from './drawings.js';
import { cardName, shortName } from './words.js';

/** @typedef {import('./position.js').Position} Position */

/** What parts of a fleet are called, in the order in which they are read. @returns {Record<string, string>} */
export const partNames = () => ({
  ship: t('Warship'),
  captain: t('Captain'),
  weapons: t('Main weapons'),
  mechs: t('Mechs'),
  pilots: t('Pilots'),
  ship_cards: t('Ship cards'),
  mech_cards: t('Mech cards'),
});

/** The cards of a part, each as often as it is there: an id, ids, mechs with their weapons, or numbers by id. @param {any} part @returns {string[]} */
export function idsOf(part) {
  if (typeof part === 'string') return [part];
  if (Array.isArray(part)) return part.map((one) => one?.model ?? one).filter((id) => typeof id === 'string');
  return Object.entries(part ?? {}).flatMap(([id, n]) => Array.from({ length: Number(n) || 0 }, () => id));
}

/** A mech by its short name, with what it carries. @param {Position} position @param {{model: string, weapons: (string | {id: string})[]}} mech */
export const armedName = (position, { model, weapons }) =>
  t('{mech} with {weapons}', {
    mech: shortName(position, model),
    weapons: join(weapons.map((one) => cardName(position, typeof one === 'string' ? one : one.id))),
  });

/** What a fleet fires: the weapons of its warship, and what mechs carry that is not printed on their cards. @param {Position} position @param {any} fleet */
function armsOf(position, { weapons, mechs }) {
  const printed = (/** @type {any} */ { model, weapons: own }) =>
    String([...own].sort()) === String([...(position.cards[model]?.weapons ?? [])].sort());
  const fitted = Array.isArray(mechs) ? mechs.filter((one) => one?.weapons && !printed(one)) : [];
  return [
    ...idsOf(weapons).map((id) => cardName(position, id)),
    ...new Set(fitted.map((one) => armedName(position, one))),
  ];
}

/** Warship and mechs of a fleet as drawings, with their names and weapons; it may be unfinished. @param {Position} position @param {any} fleet */
export function fleetGlance(position, fleet) {
  const { ship, mechs } = fleet;
  const models = idsOf(mechs);
  const names = [...idsOf(ship), ...models].map((id) => shortName(position, id));
  const figures = models.map((id) => h('span', { title: shortName(position, id) }, drawing(id, 'mech')));
  return [
    h('span', { class: 'fr-fleet-ship', 'aria-hidden': 'true' }, ship ? drawing(ship, 'ship') : null),
    h('span', { class: 'fr-fleet-mechs', 'aria-hidden': 'true' }, figures),
    h('span', { class: 'fr-fleet-names' }, names.join(' · ')),
    h('span', { class: 'fr-fleet-arms' }, armsOf(position, fleet).join(' · ')),
  ];
}
