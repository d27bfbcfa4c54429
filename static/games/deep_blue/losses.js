/**
 * What was lost where, in one sentence and in numbers? Strikes on one target are one event, losses near each other too: told at the first of
 * them. Whoever looks on is "you".
 */

import { change, changeOf } from 'app/changes.js';
import { join, t, tn } from 'app/i18n.js';
import { seatName } from 'kit/describe.js';
import { placeName } from './names.js';

/** @import { About } from './types' */
/** @typedef {import('../../types').SideChange} SideChange */

/** Kinds that are counted: so many of them, and what they are called beside a number. */
const COUNTED =
  /** @type {Record<string, {many: (n: number) => string, name: (n: number) => string, icon: string}>} */ ({
    submarine: {
      many: (n) => tn('{n} submarine', '{n} submarines', n),
      name: (n) => tn('submarine', 'submarines', n),
      icon: 'ship',
    },
    destroyer: {
      many: (n) => tn('{n} destroyer', '{n} destroyers', n),
      name: (n) => tn('destroyer', 'destroyers', n),
      icon: 'ship',
    },
    cruiser: {
      many: (n) => tn('{n} cruiser', '{n} cruisers', n),
      name: (n) => tn('cruiser', 'cruisers', n),
      icon: 'ship',
    },
    battleship: {
      many: (n) => t('{n} {what}', { n, what: tn('battleship', 'battleships', n) }),
      name: (n) => tn('battleship', 'battleships', n),
      icon: 'ship',
    },
    carrier: {
      many: (n) => tn('{n} carrier', '{n} carriers', n),
      name: (n) => tn('carrier', 'carriers', n),
      icon: 'ship',
    },
    cargo: {
      many: (n) => tn('{n} cargo ship', '{n} cargo ships', n),
      name: (n) => tn('cargo ship', 'cargo ships', n),
      icon: 'ship',
    },
    formation: {
      many: (n) => tn('{n} formation', '{n} formations', n),
      name: (n) => tn('formation', 'formations', n),
      icon: 'plane',
    },
    base: { many: (n) => tn('{n} base', '{n} bases', n), name: (n) => tn('base', 'bases', n), icon: 'anchor' },
    island: {
      many: (n) => tn('{n} island', '{n} islands', n),
      name: (n) => tn('island', 'islands', n),
      icon: 'anchor',
    },
  });

/** @param {string} kind @param {number} amount */
const things = (kind, amount) =>
  change(kind, COUNTED[kind]?.icon ?? 'ship', amount, COUNTED[kind]?.name ?? (() => t('unit')));
/** @param {number} amount */
const health = (amount) => change('health', 'heart', amount, () => t('health'));
/** @param {number} amount */
const planes = (amount) => change('planes', 'plane', amount, (n) => tn('plane', 'planes', n));
/** @param {number} amount */
const sunk = (amount) => change('sunk', 'crosshair', amount, () => t('sunk'));
/** @param {number} amount */
export const points = (amount) => change('points', 'star', amount, (n) => tn('point', 'points', n));

/** Cells around a loss in which others belong to it. */
const NEAR = 3;

/** Groups of a frame's events, by their first event. @type {WeakMap<object[], Map<object, any[]>>} */
const grouped = new WeakMap();

/** All events that are told at this one: itself, its whole group, or none if an earlier one tells it. @param {any} event @param {any[]} events @returns {any[]} */
export function groupOf(event, events) {
  if ((event.type !== 'destroyed' && event.type !== 'strike') || !events.includes(event)) return [event];
  let known = grouped.get(events);
  if (!known) grouped.set(events, (known = groupsOf(events)));
  return known.get(event) ?? [];
}

/** @param {any[]} events */
function groupsOf(events) {
  /** @type {Map<object, any[]>} */
  const groups = new Map();
  for (const event of events) {
    if (event.type !== 'destroyed' && event.type !== 'strike') continue;
    const first = [...groups.keys()].find((other) => belong(other, event));
    if (first) groups.get(first)?.push(event);
    else groups.set(event, [event]);
  }
  return groups;
}

/** @param {any} first @param {any} event */
function belong(first, event) {
  if (first.type !== event.type) return false;
  if (event.type === 'strike') return event.target !== null && first.target === event.target;
  return Math.max(Math.abs(first.pos[0] - event.pos[0]), Math.abs(first.pos[1] - event.pos[1])) <= NEAR;
}

/** So many of each kind. @param {{kind: string}[]} lost */
export function counts(lost) {
  /** @type {Map<string, number>} */
  const found = new Map();
  for (const { kind } of lost) found.set(kind, (found.get(kind) ?? 0) + 1);
  return join([...found].map(([kind, n]) => COUNTED[kind]?.many(n) ?? tn('{n} unit', '{n} units', n)));
}

/** Several losses near each other. @param {any[]} group @param {About} about */
export function lossesLine(group, { position, frame, info }) {
  const { seat } = position;
  const cell = placeName(group[0].pos);
  if (seat === null) {
    const seats = [...new Set(group.map((one) => one.seat))];
    const sides = seats.map((whose) =>
      t('{seat} loses {units}', {
        seat: seatName(whose, info),
        units: counts(group.filter((one) => one.seat === whose)),
      }),
    );
    return t('{sides} at {cell}.', { sides: join(sides), cell });
  }
  const [own, enemy] = [group.filter((one) => one.seat === seat), group.filter((one) => one.seat !== seat)];
  const facts = { own: counts(own), enemy: counts(enemy), cell };
  const killers = group.map((one) => killerOf(one, frame.events));
  if (!enemy.length) {
    if (killers.includes(undefined)) return t('You lose {own} at {cell}.', facts);
    return killers.includes(null)
      ? t('Unseen guns destroy {own} of yours at {cell}.', facts)
      : t('The enemy destroys {own} of yours at {cell}.', facts);
  }
  if (!own.length)
    return killers.includes(undefined) || killers.includes(null)
      ? t('The enemy loses {enemy} at {cell}.', facts)
      : t('You destroy {enemy} of the enemy at {cell}.', facts);
  return t('The enemy loses {enemy} at {cell}, you lose {own}.', facts);
}

