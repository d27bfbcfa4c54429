/** What stands on the board? Chips of mechs and the strip of a warship, kept in step with the view. */
import { h, replace, s } from 'app/dom.js';
import { t } from 'app/i18n.js';
import { seatLetter } from 'board/marks.js';
import { backElement } from './card.js';
import { drawing, hasSign, sign } from './drawings.js';
import { statesOf } from './position.js';
import {
  callName,
  cardName,
  cardOf,
  countedWords,
  modelName,
  say,
  shortName,
  stateName,
  sumWords,
  unitName,
} from './words.js';

/** @typedef {import('./position.js').Position} Position */
/** @typedef {import('./position.js').Mech} Mech */

/** The mark of a seat: letter in its shape and colour. @param {number} seat */
export const seatMark = (seat) =>
  h('span', { class: `fr-seat seat-${seat}`, 'aria-hidden': 'true', dataset: { letter: seatLetter(seat) } });

/** Full and empty marks; many become a number. @param {number} full @param {number} most @param {string} name */
function pips(full, most, name) {
  if (most > 12) return h('span', { class: `fr-pips ${name}` }, `${full}/${most}`);
  return h(
    'span',
    { class: `fr-pips ${name}`, 'aria-hidden': 'true' },
    Array.from({ length: most }, (_, i) => h('i', { class: i < full ? 'on' : '' })),
  );
}

/** Signs of states with their numbers, each with its words. @param {Record<string, any>} unit */
const states = (unit) =>
  statesOf(unit)
    .filter(({ id }) => hasSign(id))
    .map((state) =>
      h(
        'span',
        {
          class: `fr-state fr-state-${state.id}`,
          title: stateName(state),
          dataset: { n: state.n ? String(state.n) : '' },
        },
        sign(state.id),
      ),
    );

/** Hit and evade in a sentence. @param {any} unit */
const twoNumbers = (unit) =>
  t('hit {hit}, evade {evade}', { hit: countedWords(unit, 'hit'), evade: countedWords(unit, 'evade') });

/** A number as it counts, with the sum beside it where cards change the printed one. @param {any} unit @param {'hit' | 'evade'} what */
function counted(unit, what) {
  const sum = sumWords(unit, what);
  const n = h('span', { class: sum ? 'fr-changed' : '' }, String(unit.now[what]));
  return sum ? [n, h('small', { class: 'fr-sum' }, ` (${sum})`)] : n;
}

/** A mech in a sentence, for those who do not see it. @param {Position} position @param {Mech} mech */
export function mechWords(position, mech) {
  const pilot = mech.pilot && (mech.pilot.card ? cardName(position, mech.pilot.card) : t('pilot face down'));
  const gear = mech.gear.map(({ card }) => (card ? cardName(position, card) : t('a card face down')));
  return [
    t('{unit}, {hp} of {most} HP', { unit: unitName(position, mech.id), hp: mech.hp, most: mech.max_hp }),
    twoNumbers(mech),
    pilot,
    ...gear,
    ...statesOf(mech.facts).map(stateName),
  ]
    .filter(Boolean)
    .join(t(', '));
}

/** A mech on the board: an element to press, drag and aim at. @param {string} id */
export const createChip = (id) => h('button', { type: 'button', class: 'fr-chip', dataset: { unit: id } });

/** @param {Element} chip @param {Position} position @param {Mech} mech */
export function showChip(chip, position, mech) {
  const you = position.you;
  const name = callName(position, mech.id);
  chip.className = `fr-chip seat-${mech.seat}${mech.seat === you ? ' own' : ''}${mech.facts.acted ? ' spent' : ''}`;
  chip.setAttribute('aria-label', mechWords(position, mech));
  const cards = [
    mech.pilot &&
      (mech.pilot.revealed
        ? h('span', { class: 'fr-known' }, drawing(mech.pilot.card, 'pilot'))
        : backElement('pilot', 'chip')),
    ...mech.gear.map(({ card, revealed }) =>
      revealed ? h('span', { class: 'fr-known' }, drawing(card, 'mech_card')) : backElement('mech', 'chip'),
    ),
  ];
  replace(
    chip,
    drawing(mech.model, 'mech', 'fr-figure'),
    h(
      'span',
      { class: 'fr-chip-words', 'aria-hidden': 'true' },
      h(
        'b',
        null,
        h('span', { class: 'fr-whole' }, modelName(position, mech.id)),
        name && h('span', { class: 'fr-call' }, name),
        seatMark(mech.seat),
      ),
      pips(mech.hp, mech.max_hp, 'hp'),
      h(
        'span',
        { class: 'fr-numbers' },
        h('span', null, h('em', null, t('hit')), ' ', counted(mech, 'hit')),
        h('span', { class: 'fr-dot' }, ' · '),
        h('span', null, h('em', null, t('evade')), ' ', counted(mech, 'evade')),
      ),
      h('span', { class: 'fr-backs' }, cards, states(mech.facts)),
    ),
  );
}

/** Names with ammunition. @param {Position} position @param {{id: string, ammo: number | null}} arm */
function weapon(position, { id, ammo }) {
  const most = cardOf(position, id)?.weapon?.ammo ?? ammo ?? 0;
  const words = ammo === null ? t('without limit') : t('{n} of {most} left', { n: ammo, most });
  return h(
    'span',
    {
      class: `fr-weapon${ammo === 0 ? ' empty' : ''}`,
      title: t('{name}: {text}', { name: cardName(position, id), text: words }),
      dataset: { card: id },
    },
    h('span', null, cardName(position, id)),
    ammo === null
      ? h('span', { class: 'fr-endless', 'aria-hidden': 'true' }, '∞')
      : pips(ammo, Math.max(most, ammo), 'ammo'),
    h('span', { class: 'visually-hidden' }, words),
  );
}

