/**
 * How does the position read in words? Planet Conquer's sentences for the kit's text view and log: planets, fleets, announcements,
 * drafts and events.
 */
import { listed, t, tn } from 'app/i18n.js';
import { count, createWords, resultLine, signed } from 'kit/describe.js';
import { isReader } from 'kit/reader.js';
import { battleLine } from './battles.js';
import { fleetLine } from './fleets.js';
import { leftOn } from './forecast.js';
import { kindName, mapName, seatName, tacticName } from './names.js';
import { NEWS } from './news.js';
import { whole } from './orders.js';
import { positionOf } from './position.js';
import { amountWords, running, standingLines, wayWords } from './standing.js';

/** @import { Fleet, MatchInfo, Move, Orders, Own, Planet, PlanetConquerView, Position, SeatView, Tactic } from './types' */
/** @typedef {import('kit/describe.js').About<Position>} About */

/** @param {number} n */
const unitsOf = (n) => tn('{n} unit', '{n} units', n);
/** @param {number} n */
const planetsOf = (n) => tn('{n} planet', '{n} planets', n);
/** @param {number} n */
const roundsOf = (n) => tn('{n} round', '{n} rounds', n);

/** Who holds a planet; `mine` of one's own. @param {Planet} planet @param {number | null} seat @param {MatchInfo} info @param {string} mine */
export function holderName({ seen, owner, units }, seat, info, mine) {
  if (seen === 'never') return t('never seen');
  if (owner === null) return units ? t('natives') : t('nobody');
  return owner === seat && isReader(seat, info) ? mine : seatName(owner, info);
}

/** What a planet is: owner, units, age, growth; of one's own with all that the draft and standing routes send away. @param {Planet} planet @param {Position} position @param {MatchInfo} info @param {import('./types').Foreseen | null} [forecast] */
export function planetState(planet, { view }, info, forecast = null) {
  if (planet.seen === 'never') return t('never seen');
  const holder = holderName(planet, view.seat, info, t('yours'));
  const state = planet.units ? [holder, unitsOf(planet.units)].join(t(', ')) : holder;
  if (planet.seen === 'before')
    return t('{state} (remembered, {age} ago)', { state, age: roundsOf(view.round - (planet.as_of ?? 0)) });
  const left = leftOn(forecast, view, planet.id);
  if (left?.isLost) return t('{state}, lost by the next round', { state });
  const next = left ? left.next : planet.next;
  const change = left?.grows ?? (next === null || planet.owner === null ? 0 : next - (planet.units ?? 0));
  const stay = left?.stay ?? planet.units;
  if (stay !== planet.units && next !== null)
    return t('{state}, {stay} stay, next production {change} → {next}', {
      state,
      stay: stay ?? 0,
      change: signed(change),
      next,
    });
  return change ? t('{state}, next production {change}', { state, change: signed(change) }) : state;
}

/** Effects and announcements on a planet, in words. @param {Planet} planet @param {Position} position @param {MatchInfo} info @returns {string[]} */
export function planetSigns(planet, { view }, info) {
  const own = planet.effects.some((effect) => effect.type === 'attack' && effect.seat === view.seat);
  const attacks = own ? [] : view.attacks.filter((attack) => attack.planet === planet.id);
  const lasting = [...planet.effects, ...attacks.map(({ until }) => ({ type: 'attack', seat: null, until }))];
  return [
    ...lasting.map(({ type, seat, until }) => {
      const facts = { tactic: tacticName(type), seat: seatName(seat, info), round: until };
      return seat === null
        ? t('{tactic} until round {round}', facts)
        : t('{tactic} by {seat} until round {round}', facts);
    }),
    ...view.announcements
      .filter((announced) => announced.planet === planet.id)
      .map(({ type, round }) => t('{tactic} strikes in round {round}', { tactic: tacticName(type), round })),
  ];
}

/** @param {Planet} planet @param {About} about */
function planetLine(planet, { position, info, forecast }) {
  const ways = listed(position.graph.ways[planet.id].map((way) => `${position.planets[way.to].name} (${way.length})`));
  const facts = [
    planetState(planet, position, info, forecast),
    ...planetSigns(planet, position, info),
    t('routes: {ways}', { ways }),
  ];
  const name = [planet.name, kindName(planet.kind)].join(t(', '));
  return t('{name}: {text}', { name, text: facts.join(t('; ')) });
}

/** @param {About} about */
function overview({ position: { view }, info, through }) {
  const others = view.seats.filter(({ seat }) => seat !== (through?.seat ?? view.seat));
  const own = through?.view.you ?? view.you;
  return [
    t('{map}, round {round} of {last}', { map: mapName(view.map), round: view.round, last: view.max_round }),
    ...(own ? ownStanding(own, through?.name) : []),
    ...others.map((seat) => t('{name}: {text}', { name: seatName(seat.seat, info), text: seatStanding(seat) })),
    tieLots(view, info),
  ];
}

