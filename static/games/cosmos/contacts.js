/**
 * What of a step has no event of its own, and is a moment all the same? Whom one senses, for the first time or near home; ships that have arrived;
 * bids that lost, and what that says of those who won.
 */
import { sentences, t, tn } from 'app/i18n.js';
import { plainName, seatName } from 'kit/describe.js';
import { isOwn } from './deeds.js';
import { entityName, KINDS, placeName, properName } from './names.js';

/** @import { Frame, Kind, Position, Shown } from './types' */
/** @typedef {import('kit/describe.js').About<Position>} About */
/** @typedef {import('../../types').News} News */

/** How much it matters that a kind has come into sight; whose miners and scouts are known already, to whom they are no moment. @type {Record<Kind, number>} */
const SIGHTS = { battleship: 64, planet: 77, scout: 28, miner: 28 };
/** The first of a civilisation, and a battleship so many tiles or nearer to a planet of one's own. */
const [FIRST, NEAR, TILES] = [78, 75, 8];

/** @param {{x: number, y: number}} entity @returns {[number, number]} */
export const middleOf = ({ x, y }) => [x + 0.5, y + 0.5];

/** The own planet that lies nearest, and how many tiles away. @param {Shown} one @param {Position} position */
function nearest(one, { shown }) {
  const tiles = (/** @type {Shown} */ { x, y }) => Math.max(Math.abs(x - one.x), Math.abs(y - one.y));
  const planets = shown.filter(({ kind, seen }) => kind === 'planet' && seen === 'own');
  const [planet] = planets.toSorted((a, b) => tiles(a) - tiles(b));
  return planet ? { planet: properName(planet.id), n: tiles(planet) } : null;
}

/** What has come into sight, of one kind and seat. @param {Shown[]} group @param {About} about @param {Position} old @param {Set<number>} met those whose first sight is told @returns {News} */
export function sighted(group, { frame, info, position, through }, old, met) {
  const near = (/** @type {Shown} */ one) => nearest(one, position);
  const [first] = group.toSorted((a, b) => (near(a)?.n ?? 0) - (near(b)?.n ?? 0));
  const { kind, seat } = first;
  const event = frame.events.find(({ type, id }) => type === 'moved' && id === first.id);
  const line = { weight: SIGHTS[kind], at: middleOf(first), by: seat, ...(event && { event }) };
  const counts = KINDS[kind].many(group.length);
  if (seat === null) return { ...line, weight: 62, text: t('In sight now: {counts}, neutral.', { counts }) };
  const isFirst = !met.has(seat) && !old.shown.some((one) => one.seat === seat);
  met.add(seat);
  const home = near(first);
  const facts = { counts, seat: seatName(seat, info), planet: home?.planet ?? '', n: home?.n ?? 0 };
  const isNear = kind === 'battleship' && !!home && home.n <= TILES;
  const text = !home
    ? t('In sight now: {counts} of {seat}.', facts)
    : isFirst
      ? t('First sight of {seat}: {counts}, {n} tiles from {planet}.', facts)
      : t('In sight now: {counts} of {seat}, {n} tiles from {planet}.', facts);
  const name = { name: plainName(seat, info) };
  const moment = through
    ? ''
    : kind === 'planet'
      ? t('You find a planet of {name}', name)
      : isFirst
        ? t('First sight of {name}', name)
        : '';
  const weight = Math.max(line.weight, isFirst ? FIRST : 0, isNear ? NEAR : 0);
  return { ...line, weight, text, ...(moment && { moment }) };
}

/** Is a ship where it was sent? @param {any} one */
function isThere({ pos: [x, y], standing }) {
  const movement = standing?.movement;
  if (movement?.type !== 'move_to') return null;
  return (x - movement.to[0]) ** 2 + (y - movement.to[1]) ** 2 <= (movement.arrive ?? 0);
}

/** Ships that have come to where they were sent. @param {About} about @param {Frame} before @returns {News[]} */
export function arrived({ view, position }, before) {
  const was = new Map((before.view.own ?? []).map((/** @type {any} */ one) => [one.id, isThere(one)]));
  const there = (view.own ?? []).filter((/** @type {any} */ one) => was.get(one.id) === false && isThere(one));
  const [first] = there;
  const entity = first && position.byId.get(first.id);
  if (!entity) return [];
  const facts = { name: entityName(entity), place: placeName(entity.pos), n: there.length - 1 };
  const text =
    there.length > 1
      ? tn(
          '{name} and {n} more have arrived at {place}.',
          '{name} and {n} more have arrived at {place}.',
          facts.n,
          facts,
        )
      : t('{name} has arrived at {place}.', facts);
  return [{ text, weight: 71, at: middleOf(entity), by: view.seat }];
}

