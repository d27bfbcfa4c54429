/**
 * How does the position read in words? The text twin of the board: planets, fleets, announcements, drafts and events, from the
 * view and nothing else.
 */
import { join, t, tn } from 'app/i18n.js';
import { count, kindName, mapName, planetName, seatName, signed, tacticName } from './names.js';
import { whole } from './orders.js';
import { positionOf } from './position.js';

/** @typedef {import('../../types').MatchInfo} MatchInfo */
/** @typedef {import('../../types').Frame} Frame */
/** @typedef {import('./position.js').Position} Position */
/** @typedef {import('./position.js').Planet} Planet */
/** @typedef {import('./types').Fleet} Fleet */

/** @param {number} n */
const unitsOf = (n) => tn('{n} unit', '{n} units', n);
/** @param {number} n */
const roundsOf = (n) => tn('{n} round', '{n} rounds', n);

/** What a planet is: owner, units, age, growth. @param {Planet} planet @param {Position} position @param {MatchInfo} info */
export function planetState(planet, position, info) {
  if (planet.seen === 'never') return t('never seen');
  const holder =
    planet.owner === null ? (planet.units ? t('natives') : t('nobody')) : ownerName(planet.owner, position, info);
  const units = planet.units ? `${holder}, ${unitsOf(planet.units)}` : holder;
  if (planet.seen === 'before') {
    return t('{state} (remembered, {age} ago)', {
      state: units,
      age: roundsOf(position.view.round - (planet.as_of ?? 0)),
    });
  }
  const grows = planet.next !== null && planet.owner !== null && planet.next !== planet.units;
  return grows
    ? t('{state}, next production {change}', { state: units, change: signed((planet.next ?? 0) - (planet.units ?? 0)) })
    : units;
}

/** @param {number | null} seat @param {Position} position @param {MatchInfo} info */
function ownerName(seat, position, info) {
  return seat !== null && seat === position.view.seat ? t('yours') : seatName(seat, info);
}

/** Effects and announcements on a planet, in words. @param {Planet} planet @param {Position} position @param {MatchInfo} info @returns {string[]} */
export function planetSigns(planet, position, info) {
  const { view } = position;
  const signs = planet.effects.map((effect) =>
    effect.seat === null
      ? t('{tactic} until round {round}', { tactic: tacticName(effect.type), round: effect.until })
      : t('{tactic} by {seat} until round {round}', {
          tactic: tacticName(effect.type),
          seat: seatName(effect.seat, info),
          round: effect.until,
        }),
  );
  for (const attack of view.attacks) {
    const known = planet.effects.some((effect) => effect.type === 'attack' && effect.seat === view.seat);
    if (attack.planet === planet.id && !known)
      signs.push(t('{tactic} until round {round}', { tactic: tacticName('attack'), round: attack.until }));
  }
  for (const announced of view.announcements) {
    if (announced.planet === planet.id)
      signs.push(
        t('{tactic} strikes in round {round}', { tactic: tacticName(announced.type), round: announced.round }),
      );
  }
  return signs;
}

/** @param {Planet} planet @param {Position} position @param {MatchInfo} info */
function planetLine(planet, position, info) {
  const ways = position.ways[planet.id].map((way) => `${position.planets[way.to].key} (${way.rounds})`).join(', ');
  const facts = [
    planetState(planet, position, info),
    ...planetSigns(planet, position, info),
    t('routes: {ways}', { ways }),
  ];
  return `${planetName(planet)}, ${kindName(planet.kind)}: ${facts.join('; ')}`;
}

/** @param {Fleet} fleet @param {Position} position @param {MatchInfo} info */
export function fleetLine(fleet, position, info) {
  return t('{units} of {seat}, {from} to {to}, arrives in round {round}', {
    units: unitsOf(fleet.units),
    seat: seatName(fleet.seat, info),
    from: position.planets[fleet.from].key,
    to: position.planets[fleet.to].key,
    round: position.view.round + fleet.left - 1,
  });
}

/** @param {Frame} frame @param {MatchInfo} info @returns {{heading: string, lines: string[]}[]} */
export function describe(frame, info) {
  const position = positionOf(frame.view);
  const { view, planets } = position;
  const lines = (/** @type {(planet: Planet) => boolean} */ wanted) =>
    planets.filter(wanted).map((planet) => planetLine(planet, position, info));
  const held = (/** @type {Planet} */ planet) =>
    view.seat !== null && planet.owner === view.seat && planet.seen === 'now';
  const sections = [
    { heading: t('Position'), lines: overview(position, info) },
    { heading: t('Announced'), lines: announcements(position, info) },
    { heading: t('Your planets'), lines: lines(held) },
    { heading: t('Planets in sight'), lines: lines((planet) => planet.seen === 'now' && !held(planet)) },
    { heading: t('Remembered planets'), lines: lines((planet) => planet.seen === 'before') },
    { heading: t('Never seen'), lines: lines((planet) => planet.seen === 'never') },
    { heading: t('Fleets'), lines: view.fleets.map((fleet) => fleetLine(fleet, position, info)) },
  ];
  return sections.filter((section) => section.lines.length);
}

