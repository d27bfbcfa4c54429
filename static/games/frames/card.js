/** What does a card look like? One component at three sizes: a chip, in hand, and for reading, all from the catalogue's entry. */
import { h, s } from 'app/dom.js';
import { sentences, t } from 'app/i18n.js';
import { drawing } from './drawings.js';
import { cardLines, cardOf, say, shortName } from './words.js';

/** @typedef {import('./position.js').Position} Position */
/** @typedef {'chip' | 'hand' | 'reading'} Size */

export const KINDS = /** @type {Record<string, () => string>} */ ({
  ship_card: () => t('Ship card'),
  mech_card: () => t('Mech card'),
  mech: () => t('Mech'),
  ship: () => t('Warship'),
  pilot: () => t('Pilot'),
  captain: () => t('Captain'),
  event: () => t('Event'),
  ship_weapon: () => t('Ship weapon'),
  mech_weapon: () => t('Mech weapon'),
  trait: () => t('Trait'),
  captain_skill: () => t('Captain’s skill'),
  ship_skill: () => t('Ship skill'),
  fleet: () => t('Fleet'),
});

/** When a card can be used, in sentences. @param {any} card */
const timing = (card) => sentences((card.when ?? []).map(say));

const reaction = () => t('reaction');
const ownTurn = () => t('own turn');
const TAGS = /** @type {Record<string, () => string>} */ ({
  main: ownTurn,
  free: ownTurn,
  any: reaction,
  offence: reaction,
  defence: reaction,
  enemy_deploy: reaction,
  enemy_gather: reaction,
  act: () => t('as an act'),
  with_move: () => t('with a move'),
  passive: () => t('always'),
  auto: () => t('by itself'),
});

/** The same in a word, for a card in the hand. @param {any} card */
const tags = ({ windows, window: only, use }) =>
  [...new Set([...(windows ?? []), only, use].map((one) => TAGS[one]?.()).filter(Boolean))].join(' · ');

/** @param {any} card */
export const kindName = (card) => KINDS[card.kind]?.() ?? '';

/** The round mark of a price: action points or energy; null: it costs nothing. @param {any} card */
function price({ cost = {} }) {
  if (cost.ap)
    return h(
      'span',
      { class: 'fr-cost', title: t('{n} AP', { n: cost.ap }) },
      String(cost.ap),
      h('small', null, t('AP')),
    );
  if (cost.energy)
    return h(
      'span',
      { class: 'fr-cost energy', title: t('{n} energy', { n: cost.energy }) },
      String(cost.energy),
      bolt(),
    );
  return null;
}

const bolt = () =>
  s('svg', { class: 'fr-sign', viewBox: '0 0 24 24', 'aria-hidden': 'true' }, s('use', { href: '#fr-sign-energy' }));

/** Hit points, to hit and to evade. @param {any} card */
function stats({ hp, hit, evade }) {
  if (hp === undefined) return null;
  const entries = [
    [t('HP'), hp],
    [t('Hit'), hit],
    [t('Evade'), evade],
  ];
  return h(
    'dl',
    { class: 'fr-stats' },
    entries.map(([name, value]) => h('div', null, h('dt', null, name), h('dd', null, String(value)))),
  );
}

/** The printed numbers of a weapon, none of them torn at the end of a line. @param {any} card */
const factsOf = ({ facts = [] }) =>
  facts.map((/** @type {any} */ fact) => say(fact).replaceAll(' ', '\u00a0')).join(' · ');

/** @param {Position} position @param {string} id */
const paragraphs = (position, id) =>
  cardLines(position, id).map((line) => h('p', null, line.replaceAll(' %', '\u00a0%')));

