/** What are things called? Cards, units, areas and states in the page's language, as the reader sees the table. */
import { t, tn } from 'app/i18n.js';
import { called } from 'app/names.js';
import { seatLetter } from 'board/marks.js';
import { heldCard, isShip, isWatched, keyOf, seatOf, shownView } from './position.js';

/** @typedef {import('./position.js').Position} Position */

/** The server's messages for a mech: an own one, and those of the seats. */
const OWN_MECH = '%(model)s %(number)s';
const MECHS = ["A's %(model)s %(number)s", "B's %(model)s %(number)s"];
/** Of what a seat does; here its letter would read as a word. */
const GATHERS = ['A is gathering energy.', 'B is gathering energy.'];

/** A mech in a phrase by its name, from the point of view of whoever reads it; null: the phrase is no mech, or mechs have no names. @param {any} phrase */
function mechIn({ text, data }) {
  const foreign = MECHS.indexOf(text);
  if (foreign < 0 && text !== OWN_MECH) return null;
  const shown = shownView();
  const seat = foreign < 0 ? shown.you : foreign;
  const call = called(shown.names?.mechs, `m${seat}_${Number(data.number) - 1}`);
  if (!call) return null;
  const name = t('{model} {name}', { model: say(data.model), name: call });
  if (foreign < 0) return name;
  return shown.you === null || isWatched(shown)
    ? t('{name} of {seat}', { name, seat: seatWords(seat) })
    : t('the enemy {name}', { name });
}

/** An area by its name, if the message is what the rules call one; '' if it is not. @param {string} text */
function areaIn(text) {
  const shown = shownView();
  const area = shown.names && shown.areas?.find((/** @type {any} */ { name }) => name === text);
  return area ? called(shown.names.areas, keyOf(area.at)) : '';
}

/** A seat where there is no room for its name. @param {number} seat */
export const seatWords = (seat) => t('seat {letter}', { letter: seatLetter(seat) });

/** A message, or one with what stands in its places, which may be messages themselves. @param {any} phrase @returns {string} */
export function say(phrase) {
  if (typeof phrase === 'string') return areaIn(phrase) || t(phrase);
  if (!phrase) return '';
  if (GATHERS.includes(phrase.text))
    return t('Seat {letter} is gathering energy.', { letter: seatLetter(GATHERS.indexOf(phrase.text)) });
  const mech = phrase.data && mechIn(phrase);
  if (mech) return mech;
  const places = Object.entries(phrase.data ?? {}).map(([name, value]) => [
    name,
    typeof value === 'number' ? value : say(value),
  ]);
  return t(phrase.text, Object.fromEntries(places));
}

/** A sentence that begins with a name begins with a capital. @param {string} text */
export const sentence = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/** @param {Position} position @param {string | null} id */
export function cardOf({ cards }, id) {
  return id ? (cards[id.split('#')[0]] ?? null) : null;
}

/** @param {Position} position @param {string | null} id */
export function cardName(position, id) {
  const card = cardOf(position, id);
  return card ? say(card.name) : t('a card face down');
}

/** What a card does, sentence by sentence; where the rules of the table cap it, they say so. @param {Position} position @param {string | null} id @returns {string[]} */
export function cardLines(position, id) {
  const limit = id === 'warp_shield' ? position.view.options?.warp_limit : 0;
  const lines = (cardOf(position, id)?.text ?? []).map(say);
  return limit ? [...lines, t('By the rules of this table it sends back {n} damage at most.', { n: limit })] : lines;
}

/** The short name of a warship or a model. @param {Position} position @param {string} id */
export function shortName(position, id) {
  const card = cardOf(position, id);
  return card ? say(card.short ?? card.name) : '';
}

/** A mech's model with its name, or with its number in the fleet; or a warship's. @param {Position} position @param {string} unit */
export function modelName(position, unit) {
  const mech = isShip(unit) ? null : position.mechs.get(unit);
  if (!mech) return shortName(position, position.sides[seatOf(unit)]?.ship.card);
  const model = shortName(position, mech.model);
  const name = callName(position, unit);
  return name ? t('{model} {name}', { model, name }) : `${model} ${Number(unit.split('_')[1]) + 1}`;
}

/** The name of a mech without its model; '' if it has none. @param {Position} position @param {string} unit */
export const callName = (position, unit) => called(position.view.names?.mechs, unit);

/** A unit with whose it is. @param {Position} position @param {string} unit */
export function unitName(position, unit) {
  if (unit === 'any') return t('any target');
  const name = modelName(position, unit);
  const seat = seatOf(unit);
  if (position.reader === null) return t('{name} of {seat}', { name, seat: seatWords(seat) });
  return seat === position.reader ? t('your {name}', { name }) : t('the enemy {name}', { name });
}