/** @param {Position} position @param {MatchInfo} info */
function overview({ view }, info) {
  const lines = [
    t('{map}, round {round} of {last}', { map: mapName(view.map), round: view.round, last: view.max_round }),
  ];
  if (view.you) {
    const { planets, units, points, fee, lost_turns: missed, lost_turn_limit: limit } = view.you;
    lines.push(t('You: {planets} planets, {units} units, {points} points', { planets, units, points }));
    if (fee.on)
      lines.push(
        t('Maintenance fee: growth at {percent}%, base line {line}', {
          percent: fee.quarters * 25,
          line: count(fee.base_line),
        }),
      );
    if (missed) lines.push(t('Missed rounds in a row: {missed} of {limit}', { missed, limit }));
  }
  for (const seat of view.seats) {
    if (seat.seat !== view.seat) lines.push(`${seatName(seat.seat, info)}: ${seatStanding(seat)}`);
  }
  return lines;
}

/** @param {import('./types').SeatView} seat */
function seatStanding(seat) {
  if (seat.status === 'eliminated') return t('eliminated in round {round}', { round: count(seat.out_round) });
  if (seat.status === 'lost_turns')
    return t('out after missed rounds in round {round}', { round: count(seat.out_round) });
  if (seat.status === 'resigned') return t('resigned in round {round}', { round: count(seat.out_round) });
  if (seat.planets === null) return t('in play');
  return t('{planets} planets, {units} units', { planets: seat.planets, units: count(seat.units) });
}

/** @param {Position} position @param {MatchInfo} info */
function announcements({ view, planets }, info) {
  return view.announcements.map((entry) => {
    const by = entry.seat === null ? t('somebody') : seatName(entry.seat, info);
    const facts = { tactic: tacticName(entry.type), seat: by, round: entry.round };
    if (entry.planet !== null)
      return t('{tactic} by {seat} on {planet} in round {round}', { ...facts, planet: planets[entry.planet].key });
    if (entry.target !== null && entry.target !== undefined) {
      return t('{tactic} by {seat} with {target} in round {round}', { ...facts, target: seatName(entry.target, info) });
    }
    return t('{tactic} by {seat} in round {round}', facts);
  });
}

/** @param {any} orders @param {Frame} frame @param {MatchInfo} info @returns {{text: string, path: string}[]} */
export function describeOrders(orders, frame, info) {
  const position = positionOf(frame.view);
  const { moves, tactic, resign } = whole(orders);
  const lines = moves.map((move, i) => ({ text: moveLine(move, position), path: `moves[${i}]` }));
  if (tactic) lines.push({ text: tacticLine(tactic, position, info), path: 'tactic' });
  if (resign) lines.push({ text: t('Resign'), path: 'resign' });
  return lines;
}

/** @param {import('./types').Move} move @param {Position} position */
export function moveLine(move, position) {
  const rounds = position.ways[move.from]?.find((way) => way.to === move.to)?.rounds;
  const facts = {
    units: unitsOf(move.units),
    from: position.planets[move.from]?.key ?? '?',
    to: position.planets[move.to]?.key ?? '?',
  };
  if (rounds === undefined) return t('{units} from {from} to {to}', facts);
  return t('{units} from {from} to {to}, arrive in round {round}', {
    ...facts,
    round: position.view.round + rounds - 1,
  });
}

/** @param {import('./types').Tactic} tactic @param {Position} position @param {MatchInfo} info */
export function tacticLine(tactic, position, info) {
  const key = (/** @type {number | undefined} */ id) => position.planets[id ?? -1]?.key ?? '?';
  if (tactic.type === 'teleport') {
    return t('{tactic}: {units} from {from} to {to}', {
      tactic: tacticName('teleport'),
      units: unitsOf(tactic.units ?? 0),
      from: key(tactic.from),
      to: key(tactic.to),
    });
  }
  if (tactic.seat !== undefined)
    return t('{tactic}: {target}', { tactic: tacticName(tactic.type), target: seatName(tactic.seat, info) });
  if (tactic.planet !== undefined)
    return t('{tactic}: {target}', { tactic: tacticName(tactic.type), target: key(tactic.planet) });
  return tacticName(tactic.type);
}

/** @param {any} event @param {Position} position @param {MatchInfo} info */
function battleLine(event, position, info) {
  const place = position.planets[event.planet].key;
  const sides = join(
    event.sides.map(
      (/** @type {import('./types').BattleSide} */ side) => `${seatName(side.seat, info)} (${side.heads})`,
    ),
  );
  if (event.outcome === 'mutual' || event.outcome === 'spent')
    return t('Battle at {planet}: {sides}. Nobody is left.', { planet: place, sides });
  const facts = { planet: place, sides, winner: seatName(event.winner, info), left: event.survivors };
  if (event.outcome === 'held') return t('Battle at {planet}: {sides}. {winner} holds it with {left}.', facts);
  return t('Battle at {planet}: {sides}. {winner} takes it with {left}.', facts);
}

