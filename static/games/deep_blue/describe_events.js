/** What happened, in sentences? One for each kind of event, from what the audience was told of it and nothing else. */
import { sentences, t, tn } from 'app/i18n.js';
import { middleOf } from 'kit/cells.js';
import { resultLine, seatName } from 'kit/describe.js';
import { groupOf, killerOf, lossesLine, strikesLine } from './losses.js';
import { elementName, kindName, placeName, planesName, sentence, spotName, word } from './names.js';
import { remembered } from './position.js';

/** @import { About, Frame, Params } from './types' */

/** Whoever an id belongs to, as far as this frame tells and the one before: there now, remembered, lost in this round, or out of sight since. @param {number | null | undefined} id @param {About} about */
function known(id, { position, frame, before }) {
  const event = (/** @type {any} */ one) => one.id === id && one.kind && one.pos;
  return (
    position.elements.get(id ?? -1) ??
    frame.events.find(event) ??
    before?.view.elements.find((/** @type {any} */ one) => one.id === id) ??
    remembered(id, position, before)
  );
}

/** An element with its side: “your destroyer 471”. @param {number | null | undefined} id @param {About} about @param {number | null} [owner] whose it was then: islands change hands @returns {string} */
export function called(id, about, owner) {
  const found = /** @type {any} */ (known(id, about));
  if (!found) return t('an unseen unit');
  const one = owner === undefined ? found : { ...found, seat: owner };
  const unit = elementName(one);
  if (one.kind === 'mine' || one.kind === 'oilfield') return unit;
  if (one.seat === null || one.seat === undefined) return t('the neutral {unit}', { unit });
  if (one.seat === about.position.seat) return t('your {unit}', { unit });
  return about.position.seat === null
    ? t('{seat}’s {unit}', { seat: seatName(one.seat, about.info), unit })
    : t('the enemy’s {unit}', { unit });
}

/** @param {[number, number][]} hurt @param {About} about */
const losses = (hurt, about) =>
  hurt.map(([id, damage]) => t('{unit} −{damage}', { unit: called(id, about), damage })).join(t(', '));

/** What planes are left: types of the own side, a number of the other. @param {number[] | number} planes */
const left = (planes) =>
  typeof planes === 'number'
    ? tn('{n} plane left', '{n} planes left', planes)
    : planesName(planes)
      ? t('left: {planes}', { planes: planesName(planes) })
      : t('none left');

/** @param {any} event */
const product = ({ kind, planes }) =>
  planes ? t('{kind} of {planes}', { kind: kindName(kind), planes: planesName(planes) }) : kindName(kind);

/** What flowed: “50 fuel, 10 ammo”; '' if nothing did. @param {any} event */
const flows = (event) =>
  ['health', 'fuel', 'ammo', 'metal']
    .filter((what) => event[what])
    .map((what) => t('{n} {what}', { n: event[what], what: word(what) }))
    .join(t(', '));

const STOPS = /** @type {Record<string, (facts: Params) => string>} */ ({
  // Seas are wide: it may have been in this one before.
  arrived: (facts) => t('{unit} reaches its goal in {cell}.', facts),
  blocked: (facts) => t('{unit} is blocked at {cell}.', facts),
  // The engine halts whoever meets an enemy and whoever finds no way around what stands there: who that was, nobody is told.
  halted: (facts) => t('{unit} finds its way closed at {cell}.', facts),
  fuel: (facts) => t('{unit} runs out of fuel at {cell}.', facts),
});

/** Whoever it fought is afloat and fought it where it stopped: one that it sank, or met farther back, did not halt it. @param {number} id @param {number[]} stop @param {readonly any[]} events */
function isHaltedByEnemy(id, [x, y], events) {
  const sunk = new Set(events.filter(({ type }) => type === 'destroyed').map((one) => one.id));
  return events.some(
    ({ type, a, b, cell }) =>
      type === 'battle' &&
      (a === id || b === id) &&
      !sunk.has(a === id ? b : a) &&
      Math.max(Math.abs(cell[0] - x), Math.abs(cell[1] - y)) <= 1,
  );
}

/** @param {any} event @param {About} about */
function strike(event, about) {
  const facts = {
    attacker: called(event.attacker, about),
    target: event.target === null ? spotName(event.cell ?? event.from) : called(event.target, about, event.owner),
    kind: word(event.kind),
    damage: event.damage ?? 0,
    result: word(event.result ?? ''),
  };
  const splash = event.splash?.length && t('Splash: {losses}.', { losses: losses(event.splash, about) });
  if (event.result === 'hit')
    return sentences([t('{attacker} hits {target} ({kind}): {damage} damage.', facts), splash]);
  if (event.result === 'miss') return t('{attacker} misses {target} ({kind}).', facts);
  if (event.result === 'blocked_by_unit')
    return sentences([t('{attacker}: the torpedo hits {target} on its way: {damage} damage.', facts), splash]);
  return event.result === null
    ? t('{attacker} fires at something out of sight ({kind}).', facts)
    : t('{attacker} fires at {target} ({kind}): {result}.', facts);
}

