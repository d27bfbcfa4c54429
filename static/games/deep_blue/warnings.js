/**
 * What does the forecast say in words? Warnings, what needs the person, refusals and chances: the server's codes as sentences.
 */
import { phrase, t, tn } from 'app/i18n.js';
import { elementName, kindName, kindOrWord, placeName, sentence, word } from './names.js';

/** @import { Position, Refused, UnitAhead, Volley, Warned, Way } from './types' */

/** A message that is nothing but what stands in its place. */
const PLACE = '{value}';

/** @typedef {Record<string, (data: any, position: Position) => string>} Words */

/** @param {Position} position @param {number | null} id */
export function nameOf({ elements, ghosts }, id) {
  const found = elements.get(id ?? -1) ?? ghosts.find((one) => one.id === id);
  return found ? elementName(found) : t('unknown unit');
}

/** @param {[number, number][]} ids @param {Position} position */
const losses = (ids, position) =>
  ids.map(([id, damage]) => t('{unit} −{damage}', { unit: nameOf(position, id), damage })).join(t(', '));

/** @type {Words} */
const WARNINGS = {
  blocked: ({ cell }) => t('blocked at {cell}', { cell: placeName(cell) }),
  out_of_fuel: ({ cell, rounds }) =>
    tn('fuel ends at {cell} in {n} round', 'fuel ends at {cell} in {n} rounds', rounds, { cell: placeName(cell) }),
  crash: ({ cell, rounds }) =>
    tn('falls at {cell} in {n} round: no fuel', 'falls at {cell} in {n} rounds: no fuel', rounds, {
      cell: placeName(cell),
    }),
  unreachable: ({ cell }) => t('no way there: ends at {cell}', { cell: placeName(cell) }),
  no_return: ({ fuel, needs }) => t('no fuel for the way home: {fuel} left, {needs} needed', { fuel, needs }),
  adrift: () => t('adrift: no fuel'),
  own_in_line: ({ id, cell }, position) =>
    t('your own {unit} is in the torpedo’s path at {cell}', { unit: nameOf(position, id), cell: placeName(cell) }),
  blocked_by_unit: ({ id, cell }, position) =>
    t('{unit} at {cell} stops the torpedo', { unit: nameOf(position, id), cell: placeName(cell) }),
  lost_on_land: ({ cell }) => t('the torpedo runs aground at {cell}', { cell: placeName(cell) }),
  own_in_splash: ({ ids }, position) => t('splash on your own: {losses}', { losses: losses(ids, position) }),
  own_in_blast: ({ ids }, position) => t('the blast hits your own: {losses}', { losses: losses(ids, position) }),
  air_cover: ({ band }) => t('planes guard the target: air combat first, {band}', { band: word(band) }),
  nobody_seen: () => t('nobody is seen there'),
  no_damage: () => t('no damage to expect'),
  out_of_sight: () => t('the target is out of sight next round'),
  fails: ({ reason }) => t('comes to nothing: {reason}', { reason: word(reason) }),
  nothing_flows: () => t('nothing to give or take'),
  no_metal: ({ cost }) => t('not enough metal: costs {cost}', { cost }),
  over_population: ({ population, cap }) =>
    t('population {population} of {cap}: entries will wait', { population, cap }),
  // What needs the person.
  low_fuel: ({ fuel, needs }) => t('low fuel: {fuel}, the way home takes {needs}', { fuel, needs }),
  no_ammo: () => t('no ammo'),
  damaged_near_base: ({ health, of, distance }) =>
    t('damaged: {health} of {of}, base {distance} away', { health, of, distance }),
  under_fire: ({ damage }) => t('under fire: lost {n} health', { n: damage }),
  idle: () => t('without orders'),
  idle_yard: ({ metal }) => t('the yard is idle: {metal} metal', { metal }),
};

/** @param {Warned} warned @param {Position} position @returns {string} empty: nothing to say */
export const warningWords = (warned, position) => WARNINGS[warned.code]?.(warned, position) ?? '';