/** What an area is called. @param {Position} position @param {string} key */
export const areaWords = ({ view }, key) =>
  called(view.names?.areas, key) || say(view.areas.find((/** @type {any} */ { at }) => keyOf(at) === key)?.name ?? '');

/** Words of what a unit may be in. */
export const STATES = /** @type {Record<string, () => string>} */ ({
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

/** States whose number is that of the turns for which they last. */
const LASTING = ['disabled', 'em_locked', 'deploy_lock', 'jammed'];

/**
 * A state in a few words, with its number. @param {{id: string, n?: number | null}} state that of a lock counts the beginnings of turns until the
 *   mech is free, the last of which is a turn in which it can be deployed
 */
export function stateName({ id, n: left }) {
  const state = STATES[id]?.() ?? '';
  if (id === 'deploy_lock' && left === 1) return t('can be deployed from the next turn on');
  const n = left && id === 'deploy_lock' ? left - 1 : left;
  if (!n) return state;
  return LASTING.includes(id)
    ? tn('{state} for {n} turn', '{state} for {n} turns', n, { state })
    : t('{state} ({n})', { state, n });
}

const CONDITIONS = /** @type {Record<string, [() => string, (view: any) => string]>} */ ({
  raid: [
    () => t('Raid'),
    ({ raid_waits: waits }) =>
      waits
        ? t(
            'A mech walks into the ship area of the other side and still stands there, able to act, when its own next turn begins.',
          )
        : t('A mech walks into the ship area of the other side.'),
  ],
  annihilation: [
    () => t('Annihilation'),
    () => t('The enemy warship is a wreck and no enemy mech is left on the board.'),
  ],
  arms_race: [
    () => t('Arms race'),
    ({ options: { arms_race_round: n, arms_race_measure: measure } }) =>
      measure === 'fleet'
        ? t(
            'After round {n} more strength in play wins: the part of a fleet’s hit points that its warship and its mechs on the board have.',
            { n: n ?? 20 },
          )
        : t('After round {n} warship and mechs on the board with more hit points win.', { n: n ?? 20 }),
  ],
  lingering: [
    () => t('Lingering'),
    ({ options: { arms_race_round: n, arms_race_measure: measure } }) =>
      measure === 'fleet'
        ? t(
            'After round {n} less strength in play wins: the part of a fleet’s hit points that its warship and its mechs on the board have.',
            { n: n ?? 20 },
          )
        : t('After round {n} warship and mechs on the board with fewer hit points win.', { n: n ?? 20 }),
  ],
});

/** @param {string} id */
export const conditionName = (id) => CONDITIONS[id]?.[0]() ?? '';
/** @param {string} id @param {any} view */
export const conditionHelp = (id, view) => CONDITIONS[id]?.[1](view) ?? '';

/** What is added to a printed number of a unit, or taken from it: "5 + 3"; '' where nothing is. @param {any} unit @param {'hit' | 'evade'} what */
export function sumWords(unit, what) {
  const more = unit.now[what] - unit[what];
  if (!more) return '';
  return more > 0
    ? t('{printed} + {more}', { printed: unit[what], more })
    : t('{printed} − {less}', { printed: unit[what], less: -more });
}

/** A number of a unit as it counts, and how it comes about where cards change the printed one. @param {any} unit @param {'hit' | 'evade'} what */
export function countedWords(unit, what) {
  const sum = sumWords(unit, what);
  const n = unit.now[what];
  return sum ? t('{n} ({sum})', { n, sum }) : String(n);
}

/** What the two numbers of a unit mean. @param {Position} position @param {string} unit */
export function numbersWords(position, unit) {
  const { hit, evade } = (position.mechs.get(unit)?.facts ?? position.sides[seatOf(unit)].ship).now;
  return t('{unit} shoots true with {hit} or less on a die of 20, and evades a shot with {evade} or less.', {
    unit: sentence(unitName(position, unit)),
    hit,
    evade,
  });
}

/** Why what is in hand cannot go to an area of which no rule says more. @param {Position} position @param {string[]} picked @param {string} area */
export function noWay(position, picked, area) {
  const where = { area: areaWords(position, area) };
  const [kind, name = ''] = (picked.find((token) => !token.startsWith('do:')) ?? '').split(':');
  const mech = kind === 'unit' && picked.every((token) => !token.startsWith('weapon:')) && position.mechs.get(name);
  if (mech && mech.where === 'board')
    return t('{unit} does not reach {area} in one act.', { unit: modelName(position, name), ...where });
  if (mech) return t('{unit} does not come out at {area}.', { unit: modelName(position, name), ...where });
  const card = kind === 'card' ? heldCard(position, name) : null;
  return card
    ? t('{card} cannot be used at {area}.', { card: cardName(position, card), ...where })
    : t('That cannot be used at {area}.', where);
}