/** Who is first of seats that are equal at the end. @param {PlanetConquerView} view @param {any} info */
export function tieLots(view, info) {
  const order = view.seats.toSorted((a, b) => a.lot - b.lot).map(({ seat }) => seatName(seat, info));
  return t('Tie lot: of seats that are equal at the end the first is {seats}', { seats: order.join(t(', then ')) });
}

/** @param {Own} own @param {string} [name] of the seat, where it is not the reader's */
function ownStanding({ planets, units, points, fee, lost_turns: missed, lost_turn_limit: limit }, name) {
  const facts = {
    planets: planetsOf(planets),
    units: unitsOf(units),
    points: tn('{n} point', '{n} points', points),
  };
  return [
    name
      ? t('{name}: {planets}, {units}, {points}', { ...facts, name })
      : t('You: {planets}, {units}, {points}', facts),
    fee.on &&
      t('Maintenance fee: growth at {percent}%, base line {line}', {
        percent: fee.quarters * 25,
        line: count(fee.base_line),
      }),
    missed > 0 && t('Missed rounds in a row: {missed} of {limit}', { missed, limit }),
  ];
}

/** @param {SeatView} seat */
function seatStanding(seat) {
  const round = count(seat.out_round);
  if (seat.status === 'eliminated') return t('eliminated in round {round}', { round });
  if (seat.status === 'lost_turns') return t('out after missed rounds in round {round}', { round });
  if (seat.status === 'resigned') return t('resigned in round {round}', { round });
  if (seat.planets === null) return t('in play');
  return [planetsOf(seat.planets), unitsOf(Number(seat.units))].join(t(', '));
}

/** @param {About} about */
function announcements({ position: { view, planets }, info }) {
  return view.announcements.map(({ type, seat, planet, target, round }) => {
    const facts = { tactic: tacticName(type), seat: seat === null ? t('somebody') : seatName(seat, info), round };
    if (planet !== null)
      return t('{tactic} by {seat} on {planet} in round {round}', { ...facts, planet: planets[planet].name });
    if (target === null || target === undefined) return t('{tactic} by {seat} in round {round}', facts);
    return t('{tactic} by {seat} with {target} in round {round}', { ...facts, target: seatName(target, info) });
  });
}

/** @param {Move} move @param {Position} position */
export function moveLine(move, { view, planets, graph }) {
  const way = graph.between(move.from, move.to);
  const facts = {
    units: unitsOf(move.units),
    from: planets[move.from]?.name ?? '?',
    to: planets[move.to]?.name ?? '?',
    round: view.round + (way?.length ?? 1) - 1,
  };
  return way
    ? t('{units} from {from} to {to}, arrive at the end of round {round}', facts)
    : t('{units} from {from} to {to}', facts);
}

/** @param {Tactic} tactic @param {Position} position @param {MatchInfo} info */
export function tacticLine(tactic, { planets }, info) {
  const key = (/** @type {number | undefined} */ id) => planets[id ?? -1]?.name ?? '?';
  const facts = {
    tactic: tacticName(tactic.type),
    units: unitsOf(tactic.units ?? 0),
    from: key(tactic.from),
    to: key(tactic.to),
    target: tactic.seat === undefined ? key(tactic.planet) : seatName(tactic.seat, info),
  };
  if (tactic.type === 'teleport') return t('{tactic}: {units} from {from} to {to}', facts);
  const isAimed = tactic.seat !== undefined || tactic.planet !== undefined;
  return isAimed ? t('{tactic}: {target}', facts) : facts.tactic;
}

const CAUSES = /** @type {Record<string, () => string>} */ ({
  eliminated: () => t('has nothing left'),
  lost_turns: () => t('missed too many rounds'),
  resigned: () => t('resigned'),
});