/** Damage that strikes did: to their target, and to what stood beside it. @param {any[]} group */
export const damageOf = (group) => group.reduce((sum, { damage }) => sum + (damage ?? 0), 0);

/** Several strikes on one target. @param {any[]} group @param {string[]} callers who fired @param {string} target */
export function strikesLine(group, callers, target) {
  const hits = group.filter(({ damage }) => damage).length;
  const facts = { target, who: join(callers), hits, n: group.length, damage: damageOf(group) };
  // “A destroyer”, and “two destroyers” or “a destroyer and a cruiser”.
  if (new Set(group.map(({ attacker }) => attacker)).size > 1)
    return hits
      ? t('{who} strike {target}: {hits} of {n} hit, {damage} damage.', facts)
      : t('{who} strike {target}: none of {n} hits.', facts);
  return hits
    ? t('{who} strikes {target}: {hits} of {n} hit, {damage} damage.', facts)
    : t('{who} strikes {target}: none of {n} hits.', facts);
}

/**
 * Who destroyed something, by its id; null: somebody unseen; undefined: nobody did, or nothing tells it.
 * @param {{id: number, cause: string}} lost @param {readonly any[]} events @returns {number | null | undefined}
 */
export function killerOf({ id, cause }, events) {
  const last = (/** @type {(event: any) => boolean} */ is) => events.findLast(is);
  const has = (/** @type {[number, number][]} */ hurt = []) => hurt.some(([one]) => one === id);
  switch (cause) {
    case 'strike':
      return last(({ type, target, damage }) => type === 'strike' && target === id && damage)?.attacker;
    case 'splash':
      return last(({ type, splash }) => type === 'strike' && has(splash))?.attacker;
    case 'air_combat': {
      const fight = last(({ type, attacker, defender }) => type === cause && (attacker === id || defender === id));
      return fight && (fight.attacker === id ? fight.defender : fight.attacker);
    }
    case 'battle': {
      const fight = last(({ type, a, b }) => type === cause && (a === id || b === id));
      return fight && (fight.a === id ? fight.b : fight.a);
    }
    case 'blast':
      return last(({ type, victims }) => type === 'self_destruct' && has(victims))?.id;
    default:
      return last(({ type, victim }) => type === 'crash' && victim === id)?.id;
  }
}

/** Whose an element is or was; undefined: nobody knows. @param {number} id @param {About} about @param {any} before */
function ownerOf(id, { position, frame }, before) {
  const old = before?.view.elements.find((/** @type {any} */ one) => one.id === id);
  return (position.elements.get(id) ?? old ?? frame.events.find((one) => one.id === id && one.kind && 'seat' in one))
    ?.seat;
}

/** Health that each side lost by blows. @param {[number, number][]} hurt id and damage @param {About} about @param {any} before @returns {SideChange[]} */
const hurtBy = (hurt, about, before) =>
  hurt.flatMap(([id, damage]) => {
    const seat = ownerOf(id, about, before);
    return seat === undefined || seat === null || !damage ? [] : [changeOf(seat, health(-damage))];
  });

/** What each side lost and won by an event. @type {Record<string, (event: any, about: About, before: any) => SideChange[]>} */
const COSTS = {
  destroyed: (event, { frame }) =>
    groupOf(event, frame.events).map(({ kind, seat }) => changeOf(seat, things(kind, -1))),
  strike: (event, about, before) =>
    groupOf(event, about.frame.events).flatMap(({ target, damage, splash }) =>
      hurtBy([[target, damage ?? 0], ...(splash ?? [])], about, before),
    ),
  battle: ({ a, b, strikes }, about, before) =>
    hurtBy(
      strikes.map((/** @type {[number, string, string, number]} */ [id, , , damage]) => [id === a ? b : a, damage]),
      about,
      before,
    ),
  // Whoever crashes is lost.
  crash: ({ seat, victim, damage }, about, before) => [
    changeOf(seat, things('formation', -1)),
    ...(victim === null ? [] : hurtBy([[victim, damage]], about, before)),
  ],
  repair({ to_id: id, health: n }, about, before) {
    const seat = ownerOf(id, about, before);
    return seat === undefined || seat === null || !n ? [] : [changeOf(seat, health(n))];
  },
  self_destruct: ({ victims }, about, before) => hurtBy(victims, about, before),
  air_combat: ({ attacker, defender, losses }, about, before) =>
    [attacker, defender].flatMap((id, i) => {
      const seat = ownerOf(id, about, before);
      return seat === undefined || seat === null || !losses[i] ? [] : [changeOf(seat, planes(-losses[i]))];
    }),
  captured: ({ seat, from_seat: from }) => [
    changeOf(seat, things('island', 1)),
    ...(from === null ? [] : [changeOf(from, things('island', -1))]),
  ],
  launched: ({ seat, kind }) => [changeOf(seat, things(kind, 1))],
};

/** @param {any} event @param {About} about @param {any} before */
export const costsOf = (event, about, before) => COSTS[event.type]?.(event, about, before) ?? [];

/** Units of the enemy that a group of losses tells of. @param {any} event @param {About} about */
export function sunkBy(event, { frame, position }) {
  if (event.type !== 'destroyed' || position.seat === null) return [];
  const n = groupOf(event, frame.events).filter(({ seat }) => seat !== position.seat).length;
  return n ? [sunk(n)] : [];
}
