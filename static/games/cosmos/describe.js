/** How does a match of Cosmos read in words? The tables of sentences of kit/describe.js: text view, log, drafts, standings, curves. */
import { join, sentences, t, tn } from 'app/i18n.js';
import { createWords, resultLine, seatName } from 'kit/describe.js';
import { takesLast } from './beaten.js';
import { againstOthers, isShort, keptText } from './bidding.js';
import { hitsText, isFirst, isOwn } from './deeds.js';
import {
  actionName,
  aetherText,
  cellName,
  energyText,
  entityName,
  failureText,
  KINDS,
  ownerName,
  placeName,
  properName,
  ROUTINES,
  roundsText,
  routineOf,
  rulesText,
} from './names.js';
import { NEWS } from './news.js';
import { whole } from './orders.js';
import { ageOf, densityAt, ownOf, positionOf } from './position.js';
import { shareText } from './taking.js';

/** @import { About, CosmosView, Hit, Kind, MatchInfo, Orders, Position, Ranked, Rules, Shown } from './types' */

/** How a burst is shared, where that has cost somebody a planet. @param {Hit[]} hits @param {number} energy */
function shareOf(hits, energy) {
  const hurt = hits.find(({ kind, result }) => kind === 'planet' && result === 'hurt');
  return hurt && hits.length > 1 ? shareText({ energy, shared: hits.length, each: hurt.before - hurt.after }) : '';
}

/** What it does by itself: of bids that have stopped only why. @param {Shown} entity @returns {string[]} */
function workOf({ energy, all }) {
  const { reflexes = [], ...rules } = all?.standing ?? {};
  const bids = reflexes.find(({ type }) => type === 'auto_charge');
  const isOver = all?.bids_left === 0;
  const isKept = bids?.mode === 'fixed' && isShort({ energy }, bids);
  const others = reflexes.filter((one) => one !== bids || !(isOver || isKept));
  return [
    ...rulesText({ ...rules, reflexes: others }),
    ...(bids && isKept ? [keptText(bids)] : isOver ? [t('its bids have ended; bid on to go on')] : []),
    ...(all?.bids_left && bids && !isKept
      ? [t('its bids end in {rounds}', { rounds: roundsText(all.bids_left) })]
      : []),
  ];
}

/** What an entity is and does, in facts. @param {Shown} entity @param {About} about @returns {string[]} */
export function factsOf(entity, { position, view, info }) {
  const { energy, defence, kind, all, seen, round } = entity;
  const facts = [ownerName(entity.seat, view.seat, info), energyText(energy)];
  if (kind !== 'planet') facts.push(t('defence {n}', { n: defence }));
  const density = densityAt(position.chart, entity.x, entity.y);
  if (density) facts.push(aetherText(density, view.tables.kinds[kind].base_cooldown));
  if (all) {
    facts.push(
      all.ready ? t('ready') : t('ready in {rounds}', { rounds: roundsText(Math.max(1, Math.ceil(all.cooldown) - 1)) }),
    );
    const age = ageOf(entity, view);
    const { mining_delay: delay, evolution_age: grown } = view.tables;
    if (age !== null)
      facts.push(
        age < delay
          ? t('pays in {rounds}', { rounds: roundsText(delay - age) })
          : t('a battleship in {rounds}', { rounds: roundsText(Math.max(0, grown - age)) }),
      );
    if (kind === 'planet') facts.push(t('gains {n} a round', { n: all.income + all.mining_income }));
    facts.push(...workOf(entity));
    if (all.direct)
      facts.push(join(all.direct.actions.map((action) => actionName(action, (id) => nameIn(position, id)))));
  }
  if (entity.radio) facts.push(t('radio {value}', { value: entity.radio }));
  if (seen === 'remembered' && round !== null)
    facts.push(t('last seen {rounds} ago', { rounds: roundsText(view.round - round) }));
  return facts;
}

/** @param {Position} position @param {number} id */
export function nameIn(position, id) {
  const entity = position.byId.get(id);
  return entity ? entityName(entity) : properName(id);
}

/** @param {Shown} entity @param {About} about */
const line = (entity, about) => {
  const [called, place, cell] = [entityName(entity), placeName(entity.pos), cellName(entity.pos)];
  // A planet lies in the place that has its name.
  const where = place === cell || called.includes(place) ? cell : t('{place} ({cell})', { place, cell });
  const name = [called, where].join(t(', '));
  return t('{name}: {text}', { name, text: factsOf(entity, about).join(t('; ')) });
};