/** A weapon, trait or skill on another card: a line, or with everything that it does. @param {Position} position @param {string} id @param {string} more @param {boolean} full */
function lineOf(position, id, more, full) {
  const card = cardOf(position, id);
  if (!card) return null;
  const facts = factsOf(card);
  return h(
    'li',
    null,
    h('b', null, say(card.name)),
    more && ` ${more}`,
    facts && h('span', null, ` ${facts}`),
    full && h('small', null, timing(card)),
    full && paragraphs(position, id),
  );
}

/**
 * @param {Position} position @param {string} id
 * @param {{size: Size, skills?: any[], note?: string | null, title?: string, text?: string}} how `skills` with their progress, of an own captain; `text` in place of its rules
 */
export function cardElement(position, id, { size, skills, note, title, text }) {
  const card = cardOf(position, id);
  if (!card) return backElement('ship', size);
  const name = title ?? (card.kind === 'mech' || card.kind === 'ship' ? shortName(position, id) : say(card.name));
  const isReading = size === 'reading';
  const rows = [...(card.weapons ?? []), ...(card.traits ?? []), ...(skills ? [] : (card.skills ?? []))];
  return h(
    'article',
    { class: `fr-card of-${card.kind} size-${size}`, dataset: { card: id } },
    h('p', { class: 'fr-title' }, h('span', null, name), price(card)),
    h('div', { class: 'fr-art' }, drawing(id, card.kind)),
    h(
      'div',
      { class: 'fr-kind' },
      h('span', null, kindName(card), card.set === 'second' && ` · ${t('second set')}`),
      h('span', null, isReading ? timing(card) : tags(card)),
    ),
    stats(card),
    card.weapon && h('p', { class: 'fr-facts' }, factsOf(card)),
    card.talent && h('p', { class: 'fr-talent' }, say(card.talent)),
    isReading && card.about?.length > 0 && h('p', { class: 'fr-about' }, card.about.map(say).join(' · ')),
    h('div', { class: 'fr-text' }, text ? h('p', null, text) : paragraphs(position, id)),
    rows.length > 0 &&
      h(
        'ul',
        { class: 'fr-lines' },
        rows.map((/** @type {string} */ one) => lineOf(position, one, '', isReading)),
      ),
    skills &&
      h(
        'ul',
        { class: 'fr-lines' },
        skills.map((skill) => skillLine(position, skill, isReading)),
      ),
    note && h('p', { class: 'fr-note' }, note),
    isReading && keywords(position, card),
  );
}

/** A captain's skill and how far it is. @param {Position} position @param {any} skill @param {boolean} full */
function skillLine(position, { id, state, progress, need }, full) {
  const words = /** @type {Record<string, string>} */ ({
    spent: t('used'),
    gained: t('ready'),
    open: full ? `${progress} / ${need}` : `${progress}/${need}`,
  });
  const line = lineOf(position, id, `· ${words[state] ?? ''}`, full);
  line?.classList.add(`is-${state}`);
  if (state === 'open' && need > 0)
    line?.append(h('progress', { max: need, value: Math.min(progress, need), 'aria-label': t('Progress') }));
  return line;
}

/** Words of a card, and of what stands on it, that need an explanation. @param {Position} position @param {any} card */
function keywords(position, card) {
  const carried = [...(card.weapons ?? []), ...(card.traits ?? []), ...(card.skills ?? [])];
  const used = new Set([card, ...carried.map((id) => cardOf(position, id))].flatMap((one) => one?.keywords ?? []));
  const known = Object.entries(position.view.keywords ?? {}).flatMap(([id, word]) => (used.has(id) ? [word] : []));
  if (!known.length) return null;
  return h(
    'dl',
    { class: 'fr-keywords' },
    known.flatMap((/** @type {any} */ word) => [h('dt', null, say(word.name)), h('dd', null, say(word.help))]),
  );
}

/** The back of a card; ship and mech cards, pilots and captains differ. @param {string} kind @param {Size} size */
export const backElement = (kind, size) =>
  h('span', { class: `fr-back fr-back-${kind} size-${size}`, 'aria-hidden': 'true' });