/** Who fired: the only one of a side by name, several by their number. @param {any[]} group @param {About} about @returns {string[]} */
function callers(group, about) {
  const ids = [...new Set(group.map(({ attacker }) => attacker))];
  const seats = new Map(ids.map((id) => [id, /** @type {any} */ (known(id, about))?.seat]));
  const sides = [...new Set(seats.values())];
  return sides.flatMap((seat) => {
    const some = ids.filter((id) => seats.get(id) === seat);
    if (some.length === 1 || seat === undefined || seat === null) return some.map((id) => called(id, about));
    if (seat === about.position.seat) return [tn('{n} unit of yours', '{n} units of yours', some.length)];
    return about.position.seat === null
      ? [tn('{n} unit of {seat}', '{n} units of {seat}', some.length, { seat: seatName(seat, about.info) })]
      : [tn('{n} unit of the enemy', '{n} units of the enemy', some.length)];
  });
}

/** What one of two that met on their way did to the other; nothing if it could not fire. @param {number} id @param {[number, string, string, number][]} strikes @param {About} about @returns {string[]} */
function exchanged(id, strikes, about) {
  const own = strikes.filter(([by]) => by === id);
  if (!own.length) return [];
  const facts = { unit: called(id, about), damage: own.reduce((sum, [, , , damage]) => sum + damage, 0) };
  if (facts.damage) return [t('{unit} hits for {damage}', facts)];
  return [
    own.some(([, , result]) => result === 'hit') ? t('{unit} hits without effect', facts) : t('{unit} misses', facts),
  ];
}

/** Whose yard it is. @param {{seat: number}} event @param {About} about */
const yardOf = ({ seat }, { position, info }) =>
  seat === position.seat ? t('Your yard') : t('The yard of {seat}', { seat: seatName(seat, info) });

