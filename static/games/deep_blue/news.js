/** What of a round at sea matters, and where was it? Ships that are lost first, then islands, then blows, own deeds and own losses alike by their size; points, voyages. */

import { changeOf, ofSeat } from 'app/changes.js';
import { t, tn } from 'app/i18n.js';
import { middleOf } from 'kit/cells.js';
import { plainName, seatName } from 'kit/describe.js';
import { centreOfEvent } from './describe_events.js';
import { costsOf, counts, damageOf, groupOf, points, sunkBy } from './losses.js';
import { kindName, sentence } from './names.js';
import { isUnit } from './position.js';
import { enemyGainedBy, gainedBy } from './sources.js';

/** @import { About, Frame, Position } from './types' */
/** @typedef {import('../../types').News} News */

/** How much an event matters, beside blows. @type {Record<string, number>} */
const WEIGHTS = {
  end: 100,
  captured: 92,
  air_combat: 70,
  battle: 70,
  crash: 70,
  launched: 40,
  command_failed: 66,
  queued: 5,
  supply: 8,
  collect: 8,
  repair: 12,
  activity: 11,
  move: 10,
};

/** Points matter more than a voyage, less than a blow; what came into sight matters more than either. */
const [GAINED, SIGHTED, GONE, WORKS] = [30, 50, 9, 4];

/** Losses of one side at one place that are a moment. */
const MANY = 4;
/** Ships whose loss is a moment. */
const CAPITAL = new Set(['battleship', 'carrier']);
/** Points that both sides together must have before the lead is worth a word. */
const A_LEAD = 1000;

/** Blows of or at one's own, and losses: from least to most by their size, `half` of the way at that size; own losses come before deeds of the same size. */
const SIZES = { blow: { least: 72, most: 86, half: 60 }, loss: { least: 93, most: 97, half: 30 }, own: 0.5 };

/** @param {{least: number, most: number, half: number}} of @param {number} size @param {boolean} isOwn */
const bySize = ({ least, most, half }, size, isOwn) =>
  least + ((most - least) * size) / (size + half) + (isOwn ? SIZES.own : 0);

/** @param {any} event @param {About} about */
function weigh(event, { position, frame }) {
  const { type, target } = event;
  const group = groupOf(event, frame.events);
  const seatOf = (/** @type {number} */ id) => position.elements.get(id)?.seat ?? null;
  if (type === 'strike') {
    const damage = damageOf(group);
    if (!damage) return 14;
    const whose = event.owner ?? seatOf(target);
    const isOurs = whose !== null || group.some(({ attacker }) => seatOf(attacker) === position.seat);
    return position.seat !== null && isOurs ? bySize(SIZES.blow, damage, whose === position.seat) : 60;
  }
  if (type !== 'destroyed') return WEIGHTS[type] ?? 20;
  /** @type {Record<string, {cost: number}>} */
  const kinds = position.view?.tables?.kinds ?? {};
  const cost = group.reduce((sum, { kind }) => sum + (kinds[kind]?.cost ?? 0), 0);
  return bySize(
    SIZES.loss,
    cost,
    group.some(({ seat }) => position.seat !== null && seat === position.seat),
  );
}

/** Words for a base that is shot at: at the first blow, when half of it is gone, and when little is left. @param {number} was @param {number} is @param {number} full @param {boolean} isMine */
function baseWords(was, is, full, isMine) {
  const passes = (/** @type {number} */ part) => was >= full * part && is < full * part;
  if (passes(0.25)) return isMine ? t('Your base is nearly lost') : t('The enemy base is nearly lost');
  if (passes(0.5)) return isMine ? t('Half of your base is gone') : t('Half of the enemy base is gone');
  if (passes(0.9)) return isMine ? t('Base under fire') : t('The enemy base is under fire');
  return null;
}