/** Were there bids in these rounds, and all lost? @param {any[]} history @param {number} from @param {number} to */
const lostAll = (history, from, to) => {
  const rows = history.filter(([round]) => round >= from && round < to);
  return rows.length > 0 && rows.every(([, , , result]) => result === 'lost');
};

/** Did two of one's own planets bid most alike in each of these rounds? Then they kept the point from each other, whatever others bid. @param {any[]} bids of the step that lost */
function areOwnTies(bids) {
  return bids.every(({ round }) => {
    const alike = bids.filter((one) => one.round === round).map(({ bid }) => bid);
    return alike.filter((bid) => bid === Math.max(...alike)).length > 1;
  });
}

/** Bids of the step that lost, as far as it may be known to whom: others’ bids are hidden, and equal highest ones gave nobody the point. @param {About} about @param {Frame} before @returns {News[]} */
export function outbid(about, before) {
  const { view, position, frame } = about;
  const bids = frame.events.filter(({ type, planet }) => type === 'bid_result' && isOwn(planet, about, before));
  const won = new Set(bids.filter(({ result }) => result === 'won').map(({ round }) => round));
  // What another planet of one's own has won is no loss.
  const lost = bids.filter(({ result, round }) => result === 'lost' && !won.has(round));
  if (!lost.length) return [];
  const last = lost.reduce((most, one) => (one.bid > most.bid ? one : most));
  const planet = position.byId.get(last.planet);
  const facts = {
    planet: properName(last.planet),
    bid: last.bid,
    refund: lost.reduce((sum, { refund }) => sum + refund, 0),
  };
  const own = t(
    'Planets of yours bid the same ({bid}), and equal highest bids give nobody the point: let one of them bid.',
    facts,
  );
  const text = areOwnTies(lost)
    ? own
    : tn(
        '{planet} bid {bid} in vain: somebody bid as much or more. Equal highest bids give nobody the point.',
        '{planet} bid in vain {n} times, never over {bid}: somebody bid as much or more. Equal highest bids give nobody the point.',
        lost.length,
        facts,
      );
  const back = facts.refund ? tn('{n} energy came back.', '{n} energy came back.', facts.refund) : '';
  // What goes on as it was is no moment once more.
  const { stride, weapon } = view;
  const isNew = !won.size && !lostAll(weapon?.history ?? [], before.view.round - stride, before.view.round);
  const at = planet ? middleOf(planet) : null;
  const line = { text: sentences([text, back]), at, by: null, event: last };
  return [isNew ? { ...line, weight: 76, moment: t('Outbid') } : { ...line, weight: won.size ? 42 : 29 }];
}

/** Planets that were to bid in every round and could not in some, and why: what is kept back comes first, or the order was over. @param {About} about @param {Frame} before @returns {News[]} */
export function silent({ view, position, frame }, before) {
  const was = new Map((before.view.own ?? []).map((/** @type {any} */ one) => [one.id, one]));
  return (view.own ?? []).flatMap((/** @type {any} */ one) => {
    const entity = position.byId.get(one.id);
    const rule = one.standing?.reflexes?.find((/** @type {any} */ { type }) => type === 'auto_charge');
    if (!entity || rule?.mode !== 'fixed' || !was.has(one.id)) return [];
    const bids = frame.events.filter(({ type, planet }) => type === 'bid_result' && planet === one.id).length;
    const all = view.round - before.view.round;
    const facts = { planet: properName(one.id), keep: rule.keep ?? 0, all, n: bids };
    const isOver = one.bids_left === 0 && !bids;
    if (bids >= all || (!isOver && one.energy > facts.keep + rule.energy)) return [];
    const text = isOver
      ? t('{planet} bid nothing: its order to bid was over.', facts)
      : bids
        ? t('{planet} bid in {n} of {all} rounds: {keep} energy are kept back.', facts)
        : t('{planet} bid nothing: {keep} energy are kept back.', facts);
    // What goes on as it was is no news once more.
    const { stride } = view;
    const isNew = (before.view.weapon?.history ?? []).some(
      (/** @type {any[]} */ [round, planet]) => planet === one.id && round >= before.view.round - stride,
    );
    return [{ text, weight: isNew ? 73 : 27, at: middleOf(entity), by: view.seat }];
  });
}
