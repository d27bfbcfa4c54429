/** How is a round of Deep Blue told on the board? Where a blow was from muzzle to hit, how near the camera comes, and a sentence for many blows. */
import { join, t, tn } from 'app/i18n.js';
import { middleOf } from 'kit/cells.js';
import { plainName } from 'kit/describe.js';
import { placeOfEvent } from './describe_events.js';
import { groupOf, killerOf } from './losses.js';
import { elementName, kindName, placeName, sentence } from './names.js';
import { positionOf, remembered } from './position.js';

/** A unit in a caption: whose it is, an own one by kind and name, the enemy's by its kind; null: nobody knows it. @param {number | null} id @param {any} about @param {any} before */
function briefName(id, { position, frame }, before) {
  const one =
    before?.view.elements.find((/** @type {any} */ other) => other.id === id) ??
    position.elements.get(id ?? -1) ??
    frame.events.find((/** @type {any} */ event) => event.id === id && event.kind && event.pos) ??
    remembered(id, position, before);
  if (!one) return null;
  if (position.seat !== null && one.seat === 1 - position.seat)
    return t('the enemy {kind}', { kind: 'rect' in one ? elementName(one) : kindName(one.kind) });
  return one.seat !== null && one.seat === position.seat
    ? t('your {unit}', { unit: elementName(one) })
    : elementName(one);
}

/** Who fired, in a caption: one by name, several of a side by their number. @param {any[]} blows @param {any} about @param {any} before */
function gunsOf(blows, about, before) {
  const { position, info } = about;
  const ids = [...new Set(blows.map(({ attacker }) => attacker))];
  const seatOf = (/** @type {number | null} */ id) =>
    (
      position.elements.get(id ?? -1) ??
      before?.view.elements.find((/** @type {any} */ one) => one.id === id) ??
      remembered(id ?? -1, position, before)
    )?.seat;
  const sides = [...new Set(ids.map(seatOf))];
  const who = sides.flatMap((seat) => {
    const some = ids.filter((id) => seatOf(id) === seat);
    if (some.length === 1 || seat === undefined || seat === null)
      return some.map((id) => briefName(id, about, before) ?? t('an unseen gun'));
    if (seat === position.seat) return [tn('{n} unit of yours', '{n} units of yours', some.length)];
    return position.seat === null
      ? [tn('{n} unit of {seat}', '{n} units of {seat}', some.length, { seat: plainName(seat, info) })]
      : [tn('{n} unit of the enemy', '{n} units of the enemy', some.length)];
  });
  return { who: join(who), isOne: ids.length === 1 };
}

/** @param {any} event @param {any} about @param {any} before @returns {string | null} */
function shortOf(event, about, before) {
  const { events } = about.frame;
  const name = (/** @type {number | null} */ id) => briefName(id, about, before);
  if (event.type === 'strike') {
    const target = name(event.target);
    const group = groupOf(event, events);
    const blows = group.filter(({ damage }) => damage);
    // What ran aground or came too late says so in its own words.
    if (!target || (!blows.length && group.some(({ result }) => result !== 'miss'))) return null;
    const { who, isOne } = gunsOf(blows.length ? blows : group, about, before);
    const facts = { who, target };
    if (!blows.length) return sentence(isOne ? t('{who} misses {target}', facts) : t('{who} miss {target}', facts));
    return sentence(
      isOne
        ? tn('{who} hits {target}', '{who} hits {target} {n} times', blows.length, facts)
        : tn('{who} hit {target}', '{who} hit {target} {n} times', blows.length, facts),
    );
  }
  const pair = { air_combat: [event.attacker, event.defender], battle: [event.a, event.b] }[String(event.type)];
  if (pair) {
    const [a, b] = pair.map((id) => name(id) ?? t('an unseen unit'));
    const facts = { a, b, cell: placeName(event.cell) };
    return sentence(
      event.type === 'battle' ? t('{a} meets {b} at {cell}', facts) : t('{a} attacks {b} in the air', facts),
    );
  }
  if (event.type !== 'destroyed' || groupOf(event, events).length > 1) return null;
  const target = name(event.id);
  const killer = killerOf(event, events);
  // Nobody did it, so its sentence says how it came.
  if (!target || killer === undefined) return null;
  const facts = { target, attacker: name(killer) ?? t('an unseen gun') };
  if (event.kind === 'base') return sentence(t('{attacker} destroys {target}', facts));
  return sentence(
    event.kind === 'formation' ? t('{attacker} shoots {target} down', facts) : t('{attacker} sinks {target}', facts),
  );
}

/** @type {import('kit/beats.js').Telling} */
export const TELLING = {
  close: 40,
  small: 30,
  near: 1.5,
  places(event) {
    const found = event.type === 'strike' ? [event.cell, event.from] : [placeOfEvent(event)];
    return found.filter(Array.isArray).map((cell) => middleOf(/** @type {any} */ (cell)));
  },
  /** Who did what to whom, without weapons and numbers: those stand on the board and in the log. */
  short({ lines: [line], frame, before, info }) {
    const about = { position: positionOf(frame.view), frame, view: frame.view, info };
    return line.event ? shortOf(line.event, about, before) : null;
  },
};
