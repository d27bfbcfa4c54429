/**
 * What did a burst, an analysis or a loss cost whom, in words and in numbers? Of a burst only sums are told, never who was hit one by one.
 * Whoever looks on is "you".
 */

import { change, changeOf } from 'app/changes.js';
import { join, t, tn } from 'app/i18n.js';
import { ALL, KINDS } from './names.js';

/** @import { About, Frame, Hit, Kind } from './types' */
/** @typedef {import('../../types').SideChange} SideChange */

/** Kinds beside a number, and their signs. */
const NAMES = /** @type {Record<Kind, {name: (n: number) => string, icon: string}>} */ ({
  planet: { name: (n) => tn('Planet', 'Planets', n), icon: 'globe' },
  battleship: { name: (n) => tn('Battleship', 'Battleships', n), icon: 'rocket' },
  miner: { name: (n) => tn('Miner', 'Miners', n), icon: 'pickaxe' },
  scout: { name: (n) => tn('Scout', 'Scouts', n), icon: 'eye' },
});

/** @param {Kind} kind @param {number} amount */
export const ships = (kind, amount) => change(kind, NAMES[kind].icon, amount, NAMES[kind].name);
/** @param {number} amount */
export const energy = (amount) => change('energy', 'zap', amount, () => t('energy'));
/** @param {number} amount */
export const points = (amount) => change('points', 'star', amount, (n) => tn('point', 'points', n));
/** @param {number} amount */
const defence = (amount) => change('defence', 'shield', amount, () => t('defence'));
/** Ships of others that own bursts destroyed. @param {number} amount */
const beaten = (amount) => change('beaten', 'swords', amount, () => t('destroyed'));

/** Was it the seat's own, before the step or after it, or built in it? @param {number} id @param {About} about @param {Frame | null} before */
export const isOwn = (id, { view, frame }, before) =>
  view.seat !== null &&
  ([before?.view.own, view.own].some((own) => own?.some((/** @type {{id: number}} */ one) => one.id === id)) ||
    frame.events.some((event) => event.type === 'built' && event.id === id && event.seat === view.seat));

/** The first event of a step that tells the same. @param {any} event @param {Frame} frame */
export const firstLike = (event, { events }) =>
  events.find(({ type, id, code }) => type === event.type && id === event.id && code === event.code);
/** Is it the first of its kind in the step? @param {any} event @param {Frame} frame */
export const isFirst = (event, frame) => event === firstLike(event, frame);

/** Whose an entity is or was; undefined: nobody can say. @param {number} id @param {About} about @param {Frame | null} before @returns {number | null | undefined} */
function ownerOf(id, about, before) {
  if (isOwn(id, about, before)) return about.view.seat;
  const find = (/** @type {any} */ view) =>
    [...(view?.own ?? []), ...(view?.foreign ?? []), ...(view?.ghosts ?? [])].find((one) => one.id === id);
  return (find(about.view) ?? find(before?.view))?.seat;
}

/** So many of each kind: “2 scouts and 1 miner”. @param {{kind: Kind}[]} list */
const counts = (list) =>
  join(
    ALL.flatMap((kind) => {
      const n = list.filter((one) => one.kind === kind).length;
      return n ? [KINDS[kind].many(n)] : [];
    }),
  );

/** What a burst did, in sums: what it cost whoever reads this, and apart from it all the rest. @param {Hit[]} hits @param {About} about @param {Frame | null} before */
export function hitsText(hits, about, before) {
  /** @param {number} id */
  const had = (id) =>
    (before ?? about.frame).view.own?.some((/** @type {{id: number}} */ one) => one.id === id) ?? false;
  // What is one's own only by this burst was not before.
  const isMine = (/** @type {Hit} */ { id, result }) => isOwn(id, about, before) && (result !== 'captured' || had(id));
  const of = (/** @type {Hit['result']} */ result, /** @type {boolean} */ mine) =>
    hits.filter((hit) => hit.result === result && isMine(hit) === mine);
  const lost = (/** @type {Hit[]} */ list) => list.reduce((sum, hit) => sum + hit.before - hit.after, 0);
  const [hurtMine, hurt] = [of('hurt', true), of('hurt', false)];
  const [gone, taken] = [of('destroyed', true), of('captured', true)];
  const [better, betterMine] = [false, true].map((mine) => healed(hits).filter((hit) => isMine(hit) === mine));
  const harm = [
    gone.length && t('you lose {units}', { units: counts(gone) }),
    taken.length && t('{units} of yours taken', { units: counts(taken) }),
    hurtMine.length && t('{units} of yours hurt by {n}', { units: counts(hurtMine), n: lost(hurtMine) }),
  ];
  const rest = [
    betterMine.length && t('{units} of yours stronger by {n}', { units: counts(betterMine), n: -lost(betterMine) }),
    of('captured', false).length && t('{units} taken', { units: counts(of('captured', false)) }),
    of('destroyed', false).length && t('{units} destroyed', { units: counts(of('destroyed', false)) }),
    hurt.length && t('{units} hurt by {n}', { units: counts(hurt), n: lost(hurt) }),
    better.length && t('{units} healed', { units: counts(better) }),
  ];
  const words = (/** @type {(string | 0)[]} */ parts) => join(parts.filter((part) => typeof part === 'string'));
  return [words(harm), words(rest)].filter(Boolean);
}

