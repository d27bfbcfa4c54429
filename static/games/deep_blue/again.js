/**
 * What of the orders of the round before can be given once more, and what is left out, and why? The server has judged the draft; whatever it
 * refuses, and whatever comes to nothing or harms one's own, is taken out and named.
 */
import { t } from 'app/i18n.js';
import { elementName, kindName } from './names.js';
import { ordered, ordersOf, placeOf, removeOrder, without } from './orders.js';
import { refusalWords, warningWords } from './warnings.js';

/** @import { Forecast, Orders, Position, Warned } from './types' */
/** @typedef {{id: number, text: string}} LeftOut */

/** Warnings that a way gives up for, and those that a command does. */
const VAIN = {
  move: ['adrift', 'unreachable', 'out_of_fuel', 'crash', 'no_return'],
  command: ['no_damage', 'nobody_seen', 'own_in_line', 'own_in_splash', 'own_in_blast', 'fails', 'nothing_flows'],
};
/** What of who needs the person speaks against fighting on. */
const SPENT = ['damaged_near_base'];

/** Why an order of the round before is not in the draft although nobody has refused it. @param {any} one @param {keyof typeof VAIN} part */
const withoutCause = (one, part) => (part === 'move' ? t('is there') : one.ammo === 0 ? t('no ammo') : t('over'));

/**
 * @param {Position} position @param {Orders} draft with the orders of the round before @param {Orders} earlier @param {Orders} already what was ordered before that
 * @param {Forecast | null} answer of the server about the draft @param {(id: number) => any} wasOf an element as it was in the round before
 * @returns {{orders: Orders, left: LeftOut[]}}
 */
export function onceAgain(position, draft, earlier, already, answer, wasOf) {
  /** @type {Map<number, Set<string>>} */
  const why = new Map();
  const note = (/** @type {number} */ id, /** @type {string} */ words) =>
    why.set(id, (why.get(id) ?? new Set()).add(words));
  const paths = (answer?.refused ?? []).map((refused) => {
    note(placeOf(refused.path).id ?? position.base?.id ?? -1, refusalWords(refused));
    return refused.path;
  });
  let orders = without(draft, paths);
  const again = ordered(earlier).filter((id) => !already.units?.[id]);
  for (const id of again) {
    const one = position.elements.get(id);
    if (!one || one.seat !== position.seat) {
      note(id, t('gone'));
      continue;
    }
    const needs = (answer?.attention ?? []).find((line) => line.id === id && SPENT.includes(line.code));
    for (const part of /** @type {const} */ (['move', 'command'])) {
      const was = ordersOf(earlier, id)[part];
      if (was === undefined || was === null) continue;
      const vain = (answer?.units?.[id]?.warnings ?? []).find(({ code }) => VAIN[part].includes(code));
      const bad = vain ?? needs;
      if (ordersOf(orders, id)[part] === undefined) {
        if (!paths.some((path) => placeOf(path).id === id)) note(id, withoutCause(one, part));
      } else if (bad) {
        note(id, warningWords(bad, position));
        orders = removeOrder(orders, `units.${id}.${part}`);
      }
    }
  }
  const named = (/** @type {number} */ id) => {
    const one = position.elements.get(id) ?? wasOf(id);
    if (one?.kind === 'base') return kindName('base');
    return one ? elementName(one) : t('unknown unit');
  };
  const left = [...why].map(([id, words]) => ({
    id,
    text: t('{unit}: {what}', { unit: named(id), what: [...words].join(t(', ')) }),
  }));
  return { orders, left };
}