/** @param {(entity: Shown, view: CosmosView) => boolean} wanted @returns {(about: About) => string[]} */
const lines = (wanted) => (about) =>
  about.position.shown.filter((entity) => wanted(entity, about.view)).map((entity) => line(entity, about));

/** @param {About} about */
function overview({ view, position, info, through }) {
  const found = [
    t('Round {round} of {rounds}, {stride} a step', {
      round: Math.min(view.round, view.rounds),
      rounds: view.rounds,
      stride: roundsText(view.stride),
    }),
  ];
  if (view.weapon) {
    const own = ownOf(position);
    const count = (/** @type {Kind} */ kind) => own.filter((entity) => entity.kind === kind).length;
    const counts = join(/** @type {Kind[]} */ (Object.keys(KINDS)).map((kind) => KINDS[kind].many(count(kind))));
    found.push(
      t('Final weapon: {points} points; {safe} are more than anybody can reach', {
        points: view.weapon.own,
        safe: view.safe,
      }),
      through ? t('{seat} has: {counts}', { seat: through.name, counts }) : t('Yours: {counts}', { counts }),
    );
  }
  for (const { seat, factor, next_expiry: until } of view.bonus)
    if (factor > 1)
      found.push(
        t('{seat}: bursts count {factor} times until round {round}', {
          seat: seatName(seat, info),
          factor: factor.toFixed(2),
          round: until ?? '',
        }),
      );
  for (const { seat } of info.seats)
    if (!view.alive.includes(seat)) found.push(t('{seat} is out.', { seat: seatName(seat, info) }));
  return found;
}

/** @param {About} about */
function resultLines({ view, info }) {
  return (view.outcome?.ranking ?? []).map((/** @type {Ranked} */ line) =>
    t('{rank}. {seat}: {points} points, {planets}, {energy}', {
      rank: line.rank,
      seat: seatName(line.seat, info),
      points: line.points,
      planets: KINDS.planet.many(line.planets),
      energy: energyText(line.energy),
    }),
  );
}

/** @param {Kind} kind @param {number} id */
const named = (kind, id) => entityName({ id, kind, seat: null, pos: [0, 0] });

/** @typedef {import('kit/describe.js').Sentences<Position, Orders>['events']} Events */

/** Each is told with its round. @type {Events} */
const moments = {
  built({ kind, id, energy, seat }, { view, info }) {
    const facts = { name: named(kind, id), energy, seat: seat === null ? '' : seatName(seat, info) };
    return seat === null || seat === view.seat
      ? t('{name} with energy {energy} is built.', facts)
      : t('{seat} builds {name} with energy {energy}.', facts);
  },
  overloaded({ id, seat, hits, energy }, about) {
    const isMine = about.view.seat !== null && seat === about.view.seat;
    const told = hitsText(hits, about, about.before ?? null);
    const facts = { name: named('battleship', id), seat: seatName(seat, about.info), hits: told.join(t('; ')) };
    if (isMine)
      return told.length
        ? sentences([t('Your {name} bursts: {hits}.', facts), shareOf(hits, energy)])
        : t('Your {name} bursts without effect.', facts);
    return told.length
      ? t('{name} of {seat} bursts: {hits}.', facts)
      : t('{name} of {seat} bursts without effect.', facts);
  },
  captured(event, { view, info, position = positionOf(view) }) {
    const { kind, id, old_seat: was, new_seat: is } = event;
    const facts = { name: named(kind, id), seat: seatName(is, info), other: was === null ? '' : seatName(was, info) };
    if (is === view.seat && is !== null && was !== null && takesLast(event, position))
      return t('You take {name}, the last planet of {other} that is known.', facts);
    if (is === view.seat && is !== null)
      return was === null ? t('{name} is yours now.', facts) : t('You take {name} from {other}.', facts);
    return was !== null && was === view.seat
      ? t('{seat} takes your {name}.', facts)
      : t('{name} belongs to {seat} now.', facts);
  },
  // Who sees the burst or the analysis is told of the loss with it.
  destroyed({ id, kind }, about) {
    const isTold = about.frame.events.some(
      ({ type, hits, miner }) =>
        (type === 'overloaded' && hits.some((/** @type {Hit} */ hit) => hit.id === id)) ||
        (type === 'analysed' && miner === id),
    );
    if (isTold) return null;
    const facts = { name: named(kind, id) };
    return isOwn(id, about, about.before ?? null)
      ? t('You lose {name}; by whom could not be seen.', facts)
      : t('{name} is destroyed, by whom could not be seen.', facts);
  },
  analysed({ miner, scout, energy, expires }, about) {
    const facts = { name: named('miner', miner), energy, until: expires - 1 };
    if (isOwn(miner, about, about.before ?? null))
      return t('Your {name} with energy {energy} was analysed; the enemy’s bonus lasts until round {until}.', facts);
    return scout !== null && isOwn(scout, about, about.before ?? null)
      ? t('You analyse {name} with energy {energy}; your bonus lasts until round {until}.', facts)
      : t('{name} with energy {energy} was analysed; the bonus lasts until round {until}.', facts);
  },
  evolved: ({ id }) => t('Miner {id} has become a battleship.', { id: properName(id) }),
  // What is tried in each round of a step is told once.
  order_failed: (event, { position, frame, view }) =>
    isFirst(event, frame)
      ? t('{name}: {why}.', {
          name: nameIn(position, event.id),
          why: failureText(event.code, position.byId.get(event.id), view),
        })
      : null,
  program_void: ({ id }, { position }) =>
    t('The program of {name} did not count in this round.', { name: nameIn(position, id) }),
  eliminated: ({ seat }, { view, info }) =>
    seat === view.seat ? t('You are out of the match.') : t('{seat} is out.', { seat: seatName(seat, info) }),
};