/** A sentence per event; `facts` are the event's own with seat, planet and units in words. */
const EVENTS = /** @type {import('kit/describe.js').Sentences<Position, Orders>['events']} */ ({
  battle: (event, { view, info }, facts) => battleLine(event, view.seat, info, facts),
  lost_turn: (_, __, facts) =>
    facts.isYou
      ? t('You missed round {round} ({count} in a row).', facts)
      : t('{seat} missed round {round} ({count} in a row).', facts),
  seat_out: ({ reason }, _, facts) =>
    facts.isYou
      ? t('You are out of the match.')
      : t('{seat} is out: {why}.', { ...facts, why: CAUSES[reason]?.() ?? reason }),
  tactic_played({ seat, tactic }, { position, info }, facts) {
    const known = { seat: seat === null ? t('Somebody') : facts.seat, tactic: tacticLine(tactic, position, info) };
    return facts.isYou ? t('You play {tactic}.', known) : t('{seat} plays {tactic}.', known);
  },
  planet_abandoned({ cause }, _, facts) {
    // A strike or a battle says so itself.
    if (cause === 'departure' && facts.isYou) return t('You leave {planet} empty.', facts);
    if (cause !== 'decay') return null;
    return facts.isYou ? t('You lose {planet} to decay.', facts) : t('{seat} lost {planet} to decay.', facts);
  },
  strike: ({ kind, shielded }, _, facts) => {
    const known = { ...facts, tactic: tacticName(kind) };
    return shielded
      ? t('{tactic} at {planet}: shielded, nothing dies.', known)
      : t('{tactic} at {planet}: {lost} die, {left} left.', known);
  },
  fleet_destroyed: ({ cause }, _, facts) =>
    facts.isYou
      ? t('You lose a fleet: {units}.', facts)
      : cause === 'strike'
        ? t('A fleet of {seat} was destroyed: {units}.', facts)
        : t('A fleet of {seat} disbanded: {units}.', facts),
  standing_ended({ cause, planet, target }, { position }) {
    const facts = { way: wayWords({ from: planet, to: target }, position), to: position.planets[target].name };
    return cause === 'target_lost'
      ? t('Your standing route {way} ends: {to} is lost.', facts)
      : t('Your standing route {way} ends.', facts);
  },
  garrison_freed: (_, __, facts) => t('{planet} belongs to natives now.', facts),
  occupied: (_, __, facts) =>
    facts.isYou ? t('You occupy {planet} with {units}.', facts) : t('{seat} occupies {planet} with {units}.', facts),
  joined({ arrived, units }, _, facts) {
    const known = { ...facts, arrived: unitsOf(arrived), units };
    return facts.isYou
      ? t('{arrived} of yours arrive at {planet}, now {units}.', known)
      : t('{seat}: {arrived} arrive at {planet}, now {units}.', known);
  },
  swapped: ({ seats: [a, b] }, { info }) =>
    t('{a} and {b} exchange everything.', { a: seatName(a, info), b: seatName(b, info) }),
  match_ended: ({ result }, { info }) => resultLine(result, info),
});

/** @param {any} event @param {About} about */
const factsOf = (event, { position, view, info }) => ({
  isYou: view.seat !== null && event.seat === view.seat,
  seat: event.seat === undefined ? '' : seatName(event.seat, info),
  planet: position.planets[event.planet]?.name ?? '',
  units: unitsOf(event.units ?? 0),
});

/** Lines of the planets that are wanted. @param {(planet: Planet, isHeld: boolean) => boolean} wanted @returns {(about: About) => string[]} */
const planets = (wanted) => (about) => {
  const { view, planets: all } = about.position;
  const seat = view.seat ?? about.through?.seat ?? null;
  const isHeld = (/** @type {Planet} */ planet) => seat !== null && planet.owner === seat && planet.seen === 'now';
  return all.filter((planet) => wanted(planet, isHeld(planet))).map((planet) => planetLine(planet, about));
};

export const { describe, describeEvent, describeOrders, describeSeries, news, score } = createWords({
  positionOf,
  whole,
  sections: [
    [() => t('Position'), overview],
    [() => t('Announced'), announcements],
    [
      ({ through }) => (through ? t('Planets of {seat}', { seat: through.name }) : t('Your planets')),
      planets((_, isHeld) => isHeld),
    ],
    [() => t('Planets in sight'), planets(({ seen }, isHeld) => seen === 'now' && !isHeld)],
    [() => t('Remembered planets'), planets(({ seen }) => seen === 'before')],
    [() => t('Never seen'), planets(({ seen }) => seen === 'never')],
    [
      () => t('Standing routes'),
      ({ position }) => running(position.view).map((route) => `${wayWords(route, position)}: ${amountWords(route)}`),
    ],
    [() => t('Fleets'), ({ position, info }) => position.view.fleets.map((fleet) => fleetLine(fleet, position, info))],
  ],
  events: EVENTS,
  news: NEWS,
  facts: factsOf,
  orders: ({ moves, tactic, resign, standing }, { position, info }) => [
    ...moves.map((move, i) => ({ text: moveLine(move, position), path: `moves[${i}]` })),
    ...(tactic ? [{ text: tacticLine(tactic, position, info), path: 'tactic' }] : []),
    ...standingLines({ moves, tactic, resign, standing }, position),
    ...(resign ? [{ text: t('Resign'), path: 'resign' }] : []),
  ],
  standings: (view) => view.seats,
  standing(/** @type {SeatView} */ seat, { view }) {
    if (seat.status !== 'in') return { seat: seat.seat, text: t('out') };
    const { planets: held, units, points } = seat;
    const facts = { units: count(units) };
    const both = tn('{n} planet · {units} units', '{n} planets · {units} units', held ?? 0, facts);
    // Of what the fog hides the planets are told where one has seen them.
    const seen = view.planets.filter((/** @type {Planet} */ { owner }) => owner === seat.seat).length;
    const known = seen ? [tn('{n} planet seen', '{n} planets seen', seen)] : [];
    const parts = held === null ? known : [units === null ? planetsOf(held) : both];
    // One's own stand with the tactics that they buy.
    if (points !== null && seat.seat !== view.seat) parts.push(tn('{n} point', '{n} points', points));
    return { seat: seat.seat, text: parts.join(' · ') };
  },
  series: { planets: () => t('Planets'), units: () => t('Units'), points: () => t('Points') },
});
