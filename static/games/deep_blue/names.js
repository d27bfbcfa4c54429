/**
 * What are things called? Cells, units, buildings, layers and the terms of the rules, in the page's language. Units and buildings are known
 * by kind and name, the sea by the names of its parts, cells by the letters and numbers of the chart's rim.
 */
import { t, tn } from 'app/i18n.js';
import { called, nameIn, placeIn } from 'app/names.js';

/** @import { DeepBlueView, Element, Memory, UnitKind } from './types' */

/** The match's books of names; a page shows one match. @type {NonNullable<DeepBlueView['names']>} */
let books = {};

/** From now on things are called as this view's match calls them. @param {Pick<DeepBlueView, 'names'>} view */
export function callAsIn({ names }) {
  books = names ?? {};
}

const KINDS = /** @type {Record<string, () => string>} */ ({
  base: () => t('base'),
  island: () => t('island'),
  mine: () => t('mine'),
  oilfield: () => t('oilfield'),
  submarine: () => t('submarine'),
  destroyer: () => t('destroyer'),
  cruiser: () => t('cruiser'),
  battleship: () => t('battleship'),
  carrier: () => t('carrier'),
  cargo: () => t('cargo ship'),
  formation: () => t('formation'),
});
/** Kinds that a base builds, in the order of the table. */
export const UNIT_KINDS = /** @type {UnitKind[]} */ (Object.keys(KINDS).slice(4));

export const LAYERS = [() => t('underwater'), () => t('surface'), () => t('air'), () => t('all layers')];
export const PLANES = [() => t('fighters'), () => t('torpedoers'), () => t('bombers'), () => t('scouts')];

/** So many of each. @type {((n: number) => string)[]} */
const COUNTED = [
  (n) => tn('{n} fighter', '{n} fighters', n),
  (n) => tn('{n} torpedoer', '{n} torpedoers', n),
  (n) => tn('{n} bomber', '{n} bombers', n),
  (n) => tn('{n} scout plane', '{n} scout planes', n),
];

/** Words of orders, events and forecasts that players read. */
const WORDS = /** @type {Record<string, () => string>} */ ({
  fire: () => t('fire'),
  torpedo: () => t('torpedo'),
  // Commands.
  attack: () => t('attack'),
  supply: () => t('supply'),
  repair: () => t('repair'),
  collect: () => t('collect'),
  self_destruct: () => t('self-destruct'),
  // Stocks.
  health: () => t('health'),
  fuel: () => t('fuel'),
  ammo: () => t('ammo'),
  metal: () => t('metal'),
  // How a strike ended.
  hit: () => t('hit'),
  miss: () => t('miss'),
  empty: () => t('nothing there'),
  blocked_by_unit: () => t('something in the way was hit'),
  lost_on_land: () => t('ran aground'),
  overkill: () => t('already destroyed'),
  // Air mastery.
  full_control: () => t('full control'),
  advantage: () => t('advantage'),
  even: () => t('even'),
  inferior: () => t('inferior'),
  lost_control: () => t('lost control'),
  // Why something was destroyed.
  strike: () => t('by a strike'),
  splash: () => t('by splash'),
  air_combat: () => t('in air combat'),
  battle: () => t('in a battle on the way'),
  crash: () => t('by a crash'),
  blast: () => t('by a blast'),
  // Why something stopped, failed or waits.
  arrived: () => t('arrived'),
  blocked: () => t('blocked'),
  halted: () => t('its way is closed'),
  destroyed: () => t('lost on the way'),
  gone: () => t('the target is gone'),
  out_of_range: () => t('out of range'),
  no_metal: () => t('not enough metal'),
  population: () => t('population is full'),
  cell: () => t('no free water at the base'),
  full: () => t('the yard is full'),
  // Standing orders.
  patrol: () => t('patrol'),
  escort: () => t('escort'),
  supply_run: () => t('supply run'),
  collect_run: () => t('collect run'),
  attack_at_will: () => t('attack at will'),
  unit_lost: () => t('the unit is lost'),
  source_empty: () => t('nothing is left there'),
  // Phases.
  attacks: () => t('Attacks'),
  queue: () => t('Orders to the yard'),
  move: () => t('Movement'),
  services: () => t('Supply and repair'),
  production: () => t('Launches'),
  score: () => t('Score'),
});

/** A term of the rules as players read it. @param {string} key */
export const word = (key) => WORDS[key]?.() ?? t('unknown');

/** A kind or a term, whichever a word is; else the word itself. @param {string} key */
export const kindOrWord = (key) => (KINDS[key] ?? WORDS[key])?.() ?? key;

/** @param {string} kind */
export const kindName = (kind) => KINDS[kind]?.() ?? t('unit');

/** Letters of a column: A … Z, AA … @param {number} x @returns {string} */
export const columnName = (x) =>
  (x < 26 ? '' : columnName(Math.floor(x / 26) - 1)) + String.fromCharCode(65 + (x % 26));

/** Number of a row. @param {number} y */
export const rowName = (y) => String(y + 1);

/** A cell as the chart's rim has it: column letters and row number, C4. @param {number[]} cell */
export const cellName = ([x, y]) => columnName(x) + rowName(y);

/** The cell of such a name; null if it is none. @param {string} name @returns {[number, number] | null} */
export function cellOfName(name) {
  const found = /^([a-z]{1,2})(\d{1,2})$/i.exec(name);
  if (!found) return null;
  const x = [...found[1].toUpperCase()].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
  return [x, Number(found[2]) - 1];
}

/** The part of the sea in which a cell lies; coordinates stand only beside the pointer and in commands. @param {number[]} cell */
export const placeName = ([x, y]) => placeIn(books.seas, x, y) || cellName([x, y]);

/** A part of the sea and the layer. @param {number[]} spot */
export const spotName = ([x, y, level]) => t('{cell} ({layer})', { cell: placeName([x, y]), layer: LAYERS[level]() });

/** What an element is called, in both languages; null: it has no name. @param {Element | Memory} element */
export const namesOf = (element) => nameIn('rect' in element ? books.buildings : books.units, element.id);

/** An element by its name alone; '' if it has none. @param {Element | Memory} element */
export const properName = (element) => called('rect' in element ? books.buildings : books.units, element.id);

/** A unit or building by kind and name. @param {Element | Memory} element */
export function elementName(element) {
  const kind = kindName(element.kind);
  const name = properName(element);
  if (name) return t('{kind} {name}', { kind, name });
  return 'rect' in element
    ? t('{kind} at {cell}', { kind, cell: cellName(element.rect) })
    : t('{kind} {number}', { kind, number: element.id });
}

/** Planes by type: “4 fighters, 2 scouts”. @param {number[]} planes */
export const planesName = (planes) => planes.flatMap((n, type) => (n ? COUNTED[type](n) : [])).join(t(', '));

/** What the weather is called. @param {number} weather */
export function weatherName(weather) {
  if (weather > 0) return t('very clear');
  if (weather === 0) return t('clear');
  if (weather > -4) return t('haze');
  return weather > -8 ? t('fog') : t('storm');
}

/** A map by its title and size, as the options of a table call it. @param {string} title @param {number} size */
export const mapName = (title, size) => t(`${title} (${size}×${size})`);

/** A change with its sign. @param {number} n */
export const signed = (n) => (n > 0 ? `+${n}` : String(n));

/** First letter as a capital, for the beginning of a line. @param {string} text */
export const sentence = (text) => text.charAt(0).toUpperCase() + text.slice(1);
