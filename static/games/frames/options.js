/**
 * What can be done with what is picked up? The choices of a step, each as a row of things that can be pointed at: who, how, at whom.
 * Picking narrows them down until one is left. Which choices there are, and why others are not, the server says.
 */
import { areaOf, keyOf } from './position.js';

/** @typedef {import('./position.js').Position} Position */
/** @typedef {any} Order an order as the rules write it */
/** @typedef {Record<string, any>} Choice an entry of the server's list: words, `orders` with `odds` and `leads`, or a `reason` */
/**
 * @typedef {object} Option
 * @property {Order | null} order null: it cannot be given now
 * @property {any} why the reason, as a phrase
 * @property {Choice} choice
 * @property {string[]} parts tokens in the order in which they are asked for: `unit:m0_1`, `area:1,2`, `weapon:laser_saber`
 */

/** @param {any} act @returns {string[]} */
function actParts({ unit, do: what, path, weapon, card, target, boost }) {
  const how = weapon ? `weapon:${weapon}` : card ? `card:${card}` : `act:${what}`;
  const end = path ? [`area:${keyOf(path.at(-1))}`, ...(path.length > 1 ? [`via:${keyOf(path[0])}`] : [])] : [];
  return [`unit:${unit}`, how, ...end, ...(target ? [`unit:${target}`] : []), ...(boost ? [`card:${boost}`] : [])];
}

/** @param {any} end */
const diverted = (end) => (typeof end === 'string' ? 'energy' : `${end.unit}/${end.weapon}`);

/** What an order is about, in the order in which a hand would say it. @type {Record<string, (order: Order, ship: string) => string[]>} */
const PARTS = {
  fire: ({ weapon, target, area, second_target: second }, ship) => [
    `unit:${ship}`,
    `weapon:${weapon}`,
    ...(target ? [`unit:${target}`] : []),
    ...(area ? [`area:${keyOf(area)}`] : []),
    ...(second === undefined ? [] : [`second:${second ?? 'none'}`]),
  ],
  operate_one: ({ act }) => (act ? actParts(act) : []),
  act: ({ act }) => actParts(act),
  deploy: ({ mech, at, pilot }) => [
    `unit:${mech}`,
    ...(at ? [`area:${keyOf(at)}`] : []),
    ...(pilot ? [`pilot:${pilot}`] : []),
  ],
  recall: ({ mech }) => [`unit:${mech}`, 'do:recall'],
  resupply: ({ mode, free }) => ['do:resupply', `pile:${mode}`, ...(free ? ['free:yes'] : ['free:no'])],
  play: ({ card, area, pile }) => [
    `card:${card}`,
    ...(area ? [`area:${keyOf(area)}`] : []),
    ...(pile ? [`pile:${pile}`] : []),
  ],
  use_gear: ({ unit, card, weapon }) => [`unit:${unit}`, `card:${card}`, ...(weapon ? [`weapon:${weapon}`] : [])],
  autocannon: ({ installation, target }, ship) => [
    `unit:${ship}`,
    `cannon:${installation}`,
    ...(target ? [`unit:${target}`] : []),
  ],
  captain: ({ skill, target, from, to }) => [
    'captain:',
    `skill:${skill}`,
    ...(target ? [`unit:${target}`] : []),
    ...(from ? [`from:${diverted(from)}`, `to:${diverted(to)}`] : []),
  ],
  ship_skill: ({ skill, units }, ship) => [`unit:${ship}`, `skill:${skill}`, ...(units ? [`units:${units}`] : [])],
};

/** What a choice is about that cannot be made: as much of the row as is known. @param {Choice} choice @param {string} ship @returns {string[]} */
function blockedParts({ group, source, part, at }, ship) {
  if (group === 'fire') return [`unit:${ship}`, `weapon:${source}`];
  if (group === 'resupply') return ['do:resupply', `pile:${source}`];
  if (group === 'recall') return [`unit:${source}`, 'do:recall'];
  if (group === 'deploy') return [`unit:${source}`];
  if (group === 'use_gear') return [`unit:${part}`, `card:${source}`];
  if (group === 'play' || group === 'gear') return [`card:${source}`];
  if (group === 'captain') return ['captain:', `skill:${source}`];
  if (group === 'ship_skill') return [`unit:${ship}`, `skill:${source}`];
  if (group === 'autocannon') return [`unit:${ship}`, `cannon:${source}`];
  if (group !== 'operate_one' && group !== 'act') return [`do:${group}`];
  if (at) return [`unit:${source}`, 'act:move', `area:${keyOf(at)}`];
  if (part === 'hold') return [`unit:${source}`];
  return [`unit:${source}`, /^c\d/.test(part) ? `card:${part}` : `weapon:${part}`];
}

/** A part of a plan: its order, and what comes before it in the row. @param {Choice} choice @returns {[order: Order, before: string[]]} */
function planned({ group, orders, source, card }) {
  const [one] = orders[group];
  if (group === 'actions') return [one, one.acts ? [`do:${one.type}`] : []];
  if (group === 'end_acts') return [{ type: 'act', act: one }, ['do:end_acts']];
  return [{ type: group }, [`do:${group}`, card === source ? `skill:${card}` : `card:${source}`]];
}

