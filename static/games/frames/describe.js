/** How does a match of cards read in words? Tables of sentences for the text view, the log, the drafts and the seats. */
import { join, listed, sentences, t, tn } from 'app/i18n.js';
import { createWords, resultLine, seatName } from 'kit/describe.js';
import { groupOf, total } from './costs.js';
import { rollWords } from './dice.js';
import { shareWords } from './goal.js';
import { held } from './hand.js';
import { NEWS } from './news.js';
import {
  areasFrom,
  EVENT_AREA,
  keyOf,
  ownSide,
  positionOf,
  seatOf,
  seesHands,
  shipArea,
  standing,
} from './position.js';
import { attackWords } from './reaction.js';
import { causeOfRoll } from './saved.js';
import { draftOf, giveName, isEmpty, whole } from './session.js';
import { mechWords, shipWords, weatherWords } from './units.js';
import {
  areaWords,
  cardLines,
  cardName,
  cardOf,
  conditionHelp,
  conditionName,
  modelName,
  say,
  sentence,
  stateName,
  unitName,
} from './words.js';

/** @typedef {import('./position.js').Position} Position */
/** @typedef {import('kit/describe.js').About<Position>} About */
/** @typedef {(event: any, about: About) => string | null} Sentence */

/** A unit with whose it is. @param {About} about @param {string} unit */
const unitOf = ({ position, info }, unit) =>
  position.you === null
    ? t('{name} of {seat}', { name: modelName(position, unit), seat: seatName(seatOf(unit), info) })
    : unitName(position, unit);

/** Is it the seat of whoever looks on? @param {number} seat @param {About} about */
const isYou = (seat, { position }) => position.you !== null && seat === position.you;

/** @param {About} about @param {number[]} at */
const placeWords = ({ position }, at) => areaWords(position, keyOf(at));

/** Whose cards a sentence is about. @param {string} kind @param {number} [n] how many; without it all of a pile */
const kindOf = (kind, n = 2) => (kind === 'ship' ? tn('ship card', 'ship cards', n) : tn('mech card', 'mech cards', n));

/** What happened before an event in its step. @param {any} event @param {About} about @returns {any[]} */
const before = (event, { frame }) => frame.events.slice(0, Math.max(0, frame.events.indexOf(event)));

/** Who on the other side struck with a weapon, as far as the step or the table tells; null: nobody, or one of several. @param {any} damage @param {About} about @returns {string | null} */
function strikerOf(damage, about) {
  const attack = before(damage, about).findLast(({ type, weapon }) => type === 'attack' && weapon === damage.cause);
  if (attack) return seatOf(attack.by) === seatOf(damage.unit) ? null : attack.by;
  const armed = about.position.sides
    .filter(({ seat }) => seat !== seatOf(damage.unit))
    .flatMap(({ ship, mechs }) => [ship, ...mechs])
    .filter(
      ({ where, weapons }) => where !== 'hangar' && weapons?.some((/** @type {any} */ { id }) => id === damage.cause),
    );
  return armed.length === 1 ? armed[0].id : null;
}

/** The card of the other side that brought a state about; '' if none did in this step. @param {any} status @param {About} about */
function broughtBy(status, about) {
  const seat = status.seat ?? seatOf(status.unit);
  const played = before(status, about).findLast(
    (event) => ['play', 'react', 'skill_used'].includes(event.type) && event.seat !== seat,
  );
  const card = played && (played.card ?? played.skill ?? played.gear);
  return card ? cardName(about.position, card) : '';
}

/** Whether all shots of an attack went by. @param {any} attack @param {About} about */
function hasMissed(attack, { frame }) {
  const after = frame.events.slice(frame.events.indexOf(attack) + 1);
  const end = after.findIndex(({ type }) => type === 'attack');
  const shots = after.slice(0, end < 0 ? undefined : end).filter(({ type }) => type === 'judged');
  return shots.length > 0 && shots.every(({ landed }) => !landed);
}

