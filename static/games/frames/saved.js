/** What became of a shot that landed, or of another stroke of luck? Rolls that save or spoil and what is left of the damage, in a few words at who is meant. */
import { t } from 'app/i18n.js';
import { cardName } from './words.js';

/** @typedef {import('./position.js').Position} Position */

/** Rolls that are not called as what they come from. @type {Record<string, string>} */
const OF = { ejection: 'jack_thunder', parry: 'laser_saber' };

/** Whose roll it is: a trait, a pilot, a card, the weather. @param {Position} position @param {string} why */
export const causeOfRoll = (position, why) => cardName(position, OF[why] ?? why);

/**
 * What an event of an attack says beside its dice; null: nothing, or it is seen otherwise.
 * @param {Position} position @param {Record<string, any>} event @returns {{unit: string, text: string, kind: string} | null}
 */
export function savedBy(position, { type, unit, target, why, die, value, total, success, amount, steps }) {
  if (type === 'immune') return { unit, text: t('immune'), kind: 'word' };
  if (type === 'roll' && die === 100 && unit) {
    const facts = { why: causeOfRoll(position, why), value, total };
    const text = success
      ? t('{why}: {value}, up to {total}: yes', facts)
      : t('{why}: {value}, up to {total}: no', facts);
    return { unit, text, kind: 'word chance' };
  }
  if (type !== 'packet' || !(steps.length > 1 || steps[0]?.why === 'shield')) return null;
  // A loss is seen with its number.
  return amount ? null : { unit: target, text: t('no damage'), kind: 'word good' };
}