/** One sentence for bursts of one round at one place; null: there is one alone. @param {{events: any[], frame: any, before: any, info: any}} told */
export function battle({ events, frame, before, info }) {
  const bursts = events.filter(({ type }) => type === 'overloaded');
  if (bursts.length < 2) return null;
  const about = /** @type {About} */ ({ frame, before, info, view: frame.view });
  /** Who is hit more than once is one. @type {Map<number, Hit>} */
  const byId = new Map();
  for (const hit of bursts.flatMap(({ hits: list }) => /** @type {Hit[]} */ (list)))
    byId.set(hit.id, { ...hit, before: byId.get(hit.id)?.before ?? hit.before });
  const hits = hitsText([...byId.values()], about, before).join(t('; '));
  const facts = { round: bursts[0].round, hits };
  return hits
    ? tn(
        'Round {round}: {n} battleships burst: {hits}.',
        'Round {round}: {n} battleships burst: {hits}.',
        bursts.length,
        facts,
      )
    : null;
}

/** @param {Hit[]} hits */
const healed = (hits) => hits.filter(({ result, before, after }) => result === 'healed' && after > before);

/** What each side lost and won by an event. @type {Record<string, (event: any, about: About, before: Frame | null) => SideChange[]>} */
const COSTS = {
  built: ({ seat, kind }) => [changeOf(seat, ships(kind, 1))],
  // Whoever bursts is spent by it.
  overloaded: ({ seat, hits }, about, before) => [
    changeOf(seat, ships('battleship', -1)),
    ...hits.flatMap((/** @type {Hit} */ hit) => {
      const owner = ownerOf(hit.id, about, before);
      if (owner === undefined || owner === null) return [];
      // It is told with the burst, and not once more.
      if (hit.result === 'destroyed') return [changeOf(owner, ships(hit.kind, -1))];
      return hit.result === 'hurt' ? [changeOf(owner, defence(hit.after - hit.before))] : [];
    }),
  ],
  destroyed({ id, kind }, about, before) {
    const owner = ownerOf(id, about, before);
    return owner === undefined || owner === null ? [] : [changeOf(owner, ships(kind, -1))];
  },
  captured: ({ kind, old_seat: was, new_seat: is }) => [
    ...(was === null ? [] : [changeOf(was, ships(kind, -1))]),
    ...(is === null ? [] : [changeOf(is, ships(kind, 1))]),
  ],
  analysed({ miner }, about, before) {
    const owner = ownerOf(miner, about, before);
    return owner === undefined || owner === null ? [] : [changeOf(owner, ships('miner', -1))];
  },
  evolved({ id }, about, before) {
    const owner = ownerOf(id, about, before);
    if (owner === undefined || owner === null) return [];
    return [changeOf(owner, ships('miner', -1)), changeOf(owner, ships('battleship', 1))];
  },
};

/** @param {any} event @param {About} about @param {Frame | null} before */
export const costsOf = (event, about, before) => COSTS[event.type]?.(event, about, before) ?? [];

/** What an own burst destroyed of others. @param {any} event @param {About} about @param {Frame | null} before */
export function beatenBy({ type, seat, hits }, about, before) {
  if (type !== 'overloaded' || about.view.seat === null || seat !== about.view.seat) return [];
  const n = hits.filter(
    (/** @type {Hit} */ { id, result }) => result === 'destroyed' && !isOwn(id, about, before),
  ).length;
  return n ? [beaten(n)] : [];
}
