/**
 * What does the forecast say in words? Warnings, what needs the person, refusals and chances: the server's codes as sentences.
 */
import { phrase, t, tn } from 'app/i18n.js';
import { elementName, kindName, kindOrWord, placeName, sentence, word } from './names.js';
import { isUnit } from './position.js';

/** @import { Element, Position, Refused, Together, UnitAhead, Volley, Warned, Way } from './types' */

/** A message that is nothing but what stands in its place. */
const PLACE = '{value}';

/** @typedef {Record<string, (data: any, position: Position) => string>} Words */

/** @param {Position} position @param {number | null} id */
export function nameOf({ elements, ghosts }, id) {
  const found = elements.get(id ?? -1) ?? ghosts.find((one) => one.id === id);
  return found ? elementName(found) : t('unknown unit');
}

/** An enemy or a free island in a sentence: “the enemy cruiser Bold Skua”. @param {Position} position @param {number} id */
export function foeName(position, id) {
  const one = position.elements.get(id);
  const unit = nameOf(position, id);
  return one && one.seat === null ? t('the free {unit}', { unit }) : t('the enemy {kind}', { kind: unit });
}

/** @param {[number, number][]} ids @param {Position} position */
export const losses = (ids, position) =>
  ids.map(([id, damage]) => t('{unit} −{damage}', { unit: nameOf(position, id), damage })).join(t(', '));

/** @param {[number, number][]} ids @returns {number} health that all of them lose */
const sumOf = (ids) => ids.reduce((sum, [, damage]) => sum + damage, 0);

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
  own_in_splash: ({ ids }, position) =>
    t('splash takes {n} health off your own: {losses}', { n: sumOf(ids), losses: losses(ids, position) }),
  own_in_blast: ({ ids }, position) =>
    t('the blast takes {n} health off your own: {losses}', { n: sumOf(ids), losses: losses(ids, position) }),
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
  low_ammo: ({ rounds }) => tn('ammo for {n} more round of fire', 'ammo for {n} more rounds of fire', rounds),
  damaged_near_base: ({ health, of, distance }) =>
    t('damaged: {health} of {of}, base {distance} away', { health, of, distance }),
  in_reach: ({ target }, position) => t('can fire at {target}', { target: foeName(position, target) }),
  under_fire: ({ damage }) => t('under fire: lost {n} health', { n: damage }),
  idle: () => t('without orders'),
  idle_yard: ({ metal, full = false, population: [n, most] }) =>
    full
      ? t('full of metal, {metal}: what is brought finds no room', { metal })
      : t('the yard is idle: {metal} metal, population {n} of {most}', { metal, n, most }),
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

/** Health of whom a volley meets, before and when so much is taken off; null: nobody is known there, or only the number of its planes. @param {Position} position @param {Volley} volley @param {number} damage */
function healthAfter({ elements }, { strikes, combat }, damage) {
  const met = combat && !strikes.length ? combat.defender : strikes.find(({ meets }) => meets !== null)?.meets;
  const health = elements.get(met ?? -1)?.health;
  return health ? { health, left: Math.max(0, health - damage) } : null;
}

/** Does every strike hit? @param {Volley} volley */
const isSure = ({ strikes, combat }) => !combat && strikes.every(({ chance }) => chance >= 100);

/** What is taken off on average, and from what: the same for one attack and for several. @param {Position} position @param {Volley} volley */
function damageWords(position, volley) {
  const { strikes, expected } = volley;
  const n = roundUp(expected || strikes.reduce((sum, { chance, damage }) => sum + (chance * damage) / 100, 0));
  const after = healthAfter(position, volley, n);
  if (isSure(volley)) return after ? t('health {health} → {left}', after) : t('{n} damage', { n });
  return after ? t('health {health} → about {left}', after) : tn('about {n} damage', 'about {n} damage', n);
}

/** @param {{chance: number}} strike */
const chanceWords = ({ chance }) =>
  chance >= 100 ? t('hits for sure') : t('hits {chance} %', { chance: Math.max(1, chance) });

/** Both sides of an air combat, with likely planes of the enemy's. @param {NonNullable<Volley['combat']>} combat */
const combatWords = ({ band, losses: [own, enemy] }) =>
  t('air combat, {band}: you lose about {own} health, they {enemy}', { band: word(band), own, enemy });

/** How likely it is that nothing is left, or that a free island is taken. @param {Volley} volley */
function endWords(volley) {
  const { strikes, sinks, gives } = volley;
  if (gives) return [takesWords({ takes: sinks })];
  return sinks && !(isSure(volley) && strikes.length === 1)
    ? [t('{chance} % chance to destroy it', { chance: sinks })]
    : [];
}

/** What one's own ships lose by splash of these strikes where they hit. @param {Volley['strikes']} strikes */
function ownWords(strikes) {
  const lost = strikes.flatMap(({ splash = [] }) => splash.filter(({ own }) => own).map(({ damage }) => damage));
  const n = lost.reduce((sum, damage) => sum + damage, 0);
  return n ? [t('splash on your own: −{n}', { n })] : [];
}

/** Whole points; what is hardly one is one, so that nobody reads “8 → 8”. @param {number} expected */
const roundUp = (expected) => (expected > 0 ? Math.max(1, Math.round(expected)) : 0);