/** @type {Events} */
const events = {
  ...Object.fromEntries(
    Object.entries(moments).map(([type, tell]) => [
      type,
      (event, about) => {
        const text = tell(event, about);
        return text && t('Round {round}: {text}', { round: event.round, text });
      },
    ]),
  ),
  // One line for all that the rounds of a step have in common.
  round_begin: (event, { frame }) =>
    event === frame.events.findLast(({ type }) => type === 'round_begin') && hasWork(frame) ? stepSummary(frame) : null,
  match_over: ({ outcome: { ranking, reason } }, { info }) =>
    resultLine(
      { reason, ranking: ranking.map((/** @type {Ranked} */ { rank, seat }) => ({ place: rank, seat })) },
      info,
    ),
};

/** Were there bids or payments? Points alone are no news. @param {import('../../types').Frame} frame */
const hasWork = ({ events: told }) => told.some(({ type }) => type === 'bid_result' || type === 'mined');

/** A step has hundreds of bids and payments: one line tells what came of them. @param {import('../../types').Frame} frame */
export function stepSummary({ events: told, view }) {
  const all = /** @type {any[]} */ (told.filter(({ type }) => type === 'bid_result'));
  const bids = view.seat === null ? all : againstOthers(all);
  const won = bids.filter(({ result }) => result === 'won');
  const mined = told.filter(({ type }) => type === 'mined').reduce((sum, { energy }) => sum + energy, 0);
  const found = [];
  if (bids.length) found.push(t('{won} of {all} bids won', { won: won.length, all: bids.length }));
  if (mined) found.push(t('{n} energy mined', { n: mined }));
  if (view.weapon) found.push(tn('{n} point', '{n} points', view.weapon.own));
  return found.join(' · ');
}

