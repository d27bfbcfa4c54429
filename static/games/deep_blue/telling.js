/** How is a round of Deep Blue told on the board? Where a blow was from muzzle to hit, how near the camera comes, and a sentence for many blows. */
import { t, tn } from 'app/i18n.js';
import { middleOf } from 'kit/cells.js';
import { placeOfEvent } from './describe_events.js';
import { groupOf } from './losses.js';
import { elementName, kindName, placeName, sentence } from './names.js';
import { positionOf } from './position.js';

/** A unit in a caption: an own one by kind and name, another by its kind; null: nobody knows it. @param {number | null} id @param {any} about @param {any} before */
function briefName(id, { position, frame }, before) {
  const one =
    before?.view.elements.find((/** @type {any} */ other) => other.id === id) ??
    position.elements.get(id ?? -1) ??
    frame.events.find((/** @type {any} */ event) => event.id === id && event.kind && event.pos);
  if (!one) return null;
  if ('rect' in one && one.kind !== 'base') return elementName(one);
  return one.seat === position.seat ? elementName(one) : t('the {kind}', { kind: kindName(one.kind) });
}

/** @param {any} event @param {any} about @param {any} before @returns {string | null} */
function shortOf(event, about, before) {
  const { events } = about.frame;
  const name = (/** @type {number | null} */ id) => briefName(id, about, before);
  if (event.type === 'strike') {
    const target = name(event.target);
    if (!target) return null;
    const blows = groupOf(event, events).filter(({ damage }) => damage);
    const guns = new Set((blows.length ? blows : groupOf(event, events)).map(({ attacker }) => attacker));
    const attacker = guns.size === 1 ? name([...guns][0]) : null;
    if (!blows.length) return attacker && sentence(t('{attacker} misses {target}', { attacker, target }));
    if (attacker) return sentence(t('{attacker} hits {target}', { attacker, target }));
    return sentence(tn('{target} takes {n} hit', '{target} takes {n} hits', blows.length, { target }));
  }
  if (event.type !== 'destroyed' || groupOf(event, events).length > 1) return null;
  const target = name(event.id);
  if (!target) return null;
  const last = events.findLast(
    (/** @type {any} */ one) => one.type === 'strike' && one.target === event.id && one.damage,
  );
  const attacker = last && name(last.attacker);
  if (!attacker) return sentence(t('{target} is lost', { target }));
  return event.kind === 'formation'
    ? sentence(t('{attacker} shoots {target} down', { attacker, target }))
    : sentence(t('{attacker} sinks {target}', { attacker, target }));
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
  /** Who was lost at one place, by side. */
  caption({ events, before }) {
    const sunk = events.filter(({ type }) => type === 'destroyed');
    if (sunk.length < 2) return null;
    const own = sunk.filter(({ seat }) => seat === before.view.seat).length;
    const facts = { cell: placeName(sunk[0].pos), own };
    if (own === sunk.length) return tn('You lose {n} unit at {cell}', 'You lose {n} units at {cell}', own, facts);
    const all = tn('{n} unit destroyed at {cell}', '{n} units destroyed at {cell}', sunk.length, facts);
    return own ? t('{all}, you lose {own}', { all, own }) : all;
  },
};