/** Choices as options; cards that go along with a mech are chosen beside it. @param {Choice[]} choices @param {number | null} you @returns {Option[]} */
export function optionsOf(choices, you) {
  const ship = `s${you ?? 0}`;
  return choices
    .filter(({ adds, group, orders }) => !adds || (group !== 'gear' && !orders[group]?.[0]?.gear?.length))
    .map((choice, i) => {
      const [order, before] = choice.adds ? planned(choice) : [choice.orders ?? null, []];
      const own = () => PARTS[order.type]?.(order, ship) ?? [before.length ? `label:${i}` : `do:${order.type}`];
      const parts = !order
        ? blockedParts({ ...choice, group: choice.kind ?? choice.group }, ship)
        : order.acts
          ? actParts(order.acts[0])
          : own();
      return { order, choice, why: choice.reason ?? null, parts: [...before, ...parts] };
    });
}

/** Which action of a turn a choice belongs to. @param {Choice} choice */
export const actionOf = ({ group, kind }) => (group === 'actions' ? kind : group);

/** Options that have all these tokens, the first as what acts; `do:fire` stands for every shot of the ship. @param {Option[]} options @param {string[]} picked */
export function narrowed(options, picked) {
  const first = picked.find((token) => !token.startsWith('do:'));
  return options.filter(
    ({ parts, choice }) =>
      picked.every((token) => parts.includes(token) || token === `do:${actionOf(choice)}`) &&
      (!first?.startsWith('unit:') || subjectOf({ parts }) === first),
  );
}

/** What of an option has not been picked yet. @param {Option} option @param {string[]} picked */
export const open = ({ parts }, picked) => parts.filter((token) => !picked.includes(token));

/** What an option begins with. @param {{parts: string[]}} option */
const subjectOf = ({ parts }) => parts.find((token) => !token.startsWith('do:')) ?? parts[0];

/** Everything that a legal option begins with: what can be picked up. @param {Option[]} options */
export const subjects = (options) => new Set(options.filter(({ order }) => order).map(subjectOf));

/** @param {string} token */
const isPlace = (token) => token.startsWith('unit:') || token.startsWith('area:');

/** Units and areas that what is picked can be aimed at; a reason where it cannot. @param {Option[]} options @param {string[]} picked @returns {Map<string, {why: any, option: Option}>} */
export function targets(options, picked) {
  /** @type {Map<string, {why: any, option: Option}>} */
  const found = new Map();
  if (!picked.length) return found;
  for (const option of narrowed(options, picked)) {
    const token = open(option, picked).find(isPlace);
    if (!token || token === subjectOf(option)) continue;
    const known = found.get(token);
    if (!known || (known.why && !option.why)) found.set(token, { why: option.why, option });
  }
  return found;
}

/**
 * The next thing to choose, each with its options; a thing that leads nowhere has a reason.
 * @param {Option[]} options @param {string[]} picked @returns {{token: string, options: Option[], why: any}[]}
 */
export function nexts(options, picked) {
  /** @type {Map<string, Option[]>} */
  const found = new Map();
  for (const option of narrowed(options, picked)) {
    const token = open(option, picked)[0];
    if (token) found.set(token, [...(found.get(token) ?? []), option]);
  }
  return [...found].map(([token, some]) => ({
    token,
    options: some,
    why: some.every(({ order }) => !order) ? some[0].why : null,
  }));
}

/**
 * The only legal option that is left and needs no more words; null: more has to be picked. The same act within an operation, or at the end
 * of a round, is meant by whoever has said so.
 * @param {Option[]} options @param {string[]} picked
 */
export function only(options, picked) {
  const legal = narrowed(options, picked).filter(({ order }) => order);
  const plain = legal.filter((option) => !open(option, picked)[0]?.startsWith('do:'));
  const left = plain.length ? plain : legal;
  if (left.length !== 1) return null;
  return picked.length > 1 || left[0].parts.length === 1 ? left[0] : null;
}

/** Who or what on the board an order goes from and to, as tokens. @param {Order} order @param {Position} position @returns {{from: string | null, to: string | null}} */
export function endTokens(order, position) {
  const places = (PARTS[order.type]?.(order, `s${position.you ?? 0}`) ?? []).filter(isPlace);
  if (order.type === 'play') return { from: null, to: places[0] ?? null };
  return { from: places[0] ?? null, to: places[1] ?? null };
}

/** Where on the board an order ends: what its draft is drawn to. @param {Order} order @param {Position} position @returns {{from: string | null, to: string | null}} */
export function ends(order, position) {
  const areaOfToken = (/** @type {string | null} */ token) =>
    token && (token.startsWith('area:') ? token.slice(5) : areaOf(position, token.slice(5)));
  const { from, to } = endTokens(order, position);
  return { from: areaOfToken(from), to: areaOfToken(to) };
}

/** Do two orders say the same? Fields that say nothing do not count. @param {any} a @param {any} b @returns {boolean} */
export function same(a, b) {
  if (a === b || (isNothing(a) && isNothing(b))) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  return [...new Set([...Object.keys(a), ...Object.keys(b)])].every((key) => same(a[key], b[key]));
}

/** @param {any} value */
const isNothing = (value) => value === undefined || value === null || (Array.isArray(value) && !value.length);