/** @param {number} seat @param {string | null} card @param {About} about */
const pilotFacts = (seat, card, { position, info }) => ({
  pilot: card ? cardName(position, card) : t('a pilot'),
  seat: seatName(seat, info),
});

/** @type {Sentence} */
const nothingCame = ({ seat }, about) =>
  isYou(seat, about)
    ? t('An action of yours comes to nothing.')
    : t('An action of {seat} comes to nothing.', { seat: seatName(seat, about.info) });

/** @type {Record<string, Sentence>} */
const EVENTS = {
  fleets_shown: () => t('Both fleets are known.'),
  victory_shown: ({ set }) => t('Ways to win: {list}.', { list: join(set.map(conditionName)) }),
  first: ({ seat }, { info }) => t('{seat} moves first.', { seat: seatName(seat, info) }),
  turn_start(event, about) {
    const facts = { seat: seatName(event.seat, about.info), round: event.round, ap: event.ap };
    return isYou(event.seat, about)
      ? t('Round {round}: your turn, with {ap} AP.', facts)
      : t('Round {round}: {seat} has {ap} AP.', facts);
  },
  round_start: ({ round }) => t('Round {round} begins.', { round }),
  attack(event, about) {
    const facts = {
      by: unitOf(about, event.by),
      targets: join(event.targets.map((/** @type {string} */ unit) => unitOf(about, unit))),
      weapon: cardName(about.position, event.weapon),
    };
    // The log goes on with each of its dice.
    return about.brief && hasMissed(event, about)
      ? t('{by} misses {targets} with {weapon}.', facts)
      : t('{by} attacks {targets} with {weapon}.', facts);
  },
  roll: (event, about) => {
    if (event.why === 'initiative') {
      const facts = { seat: seatName(event.seat, about.info), value: event.value };
      if (isYou(event.seat, about))
        return about.info.options.mode === 'blitz'
          ? t('You roll {value} to lead the round.', facts)
          : t('You roll {value} for the first turn.', facts);
      return about.info.options.mode === 'blitz'
        ? t('{seat} rolls {value} to lead the round.', facts)
        : t('{seat} rolls {value} for the first turn.', facts);
    }
    if (!event.unit) return null;
    if (event.why === 'hit' || event.why === 'evade')
      return t('{name}: {text}.', { name: unitOf(about, event.unit), text: rollWords(event) });
    return t('{unit}, {why}: {value}, needs {total} or less.', {
      unit: unitOf(about, event.unit),
      why: causeOfRoll(about.position, event.why),
      value: event.value,
      total: event.total,
    });
  },
  immune: ({ unit }, about) => t('{unit} is immune.', { unit: unitOf(about, unit) }),
  packet: ({ target, amount, steps }, about) =>
    steps.length > 1 || steps[0]?.why === 'shield'
      ? t('{n} damage is left for {unit}.', { n: amount, unit: unitOf(about, target) })
      : null,
  damage(event, about) {
    const group = about.brief ? groupOf(event, about.frame.events) : [event];
    const last = group.at(-1);
    if (!last) return null;
    const { position } = about;
    const facts = { unit: unitOf(about, event.unit), n: total(group, 'amount'), hp: last.hp };
    const striker = strikerOf(event, about);
    if (striker) {
      const blow = { ...facts, by: unitOf(about, striker), weapon: cardName(position, event.cause) };
      return t('{by} hits {unit} for {n} with {weapon}; HP left: {hp}.', blow);
    }
    return cardOf(position, event.cause)
      ? t('{unit} loses {n} HP to {cause}; {hp} left.', { ...facts, cause: cardName(position, event.cause) })
      : t('{unit} loses {n} HP; {hp} left.', facts);
  },
  heal: ({ unit, hp }, about) => t('{unit} is repaired to {hp} HP.', { unit: unitOf(about, unit), hp }),
  destroyed: ({ unit }, about) => t('{unit} is destroyed.', { unit: unitOf(about, unit) }),
  ship_wrecked: ({ seat }, about) =>
    isYou(seat, about)
      ? t('Your warship is a wreck.')
      : t('The warship of {seat} is a wreck.', { seat: seatName(seat, about.info) }),
  giant({ seat, hp }, about) {
    const facts = { seat: seatName(seat, about.info), hp };
    return isYou(seat, about)
      ? t('Your warship becomes a giant mech with {hp} HP.', facts)
      : t('The warship of {seat} becomes a giant mech with {hp} HP.', facts);
  },
  move: ({ unit, to_area: to, how }, about) => {
    const facts = { unit: unitOf(about, unit), area: placeWords(about, to) };
    if (how === 'push') return t('{unit} is pushed back to {area}.', facts);
    if (how === 'pull') return t('{unit} is pulled to {area}.', facts);
    if (how === 'wormhole') return t('{unit} jumps to {area}.', facts);
    return t('{unit} moves to {area}.', facts);
  },
  deploy({ unit, at, gear_count: n }, about) {
    const facts = { unit: unitOf(about, unit), area: placeWords(about, at) };
    if (!n) return t('{unit} is deployed to {area}.', facts);
    return tn('{unit} is deployed to {area} with {n} card.', '{unit} is deployed to {area} with {n} cards.', n, facts);
  },
  recall: ({ unit }, about) => t('{unit} returns to the hangar.', { unit: unitOf(about, unit) }),
  gather: ({ seat }, about) =>
    isYou(seat, about) ? t('You gather energy.') : t('{seat} gathers energy.', { seat: seatName(seat, about.info) }),
  energy(event, about) {
    const group = about.brief ? groupOf(event, about.frame.events) : [event];
    if (!group.length) return null;
    const n = total(group, 'change');
    const facts = { seat: seatName(event.seat, about.info), n: Math.abs(n), total: group[group.length - 1].total };
    if (isYou(event.seat, about))
      return n > 0
        ? t('You gain {n} energy and have {total}.', facts)
        : t('You lose {n} energy and have {total}.', facts);
    return n > 0
      ? t('{seat} gains {n} energy and has {total}.', facts)
      : t('{seat} loses {n} energy and has {total}.', facts);
  },
  steal: ({ seat }, about) =>
    isYou(seat, about)
      ? t('You take energy from the enemy.')
      : t('{seat} takes energy from the enemy.', { seat: seatName(seat, about.info) }),
  draw(event, about) {
    const group = about.brief ? groupOf(event, about.frame.events) : [event];
    if (!group.length) return null;
    const facts = {
      seat: seatName(event.seat, about.info),
      n: total(group, 'count'),
      kind: kindOf(event.kind, total(group, 'count')),
    };
    return isYou(event.seat, about) ? t('You draw {n} {kind}.', facts) : t('{seat} draws {n} {kind}.', facts);
  },
  drawn({ cards }, { position }) {
    const facts = { cards: join(cards.map((/** @type {any} */ { card }) => cardName(position, card))) };
    return position.you === null ? t('Drawn: {cards}.', facts) : t('You draw {cards}.', facts);
  },
  reshuffle: ({ seat, kind }, about) =>
    isYou(seat, about)
      ? t('You shuffle the used {kind} into a new pile.', { kind: kindOf(kind) })
      : t('{seat} shuffles the used {kind} into a new pile.', { seat: seatName(seat, about.info), kind: kindOf(kind) }),
  play({ seat, card }, about) {
    const facts = { seat: seatName(seat, about.info), card: cardName(about.position, card) };
    return isYou(seat, about) ? t('You play {card}.', facts) : t('{seat} plays {card}.', facts);
  },
  install({ seat, card }, about) {
    const facts = { seat: seatName(seat, about.info), card: cardName(about.position, card) };
    return isYou(seat, about)
      ? t('{card} stands on your warship.', facts)
      : t('{card} stands on the warship of {seat}.', facts);
  },
  gear: ({ unit, card }, about) =>
    t('{unit} uses {card}.', { unit: unitOf(about, unit), card: cardName(about.position, card) }),
  cannon: ({ target }, about) => t('The cannon fires at {unit}.', { unit: unitOf(about, target) }),
  react({ seat, card, skill, gear }, about) {
    const facts = { seat: seatName(seat, about.info), card: cardName(about.position, card ?? skill ?? gear) };
    return isYou(seat, about) ? t('You answer with {card}.', facts) : t('{seat} answers with {card}.', facts);
  },
  skill_used({ seat, skill }, about) {
    const facts = { seat: seatName(seat, about.info), skill: cardName(about.position, skill) };
    return isYou(seat, about) ? t('You use {skill}.', facts) : t('{seat} uses {skill}.', facts);
  },
  skill_gained({ skill }, { position }) {
    const facts = { skill: cardName(position, skill) };
    return position.you === null
      ? t('A captain can use {skill} now.', facts)
      : t('Your captain can use {skill} now.', facts);
  },
  redirect: ({ from, to_unit: to }, about) =>
    t('The attack on {from} is led to {to}.', { from: unitOf(about, from), to: unitOf(about, to) }),
  reveal: ({ what, unit, seat, card, cards }, about) => {
    const name = cardName(about.position, card ?? null);
    if (what === 'captain')
      return t('The captain of {seat} is {card}.', { seat: seatName(seat, about.info), card: name });
    if (what === 'pile')
      return t('{seat} turns up {cards}.', {
        seat: seatName(seat, about.info),
        cards: join(cards.map((/** @type {string} */ id) => cardName(about.position, id))),
      });
    return t('{unit} turns up {card}.', { unit: unitOf(about, unit), card: name });
  },
  chosen({ seat, card }, about) {
    const facts = { seat: seatName(seat, about.info), card: cardName(about.position, card) };
    return isYou(seat, about) ? t('You take {card}.', facts) : t('{seat} takes {card}.', facts);
  },
  peek({ card }, { position }) {
    const facts = { card: cardName(position, card) };
    return position.you === null ? t('Seen in a hand: {card}.', facts) : t('You see {card} in the enemy hand.', facts);
  },
  discard({ seat, card }, about) {
    const facts = { seat: seatName(seat, about.info), card: cardName(about.position, card) };
    return isYou(seat, about) ? t('Your {card} is used up.', facts) : t('{card} of {seat} is used up.', facts);
  },
  pilot_wounded({ seat, turns: n, card }, about) {
    const facts = pilotFacts(seat, card, about);
    return card && isYou(seat, about)
      ? tn('Your pilot {pilot} is wounded for {n} turn.', 'Your pilot {pilot} is wounded for {n} turns.', n, facts)
      : tn('{pilot} of {seat} is wounded for {n} turn.', '{pilot} of {seat} is wounded for {n} turns.', n, facts);
  },
  pilot_ready({ seat, card }, about) {
    const facts = pilotFacts(seat, card, about);
    return card && isYou(seat, about)
      ? t('Your pilot {pilot} is ready again.', facts)
      : t('{pilot} of {seat} is ready again.', facts);
  },
  pilot_lost({ seat, card }, about) {
    const facts = pilotFacts(seat, card, about);
    return card && isYou(seat, about)
      ? t('Your pilot {pilot} is lost.', facts)
      : t('{pilot} of {seat} is lost.', facts);
  },
  event_card: ({ card, by }, about) =>
    t('{unit} draws the event {card}.', { unit: unitOf(about, by), card: cardName(about.position, card) }),
  weather_end: ({ card }, { position }) => t('{card} ends.', { card: cardName(position, card) }),
  status(event, about) {
    const { unit, seat, id, turns } = event;
    const who = unit ? unitOf(about, unit) : seatName(seat, about.info);
    if (!stateName({ id })) return null;
    const facts = { who, state: stateName({ id, n: turns }), cause: broughtBy(event, about) };
    return facts.cause ? t('{who}: {state}, by {cause}.', facts) : t('{who}: {state}.', facts);
  },
  window: ({ seat }, about) =>
    isYou(seat, about) ? t('You may react.') : t('{seat} may react.', { seat: seatName(seat, about.info) }),
  window_closed({ seat }, about) {
    if (about.frame.events.some((event) => event.type === 'react' && event.seat === seat)) return null;
    return isYou(seat, about)
      ? t('You do not react.')
      : t('{seat} does not react.', { seat: seatName(seat, about.info) });
  },
  initiative: ({ lead }, about) =>
    isYou(lead, about)
      ? t('You lead this round.')
      : t('{seat} leads this round.', { seat: seatName(lead, about.info) }),
  atom_lost: nothingCame,
  fizzle: nothingCame,
  over: ({ outcome }, { info }) =>
    resultLine(
      {
        reason: outcome.reason,
        ranking: outcome.ranking.flatMap((/** @type {number[]} */ seats, /** @type {number} */ i) =>
          seats.map((seat) => ({ seat, place: i + 1 })),
        ),
      },
      info,
    ),
};