/** What stops the eye. @type {Record<string, (event: any, about: About, before: Frame | null) => string | null>} */
const MOMENTS = {
  strike({ target }, { position, view }, before) {
    const now = position.elements.get(target);
    const old = before?.view.elements.find((/** @type {any} */ { id }) => id === target);
    if (now?.kind !== 'base' || now.health == null || old?.health == null || position.seat === null) return null;
    return baseWords(
      old.health,
      now.health,
      view.tables?.kinds?.base?.health ?? old.health,
      now.seat === position.seat,
    );
  },
  destroyed(event, { frame, position, view, info }, before) {
    const group = groupOf(event, frame.events);
    const own = group.filter(({ seat }) => seat === position.seat);
    const enemy = group.filter(({ seat }) => seat !== position.seat);
    if (position.seat === null) {
      const capital = group.find(({ kind }) => CAPITAL.has(kind));
      const facts = capital && { kind: sentence(kindName(capital.kind)), name: plainName(capital.seat, info) };
      return facts ? t('{kind} of {name} lost', facts) : null;
    }
    const isLast = own.length && !position.own.some((one) => isUnit(one)) && before !== null;
    if (isLast) return t('Your last ship is gone');
    const lost = own.find(({ kind }) => CAPITAL.has(kind));
    if (lost) return t('{kind} lost', { kind: sentence(kindName(lost.kind)) });
    const sunk = enemy.find(({ kind }) => CAPITAL.has(kind));
    if (sunk) return t('Enemy {kind} sunk', { kind: kindName(sunk.kind) });
    if (own.length >= MANY) return tn('{n} unit lost', '{n} units lost', own.length);
    if (enemy.length >= MANY) return tn('{n} enemy sunk', '{n} enemies sunk', enemy.length);
    const isFirst = enemy.length && before?.view.score_parts?.[position.seat]?.damage === 0;
    return isFirst && view.score_parts ? t('First blood') : null;
  },
  captured({ seat, from_seat: from }, { position, info }) {
    if (position.seat === null) return t('{name} takes an island', { name: plainName(seat, info) });
    if (seat === position.seat) return t('The island is yours');
    return from === position.seat ? t('Island lost') : t('The enemy takes an island');
  },
};

/** @satisfies {import('kit/describe.js').NewsTable<Position>} */
export const NEWS = {
  weigh,
  at(event, { position }) {
    const building = event.type === 'captured' ? position.elements.get(event.id) : null;
    return building && 'rect' in building ? middleOf(building.rect) : centreOfEvent(event);
  },
  moment: (event, about, before) => MOMENTS[event.type]?.(event, about, before) ?? null,
  sides: costsOf,
  changes: (event, about, before) => [
    ...ofSeat(costsOf(event, about, before), about.position.seat),
    ...sunkBy(event, about),
  ],
  by(event, { position }) {
    if (typeof event.seat === 'number') return event.seat;
    const id = event.attacker ?? event.id ?? event.a ?? event.from;
    return (typeof id === 'number' ? position.elements.get(id)?.seat : null) ?? null;
  },
  more: (about, before) => [...gains(about, before), ...sights(about, before), ...works(about, before)],
};

/** What both sides earned since the frame before; scores are public. @param {About} about @param {Frame | null} before @returns {News[]} */
export function gains({ view, position, info, through }, before) {
  const reader = through ? null : position.seat;
  return view.scores.flatMap((/** @type {number} */ score, /** @type {number} */ seat) => {
    const n = score - (before?.view.scores[seat] ?? score);
    if (n <= 0) return [];
    const isFoe = reader !== null && seat !== reader;
    const why = isFoe ? enemyGainedBy(view, before?.view, n) : gainedBy(view, before?.view, seat, n);
    const facts = { seat: seatName(seat, info), score, why };
    const moment = leadOf(view.scores, before?.view.scores, seat, reader);
    return {
      weight: GAINED,
      at: null,
      by: seat,
      ...(moment && { moment }),
      ...(seat === position.seat && { changes: [points(n)] }),
      sides: [changeOf(seat, points(n))],
      text:
        reader === null
          ? tn('{seat} gains {n} point, {score} in all.', '{seat} gains {n} points, {score} in all.', n, facts)
          : seat === reader
            ? why
              ? tn(
                  'You gain {n} point ({why}), {score} in all.',
                  'You gain {n} points ({why}), {score} in all.',
                  n,
                  facts,
                )
              : tn('You gain {n} point, {score} in all.', 'You gain {n} points, {score} in all.', n, facts)
            : why
              ? tn(
                  'The enemy gains {n} point ({why}), {score} in all.',
                  'The enemy gains {n} points ({why}), {score} in all.',
                  n,
                  facts,
                )
              : tn(
                  'The enemy gains {n} point, {score} in all.',
                  'The enemy gains {n} points, {score} in all.',
                  n,
                  facts,
                ),
    };
  });
}

