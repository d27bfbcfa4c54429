/** What will an order do, in words? The server's odds, costs and consequences of a choice; nothing is reckoned here but percents. */
import { number, t, tn } from 'app/i18n.js';
import { heldCard } from './position.js';
import { cardLines, say, sentence, unitName } from './words.js';

/** @typedef {import('./position.js').Position} Position */
/** @typedef {Record<string, any>} Choice */

/** @param {number} part */
export const percent = (part) => `${Math.round(part * 100)} %`;
/** @param {number} value */
const rounded = (value) => number(Math.round(value * 10) / 10);

/** @param {Choice} choice @param {string} [unit] */
const targetOf = ({ odds }, unit) => odds?.targets.find((/** @type {any} */ one) => !unit || one.unit === unit);

/** That a shot lands, beside a target where there is little room; null: it is no attack. @param {Choice} choice @param {string} [unit] */
export function chance(choice, unit) {
  const target = targetOf(choice, unit);
  return target ? percent(target.lands) : null;
}

/** Chance that a shot lands, and expected damage; null: it is no attack. @param {Choice} choice @param {string} [unit] */
export function shortOdds(choice, unit) {
  const target = targetOf(choice, unit);
  if (!target) return null;
  if (target.immune) return t('immune');
  return t('{chance} · {damage} dmg', { chance: percent(target.lands), damage: rounded(target.damage) });
}

/** The same in a sentence. @param {Choice} choice @param {string} [unit] */
export function chanceWords(choice, unit) {
  const target = targetOf(choice, unit);
  if (!target || target.immune) return null;
  return t('{chance} to land, {damage} damage expected.', {
    chance: percent(target.lands),
    damage: rounded(target.damage),
  });
}

/** @param {Position} position @param {any} target */
function targetLine(position, target) {
  const unit = sentence(unitName(position, target.unit));
  if (target.immune) return t('{unit} is immune: nothing happens.', { unit });
  const shots =
    target.hit === null
      ? tn('{n} shot lands without rolls', '{n} shots land without rolls', target.shots)
      : tn(
          '{n} shot, hit {hit}, evade {evade}: {chance} lands',
          '{n} shots, hit {hit}, evade {evade}: {chance} each',
          target.shots,
          {
            hit: target.hit,
            evade: target.evade,
            chance: percent(target.lands),
          },
        );
  const damage = t('{damage} damage expected, {most} at most; {chance} to destroy', {
    damage: rounded(target.damage),
    most: target.most,
    chance: percent(target.destroys),
  });
  return t('{unit}: {shots}. {damage}.', { unit, shots, damage });
}

/** What an order costs. @param {Choice} choice */
export function price({ costs = {} }) {
  const { ap, energy, ammo, hp } = costs;
  return [
    ap && t('{n} AP', { n: ap }),
    energy && t('{n} energy', { n: energy }),
    ammo && tn('{n} round', '{n} rounds', ammo),
    hp && t('{n} HP of the warship', { n: hp }),
  ]
    .filter(Boolean)
    .join(' · ');
}

/** All there is to know of a choice before it is made, sentence by sentence: its odds, what it costs, what it leads to, the end of the turn first. @param {Position} position @param {Choice} choice @returns {string[]} */
export function foreseen(position, choice) {
  const { odds, leads = [], orders } = choice;
  const cost = price(choice);
  const act = orders?.act ?? orders;
  // What a card does stands on it; a weapon says so by its odds.
  const card = act?.skill ?? heldCard(position, act?.card);
  const text = odds ? [] : cardLines(position, card);
  return [
    ...(odds?.targets ?? []).map((/** @type {any} */ target) => targetLine(position, target)),
    ...(cost ? [t('Costs {price}.', { price: cost })] : []),
    ...leads.map(say),
    ...(odds?.answers?.text ?? []).map(say),
    ...text,
  ];
}
