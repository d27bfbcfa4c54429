/** Who is to whom what, and what came of it? Sentences about relations, justifications, payments and capitals; whoever looks on is "you". */
import { sentences, t, tn } from 'app/i18n.js';
import { inTurn } from './phrases.js';
import { placeName } from './places.js';

/** @typedef {import('./describe_events.js').Told} Told */

/** @param {number} n */
const roundsOf = (n) => tn('{n} round', '{n} rounds', n);

/** @param {Told} told */
export function relationLine({ event, you, club }) {
  const isMine = you !== null && (event.a === you || event.b === you);
  return isMine ? ownRelation(event, event.a === you ? event.b : event.a, you, club) : othersRelation(event, club);
}

/** @param {any} event @param {number} other @param {number} you @param {(seat: number) => string} club */
function ownRelation(event, other, you, club) {
  const [facts, by] = [{ other: club(other) }, event.by ?? null];
  if (event.now === 'allied') return t('You and {other} are allied.', facts);
  if (event.now === 'at_war') {
    if (event.cause === 'backstab' && by !== null)
      return by === you
        ? t('You stab {other} in the back: war.', facts)
        : t('{other} stabs you in the back: war.', facts);
    if (event.cause === 'justified' && by !== null)
      return by === you
        ? t('The war on {other} that you prepared begins.', facts)
        : t('{other} begins the war on you that it prepared.', facts);
    return t('You and {other} are at war.', facts);
  }
  if (event.was === 'undiscovered')
    return sentences([
      withTruce(t('You and {other} have met', facts), event.truce),
      t('Peace, an alliance or war: choose at its name.'),
    ]);
  const end =
    event.was === 'at_war' ? t('Your war with {other} is over', facts) : t('Your alliance with {other} is over', facts);
  return withTruce(end, event.truce);
}

/** @param {any} event @param {(seat: number) => string} club */
function othersRelation(event, club) {
  const facts = { a: club(event.a), b: club(event.b) };
  const by = event.by ?? null;
  const other = by === event.a ? event.b : event.a;
  if (event.now === 'allied') return t('{a} and {b} are allied.', facts);
  if (event.now === 'at_war') {
    if (by !== null && event.cause === 'backstab')
      return t('{by} stabs {other} in the back: war.', { by: club(by), other: club(other) });
    if (by !== null && event.cause === 'justified')
      return t('{by} begins the war on {other} that it prepared.', { by: club(by), other: club(other) });
    return t('{a} and {b} are at war.', facts);
  }
  const end =
    event.was === 'undiscovered'
      ? t('{a} and {b} have met', facts)
      : event.was === 'at_war'
        ? t('The war between {a} and {b} is over', facts)
        : t('The alliance of {a} and {b} is over', facts);
  return withTruce(end, event.truce);
}

/** @param {string} end @param {number} truce rounds */
const withTruce = (end, truce) =>
  truce ? t('{end}; truce for {rounds}.', { end, rounds: roundsOf(truce) }) : t('{end}.', { end });

/** Whether the same round tells that war has begun between two clubs, which says all that led to it. @param {readonly any[]} events @param {number} seat @param {number} target */
const isWarTold = (events, seat, target) =>
  events.some(({ type, a, b, now }) => {
    return type === 'relation' && now === 'at_war' && [a, b].includes(seat) && [a, b].includes(target);
  });

/** What a club was asked for a round of War, if that was paid. @param {readonly any[]} events @param {number} seat @param {number} target */
const warPrice = (events, seat, target) =>
  events.find((event) => {
    return event.type === 'paid' && event.command === 'justify_war' && event.seat === seat && event.target === target;
  })?.price ?? 0;

/** How a backstab was spent; one that began a war is told there. @param {Told} told */
export function stabLine({ event, you, club, events }) {
  const facts = { club: club(event.seat), target: club(event.target) };
  if (event.effective && isWarTold(events, event.seat, event.target)) return null;
  if (event.seat === you)
    return event.effective
      ? t('You have used your backstab on {target}.', facts)
      : t('You have used your backstab on {target}, without effect.', facts);
  return event.effective
    ? t('{club} has used its backstab on {target}.', facts)
    : t('{club} has used its backstab on {target}, without effect.', facts);
}

/** @param {Told} told */
export function justificationLine({ event, view, you, club, events }) {
  if (isWarTold(events, event.seat, event.target)) return null;
  const facts = {
    price: warPrice(events, event.seat, event.target),
    club: club(event.seat),
    target: club(event.target),
    count: event.count,
    needed: view.options.justify_rounds,
  };
  if (event.seat === you)
    return event.blocked_by_truce
      ? t('You cannot prepare war on {target}: truce.', facts)
      : facts.price
        ? t('You prepare war on {target} for {price} money: {count} of {needed} rounds.', facts)
        : t('You prepare war on {target}: {count} of {needed} rounds.', facts);
  if (event.target === you && !event.blocked_by_truce)
    return t('{club} prepares war on you: {count} of {needed} rounds.', facts);
  return event.blocked_by_truce
    ? t('{club} cannot prepare war on {target}: truce.', facts)
    : t('{club} prepares war on {target}: {count} of {needed} rounds.', facts);
}

/** @param {Told} told */
export function capitalLostLine({ event, view, you, club }) {
  const why = /** @type {Record<string, () => string>} */ ({
    taken: () => t('the land was lost'),
    no_access: () => t('the land is neither its own nor an ally’s'),
    water: () => t('water took it'),
  });
  const facts = {
    club: club(event.seat),
    place: placeName(view, event.at),
    why: why[event.reason]?.() ?? event.reason,
  };
  const wasMoved = event.from !== null && String(event.from) !== String(event.at);
  if (event.seat === you)
    return wasMoved
      ? t('You cannot move your capital to {place} and have none now: {why}.', facts)
      : t('You have lost your capital on {place}: {why}.', facts);
  return wasMoved
    ? t('{club} cannot move its capital to {place} and has none now: {why}.', facts)
    : t('{club} has lost its capital on {place}: {why}.', facts);
}

/** What diplomacy has cost; what is free is not told, and what another line tells with its price. @param {Told} told @param {any[]} group */
export function paidLine({ event, you, club, events }, group) {
  const isPreparing = (/** @type {any} */ { command, target }) =>
    command === 'justify_war' &&
    events.some(({ type, seat, target: of }) => type === 'justification' && seat === event.seat && of === target);
  const paid = group.filter((one) => one.price > 0 && !isPreparing(one));
  if (!paid.length) return null;
  const list = paid.map(({ command, target, price }) =>
    command === 'justify_war'
      ? t('war on {target} {price}', { target: club(target), price })
      : t('alliance with {target} {price}', { target: club(target), price }),
  );
  const price = paid.reduce((sum, one) => sum + one.price, 0);
  const facts = { club: club(event.seat), price, list: inTurn(list) };
  return event.seat === you ? t('You pay {price}: {list}', facts) : t('{club} pays {price}: {list}', facts);
}