/** What is asked of whom. @param {About} about */
function situation({ position, info }) {
  const { view } = position;
  const { phase, round, active, ap, victory, window } = view;
  const phases = /** @type {Record<string, () => string>} */ ({
    fleet: () => t('Both seats choose their fleets.'),
    victory: () => t('Both seats choose a way to win.'),
    main: () => t('Round {round}. {seat} is to move with {ap} AP.', { round, seat: seatName(active, info), ap }),
    operate: () =>
      t('Round {round}. Mechs of {seat} act one after the other.', { round, seat: seatName(active, info) }),
    window: () => t('Round {round}. {seat} may react.', { round, seat: seatName(window.seat, info) }),
    choose: () => t('Round {round}. {seat} takes a card.', { round, seat: seatName(active, info) }),
    end_step: () => t('Round {round}. The turn of {seat} ends.', { round, seat: seatName(active, info) }),
    plan: () => t('Round {round}. Both seats plan.', { round }),
    over: () => t('The match is over.'),
  });
  const lines = [phases[phase]?.() ?? ''];
  if (phase === 'window' && window.seat === view.you) lines.push(attackWords(position, window));
  for (const id of victory) lines.push(t('{name}: {text}', { name: conditionName(id), text: conditionHelp(id, view) }));
  return lines;
}