export const words = createWords({
  positionOf,
  whole,
  sections: [
    [() => t('Position'), overview],
    [() => t('Last step'), ({ frame }) => [stepSummary(frame)]],
    [() => t('Result'), resultLines],
    [
      ({ through }) => (through ? t('Planets of {seat}', { seat: through.name }) : t('Your planets')),
      lines(({ seen, kind }) => seen === 'own' && kind === 'planet'),
    ],
    [
      ({ through }) => (through ? t('Ships of {seat}', { seat: through.name }) : t('Your ships')),
      lines(({ seen, kind }) => seen === 'own' && kind !== 'planet'),
    ],
    [() => t('In sight'), lines(({ seen }) => seen === 'seen')],
    [() => t('Remembered'), lines(({ seen }) => seen === 'remembered')],
  ],
  events,
  news: NEWS,
  orders(orders, { position, view }) {
    const name = (/** @type {number} */ id) => nameIn(position, id);
    const rules = (/** @type {Kind | undefined} */ kind, /** @type {Rules} */ given) => {
      const routine = kind && routineOf(view.tables.routines[kind], given);
      if (!routine) return rulesText(given).join(t(', ')) || t('holds');
      // What is bid beside a routine is told beside its name.
      const own = new Set(
        view.tables.routines[/** @type {Kind} */ (kind)][routine].reflexes?.map(
          (/** @type {import("./types").Reflex} */ { type }) => type,
        ),
      );
      const beside = given.reflexes?.filter(({ type }) => !own.has(type)) ?? [];
      return [ROUTINES[routine].name(), ...rulesText({ reflexes: beside })].join(t(', '));
    };
    return [
      ...orders.direct.flatMap(({ id, actions }, i) =>
        actions.map((action, j) => ({
          text: t('{name}: {text}', { name: name(id), text: actionName(action, name) }),
          path: `direct[${i}].actions[${j}]`,
        })),
      ),
      ...orders.standing.map((given, i) => ({
        text: t('{name} from now on: {rules}', {
          name: name(given.id),
          rules: rules(position.byId.get(given.id)?.kind, given),
        }),
        path: `standing[${i}]`,
      })),
      ...Object.entries(orders.defaults).map(([kind, given]) => ({
        text: t('New ones, {kind}: {rules}', {
          kind: KINDS[/** @type {Kind} */ (kind)].name(),
          rules: rules(/** @type {Kind} */ (kind), given),
        }),
        path: `defaults.${kind}`,
      })),
      ...(orders.resign ? [{ text: t('Resign'), path: 'resign' }] : []),
    ];
  },
  standings: (view) => Array.from({ length: view.seats }, (_, seat) => seat),
  standing(seat, { view, position }) {
    if (!view.alive.includes(seat)) return { seat, text: t('out') };
    const points = seat === view.seat ? view.weapon?.own : (view.points?.[seat] ?? view.weapon?.all?.[seat]);
    const planets = position.shown.filter((entity) => entity.kind === 'planet' && entity.seat === seat).length;
    const parts = [
      points === undefined || points === null ? '' : tn('{n} point', '{n} points', points),
      planets ? KINDS.planet.many(planets) : '',
    ];
    return { seat, text: parts.filter(Boolean).join(' · ') };
  },
  series: { points: () => t('Final weapon'), planets: () => t('Planets'), energy: () => t('Energy') },
});

/** Several rounds make a step: the page says both. @param {number} step @param {MatchInfo} info @param {CosmosView | null} view */
export function nameStep(step, info, view) {
  const stride = view?.stride ?? info.options.stride ?? 1;
  const rounds = view?.rounds ?? info.options.rounds ?? 0;
  const first = view?.round ?? step * stride + 1;
  if (first > rounds) return t('End, after round {rounds}', { rounds });
  const last = Math.min(rounds, first + stride - 1);
  return stride > 1
    ? t('Step {step} · rounds {first}–{last}', { step: step + 1, first, last })
    : t('Round {first} of {rounds}', { first, rounds });
}

/** Captures, great bursts, who takes the lead for the final weapon, who is out. @param {any} event @param {import('../../types').Frame} frame @param {MatchInfo} info */
export function milestone(event, frame, info) {
  const { view } = frame;
  const { type, round, seat } = event;
  const about = /** @type {About} */ ({ info, view, frame, before: null });
  if (type === 'captured') return { seat: event.new_seat, text: events.captured(event, about) ?? '' };
  if (type === 'eliminated') return { seat, text: events.eliminated(event, about) ?? '' };
  if (type === 'overloaded' && event.hits.length > 2)
    return {
      seat,
      text: t('Round {round}: a burst of {seat} with {n} hits', {
        round,
        seat: seatName(seat, info),
        n: event.hits.length,
      }),
    };
  const points = type === 'resonance' && seat !== null ? view.points : null;
  if (!points) return null;
  const best = Math.max(...points.filter((/** @type {number} */ _, /** @type {number} */ other) => other !== seat));
  return points[seat] === best + 1
    ? {
        seat,
        text: t('Round {round}: {seat} takes the lead for the final weapon', { round, seat: seatName(seat, info) }),
      }
    : null;
}