/** What a volley does, as short as it stands on the chart: “hits 51 %, health 60 → about 43”. @param {Volley} volley @param {Position} position */
export function volleyWords(volley, position) {
  const { strikes, combat } = volley;
  const [only, ...others] = strikes;
  if (!only && !combat) return t('holds fire');
  // What takes nothing off has no odds.
  if (!combat && strikes.every(({ damage }) => !damage))
    return [WARNINGS.no_damage({}, position), ...ownWords(strikes)].join(t(', '));
  return [
    ...(combat ? [combatWords(combat)] : []),
    ...(only && !others.length ? [chanceWords(only)] : []),
    ...(only ? [damageWords(position, volley)] : []),
    ...endWords(volley),
    ...ownWords(strikes),
  ].join(t(', '));
}

/** The same in full: each strike with its chance and its damage, what all of them are likely to do, and what they cost. @param {Volley} volley @param {Position} position @param {Element | undefined} one who fires */
export function volleyInFull(volley, position, one) {
  const { strikes, combat, sinks, gives } = volley;
  const lines = combat ? [combatWords(combat)] : [];
  for (const strike of strikes)
    lines.push(
      t('{kind} {chance}: {damage}', {
        kind: word(strike.kind),
        chance: chanceWords(strike),
        damage: t('{n} damage', { n: strike.damage }),
      }),
    );
  if (strikes.some(({ damage }) => damage)) lines.push(damageWords(position, volley));
  if (gives)
    lines.push(t('{taken}; once taken, {n} points a round', { taken: takesWords({ takes: sinks }), n: gives }));
  else lines.push(...endWords(volley));
  lines.push(...ownWords(strikes));
  const once = one && one.ammo !== null ? position.view.tables.kinds[one.kind]?.ammo_once : 0;
  const ammo = strikes[0]?.ammo;
  if (once && ammo) lines.push(t('ammo {ammo} → {left}', { ammo, left: Math.max(0, ammo - once * strikes.length) }));
  return lines.length ? lines.join(t('; ')) : t('holds fire');
}

/** How likely the target is gone, or taken, by what several do. @param {Together} told @param {Position} position */
function fallsWords({ target, sinks }, position) {
  if (position.elements.get(target)?.seat === null) return [takesWords({ takes: sinks })];
  return sinks ? [t('{chance} % chance to destroy it', { chance: sinks })] : [];
}

/**
 * What several volleys at one target do together, as the server reckons it: “4 attacks: health 60 → about 29”, or “2 of 4 fire: …” where not all do. The
 * same in menu, preview and list.
 * @param {Together | undefined} told @param {Volley[]} volleys @param {Position} position @param {number} [all] who could fire
 */
export function volleysWords(told, volleys, position, all = volleys.length) {
  const damage = roundUp(told?.expected ?? volleys.reduce((sum, { expected }) => sum + expected, 0));
  const after = healthAfter(position, volleys[0], damage);
  const n = volleys.length;
  const what = after ? t('health {health} → about {left}', after) : tn('about {n} damage', 'about {n} damage', damage);
  const each =
    n < all
      ? t('{n} of {all} fire: {what}', { n, all, what })
      : tn('{n} attack: {what}', '{n} attacks: {what}', n, { what });
  return [
    each,
    ...(told ? fallsWords(told, position) : n === 1 ? endWords(volleys[0]) : []),
    ...ownWords(volleys.flatMap(({ strikes }) => strikes)),
  ].join(t(', '));
}

/** What the target may answer. @param {Volley | null | undefined} back @param {Position} position */
export const answerWords = (back, position) =>
  back ? t('it may answer: {volley}', { volley: volleyWords(back, position) }) : t('it cannot answer');

/** Who needs the person and why, as a line. @param {Warned} line @param {Position} position */
export const attentionWords = (line, position) => needsWords([line], position);

/** What a press on the line orders: who fills it. @param {NonNullable<Warned['near']>} near @param {Position} position */
const nearWords = ({ id, apart, gives }, position) => {
  const giver = position.elements.get(id);
  const unit = nameOf(position, id);
  return giver && !isUnit(giver)
    ? t('press here, and {unit} fills it', { unit })
    : tn(
        'press here: {unit} brings {gives}, {n} cell away',
        'press here: {unit} brings {gives}, {n} cells away',
        apart,
        {
          unit,
          gives,
        },
      );
};

/** All that one needs, as a line. @param {Warned[]} lines @param {Position} position */
export function needsWords(lines, position) {
  const one = position.elements.get(lines[0].id);
  const unit = !one || one.kind === 'base' ? kindName('base') : elementName(one);
  const what = lines.map((line) => warningWords(line, position)).filter(Boolean);
  const near = lines.find((line) => line.near)?.near;
  const help = near ? [nearWords(near, position)] : [];
  return sentence(t('{unit}: {what}', { unit, what: [what.join(t(', ')), ...help].join(t('; ')) }));
}

/** Is it said of a free island that it is likely to be taken now? @param {Warned} line */
export const isLikely = ({ likely = false }) => likely;

/** What comes of firing at a free island now. @param {{takes?: number}} line */
const takesWords = ({ takes = 0 }) =>
  takes >= 1 ? t('{chance} % chance to take it', { chance: takes }) : t('not taken this round');

/** Who could fire at a target, as a line. @param {Warned[]} lines of that target @param {Position} position */
export function gunnersWords(lines, position) {
  const [line] = lines;
  const target = foeName(position, line.target);
  const who =
    lines.length === 1
      ? attentionWords({ code: 'in_reach', id: line.id, target: line.target }, position)
      : tn('{n} of yours can fire at {target}', '{n} of yours can fire at {target}', lines.length, { target });
  return line.takes === undefined ? who : [who, takesWords({ takes: line.takes })].join(t('; '));
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
