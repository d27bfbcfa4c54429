/** What are things called? Cards, units, areas and states in the page's language, as the reader sees the table. */
import { join, t } from 'app/i18n.js';
import { seatLetter } from 'board/marks.js';
import { homeOf, isShip, placeOf, seatOf } from './position.js';

/** @typedef {import('./position.js').Position} Position */

/** A message, or one with what stands in its places, which may be messages themselves. @param {any} phrase @returns {string} */
export function say(phrase) {
  if (typeof phrase === 'string') return t(phrase);
  if (!phrase) return '';
  const places = Object.entries(phrase.data ?? {}).map(([name, value]) => [
    name,
    typeof value === 'number' ? value : say(value),
  ]);
  return t(phrase.text, Object.fromEntries(places));
}

/** @param {Position} position @param {string | null} id */
export function cardOf({ cards }, id) {
  return id ? (cards[id.split('#')[0]] ?? null) : null;
}

/** @param {Position} position @param {string | null} id */
export function cardName(position, id) {
  const card = cardOf(position, id);
  return card ? say(card.name) : t('a card face down');
}

/** The short name of a warship or a model. @param {Position} position @param {string} id */
export function shortName(position, id) {
  const card = cardOf(position, id);
  return card ? say(card.short ?? card.name) : '';
}

/** A mech's name, with its number where its fleet has two of the model. @param {Position} position @param {string} unit */
export function modelName(position, unit) {
  const mech = position.mechs.get(unit);
  if (!mech || isShip(unit)) return shortName(position, position.sides[seatOf(unit)]?.ship.card);
  const name = shortName(position, mech.model);
  const twins = [...position.mechs.values()].filter(({ seat, model }) => seat === mech.seat && model === mech.model);
  return twins.length > 1 ? `${name} ${twins.findIndex(({ id }) => id === unit) + 1}` : name;
}

/** A unit with whose it is. @param {Position} position @param {string} unit */
export function unitName(position, unit) {
  if (unit === 'any') return t('any target');
  const name = modelName(position, unit);
  const seat = seatOf(unit);
  if (position.you === null) return t('{name} of {seat}', { name, seat: seatLetter(seat) });
  return seat === position.you ? t('your {name}', { name }) : t('the enemy {name}', { name });
}

/** Letter and number of an area, as on the board's edge: a1 is the near left corner of seat A. @param {string} key */
export function areaCode(key) {
  const [x, y] = placeOf(key);
  return `${'abc'[x]}${5 - y}`;
}

/** What kind of area it is, and whose. @param {Position} position @param {string} key */
export function areaName(position, key) {
  const [x, y] = placeOf(key);
  if (y === 2) return x === 1 ? t('Event area') : x === 0 ? t('Middle west') : t('Middle east');
  const home = homeOf(key);
  const seat = home ?? (y < 2 ? 1 : 0);
  const own = position.you === seat;
  const whose = position.you === null ? seatLetter(seat) : own ? t('own') : t('enemy');
  const what = home === null ? [t('west'), t('front'), t('east')][x] : [t('deck A'), t('warship'), t('deck B')][x];
  return t('{what}, {whose}', { what, whose });
}

/** An area in a sentence: name and code. @param {Position} position @param {string} key */
export const areaWords = (position, key) => `${areaName(position, key)} (${areaCode(key)})`;

const STATES = /** @type {Record<string, () => string>} */ ({
  burn: () => t('burning'),
  disabled: () => t('disabled'),
  em_locked: () => t('locked'),
  deploy_lock: () => t('stays in the hangar'),
  barrier: () => t('barrier'),
  link_charge: () => t('charged: damage doubled'),
  smoke: () => t('in smoke: evade +5'),
  tailwind: () => t('tailwind: moves 2 areas'),
  ion: () => t('ion assimilation: evade +5'),
  infected: () => t('infected'),
  doomed: () => t('its pilot is lost with it'),
  tracer: () => t('marked by tracers'),
  fresh: () => t('deployed this turn'),
  acted: () => t('has acted'),
  jammed: () => t('jammed: no ship cards'),
  immune_to_attacks: () => t('immune to attacks this turn'),
  double_damage: () => t('double damage this turn'),
  backup_power: () => t('saved by backup power'),
  hull_guard: () => t('saved by its hull guard'),
});

/** A state in a few words, with its number. @param {{id: string, n?: number | null}} state */
export function stateName({ id, n }) {
  const name = STATES[id]?.() ?? '';
  return n ? `${name} (${n})` : name;
}

const CONDITIONS = /** @type {Record<string, [() => string, (options: any) => string]>} */ ({
  raid: [() => t('Raid'), () => t('A mech of yours walks into the enemy ship area.')],
  annihilation: [
    () => t('Annihilation'),
    () => t('The enemy warship is a wreck and no enemy mech is left on the board.'),
  ],
  arms_race: [
    () => t('Arms race'),
    ({ arms_race_round: n }) =>
      t('After round {n} warship and mechs on the board with more hit points win.', { n: n ?? 20 }),
  ],
  lingering: [
    () => t('Lingering'),
    ({ arms_race_round: n }) =>
      t('After round {n} warship and mechs on the board with fewer hit points win.', { n: n ?? 20 }),
  ],
});

/** @param {string} id */
export const conditionName = (id) => CONDITIONS[id]?.[0]() ?? '';
/** @param {string} id @param {any} options */
export const conditionHelp = (id, options) => CONDITIONS[id]?.[1](options ?? {}) ?? '';

/** @param {Position} position @param {string[]} units */
export const unitNames = (position, units) => join(units.map((unit) => unitName(position, unit)));
