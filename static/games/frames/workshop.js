/** How are fleets built at leisure? What the kit's room of the workshop needs to know of Frames: words, cards, filters, averages. */
import { h, loadStyle } from 'app/dom.js';
import { number, t } from 'app/i18n.js';
import { openBuilder } from 'kit/workshop/builder.js';
import { cardElement, KINDS, kindName } from './card.js';
import { loadDrawings } from './drawings.js';
import { fleetGlance, partNames } from './fleet.js';
import { percent } from './foresee.js';
import { cardName, say, shortName } from './words.js';

/** @typedef {import('./position.js').Position} Position */

/** Kinds in the order of the rules; a ready-made fleet is no card. */
const ORDER = [
  ...['ship', 'captain', 'ship_weapon', 'mech', 'pilot', 'ship_card', 'mech_card'],
  ...['mech_weapon', 'trait', 'ship_skill', 'captain_skill', 'event'],
];

/** What a card costs to use, as an answer of a filter; nothing for cards that are not paid for. @param {any} card */
export function costOf({ kind, cost, weapon }) {
  if (kind !== 'ship_card' && !weapon) return [];
  if (cost?.ap) return [`ap ${cost.ap}`];
  const energy = cost?.energy || weapon?.energy;
  return [energy ? `energy ${energy}` : 'free'];
}

/** @param {string} cost as `costOf` has it */
function costName(cost) {
  const [what, n] = cost.split(' ');
  if (what === 'ap') return t('{n} AP', { n });
  return what === 'energy' ? t('{n} energy', { n }) : t('nothing');
}

/** @param {Position} position @returns {import('kit/workshop/catalogue.js').Facet[]} */
const facetsOf = ({ view }) => [
  {
    label: t('Attribute'),
    any: t('any'),
    of: ({ weapon }) => (weapon ? [weapon.attr] : []),
    name: (attribute) => t(attribute),
  },
  {
    label: t('Set'),
    any: t('both'),
    of: ({ set }) => [set],
    name: (set) => (set === 'second' ? t('second set') : t('first set')),
  },
  { label: t('Costs'), any: t('anything'), of: costOf, name: costName },
  { label: t('Keyword'), any: t('any'), of: ({ keywords }) => keywords, name: (id) => say(view.keywords[id].name) },
];

/** Everything that is written on a card and on what it carries. @param {Position} position @param {any} card @returns {string} */
function textOf(position, { name, text, about = [], facts, when, weapons = [], traits = [], skills = [] }) {
  const carried = [...weapons, ...traits, ...skills].map((/** @type {string} */ id) =>
    textOf(position, position.cards[id]),
  );
  return [name, ...text, ...about, ...facts, ...when].map(say).concat(carried).join(' ');
}

/** @param {number} value */
const two = (value) => number(Math.round(value * 100) / 100);

/** A weapon against the target, as the cells of a row. @param {Position} position @param {any} row */
function rowOf(
  position,
  { weapon, by, tokens, count, hit, evade, shots, lands, damage, most, destroys, per_ap, per_token },
) {
  const more = [shortName(position, by), tokens > 0 && t('{n} energy', { n: tokens }), count > 1 && `× ${count}`];
  return [
    h('span', null, cardName(position, weapon), h('small', null, more.filter(Boolean).join(' · '))),
    hit === null ? t('sure') : percent(hit / 20),
    hit === null ? '–' : percent(evade / 20),
    shots > 1 ? `${shots} × ${percent(lands)}` : percent(lands),
    h('b', null, two(damage)),
    String(most),
    percent(destroys),
    two(per_ap),
    per_token === null ? '–' : two(per_token),
  ];
}

/** @param {Position} position @returns {import('kit/workshop/averages.js').Averages} */
const averagesOf = (position) => ({
  about: t('By printed numbers, if nobody reacts. Expected damage of one use, from as far as the weapon reaches.'),
  none: t('The fleet has no weapon yet that could be aimed at that.'),
  head: [
    ...[t('Weapon'), t('Hits'), t('Evaded'), t('A shot lands'), t('Damage'), t('At most'), t('Destroys')],
    ...[t('Per AP'), t('Per energy')],
  ],
  facts: ({ fleet }) => [
    [t('Hull of the warship'), t('{n} HP', { n: fleet.ship_hp })],
    [t('All mechs together'), t('{n} HP', { n: fleet.mech_hp })],
    [t('Best shot of the warship'), t('{n} damage', { n: two(fleet.ship_shot) })],
    [t('Each mech acts once'), t('{n} damage', { n: two(fleet.mechs_act) })],
  ],
  rows: ({ rows }) => rows.map((/** @type {any} */ row) => rowOf(position, row)),
});

/** @param {any} description of `Workshop.describe` @returns {import('kit/workshop/builder.js').Craft} */
function craftOf({ cards, keywords }) {
  const position = /** @type {Position} */ (/** @type {unknown} */ ({ cards, view: { keywords } }));
  return {
    words: {
      mine: t('Your fleets'),
      fresh: t('New fleet'),
      ready: t('Starter fleets'),
      now: t('This fleet'),
      short: t('Fleet'),
      named: t('Name of the fleet'),
      untitled: t('My fleet'),
      legal: t('This fleet is legal.'),
    },
    parts: partNames(),
    kinds: Object.fromEntries(ORDER.map((kind) => [kind, KINDS[kind]()])),
    kind: (kind) => kindName({ kind }),
    name: (id) => (['ship', 'mech'].includes(cards[id]?.kind) ? shortName(position, id) : cardName(position, id)),
    say,
    card: (id, size, note) => cardElement(position, id, { size, note }),
    text: (card) => textOf(position, card),
    facets: facetsOf(position),
    glance: (build) => fleetGlance(position, build),
    averages: averagesOf(position),
  };
}

/** @param {HTMLElement} el @param {import('kit/workshop/store.js').WorkshopPage} page */
export function mountWorkshop(el, page) {
  loadStyle('games/frames/frames.css');
  loadDrawings();
  el.classList.add('fr-workshop');
  return openBuilder(el, page, craftOf);
}