/** @type {Record<string, (event: any, about: About) => string | null>} */
const SENTENCES = {
  queued: (event, about) =>
    t('{yard} begins: {product}, {cost} metal.', {
      yard: yardOf(event, about),
      product: product(event),
      cost: event.cost,
    }),
  queue_failed: (event, about) =>
    t('{yard} cannot begin: {product} costs {cost} metal.', {
      yard: yardOf(event, about),
      product: product(event),
      cost: event.cost,
    }),
  strike(event, about) {
    const group = about.brief ? groupOf(event, about.frame.events) : [event];
    if (!group.length) return null;
    return group.length > 1
      ? strikesLine(group, callers(group, about), called(event.target, about, event.owner))
      : strike(event, about);
  },
  air_combat: ({ attacker, defender, cell, band, losses: [lost, enemy], planes }, about) =>
    t(
      '{attacker} fights {defender} in the air: {band} at {cell}, health −{lost} ({left}) against −{enemy} ({others}).',
      {
        cell: placeName(cell),
        attacker: called(attacker, about),
        defender: called(defender, about),
        band: word(band),
        lost,
        enemy,
        left: left(planes[0]),
        others: left(planes[1]),
      },
    ),
  battle: ({ a, b, cell, strikes }, about) =>
    t('{a} meets {b} at {cell}: {strikes}.', {
      a: called(a, about),
      b: called(b, about),
      cell: placeName(cell),
      strikes: [a, b].flatMap((id) => exchanged(id, strikes, about)).join(t(', ')) || t('nobody fires'),
    }),
  destroyed(event, about) {
    const group = about.brief ? groupOf(event, about.frame.events) : [event];
    if (!group.length) return null;
    if (group.length > 1) return lossesLine(group, about);
    const { id, kind, pos, cause } = event;
    const killer = killerOf(event, about.frame.events);
    const facts = { unit: called(id, about), cell: placeName(pos), cause: word(cause), killer: called(killer, about) };
    if (killer === undefined) return t('{unit} is lost at {cell} ({cause}).', facts);
    if (kind === 'base') return t('{killer} destroys {unit}.', facts);
    return kind === 'formation'
      ? t('{killer} shoots {unit} down at {cell}.', facts)
      : t('{killer} sinks {unit} at {cell}.', facts);
  },
  captured: ({ id, seat, from_seat: from }, about) => {
    const island = /** @type {any} */ (known(id, about));
    const name = island ? elementName(island) : kindName('island');
    const facts = { seat: seatName(seat, about.info), island: name };
    if (seat === about.position.seat) return t('You take {island}.', facts);
    return from !== null && from === about.position.seat
      ? t('{seat} takes {island} from you.', facts)
      : t('{seat} takes {island}.', facts);
  },
  move({ id, path, stopped, segments }, about) {
    const way = path ?? segments?.at(-1) ?? [];
    const facts = { unit: called(id, about), cell: placeName(way.at(-1) ?? [0, 0]) };
    // Of whom nothing is known but a wake, there is nothing to say.
    if (segments) {
      const one = known(id, about);
      if (!one || segments.flat().length < 2) return null;
      if (placeName(segments[0][0]) === facts.cell) return t('{unit} moves within {cell}.', facts);
      return one.kind === 'formation' ? t('{unit} flies to {cell}.', facts) : t('{unit} sails to {cell}.', facts);
    }
    if (stopped === 'halted' && isHaltedByEnemy(id, way.at(-1) ?? [0, 0], about.frame.events))
      return t('{unit} is halted by an enemy at {cell}.', facts);
    return STOPS[stopped]?.(facts) ?? null;
  },
  crash: ({ id, pos, victim, damage }, about) =>
    victim === null
      ? t('{unit} crashes at {cell}.', { unit: called(id, about), cell: placeName(pos) })
      : t('{unit} crashes at {cell} onto {victim}: {damage} damage.', {
          unit: called(id, about),
          cell: placeName(pos),
          victim: called(victim, about),
          damage,
        }),
  supply: (event, about) =>
    flows(event) &&
    t('{giver} supplies {taker}: {flows}.', {
      giver: called(event.from, about),
      taker: called(event.to_id, about),
      flows: flows(event),
    }),
  repair(event, about) {
    const facts = { giver: called(event.from, about), taker: called(event.to_id, about), flows: flows(event) };
    if (!facts.flows) return facts.flows;
    return event.health
      ? t('{giver} repairs {taker}: {flows}.', facts)
      : t('{giver} refuels and rearms {taker}: {flows}.', facts);
  },
  collect: (event, about) =>
    flows(event) &&
    t('{taker} collects from {giver}: {flows}.', {
      taker: called(event.from, about),
      giver: called(event.to_id, about),
      flows: flows(event),
    }),
  // Only what others do is told like this; who it was, the engine tells nobody.
  activity: ({ at }, about) =>
    about.position.seat === null
      ? t('Somebody supplies or repairs at {cell}.', { cell: placeName(at[0]) })
      : t('The enemy supplies or repairs at {cell}.', { cell: placeName(at[0]) }),
  self_destruct: ({ id, pos, blast, victims }, about) =>
    t('{unit} destroys itself at {cell}, blast {blast}.', { unit: called(id, about), cell: placeName(pos), blast }) +
    (victims.length ? ` ${t('Hit: {losses}.', { losses: losses(victims, about) })}` : ''),
  command_failed: ({ id, command, reason }, about) =>
    t('{unit}: {command} fails, {reason}.', { unit: called(id, about), command: word(command), reason: word(reason) }),
  standing_ended: ({ id, reason }, about) =>
    t('{unit} ends its standing order: {reason}.', { unit: called(id, about), reason: word(reason) }),
  launched: ({ id, pos }, about) =>
    t('{unit} leaves the yard at {cell}.', { unit: called(id, about), cell: placeName(pos) }),
  end: ({ outcome }, { info }) =>
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

export const EVENTS = Object.fromEntries(
  Object.entries(SENTENCES).map(([type, say]) => [
    type,
    (/** @type {any} */ event, /** @type {About} */ about) => {
      const words = say(event, about);
      return words && sentence(words);
    },
  ]),
);

/** Where an event happened; null: nowhere in particular. @param {any} event @returns {number[] | null} */
export const placeOfEvent = (event) =>
  event.pos ??
  event.cell ??
  event.path?.at(-1) ??
  event.segments?.at(-1)?.at(-1) ??
  event.at?.[0] ??
  event.from ??
  null;

/** The middle of that cell. @param {any} event */
export const centreOfEvent = (event) => [placeOfEvent(event)].filter(Array.isArray).map(middleOf)[0] ?? null;

/** Ids that an event is about. @param {any} event @returns {number[]} */
export const unitsOfEvent = ({ id, attacker, defender, target, a, b, from, to_id: to, splash = [] }) =>
  [
    id,
    attacker,
    defender,
    target,
    a,
    b,
    to,
    typeof from === 'number' ? from : null,
    ...splash.map((/** @type {number[]} */ [one]) => one),
  ].filter((one) => typeof one === 'number');

/** What the match is remembered for: islands that change hands, capital ships and bases lost. @param {any} event @param {Frame} frame */
export function milestone(event, frame) {
  const { view } = frame;
  const name = (/** @type {number} */ id) => {
    const one = view.elements.find((/** @type {{id: number}} */ other) => other.id === id);
    return one ? elementName(one) : kindName('island');
  };
  if (event.type === 'captured') return { seat: event.seat, text: t('{island} taken', { island: name(event.id) }) };
  if (event.type !== 'destroyed' || !['battleship', 'carrier', 'base'].includes(event.kind)) return null;
  return { seat: event.seat, text: t('{kind} lost', { kind: sentence(kindName(event.kind)) }) };
}