/** @param {Position} position @param {any} own */
const handLines = (position, own) => [
  ...(own.captain.card
    ? [t('{name}: {text}', { name: t('Captain'), text: cardName(position, own.captain.card) })]
    : []),
  ...[...(own.hand.ship ?? []), ...(own.hand.mech ?? [])].map(({ card }) =>
    t('{name}: {text}', { name: cardName(position, card), text: sentences(cardLines(position, card)) }),
  ),
];

export const words = createWords({
  positionOf,
  whole,
  sections: [
    [() => t('Situation'), situation],
    [
      () => t('What can be done'),
      ({ frame }) =>
        (Array.isArray(frame.choices) ? frame.choices : []).map((choice, i) =>
          choice.orders
            ? `${i + 1}. ${say(choice)}`
            : t('{name}: {text}', { name: say(choice), text: say(choice.reason) }),
        ),
    ],
    [
      ({ through }) => (through ? t('Hand of {seat}', { seat: through.name }) : t('Your hand')),
      ({ position, through }) => {
        const own = through ? position.sides.length && through.view.seats[through.seat] : ownSide(position);
        return own ? handLines(position, own) : [];
      },
    ],
    [
      () => t('Hands'),
      ({ position, info }) =>
        seesHands(position)
          ? position.sides.map((side) => {
              const text = listed(held(position, side).map(({ title }) => title)) || t('nothing');
              return t('{name}: {text}', { name: seatName(side.seat, info), text });
            })
          : [],
    ],
    [
      () => t('Board'),
      ({ position }) =>
        position.sides.length
          ? areasFrom(position.near).map((key) => {
              const home = position.sides.find(({ seat }) => shipArea(seat) === key);
              const there = [
                home && shipWords(position, home),
                ...standing(position, key).map((mech) => mechWords(position, mech)),
                ...(key === EVENT_AREA ? weatherWords(position) : []),
              ];
              return t('{name}: {text}', {
                name: areaWords(position, key),
                text: there.filter(Boolean).join(t('; ')) || t('nobody'),
              });
            })
          : [],
    ],
    [
      () => t('Hangars'),
      ({ position, info }) =>
        position.sides.map(({ seat, mechs, pilots }) =>
          t('{seat}: {mechs}; {n} pilots ready', {
            seat: seatName(seat, info),
            mechs:
              mechs
                .filter((/** @type {any} */ { where }) => where === 'hangar')
                .map((/** @type {any} */ { id }) => modelName(position, id))
                .join(t(', ')) || t('nobody'),
            n: pilots.ready_count,
          }),
        ),
    ],
  ],
  // What begins with a unit begins with a capital.
  events: Object.fromEntries(
    Object.entries(EVENTS).map(([type, tell]) => [
      type,
      (/** @type {any} */ event, /** @type {About} */ about) => {
        const text = tell(event, about);
        return text && sentence(text);
      },
    ]),
  ),
  news: NEWS,
  orders: (orders, { frame, forecast }) =>
    isEmpty(orders) || (orders.type === 'react' && !orders.use.length)
      ? []
      : draftOf(frame.choices, orders, forecast).map((entry, i) => ({ text: say(entry), path: String(i) })),
  standings: (view) => view.seats ?? [],
  // Where what is left of the fleets is compared, that is what tells how both stand.
  standing: ({ seat, ship, energy, mechs }, { position }) => {
    const out = mechs.filter((/** @type {any} */ { where }) => where === 'board').length;
    const share = shareWords(position.view, seat);
    return {
      seat,
      text: share
        ? t('{share} · {mechs} on the board', { share, mechs: out })
        : t('{hp} HP · {mechs} on the board · {energy} energy', { hp: ship.hp, mechs: out, energy }),
    };
  },
  series: { hp: () => t('Hit points in all'), mechs: () => t('Mechs on the board'), energy: () => t('Energy') },
});