/** A pile and a hand by their backs. @param {any} side */
function piles({ library, hand }) {
  const entries = /** @type {[string, number, string][]} */ ([
    ['ship', hand.ship_count, t('ship cards in hand; {n} in the pile', { n: library.ship_count })],
    ['mech', hand.mech_count, t('mech cards in hand; {n} in the pile', { n: library.mech_count })],
  ]);
  return h(
    'span',
    { class: 'fr-piles' },
    entries.map(([kind, n, words]) =>
      h(
        'span',
        { title: `${n} ${words}` },
        backElement(kind, 'chip'),
        h('b', null, String(n)),
        h('span', { class: 'visually-hidden' }, ` ${words}`),
      ),
    ),
  );
}

/** What is known of a captain: a name once face up. @param {Position} position @param {any} side */
function captain(position, { captain: { card, revealed, skills } }) {
  if (!card)
    return h(
      'span',
      { class: 'fr-tag', title: t('captain face down') },
      backElement('captain', 'chip'),
      h('span', { class: 'visually-hidden' }, t('captain face down')),
    );
  const used = (skills ?? [])
    .filter((/** @type {any} */ skill) => skill.state === 'spent')
    .map((/** @type {any} */ { id }) => cardName(position, id));
  return h(
    'span',
    {
      class: 'fr-tag',
      dataset: { card },
      title: used.length ? t('used: {skills}', { skills: used.join(t(', ')) }) : '',
    },
    revealed ? cardName(position, card) : backElement('captain', 'chip'),
  );
}

/** The strip of a warship: hull, energy, weapons, decks. @param {HTMLElement} strip @param {Position} position @param {any} side */
export function showShip(strip, position, side) {
  const { ship, energy, seat } = side;
  const state = { intact: '', wreck: t('wreck'), giant: t('giant mech') }[/** @type {'intact'} */ (ship.state)];
  const guns = ship.installations.map((/** @type {any} */ one) =>
    h(
      'span',
      { class: `fr-weapon${one.ready ? '' : ' empty'}`, dataset: { card: one.card } },
      cardName(position, one.card),
    ),
  );
  replace(
    strip,
    h(
      'span',
      { class: 'fr-ship-name' },
      seatMark(seat),
      h('b', null, shortName(position, ship.card)),
      state && h('em', null, ` ${state}`),
      h(
        'span',
        { class: 'fr-numbers' },
        h('em', null, t('hit')),
        ' ',
        counted(ship, 'hit'),
        ' · ',
        h('em', null, t('evade')),
        ' ',
        counted(ship, 'evade'),
      ),
    ),
    h(
      'span',
      { class: 'fr-hull' },
      h(
        'span',
        {
          class: 'fr-bar-hp',
          style: { '--part': String(ship.max_hp ? ship.hp / ship.max_hp : 0), '--points': String(ship.max_hp) },
        },
        h('i', null),
      ),
      h('b', null, `${ship.hp} / ${ship.max_hp}`),
      h('span', { class: 'visually-hidden' }, t('HP')),
    ),
    h(
      'span',
      { class: 'fr-energy', title: t('{n} energy', { n: energy }) },
      h('span', { class: 'visually-hidden' }, t('{n} energy', { n: energy })),
      Array.from({ length: Math.max(4, Math.min(energy, 9)) }, (_, i) =>
        h('i', { class: i < energy ? 'on' : '', 'aria-hidden': 'true' }),
      ),
      energy > 9 && h('b', { 'aria-hidden': 'true' }, `+${energy - 9}`),
    ),
    h(
      'span',
      { class: 'fr-rack' },
      ship.state === 'intact' ? [...ship.weapons.map((/** @type {any} */ arm) => weapon(position, arm)), ...guns] : [],
    ),
    h(
      'span',
      { class: 'fr-states' },
      states(ship),
      side.status.map((/** @type {any} */ one) =>
        h(
          'span',
          { class: `fr-state fr-state-${one.id}`, title: stateName({ id: one.id, n: one.turns }) },
          sign(one.id),
          one.turns ? String(one.turns) : '',
        ),
      ),
    ),
    h('span', { class: 'fr-hidden' }, captain(position, side), piles(side)),
  );
}

/** A warship in a sentence. @param {Position} position @param {any} side */
export function shipWords(position, { ship, energy }) {
  const arms = ship.weapons.map((/** @type {any} */ { id, ammo }) =>
    ammo === null ? cardName(position, id) : `${cardName(position, id)} (${ammo})`,
  );
  const facts = [
    t('{unit}, {hp} of {most} HP', { unit: unitName(position, ship.id), hp: ship.hp, most: ship.max_hp }),
    twoNumbers(ship),
    t('{n} energy', { n: energy }),
    ...(ship.state === 'intact' ? arms : [ship.state === 'wreck' ? t('wreck') : t('giant mech')]),
    ...statesOf(ship).map(stateName),
  ];
  return facts.join(t(', '));
}

/** The hull of a warship, seen from the side, over its whole row: as wide as the table, whatever that is. */
export const hull = () =>
  s(
    'svg',
    { class: 'fr-side', viewBox: '0 0 1000 100', preserveAspectRatio: 'none', 'aria-hidden': 'true' },
    s('path', { d: 'M1 30 14 2H986L999 30 970 98H30Z' }),
  );

/** The weather or the last event, in the event area. @param {Position} position */
export function weatherWords(position) {
  const { weather, deck_count: left } = position.view.event_area;
  const deck = t('{n} event cards left', { n: left });
  if (!weather) return [t('No weather'), deck];
  return [`${say(cardOf(position, weather.card)?.name)} · ${weather.turns_left}`, deck];
}