const CAUSES = /** @type {Record<string, () => string>} */ ({
  eliminated: () => t('has nothing left'),
  lost_turns: () => t('missed too many rounds'),
  resigned: () => t('resigned'),
});

const EVENTS = /** @type {Record<string, (event: any, position: Position, info: MatchInfo) => string | null>} */ ({
  battle: battleLine,
  lost_turn: (event, _, info) =>
    t('{seat} missed round {round} ({count} in a row).', {
      seat: seatName(event.seat, info),
      round: event.round,
      count: event.count,
    }),
  seat_out: (event, _, info) =>
    t('{seat} is out: {why}.', { seat: seatName(event.seat, info), why: CAUSES[event.reason]?.() ?? event.reason }),
  tactic_played: (event, position, info) =>
    t('{seat} plays {tactic}.', {
      seat: event.seat === null ? t('Somebody') : seatName(event.seat, info),
      tactic: tacticLine(event.tactic, position, info),
    }),
  planet_abandoned: (event, { planets }, info) =>
    event.cause === 'decay'
      ? t('{seat} lost {planet} to decay.', { seat: seatName(event.seat, info), planet: planets[event.planet].key })
      : null,
  strike: (event, { planets }) => {
    const facts = {
      tactic: tacticName(event.kind),
      planet: planets[event.planet].key,
      lost: event.lost,
      left: event.left,
    };
    if (event.shielded) return t('{tactic} at {planet}: shielded, nothing dies.', facts);
    return t('{tactic} at {planet}: {lost} die, {left} left.', facts);
  },
  fleet_destroyed: (event, _, info) =>
    event.cause === 'strike'
      ? t('A fleet of {seat} was destroyed: {units}.', {
          seat: seatName(event.seat, info),
          units: unitsOf(event.units),
        })
      : t('A fleet of {seat} disbanded: {units}.', { seat: seatName(event.seat, info), units: unitsOf(event.units) }),
  garrison_freed: (event, { planets }) => t('{planet} belongs to natives now.', { planet: planets[event.planet].key }),
  occupied: (event, { planets }, info) =>
    t('{seat} occupies {planet} with {units}.', {
      seat: seatName(event.seat, info),
      planet: planets[event.planet].key,
      units: unitsOf(event.units),
    }),
  joined: (event, { planets }, info) =>
    t('{seat}: {arrived} arrive at {planet}, now {units}.', {
      seat: seatName(event.seat, info),
      arrived: unitsOf(event.arrived),
      planet: planets[event.planet].key,
      units: event.units,
    }),
  swapped: (event, _, info) =>
    t('{a} and {b} exchange everything.', { a: seatName(event.seats[0], info), b: seatName(event.seats[1], info) }),
  match_ended: (event, _, info) => {
    const lines = event.result?.ranking ?? [];
    const [first, ...others] = lines.filter((/** @type {{ place: number }} */ { place }) => place === 1);
    const isWon = first && !others.length;
    const text = isWon
      ? t('The match is over: {seat} wins.', { seat: seatName(first.seat, info) })
      : t('The match is over.');
    const why = info.reasons?.[event.result?.reason];
    return why ? `${text} ${why}` : text;
  },
});

/** @param {any} event @param {Frame} frame @param {MatchInfo} info @returns {string | null} */
export function describeEvent(event, frame, info) {
  return EVENTS[event.type]?.(event, positionOf(frame.view), info) ?? null;
}

/** @param {string} name */
export function describeSeries(name) {
  if (name === 'planets') return t('Planets');
  if (name === 'units') return t('Units');
  if (name === 'points') return t('Points');
  return null;
}

/** How each seat stands, for the seat strip. @param {Frame} frame @returns {{seat: number, text: string}[]} */
export function score(frame) {
  return frame.view.seats.map((/** @type {import('./types').SeatView} */ seat) => {
    if (seat.status !== 'in') return { seat: seat.seat, text: t('out') };
    const parts = seat.planets === null ? [] : [t('{n} ◉', { n: seat.planets }), t('{n} ⚑', { n: count(seat.units) })];
    if (seat.points !== null) parts.push(t('{n} pts', { n: seat.points }));
    return { seat: seat.seat, text: parts.join(' · ') };
  });
}

/** A side of a battle in numbers, as the sum shows it. @param {import('./types').BattleSide} side @param {MatchInfo} info */
export function battleSide(side, info) {
  const marks = [
    side.def !== null && side.garrison > 0 && t('def {def}', { def: side.def }),
    side.defended && t('defended ×2'),
    side.attack && t('attack ×1.5'),
    side.god && t('invincible'),
    side.teleported > 0 && t('{n} teleported', { n: side.teleported }),
  ].filter(Boolean);
  return {
    name: seatName(side.seat, info),
    heads: side.heads,
    power: side.power,
    loss: side.loss_caused,
    marks: marks.join(', '),
  };
}