const SILENCE = /** @type {Record<string, () => string>} */ ({
  fleet: () => t('Choose for me'),
  victory: () => t('Choose for me'),
  main: () => t('End turn'),
  operate: () => t('Finish'),
  end_step: () => t('Finish'),
  window: () => t('Pass'),
  plan: () => t('Plan nothing'),
});

/** Who orders nothing leaves the choice to the site, ends the turn, or passes; a draft is given. @param {any} orders @param {import('../../types').Frame} frame */
export const nameReady = (orders, { view }) => (isEmpty(orders) ? (SILENCE[view.phase]?.() ?? null) : giveName(orders));

/** The log tells turn by turn. @param {any} event @param {import('../../types').MatchInfo} info */
export function nameChapter({ turn, acting }, info) {
  if (!turn) return null;
  if (info.options.mode === 'blitz') return t('Round {n}', { n: turn });
  return acting === null ? null : t('Turn {n}: {seat}', { n: turn, seat: seatName(acting, info) });
}

/** What marks the course of a match. @param {any} event @param {import('../../types').Frame} frame @param {import('../../types').MatchInfo} info */
export function milestone(event, frame, info) {
  if (event.type === 'destroyed') return { seat: event.by, text: words.describeEvent(event, frame, info) ?? '' };
  if (event.type === 'ship_wrecked' || event.type === 'giant')
    return { seat: event.seat, text: words.describeEvent(event, frame, info) ?? '' };
  return null;
}
