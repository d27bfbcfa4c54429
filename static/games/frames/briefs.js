/** What does a card in the hand do, in two lines? Its rules in full are read by pointing at it, pressing it, and where it can be answered with. */
import { t } from 'app/i18n.js';
import { cardLines, cardOf } from './words.js';

/** @typedef {import('./position.js').Position} Position */
/** The numbers of its rules: all by name, and sentence by sentence. @typedef {Record<string, number>} Numbers */

/** Cards whose rules have more than two lines. @type {Record<string, (all: Numbers, each: Numbers[], limit: number) => string>} */
const BRIEFS = {
  emp_grenade: (all) => t('Enemy mechs in an area up to {within} away cannot act for {turns} turns.', all),
  autocannon: (all) => t('Stays: {damage} damage a turn to an enemy mech up to {within} away.', all),
  deck_bomb: (all) => t('Throws an enemy mech that comes out back, for {turns} turns.', all),
  spy_drone: () => t('You see an enemy ship card; another one is discarded.'),
  wide_radar: (all) => t('Shows face-down cards of enemy mechs up to {within} away.', all),
  warp_shield: (_, __, limit) =>
    limit
      ? t('Turns a hit on your warship back: up to {n} damage to the enemy’s.', { n: limit })
      : t('Turns a hit on your warship back at the enemy’s.'),
  conversion_shield: (all) => t('A hit on your warship does nothing and gives {amount} energy.', all),
  self_destruct: (all) => t('At 2 HP or less: destroys this mech, {amount} damage to all others there.', all),
  advanced_weapons: (_, each) => {
    const [seen, kept] = each.flatMap(({ count }) => count ?? []);
    return t('See {seen} cards of a pile, keep {kept}.', { seen, kept });
  },
};

/** @param {Position} position @param {string} id */
export function brief(position, id) {
  const card = cardOf(position, id);
  const short = card && BRIEFS[card.id];
  if (!short) return cardLines(position, id).join(' ');
  const each = card.text.map((/** @type {any} */ { data }) => data ?? {});
  return short(Object.assign({}, ...each), each, position.view.options?.warp_limit ?? 0);
}