/** Why the server refuses, in its own words; what fills their places is a word of the rules, a number or an element by its name. @param {Refused} refused */
export function refusalWords({ message, data }) {
  const filled = Object.entries(data).map(([key, value]) => [
    key,
    typeof value === 'string'
      ? kindOrWord(value)
      : typeof value === 'object'
        ? phrase({ text: PLACE, data: { value } })
        : value,
  ]);
  return t(message, Object.fromEntries(filled));
}

/** Chances of a volley: “fire 55 % · −23, torpedo 40 % · −16”. @param {Volley} volley */
export function volleyWords({ strikes, combat, expected, sinks, gives }) {
  const each = strikes.map(({ kind, chance, damage }) =>
    t('{kind} {chance} % · −{damage}', { kind: word(kind), chance, damage }),
  );
  if (combat) each.unshift(t('air combat: {band}', { band: word(combat.band) }));
  if (sinks) each.push(t('sinks {chance} %', { chance: sinks }));
  else if (strikes.length > 1 || combat) each.push(t('about −{damage}', { damage: Math.round(expected) }));
  if (gives) each.push(t('no points until taken: {n} a round', { n: gives }));
  return each.length ? each.join(t(', ')) : t('holds fire');
}

/** What several volleys at one target do together: “4 attacks: about −31”. @param {Volley[]} volleys */
export function volleysWords(volleys) {
  const damage = Math.round(volleys.reduce((sum, { expected }) => sum + expected, 0));
  const each = [tn('{n} attack: about −{damage}', '{n} attacks: about −{damage}', volleys.length, { damage })];
  const { gives } = volleys[0];
  if (gives) each.push(t('no points until taken: {n} a round', { n: gives }));
  return each.join(t(', '));
}

/** What the target may answer. @param {Volley | null | undefined} back */
export const answerWords = (back) =>
  back ? t('answers with {volley}', { volley: volleyWords(back) }) : t('cannot answer');

/** Who needs the person and why, as a line. @param {Warned} line @param {Position} position */
export function attentionWords(line, position) {
  const one = position.elements.get(line.id);
  const name = !one || one.kind === 'base' ? kindName('base') : elementName(one);
  return sentence(t('{unit}: {what}', { unit: name, what: warningWords(line, position) }));
}

/** @type {Words} */
const STANDING = {
  patrol: ({ cells }) => t('patrols {cells}', { cells: cells.map(placeName).join(' – ') }),
  escort: ({ unit }, position) => t('escorts {unit}', { unit: nameOf(position, unit) }),
  supply_run: ({ unit }, position) =>
    unit === null ? t('keeps supplying who needs it') : t('keeps supplying {unit}', { unit: nameOf(position, unit) }),
  collect_run: ({ target }, position) => t('keeps collecting from {target}', { target: nameOf(position, target) }),
  attack_at_will: () => t('attacks at will'),
};

/** What a unit does round after round. @param {any} standing @param {Position} position @returns {string} empty: nothing */
export const standingWords = (standing, position) =>
  standing ? (STANDING[standing.type]?.(standing, position) ?? '') : '';

/** How long ways take, and what is left; empty for several. @param {Way[]} ways */
export function wayWords([way, ...others]) {
  if (!way || others.length) return '';
  const { rounds, fuel } = way;
  if (rounds === null) return t('fuel ends on the way');
  return tn('{n} round, {fuel} fuel left', '{n} rounds, {fuel} fuel left', rounds, { fuel });
}

/** What a press on a target out of range orders. @param {Way} way to where the guns reach it */
export const closingWords = ({ rounds }) =>
  rounds === null
    ? t('out of range: closes in, fuel ends on the way')
    : tn('out of range: closes in, {n} round', 'out of range: closes in, {n} rounds', rounds);

/** What flows in a supply, repair or collection. @param {UnitAhead['service'] | undefined} service */
export function flowWords(service) {
  if (service?.failed) return sentence(t('comes to nothing: {reason}', { reason: word(service.failed) }));
  const flows = ['health', 'fuel', 'ammo', 'metal'].filter((what) => service?.flows?.[what]);
  return flows.map((what) => t('{n} {what}', { n: service?.flows?.[what], what: word(what) })).join(t(', '));
}
