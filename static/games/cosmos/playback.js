/**
 * How does a step play? Its events as actors and lights, turn after turn: ships glide, bursts light up, what is built or taken appears
 * when its time has come. Every moment follows from the events alone, so that playback can be sought back and forth.
 */
import { t } from 'app/i18n.js';
import { actorFrom, moment } from 'kit/actors.js';
import { blaze, resonance } from 'kit/light.js';
import { burst, placeAt, pulse, rise } from 'kit/tracks.js';
import { colourOf } from './glyphs.js';
import { KINDS } from './names.js';
import { tileOf } from './position.js';

/** @import { Drawn, Hit, Palette, Pos, Position, Shown, Track } from './types' */

/** Milliseconds of a turn, of one in a step in which ships only fly, and at most of a step. */
const ROUND = 380;
const FLIGHT = 260;
const LONGEST = 2600;

/**
 * @param {Position} before @param {Position} after @param {readonly any[]} events of the step
 * @param {{drawnOf: (entity: Shown, position: Position) => Drawn, palette: Palette}} how
 * @returns {import('kit/beats.js').Course & {actors: import('kit/actors.js').Actor<Drawn>[]}}
 */
export function courseOf(before, after, events, { drawnOf, palette }) {
  // A step in which nothing is to be seen takes no time.
  const turns = events.some(({ type }) => SEEN.has(type) || BLOWS.has(type) || FAILS.has(type)) ? turnsOf(events) : [];
  const isFlight = events.every(({ type }) => type === 'moved' || !SEEN.has(type));
  const lasts = Math.min(isFlight ? FLIGHT : ROUND, LONGEST / Math.max(1, turns.length));
  /** The event that is being played: what it brings about belongs to it. @type {any} */
  let current;
  /** @type {Map<number, import('kit/actors.js').Actor<Drawn>>} */
  const actors = new Map();
  /** Those who left the sight and came into it again. @type {import('kit/actors.js').Actor<Drawn>[]} */
  const earlier = [];
  const join = (/** @type {Shown} */ entity, /** @type {Position} */ position, born = 0) => {
    const drawn = drawnOf(entity, position);
    // Who comes into sight and is taken afterwards belongs to its former owner until then.
    const taken = position === after && events.find(({ type, id }) => type === 'captured' && id === entity.id);
    if (taken) Object.assign(drawn, { seat: taken.old_seat, own: false });
    const actor = { ...actorFrom(drawn, born), bornOf: current };
    actors.set(entity.id, actor);
    return actor;
  };
  for (const entity of before.shown) join(entity, before);
  /** Who it is; whoever comes into sight only now begins here. @param {number} id @param {number} at */
  const actorOf = (id, at) => {
    const found = actors.get(id);
    const entity = !found && after.byId.get(id);
    return entity ? join(entity, after, Math.max(1, at)) : found;
  };
  /** Where somebody is who has gone so far. @param {number} id @param {number} at */
  const placeOf = (id, at) => {
    const actor = actorOf(id, at);
    const last = actor?.legs.findLast(({ start }) => start <= at)?.cells.at(-1);
    return actor && (last ? [last[0] + 0.5, last[1] + 0.5] : [actor.first.x, actor.first.y]);
  };
  const turn = (/** @type {number} */ id, /** @type {number} */ at, /** @type {Partial<Drawn>} */ part) =>
    actorOf(id, at)?.turns.push({ at, part, of: current });
  const leave = (/** @type {number} */ id, /** @type {number} */ at) => {
    const actor = actors.get(id);
    if (actor && at < actor.gone) Object.assign(actor, { gone: at, goneOf: current });
  };
  /** Somebody comes into sight again, elsewhere than it left it. @param {number} id @param {number} at @param {readonly number[]} tile */
  const comeBack = (id, at, tile) => {
    const [before, entity] = [actors.get(id), after.byId.get(id)];
    if (before) leave(id, at);
    if (before && entity) {
      earlier.push(before);
      join(entity, after, Math.max(1, at));
    }
    actorOf(id, at)?.legs.push({ start: at, end: at, cells: [tile], of: current });
  };
  /** Something that is seen where somebody is. @param {number} id @param {number} at @param {(x: number, y: number) => Track} make @returns {Track[]} */
  const over = (id, at, make) => {
    const place = placeOf(id, at);
    return place ? [make(place[0], place[1])] : [];
  };

  /** Words that rise from somebody. @param {number} id @param {number} at @param {string} words @param {boolean} [isGood] */
  const says = (id, at, words, isGood = true) =>
    over(id, at, (x, y) =>
      rise({ at, lasts: Math.max(700, lasts * 3) }, placeAt(x, y), words, (theme) =>
        isGood ? theme.good : theme.muted,
      ),
    );

  /** @type {Record<string, (event: any, at: number) => Track[] | void>} */
  const plays = {
    moved({ id, from, pos }, at) {
      const [a, b] = [from, pos].map((end) => end && tileOf(after.chart, /** @type {Pos} */ (end)));
      if (a && b) actorOf(id, at)?.legs.push({ start: at, end: at + lasts * 0.9, cells: [a, b], of: current });
      else if (a) leave(id, at + lasts);
      else if (b) comeBack(id, at, b);
    },
    built: ({ id, seat, kind }, at) => [
      ...over(id, at, (x, y) => pulse({ at, lasts: lasts * 1.2 }, placeAt(x, y), 1.4, colourOf(palette, seat), 1, 1)),
      // One's own are named as they are born.
      ...(seat === after.view.seat ? says(id, at, KINDS[/** @type {import('./types').Kind} */ (kind)].name()) : []),
    ],
    overloaded({ id, pos, radius, hits }, at) {
      const [x, y] = tileOf(after.chart, pos);
      const changed = hits.filter((/** @type {Hit} */ { before: was, after: is }) => was !== is);
      const numbers = changed.flatMap((/** @type {Hit} */ { id: target, before: was, after: is, result }) =>
        over(target, at, (tx, ty) =>
          rise(
            { at: at + lasts * 0.5, lasts: lasts * 3 },
            placeAt(tx, ty),
            is > was ? `+${is - was}` : `−${was - is}`,
            (theme) => (result === 'healed' ? theme.good : theme.bad),
          ),
        ),
      );
      for (const { id: target, kind, after: is } of hits)
        if (kind === 'planet') turn(target, at + lasts * 0.4, { energy: is });
      leave(id, at + lasts * 0.3);
      return [blaze({ at, lasts: lasts * 2.4 }, x + 0.5, y + 0.5, Math.sqrt(radius) + 0.5), ...numbers];
    },
    captured({ id, new_seat: seat }, at) {
      const when = at + lasts * 0.4;
      turn(id, when, { seat, own: seat !== null && seat === after.view.seat });
      return over(id, at, (x, y) =>
        pulse({ at: when, lasts: lasts * 2 }, placeAt(x, y), 2.2, colourOf(palette, seat), 2, 1),
      );
    },
    destroyed({ id }, at) {
      const [when, seat] = [at + lasts * 0.4, actors.get(id)?.first.seat ?? null];
      leave(id, when);
      return over(id, at, (x, y) =>
        burst({ at: when, lasts: lasts * 1.8 }, placeAt(x, y), 1.2, [colourOf(palette, seat), '#FFFFFF'], 18),
      );
    },
    evolved({ id }, at) {
      turn(id, at, { kind: 'battleship', age: null });
      return over(id, at, (x, y) => pulse({ at, lasts: lasts * 1.6 }, placeAt(x, y), 1.6, '#FFFFFF', 2, 1));
    },
    // Its owner hears of each own bid, the referee of the one that won.
    bid_result: ({ planet, result, bid }, at) => [
      ...(result === 'won' ? (plays.resonance({ planet }, at) ?? []) : []),
      ...says(planet, at, result === 'won' ? t('+1 point') : t('bid {n} lost', { n: bid }), result === 'won'),
    ],
    resonance: ({ planet }, at) =>
      planet === null ? [] : over(planet, at, (x, y) => resonance({ at, lasts: lasts * 2.2 }, x, y, 4.5)),
  };

  const lights = turns.flatMap((turn, i) =>
    turn.events.flatMap((event) => {
      current = event;
      const at = i * lasts;
      const made = plays[event.type]?.(event, at) ?? [];
      return [{ at, lasts: 0, event }, ...made.map((track) => ({ ...track, of: event }))];
    }),
  );
  current = undefined;
  const end = Math.max(turns.length * lasts, ...lights.map(({ at, lasts: long }) => at + long));
  for (const [id, actor] of actors) if (!after.byId.has(id) && actor.gone === Infinity) actor.gone = end;
  // What no event tells has happened out of sight: who is there now comes into it, and looks as it does.
  for (const entity of turns.length ? after.shown : []) {
    const actor = actors.get(entity.id);
    const [look, now] = [actor && moment(actor, end), drawnOf(entity, after)];
    if (actor && look?.alpha && look.x === now.x && look.y === now.y) {
      const { x: _x, y: _y, heading: _heading, wake: _wake, ...rest } = now;
      actor.turns.push({ at: end, part: rest });
      continue;
    }
    leave(entity.id, end);
    if (actor) earlier.push(actor);
    join(entity, after, Math.max(1, end - 200));
  }
  const phases = turns.length
    ? turns.map(({ round }, i) => ({ name: t('round {round}', { round }), at: i * lasts }))
    : [{ name: '', at: 0 }];
  return { actors: [...earlier, ...actors.values()], tracks: lights, phases, length: end };
}

/** What somebody sees of a step, and what nobody sees but is told. */
const SEEN = new Set(['moved', 'built', 'overloaded', 'captured', 'destroyed', 'evolved', 'bid_result', 'resonance']);
const FAILS = new Set(['order_failed', 'program_void']);

/** What moves nobody from its place, and follows from where all are when it happens. */
const BLOWS = new Set(['overloaded', 'captured', 'destroyed', 'analysed', 'eliminated', 'match_over']);

/**
 * The turns of a step in the order of the rules: the rounds, and in each what moves and what strikes one after the other, as it happened.
 * @param {readonly any[]} events @returns {{round: number, events: any[]}[]}
 */
function turnsOf(events) {
  /** @type {{round: number, isBlow: boolean, events: any[]}[]} */
  const turns = [];
  for (const event of [...events].sort((a, b) => a.round - b.round)) {
    const last = turns.at(-1);
    const isBlow = BLOWS.has(event.type);
    if (last && last.round === event.round && last.isBlow === isBlow) last.events.push(event);
    else turns.push({ round: event.round, isBlow, events: [event] });
  }
  return turns;
}