/** Words for a seat that has come to lead. @param {number[]} now @param {number[] | undefined} was @param {number} seat @param {number | null} you */
function leadOf(now, was, seat, you) {
  if (!was || you === null || now.length !== 2 || now[0] + now[1] < A_LEAD) return null;
  const other = 1 - seat;
  if (now[seat] <= now[other] || was[seat] > was[other]) return null;
  return seat === you ? t('You take the lead') : t('The enemy takes the lead');
}

/** What the fog has given free or taken: units of the other side. @param {About} about @param {Frame | null} before @returns {News[]} */
function sights({ position, view, frame, info, through }, before) {
  // What the last step shows is the fog that lifts, and nothing comes of it any more.
  if (!before || frame.final || position.seat === null) return [];
  const isForeign = (/** @type {any} */ one) => 'pos' in one && one.seat !== position.seat;
  const known = new Set(before.view.elements.filter(isForeign).map((/** @type {any} */ { id }) => id));
  const here = new Set(view.elements.map((/** @type {any} */ { id }) => id));
  const sunk = new Set(frame.events.filter(({ type }) => type === 'destroyed').map(({ id }) => id));
  const found = view.elements.filter((/** @type {any} */ one) => isForeign(one) && !known.has(one.id));
  const lost = before.view.elements.filter(
    (/** @type {any} */ one) => isForeign(one) && !here.has(one.id) && !sunk.has(one.id),
  );
  const other = seatName(1 - position.seat, info);
  const said = (/** @type {any[]} */ units) => ({ units: counts(units), seat: other });
  return [
    ...sighted(
      found,
      through
        ? t('In sight now: {units} of {seat}.', said(found))
        : t('In sight now: {units} of the enemy.', said(found)),
      SIGHTED,
    ),
    ...sighted(
      lost,
      through
        ? t('Out of sight now: {units} of {seat}.', said(lost))
        : t('Out of sight now: {units} of the enemy.', said(lost)),
      GONE,
    ),
  ];
}

/** @param {any[]} units @param {string} text @param {number} weight @returns {News[]} */
const sighted = (units, text, weight) =>
  units.length ? [{ text, weight, at: middleOf(units[0].pos), by: units[0].seat }] : [];

/** What goes on at home: units under way, and the yard. @param {About} about @param {Frame | null} before @returns {News[]} */
function works({ position, view, through }, before) {
  if (!before || position.seat === null) return [];
  const was = new Map(before.view.elements.map((/** @type {any} */ one) => [one.id, String(one.pos)]));
  const moved = position.own.filter((one) => isUnit(one) && was.has(one.id) && was.get(one.id) !== String(one.pos));
  const line = (/** @type {string} */ text, /** @type {any} */ at) => ({ text, weight: WORKS, at, by: position.seat });
  const [first] = moved;
  const queue = Array.isArray(view.queue) ? view.queue.length : 0;
  return [
    ...(first && isUnit(first)
      ? [
          line(
            through
              ? tn('{n} unit of {seat} is under way.', '{n} units of {seat} are under way.', moved.length, {
                  seat: through.name,
                })
              : tn('{n} unit of yours is under way.', '{n} units of yours are under way.', moved.length),
            middleOf(first.pos),
          ),
        ]
      : []),
    ...(queue
      ? [
          line(
            through
              ? tn('The yard of {seat} has {n} order.', 'The yard of {seat} has {n} orders.', queue, {
                  seat: through.name,
                })
              : tn('Your yard has {n} order.', 'Your yard has {n} orders.', queue),
            null,
          ),
        ]
      : []),
  ];
}
